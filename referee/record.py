"""A game's record as values: tags, start and entries. Its text is in `notation`."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import assert_never

from referee.errors import IllegalActionError, RecordError
from referee.position import Action, Position


class Result(Enum):
    """How a game ended, or that it has not."""

    RED = "red"
    YELLOW = "yellow"
    DRAW = "draw"
    OPEN = "*"


class RemarkKind(Enum):
    """What a remark tells; none of them changes the position."""

    VIOLATION = "violation"
    CORRECTED = "corrected"
    UNCLEAR = "unclear"
    REVISED = "revised"
    UNDONE = "undone"
    NOTE = "note"


class HouseKind(Enum):
    """What the players decided above the rules."""

    ACCEPTED = "accepted"
    TURN = "turn"
    SCORE = "score"
    DRAW = "draw"
    RESIGNED = "resigned"
    REPETITION = "repetition"


@dataclass(frozen=True, slots=True)
class Move:
    """A legal action. `inferred`: its place in the order could not be seen."""

    action: Action
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that happened and left the position as it was.

    `text` holds no brace and no space at its ends, so that it can stand in the record's text.
    """

    kind: RemarkKind
    text: str = ""

    def __post_init__(self) -> None:
        if self.text != self.text.strip() or "{" in self.text or "}" in self.text:
            raise RecordError(f"a remark holds no brace and no space at its ends, got {self.text!r}")


@dataclass(frozen=True, slots=True)
class HouseRuling:
    """The players decided; the game goes on from `position`."""

    kind: HouseKind
    position: Position
    text: str = ""


Entry = Move | Remark | HouseRuling


@dataclass(frozen=True, slots=True)
class Record:
    """What was played.

    Attributes:
        start: The position before the first turn.
        entries: All that happened, in order.
        result: How it ended.
        tags: Names and values for the head of the text, without `Start`, `Result` and `Rules`.
    """

    start: Position
    entries: tuple[Entry, ...] = ()
    result: Result = Result.OPEN
    tags: tuple[tuple[str, str], ...] = field(default=())

    def positions(self) -> tuple[Position, ...]:
        """The position after each entry.

        Raises: RecordError when an action is not legal where it stands, naming the entry by number from 1.
        """
        positions = []
        position = self.start.settled()
        for number, entry in enumerate(self.entries, start=1):
            match entry:
                case Move(action, _):
                    try:
                        position = position.apply(action)
                    except IllegalActionError as error:
                        raise RecordError(f"entry {number}: {error}") from error
                case HouseRuling(_, decided, _):
                    position = decided.settled()
                case Remark():
                    pass
                case _:
                    assert_never(entry)
            positions.append(position)
        return tuple(positions)

    @property
    def final(self) -> Position:
        """The position after the last entry."""
        positions = self.positions()
        return positions[-1] if positions else self.start.settled()
