"""Whole games, decided beforehand."""

import pytest

from firmware.demo.account import due_rulings
from firmware.demo.script import write_any_script, write_script
from firmware.errors import UserMistakeError
from referee.rules import POP_OUT, Rules
from referee.violation import ViolationKind


def test_a_stored_game_in_which_nobody_red_lies_at_the_bottom_begins_with_a_pass() -> None:
    script = write_script(1102, stored=True)
    assert str(script.start).startswith("YRRRYRY/RRRRYRR/RRYRRRR/YRRYYYY/YRYYYRR/YYYYYYY r pop")
    assert due_rulings(script)[0] == {"ruling": "pass", "player": "red"}
    assert due_rulings(script)[1]["player"] == "yellow"


@pytest.mark.parametrize(
    ("rules", "kind", "said"),
    [
        (POP_OUT, ViolationKind.NOT_YOUR_DISC, "the settings choose another game"),
        (
            Rules(own_column_always=True),
            ViolationKind.REDROP_OWN_COLUMN,
            "the settings choose another own_column_always",
        ),
        (Rules(points_to_win=1), ViolationKind.DROP_WITHOUT_POP, "none of 200 games by these rules"),
    ],
)
def test_a_rule_that_cannot_be_broken_by_the_rules_that_are_chosen_is_a_mistake(
    rules: Rules, kind: ViolationKind, said: str
) -> None:
    with pytest.raises(UserMistakeError, match=said):
        write_any_script(stored=True, cheat=kind, rules=rules)
