"""The text of a game record, both ways."""

from __future__ import annotations

from typing import assert_never

from referee.board import column_name
from referee.position import Action, Drop, Pop, Redrop, Stop
from referee.record import Entry, HouseRuling, Move, Remark


def entry_text(entry: Entry) -> str:
    """One entry by itself, for remarks: an action as `pop d`, a house ruling by its name."""
    match entry:
        case Move(action, _):
            return _action_text(action)
        case HouseRuling(kind, _, _):
            return kind.value
        case Remark(kind, _):
            return kind.value
        case _:
            assert_never(entry)


def _action_text(action: Action) -> str:
    match action:
        case Drop(column):
            return f"drop {column_name(column)}"
        case Pop(column):
            return f"pop {column_name(column)}"
        case Redrop(column):
            return f"redrop {column_name(column)}"
        case Stop():
            return "stop"
