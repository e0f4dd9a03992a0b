"""How a board with depth looks through its holes: front plate, slot with discs, back plate, room.

All in plane coordinates of the straightened front, in hole pitches. A line of sight that meets the front plane at p is
at p + depth * slant(p) further in, so every layer is the front's pattern, shifted. Straightening has taken the
perspective of the front out; what is left of it is that the slant changes over the board.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.decode import EMPTY
from vision.lattice import COLUMNS, ROWS
from vision.training.arrangement import Labels
from vision.training.dice import Dice, Values
from vision.training.lighting import soft_step

PITCH = 24
"""Pixels a hole pitch in which boards are drawn."""

EDGE_WIDTH = 1.2 / PITCH
"""Width of the ramp along edges, in pitches."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Measures of a board and its discs, in hole pitches."""

    front_depth: float
    slot_depth: float
    back_depth: float
    hole_radius: float
    back_radius: float
    disc_radius: float
    disc_thickness: float
    disc_depth: Values
    """From the front plane to the face of each disc, shape (6, 7)."""
    disc_aside: Values
    """How far each disc lies off the middle of its place, to the right and down, shape (2, 6, 7)."""
    loose: bool
    """Whether the slot is so wide that each disc leans in its own way."""
    released_bar: bool
    """Whether the bar below is open, so that the bottom row is one wavy slot."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Where each pixel looks: shape (height, width) each."""

    x: Values
    y: Values
    slant_x: Values
    slant_y: Values
    distance: float
    """From the camera to the board, in hole pitches."""

    def at(self, depth: float | Values) -> tuple[Values, Values]:
        """Plane coordinates that the lines of sight have at a depth, one for all or shape (height, width)."""
        return self.x + np.float32(depth) * self.slant_x, self.y + np.float32(depth) * self.slant_y


def draw_shape(dice: Dice, deep: bool) -> Shape:
    """Draw the measures of a board; a deep one has thick plates."""
    front = dice.magnitude(0.18, 1.0) if deep else dice.magnitude(0.02, 0.36)
    slot = dice.between(0.15, 0.5) if deep else dice.between(0.08, 0.32)
    back = dice.between(0.05, 0.5) if deep else front * dice.between(0.4, 1.3)
    hole = dice.between(0.27, 0.43) if deep else dice.between(0.33, 0.46)
    disc = dice.between(hole + 0.015, max(0.497, hole + 0.03))
    if dice.chance(0.1):  # discs that barely fill their holes
        disc = dice.between(hole - 0.02, hole + 0.02)
    loose = dice.chance(0.55 if deep else 0.25)
    thickness = slot * (dice.between(0.2, 0.8) if loose else dice.between(0.4, 1))
    aside = dice.normals((2, ROWS, COLUMNS), dice.magnitude(0.013, 0.05) if loose else 0.013)
    aside[1] += max(0.0, 0.5 - disc) * dice.between(0, 0.6)
    place = dice.uniforms((ROWS, COLUMNS) if loose else (1, 1), 0, 1)
    if loose and dice.chance(0.5):  # nothing holds a disc in the middle: it rests against one plate or the other
        place = np.where(place < dice.between(0.2, 0.8), 0.15 * place, 1 - 0.15 * place)
    return Shape(
        front_depth=front,
        slot_depth=slot,
        back_depth=back,
        hole_radius=hole,
        back_radius=hole * dice.between(0.92, 1.06),
        disc_radius=disc,
        disc_thickness=thickness,
        disc_depth=(front + (slot - thickness) * place + np.zeros((ROWS, COLUMNS))).astype(np.float32),
        disc_aside=aside,
        loose=loose,
        released_bar=dice.chance(0.06),
    )


