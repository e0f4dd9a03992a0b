"""The grid: which disc lies in which of the 42 cells, whatever the rules say about it.

Owns `Disc` and `Board` and their text. A `Board` may be impossible (a floating disc, too many of a colour): it is what
somebody saw. What is lawful is left to `position`.

Columns count from 0 at the left and rows from 0 at the bottom. Inside, each colour is one integer with a bit per cell,
seven bits a column, bottom row first; the seventh bit of a column stays 0, so that lines do not run over the edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from referee.errors import BoardTextError, ColumnFullError, quoted
from referee.translation import gettext as _
from referee.translation import ngettext

COLUMNS: Final = 7
ROWS: Final = 6
DISCS_PER_PLAYER: Final = 21
COLUMN_STRIDE: Final = ROWS + 1
COLUMN_MASK: Final = (1 << ROWS) - 1
GRID_MASK: Final = sum(COLUMN_MASK << (column * COLUMN_STRIDE) for column in range(COLUMNS))

Cell = tuple[int, int]
"""(column, row), both from 0, left and bottom first."""


class Disc(Enum):
    """A colour, and with it the player who owns the discs of that colour."""

    RED = "R"
    YELLOW = "Y"

    @property
    def other(self) -> Disc:
        """The opponent's colour."""
        return Disc.YELLOW if self is Disc.RED else Disc.RED

    @property
    def letter(self) -> str:
        """`R` or `Y`, as board texts write it."""
        return self.value

    @property
    def player(self) -> str:
        """`red` or `yellow`, as rulings write it."""
        return "red" if self is Disc.RED else "yellow"


def cell_bit(column: int, row: int) -> int:
    """The bit of a cell in a colour's integer."""
    return 1 << (column * COLUMN_STRIDE + row)


def column_name(column: int) -> str:
    """`a` to `g` for column 0 to 6."""
    return "abcdefg"[column]


def column_index(name: str) -> int:
    """Column 0 to 6 for `a` to `g`.

    Raises: ValueError when the name is not one of them.
    """
    return "abcdefg".index(name) if len(name) == 1 else _no_column(name)


def _no_column(name: str) -> int:
    raise ValueError(f"a column is one letter a to g, got {quoted(name)}")


def cell_name(cell: Cell) -> str:
    """`a1` to `g6`."""
    column, row = cell
    return f"{column_name(column)}{row + 1}"


