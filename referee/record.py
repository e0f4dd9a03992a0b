"""A game's record as values: tags, turns and remarks. Its text is in `notation`."""

from __future__ import annotations

from dataclasses import dataclass

from referee.position import Position


@dataclass(frozen=True, slots=True)
class Record:
    """What was played.

    Attributes:
        start: The position before the first turn.
    """

    start: Position
