"""Whole games, decided beforehand."""

from firmware.demo.account import due_rulings
from firmware.demo.script import write_script


def test_a_stored_game_in_which_nobody_red_lies_at_the_bottom_begins_with_a_pass() -> None:
    script = write_script(1102, stored=True)
    assert str(script.start).startswith("YRRRYRY/RRRRYRR/RRYRRRR/YRRYYYY/YRYYYRR/YYYYYYY r pop")
    assert due_rulings(script)[0] == {"ruling": "pass", "player": "red"}
    assert due_rulings(script)[1]["player"] == "yellow"
