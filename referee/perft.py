"""Counting legal action sequences, to hold the rules against numbers from elsewhere."""

from __future__ import annotations

from referee.position import Position


def perft(position: Position, depth: int) -> int:
    """Number of legal action sequences of that length; a pass is no action."""
    position = position.settled()
    if depth == 0:
        return 1
    actions = position.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(perft(position.apply(action), depth - 1) for action in actions)
