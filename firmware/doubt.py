"""Which of several boards that a picture may show stands there, as far as the game tells.

A hole before a wall in the very colour of a disc looks nearly the same with that disc and without. The picture then
leaves two boards, and the game so far says which: players seldom break a rule.
"""

import math
from typing import Final

from firmware.events import BoardSettled
from referee.board import Board
from referee.referee import Referee
from vision.seen import Alternative

UNLAWFUL_NATS: Final = 5.0
"""Nats against a board that breaks a rule: about one act in a hundred and fifty does."""
MISSED_NATS: Final = 1.5
"""Nats against each act beyond the first: where a picture is in doubt, one was easily missed."""
UNMOVED_NATS: Final = 1.0
"""Nats against nothing having happened: a board that was looked at before is seldom in doubt without a reason."""
LIKE_COLOURS_NATS: Final = 3.0
"""Nats by which a board with other colours in the same holes may be less likely and still count, 0.95: a wall behind a
hole looks like a disc but changes no disc's colour, and the first disc is to be called if it is of the wrong one."""
DECIDED: Final = 0.65
"""Probability from which a board is believed; the eye's own bar is the same."""
ACCUSED: Final = 0.95
"""Probability from which a board is believed that breaks a rule."""


def decide(seen: BoardSettled, referee: Referee | None) -> Board | None:
    """Choose the board that the picture and the game together speak for.

    Args:
        seen: What the picture shows.
        referee: Of the game so far; nothing of it is changed. None while no game has begun.
    Returns: A board that has changed since the last one; None while it is more likely that none has, no board is
        likely enough, or it is a guess that would accuse somebody.
    """
    if referee is None or not (seen.alternatives or seen.is_guess):
        return None if seen.is_guess else seen.board
    unmoved = referee.position.board
    nats = {seen.board: 0.0, **{other.board: other.nats for other in seen.alternatives if _counts(other, seen.board)}}
    acts = {board: referee.acts_to(board) for board in nats if board != unmoved}
    costs = {board: nats[board] + (UNMOVED_NATS if board == unmoved else _against(acts[board])) for board in nats}
    likeliest = min(costs, key=costs.__getitem__)
    probability = 1.0 / sum(math.exp(costs[likeliest] - cost) for cost in costs.values())
    has_changed = likeliest == seen.board or likeliest != unmoved
    is_lawful = likeliest == unmoved or acts[likeliest] is not None
    if not has_changed or (seen.is_guess and not is_lawful):
        return None
    return likeliest if probability >= (DECIDED if is_lawful else ACCUSED) else None


def _counts(other: Alternative, seen: Board) -> bool:
    return other.nats < LIKE_COLOURS_NATS or other.board.occupied != seen.occupied


def _against(acts: int | None) -> float:
    return UNLAWFUL_NATS if acts is None else MISSED_NATS * max(0, acts - 1)
