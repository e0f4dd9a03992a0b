"""What is legal and what scores in a position, as values for whoever wants to show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from referee.board import Cell, Disc
from referee.lines import runs_through_bottom, scores
from referee.position import Action, Phase, Pop, Position

TURN_LIMIT: Final = 2_000
"""Positions of one turn looked at for the best; a turn can be very long."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What can be done.

    Attributes:
        legal: Every legal action, columns from the left.
        scoring: For each column whose disc would score, the cells of the runs it is part of.
        blocked: Columns whose bottom disc is not the player's.
    """

    legal: tuple[Action, ...]
    scoring: tuple[tuple[int, tuple[Cell, ...]], ...]
    blocked: tuple[int, ...]


def advise(position: Position) -> Advice:
    """What the player on turn may do, and what of it scores."""
    legal = position.legal_actions()
    discs = position.board.mask(position.turn)
    pops = [action.column for action in legal if isinstance(action, Pop)]
    scoring: tuple[tuple[int, tuple[Cell, ...]], ...] = ()
    if position.phase is Phase.POP:
        scoring = tuple((column, runs_through_bottom(discs, column)) for column in pops if scores(discs, column))
    blocked = tuple(
        column
        for column in range(7)
        if position.phase is Phase.POP and position.board[column, 0] is position.turn.other
    )
    return Advice(legal, scoring, blocked)


def best_turn(position: Position) -> tuple[Action, ...]:
    """A turn that scores the most points, the shortest of those; empty when the game is over.

    What the opponent can do next decides between equals: the turn that leaves them the fewest scoring pops.
    """
    player = position.turn
    best: tuple[tuple[int, int], tuple[Action, ...]] | None = None
    waiting: list[tuple[Position, tuple[Action, ...]]] = [(position, ())]
    seen = 0
    while waiting and seen < TURN_LIMIT:
        current, actions = waiting.pop()
        seen += 1
        if actions and _is_finished(current, player):
            worth = (current.score.of(player), -_threats(current, player))
            if best is None or worth > best[0] or (worth == best[0] and len(actions) < len(best[1])):
                best = (worth, actions)
            continue
        waiting.extend((current.apply(action), (*actions, action)) for action in current.legal_actions())
    return best[1] if best is not None else ()


def _is_finished(position: Position, player: Disc) -> bool:
    return position.turn is not player or position.phase in (Phase.OVER, Phase.SETUP)


def _threats(position: Position, player: Disc) -> int:
    if position.turn is player or position.phase is not Phase.POP:
        return 0
    return len(advise(position).scoring)
