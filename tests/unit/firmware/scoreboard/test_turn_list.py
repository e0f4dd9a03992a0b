"""The turns of a game as the control page gets them, and what a past one can be made into."""

import pytest

from firmware.scoreboard.turn_list import NoSuchTurnError, choices, turn_list
from referee.board import Board
from referee.errors import RecordError
from referee.position import Position
from referee.replay import parse_record

LINE = "YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YYRYRYY/RRRRYRY"
RECORD = parse_record(f'[Start "{LINE} r pop 0-0 -"]\n[Result "*"]\n\nb+,c>b g>c\n')


def test_each_turn_is_told_with_the_positions_before_and_after_it() -> None:
    first, second = turn_list(RECORD)
    assert (first["number"], first["player"], first["turn"]) == (1, "red", "b+,c>b")
    assert str(first["text"]).startswith("Red pops b and scores with a1 b1 c1 d1: Red 1, Yellow 0. Red pops c: no line")
    assert str(first["text"]).endswith("Red drops the disc into b")
    assert first["before"] == f"{LINE} r pop 0-0 -"
    assert first["after"] == second["before"]
    assert second["player"] == "yellow"
    assert second["after"] == str(RECORD.final)


def test_a_pass_is_a_turn_that_is_told_and_cannot_be_made_into_another() -> None:
    # Yellow has no disc in the bottom row.
    start = "......./......./......./......./YYYYYYY/RRRRRRR r pop 9-0 -"
    passed = Position.parse(start.replace(" r ", " y "))
    record = parse_record(f'[Start "{passed}"]\n[Result "*"]\n\n--\n')
    (turn,) = turn_list(record)
    assert (turn["player"], turn["turn"]) == ("yellow", "--")
    assert turn["text"] == "Yellow has no disc in the bottom row and passes"
    assert turn["after"] == start
    with pytest.raises(NoSuchTurnError):
        choices(record, 1, "")


def test_a_turn_is_put_together_act_by_act() -> None:
    begun = ""
    asked = []
    while True:
        told = choices(RECORD, 1, begun)
        ways = told["choices"]
        assert isinstance(ways, list)
        asked.append([way["turn"] for way in ways])
        if told["whole"]:
            break
        begun = ways[-1]["turn"]
    assert asked == [["a+", "b+", "c+", "d+", "f>"], ["f>f"], []]
    assert told["turn"] == "f>f"
    assert told["text"] == "Red pops f: no line, so the disc goes back in. Red drops the disc back into f"
    scoring = choices(RECORD, 1, "b+")
    assert scoring["text"] == "Red pops b and scores with a1 b1 c1 d1: Red 1, Yellow 0"
    assert str(scoring["position"]).startswith(str(Board.parse(LINE).popped(1)))


@pytest.mark.parametrize("number", [0, 3, 10**30])
def test_a_turn_that_is_not_there_is_said_to_be_so(number: int) -> None:
    with pytest.raises(NoSuchTurnError):
        choices(RECORD, number, "")


@pytest.mark.parametrize("begun", ["g+", "b+,", "x", "b+ c+", "b" * 1000])
def test_what_cannot_be_the_beginning_of_a_turn_is_refused(begun: str) -> None:
    with pytest.raises(RecordError, match="turn 1: wanted"):
        choices(RECORD, 1, begun)
