"""What a body of the control address means, and what is said of one that means nothing."""

import json
from dataclasses import replace

import pytest

from firmware.inbox import DeclareBoard, Dim, Mute, Names, Part, Trial
from firmware.orders import OrderError, as_order, parse_dated_order, parse_order
from firmware.player_names import NAME_LENGTH
from referee.board import Board, Disc
from referee.controls import AgreeDraw, Button, ChooseRules, CorrectTurn, DeclareTurn, Resign, SetScore
from referee.position import Score
from referee.rules import POP10, POP_OUT, Rules

EMPTY = str(Board.empty())
FAMILY = "<b>Zoë \N{WOMAN}\u200d\N{WOMAN}\u200d\N{GIRL} \N{HEAVY BLACK HEART}\ufe0f\u200d\N{FIRE}"
FLOATING = "......./......./......./......./...R.../......."


@pytest.mark.parametrize(
    ("body", "meant"),
    [
        ({"action": "accept"}, Button.ACCEPT),
        ({"action": "undo", "more": 1}, Button.UNDO),
        ({"action": "new-game"}, Button.NEW_GAME),
        ({"action": "turn", "player": "yellow"}, DeclareTurn(Disc.YELLOW)),
        ({"action": "score", "red": 3, "yellow": 0}, SetScore(Score(3, 0))),
        ({"action": "draw"}, AgreeDraw()),
        ({"action": "resign", "player": "red"}, Resign(Disc.RED)),
        ({"action": "names", "red": "  Ada  L. "}, Names("Ada L.", "")),
        ({"action": "names", "yellow": FAMILY}, Names("", FAMILY)),
        ({"action": "sound", "on": False}, Mute(True)),
        ({"action": "test", "part": "strip"}, Trial(Part.STRIP)),
        ({"action": "brightness", "percent": 40}, Dim(40)),
        ({"action": "rules"}, ChooseRules(POP10)),
        (
            {"action": "rules", "points_to_win": 7, "starts": "yellow", "own_column_always": True},
            ChooseRules(Rules(points_to_win=7, starts=Disc.YELLOW, own_column_always=True)),
        ),
        ({"action": "rules", "game": "popout", "popper_wins": False}, ChooseRules(replace(POP_OUT, popper_wins=False))),
        ({"action": "board", "board": EMPTY}, DeclareBoard(Board.empty())),
        ({"action": "correct", "number": 3, "turn": "b+,d>f"}, CorrectTurn(3, "b+,d>f")),
    ],
)
def test_an_order_is_understood(body: dict[str, object], meant: object) -> None:
    order = parse_order(json.dumps(body).encode())
    assert order == meant
    assert parse_order(json.dumps(as_order(order)).encode()) == order


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "JSON"),
        (b"\xff", "JSON"),
        (b"[" * 4000, "JSON"),
        (b"[]", "object"),
        (b"{}", "action must be one of accept, undo"),
        (b'{"action": ["accept"]}', "action must be one of"),
        (b'{"action": "turn"}', "player must be red or yellow, got null"),
        (b'{"action": "score", "red": true, "yellow": 1}', "red must be a whole number"),
        (b'{"action": "score", "red": 1, "yellow": -1}', "yellow must be a whole number"),
        (b'{"action": "score", "red": 1, "yellow": 1e999}', "yellow must be a whole number"),
        (b'{"action": "names", "red": "a\\nb"}', "red must be a name"),
        (b'{"action": "names", "red": 7}', "red must be a name, got 7"),
        (
            json.dumps({"action": "names", "yellow": "x" * (NAME_LENGTH + 1)}).encode(),
            'yellow must be a name of at most 40 characters, got 41: "xxx',
        ),
        (
            '{"action": "names", "red": "Zoë\\u200b"}'.encode(),
            r'red must be a name of signs that can be seen, got one that cannot, U\+200B: "Zoë\\u200b"',
        ),
        (b'{"action": "names", "red": "\\ud83d"}', r'got one that cannot, U\+D83D: "\\ud83d"'),
        (b'{"action": "names", "red": "An\\u200dna"}', r"got one that cannot, U\+200D"),
        (b'{"action": "names", "red": "\\u200d"}', r"got one that cannot, U\+200D"),
        (b'{"action": "correct", "number": 0, "turn": "d"}', "number must be"),
        (b'{"action": "correct", "number": 1}', "turn must be"),
        (b'{"action": "sound", "on": 1}', "on must be true or false"),
        (b'{"action": "brightness", "percent": 101}', "percent must be a whole number from 0 to 100, got 101"),
        (b'{"action": "rules", "points_to_win": 16}', "points_to_win must be a whole number from 1 to 15, got 16"),
        (b'{"action": "rules", "game": "chess"}', 'game must be one of pop10, four-in-a-row, popout, got "chess"'),
        (b'{"action": "rules", "castling": true}', 'there is no rule of the name "castling", only game, points_to_win'),
        (b'{"action": "rules", "starts": "me"}', "starts must be red or yellow"),
        (b'{"action": "rules", "own_column_always": 1}', "own_column_always must be true or false"),
        (b'{"action": "rules", "popper_wins": false}', "popper_wins is a rule of popout, not of pop10"),
        (b'{"action": "board", "board": "R"}', "board must be a board text"),
        (b'{"action": "board"}', "board must be a board text"),
        (json.dumps({"action": "board", "board": FLOATING}).encode(), "a disc floats above the empty cell d1"),
        (b'{"action": "undo", "revision": -1}', "revision must be a whole number"),
        (b'{"action": "undo", "revision": "7"}', "revision must be a whole number"),
        (b'{"action": "test", "part": "camera"}', "part must be one of strip, sounder"),
    ],
)
def test_what_is_not_understood_is_said_with_its_reason(body: bytes, said: str) -> None:
    with pytest.raises(OrderError, match=said):
        parse_order(body)


def test_an_order_may_say_for_which_state_it_is_meant() -> None:
    assert parse_dated_order(b'{"action": "undo", "revision": 7}') == (Button.UNDO, 7)
    assert parse_dated_order(b'{"action": "rules", "revision": 0}') == (ChooseRules(POP10), 0)
    for body in (b'{"action": "undo"}', b'{"action": "undo", "revision": null}'):
        assert parse_dated_order(body) == (Button.UNDO, None)
