"""What can be wrong with a board, and how to put it right, as values without words.

The words are in `messages`. A remedy is a list of acts that can be done with a real set: discs leave a column only
through its bottom and come back only at its top, so a disc is reached by emptying its column.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

from referee.board import COLUMNS, Board, Cell, Disc


class ViolationKind(Enum):
    """The kinds of the outside contract."""

    WRONG_ROW = "wrong-row"
    WRONG_COLOUR = "wrong-colour"
    POPPED_DURING_SETUP = "popped-during-setup"
    NOT_YOUR_DISC = "not-your-disc"
    DROP_WITHOUT_POP = "drop-without-pop"
    REDROP_SCORED_DISC = "redrop-scored-disc"
    REDROP_OWN_COLUMN = "redrop-own-column"
    POP_BEFORE_REDROP = "pop-before-redrop"
    DISC_REMOVED = "disc-removed"
    BOARD_CHANGED = "board-changed"


@dataclass(frozen=True, slots=True)
class TakeOut:
    """Push discs of a column out through the bottom, one after the other.

    Attributes:
        column: 0 to 6.
        discs: The discs as they come out, lowest first.
    """

    column: int
    discs: tuple[Disc, ...]


@dataclass(frozen=True, slots=True)
class PutIn:
    """Drop discs into a column.

    Attributes:
        column: 0 to 6.
        discs: The discs in the order they go in.
    """

    column: int
    discs: tuple[Disc, ...]


RemedyStep = TakeOut | PutIn


@dataclass(frozen=True, slots=True)
class Remedy:
    """How to put a board right.

    Attributes:
        steps: What to do, in order; empty when nothing can be said.
        target: The board as it stands after the last step.
        falling: Columns in which a disc hangs above an empty cell, to be pushed down before the steps.
    """

    steps: tuple[RemedyStep, ...]
    target: Board
    falling: tuple[int, ...] = ()

    def boards(self, board: Board) -> Iterator[Board]:
        """The boards that stand between one disc and the next while the steps are done on `board`, the last one too.

        On a board with a floating disc, that disc falls first.
        """
        board = Board.from_columns([board.column(column) for column in range(COLUMNS)])
        for step in self.steps:
            match step:
                case TakeOut(column, discs):
                    for _ in discs:
                        board = board.popped(column)
                        yield board
                case PutIn(column, discs):
                    for disc in discs:
                        board = board.dropped(column, disc)
                        yield board

    def mirrored(self) -> Remedy:
        """The same remedy on the board seen from behind."""
        steps = tuple(replace(step, column=COLUMNS - 1 - step.column) for step in self.steps)
        falling = tuple(COLUMNS - 1 - column for column in reversed(self.falling))
        return Remedy(steps, self.target.mirrored(), falling)


def remedy_towards(target: Board, board: Board) -> Remedy:
    """The steps from a board to the one that should stand, column by column from the left.

    As few discs as possible are pushed out: what is left of a column must be the lower end of what should stand there.
    """
    steps: list[RemedyStep] = []
    for column in board.differing_columns(target):
        # Where a disc floats, it has fallen by the time the steps begin.
        have, want = board.column(column), target.column(column)
        out = 0
        while want[: len(have) - out] != have[out:]:
            out += 1
        if out:
            steps.append(TakeOut(column, have[:out]))
        if len(want) > len(have) - out:
            steps.append(PutIn(column, want[len(have) - out :]))
    return Remedy(tuple(steps), target, board.floating_columns())


@dataclass(frozen=True, slots=True)
class Fault:
    """One violation as facts.

    Attributes:
        kind: Which of the contract's kinds.
        player: Whose turn it is.
        column: The one column concerned, None when there is no single one.
        came_from: The column that the disc concerned was popped from, where that matters.
        cells: The cells concerned, on the board as it was seen.
        columns: All columns in which the board differs from the one that should stand.
        remedy: How to put it right.
        seen: The board as it was seen.
    """

    kind: ViolationKind
    player: Disc
    column: int | None
    came_from: int | None
    cells: tuple[Cell, ...]
    columns: tuple[int, ...]
    remedy: Remedy
    seen: Board = field(default_factory=Board.empty)

    def mirrored(self) -> Fault:
        """The same violation on the board seen from behind."""
        back = COLUMNS - 1
        return Fault(
            self.kind,
            self.player,
            None if self.column is None else back - self.column,
            None if self.came_from is None else back - self.came_from,
            tuple((back - column, row) for column, row in self.cells),
            tuple(back - column for column in reversed(self.columns)),
            self.remedy.mirrored(),
            self.seen.mirrored(),
        )

    @property
    def wrong_disc(self) -> Disc:
        """The colour that was popped or dropped in place of the other.

        A disc that was dropped is there to be seen: in the setup of a house rule it is the player's own that is wrong.
        """
        dropped = self.seen[self.cells[-1]] if self.kind is ViolationKind.WRONG_COLOUR and self.cells else None
        return self.player.other if dropped is None else dropped

    @property
    def notes(self) -> tuple[str, ...]:
        """What is impossible about the board itself (gravity, number of discs), in plain sentences."""
        return self.seen.problems()

    @property
    def rule(self) -> int:
        """The number of the rule it breaks."""
        match self.kind:
            case ViolationKind.WRONG_ROW | ViolationKind.POPPED_DURING_SETUP:
                return 1
            case ViolationKind.NOT_YOUR_DISC | ViolationKind.DROP_WITHOUT_POP | ViolationKind.DISC_REMOVED:
                return 2
            case ViolationKind.REDROP_SCORED_DISC:
                return 3
            case ViolationKind.REDROP_OWN_COLUMN | ViolationKind.POP_BEFORE_REDROP:
                return 4
            case ViolationKind.WRONG_COLOUR:
                return 4 if self.came_from is not None else 1
            case ViolationKind.BOARD_CHANGED:
                return 2
