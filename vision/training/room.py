"""What is behind the board: walls, tables, trays, things, loose discs, patterns; sharp or out of focus."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.training.dice import Dice, Values
from vision.training.palette import DiscPair, draw_any, linear

ROOM_PIXELS = 320
"""Edge of the square picture of the room."""


def smooth_noise(dice: Dice, height: int, width: int, octaves: tuple[int, ...]) -> Values:
    """Noise of several coarsenesses, mean 0, spread about 1.

    Args:
        dice: Chance.
        height: Rows of the result.
        width: Columns of the result.
        octaves: Spots per 160 pixels, one entry a coarseness.
    """
    total = np.zeros((height, width), np.float32)
    for spots in octaves:
        coarse = dice.normals((max(2, height * spots // 160), max(2, width * spots // 160)))
        total += cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    return (total / np.float32(np.sqrt(len(octaves)))).astype(np.float32)


def _rectangle(dice: Dice, room: Values, colour: tuple[float, ...], size: float) -> None:
    angle = dice.between(0, 180) if dice.chance(0.5) else 0.0
    centre = (dice.between(0, ROOM_PIXELS), dice.between(0, ROOM_PIXELS))
    corners = cv2.boxPoints((centre, (size, size * dice.between(0.3, 3)), angle))
    cv2.fillPoly(room, [corners.astype(np.int32)], colour, cv2.LINE_AA)


def _ellipse(dice: Dice, room: Values, colour: tuple[float, ...], size: float) -> None:
    centre = (dice.between(0, ROOM_PIXELS), dice.between(0, ROOM_PIXELS))
    cv2.ellipse(room, (centre, (size, size * dice.between(0.4, 1)), dice.between(0, 180)), colour, -1, cv2.LINE_AA)


def _polygon(dice: Dice, room: Values, colour: tuple[float, ...], size: float) -> None:
    centre = dice.uniforms((1, 2), 0, ROOM_PIXELS)
    points = centre + dice.normals((dice.whole(3, 7), 2), size * 0.6)
    cv2.fillPoly(room, [cv2.convexHull(points.astype(np.int32))], colour, cv2.LINE_AA)


def _line(dice: Dice, room: Values, colour: tuple[float, ...], size: float) -> None:
    start, end = (dice.uniforms((2,), 0, ROOM_PIXELS).astype(int) for _ in range(2))
    thickness = int(np.clip(size / 10, 1, 14))
    cv2.line(room, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), colour, thickness, cv2.LINE_AA)


def _stripes(dice: Dice, room: Values, colour: tuple[float, ...], _size: float) -> None:
    count = dice.whole(3, 30)
    step = ROOM_PIXELS / count
    thickness = max(1, int(step * dice.between(0.2, 0.6)))
    across = dice.chance(0.5)
    for index in range(count):
        at = int(index * step)
        ends = ((0, at), (ROOM_PIXELS, at)) if across else ((at, 0), (at, ROOM_PIXELS))
        cv2.line(room, *ends, colour, thickness)


_Shape = Callable[[Dice, Values, tuple[float, ...], float], None]
_SOLIDS: tuple[_Shape, ...] = (_rectangle, _ellipse, _polygon)
_SHAPES: tuple[_Shape, ...] = (*_SOLIDS, _line, _stripes)


def _as_scalar(colour: Values) -> tuple[float, ...]:
    return tuple(float(channel) for channel in np.clip(colour, 0, 1))


def _ground(dice: Dice, confusing: tuple[Values, ...]) -> Values:
    """One colour or a run from one to another, with or without a table."""
    first = draw_any(dice, confusing)
    second = first if dice.chance(0.5) else draw_any(dice, confusing)
    run = np.linspace(0, 1, ROOM_PIXELS, dtype=np.float32)[:, None, None]
    room = np.broadcast_to(first * (1 - run) + second * run, (ROOM_PIXELS, ROOM_PIXELS, 3)).astype(np.float32)
    room = np.ascontiguousarray(room.transpose(1, 0, 2) if dice.chance(0.3) else room)
    if dice.chance(0.55):
        room[int(dice.between(0.15, 1) * ROOM_PIXELS) :] = draw_any(dice, confusing)
    return room


def _loose_discs(dice: Dice, room: Values, discs: DiscPair, top: float, count: int) -> None:
    for _ in range(count):
        colour = _as_scalar(dice.one_of(discs) * dice.between(0.5, 1.05))
        centre = (dice.between(0, ROOM_PIXELS), dice.between(top, ROOM_PIXELS))
        size = dice.between(14, 38)
        cv2.ellipse(room, (centre, (size, size * dice.between(0.4, 1)), dice.between(0, 180)), colour, -1, cv2.LINE_AA)


def _tray(dice: Dice, room: Values, frame: Values) -> float:
    top = dice.between(0.45, 0.95) * ROOM_PIXELS
    room[int(top) :] = np.clip(frame * dice.between(0.4, 1.5) + dice.uniforms((3,), -0.08, 0.08), 0, 1)
    if dice.chance(0.5):
        room[int(top) : int(top) + dice.whole(2, 10)] = np.clip(frame * dice.between(0.9, 1.4), 0, 1)
    return top


def draw_room(dice: Dice, frame: Values, discs: DiscPair) -> Values:
    """Draw a room.

    Args:
        dice: Chance.
        frame: Displayed colour of the frame, which its tray has too.
        discs: Displayed colours of the discs, which jumpers, boxes and loose discs behind may have too.
    Returns: Amounts of light, RGB, float32, shape (320, 320, 3); about 12 hole pitches across.
    """
    confusing = tuple(discs) if dice.chance(0.3) else ()
    room = _ground(dice, confusing)
    for _ in range(dice.one_of((0, 0, 1, 2, 3, 6, 14, 30))):
        dice.one_of(_SHAPES)(dice, room, _as_scalar(draw_any(dice, confusing)), dice.magnitude(10, 160))
    if dice.chance(0.12):  # a jumper or a box in a disc's colour
        colour = dice.one_of(discs)
        for _ in range(dice.whole(1, 3)):
            shade = colour * dice.between(0.6, 1.15) + dice.uniforms((3,), -0.05, 0.05)
            dice.one_of(_SOLIDS)(dice, room, _as_scalar(shade), dice.between(20, 220))
    if dice.chance(0.3):
        top = _tray(dice, room, frame)
        if dice.chance(0.4):
            _loose_discs(dice, room, discs, top - 10, dice.whole(1, 9))
    elif dice.chance(0.12):
        _loose_discs(dice, room, discs, 0.0, dice.whole(1, 11))
    if dice.chance(0.35):
        octaves = tuple(dice.one_of((4, 8, 16, 32, 64, 128, 160)) for _ in range(3))
        grain = dice.magnitude(0.016, 0.4) * smooth_noise(dice, ROOM_PIXELS, ROOM_PIXELS, octaves)[..., None]
        room = room * (1 + grain) if dice.chance(0.4) else room + grain * dice.uniforms((3,), -1, 1)
    if dice.chance(0.08):  # clouds of colour
        clouds = [smooth_noise(dice, ROOM_PIXELS, ROOM_PIXELS, (4, 8, 16)) for _ in range(3)]
        room = 0.5 * room + 0.5 * (0.5 + 0.35 * np.stack(clouds, axis=-1))
    if dice.chance(0.6):
        room = np.asarray(cv2.GaussianBlur(room, (0, 0), dice.magnitude(0.3, 8)), dtype=np.float32)
    return linear(room)
