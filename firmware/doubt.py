"""Which of several boards that a picture may show stands there, as far as the game tells.

A hole before a wall in the very colour of a disc looks nearly the same with that disc and without. The picture then
leaves two boards, and the game so far says which: players seldom break a rule.
"""

import math
from collections.abc import Sequence
from typing import Final

from referee.board import Board
from referee.referee import Referee
from vision.seen import Alternative

UNLAWFUL_NATS: Final = 4.0
"""Nats against a board that breaks a rule: about one act in fifty does."""
MISSED_NATS: Final = 1.0
"""Nats against each act beyond the first: one is seldom missed."""
UNMOVED_NATS: Final = 1.0
"""Nats against nothing having happened: a board that was looked at before is seldom in doubt without a reason."""
DECIDED: Final = 0.65
"""Probability from which a board is believed; the eye's own bar is the same."""


def decide(referee: Referee, board: Board, alternatives: Sequence[Alternative]) -> Board | None:
    """Choose the board that the picture and the game together speak for.

    Args:
        referee: Of the game so far; nothing of it is changed.
        board: The likeliest by the picture alone.
        alternatives: Others that it may show.
    Returns: A board that has changed since the last one; None while it is more likely that none has, or no board is
        likely enough.
    """
    if not alternatives:
        return board
    costs = {board: _against(referee, board)}
    costs.update((other.board, other.nats + _against(referee, other.board)) for other in alternatives)
    likeliest = min(costs, key=costs.__getitem__)
    probability = 1.0 / sum(math.exp(costs[likeliest] - cost) for cost in costs.values())
    has_changed = likeliest != referee.position.board or likeliest == board
    return likeliest if has_changed and probability >= DECIDED else None


def _against(referee: Referee, board: Board) -> float:
    if board == referee.position.board:
        return UNMOVED_NATS
    acts = referee.acts_to(board)
    return UNLAWFUL_NATS if acts is None else MISSED_NATS * max(0, acts - 1)
