"""Everything around the board: wall, people, table, boxes, papers, loose discs, and the stand under the frame."""

from typing import cast

import cv2
import numpy as np

from hardware.ports import Image
from hardware.simulated.figures import paste, sitter
from hardware.simulated.options import Bgr, FrameOptions, SceneOptions, Stand
from hardware.simulated.projection import Floats, Matrix, Projection
from hardware.simulated.textures import Random, random_colour, table_top, wall

Point = tuple[float, float, float]
"""A place in board coordinates."""

SHIFT = 4
"""Fraction bits of polygon corners, for smooth edges."""

CLEARANCE = {Stand.POSTS: 0.5, Stand.SPLAYED: 1.0, Stand.TRAY: 0.15, Stand.CARTON: 3.2, Stand.NONE: 0.02}
"""How far the frame's lower edge is above the table."""


def ground(frame: FrameOptions) -> float:
    """Height of the table's top as y in board coordinates."""
    return frame.lowest + frame.margin[2] + CLEARANCE[frame.stand]


def paint_room(options: SceneOptions, projection: Projection) -> Image:
    """All that is behind and beside the board, without light, BGR uint8 of the whole picture."""
    room = options.room
    random = np.random.default_rng((options.seed, 21))
    floor = ground(options.frame)
    picture = _paint_wall(options, projection, random)
    for index in range(room.people):
        clothes = room.person_colours[index % len(room.person_colours)]
        x = 3 + (0 if index == 0 else 9 * (-1) ** index) + float(random.normal(0, 2.5))
        origin = np.array([x, floor + 2, float(random.uniform(3, max(4.0, room.wall_distance - 1)))])
        plane = (origin, np.array([1.0, 0, 0]), np.array([0, 1.0, 0]))
        paste(picture, sitter(random, clothes), projection, plane)
    blur = room.blur * options.view.hole_pitch_pixels / 50
    if blur > 0.3:
        picture = cast(Image, cv2.GaussianBlur(picture, (0, 0), blur))
    _paint_table(picture, options, projection, floor, random)
    for _ in range(room.boxes):
        low = np.array([float(random.uniform(-8, 12)), 0.0, float(random.uniform(1.2, max(2.0, room.table_ends - 1)))])
        size = random.uniform([0.6, 0.8, 0.5], [4, 5, 3])
        low[1], high = floor - size[1], np.array([low[0] + size[0], floor, low[2] + size[2]])
        paint_box(picture, projection, low, high, random_colour(random, vivid=0.6))
    _paint_litter(picture, options, projection, floor, random)
    return picture


def paint_stand(picture: Image, options: SceneOptions, projection: Projection) -> None:
    """The parts of the stand that are before or beside the frame, with what lies in the tray, in place."""
    frame = options.frame
    if frame.stand is Stand.TRAY:
        _paint_tray_discs(picture, options, projection, (-0.95, -0.5))
    for low, high in _stand_boxes(frame):
        if low[2] < 0:
            paint_box(picture, projection, low, (high[0], high[1], min(high[2], 0.0)), frame.stand_colour)
    if frame.stand is Stand.SPLAYED:
        _paint_legs(picture, frame, projection, -1.1)


def paint_stand_behind(picture: Image, options: SceneOptions, projection: Projection) -> None:
    """The parts of the stand that the frame is before, with what lies in the tray, in place."""
    frame = options.frame
    for low, high in _stand_boxes(frame):
        if high[2] > 0:
            paint_box(picture, projection, (low[0], low[1], max(low[2], 0.0)), high, frame.stand_colour)
    if frame.stand is Stand.SPLAYED:
        _paint_legs(picture, frame, projection, frame.depth + 0.6)
    if frame.stand is Stand.TRAY:
        _paint_tray_discs(picture, options, projection, (frame.depth + 0.5, frame.depth + 1.2))


def _stand_boxes(frame: FrameOptions) -> list[tuple[Point, Point]]:
    """Near and far corners of the boxes of which the stand is made."""
    side, _, bottom = frame.margin
    right, lower, floor, depth = 6 + side, frame.lowest + bottom, ground(frame), frame.depth
    match frame.stand:
        case Stand.POSTS:
            posts = [((x, 2.2, -0.05), (x + 0.3, floor - 0.1, depth + 0.05)) for x in (-side - 0.3, right)]
            feet = [((x - 0.05, floor - 0.3, -0.9), (x + 0.35, floor, depth + 0.9)) for x in (-side - 0.3, right)]
            return [*posts, *feet]
        case Stand.SPLAYED:
            return [((x, 2.0, -0.01), (x + 0.25, lower, depth)) for x in (-side - 0.25, right)]
        case Stand.TRAY:
            front = ((-side - 0.8, floor - 0.7, -1.2), (right + 0.8, floor, -1.05))
            ends = [((x, floor - 0.7, -1.2), (x + 0.8, floor, depth + 0.6)) for x in (-side - 0.8, right)]
            return [*ends, front]
        case Stand.CARTON:
            return [((-side - 0.6, lower + 0.02, -1.0), (right + 0.6, floor, depth + 1.0))]
        case Stand.NONE:
            return []


