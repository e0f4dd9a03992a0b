"""The rules of a game as text: what differs from the standard, by name, and back.

`points_to_win=7 may_stop_after_scoring` is the form in a record's head, in the journal and on the command line.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Final

from referee.board import Disc
from referee.errors import quoted
from referee.rules import POP10, Game, Rules, RulesError

MOST_DIGITS: Final = 4
"""No number of a rule is longer."""

OFF: Final = "no"
_PLAYERS: Final = {"red": Disc.RED, "yellow": Disc.YELLOW}
_GAMES: Final = {game.value: game for game in Game}


def rules_text(rules: Rules) -> str:
    """What differs from the standard, `name=value` or the bare name of what is on; empty for nothing."""
    parts = []
    for each in fields(rules):
        value = getattr(rules, each.name)
        if value == getattr(POP10, each.name):
            continue
        if value is True:
            parts.append(each.name)
        else:
            parts.append(f"{each.name}={_value_text(value)}")
    return " ".join(parts)


def parse_rules(text: str, base: Rules = POP10) -> Rules:
    """Rules from their text; see `rules_text`.

    Args:
        text: Words separated by spaces; `-` may stand for `_` in a name.
        base: The rules that hold where the text says nothing.

    Raises: RulesError when a name or value is not known.
    """
    changes: dict[str, object] = {}
    known = {each.name: getattr(POP10, each.name) for each in fields(Rules)}
    for word in text.split():
        name, _, value = word.partition("=")
        name = name.replace("-", "_")
        if name not in known:
            raise RulesError(f"wanted one of {', '.join(known)}, got {quoted(name)}")
        changes[name] = _value(name, known[name], value)
    return replace(base, **changes)  # type: ignore[arg-type]


def _value(name: str, standard: object, text: str) -> object:
    """A value of the same kind as the standard one."""
    match standard:
        case bool():
            if text not in ("", OFF):
                raise RulesError(f"{name} stands alone or is {name}={OFF}, got {quoted(text)}")
            return text != OFF
        case Game():
            return _one_of(name, _GAMES, text)
        case Disc():
            return _one_of(name, _PLAYERS, text)
        case _:
            if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
                raise RulesError(f"{name} must be a number, got {quoted(text)}")
            return int(text)


def _one_of(name: str, choices: dict[str, Disc] | dict[str, Game], text: str) -> Disc | Game:
    if text not in choices:
        raise RulesError(f"{name} must be one of {', '.join(choices)}, got {quoted(text)}")
    return choices[text]


def _value_text(value: object) -> str:
    match value:
        case Disc():
            return value.player
        case Game():
            return value.value
        case False:
            return OFF
        case _:
            return str(value)
