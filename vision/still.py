"""One picture to one board, or a plain word why not.

Joins the steps: find the lattice, straighten the board, ask the cell model, settle the colours, decode under gravity.
A board is given only above a bar of confidence that was chosen on labelled pictures (docs/accuracy.md): an abstention
costs a second look, a wrong board costs a game.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import assert_never

import numpy as np

from referee.board import Board, Cell, cell_name
from vision.cell_model import HIDDEN, CellModel
from vision.cells import Image, Sampler, check_picture
from vision.decode import decode
from vision.lattice import COLUMNS, ROWS, Lattice
from vision.locate import Located, NotLocated, locate

LEAST_CONFIDENCE = 0.9
"""Confidence below which a board is not given."""

LIKELY_HIDDEN = 0.5
"""Probability above which a cell counts as covered."""


class UnreadableReason(Enum):
    """Why a picture gives no board; the value is what `read --json` says."""

    NO_BOARD = "no-board"
    HIDDEN = "hidden"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class StillReading:
    """A board that was read."""

    board: Board
    lattice: Lattice
    confidence: float
    """Probability that all 42 cells are right, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """No board, and why."""

    error: UnreadableReason
    message: str
    """One plain sentence."""
    lattice: Lattice | None = None
    """Where the holes are, when they were found."""


@cache
def _cell_model() -> CellModel:
    return CellModel()


def read_still(bgr: Image) -> StillReading | Unreadable:
    """Find the board in a picture and read it.

    Args:
        bgr: Picture, BGR uint8, shape (height, width, 3).
    Raises: NotAPictureError when the array is no picture.
    """
    check_picture(bgr)
    match locate(bgr):
        case NotLocated(reason=reason):
            return Unreadable(UnreadableReason.NO_BOARD, f"no board was found: {reason.value}")
        case Located(lattice=lattice):
            return read_board(bgr, lattice)
        case unknown:
            assert_never(unknown)


def read_board(bgr: Image, lattice: Lattice) -> StillReading | Unreadable:
    """Read the board at a known lattice.

    Args:
        bgr: Picture, BGR uint8, shape (height, width, 3).
        lattice: Where its holes are.
    """
    model = _cell_model().log_probabilities(Sampler(lattice, (bgr.shape[0], bgr.shape[1])).straighten(bgr))
    covered: list[Cell] = [
        (column, row)
        for column in range(COLUMNS)
        for row in range(ROWS)
        if model[column, row, HIDDEN] > np.log(LIKELY_HIDDEN)
    ]
    if covered:
        names = ", ".join(cell_name(cell) for cell in covered)
        return Unreadable(UnreadableReason.HIDDEN, f"something lies in front of {names}", lattice)
    decoded = decode(model[..., :HIDDEN])
    if decoded.confidence < LEAST_CONFIDENCE:
        return Unreadable(
            UnreadableReason.UNSURE,
            f"the cells fit more than one board (the best at {decoded.confidence:.2f})",
            lattice,
        )
    return StillReading(decoded.board, lattice, decoded.confidence)
