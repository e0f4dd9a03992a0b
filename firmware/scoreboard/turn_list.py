"""The turns of a game for people: what was played, and what could have been played instead."""

from collections.abc import Sequence
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from firmware.scoreboard.feed import Feed
from firmware.scoreboard.state import Json
from firmware.words import sentence
from referee.errors import RecordError
from referee.narrate import narrate
from referee.notation import PASS, is_whole_turn, turn_text
from referee.position import Action, Position
from referee.record import Move, Record
from referee.replay import read_turn
from referee.ruling import Passed, Ruling
from referee.translation import gettext as _
from referee.turns import Turn, turns

LONGEST_TURN: Final = 200
"""Characters of a turn's text that are read."""


class NoSuchTurnError(Exception):
    """The game has no such turn, or nobody played it: it was a pass."""


def turn_routes(feed: Feed) -> list[Route]:
    """The addresses of the turns of the present game.

    Args:
        feed: Has its record.
    """

    def listed(_request: Request) -> Response:
        record = feed.record
        return _answer([] if record is None else turn_list(record))

    def chosen(request: Request) -> Response:
        record = feed.record
        number, begun = int(request.path_params["number"]), request.query_params.get("begun", "")
        try:
            if record is None:
                raise NoSuchTurnError(number)
            return _answer(choices(record, number, begun))
        except NoSuchTurnError:
            return _answer({"error": _("there is no such turn, or it was a pass")}, 404)
        except RecordError as error:
            return _answer({"error": str(error)}, 422)

    return [Route("/api/turns", listed), Route("/api/turns/{number:int}/choices", chosen)]


def _answer(content: object, status: int = 200) -> Response:
    return JSONResponse(content, status, headers={"Cache-Control": "no-store"})


def turn_list(record: Record) -> list[Json]:
    """Every turn of a game, the first one first.

    Raises:
        RecordError: When an action of the record is not legal where it stands.
    """
    return [_told(turn, _actions(record, turn)) for turn in turns(record)]


def choices(record: Record, number: int, begun: str) -> Json:
    """What a past turn can be made into.

    Args:
        record: The game.
        number: The turn, as the record counts them.
        begun: What of it is chosen already, as the record writes it, like `b+,d>`; empty for nothing.

    Returns: What is begun, also in words; whether that is a whole turn; where the game then stands; each way to go on.

    Raises:
        NoSuchTurnError: When there is no such turn, or it is a pass.
        RecordError: When what is begun cannot be read or is not legal there.
    """
    turn = next((each for each in turns(record) if each.number == number and each.moves), None)
    if turn is None:
        raise NoSuchTurnError(number)
    played = tuple(move.action for move in read_turn(turn.before, begun[:LONGEST_TURN], number)) if begun else ()
    position = turn.before
    for action in played:
        position = position.apply(action)
    is_whole = is_whole_turn(turn.before, played)
    ways = () if is_whole else position.legal_actions()
    return {
        **_told(turn, played),
        "position": str(position),
        "whole": is_whole,
        "choices": [
            {
                "turn": turn_text(turn.before, (*played, action)),
                "text": sentence(narrate(position, (action,))[0]),
            }
            for action in ways
        ],
    }


def _actions(record: Record, turn: Turn) -> tuple[Action, ...]:
    entries = (record.entries[place] for place in turn.moves)
    return tuple(entry.action for entry in entries if isinstance(entry, Move))


def _told(turn: Turn, actions: Sequence[Action]) -> Json:
    before = turn.before
    rulings: tuple[Ruling, ...] = narrate(before, actions) if turn.moves else (Passed(before, turn.player),)
    return {
        "number": turn.number,
        "player": turn.player.player,
        "turn": turn_text(before, actions) if turn.moves else PASS,
        "text": ". ".join(sentence(ruling) for ruling in rulings),
        "before": str(before),
        "after": str(_after(before.settled(), actions)),
    }


def _after(position: Position, actions: Sequence[Action]) -> Position:
    for action in actions:
        position = position.apply(action)
    return position
