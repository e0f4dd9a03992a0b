"""One picture to one board, or a plain word why not.

Joins the steps: find the lattice, straighten the board, read its cells. A board is given only above a bar of confidence
that was chosen on labelled pictures (docs/accuracy.md): an abstention costs a second look, a wrong board costs a game.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import assert_never

import numpy as np

from referee.board import Board, cell_name
from vision.cell_model import CellModel, RepeatedLooks
from vision.cells import Sampler
from vision.lattice import HOLES, Lattice
from vision.locate import Located, NotLocated, locate
from vision.picture import Image, check_picture
from vision.reading import CellReading, DiscNames, read_cells

LEAST_CONFIDENCE = 0.8
"""Confidence below which a board is not given; docs/accuracy.md has the figures for other bars."""

COLOURLESS = 4
"""Largest difference of a pixel's channels, in levels, in a picture without colours."""
COLOURED_SHARE = 0.01
"""Share of the pixels of the board that may differ more all the same."""


class UnreadableReason(Enum):
    """Why a picture gives no board; the value is what `read --json` says."""

    NO_BOARD = "no-board"
    HIDDEN = "hidden"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class StillOptions:
    """What is known about the set beforehand."""

    colours: DiscNames | None = None
    """The colours of the discs; unknown, the redder ones are red."""


@dataclass(frozen=True, slots=True)
class StillReading:
    """A board that was read."""

    board: Board
    lattice: Lattice
    confidence: float
    """Probability that all 42 cells are right, 0 to 1."""
    cells: CellReading
    """Cell by cell: probabilities, and the colours of the discs."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """No board, and why."""

    error: UnreadableReason
    message: str
    """One plain sentence."""
    lattice: Lattice | None = None
    """Where the holes are, when they were found."""
    cells: CellReading | None = None
    """The best guess, when there is one: not to be trusted."""


@cache
def _judge() -> RepeatedLooks:
    return RepeatedLooks(CellModel())


ANY_SET = StillOptions()
"""Nothing is known about the set."""


def read_still(bgr: Image, options: StillOptions = ANY_SET) -> StillReading | Unreadable:
    """Find the board in a picture and read it.

    Args:
        bgr: Picture, BGR uint8, shape (height, width, 3).
        options: What is known about the set.
    Raises: NotAPictureError when the array is no picture.
    """
    check_picture(bgr)
    match locate(bgr):
        case NotLocated(reason=reason):
            return Unreadable(UnreadableReason.NO_BOARD, f"no board was found: {reason.value}")
        case Located(lattice=lattice):
            return read_board(bgr, lattice, options)
        case unknown:
            assert_never(unknown)


def read_board(bgr: Image, lattice: Lattice, options: StillOptions = ANY_SET) -> StillReading | Unreadable:
    """Read the board at a known lattice.

    Args:
        bgr: Picture, BGR uint8, shape (height, width, 3).
        lattice: Where its holes are.
        options: What is known about the set.
    Raises: NotAPictureError when the array is no picture.
    """
    check_picture(bgr)
    board = Sampler(lattice, (bgr.shape[0], bgr.shape[1])).straighten(bgr)
    cells = read_cells(board, _judge(), options.colours)
    if cells.hidden:
        names = ", ".join(cell_name(cell) for cell in cells.hidden)
        return Unreadable(UnreadableReason.HIDDEN, f"something lies in front of {names}", lattice, cells)
    message = _doubt(board, cells, options)
    if message is not None:
        return Unreadable(UnreadableReason.UNSURE, message, lattice, cells)
    return StillReading(cells.board, lattice, cells.confidence, cells)


def _doubt(board: Image, cells: CellReading, options: StillOptions) -> str | None:
    """Say why a reading of a straightened board is not to be trusted; None when it is."""
    if cells.confidence < LEAST_CONFIDENCE:
        return f"the cells fit more than one board (the best has {cells.confidence:.2f})"
    if np.mean(np.ptp(board, axis=2) > COLOURLESS) < COLOURED_SHARE:
        return "the picture has no colours, and by their colours discs are told apart"
    # The trained look knows that discs lie below: upside down it takes discs above for none, or holes for discs.
    turned = read_cells(np.ascontiguousarray(board[::-1, ::-1]), _judge(), options.colours)
    least = max(LEAST_CONFIDENCE, cells.confidence) if _is_part_filled(cells.board) else LEAST_CONFIDENCE
    if _is_part_filled(turned.board) and turned.confidence > least:
        return "the picture seems to be upside down: turned over, the board reads otherwise"
    return None


def _is_part_filled(board: Board) -> bool:
    return 0 < board.occupied.bit_count() < HOLES
