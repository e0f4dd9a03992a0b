"""Kinds of board and the rooms they stand in: each function draws one look of its family, without light and sensor."""

from dataclasses import replace

import numpy as np

from hardware.simulated.chance import log_uniform, near_colour, pick
from hardware.simulated.options import (
    Backdrop,
    Bgr,
    DiscOptions,
    DiscRelief,
    FrameOptions,
    FrameShape,
    RoomOptions,
    SceneOptions,
    Stand,
    TableTop,
    ViewOptions,
)
from hardware.simulated.palette import DISC_COLOURS, FRAME_COLOURS
from hardware.simulated.textures import Random, random_colour


def _view(random: Random, width: int, height: int, pitch: tuple[float, float]) -> ViewOptions:
    steep = random.random() < 0.3
    return ViewOptions(
        width=width,
        height=height,
        yaw_degrees=float(random.uniform(-40, 40) if steep else np.clip(random.normal(0, 12), -40, 40)),
        pitch_degrees=float(random.uniform(-5, 40) if steep else np.clip(random.normal(12, 9), -8, 40)),
        roll_degrees=float(random.uniform(-25, 25) if random.random() < 0.12 else random.normal(0, 3)),
        hole_pitch_pixels=log_uniform(random, *pitch) * width / 640,
        centre=(float(random.normal(0.5, 0.12)), float(random.normal(0.48, 0.1))),
        focal_widths=log_uniform(random, 0.65, 1.6),
        distortion=float(random.choice([0.0, 0.0, random.normal(0.02, 0.03)])),
    )


def _room(random: Random, discs: DiscOptions) -> RoomOptions:
    if random.random() < 0.18:  # the walls that are mistaken for discs
        wall = near_colour(random, discs.first if random.random() < 0.5 else discs.second)
    else:
        wall = random_colour(random, vivid=pick(random, {0.08: 0.55, 0.25: 0.33, 0.7: 0.12}))
    clothes = tuple(
        near_colour(
            random, pick(random, {discs.first: 0.35, discs.second: 0.2, random_colour(random, vivid=0.25): 0.45})
        )
        for _ in range(3)
    )
    table = pick(
        random, {TableTop.WOOD: 4, TableTop.PLAIN: 3, TableTop.CLOTH: 1, TableTop.CHECKED: 1, TableTop.SPECKLED: 1}
    )
    brown = near_colour(random, pick(random, {(0.3, 0.45, 0.62): 2, (0.5, 0.65, 0.78): 2, (0.12, 0.18, 0.28): 1}), 0.15)
    top = brown if table is TableTop.WOOD else random_colour(random, vivid=pick(random, {0.1: 0.75, 0.5: 0.25}))
    return RoomOptions(
        backdrop=pick(
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
        wall_distance=log_uniform(random, 1.5, 30),
        wall_turn_degrees=float(random.normal(0, 15)),
        table=table,
        table_colour=top,
        table_ends=log_uniform(random, 1.2, 25),
        people=pick(random, {0: 0.68, 1: 0.26, 2: 0.06}),
        person_colours=clothes,
        boxes=pick(random, {0: 0.5, 1: 0.2, 2: 0.15, 5: 0.15}),
        papers=pick(random, {0: 0.75, 1: 0.15, 3: 0.1}),
        loose_discs=pick(random, {0: 0.5, 3: 0.25, 9: 0.25}),
        blur=log_uniform(random, 0.2, 4),
    )


def _discs(random: Random, kinds: dict[str, float]) -> DiscOptions:
    first, second = pick(random, dict.fromkeys(DISC_COLOURS[pick(random, kinds)], 1.0))
    relief = pick(
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
        first=near_colour(random, first),
        second=near_colour(random, second),
        relief=relief,
        relief_strength=float(random.uniform(0.1, 0.5)),
        sticker=random_colour(random, vivid=0.4),
        radius=float(random.uniform(0.45, 0.49)),
        gloss=float(random.choice([0.0, random.uniform(0, 0.25), random.uniform(0.2, 0.8)])),
        looseness=float(random.uniform(0, 0.025)),
        variation=float(random.uniform(0.01, 0.07)),
    )


def _frame_colour(random: Random, kinds: dict[str, float]) -> Bgr:
    return near_colour(random, pick(random, dict.fromkeys(FRAME_COLOURS[pick(random, kinds)], 1.0)))


def toy(random: Random, width: int, height: int) -> SceneOptions:
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
        shape=pick(random, {FrameShape.SQUARE: 1, FrameShape.ROUNDED: 2}),
        stand=pick(random, {Stand.POSTS: 4, Stand.TRAY: 3, Stand.SPLAYED: 1, Stand.CARTON: 0.4}),
        stand_colour=near_colour(random, colour, 0.1),
        has_bar=bool(random.random() < 0.5),
        bar_colour=pick(random, {near_colour(random, colour, 0.25): 2, (0.9, 0.92, 0.93): 1, (0.1, 0.7, 0.9): 0.5}),
        rim=float(random.uniform(0, 0.5)),
        gloss=float(random.choice([0.0, random.uniform(0, 0.3), random.uniform(0.2, 0.6)])),
        grain=float(random.uniform(0, 0.04)),
        inner_brightness=float(random.uniform(0.4, 0.9)),
        lettering=pick(random, {"": 0.6, "4 IN A ROW": 0.2, "POP OUT": 0.2}),
    )
    return SceneOptions(
        view=_view(random, width, height, (16, 95)), frame=frame, discs=discs, room=_room(random, discs)
    )


