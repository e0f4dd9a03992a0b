"""The games of lines, Four in a Row and PopOut, as a table of what may be done and what ends them.

A line of four anywhere wins at once. In PopOut a player may pop an own disc of the bottom row instead of dropping one,
and a pop may make lines for both. `Position` asks here for these games; boards, explanations and records are the same.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.actions import Action, Drop, Pop
from referee.board import COLUMNS, DISCS_PER_PLAYER, ROWS, Disc
from referee.errors import IllegalActionError
from referee.lines import has_line
from referee.rules import Game

if TYPE_CHECKING:
    from referee.position import Position


def legal_actions(position: Position) -> tuple[Action, ...]:
    """Drops, columns from the left, then pops; none when nothing can be done."""
    board, player = position.board, position.turn
    drops: list[Action] = []
    if board.count(player) < DISCS_PER_PLAYER:
        drops = [Drop(column) for column in range(COLUMNS) if board.height(column) < ROWS]
    if position.rules.game is not Game.POP_OUT:
        return tuple(drops)
    return (*drops, *(Pop(column) for column in range(COLUMNS) if board[column, 0] is player))


def played(position: Position, action: Action) -> Position:
    """The position after a legal action; when it ends the game, the turn stays with who played it."""
    match action:
        case Drop(column):
            board = position.board.dropped(column, position.turn)
        case Pop(column):
            board = position.board.popped(column)
        case _:
            raise IllegalActionError(f"{action} is not legal in {position}")
    after = replace(position, board=board, turn=position.turn.other)
    if lines(after) or not legal_actions(after):
        return replace(position, board=board, phase=type(position.phase).OVER)
    return after


def lines(position: Position) -> tuple[Disc, ...]:
    """The players who have a line of four."""
    return tuple(disc for disc in Disc if has_line(position.board.mask(disc)))


def winner(position: Position) -> Disc | None:
    """Who has a line; where both have one, who popped, or nobody, as the rules say."""
    found = lines(position)
    if len(found) == 1:
        return found[0]
    return position.turn if found and position.rules.popper_wins else None
