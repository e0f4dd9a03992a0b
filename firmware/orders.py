"""What players want as JSON, both ways: the body of `POST /api/control`, and what the journal keeps of a press."""

import json
from collections.abc import Callable
from dataclasses import fields
from typing import Final, assert_never

from firmware.errors import UserMistakeError
from firmware.inbox import DeclareBoard, Dim, Mute, Names, Part, Trial, Wish
from firmware.player_names import JOINERS, name_fault
from firmware.rule_choice import OF_ONE_GAME
from referee.board import Board, Disc
from referee.controls import AgreeDraw, Button, ChooseRules, Control, CorrectTurn, DeclareTurn, Resign, SetScore
from referee.errors import BoardTextError
from referee.position import Score
from referee.rules import POP10, Game, Rules, RulesError
from referee.translation import gettext as _

TURN_LENGTH: Final = 200
MOST_TURNS: Final = 100_000
MOST_RULINGS: Final = 2**53
MOST_POINTS: Final = 21
MOST_TO_WIN: Final = 15
Body = dict[str, object]


class OrderError(UserMistakeError):
    """A body that is not understood."""


def read_body(body: bytes) -> Body:
    """The JSON object that a request brought.

    Raises:
        OrderError: With the reason in words.
    """
    try:
        tree = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise OrderError(_("the body must be JSON")) from error
    if not isinstance(tree, dict):
        raise OrderError(_("the body must be a JSON object"))
    return tree


def parse_order(body: bytes) -> Wish:
    """What somebody wants, whatever the state is.

    Args:
        body: A JSON object with `action` and what that needs besides.

    Raises:
        OrderError: With the reason in words.
    """
    return parse_dated_order(body)[0]


def parse_dated_order(body: bytes) -> tuple[Wish, int | None]:
    """What somebody wants, and the revision of the state that it is meant for; None where it has none.

    Args:
        body: A JSON object with `action` and what that needs besides, and `revision` if wanted.

    Raises:
        OrderError: With the reason in words.
    """
    tree = read_body(body)
    revision = _number(tree, "revision", 0, MOST_RULINGS) if tree.get("revision") is not None else None
    tree.pop("revision", None)
    action = tree.get("action")
    parse = ACTIONS.get(action) if isinstance(action, str) else None
    if parse is None:
        words = _("action must be one of {actions}, got {got}")
        raise OrderError(words.format(actions=", ".join(ACTIONS), got=as_told(action)))
    return parse(tree), revision


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
        case ChooseRules(rules):
            return {"action": "rules", **rules_tree(rules)}
        case DeclareBoard(board):
            return {"action": "board", "board": str(board)}
        case Mute(is_muted):
            return {"action": "sound", "on": not is_muted}
        case Dim(percent):
            return {"action": "brightness", "percent": percent}
        case Trial(part):
            return {"action": "test", "part": part.value}
        case Names(red, yellow):
            return {"action": "names", "red": red, "yellow": yellow}
        case _:
            assert_never(wish)


def rules_tree(rules: Rules) -> Body:
    """All rules by their names, players and games as the record writes them."""
    tree: Body = {}
    for each in fields(rules):
        value = getattr(rules, each.name)
        match value:
            case Disc():
                tree[each.name] = value.player
            case Game():
                tree[each.name] = value.value
            case other:
                tree[each.name] = other
    return tree


def _player(body: Body, key: str = "player") -> Disc:
    match body.get(key):
        case "red":
            return Disc.RED
        case "yellow":
            return Disc.YELLOW
        case other:
            raise OrderError(_("{key} must be red or yellow, got {got}").format(key=key, got=as_told(other)))


def _number(body: Body, key: str, least: int, most: int) -> int:
    number = body.get(key)
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        words = _("{key} must be a whole number from {least} to {most}, got {got}")
        raise OrderError(words.format(key=key, least=least, most=most, got=as_told(number)))
    return number