def webcam(random: Random, width: int, height: int) -> SceneOptions:
    """A webcam close to a thick dark board: the discs lie deep, beside the middle only a part of each shows."""
    colour = _frame_colour(random, {"darkblue": 4, "black": 4, "blue": 1})
    discs = replace(
        _discs(random, {"classic": 8, "orange": 0.5, "pale": 0.5, "dark": 1}),
        relief=pick(random, {DiscRelief.DOMED: 5, DiscRelief.SMOOTH: 1, DiscRelief.CONCAVE: 1}),
        gloss=float(random.uniform(0.05, 0.6)),
    )
    frame = FrameOptions(
        colour=colour,
        hole_radius=float(random.uniform(0.31, 0.4)),
        front_depth=float(random.uniform(0.15, 0.4)),
        slot_depth=float(random.uniform(0.18, 0.35)),
        back_depth=float(random.uniform(0.08, 0.35)),
        margin=(float(random.uniform(0.55, 0.8)), float(random.uniform(0.5, 0.8)), float(random.uniform(0.45, 0.8))),
        shape=pick(random, {FrameShape.SQUARE: 3, FrameShape.ROUNDED: 1}),
        stand=pick(random, {Stand.SPLAYED: 4, Stand.POSTS: 1, Stand.TRAY: 1}),
        stand_colour=near_colour(random, colour, 0.1),
        has_bar=bool(random.random() < 0.3),
        bar_colour=near_colour(random, colour, 0.2),
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
        focal_widths=log_uniform(random, 0.6, 1.0),
        centre=(float(random.normal(0.5, 0.05)), float(random.normal(0.45, 0.06))),
        distortion=float(random.uniform(0, 0.08)),
    )
    room = replace(_room(random, discs), papers=pick(random, {0: 1, 1: 1, 3: 1}))
    return SceneOptions(view=view, frame=frame, discs=discs, room=room)


def printed(random: Random, width: int, height: int) -> SceneOptions:
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
        stand=pick(random, {Stand.SPLAYED: 3, Stand.NONE: 1, Stand.POSTS: 1}),
        stand_colour=pick(random, {colour: 1, (0.1, 0.7, 0.95): 1, (0.85, 0.87, 0.88): 0.5}),
        has_bar=bool(random.random() < 0.2),
        rim=0.0,
        gloss=float(random.uniform(0, 0.2)),
        grain=float(random.uniform(0.01, 0.05)),
        has_marks=bool(random.random() < 0.12),
    )
    room = replace(_room(random, discs), backdrop=pick(random, {Backdrop.CLUTTER: 3, Backdrop.PLAIN: 1}))
    return SceneOptions(view=_view(random, width, height, (12, 70)), frame=frame, discs=discs, room=room)


def translucent(random: Random, width: int, height: int) -> SceneOptions:
    """A frame that light goes through, often on its carton."""
    discs = _discs(random, {"classic": 5, "dark": 3, "orange": 1})
    frame = FrameOptions(
        colour=_frame_colour(random, {"teal": 4, "blue": 1, "lightblue": 1}),
        hole_radius=float(random.uniform(0.34, 0.42)),
        margin=(float(random.uniform(0.6, 0.9)), float(random.uniform(0.5, 0.8)), float(random.uniform(0.5, 0.8))),
        shape=pick(random, {FrameShape.BULGING: 2, FrameShape.ROUNDED: 1}),
        stand=pick(random, {Stand.CARTON: 2, Stand.NONE: 1, Stand.TRAY: 1}),
        stand_colour=near_colour(random, pick(random, {(0.15, 0.12, 0.8): 2, (0.3, 0.6, 0.7): 1, (0.7, 0.3, 0.2): 1})),
        has_bar=False,
        rim=float(random.uniform(0, 0.6)),
        gloss=float(random.uniform(0, 0.5)),
        translucency=float(random.uniform(0.1, 0.5)),
        ribs=float(random.choice([0.0, random.uniform(-0.3, 0.4)])),
    )
    return SceneOptions(
        view=_view(random, width, height, (16, 100)), frame=frame, discs=discs, room=_room(random, discs)
    )


def anything(random: Random, width: int, height: int) -> SceneOptions:
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
        shape=pick(random, dict.fromkeys(FrameShape, 1.0)),
        stand=pick(random, dict.fromkeys(Stand, 1.0)),
        stand_colour=random_colour(random),
        has_bar=bool(random.random() < 0.4),
        bar_colour=random_colour(random),
        rim=float(random.uniform(0, 0.7)),
        gloss=float(random.uniform(0, 0.6)),
        translucency=float(random.choice([0.0, 0.0, 0.0, random.uniform(0, 0.4)])),
        grain=float(random.uniform(0, 0.05)),
        inner_brightness=float(random.uniform(0.3, 1.1)),
        lettering=pick(random, {"": 0.7, "CONNECT": 0.3}),
        ribs=float(random.choice([0.0, 0.0, random.uniform(-0.3, 0.3)])),
        has_marks=bool(random.random() < 0.1),
    )
    return SceneOptions(
        view=_view(random, width, height, (12, 110)), frame=frame, discs=discs, room=_room(random, discs)
    )
