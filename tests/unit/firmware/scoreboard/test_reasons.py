"""The rule behind a ruling is that of the game that is played."""

import pytest

from firmware.scoreboard.reasons import reason
from referee.board import Disc
from referee.position import Position, Score
from referee.rules import FOUR_IN_A_ROW, POP10, POP_OUT, Rules
from referee.ruling import Drawn, Dropped, Popped, Redropped, Revised, Won

NONE = Score(0, 0)


@pytest.mark.parametrize("rules", [FOUR_IN_A_ROW, POP_OUT])
def test_the_other_games_are_not_explained_by_the_rules_of_pop_10(rules: Rules) -> None:
    at = Position.start(rules)
    assert reason(Dropped(at, Disc.RED, 3, 0)) == ""
    assert reason(Popped(at, Disc.RED, 3, False, NONE, ())) == ""
    assert reason(Won(at, Disc.RED, NONE)) == "The first player with four in a row wins at once."
    assert reason(Drawn(at)) == "Nobody has won, and nothing more can be done."


def test_a_redrop_is_explained_by_the_house_rule_that_allows_it() -> None:
    assert reason(Redropped(Position.start(POP10), Disc.RED, 3, 3, 5)).startswith("No other column had room")
    free = Position.start(Rules(own_column_always=True))
    assert "into any column with room" in reason(Redropped(free, Disc.RED, 3, 3, 5))


def test_what_a_correction_leaves_without_a_place_is_told_as_a_sentence() -> None:
    assert reason(Revised(Position.start(), 2, "turn 3 does not fit")) == "Turn 3 does not fit"