def _switch(body: Body, key: str) -> bool:
    is_on = body.get(key)
    if not isinstance(is_on, bool):
        raise OrderError(_("{key} must be true or false, got {got}").format(key=key, got=as_told(is_on)))
    return is_on


def _score(body: Body) -> Control:
    return SetScore(Score(_number(body, "red", 0, MOST_POINTS), _number(body, "yellow", 0, MOST_POINTS)))


def _name(body: Body, player: str) -> str:
    text = body.get(player, "")
    if not isinstance(text, str):
        raise OrderError(_("{key} must be a name, got {got}").format(key=player, got=as_told(text)))
    fault = name_fault(text)
    if fault:
        raise OrderError(_("{key} must be {wanted}: {got}").format(key=player, wanted=fault, got=as_told(text)))
    return " ".join(text.split())


def _names(body: Body) -> Names:
    return Names(_name(body, "red"), _name(body, "yellow"))


def _correct(body: Body) -> Control:
    number, turn = _number(body, "number", 1, MOST_TURNS), body.get("turn")
    if not isinstance(turn, str) or not 0 < len(turn) <= TURN_LENGTH:
        words = _("turn must be a turn as the record writes it, such as b+,d>f, got {got}")
        raise OrderError(words.format(got=as_told(turn)))
    return CorrectTurn(number, turn)


def _rules(body: Body) -> Control:
    game = next((each for each in Game if each.value == body.get("game", POP10.game.value)), None)
    if game is None:
        words = _("game must be one of {games}, got {got}")
        games = ", ".join(each.value for each in Game)
        raise OrderError(words.format(games=games, got=as_told(body.get("game"))))
    chosen: Body = {"game": game}
    known = [each.name for each in fields(Rules)]
    for key in body.keys() - {"action", "game"}:
        if key not in known:
            words = _("there is no rule of the name {got}, only {names}")
            raise OrderError(words.format(got=as_told(key), names=", ".join(known)))
        match getattr(POP10, key):
            case bool():
                chosen[key] = _switch(body, key)
            case Disc():
                chosen[key] = _player(body, key)
            case _:
                chosen[key] = _number(body, key, 1, MOST_TO_WIN)
        if OF_ONE_GAME.get(key, game) is not game and chosen[key] != getattr(POP10, key):
            words = _("{key} is a rule of {its_game}, not of {game}")
            raise OrderError(words.format(key=key, its_game=OF_ONE_GAME[key].value, game=game.value))
    try:
        return ChooseRules(Rules(**chosen))  # type: ignore[arg-type]
    except RulesError as error:
        raise OrderError(str(error)) from error


def _board(body: Body) -> DeclareBoard:
    text = body.get("board")
    try:
        board = Board.parse(text if isinstance(text, str) else "")
    except BoardTextError as error:
        words = _("board must be a board text of six rows, top row first, got {got}")
        raise OrderError(words.format(got=as_told(text))) from error
    if board.problems():
        raise OrderError(_("This board cannot be: {notes}.").format(notes="; ".join(board.problems())))
    return DeclareBoard(board)


def _trial(body: Body) -> Trial:
    for part in Part:
        if body.get("part") == part.value:
            return Trial(part)
    words = _("part must be one of {parts}, got {got}")
    raise OrderError(words.format(parts=", ".join(part.value for part in Part), got=as_told(body.get("part"))))


def as_told(value: object) -> str:
    """What came, as JSON that people can read; what cannot be shown stands there by its number."""
    told = json.dumps(value, ensure_ascii=False)
    text = "".join(sign if sign.isprintable() or sign in JOINERS else f"\\u{ord(sign):04x}" for sign in told)
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
    "rules": _rules,
    "board": _board,
    "sound": lambda body: Mute(not _switch(body, "on")),
    "brightness": lambda body: Dim(_number(body, "percent", 0, 100)),
    "test": _trial,
}
"""What can be asked for, and how the rest of the body is read."""
