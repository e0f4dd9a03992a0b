"""The lines of four through a cell of the bottom row, and the whole runs they belong to.

Pop 10 judges only the disc that is popped, and a popped disc lies in the bottom row; the games that judge every line
use `has_line`.
"""

from __future__ import annotations

from typing import Final

from referee.board import COLUMN_STRIDE, COLUMNS, ROWS, Cell, cell_bit

LINE_LENGTH: Final = 4
DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Steps (columns, rows): along the row, up the column, the two diagonals."""

STRIDES: Final = (COLUMN_STRIDE, 1, COLUMN_STRIDE + 1, COLUMN_STRIDE - 1)
"""The same four steps as distances between bits."""


def _inside(cell: Cell) -> bool:
    return 0 <= cell[0] < COLUMNS and 0 <= cell[1] < ROWS


def _lines_through(cell: Cell) -> tuple[int, ...]:
    masks = []
    for step_column, step_row in DIRECTIONS:
        for back in range(LINE_LENGTH):
            cells = [
                (cell[0] + (along - back) * step_column, cell[1] + (along - back) * step_row)
                for along in range(LINE_LENGTH)
            ]
            if all(_inside(member) for member in cells):
                masks.append(sum(cell_bit(*member) for member in cells))
    return tuple(masks)


BOTTOM_LINES: Final = tuple(_lines_through((column, 0)) for column in range(COLUMNS))
"""For each column the masks of the fours through its bottom cell."""


def scores(discs: int, column: int) -> bool:
    """Whether the bottom disc of a column is part of four or more in a row.

    Args:
        discs: Bits of the popping player's discs just before the pop, the bottom cell of `column` among them.
        column: The column that is popped.
    """
    return any(discs & line == line for line in BOTTOM_LINES[column])


def runs_through_bottom(discs: int, column: int) -> tuple[Cell, ...]:
    """All cells of the runs of four or more that the bottom disc of a column belongs to, sorted by name; empty if none.

    A run is taken whole: the fifth disc of five in a row is listed, too.
    """
    found: set[Cell] = set()
    for step_column, step_row in DIRECTIONS:
        run = [(column, 0)]
        for sign in (1, -1):
            cell = (column + sign * step_column, sign * step_row)
            while _inside(cell) and discs & cell_bit(*cell):
                run.append(cell)
                cell = (cell[0] + sign * step_column, cell[1] + sign * step_row)
        if len(run) >= LINE_LENGTH:
            found.update(run)
    return tuple(sorted(found))


def cells_in_lines(discs: int) -> tuple[Cell, ...]:
    """All cells of every four in a row, anywhere, sorted by name; empty when there is none.

    Args:
        discs: Bits of one player's discs.
    """
    found = 0
    for stride in STRIDES:
        firsts = discs
        for along in range(1, LINE_LENGTH):
            firsts &= discs >> (along * stride)
        for along in range(LINE_LENGTH):
            found |= firsts << (along * stride)
    cells = ((column, row) for column in range(COLUMNS) for row in range(ROWS))
    return tuple(cell for cell in cells if found & cell_bit(*cell))


def has_line(discs: int) -> bool:
    """Whether these discs hold four in a row anywhere.

    Source: the shift-and-mask test of J. Tromp's Fhourstones, on the same bit layout.
    """
    for stride in STRIDES:
        pairs = discs & (discs >> stride)
        if pairs & (pairs >> (2 * stride)):
            return True
    return False
