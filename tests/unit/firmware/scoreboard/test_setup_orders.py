"""What a body of the set-up's address means, and what is said of one that means nothing."""

import json

import pytest

from firmware.orders import OrderError
from firmware.scoreboard.setup_orders import Finish, Looks, PressTwin, Set, Try, parse_setup_order
from firmware.tryout import Tried


@pytest.mark.parametrize(
    ("body", "meant"),
    [
        ({"action": "set", "settings": {"discs.redder": "yellow"}}, Set({"discs.redder": "yellow"})),
        ({"action": "try", "part": "leds"}, Try(Tried.LEDS)),
        ({"action": "try", "part": "sounder"}, Try(None, is_sounder=True)),
        ({"action": "stop"}, Try(None)),
        ({"action": "looks", "red": "green", "green": "red"}, Looks("green", "red")),
        ({"action": "looks", "red": "several"}, Looks("several", "None")),
        ({"action": "press", "button": "undo"}, PressTwin("undo")),
        ({"action": "finish"}, Finish()),
    ],
)
def test_an_order_is_understood(body: dict[str, object], meant: object) -> None:
    assert parse_setup_order(json.dumps(body).encode()) == meant


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "the body must be JSON"),
        (b"[" * 4000, "the body must be JSON"),
        (b"[]", "the body must be a JSON object"),
        (b'{"action": "dance"}', 'action must be one of set, try, stop, looks, press, finish, got "dance"'),
        (b'{"action": ["set"]}', "action must be one of"),
        (b'{"action": "set"}', "settings must be an object of keys and values, got null"),
        (b'{"action": "set", "settings": {}}', "settings must be an object"),
        (b'{"action": "set", "settings": {"strip.data_pin": 3}}', "settings must be one of people.language, "),
        (b'{"action": "set", "settings": {"discs.redder": ["red"]}}', "discs.redder must be a text, a number, true"),
        (b'{"action": "try", "part": "fire"}', "part must be one of colours, leds, red, green, buttons, sounder"),
        (b'{"action": "looks", "red": "white"}', "red must be one of red, green, blue, several"),
        (b'{"action": "looks", "red": "red"}', "green must be one of red, green, blue, several, got null"),
        (b'{"action": "press"}', "button must be the name of a button, got null"),
    ],
)
def test_what_is_not_understood_is_said_with_its_reason(body: bytes, said: str) -> None:
    with pytest.raises(OrderError) as refused:
        parse_setup_order(body)
    assert said in str(refused.value)
