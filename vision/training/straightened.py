"""One straightened board with its labels, from one seed: what the cell model is trained on."""

import cv2
import numpy as np

from vision.cell_model import HIDDEN
from vision.lattice import COLUMNS, ROWS
from vision.picture import Image
from vision.training.arrangement import Labels, draw_arrangement
from vision.training.dice import Dice, Values
from vision.training.geometry import PITCH, View, draw_shape, draw_view, trace
from vision.training.lighting import light_field
from vision.training.palette import DiscPair, draw_any, draw_discs, draw_frame, draw_skin, linear
from vision.training.room import ROOM_PIXELS, draw_room, smooth_noise
from vision.training.sensor import photograph
from vision.training.surfaces import draw_lamp, paint_discs, paint_frame, paint_walls

UNLABELLED = 255
"""A cell that is partly covered: neither answer is wanted."""

COVERED_SHARE, TOUCHED_SHARE = 0.35, 0.08
"""Shares of a hole above which it is hidden, and above which it is not labelled."""


def _seen_room(dice: Dice, view: View, room: Values) -> Values:
    """The room as seen past the board, at some distance behind it."""
    depth = dice.magnitude(0.8, 40)
    scale = np.float32(dice.between(12, 60) / (1 + depth / view.distance if dice.chance(0.9) else 1.0))
    x, y = view.at(depth)
    map_x = (x - x.mean()) * scale + ROOM_PIXELS / 2 + dice.between(-60, 60)
    map_y = (y - y.mean()) * scale + ROOM_PIXELS / 2 + dice.between(-60, 60)
    seen = cv2.remap(
        room, map_x.astype(np.float32), map_y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )
    seen = np.asarray(seen, dtype=np.float32) * np.float32(dice.magnitude(0.25, 3.2) if dice.chance(0.6) else 1.0)
    return seen * light_field(dice, view.x, view.y, 0.5) if dice.chance(0.3) else seen


def _pixel(point: tuple[float, float]) -> tuple[int, int]:
    """Where a point of the plane is in what is drawn."""
    return int((point[0] + 0.5) * PITCH), int((point[1] + 0.5) * PITCH)


def _arm(dice: Dice, mask: Values) -> None:
    """Draw an arm or a stick that reaches in from beside the board, mostly with fingers."""
    thickness = dice.between(0.6, 2.2)
    along_x, along_y = dice.between(-1, COLUMNS), dice.between(-1, ROWS)
    start = dice.one_of(((along_x, -1.5), (along_x, ROWS + 0.5), (-1.5, along_y), (COLUMNS + 0.5, along_y)))
    reach = dice.between(0.2, 1)
    end = (
        start[0] + (dice.between(-0.5, COLUMNS - 0.5) - start[0]) * reach,
        start[1] + (dice.between(-0.5, ROWS - 0.5) - start[1]) * reach,
    )
    cv2.line(mask, _pixel(start), _pixel(end), (1.0,), int(thickness * PITCH), cv2.LINE_AA)
    for _ in range(dice.whole(0, 4)):
        tip = (end[0] + dice.about(0, thickness * 0.7), end[1] + dice.about(0, thickness * 0.7))
        finger = max(1, int(thickness * PITCH * dice.between(0.2, 0.35)))
        cv2.line(mask, _pixel(end), _pixel(tip), (1.0,), finger, cv2.LINE_AA)


def _lone_thing(dice: Dice, mask: Values) -> None:
    """Draw a thing hardly larger than a hole before one of them: a fingertip that points at it, a sticker."""
    middle = (
        dice.whole(0, COLUMNS - 1) + dice.about(0, 0.15),
        dice.whole(0, ROWS - 1) + dice.about(0, 0.15),
    )
    across, down = (max(1, int(PITCH * dice.between(0.4, 0.8))) for _ in range(2))
    cv2.ellipse(mask, _pixel(middle), (across, down), dice.between(0, 180), 0, 360, (1.0,), -1, cv2.LINE_AA)


