"""A game told for people, turn by turn."""

from firmware.account import account
from referee.replay import parse_record


def test_the_account_tells_every_turn_with_boards_and_the_end() -> None:
    rows = "a b c d e f g " * 3
    text = account(parse_record(f'[Red "Ada"]\n[Result "yellow"]\n\n{rows}{{what a start}}'))
    assert text.startswith("Red: Ada\nPop 10\n\nStart: ")
    assert "  1. Red drops into a.\n  2. Yellow drops into b.\n" in text
    assert "(what a start)" in text
    assert "a b c d e f g" in text
    assert text.endswith("Yellow wins 0-0.\n")


def test_a_scoring_turn_is_told_with_the_board_and_the_score_after_it() -> None:
    start = "YYYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YRYRYRY/RRRRYRY r pop 0-0 -"
    text = account(parse_record(f'[Start "{start}"]\n\na+,b>a'))
    assert (
        "  1. Red pops a and scores with a1 b1 b2 c1 c3 d1 d4 e5 f6: Red 1, Yellow 0.\n     Red pops b: no line" in text
    )
    assert "     6  R . Y R Y R Y   Red 1" in text


def test_house_rules_and_decisions_are_told() -> None:
    text = account(
        parse_record(
            '[Rules "points_to_win=7 may_stop_after_scoring"]\n\nd {resigned red}'.replace(
                "{resigned red}", "{resigned ......./......./......./......./......./...R... y over 0-0 - red}"
            )
        )
    )
    assert text.startswith("Pop 10; 7 points win; A turn may end after a scoring pop\n")
    assert "(Red resigned)" in text
    assert text.endswith("Yellow wins 0-0.\n")


def test_games_of_lines_have_no_score() -> None:
    text = account(parse_record('[Rules "game=popout"]\n\na b a b a b a'))
    assert text.startswith("PopOut\n")
    assert "Red wins with four in a row." in text
    assert text.endswith("\nRed wins.\n")
    assert "Yellow 0" not in text
