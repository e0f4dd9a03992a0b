"""Every single wrong act that can have ended in a board: a drop, a pop, a removal, or a pop with a drop.

Which rule it breaks depends on the position it is done in; that is left to `diagnose`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.board import COLUMNS, ROWS, Board, Disc


@dataclass(frozen=True, slots=True)
class WrongAct:
    """A wrong act supposed: what was done on `before` to make it the board that was seen."""

    before: Board
    dropped: tuple[int, Disc] | None = None
    popped: tuple[int, Disc] | None = None
    removed: tuple[int, int] | None = None

    @property
    def acts(self) -> int:
        """How many things were done."""
        return (self.dropped is not None) + (self.popped is not None) + (self.removed is not None)


def wrong_acts(board: Board) -> Iterator[WrongAct]:
    """Every single wrong act that could have ended in this board, the simplest first."""
    lifted = [
        (column, disc, _without_top(board, column, disc))
        for column in range(COLUMNS)
        if (disc := _top(board, column)) is not None
    ]
    for column, disc, before in lifted:
        yield WrongAct(before, dropped=(column, disc))
    for column in range(COLUMNS):
        for disc in Disc:
            if board.height(column) < ROWS:
                yield WrongAct(_with_inserted(board, column, 0, disc), popped=(column, disc))
    for column in range(COLUMNS):
        for row in range(1, board.height(column) + 1):
            for disc in Disc:
                if board.height(column) < ROWS:
                    yield WrongAct(_with_inserted(board, column, row, disc), removed=(column, row))
    for dropped_column, dropped, lower in lifted:
        for column in range(COLUMNS):
            if lower.height(column) < ROWS:
                before = _with_inserted(lower, column, 0, dropped)
                yield WrongAct(before, dropped=(dropped_column, dropped), popped=(column, dropped))


def _top(board: Board, column: int) -> Disc | None:
    height = board.height(column)
    return board[column, height - 1] if height else None


def _without_top(board: Board, column: int, disc: Disc) -> Board:
    assert board[column, board.height(column) - 1] is disc
    return board.with_cell(column, board.height(column) - 1, None)


def _with_inserted(board: Board, column: int, row: int, disc: Disc) -> Board:
    """The board with a disc pushed into a column at a row; the discs above move up one space."""
    result = board
    for above in range(board.height(column), row, -1):
        result = result.with_cell(column, above, board[column, above - 1])
    return result.with_cell(column, row, disc)