def _put_hand(dice: Dice, light: Values, labels: Labels, view: View, radius: float, confusing: DiscPair) -> Values:
    """Lay a hand, a sleeve or another thing over the board; marks the cells it covers in the labels."""
    height, width = light.shape[:2]
    mask = np.zeros((height, width), np.float32)
    if dice.chance(0.2):
        _lone_thing(dice, mask)
    else:
        _arm(dice, mask)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), dice.magnitude(0.4, 4)), dtype=np.float32)
    colour = linear(draw_skin(dice) if dice.chance(0.7) else draw_any(dice, tuple(confusing)))
    shade = light_field(dice, view.x, view.y, 1.0) * dice.between(0.5, 1.6)
    hand = colour * shade * (1 + 0.15 * smooth_noise(dice, height, width, (8, 16, 32)))[..., None]
    for row in range(ROWS):
        for column in range(COLUMNS):
            disc = np.zeros((height, width), np.uint8)
            cv2.circle(disc, _pixel((column, row)), int(radius * PITCH), (1,), -1)
            share = float(mask[disc > 0].mean())
            if share > COVERED_SHARE:
                labels[row, column] = HIDDEN
            elif share > TOUCHED_SHARE:
                labels[row, column] = UNLABELLED
    return np.asarray(light * (1 - mask[..., None]) + hand * mask[..., None], dtype=np.float32)


def _labels_of(arrangement: Labels, shift: tuple[int, int]) -> Labels:
    """The cells as a lattice that is off sees them: beside the board there is nothing to read."""
    labels = np.full((ROWS, COLUMNS), HIDDEN, np.uint8)
    for row in range(ROWS):
        for column in range(COLUMNS):
            if 0 <= row + shift[1] < ROWS and 0 <= column + shift[0] < COLUMNS:
                labels[row, column] = arrangement[row + shift[1], column + shift[0]]
    return labels


def render_straightened(seed: int) -> tuple[Image, Labels]:
    """Render one board.

    Args:
        seed: Everything follows from it.
    Returns: The straightened board, BGR uint8, shape (96, 112, 3), and the state of each cell, shape (6, 7), top row
        first: those of `vision.decode`, `HIDDEN`, or `UNLABELLED`.
    """
    dice = Dice(seed)
    arrangement = draw_arrangement(dice)
    discs = draw_discs(dice)
    frame = draw_frame(dice, discs)
    deep = dice.chance(0.4)
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    shift = dice.one_of(steps) if dice.chance(0.03) else (0, 0)
    shape = draw_shape(dice, deep)
    view = draw_view(dice, deep, shift)
    layers = trace(shape, view, arrangement)
    lamp = draw_lamp(dice, view)
    room = _seen_room(dice, view, draw_room(dice, frame, discs))

    front = paint_frame(dice, linear(frame), lamp, layers, shape)
    if dice.chance(0.05):  # the frame lets light through
        share = dice.between(0.2, 0.7)
        front = front * (1 - share) + room * linear(frame) * (share * 1.5)
    walls = paint_walls(dice, linear(frame), lamp, layers)
    pair = DiscPair(linear(discs.red), linear(discs.yellow))
    domed = 0.8 if deep else 0.4
    faces, rims = paint_discs(dice, pair, arrangement, lamp, view, layers, shape, domed=domed)

    light = room
    for seen, covers, nearer in (
        (layers.past_back, False, walls * dice.between(0.3, 1)),
        (layers.disc_rim, True, rims),
        (layers.disc, True, faces),
        (layers.past_front, False, walls),
        (layers.in_hole, False, front),
    ):
        cover = (seen if covers else 1 - seen)[..., None]
        light = nearer * cover + light * (1 - cover)
    if dice.chance(0.55):  # the room is seen beside the frame as well
        beyond_x = (view.x < -dice.between(0.42, 0.9)) | (view.x > COLUMNS - 1 + dice.between(0.42, 0.9))
        beyond_y = (view.y < -dice.between(0.42, 0.9)) | (view.y > ROWS - 1 + dice.between(0.42, 0.9))
        light = np.where((beyond_x | beyond_y)[..., None], room, light)
    labels = _labels_of(arrangement, shift)
    if dice.chance(0.15):
        light = _put_hand(dice, light, labels, view, shape.hole_radius, discs)
    return photograph(dice, light, PITCH), labels
