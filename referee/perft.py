"""Counting legal action sequences, to hold the rules against numbers from elsewhere."""

from __future__ import annotations

from referee.kernel import State, count_actions, state_of, successors
from referee.position import Position
from referee.rules import Rules


def perft(position: Position, depth: int) -> int:
    """Number of legal action sequences of that length; a pass is no action.

    The last action is counted without being played, and positions reached in several orders are counted once.

    Raises: ValueError when the depth is negative.
    """
    if depth < 0:
        raise ValueError(f"the depth must be 0 or more, got {depth}")
    if depth == 0:
        return 1
    layer: dict[State, int] = {state_of(position.settled()): 1}
    for _ in range(depth - 1):
        layer = _played(layer, position.rules)
    return sum(times * count_actions(state, position.rules) for state, times in layer.items())


def _played(layer: dict[State, int], rules: Rules) -> dict[State, int]:
    """Every state one action on, with the number of sequences that lead there."""
    following: dict[State, int] = {}
    for state, times in layer.items():
        for _, child in successors(state, rules):
            following[child] = following.get(child, 0) + times
    return following
