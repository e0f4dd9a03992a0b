"""What the players can tell the referee, by a button or on the page."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from referee.board import Disc
from referee.position import Score
from referee.rules import Rules


class Button(Enum):
    """The three buttons at the table."""

    ACCEPT = "accept"
    UNDO = "undo"
    NEW_GAME = "new-game"


@dataclass(frozen=True, slots=True)
class DeclareTurn:
    """It is this player's turn."""

    player: Disc


@dataclass(frozen=True, slots=True)
class SetScore:
    """This is the score."""

    score: Score


@dataclass(frozen=True, slots=True)
class AgreeDraw:
    """Both players agree on a draw."""


@dataclass(frozen=True, slots=True)
class Resign:
    """This player gives up."""

    player: Disc


@dataclass(frozen=True, slots=True)
class CorrectTurn:
    """A past turn was played otherwise.

    Attributes:
        number: The turn as the record counts them, from 1.
        text: What was played, as the record writes it, like `b+,d>f`.
    """

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class ChooseRules:
    """From the next new game on these rules hold; the present game goes on by its own."""

    rules: Rules


Control = Button | DeclareTurn | SetScore | AgreeDraw | Resign | CorrectTurn | ChooseRules
"""Everything that `Referee.press` takes."""
