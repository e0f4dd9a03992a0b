"""What players want as JSON, both ways: the body of `POST /api/control`, and what the journal keeps of a press."""

import json
from collections.abc import Callable
from typing import Final, assert_never

from firmware.errors import UserMistakeError
from firmware.inbox import Mute, Names, Part, Trial, Wish
from referee.board import Disc
from referee.controls import AgreeDraw, Button, Control, CorrectTurn, DeclareTurn, Resign, SetScore
from referee.position import Score

NAME_LENGTH: Final = 40
Body = dict[str, object]


class OrderError(UserMistakeError):
    """A body that is not understood."""


def parse_order(body: bytes) -> Wish:
    """What somebody wants.

    Args:
        body: A JSON object with `action` and what that needs besides.

    Raises:
        OrderError: With the reason in words.
    """
    try:
        tree = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise OrderError("the body must be JSON") from error
    if not isinstance(tree, dict):
        raise OrderError("the body must be a JSON object")
    action = tree.get("action")
    parse = ACTIONS.get(action) if isinstance(action, str) else None
    if parse is None:
        raise OrderError(f"action must be one of {', '.join(ACTIONS)}, got {_short(action)}")
    return parse(tree)


def as_order(wish: Wish) -> Body:
    """What somebody wants, so that `parse_order` gives it back from its JSON text."""
    match wish:
        case Button():
            return {"action": wish.value}
        case DeclareTurn(player):
            return {"action": "turn", "player": player.player}
        case SetScore(score):
            return {"action": "score", "red": score.red, "yellow": score.yellow}
        case AgreeDraw():
            return {"action": "draw"}
        case Resign(player):
            return {"action": "resign", "player": player.player}
        case CorrectTurn(number, text):
            return {"action": "correct", "number": number, "turn": text}
        case Mute(is_muted):
            return {"action": "sound", "on": not is_muted}
        case Trial(part):
            return {"action": "test", "part": part.value}
        case Names(red, yellow):
            return {"action": "names", "red": red, "yellow": yellow}
        case _:
            assert_never(wish)


def _player(body: Body) -> Disc:
    match body.get("player"):
        case "red":
            return Disc.RED
        case "yellow":
            return Disc.YELLOW
        case other:
            raise OrderError(f"player must be red or yellow, got {_short(other)}")


def _points(body: Body, player: str) -> int:
    points = body.get(player)
    if not isinstance(points, int) or isinstance(points, bool) or not 0 <= points <= 21:
        raise OrderError(f"{player} must be a whole number from 0 to 21, got {_short(points)}")
    return points


def _score(body: Body) -> Control:
    return SetScore(Score(_points(body, "red"), _points(body, "yellow")))


def _name(body: Body, player: str) -> str:
    text = body.get(player, "")
    if not isinstance(text, str) or len(text) > NAME_LENGTH or not all(sign.isprintable() for sign in text):
        raise OrderError(f"{player} must be a name of at most {NAME_LENGTH} characters, got {_short(text)}")
    return " ".join(text.split())


def _names(body: Body) -> Names:
    return Names(_name(body, "red"), _name(body, "yellow"))


def _correct(body: Body) -> Control:
    number, turn = body.get("number"), body.get("turn")
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= 100_000:
        raise OrderError(f"number must be the number of a turn, from 1, got {_short(number)}")
    if not isinstance(turn, str) or not 0 < len(turn) <= 200:
        raise OrderError(f"turn must be a turn as the record writes it, such as b+,d>f, got {_short(turn)}")
    return CorrectTurn(number, turn)


def _sound(body: Body) -> Mute:
    is_on = body.get("on")
    if not isinstance(is_on, bool):
        raise OrderError(f"on must be true or false, got {_short(is_on)}")
    return Mute(not is_on)


def _trial(body: Body) -> Trial:
    for part in Part:
        if body.get("part") == part.value:
            return Trial(part)
    raise OrderError(f"part must be strip or sounder, got {_short(body.get('part'))}")


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


ACTIONS: Final[dict[str, Callable[[Body], Wish]]] = {
    "accept": lambda _: Button.ACCEPT,
    "undo": lambda _: Button.UNDO,
    "new-game": lambda _: Button.NEW_GAME,
    "turn": lambda body: DeclareTurn(_player(body)),
    "score": _score,
    "draw": lambda _: AgreeDraw(),
    "resign": lambda body: Resign(_player(body)),
    "names": _names,
    "correct": _correct,
    "sound": _sound,
    "test": _trial,
}
"""What can be asked for, and how the rest of the body is read."""