def draw_view(dice: Dice, deep: bool, shift: tuple[int, int]) -> View:
    """Draw where the camera stands, and how far the lattice that was found is off.

    Args:
        dice: Chance.
        deep: Whether the board has thick plates; those are seen from near and rather straight on.
        shift: Columns and rows by which the lattice is off altogether.
    """
    ys, xs = np.mgrid[0 : ROWS * PITCH, 0 : COLUMNS * PITCH].astype(np.float32)
    x, y = (xs + 0.5) / PITCH - 0.5, (ys + 0.5) / PITCH - 0.5
    across, down = (x - 3) / 3, (y - 2.5) / 2.5
    # Deep holes draw the lattice aside; else it is found to a few hundredths of a pitch.
    error = dice.normals((2, 4), dice.magnitude(0.005, 0.09 if deep or dice.chance(0.15) else 0.05))
    bend = dice.about(0, 0.03) * (across**2 + down**2 - 1) if dice.chance(0.3) else np.float32(0)
    terms = (np.float32(1), across, down, across * down)
    x = x + sum(error[0, i] * term for i, term in enumerate(terms)) + bend * across * 1.5 + shift[0]
    y = y + sum(error[1, i] * term for i, term in enumerate(terms)) + bend * down * 1.5 + shift[1]
    distance = dice.between(4.5, 13) if deep else dice.magnitude(6, 40)
    if deep:
        yaw, tilt = dice.about(0, 0.08), dice.about(0, 0.1)
    else:
        match dice.weighted((0.45, 0.35, 0.2)):
            case 0:
                yaw, tilt = dice.about(0, 0.25), dice.about(0.1, 0.2)
            case 1:
                yaw, tilt = dice.between(-0.8, 0.8), dice.between(-0.25, 0.75)
            case _:
                yaw, tilt = dice.about(0, 0.06), dice.about(0, 0.06)
    x, y = x.astype(np.float32), y.astype(np.float32)
    return View(x, y, yaw + (x - 3) / distance, tilt + (y - 2.5) / distance, distance)


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """What each line of sight meets, shares of 0 to 1, shape (height, width) each."""

    in_hole: Values
    """Enters a hole of the front plate."""
    past_front: Values
    """Leaves the front plate's hole without meeting its wall."""
    disc: Values
    """Meets the face of a disc."""
    disc_rim: Values
    """Meets the rim of a disc."""
    past_back: Values
    """Leaves the board at the back."""
    hole_x: Values
    """Offset from the hole's middle at the front."""
    hole_y: Values
    disc_x: Values
    """Offset from the disc's middle."""
    disc_y: Values
    disc_cell: tuple[NDArray[np.int64], NDArray[np.int64]]
    """Row (top first) and column of the disc met."""
    rim_cell: tuple[NDArray[np.int64], NDArray[np.int64]]
    """Row (top first) and column of the disc whose rim is met."""


def _bar_slot(across: Values, down: Values, radius: float) -> Values:
    """The wavy slot that an open bar leaves in the bottom row."""
    half_height = radius * 0.45 + 0.5 * radius * np.cos(2 * np.pi * across) ** 2
    return soft_step(np.abs(down) - half_height, EDGE_WIDTH)


def trace(shape: Shape, view: View, labels: Labels) -> Layers:
    """Follow all lines of sight into the board."""
    column = np.clip(np.rint(view.x), 0, COLUMNS - 1).astype(np.int64)
    row = np.clip(np.rint(view.y), 0, ROWS - 1).astype(np.int64)
    aside = shape.disc_aside
    disc_depth = shape.disc_depth[row, column]

    def offset(depth: float) -> tuple[Values, Values]:
        x, y = view.at(depth)
        return (x - column).astype(np.float32), (y - row).astype(np.float32)

    def through(depth: float) -> Values:
        across, down = offset(depth)
        share = soft_step(np.hypot(across, down) - shape.hole_radius, EDGE_WIDTH)
        if not shape.released_bar:
            return share
        wavy = np.maximum(share, _bar_slot(across, down, shape.hole_radius))
        return np.asarray(np.where(row == ROWS - 1, wavy, share), dtype=np.float32)

    def discs(depth: Values) -> tuple[Values, Values, Values, NDArray[np.int64]]:
        x, y = view.at(depth)
        there = np.clip(np.rint(y), 0, ROWS - 1).astype(np.int64)
        dx = (x - column - aside[0][there, column]).astype(np.float32)
        dy = (y - there - aside[1][there, column]).astype(np.float32)
        share = soft_step(np.hypot(dx, dy) - shape.disc_radius, EDGE_WIDTH)
        # Walls between the columns keep a line of sight from the discs of the next one.
        met = (labels[there, column] != EMPTY) & (np.abs(x - column) < 0.5)
        return np.asarray(share * met, dtype=np.float32), dx, dy, there

    def back(depth: float) -> Values:
        x, y = view.at(depth)
        share = soft_step(np.hypot(x - np.rint(x), y - np.rint(y)) - shape.back_radius, EDGE_WIDTH)
        return np.asarray(share * (np.abs(x - column) < 0.5), dtype=np.float32)

    disc, disc_x, disc_y, disc_row = discs(disc_depth)
    rim, _, _, rim_row = discs(disc_depth + np.float32(shape.disc_thickness))
    hole_x, hole_y = offset(0.0)
    to_back = shape.front_depth + shape.slot_depth
    return Layers(
        in_hole=through(0.0),
        past_front=through(shape.front_depth),
        disc=disc,
        disc_rim=rim,
        past_back=back(to_back) * back(to_back + shape.back_depth),
        hole_x=hole_x,
        hole_y=hole_y,
        disc_x=disc_x,
        disc_y=disc_y,
        disc_cell=(disc_row, column),
        rim_cell=(rim_row, column),
    )
