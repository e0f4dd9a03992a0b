"""What becomes of a game when the players overrule the referee: positions that follow from no rule of play."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from referee import line_games
from referee.board import DISCS_PER_PLAYER, ROWS, Board, Disc
from referee.diagnose import Diagnosis
from referee.position import Action, Phase, Pop, Position, Redrop
from referee.violation import ViolationKind


def accepted(diagnosis: Diagnosis, board: Board) -> Position:
    """The position in which the players go on from a board that a violation led to.

    The score stays. A wrong drop or redrop counts as the one that was due, so the turn passes; after anything else the
    player on turn still has to do what was due.

    Args:
        diagnosis: The violation that is overruled.
        board: The board as it stands; one that can be (`Board.problems` empty).
    """
    before = diagnosis.before
    if before.phase is Phase.PLAY:
        after = replace(before, board=board, turn=before.turn.other)
        return after if not line_games.lines(after) else ended(after)
    match diagnosis.fault.kind:
        case ViolationKind.WRONG_ROW:
            return _dropped(before, board)
        case ViolationKind.WRONG_COLOUR:
            return _dropped(before, board) if before.phase is Phase.SETUP else _redropped(before, board)
        case ViolationKind.REDROP_OWN_COLUMN | ViolationKind.REDROP_SCORED_DISC:
            return _redropped(before, board)
        case (
            ViolationKind.POPPED_DURING_SETUP
            | ViolationKind.NOT_YOUR_DISC
            | ViolationKind.DROP_WITHOUT_POP
            | ViolationKind.POP_BEFORE_REDROP
            | ViolationKind.DISC_REMOVED
        ):
            return _same_due(before, board)
        case ViolationKind.BOARD_CHANGED:
            return _changed(before, board)
        case _:
            assert_never(diagnosis.fault.kind)


def traceless_turn(position: Position) -> tuple[Action, ...] | None:
    """A pop and its forced return that leave the grid as it is, if there is such a turn.

    Source: rule 4; only in a column of one colour while every other column is full.
    """
    if position.phase is not Phase.POP:
        return None
    for pop in position.legal_actions():
        if not isinstance(pop, Pop):
            continue
        held = position.after(pop)
        back = Redrop(pop.column)
        if held.phase is Phase.REDROP and back in held.legal_actions() and held.after(back).board == position.board:
            return (pop, back)
    return None


def with_turn(position: Position, player: Disc) -> Position:
    """The position with this player on turn, due to drop or to pop; a disc in the hand is set by."""
    phase = position.phase if position.phase in (Phase.SETUP, Phase.PLAY) else Phase.POP
    return replace(position, turn=player, phase=phase, hand=None, may_stop=False)


def ended(position: Position) -> Position:
    """The position with the game over as the players decided."""
    return replace(position, phase=Phase.OVER, hand=None, may_stop=False)


def _dropped(before: Position, board: Board) -> Position:
    if board.is_full:
        return _due_to_pop(before, board, before.rules.starts)
    return replace(before, board=board, turn=before.turn.other)


def _redropped(before: Position, board: Board) -> Position:
    return _due_to_pop(before, board, before.turn.other)


def _due_to_pop(before: Position, board: Board, player: Disc) -> Position:
    return replace(before, board=board, turn=player, phase=Phase.POP, hand=None, may_stop=False)


def _same_due(before: Position, board: Board) -> Position:
    if before.phase is Phase.SETUP and board.is_full:
        return _due_to_pop(before, board, before.rules.starts)
    if before.hand is not None and (board.height(before.hand) == ROWS or board.count(before.turn) == DISCS_PER_PLAYER):
        # Nothing can be in the hand any more.
        return _redropped(before, board)
    return replace(before, board=board)


def _changed(before: Position, board: Board) -> Position:
    more = board.occupied.bit_count() - before.board.occupied.bit_count()
    match before.phase:
        case Phase.SETUP if not board.is_full:
            turn = before.turn.other if more % 2 else before.turn
            return replace(before, board=board, turn=turn)
        case Phase.REDROP if more > 0:
            return _redropped(before, board)
        case _:
            return _same_due(before, board)
