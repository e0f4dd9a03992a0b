"""One broken rule of each kind: when it can be broken so that nobody can take it for something else, and how."""

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from referee.board import COLUMNS, DISCS_PER_PLAYER, ROWS, Board, Disc
from referee.position import Phase, Position, Stop
from referee.violation import ViolationKind


@dataclass(frozen=True, slots=True)
class Insert:
    """A disc of this colour is dropped into a column."""

    column: int
    disc: Disc


@dataclass(frozen=True, slots=True)
class PushOut:
    """The bottom disc of a column is pushed out."""

    column: int


@dataclass(frozen=True, slots=True)
class LiftOut:
    """The topmost disc of a column is drawn out at the top."""

    column: int


@dataclass(frozen=True, slots=True)
class Rearrange:
    """Discs change their places behind a hand."""

    board: Board


Deed = Insert | PushOut | LiftOut | Rearrange


@dataclass(frozen=True, slots=True)
class Cheat:
    """A rule is broken.

    Attributes:
        kind: What the referee is to call it.
        before: Where the game stands, and goes on from once it is put right.
        deed: What is done to the board.
    """

    kind: ViolationKind
    before: Position
    deed: Deed


def cheat_at(kind: ViolationKind, position: Position, previous: Position, chance: random.Random) -> Cheat | None:
    """A way to break a rule here; None when this is no moment for it.

    Args:
        kind: Which rule.
        position: Where the game stands.
        previous: Where it stood one action before.
        chance: Decides between several ways.
    """
    deeds = list(_WAYS[kind](position, previous))
    return Cheat(kind, position, chance.choice(deeds)) if deeds else None


Ways = Callable[[Position, Position], Iterator[Deed]]


def _wrong_row(position: Position, _previous: Position) -> Iterator[Deed]:
    if position.phase is Phase.SETUP:
        row = position.filling_row
        for column in range(COLUMNS):
            if position.board.height(column) == row + 1 < ROWS:
                yield Insert(column, position.turn)


def _wrong_colour(position: Position, _previous: Position) -> Iterator[Deed]:
    other = position.turn.other
    redrop = position.phase is Phase.REDROP and position.score.of(other) > 0 and _others_open(position)
    if position.phase is Phase.SETUP or redrop:
        for action in position.legal_actions():
            if not isinstance(action, Stop) and position.board.count(other) < DISCS_PER_PLAYER:
                yield Insert(action.column, other)


def _popped_during_setup(position: Position, _previous: Position) -> Iterator[Deed]:
    if position.phase is Phase.SETUP:
        yield from (PushOut(column) for column in _mixed_columns(position.board))


def _not_your_disc(position: Position, _previous: Position) -> Iterator[Deed]:
    if position.phase is Phase.POP:
        for column in _mixed_columns(position.board):
            if position.board[column, 0] is position.turn.other:
                yield PushOut(column)


def _drop_without_pop(position: Position, previous: Position) -> Iterator[Deed]:
    # At the beginning of a turn: right after a scoring pop it would be another fault, that of dropping the scored disc.
    begins = position.phase is Phase.POP and previous.turn is not position.turn
    if begins and position.score.of(position.turn) > 0:
        yield from (Insert(column, position.turn) for column in _open_columns(position.board))


def _redrop_scored_disc(position: Position, previous: Position) -> Iterator[Deed]:
    scored = position.score.of(position.turn) > previous.score.of(position.turn)
    if position.phase is Phase.POP and scored and previous.turn is position.turn:
        yield from (Insert(column, position.turn) for column in _open_columns(position.board))


def _redrop_own_column(position: Position, previous: Position) -> Iterator[Deed]:
    if position.phase is not Phase.REDROP or position.hand is None or not _others_open(position):
        return
    # A column of one colour would look as if the pop had never been.
    if position.board.dropped(position.hand, position.turn) != previous.board:
        yield Insert(position.hand, position.turn)


def _pop_before_redrop(position: Position, _previous: Position) -> Iterator[Deed]:
    if position.phase is Phase.REDROP:
        for column in _mixed_columns(position.board):
            if column != position.hand and position.board[column, 0] is position.turn:
                yield PushOut(column)


def _disc_removed(position: Position, _previous: Position) -> Iterator[Deed]:
    if position.phase is Phase.POP:
        yield from (LiftOut(column) for column in _mixed_columns(position.board))


def _board_changed(position: Position, _previous: Position) -> Iterator[Deed]:
    """The topmost discs of two columns, of different colours, change places: no turn does that."""
    if position.phase is Phase.POP:
        mixed = list(_mixed_columns(position.board))
        for left, right in itertools.combinations(mixed, 2):
            (one, row), (other, other_row) = _top(position.board, left), _top(position.board, right)
            if one is not other:
                changed = position.board.with_cell(left, row, other).with_cell(right, other_row, one)
                if not any(_is_rotation(position.board, changed, column) for column in (left, right)):
                    yield Rearrange(changed)


def _top(board: Board, column: int) -> tuple[Disc | None, int]:
    row = board.height(column) - 1
    return board[column, row], row


def _is_rotation(before: Board, after: Board, column: int) -> bool:
    """Whether a pop and a return into its own column would make the column look like this."""
    return before.column(column)[1:] == after.column(column)[:-1]


_WAYS: dict[ViolationKind, Ways] = {
    ViolationKind.WRONG_ROW: _wrong_row,
    ViolationKind.WRONG_COLOUR: _wrong_colour,
    ViolationKind.POPPED_DURING_SETUP: _popped_during_setup,
    ViolationKind.NOT_YOUR_DISC: _not_your_disc,
    ViolationKind.DROP_WITHOUT_POP: _drop_without_pop,
    ViolationKind.REDROP_SCORED_DISC: _redrop_scored_disc,
    ViolationKind.REDROP_OWN_COLUMN: _redrop_own_column,
    ViolationKind.POP_BEFORE_REDROP: _pop_before_redrop,
    ViolationKind.DISC_REMOVED: _disc_removed,
    ViolationKind.BOARD_CHANGED: _board_changed,
}


def _open_columns(board: Board) -> Iterator[int]:
    return (column for column in range(COLUMNS) if board.height(column) < ROWS)


def _others_open(position: Position) -> bool:
    return any(column != position.hand for column in _open_columns(position.board))


def _mixed_columns(board: Board) -> Iterator[int]:
    """Columns that look otherwise without their bottom disc than without their top disc."""
    for column in range(COLUMNS):
        discs = board.column(column)
        if len(discs) > 1 and discs[1:] != discs[:-1]:
            yield column
