"""Looks by seed: boards, discs, rooms, light and cameras of many kinds, from kind to cruel.

The families are kinds of picture that people take of such boards: a toy on a table, a webcam close to a thick dark
board with deep holes, a printed frame in a workshop, a translucent one on its carton, and anything else.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import numpy as np

from hardware.simulated.options import (
    Backdrop,
    Bgr,
    DiscOptions,
    DiscRelief,
    FrameOptions,
    FrameShape,
    LightOptions,
    RoomOptions,
    SceneOptions,
    SensorOptions,
    Shadow,
    Stand,
    TableTop,
    ViewOptions,
)
from hardware.simulated.projection import Projection, hole_middles
from hardware.simulated.scene import COLUMNS
from hardware.simulated.textures import Random, random_colour

Choice = TypeVar("Choice")

FRAME_COLOURS: dict[str, tuple[Bgr, ...]] = {
    "blue": ((0.72, 0.28, 0.1), (0.62, 0.2, 0.08), (0.8, 0.38, 0.16), (0.6, 0.3, 0.22), (0.85, 0.2, 0.22)),
    "darkblue": ((0.3, 0.14, 0.1), (0.36, 0.13, 0.07), (0.24, 0.12, 0.1)),
    "lightblue": ((0.9, 0.66, 0.35), (0.85, 0.6, 0.3)),
    "black": ((0.13, 0.12, 0.12), (0.2, 0.19, 0.19), (0.25, 0.26, 0.26)),
    "white": ((0.88, 0.9, 0.92), (0.75, 0.82, 0.85)),
    "teal": ((0.7, 0.75, 0.2), (0.75, 0.7, 0.3)),
    "red": ((0.15, 0.13, 0.75),),
    "yellow": ((0.1, 0.8, 0.95),),
    "green": ((0.25, 0.55, 0.18),),
    "wood": ((0.35, 0.55, 0.75), (0.2, 0.35, 0.5)),
}
"""Names that labels use, each with some shades."""

DISC_COLOURS: dict[str, tuple[tuple[Bgr, Bgr], ...]] = {
    "classic": (
        ((0.12, 0.1, 0.82), (0.1, 0.8, 0.95)),
        ((0.18, 0.12, 0.7), (0.15, 0.72, 0.85)),
        ((0.2, 0.16, 0.9), (0.05, 0.85, 0.98)),
        ((0.22, 0.16, 0.62), (0.3, 0.68, 0.74)),
    ),
    "orange": (((0.1, 0.08, 0.75), (0.1, 0.5, 0.95)), ((0.12, 0.1, 0.7), (0.05, 0.6, 0.98))),
    "pale": (((0.35, 0.32, 0.85), (0.6, 0.88, 0.95)), ((0.3, 0.25, 0.8), (0.5, 0.85, 0.92))),
    "dark": (((0.1, 0.08, 0.45), (0.1, 0.45, 0.6)), ((0.1, 0.08, 0.4), (0.12, 0.42, 0.52))),
    "red-black": (((0.12, 0.1, 0.8), (0.12, 0.12, 0.12)),),
    "blue-yellow": (((0.7, 0.3, 0.1), (0.1, 0.8, 0.95)),),
    "blue-white": (((0.7, 0.3, 0.1), (0.88, 0.9, 0.9)),),
    "green-red": (((0.15, 0.25, 0.85), (0.3, 0.6, 0.15)), ((0.2, 0.35, 0.9), (0.45, 0.7, 0.25))),
}
"""First and second disc colour of each kind of set; the first is the redder, except in the `INTERCHANGEABLE` ones."""

INTERCHANGEABLE = frozenset({"red-black", "blue-yellow", "blue-white", "green-red"})
"""Sets that are not red and yellow: a reading may have the two colours either way round."""


def random_scene(seed: int, width: int = 640, height: int = 480) -> SceneOptions:
    """Any look, cruel ones among them.

    Args:
        seed: The same seed gives the same look.
        width: Of the picture in pixels.
        height: Of the picture in pixels.
    """
    random = np.random.default_rng((seed, 1))
    family: Callable[[Random, int, int], SceneOptions] = _pick(
        random, {_toy: 0.38, _webcam: 0.22, _printed: 0.13, _translucent: 0.08, _anything: 0.19}
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
    options = _squeezed(random, _pick(random, {_toy: 0.7, _webcam: 0.3})(random, width, height))
    view = replace(
        options.view,
        yaw_degrees=float(random.uniform(-15, 15)),
        pitch_degrees=float(random.uniform(2, 20)),
        roll_degrees=float(random.uniform(-3, 3)),
        hole_pitch_pixels=float(random.uniform(42, 56)) * width / 640,
        centre=(0.5, 0.53),
    )
    light = LightOptions(
        daylight=_cast(random, 0.62, 0.08),
        lamp=_cast(random, 0.3, 0.12),
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


def _pick(random: Random, weights: dict[Choice, float]) -> Choice:
    choices = list(weights)
    share = np.array(list(weights.values()))
    return choices[int(random.choice(len(choices), p=share / share.sum()))]


def _shade(random: Random, colour: Bgr, spread: float = 0.06) -> Bgr:
    """Nearly this colour."""
    blue, green, red = np.clip(np.array(colour) * (1 + spread * random.standard_normal(3)), 0.01, 1).tolist()
    return blue, green, red


def _cast(random: Random, level: float, spread: float) -> Bgr:
    """Light of about this brightness, cold to warm."""
    bright = max(0.05, level + spread * float(random.standard_normal()))
    warm = float(random.normal(0, 0.1))
    return bright * (1 - warm), bright, bright * (1 + warm)


def _log_uniform(random: Random, low: float, high: float) -> float:
    return float(np.exp(random.uniform(np.log(low), np.log(high))))


def _view(random: Random, width: int, height: int, pitch: tuple[float, float]) -> ViewOptions:
    steep = random.random() < 0.3
    return ViewOptions(
        width=width,
        height=height,
        yaw_degrees=float(random.uniform(-40, 40) if steep else np.clip(random.normal(0, 12), -40, 40)),
        pitch_degrees=float(random.uniform(-5, 40) if steep else np.clip(random.normal(12, 9), -8, 40)),
        roll_degrees=float(random.uniform(-25, 25) if random.random() < 0.12 else random.normal(0, 3)),
        hole_pitch_pixels=_log_uniform(random, *pitch) * width / 640,
        centre=(float(random.normal(0.5, 0.12)), float(random.normal(0.48, 0.1))),
        focal_widths=_log_uniform(random, 0.65, 1.6),
        distortion=float(random.choice([0.0, 0.0, random.normal(0.02, 0.03)])),
    )


def _room(random: Random, discs: DiscOptions) -> RoomOptions:
    if random.random() < 0.18:  # the walls that are mistaken for discs
        wall = _shade(random, discs.first if random.random() < 0.5 else discs.second)
    else:
        wall = random_colour(random, vivid=_pick(random, {0.08: 0.55, 0.25: 0.33, 0.7: 0.12}))
    clothes = tuple(
        _shade(random, _pick(random, {discs.first: 0.35, discs.second: 0.2, random_colour(random, vivid=0.25): 0.45}))
        for _ in range(3)
    )
    table = _pick(
        random, {TableTop.WOOD: 4, TableTop.PLAIN: 3, TableTop.CLOTH: 1, TableTop.CHECKED: 1, TableTop.SPECKLED: 1}
    )
    brown = _shade(random, _pick(random, {(0.3, 0.45, 0.62): 2, (0.5, 0.65, 0.78): 2, (0.12, 0.18, 0.28): 1}), 0.15)
    top = brown if table is TableTop.WOOD else random_colour(random, vivid=_pick(random, {0.1: 0.75, 0.5: 0.25}))
    return RoomOptions(
        backdrop=_pick(
            random,
            {
                Backdrop.PLAIN: 2,
                Backdrop.PLASTER: 2,
                Backdrop.PATTERN: 1,
                Backdrop.SHELF: 1.5,
                Backdrop.WINDOW: 1.5,
                Backdrop.CLUTTER: 3,
                Backdrop.CURTAIN: 0.7,
            },
        ),
        wall_colour=wall,
        wall_distance=_log_uniform(random, 1.5, 30),
        wall_turn_degrees=float(random.normal(0, 15)),
        table=table,
        table_colour=top,
        table_ends=_log_uniform(random, 1.2, 25),
        people=_pick(random, {0: 0.68, 1: 0.26, 2: 0.06}),
        person_colours=clothes,
        boxes=_pick(random, {0: 0.5, 1: 0.2, 2: 0.15, 5: 0.15}),
        papers=_pick(random, {0: 0.75, 1: 0.15, 3: 0.1}),
        loose_discs=_pick(random, {0: 0.5, 3: 0.25, 9: 0.25}),
        blur=_log_uniform(random, 0.2, 4),
    )


def _discs(random: Random, kinds: dict[str, float]) -> DiscOptions:
    first, second = _pick(random, dict.fromkeys(DISC_COLOURS[_pick(random, kinds)], 1.0))
    relief = _pick(
        random,
        {
            DiscRelief.SMOOTH: 2,
            DiscRelief.RINGS: 3,
            DiscRelief.STUDS: 1,
            DiscRelief.CONCAVE: 1,
            DiscRelief.DOMED: 1,
            DiscRelief.STICKER: 0.4,
        },
    )
    return DiscOptions(
        first=_shade(random, first),
        second=_shade(random, second),
        relief=relief,
        relief_strength=float(random.uniform(0.1, 0.5)),
        sticker=random_colour(random, vivid=0.4),
        radius=float(random.uniform(0.45, 0.49)),
        gloss=float(random.choice([0.0, random.uniform(0, 0.25), random.uniform(0.2, 0.8)])),
        looseness=float(random.uniform(0, 0.025)),
        variation=float(random.uniform(0.01, 0.07)),
    )


def _frame_colour(random: Random, kinds: dict[str, float]) -> Bgr:
    return _shade(random, _pick(random, dict.fromkeys(FRAME_COLOURS[_pick(random, kinds)], 1.0)))


def _toy(random: Random, width: int, height: int) -> SceneOptions:
    """The usual plastic toy on a table."""
    colour = _frame_colour(random, {"blue": 6, "darkblue": 2, "lightblue": 1, "black": 0.5})
    discs = _discs(random, {"classic": 8, "orange": 0.8, "pale": 0.8, "dark": 0.6, "red-black": 0.4})
    frame = FrameOptions(
        colour=colour,
        hole_radius=float(random.uniform(0.36, 0.43)),
        front_depth=float(random.uniform(0.03, 0.12)),
        slot_depth=float(random.uniform(0.15, 0.25)),
        back_depth=float(random.uniform(0.03, 0.1)),
        margin=(float(random.uniform(0.6, 0.9)), float(random.uniform(0.55, 0.95)), float(random.uniform(0.6, 1.1))),
        shape=_pick(random, {FrameShape.SQUARE: 1, FrameShape.ROUNDED: 2}),
        stand=_pick(random, {Stand.POSTS: 4, Stand.TRAY: 3, Stand.SPLAYED: 1, Stand.CARTON: 0.4}),
        stand_colour=_shade(random, colour, 0.1),
        has_bar=bool(random.random() < 0.5),
        bar_colour=_pick(random, {_shade(random, colour, 0.25): 2, (0.9, 0.92, 0.93): 1, (0.1, 0.7, 0.9): 0.5}),
        rim=float(random.uniform(0, 0.5)),
        gloss=float(random.choice([0.0, random.uniform(0, 0.3), random.uniform(0.2, 0.6)])),
        grain=float(random.uniform(0, 0.04)),
        inner_brightness=float(random.uniform(0.4, 0.9)),
        lettering=_pick(random, {"": 0.6, "4 IN A ROW": 0.2, "POP OUT": 0.2}),
    )
    return SceneOptions(
        view=_view(random, width, height, (16, 95)), frame=frame, discs=discs, room=_room(random, discs)
    )


def _webcam(random: Random, width: int, height: int) -> SceneOptions:
    """A webcam close to a thick dark board: the discs lie deep, beside the middle only a part of each shows."""
    colour = _frame_colour(random, {"darkblue": 4, "black": 4, "blue": 1})
    discs = replace(
        _discs(random, {"classic": 8, "orange": 0.5, "pale": 0.5, "dark": 1}),
        relief=_pick(random, {DiscRelief.DOMED: 5, DiscRelief.SMOOTH: 1, DiscRelief.CONCAVE: 1}),
        gloss=float(random.uniform(0.05, 0.6)),
    )
    frame = FrameOptions(
        colour=colour,
        hole_radius=float(random.uniform(0.31, 0.4)),
        front_depth=float(random.uniform(0.15, 0.4)),
        slot_depth=float(random.uniform(0.18, 0.35)),
        back_depth=float(random.uniform(0.08, 0.35)),
        margin=(float(random.uniform(0.55, 0.8)), float(random.uniform(0.5, 0.8)), float(random.uniform(0.45, 0.8))),
        shape=_pick(random, {FrameShape.SQUARE: 3, FrameShape.ROUNDED: 1}),
        stand=_pick(random, {Stand.SPLAYED: 4, Stand.POSTS: 1, Stand.TRAY: 1}),
        stand_colour=_shade(random, colour, 0.1),
        has_bar=bool(random.random() < 0.3),
        bar_colour=_shade(random, colour, 0.2),
        rim=float(random.choice([0.0, random.uniform(0, 0.3)])),
        gloss=float(random.choice([0.0, random.uniform(0, 0.5)])),
        grain=float(random.uniform(0.0, 0.03)),
        inner_brightness=float(random.uniform(0.3, 1.0)),
    )
    view = _view(random, width, height, (50, 86))
    view = replace(
        view,
        yaw_degrees=float(np.clip(random.normal(0, 8), -30, 30)),
        pitch_degrees=float(np.clip(random.normal(4, 7), -15, 30)),
        focal_widths=_log_uniform(random, 0.6, 1.0),
        centre=(float(random.normal(0.5, 0.05)), float(random.normal(0.45, 0.06))),
        distortion=float(random.uniform(0, 0.08)),
    )
    room = replace(_room(random, discs), papers=_pick(random, {0: 1, 1: 1, 3: 1}))
    return SceneOptions(view=view, frame=frame, discs=discs, room=room)


def _printed(random: Random, width: int, height: int) -> SceneOptions:
    """A printed frame in a workshop: wide walls between the holes, thin feet, any discs."""
    colour = _frame_colour(random, {"blue": 5, "darkblue": 2, "black": 1, "white": 1, "green": 0.5})
    discs = _discs(random, {"classic": 3, "green-red": 4, "orange": 1, "blue-yellow": 0.5, "dark": 1})
    frame = FrameOptions(
        colour=colour,
        hole_radius=float(random.uniform(0.28, 0.38)),
        front_depth=float(random.uniform(0.04, 0.2)),
        slot_depth=float(random.uniform(0.12, 0.25)),
        back_depth=float(random.uniform(0.04, 0.2)),
        margin=(float(random.uniform(0.5, 0.8)), float(random.uniform(0.5, 0.9)), float(random.uniform(0.5, 0.9))),
        shape=FrameShape.SQUARE,
        stand=_pick(random, {Stand.SPLAYED: 3, Stand.NONE: 1, Stand.POSTS: 1}),
        stand_colour=_pick(random, {colour: 1, (0.1, 0.7, 0.95): 1, (0.85, 0.87, 0.88): 0.5}),
        has_bar=bool(random.random() < 0.2),
        rim=0.0,
        gloss=float(random.uniform(0, 0.2)),
        grain=float(random.uniform(0.01, 0.05)),
        has_marks=bool(random.random() < 0.12),
    )
    room = replace(_room(random, discs), backdrop=_pick(random, {Backdrop.CLUTTER: 3, Backdrop.PLAIN: 1}))
    return SceneOptions(view=_view(random, width, height, (12, 70)), frame=frame, discs=discs, room=room)


def _translucent(random: Random, width: int, height: int) -> SceneOptions:
    """A frame that light goes through, often on its carton."""
    discs = _discs(random, {"classic": 5, "dark": 3, "orange": 1})
    frame = FrameOptions(
        colour=_frame_colour(random, {"teal": 4, "blue": 1, "lightblue": 1}),
        hole_radius=float(random.uniform(0.34, 0.42)),
        margin=(float(random.uniform(0.6, 0.9)), float(random.uniform(0.5, 0.8)), float(random.uniform(0.5, 0.8))),
        shape=_pick(random, {FrameShape.BULGING: 2, FrameShape.ROUNDED: 1}),
        stand=_pick(random, {Stand.CARTON: 2, Stand.NONE: 1, Stand.TRAY: 1}),
        stand_colour=_shade(random, _pick(random, {(0.15, 0.12, 0.8): 2, (0.3, 0.6, 0.7): 1, (0.7, 0.3, 0.2): 1})),
        has_bar=False,
        rim=float(random.uniform(0, 0.6)),
        gloss=float(random.uniform(0, 0.5)),
        translucency=float(random.uniform(0.1, 0.5)),
        ribs=float(random.choice([0.0, random.uniform(-0.3, 0.4)])),
    )
    return SceneOptions(
        view=_view(random, width, height, (16, 100)), frame=frame, discs=discs, room=_room(random, discs)
    )


def _anything(random: Random, width: int, height: int) -> SceneOptions:
    """Whatever the ranges allow."""
    kinds = {name: 3.0 if name == "classic" else 1.0 for name in DISC_COLOURS}
    discs = _discs(random, kinds)
    frame = FrameOptions(
        colour=_frame_colour(random, dict.fromkeys(FRAME_COLOURS, 1.0)),
        hole_radius=float(random.uniform(0.29, 0.44)),
        front_depth=float(random.uniform(0.02, 0.35)),
        slot_depth=float(random.uniform(0.12, 0.35)),
        back_depth=float(random.uniform(0.02, 0.3)),
        margin=(float(random.uniform(0.5, 1.2)), float(random.uniform(0.5, 1.1)), float(random.uniform(0.5, 1.4))),
        shape=_pick(random, dict.fromkeys(FrameShape, 1.0)),
        stand=_pick(random, dict.fromkeys(Stand, 1.0)),
        stand_colour=random_colour(random),
        has_bar=bool(random.random() < 0.4),
        bar_colour=random_colour(random),
        rim=float(random.uniform(0, 0.7)),
        gloss=float(random.uniform(0, 0.6)),
        translucency=float(random.choice([0.0, 0.0, 0.0, random.uniform(0, 0.4)])),
        grain=float(random.uniform(0, 0.05)),
        inner_brightness=float(random.uniform(0.3, 1.1)),
        lettering=_pick(random, {"": 0.7, "CONNECT": 0.3}),
        ribs=float(random.choice([0.0, 0.0, random.uniform(-0.3, 0.3)])),
        has_marks=bool(random.random() < 0.1),
    )
    return SceneOptions(
        view=_view(random, width, height, (12, 110)), frame=frame, discs=discs, room=_room(random, discs)
    )


def _light(random: Random) -> LightOptions:
    angle = float(random.normal(-np.pi / 2, 0.8))
    height = float(random.uniform(0.2, 1.0))
    hard = random.random() < 0.2
    kind = _pick(random, {"even": 0.5, "lamp": 0.25, "backlit": 0.12, "dark": 0.13})
    level = {"even": 0.85, "lamp": 0.5, "backlit": 0.4, "dark": 0.28}[kind]
    return LightOptions(
        daylight=_cast(random, level, 0.1),
        lamp=_cast(random, 0.5 if kind == "lamp" else 0.15, 0.15),
        lamp_place=(float(random.uniform(-0.1, 1.1)), float(random.uniform(-0.1, 0.9))),
        lamp_spread=float(random.uniform(0.2, 0.9)),
        direction=(float(np.cos(angle)) * height, float(np.sin(angle)) * height),
        gradient=(float(random.normal(0, 0.12)), float(random.normal(0, 0.12))),
        room=float(random.uniform(1.5, 3.5) if kind == "backlit" else random.uniform(0.6, 1.15)),
        shadow=_pick(random, {Shadow.EDGE: 1, Shadow.BLINDS: 1, Shadow.LEAVES: 1}) if hard else Shadow.NONE,
        shadow_strength=float(random.uniform(0.2, 0.7)),
        hole_shade=float(random.uniform(0.1, 0.8)),
    )


def _sensor(random: Random, view: ViewOptions) -> SensorOptions:
    cheap = random.random() < 0.4
    sharpest = min(1.0, view.hole_pitch_pixels / 35)  # small boards are not blurred until nobody could read them
    return SensorOptions(
        auto_exposure=float(random.uniform(0.25, 0.5)) if random.random() < 0.88 else 0.0,
        exposure=_log_uniform(random, 0.85, 1.2),
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
