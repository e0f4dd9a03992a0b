"""From a legal action to the rulings that tell it: the act itself and what the rules make of it at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from referee.board import Disc
from referee.errors import IllegalActionError
from referee.lines import runs_through_bottom
from referee.position import Action, Drop, Phase, Pop, Position, Redrop, Stop
from referee.ruling import Drawn, Dropped, Passed, Popped, Redropped, Ruling, SetupComplete, Stopped, Won


def narrate(position: Position, actions: Sequence[Action], *, inferred: bool = False) -> tuple[Ruling, ...]:
    """The rulings for legal actions played from a position, in order.

    Args:
        position: Where the actions start.
        actions: Legal one after the other.
        inferred: Whether their order could not be seen.
    Raises: IllegalActionError when one is not legal.
    """
    rulings: list[Ruling] = []
    for action in actions:
        rulings.extend(_act(position, action, inferred))
        position = position.apply(action)
    return tuple(rulings)


def consequences(position: Position) -> Iterator[Ruling]:
    """Passes, and the draw, that a position calls for before anybody can act; see `Position.settled`."""
    settled = position.settled()
    if settled is position:
        return
    if settled.phase is Phase.OVER:
        yield Drawn(settled)
    else:
        yield Passed(settled, position.turn)


def _act(position: Position, action: Action, inferred: bool) -> Iterator[Ruling]:
    after = position.after(action)
    player: Disc = position.turn
    match action:
        case Drop(column):
            yield Dropped(after, player, column, position.board.height(column), inferred)
            if after.phase is Phase.POP:
                yield SetupComplete(after)
            yield from _end_of_lines(after)
        case Pop(column):
            scored = after.score != position.score
            line = runs_through_bottom(position.board.mask(player), column) if scored else ()
            yield Popped(after, player, column, scored, after.score, line, inferred)
            if position.phase is Phase.PLAY:
                yield from _end_of_lines(after)
            elif after.winner is not None:
                yield Won(after, player, after.score)
        case Redrop(column):
            if position.hand is None:
                raise IllegalActionError(f"{action} is not legal in {position}")
            yield Redropped(after, player, position.hand, column, position.board.height(column), inferred)
        case Stop():
            yield Stopped(after, player)
        case _:
            assert_never(action)
    yield from consequences(after)


def _end_of_lines(after: Position) -> Iterator[Ruling]:
    """How a game of lines has ended, if it has."""
    if after.phase is not Phase.OVER:
        return
    winner = after.winner
    yield Drawn(after) if winner is None else Won(after, winner, after.score)
