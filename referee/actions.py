"""What a player does at one time: a drop, a pop, a redrop."""

from __future__ import annotations

from dataclasses import dataclass

from referee.board import COLUMNS


@dataclass(frozen=True, slots=True)
class Drop:
    """Setup: the player's disc goes into a column."""

    column: int


@dataclass(frozen=True, slots=True)
class Pop:
    """The player's disc leaves the bottom of a column."""

    column: int


@dataclass(frozen=True, slots=True)
class Redrop:
    """The disc in the player's hand goes into a column."""

    column: int


@dataclass(frozen=True, slots=True)
class Stop:
    """House rule only: the player ends the turn after a scoring pop."""


Action = Drop | Pop | Redrop | Stop


def mirrored_action(action: Action) -> Action:
    """The same action on the board seen from behind."""
    match action:
        case Drop(column):
            return Drop(COLUMNS - 1 - column)
        case Pop(column):
            return Pop(COLUMNS - 1 - column)
        case Redrop(column):
            return Redrop(COLUMNS - 1 - column)
        case Stop():
            return action