@dataclass(frozen=True, slots=True)
class Board:
    """Any arrangement of the 42 cells, also an impossible one.

    Attributes:
        red: Bits of the cells with a red disc (see the module's text for the layout).
        yellow: Bits of the cells with a yellow disc; shares no bit with `red`.
    """

    red: int
    yellow: int

    @classmethod
    def empty(cls) -> Board:
        """The grid without a disc."""
        return cls(0, 0)

    @classmethod
    def parse(cls, text: str) -> Board:
        """Read a board text: six rows, top row first, joined by `/`; `R`, `Y` or `.` a cell.

        Raises: BoardTextError saying which row or cell is wrong.
        """
        rows = text.split("/")
        if len(rows) != ROWS:
            raise BoardTextError(f"a board has {ROWS} rows joined by '/', got {len(rows)}: {quoted(text)}")
        red = yellow = 0
        for index, cells in enumerate(rows):
            row = ROWS - 1 - index
            if len(cells) != COLUMNS:
                told = f"row {row + 1} of the board has {len(cells)} cells, not {COLUMNS}"
                raise BoardTextError(f"{told}: {quoted(cells)}")
            for column, letter in enumerate(cells):
                match letter:
                    case "R":
                        red |= cell_bit(column, row)
                    case "Y":
                        yellow |= cell_bit(column, row)
                    case ".":
                        pass
                    case _:
                        name = cell_name((column, row))
                        raise BoardTextError(f"cell {name} of the board must be R, Y or '.', got {quoted(letter)}")
        return cls(red, yellow)

    @classmethod
    def from_columns(cls, columns: Sequence[Sequence[Disc]]) -> Board:
        """A board from seven sequences of discs, left column first, bottom disc first.

        Raises: BoardTextError when there are not seven, ColumnFullError when one holds more than six discs.
        """
        if len(columns) != COLUMNS:
            raise BoardTextError(f"a board has {COLUMNS} columns, got {len(columns)}")
        red = yellow = 0
        for column, discs in enumerate(columns):
            if len(discs) > ROWS:
                raise ColumnFullError(f"column {column_name(column)} holds {ROWS} discs, got {len(discs)}")
            for row, disc in enumerate(discs):
                if disc is Disc.RED:
                    red |= cell_bit(column, row)
                else:
                    yellow |= cell_bit(column, row)
        return cls(red, yellow)

    def __str__(self) -> str:
        return "/".join(
            "".join("." if disc is None else disc.letter for disc in (self[column, row] for column in range(COLUMNS)))
            for row in reversed(range(ROWS))
        )

    def __getitem__(self, cell: Cell) -> Disc | None:
        """The disc in a cell `board[column, row]`, or None.

        Raises: IndexError outside of the grid.
        """
        column, row = cell
        if not (0 <= column < COLUMNS and 0 <= row < ROWS):
            raise IndexError(f"no cell at column {column}, row {row}")
        bit = cell_bit(column, row)
        if self.red & bit:
            return Disc.RED
        return Disc.YELLOW if self.yellow & bit else None

    @property
    def occupied(self) -> int:
        """Bits of the cells with a disc."""
        return self.red | self.yellow

    @property
    def is_full(self) -> bool:
        """Whether every cell holds a disc."""
        return self.occupied == GRID_MASK

    def mask(self, disc: Disc) -> int:
        """Bits of the cells with a disc of this colour."""
        return self.red if disc is Disc.RED else self.yellow

    def height(self, column: int) -> int:
        """Rows of a column up to its topmost disc, 0 to 6; where nothing floats, the number of its discs."""
        return ((self.occupied >> (column * COLUMN_STRIDE)) & COLUMN_MASK).bit_length()

    def count(self, disc: Disc) -> int:
        """Number of discs of a colour on the grid."""
        return self.mask(disc).bit_count()

    def column(self, column: int) -> tuple[Disc, ...]:
        """The discs of a column, bottom first; gaps are left out."""
        return tuple(disc for disc in (self[column, row] for row in range(ROWS)) if disc is not None)

    def with_cell(self, column: int, row: int, disc: Disc | None) -> Board:
        """The same board but for one cell."""
        bit = cell_bit(column, row)
        red, yellow = self.red & ~bit, self.yellow & ~bit
        if disc is Disc.RED:
            red |= bit
        elif disc is Disc.YELLOW:
            yellow |= bit
        return Board(red, yellow)

    def dropped(self, column: int, disc: Disc) -> Board:
        """The board after a disc was dropped into a column.

        Raises: ColumnFullError when the column has no room.
        """
        row = self.height(column)
        if row == ROWS:
            raise ColumnFullError(f"column {column_name(column)} is full")
        return self.with_cell(column, row, disc)

    def popped(self, column: int) -> Board:
        """The board after a column lost its bottom cell and all above fell one space."""
        mask = COLUMN_MASK << (column * COLUMN_STRIDE)
        return Board(
            self.red & ~mask | (self.red & mask) >> 1 & mask,
            self.yellow & ~mask | (self.yellow & mask) >> 1 & mask,
        )

    def mirrored(self) -> Board:
        """The board seen from behind: column a becomes g."""
        return Board(mirrored_mask(self.red), mirrored_mask(self.yellow))

    def differing_columns(self, other: Board) -> tuple[int, ...]:
        """Columns in which two boards differ, from the left."""
        changed = (self.red ^ other.red) | (self.yellow ^ other.yellow)
        return tuple(column for column in range(COLUMNS) if changed >> (column * COLUMN_STRIDE) & COLUMN_MASK)

    def floating_columns(self) -> tuple[int, ...]:
        """Columns in which a disc stands above an empty cell, from the left."""
        columns = ((column, self.occupied >> (column * COLUMN_STRIDE) & COLUMN_MASK) for column in range(COLUMNS))
        return tuple(column for column, cells in columns if cells & (cells + 1))

    def problems(self) -> tuple[str, ...]:
        """What gravity or the number of discs forbids on this board, one plain sentence each; empty when well."""
        found = []
        for column in self.floating_columns():
            cells = self.occupied >> (column * COLUMN_STRIDE) & COLUMN_MASK
            gap = (~cells & (cells + 1)).bit_length() - 1
            found.append(_("a disc floats above the empty cell {cell}").format(cell=cell_name((column, gap))))
        for disc in Disc:
            count = self.count(disc)
            if count <= DISCS_PER_PLAYER:
                continue
            if disc is Disc.RED:
                words = ngettext(
                    "there is {count} red disc, the set has {limit}",
                    "there are {count} red discs, the set has {limit}",
                    count,
                )
            else:
                words = ngettext(
                    "there is {count} yellow disc, the set has {limit}",
                    "there are {count} yellow discs, the set has {limit}",
                    count,
                )
            found.append(words.format(count=count, limit=DISCS_PER_PLAYER))
        return tuple(found)


def mirrored_mask(mask: int) -> int:
    """A colour's integer with its columns in reverse order."""
    result = 0
    for column in range(COLUMNS):
        result |= (mask >> (column * COLUMN_STRIDE) & COLUMN_MASK) << ((COLUMNS - 1 - column) * COLUMN_STRIDE)
    return result
