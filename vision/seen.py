"""What the eye says of one frame: a board, a board that is hidden, or none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from referee.board import Board, Cell

if TYPE_CHECKING:
    from vision.lattice import Lattice


class HiddenReason(Enum):
    """Why cells cannot be read."""

    COVERED = "covered"
    """Something stands in front of cells, or a disc lies between two of them."""
    UNSURE = "unsure"
    """The cells fit more than one board."""


class LostReason(Enum):
    """Why there is no grid."""

    NOT_FOUND = "not found"
    """No grid is in the picture, or it is covered too far to be placed."""
    NOT_READ = "not read"
    """A grid is there, but what lies in it could not be read for the first time."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another board that a frame may show."""

    board: Board
    nats: float
    """By how much it is less likely than the board that is told, as far as the picture tells."""


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """All cells are read. The board need not stand still yet."""

    board: Board
    confidence: float
    """Probability of the board among all that gravity allows, 0 to 1."""
    lattice: Lattice
    moving: frozenset[Cell] = frozenset()
    """Cells that look otherwise than in the frame before."""
    approached: bool = False
    """Whether something moves beside or above the board, such as a hand that goes away."""
    alternatives: tuple[Alternative, ...] = ()
    """Boards with a column or two otherwise that are nearly as likely, likeliest first."""

    def otherwise_than(self, board: Board) -> BoardSeen | None:
        """Tell the likeliest other board in place of one, which becomes an alternative; None where there is none."""
        if self.board != board:
            return self
        if not self.alternatives:
            return None
        other, *rest = self.alternatives
        alternatives = (
            Alternative(board, -other.nats),
            *(Alternative(each.board, each.nats - other.nats) for each in rest),
        )
        return replace(self, board=other.board, alternatives=alternatives)


@dataclass(frozen=True, slots=True)
class BoardHidden:
    """The grid is there, but some cells cannot be read."""

    reason: HiddenReason
    cells: frozenset[Cell]
    lattice: Lattice
    guess: BoardSeen | None = None
    """The likeliest board other than that which stood there, where the doubt is about a column or two only."""


@dataclass(frozen=True, slots=True)
class BoardLost:
    """The grid is not found."""

    reason: LostReason


Observation = BoardSeen | BoardHidden | BoardLost
