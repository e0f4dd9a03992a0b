"""From a position to a board that nothing legal explains: the nearest thing that people do wrong.

One wrong act is taken back from the board in every way there is; where what remains is the board of the position, or
can be reached legally within the present turn, that act is the violation. A single wrong act from the position as it
stands comes before any story in which legal acts were missed too; else the fewest acts win. No act of play leaves a
disc in the air. Boards that can be explained are left to `explain`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from referee.actions import Action, mirrored_action
from referee.board import COLUMN_STRIDE, COLUMNS, ROWS, Board, Cell, Disc
from referee.explain import Way, explain, is_seen_from_behind, is_within_reach
from referee.position import Phase, Pop, Position
from referee.rules import Game
from referee.violation import Fault, ViolationKind, remedy_towards
from referee.wrong_acts import WrongAct, wrong_acts

WRONG_TURN_COST = 4
"""A whole turn played by the wrong player counts like this many acts: anything simpler comes first."""

ACTS_OF_A_TURN: Final = frozenset(
    [
        ViolationKind.WRONG_ROW,
        ViolationKind.WRONG_COLOUR,
        ViolationKind.NOT_YOUR_DISC,
        ViolationKind.DROP_WITHOUT_POP,
    ]
)
"""What a player does wrong in a turn that has just begun."""

MOST_MISSED = 6
"""So many legal acts of the turn may have been missed before the wrong one."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A violation and how far-fetched it is.

    Attributes:
        fault: The violation as facts.
        acts: How many acts it supposes, missed legal ones among them; the fewer the likelier.
        before: Where the game stood when the wrong act was done.
        seen: The board that was seen.
        missed: The legal acts that were missed before the wrong one, as the shortest way tells them.
    """

    fault: Fault
    acts: int
    before: Position
    seen: Board
    missed: tuple[Action, ...] = ()

    def is_being_put_right(self, board: Board) -> bool:
        """Whether a board is one that may stand for a while as the wrong columns are emptied and filled again.

        Such a board is no news: it could even be explained by a turn, though none was played. The board that should
        stand in the end is not among them.
        """
        right = self.fault.remedy.target
        changed = board.differing_columns(right)
        if not changed or not set(changed) <= set(self.fault.columns):
            return False
        return all(self._is_on_the_way(board.column(column), column) for column in changed)

    def _is_on_the_way(self, discs: tuple[Disc, ...], column: int) -> bool:
        right = self.fault.remedy.target.column(column)
        wrong = self.seen.column(column)
        count = len(discs)
        return discs in (right[:count], wrong[:count], wrong[len(wrong) - count :])


def diagnose(position: Position, board: Board, *, just_scored: bool = False) -> Diagnosis:
    """The nearest violation that explains a board.

    Args:
        position: Where the game stands, settled.
        board: Any arrangement that `explain` finds no way to.
        just_scored: Whether the last act was a scoring pop by the player whose turn it still is.
    """
    if is_seen_from_behind(position, board):
        mirrored = _diagnose(position.mirrored(), board.mirrored(), just_scored)
        return _mirrored(mirrored)
    return _diagnose(position, board, just_scored)


def _diagnose(position: Position, board: Board, just_scored: bool) -> Diagnosis:
    if board.floating_columns():
        return _taken_from_below(position, board) or _changed(position, board)
    return _single(position, board, just_scored) or _nearest(position, board, just_scored)


def _single(position: Position, board: Board, just_scored: bool) -> Diagnosis | None:
    """One wrong act done on the board of the position."""
    here = Way((), position, 1)
    for act in wrong_acts(board):
        if act.acts == 1 and act.before == position.board:
            fault = _fault(act, here, board, just_scored)
            if fault is not None:
                return Diagnosis(fault, act.acts, position, board)
    return None


def _taken_from_below(position: Position, board: Board) -> Diagnosis | None:
    """One disc is gone from under others, which have not fallen."""
    before = position.board
    gone = (before.red ^ board.red) | (before.yellow ^ board.yellow)
    if gone.bit_count() != 1 or not gone & before.occupied:
        return None
    column, row = divmod(gone.bit_length() - 1, COLUMN_STRIDE)
    remedy = remedy_towards(before, board)
    kind = ViolationKind.DISC_REMOVED
    fault = Fault(kind, position.turn, column, None, ((column, row),), (column,), remedy, board)
    return Diagnosis(fault, 1, position, board)


def _nearest(position: Position, board: Board, just_scored: bool) -> Diagnosis:
    """A wrong act after legal ones that were missed, or several wrong ones."""
    best: Diagnosis | None = None
    setup_drops = COLUMNS * ROWS if position.phase is Phase.SETUP else 0
    for act in wrong_acts(board):
        if best is not None and best.acts <= act.acts:
            continue
        if not is_within_reach(position, act.before, turns=1):
            continue
        fewer = (MOST_MISSED if best is None else min(MOST_MISSED, best.acts - act.acts - 1)) + setup_drops
        for way in explain(position, act.before, turns=1, most_actions=fewer):
            acts = act.acts + len(way.actions)
            if best is not None and best.acts <= acts:
                continue
            fault = _fault(act, way, board, _has_just_scored(way, just_scored))
            if fault is not None and (way.position.turn is position.turn or _may_be_the_others(position, way, fault)):
                best = Diagnosis(fault, acts, way.position, board, way.actions)
    if best is None or best.acts > WRONG_TURN_COST:
        best = _turn_of_the_other(position, board) or best
    return best or _changed(position, board)


def _may_be_the_others(position: Position, way: Way, fault: Fault) -> bool:
    """Whether to believe that the turn was played to its end, and that the opponent then did the wrong thing.

    Only for what people do when it is their turn, and in the setup after one drop: else nearly any board has such a
    story.
    """
    if position.phase is Phase.SETUP and len(way.actions) > 1:
        return False
    return fault.kind in ACTS_OF_A_TURN


def _fault(act: WrongAct, way: Way, board: Board, just_scored: bool) -> Fault | None:
    """What rule the act breaks in the position it was done in; None when it breaks none."""
    before = way.position
    player = before.turn
    kind: ViolationKind | None = None
    column: int | None = None
    came_from: int | None = None
    cells: tuple[Cell, ...] = ()
    if act.popped is not None:
        column, disc = act.popped
        came_from = column
        cells = ((column, 0),)
        match before.phase:
            case Phase.SETUP:
                kind = ViolationKind.POPPED_DURING_SETUP
            case Phase.PLAY if before.rules.game is not Game.POP_OUT or disc is player:
                kind = ViolationKind.DISC_REMOVED
            case Phase.POP | Phase.PLAY if disc is not player:
                kind = ViolationKind.NOT_YOUR_DISC
            case Phase.REDROP:
                kind = ViolationKind.POP_BEFORE_REDROP
            case _:
                kind = None
        if act.dropped is not None:
            cells = (*cells, (act.dropped[0], board.height(act.dropped[0]) - 1))
    elif act.dropped is not None:
        column, disc = act.dropped
        cells = ((column, board.height(column) - 1),)
        came_from = before.hand
        kind = _wrong_drop(before, column, disc, just_scored)
    elif act.removed is not None:
        column, row = act.removed
        cells = ((column, row),)
        kind = ViolationKind.DISC_REMOVED
    if kind is None:
        return None
    columns = before.board.differing_columns(board)
    remedy = remedy_towards(before.board, board)
    return Fault(kind, player, column, came_from, cells, columns, remedy, board)


def _wrong_drop(before: Position, column: int, disc: Disc, just_scored: bool) -> ViolationKind | None:
    match before.phase:
        case Phase.SETUP:
            if disc is not before.due_disc:
                return ViolationKind.WRONG_COLOUR
            return ViolationKind.WRONG_ROW if before.board.height(column) > before.filling_row else None
        case Phase.POP:
            if just_scored and disc is before.turn:
                return ViolationKind.REDROP_SCORED_DISC
            return ViolationKind.DROP_WITHOUT_POP
        case Phase.REDROP:
            if disc is not before.turn:
                return ViolationKind.WRONG_COLOUR
            return ViolationKind.REDROP_OWN_COLUMN if column not in before.redrop_columns() else None
        case Phase.PLAY:
            return ViolationKind.WRONG_COLOUR if disc is not before.turn else None
        case Phase.OVER:
            return None


def _turn_of_the_other(position: Position, board: Board) -> Diagnosis | None:
    """The opponent played a turn although it was not theirs."""
    if position.phase is not Phase.POP:
        return None
    other = replace(position, turn=position.turn.other, may_stop=False)
    if not other.can_pop(other.turn):
        return None
    for way in explain(other, board, turns=1):
        first = way.actions[0] if way.actions else None
        if isinstance(first, Pop):
            columns = position.board.differing_columns(board)
            remedy = remedy_towards(position.board, board)
            cells = ((first.column, 0),)
            kind = ViolationKind.NOT_YOUR_DISC
            fault = Fault(kind, position.turn, first.column, first.column, cells, columns, remedy, board)
            return Diagnosis(fault, WRONG_TURN_COST, position, board)
    return None


def _changed(position: Position, board: Board) -> Diagnosis:
    """Nothing that people do explains it."""
    columns = position.board.differing_columns(board)
    cells = tuple(
        (column, row) for column in columns for row in range(ROWS) if position.board[column, row] != board[column, row]
    )
    column = columns[0] if len(columns) == 1 else None
    remedy = remedy_towards(position.board, board)
    kind = ViolationKind.BOARD_CHANGED
    fault = Fault(kind, position.turn, column, None, cells, columns, remedy, board)
    return Diagnosis(fault, ROWS * COLUMNS, position, board)


def _has_just_scored(way: Way, just_scored: bool) -> bool:
    if not way.actions:
        return just_scored
    return isinstance(way.actions[-1], Pop) and way.position.phase is Phase.POP


def _mirrored(diagnosis: Diagnosis) -> Diagnosis:
    missed = tuple(mirrored_action(action) for action in diagnosis.missed)
    before, seen = diagnosis.before.mirrored(), diagnosis.seen.mirrored()
    return Diagnosis(diagnosis.fault.mirrored(), diagnosis.acts, before, seen, missed)
