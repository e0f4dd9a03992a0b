"""The turns of a record, counted as its text counts them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from referee.actions import Pop, Redrop, Stop
from referee.board import Disc
from referee.position import Phase, Position
from referee.record import HouseRuling, Move, Record, Remark


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn, or the part of one between two decisions of the players.

    Attributes:
        number: From 1; the pass of a whole turn counts as one.
        player: Whose turn it is.
        before: The position before it.
        moves: Places of its moves among the record's entries; empty for a pass.
    """

    number: int
    player: Disc
    before: Position
    moves: tuple[int, ...]


def turns(record: Record) -> tuple[Turn, ...]:
    """All turns of a record.

    Raises: RecordError when an action of the record is not legal where it stands.
    """
    found: list[Turn] = []
    position = record.start.settled()
    if position.turn is not record.start.turn:
        found.append(Turn(1, record.start.turn, record.start, ()))
    is_open = False
    for place, (entry, after) in enumerate(zip(record.entries, record.positions(), strict=True)):
        match entry:
            case Move(action, _):
                if is_open:
                    last = found[-1]
                    found[-1] = Turn(last.number, last.player, last.before, (*last.moves, place))
                else:
                    found.append(Turn(len(found) + 1, position.turn, position, (place,)))
                is_open = (
                    isinstance(action, Pop) and after.turn is position.turn and after.phase in (Phase.POP, Phase.REDROP)
                )
                if isinstance(action, Redrop | Stop) and after.turn is position.turn and after.phase is Phase.POP:
                    found.append(Turn(len(found) + 1, position.turn.other, after, ()))
            case HouseRuling():
                is_open = False
            case Remark():
                pass
            case _:
                assert_never(entry)
        position = after
    return tuple(found)
