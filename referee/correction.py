"""A past turn put right: it is played otherwise, and the turns after it are replayed as far as they still fit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from referee.actions import Action, Drop, Pop, Redrop, Stop
from referee.board import column_name
from referee.errors import RecordError
from referee.house import ended, with_turn
from referee.position import Position
from referee.record import Entry, HouseKind, HouseRuling, Move, Record, Remark, RemarkKind
from referee.replay import read_turn
from referee.translation import gettext as _
from referee.turns import turns


@dataclass(frozen=True, slots=True)
class Correction:
    """A record after one turn was put right.

    Attributes:
        before: The position before that turn.
        record: The record as it is now; its result is open unless the turns end the game.
        moves: What is played from `before` on, in order, each with the position it is played from.
        taken_back: How many acts of the old record no longer count.
        misfit: Which turn no longer fits and why, in plain words; empty when all do. It and all after it are dropped.
    """

    before: Position
    record: Record
    moves: tuple[tuple[Position, Move], ...]
    taken_back: int
    misfit: str


def correct(record: Record, number: int, text: str) -> Correction:
    """Play one turn of a record otherwise.

    Args:
        record: The game so far.
        number: The turn as the record's text counts them, from 1; a pass counts.
        text: The turn as the record's text writes it, like `b+,d>f`.
    Raises: RecordError when there is no such turn, or the new one is not legal there.
    """
    every = turns(record)
    if not 1 <= number <= len(every) or not every[number - 1].moves:
        words = _("wanted a turn from 1 to {last} that is no pass, got {number}")
        raise RecordError(words.format(last=len(every), number=number))
    turn = every[number - 1]
    first, last = turn.moves[0], turn.moves[-1]
    position = before = turn.before
    played = read_turn(position, text, number)
    moves: list[tuple[Position, Move]] = []
    for move in played:
        moves.append((position, move))
        position = position.apply(move.action)
    entries: list[Entry] = [*record.entries[:first], Remark(RemarkKind.NOTE, f"correction of turn {number}"), *played]
    misfit = ""
    for index in range(first, len(record.entries)):
        entry = record.entries[index]
        match entry:
            case Move() if index <= last:
                continue
            case Move(action):
                if action not in position.legal_actions():
                    words = _("turn {number}: {act} is not possible any more")
                    misfit = words.format(number=_number_of(record, index), act=_act(action))
                    break
                moves.append((position, entry))
                position = position.apply(action)
            case HouseRuling():
                entry = _rebased(entry, position)
                position = entry.position.settled()
            case Remark():
                pass
            case _:
                assert_never(entry)
        entries.append(entry)
    taken_back = sum(isinstance(entry, Move) for entry in record.entries[first:])
    return Correction(before, replace(record, entries=tuple(entries)), tuple(moves), taken_back, misfit)


def _act(action: Action) -> str:
    """One act in plain words."""
    match action:
        case Drop(column):
            return _("the drop into {column}").format(column=column_name(column))
        case Pop(column):
            return _("the pop of {column}").format(column=column_name(column))
        case Redrop(column):
            return _("the drop back into {column}").format(column=column_name(column))
        case Stop():
            return _("the end of the turn")
        case _:
            assert_never(action)


def _number_of(record: Record, index: int) -> int:
    return next(turn.number for turn in turns(record) if index in turn.moves)


def _rebased(ruling: HouseRuling, position: Position) -> HouseRuling:
    """What the players decided, applied to the position as it is now."""
    match ruling.kind:
        case HouseKind.ACCEPTED:
            return replace(ruling, position=replace(ruling.position, score=position.score))
        case HouseKind.TURN:
            return replace(ruling, position=with_turn(position, ruling.position.turn))
        case HouseKind.SCORE:
            return replace(ruling, position=replace(position, score=ruling.position.score, may_stop=False))
        case HouseKind.DRAW | HouseKind.RESIGNED | HouseKind.REPETITION:
            return replace(ruling, position=ended(position))
        case _:
            assert_never(ruling.kind)
