"""What a board calls for, given how the last one stood to the game."""

from __future__ import annotations

from typing import Final, assert_never

from referee.board import COLUMNS, Board
from referee.diagnose import Diagnosis
from referee.explain import TURNS
from referee.position import Phase, Position
from referee.record import Move, RemarkKind
from referee.rules import Game
from referee.ruling import Corrected, Ruling
from referee.stories import Story, continued, widened
from referee.table import Standing, Table
from referee.violation import ViolationKind

MISSED_RATHER_THAN_WRONG: Final = 3
"""A legal story is believed when it needs at most so many acts more than the nearest violation."""

MISSED_AT_MOST: Final = 9
"""Where no violation is near, so many acts are believed to have been missed; more only within the next two turns."""

MISSED_SINGLE_TURNS: Final = 1
"""The same for the games of lines, where each act is a turn and a disc can vanish again by a pop."""

PLAYED_AT_ONCE: Final = 1
"""So many legal acts in place of a wrong one are believed, also where the board may be on its way to be put right."""

FIRST_DROPS: Final = 2
"""A new game has begun when the grid holds at most so many discs that the setup explains."""

FILLED_UP_FROM: Final = 2 * COLUMNS + 1
"""From so many discs on, a disc more in a grid that was never empty is one that fills it up for a stored start."""


def judge(table: Table, board: Board, at: float) -> tuple[Ruling, ...]:
    """The rulings for a board that is not the one seen last."""
    if _is_emptied(table, board):
        table.start_empty()
    match table.standing:
        case Standing.WAITING:
            return _while_waiting(table, board)
        case Standing.UNDONE:
            return _after_undo(table, board, at)
        case Standing.VIOLATION:
            return _after_violation(table, board, at)
        case Standing.AGREED | Standing.UNCLEAR:
            return _in_play(table, board, at)
        case _:
            assert_never(table.standing)


def _in_play(table: Table, board: Board, at: float) -> tuple[Ruling, ...]:
    if _is_stored_start(table, board):
        return table.start_stored(board)
    stories = widened(table.stories, board)
    if stories and _missed(table, stories) <= _margin(table):
        return table.settle(stories, at)
    if table.position.phase is Phase.OVER:
        return ()
    diagnosis = table.diagnose(board)
    if stories and _is_likelier(table, stories, diagnosis, board):
        return table.settle(stories, at)
    table.far_fetched = stories
    return table.call(board)


def _after_violation(table: Table, board: Board, at: float) -> tuple[Ruling, ...]:
    if board == table.position.board:
        return table.put_back(board)
    if _is_stored_start(table, board):
        corrected = Corrected(table.position)
        table.remark(RemarkKind.CORRECTED)
        return (corrected, *table.start_stored(board))
    stories = continued(table.stories, board, TURNS)
    if _is_being_put_right(table, stories, board):
        return ()
    if not stories:
        # Play that goes on undisturbed speaks for the legal story, however long, that was not believed before.
        stories = table.far_fetched = widened(table.far_fetched, board)
    if not stories:
        table.diagnosis = table.diagnose(board)
        return ()
    table.diagnosis = table.called = None
    table.standing = Standing.AGREED
    table.remark(RemarkKind.CORRECTED)
    corrected = Corrected(table.position)
    return (corrected, *table.settle(stories, at))


def _is_being_put_right(table: Table, stories: tuple[Story, ...], board: Board) -> bool:
    """Whether a board stands only for a while, as the players do what the remedy says.

    One that comes straight after the wrong board and is explained by one act was played, not put right.
    """
    called = table.called
    if called is None or not called.is_being_put_right(board):
        return False
    under_way = table.previous != called.seen and called.is_being_put_right(table.previous)
    return under_way or not stories or _missed(table, stories) > PLAYED_AT_ONCE


def _after_undo(table: Table, board: Board, at: float) -> tuple[Ruling, ...]:
    stories = continued(table.stories, board, TURNS)
    if not stories:
        return ()
    table.standing = Standing.AGREED
    return table.settle(stories, at)


def _while_waiting(table: Table, board: Board) -> tuple[Ruling, ...]:
    if _is_stored_start(table, board):
        return table.start_stored(board)
    if board == Board.empty():
        table.standing = Standing.AGREED
        return ()
    stories = widened(table.stories, board)
    is_old = _is_still_the_old_grid(table, board)
    if stories and (not is_old or board.occupied.bit_count() <= FIRST_DROPS):
        return table.tell(stories[0])
    return () if is_old else table.call(board)


def _is_still_the_old_grid(table: Table, board: Board) -> bool:
    """Whether a grid is on its way to be empty, or to be full, so that it tells nothing of the new game yet.

    One that was being filled up and then loses discs again is played in.
    """
    columns = [(table.previous.column(column), board.column(column)) for column in range(COLUMNS)]
    if all(now == old[len(old) - len(now) :] for old, now in columns):
        return not table.is_filled_up
    is_fuller = all(now[: len(old)] == old for old, now in columns)
    table.is_filled_up = is_fuller and board.occupied.bit_count() >= FILLED_UP_FROM
    return table.is_filled_up


def _is_stored_start(table: Table, board: Board) -> bool:
    """Whether a set that was stored full begins here, as nothing has been played yet."""
    position = table.position
    lawful = board.is_full and not board.problems()
    return lawful and position.phase is Phase.SETUP and position == Position.start(position.rules)


def _is_emptied(table: Table, board: Board) -> bool:
    """Whether a new game that was called over a full grid begins with the setup after all, as the grid was emptied."""
    ledger = table.ledger
    untouched = ledger.game > 1 and not any(isinstance(entry, Move) for entry in ledger.record.entries)
    if not (untouched and table.position.board.is_full) or board.occupied.bit_count() > FIRST_DROPS:
        return False
    return bool(continued((Story(Position.start(table.position.rules)),), board, TURNS))


def _is_likelier(table: Table, stories: tuple[Story, ...], diagnosis: Diagnosis, board: Board) -> bool:
    """Whether to believe that so many acts were missed, rather than that a rule was broken."""
    if diagnosis.fault.kind is ViolationKind.BOARD_CHANGED:
        return _missed(table, stories) <= MISSED_AT_MOST or bool(continued(table.stories, board, TURNS))
    return _missed(table, stories) - diagnosis.acts <= _margin(table)


def _margin(table: Table) -> int:
    return MISSED_SINGLE_TURNS if table.position.rules.game is not Game.POP_10 else MISSED_RATHER_THAN_WRONG


def _missed(table: Table, stories: tuple[Story, ...]) -> int:
    """How many acts the likeliest of these stories tells beyond the likeliest so far."""
    return len(stories[0].moves) - len(table.stories[0].moves)