def _paint_legs(picture: Image, frame: FrameOptions, projection: Projection, z: float) -> None:
    """Legs that go down and outwards to this depth."""
    side, _, bottom = frame.margin
    lower, floor = frame.lowest + bottom, ground(frame)
    for x, outwards in ((-side, -1.0), (6 + side, 1.0)):
        leg = [[x - 0.25, lower, 0], [x + 0.25, lower, 0]]
        foot = [[x + outwards * 0.9 + 0.3, floor, z], [x + outwards * 0.9 - 0.2, floor, z]]
        _fill(picture, projection, np.array(leg + foot), frame.stand_colour, 0.8)


def paint_box(
    picture: Image,
    projection: Projection,
    low: Matrix | tuple[float, float, float],
    high: Matrix | tuple[float, float, float],
    colour: Bgr,
) -> None:
    """A box with its faces along the board's axes, in place."""
    ends = np.array([low, high], np.float64)
    middle = ends.mean(axis=0)
    for axis in (2, 0, 1):
        for end, sign in ((0, -1.0), (1, 1.0)):
            first, second = [(1, 2), (0, 2), (0, 1)][axis]
            corners = np.tile(middle, (4, 1))
            corners[:, axis] = ends[end, axis]
            corners[:, first] = ends[[0, 0, 1, 1], first]
            corners[:, second] = ends[[0, 1, 1, 0], second]
            if (projection.eye[axis] - ends[end, axis]) * sign > 0:
                _fill(picture, projection, corners, colour, {0: 0.65, 1: 1.1, 2: 0.9}[axis])


def _fill(picture: Image, projection: Projection, corners: Matrix, colour: Bgr, shade: float) -> None:
    """A flat convex face."""
    if (corners @ projection.rotation.T + projection.translation)[:, 2].min() < 0.5:
        return
    pixels = np.clip(projection.pinhole(corners), -4000, 4000)
    points = np.round(pixels * 2**SHIFT).astype(np.int32)
    paint = tuple(float(min(255.0, 255 * shade * channel)) for channel in colour)
    cv2.fillConvexPoly(picture, points, paint, cv2.LINE_AA, SHIFT)


