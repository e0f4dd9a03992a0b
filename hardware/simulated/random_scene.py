"""Looks by seed: boards, discs, rooms, light and cameras of many kinds, from kind to cruel.

The families are kinds of picture that people take of such boards: a toy on a table, a webcam close to a thick dark
board with deep holes, a printed frame in a workshop, a translucent one on its carton, and anything else.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from hardware.simulated.chance import light_colour, log_uniform, pick
from hardware.simulated.families import anything, printed, toy, translucent, webcam
from hardware.simulated.options import (
    Backdrop,
    FrameOptions,
    LightOptions,
    SceneOptions,
    SensorOptions,
    Shadow,
    ViewOptions,
)
from hardware.simulated.projection import Projection, hole_middles
from hardware.simulated.scene import COLUMNS
from hardware.simulated.textures import Random


def random_scene(seed: int, width: int = 640, height: int = 480) -> SceneOptions:
    """Any look, cruel ones among them.

    Args:
        seed: The same seed gives the same look.
        width: Of the picture in pixels.
        height: Of the picture in pixels.
    """
    random = np.random.default_rng((seed, 1))
    family: Callable[[Random, int, int], SceneOptions] = pick(
        random, {toy: 0.38, webcam: 0.22, printed: 0.13, translucent: 0.08, anything: 0.19}
    )
    options = family(random, width, height)
    options = _squeezed(random, options)
    options = replace(options, seed=seed, light=_light(random), sensor=_sensor(random, options.view))
    options = readable(replace(options, view=fitted(options.view, options.frame)))
    return replace(options, tags=_tags(options))


def table_scene(seed: int, width: int = 640, height: int = 480) -> SceneOptions:
    """A look as somebody sets up a camera for play: the board well in view, nothing extreme.

    Args:
        seed: The same seed gives the same look.
        width: Of the picture in pixels.
        height: Of the picture in pixels.
    """
    random = np.random.default_rng((seed, 2))
    options = _squeezed(random, pick(random, {toy: 0.7, webcam: 0.3})(random, width, height))
    view = replace(
        options.view,
        yaw_degrees=float(random.uniform(-15, 15)),
        pitch_degrees=float(random.uniform(2, 20)),
        roll_degrees=float(random.uniform(-3, 3)),
        hole_pitch_pixels=float(random.uniform(42, 56)) * width / 640,
        centre=(0.5, 0.53),
    )
    light = LightOptions(
        daylight=light_colour(random, 0.62, 0.08),
        lamp=light_colour(random, 0.3, 0.12),
        lamp_place=(float(random.uniform(0, 1)), float(random.uniform(0, 0.5))),
        direction=(float(random.uniform(-0.5, 0.5)), float(random.uniform(-0.7, -0.3))),
    )
    sensor = SensorOptions(
        auto_exposure=float(random.uniform(0.36, 0.46)),
        noise=float(random.uniform(1, 4)),
        blur=float(random.uniform(0.3, 0.9)),
    )
    options = replace(options, seed=seed, view=view, light=light, sensor=sensor)
    options = readable(replace(options, view=fitted(view, options.frame)))
    return replace(options, tags=_tags(options))


def fitted(view: ViewOptions, frame: FrameOptions) -> ViewOptions:
    """The view moved, and if need be made smaller, until all holes are well inside the picture."""
    edge = frame.hole_radius + 0.15
    corners = np.array(
        [[x, y, 0.0] for x in (-edge, COLUMNS - 1 + edge) for y in (-edge, frame.lowest + edge)], np.float64
    )
    size = np.array([view.width, view.height], np.float64)
    for _ in range(40):
        pixels = Projection.of_view(view).in_picture(corners)
        low, high = pixels.min(axis=0), pixels.max(axis=0)
        room = size - (high - low)
        if (room >= 2).all():
            move = np.maximum(1 - low, 0) - np.maximum(high - size + 1, 0)
            if not move.any():
                return view
            centre = np.array(view.centre) + move / size
            view = replace(view, centre=(float(centre[0]), float(centre[1])))
        else:
            view = replace(view, hole_pitch_pixels=view.hole_pitch_pixels * 0.95)
    return replace(view, centre=(0.5, 0.5), hole_pitch_pixels=view.hole_pitch_pixels * 0.8)


def readable(options: SceneOptions) -> SceneOptions:
    """The look with its front wall made thinner, if need be, until a fifth of each disc at least shows past it."""
    frame = options.frame
    eye = Projection.of_view(options.view).eye
    slopes = np.hypot(*(hole_middles(frame) - eye)[:, :2].T) / -eye[2]
    # Two circles of one radius, their middles 1.3 radii apart, have 23 % of their area in common.
    deepest = 1.3 * frame.hole_radius / float(slopes.max())
    return replace(options, frame=replace(frame, front_depth=min(frame.front_depth, deepest)))


def _squeezed(random: Random, options: SceneOptions) -> SceneOptions:
    """Half of the boards have their rows closer than their columns."""
    row_pitch = float(random.uniform(0.84, 1.0)) if random.random() < 0.5 else 1.0
    frame = replace(options.frame, row_pitch=row_pitch, hole_radius=options.frame.hole_radius * row_pitch)
    radius = options.discs.radius
    if random.random() < 0.12:  # discs that hardly fill the holes: the background shows beside them
        radius = max(0.3, options.frame.hole_radius * float(random.uniform(0.97, 1.08)))
    return replace(options, frame=frame, discs=replace(options.discs, radius=radius * row_pitch))


def _light(random: Random) -> LightOptions:
    angle = float(random.normal(-np.pi / 2, 0.8))
    height = float(random.uniform(0.2, 1.0))
    hard = random.random() < 0.2
    kind = pick(random, {"even": 0.5, "lamp": 0.25, "backlit": 0.12, "dark": 0.13})
    level = {"even": 0.85, "lamp": 0.5, "backlit": 0.4, "dark": 0.28}[kind]
    return LightOptions(
        daylight=light_colour(random, level, 0.1),
        lamp=light_colour(random, 0.5 if kind == "lamp" else 0.15, 0.15),
        lamp_place=(float(random.uniform(-0.1, 1.1)), float(random.uniform(-0.1, 0.9))),
        lamp_spread=float(random.uniform(0.2, 0.9)),
        direction=(float(np.cos(angle)) * height, float(np.sin(angle)) * height),
        gradient=(float(random.normal(0, 0.12)), float(random.normal(0, 0.12))),
        room=float(random.uniform(1.5, 3.5) if kind == "backlit" else random.uniform(0.6, 1.15)),
        shadow=pick(random, {Shadow.EDGE: 1, Shadow.BLINDS: 1, Shadow.LEAVES: 1}) if hard else Shadow.NONE,
        shadow_strength=float(random.uniform(0.2, 0.7)),
        hole_shade=float(random.uniform(0.1, 0.8)),
    )


def _sensor(random: Random, view: ViewOptions) -> SensorOptions:
    cheap = random.random() < 0.4
    sharpest = min(1.0, view.hole_pitch_pixels / 35)  # small boards are not blurred until nobody could read them
    return SensorOptions(
        auto_exposure=float(random.uniform(0.25, 0.5)) if random.random() < 0.88 else 0.0,
        exposure=log_uniform(random, 0.85, 1.2),
        contrast=float(random.uniform(0.8, 1.25)),
        saturation=float(random.uniform(0.55, 1.3)),
        noise=float(random.uniform(2, 11) if cheap else random.uniform(0.5, 4)),
        blur=float(random.uniform(0.5, 1.7) if cheap else random.uniform(0.2, 0.9)) * sharpest,
        motion_pixels=float(random.uniform(2, 6)) * sharpest if random.random() < 0.08 else 0.0,
        motion_degrees=float(random.uniform(0, 180)),
        sharpening=float(random.choice([0.0, random.uniform(0, 0.6), random.uniform(0.5, 1.5)])),
        vignette=float(random.uniform(0, 0.4)),
        veil=float(random.choice([0.0, 0.0, random.uniform(0, 0.15)])),
        glare=float(random.uniform(0.2, 0.8)) if random.random() < 0.1 else 0.0,
        glare_place=(float(random.uniform(0, 1)), float(random.uniform(0, 1))),
        jpeg_quality=int(random.integers(45, 97)),
    )


def _tags(options: SceneOptions) -> tuple[str, ...]:
    """Words for what is hard about a look, for sorting results."""
    view, light, sensor, room = options.view, options.light, options.sensor, options.room
    facts = {
        "deep-holes": options.frame.front_depth > 0.15,
        "translucent": options.frame.translucency > 0.05,
        "steep-angle": max(abs(view.yaw_degrees), abs(view.pitch_degrees)) > 22,
        "rolled": abs(view.roll_degrees) > 8,
        "far": view.hole_pitch_pixels < 24,
        "backlit": light.room > 1.4,
        "dim": max(light.daylight) < 0.35,
        "hard-shadows": light.shadow is not Shadow.NONE,
        "glare": sensor.glare > 0,
        "noisy": sensor.noise > 6,
        "blurred": sensor.blur > 1.2 or sensor.motion_pixels > 0,
        "busy-background": room.backdrop in (Backdrop.CLUTTER, Backdrop.SHELF),
        "person-behind": room.people > 0,
        "loose-discs": room.loose_discs > 0,
    }
    return tuple(sorted(name for name, holds in facts.items() if holds))