def _paint_wall(options: SceneOptions, projection: Projection, random: Random) -> Image:
    room = options.room
    texture = (wall(random, room.backdrop, room.wall_colour) * 255).astype(np.uint8)
    height, width = texture.shape[:2]
    eye = projection.eye
    ahead = projection.rotation[2]
    distance = max(2.0, room.wall_distance - float(eye[2]))
    unit = 1.3 * distance * projection.width / float(projection.intrinsic[0, 0]) / width
    turn = np.radians(room.wall_turn_degrees)
    right = np.array([np.cos(turn), 0.0, np.sin(turn)]) * unit
    down = np.array([0.0, unit, 0.0])
    reach = distance / max(0.2, float(ahead[2]))
    origin = eye + ahead * reach - right * width / 2 - down * height / 2
    homography = projection.homography(origin, right, down)
    # What is out of focus anyway is drawn at half the size.
    part = 2 if room.blur * options.view.hole_pitch_pixels / 50 > 1 else 1
    size = (projection.width // part, projection.height // part)
    smaller = np.diag([1 / part, 1 / part, 1.0]) @ homography
    seen = cv2.warpPerspective(texture, smaller, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return cast(Image, seen if part == 1 else cv2.resize(seen, (projection.width, projection.height)))


def _paint_table(picture: Image, options: SceneOptions, projection: Projection, floor: float, random: Random) -> None:
    """The table's top as far as it goes, with the board's soft shadow on it."""
    room = options.room
    texture = (table_top(random, room.table, room.table_colour) * 255).astype(np.uint8)
    size = texture.shape[0]
    unit = float(random.uniform(14, 30)) / size
    turn = float(random.choice([0.0, np.pi / 2, random.uniform(0, 3)]))
    right = np.array([np.cos(turn), 0, np.sin(turn)]) * unit
    ahead = np.array([-np.sin(turn), 0, np.cos(turn)]) * unit
    origin = np.array([3.0, floor, 0.0]) - right * size / 2 - ahead * size / 2
    homography = projection.homography(origin, right, ahead)
    eye = projection.eye
    if eye[1] >= floor - 0.2:
        return
    _, y, z = projection.directions((0, 0, projection.width, projection.height))
    deep = np.float32(eye[2]) + np.float32(floor - eye[1]) / np.maximum(y, 1e-4) * z
    on_table = ((y > 1e-4) & (deep < room.table_ends)).astype(np.uint8) * np.uint8(255)
    rows = np.flatnonzero(on_table.any(axis=1))
    if len(rows) == 0:
        return
    first = int(rows[0])  # the table is at the bottom of the picture: only these rows are worked on
    lower = np.array([[1, 0, 0], [0, 1, -first], [0, 0, 1.0]]) @ homography
    surface = cv2.warpPerspective(
        texture,
        lower,
        (projection.width, projection.height - first),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    share = cv2.blur(on_table[first:], (3, 3)).astype(np.float32) * np.float32(1 / 255)
    dark = share * (1 - np.float32(0.45) * _board_shadow(options, projection, floor)[first:])
    painted = picture[first:] * (1 - share)[:, :, None]
    painted += surface * dark[:, :, None]
    picture[first:] = painted.astype(np.uint8)


def _board_shadow(options: SceneOptions, projection: Projection, floor: float) -> Floats:
    """Where the board keeps light off the table, 0 to 1, shape (height, width)."""
    side = options.frame.margin[0]
    light_x, light_y = options.light.direction
    away = 4.0 * (1 if light_y < 0 else 0.3)
    slide = -4.0 * light_x
    depth = options.frame.depth
    corners = np.array(
        [
            [-side, floor, 0.0],
            [6 + side, floor, 0.0],
            [6 + side + slide, floor, away + depth],
            [-side + slide, floor, away + depth],
        ]
    )
    mask = np.zeros((projection.height, projection.width), np.uint8)
    _fill_mask(mask, projection, corners)
    return cast(Floats, cv2.blur(mask, (15, 15)).astype(np.float32) / 255)


def _fill_mask(mask: Image, projection: Projection, corners: Matrix) -> None:
    if (corners @ projection.rotation.T + projection.translation)[:, 2].min() > 0.5:
        pixels = np.clip(projection.pinhole(corners), -4000, 4000)
        cv2.fillConvexPoly(mask, np.round(pixels * 2**SHIFT).astype(np.int32), (255.0,), cv2.LINE_AA, SHIFT)


def _paint_litter(picture: Image, options: SceneOptions, projection: Projection, floor: float, random: Random) -> None:
    """Papers and loose discs on the table."""
    room = options.room
    for _ in range(room.papers):
        middle = np.array([float(random.uniform(-4, 10)), floor, float(random.uniform(-4, 3))])
        turn = float(random.uniform(0, np.pi))
        long, wide = 4.2, 3.0
        along, across = np.array([np.cos(turn), 0, np.sin(turn)]), np.array([-np.sin(turn), 0, np.cos(turn)])
        corners = [middle + a * long * along + b * wide * across for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        colour = (0.93, 0.95, 0.95) if random.random() < 0.6 else random_colour(random, vivid=0.5)
        _fill(picture, projection, np.array(corners), colour, 1.0)
    for _ in range(room.loose_discs):
        z = float(random.choice([random.uniform(-5, -1.4), random.uniform(1, 5)]))
        _paint_loose_disc(picture, options, projection, np.array([float(random.uniform(-5, 11)), floor, z]), random)


def _paint_tray_discs(
    picture: Image, options: SceneOptions, projection: Projection, depths: tuple[float, float]
) -> None:
    """Discs that lie in the tray between these depths, some on others."""
    random = np.random.default_rng((options.seed, 22, int(depths[0] < 0)))
    floor = ground(options.frame)
    for index in range(2 * options.room.loose_discs):
        x, z = float(random.uniform(-0.5, 6.5)), float(random.uniform(*depths))
        height = 0.2 if index > options.room.loose_discs and random.random() < 0.5 else 0.0
        _paint_loose_disc(picture, options, projection, np.array([x, floor - height, z]), random)


def _paint_loose_disc(
    picture: Image, options: SceneOptions, projection: Projection, middle: Matrix, random: Random
) -> None:
    """A disc that lies flat, the middle of its lower side here."""
    turns = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    rim = np.stack([np.cos(turns), np.zeros(32), np.sin(turns)], axis=1) * options.discs.radius
    colour = options.discs.first if random.random() < 0.5 else options.discs.second
    upper = middle - np.array([0, 0.2, 0])
    _fill(picture, projection, middle + rim, colour, 0.6)
    _fill(picture, projection, upper + rim, colour, 1.0)
    _fill(picture, projection, upper + rim * 0.7, colour, 0.92)
