import random

import pytest

from referee.controls import Button
from referee.errors import RecordError
from referee.notation import format_record
from referee.position import Position
from referee.record import HouseRuling, Record, Remark, RemarkKind, Result
from referee.referee import Referee
from referee.replay import parse_record
from referee.rules import Rules
from tests.games import random_game

SCORING = "R.Y...R/Y.R.YYY/YRY.YRY/RYR.RYR/YRYRRYY/RRRRYRR r pop 3-5 -"


def played(seed: int, **tags: str) -> Record:
    positions = list(random_game(random.Random(seed)))
    referee = Referee(positions[0], tags=tuple(tags.items()))
    for number, position in enumerate(positions[1:]):
        referee.observe(position.board, float(number))
    return referee.record


def test_a_whole_game_is_read_back_the_same() -> None:
    record = played(1, Game="Pop 10", Red='Ada "the pop" \\ L', Yellow="Bob")
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text


def test_the_text_is_the_one_of_the_contract() -> None:
    start = Position.parse(SCORING)
    referee = Referee(start, tags=(("Red", "Ada"),))
    position = start
    boards = []
    for _ in range(3):
        position = position.apply(position.legal_actions()[0])
        boards.append(position.board)
    for number, board in enumerate(boards):
        referee.observe(board, float(number))
    assert format_record(referee.record) == f'[Red "Ada"]\n[Start "{SCORING}"]\n[Result "*"]\n\na+,b>a\n'


def test_violations_corrections_house_rulings_and_undo_are_kept() -> None:
    start = Position.parse(SCORING)
    scored = start.apply(start.legal_actions()[0])
    referee = Referee(start)
    referee.observe(scored.board, 0.0)
    referee.observe(scored.board.dropped(1, scored.turn), 1.0)
    referee.observe(scored.board, 2.0)
    held = scored.apply(scored.legal_actions()[0])
    referee.observe(held.board, 3.0)
    referee.press(Button.UNDO, 4.0)
    referee.observe(scored.board, 5.0)
    referee.observe(held.board, 6.0)
    referee.observe(held.board.popped(0), 7.0)
    referee.press(Button.ACCEPT, 8.0)
    text = format_record(referee.record)
    assert "{@1 violation redrop-scored-disc} {@1 corrected} {@1 undone pop b}" in text.replace("\n", " ")
    assert "{accepted " in text
    assert parse_record(text) == referee.record
    kinds = [entry.kind for entry in referee.record.entries if isinstance(entry, Remark)]
    assert kinds[:3] == [RemarkKind.VIOLATION, RemarkKind.CORRECTED, RemarkKind.UNDONE]
    assert isinstance(referee.record.entries[-1], HouseRuling)


def test_house_rules_stand_in_the_head() -> None:
    rules = Rules(points_to_win=5, may_stop_after_scoring=True)
    record = Record(Position.start(rules))
    assert '[Rules "points_to_win=5 may_stop_after_scoring"]' in format_record(record)
    assert parse_record(format_record(record)).start.rules == rules


@pytest.mark.parametrize("text", ["b+,-- b>a", "b+ b>a", "b+ -- b>a"])
def test_a_pass_in_the_middle_of_a_turn_may_be_written_in_three_ways(text: str) -> None:
    start = "......./......./Y....../YY...../YRY..../RRRY... y pop 3-3 -"
    text = text.replace("b+", "d+").replace("b>a", "b>d")
    record = parse_record(f'[Start "{start}"]\n\n{text}')
    assert parse_record(format_record(record)) == record
    assert "d+,--" in format_record(record)


def test_a_pass_of_a_whole_turn_is_written_and_wanted() -> None:
    start = "......./......./......./......./YYY..../RRR.R.. r redrop 3-3 g"
    record = parse_record(f'[Start "{start}"]\n\n>f -- e>g')
    assert ">f -- e>g" in format_record(record)
    with pytest.raises(RecordError, match="turn 2: wanted --, as Yellow has no disc to pop; got 'e>g'"):
        parse_record(f'[Start "{start}"]\n\n>f e>g')


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("d d", "turn 2: wanted Yellow to drop into one of a, b, c, e, f, g; got 'd'"),
        ("d x", "turn 2: .* got 'x'"),
        ("d --", "turn 2: .* got '--'"),
        (f'[Start "{SCORING}"]\n\na>b', r"turn 1: wanted a\+, as the disc was in a line of four; got 'a>b'"),
        (f'[Start "{SCORING}"]\n\nf+', "turn 1: wanted f>…, as the disc was in no line of four"),
        (f'[Start "{SCORING}"]\n\na+ b>d', "turn 2: wanted the rest of Red's turn joined by a comma"),
        (f'[Start "{SCORING}"]\n\ne>d', "turn 1: wanted Red to pop one of a, b, c, d, f, g; got 'e>d'"),
        ('[Start "nonsense"]\n\n', "tag Start"),
        ('[Result "blue"]\n\n', "tag Result must be red, yellow, draw or"),
        ('[Rules "fast"]\n\n', "tag Rules: wanted one of"),
        ('[Rules "points_to_win=99"]\n\n', "tag Rules: points_to_win must be 1 to 15"),
        ('[Red "Ada]\n\n', "wanted a tag like"),
        ('[Red "A"]\n[Red "B"]\n\n', "tag Red is given twice"),
        ("d {not closed", "brace"),
        ("{accepted here}", "must name a position"),
    ],
)
def test_one_clear_error_says_which_turn_what_was_wanted_and_what_came(text: str, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        parse_record(text)


def test_a_result_that_the_turns_contradict_is_an_error() -> None:
    text = format_record(played(2))
    assert parse_record(text).result in (Result.RED, Result.YELLOW)
    with pytest.raises(RecordError, match="tag Result"):
        parse_record(text.replace('[Result "red"]', '[Result "draw"]').replace('[Result "yellow"]', '[Result "draw"]'))


def test_a_result_may_be_told_of_a_game_that_was_broken_off() -> None:
    assert parse_record('[Result "red"]\n\nd e').result is Result.RED


def test_free_comments_are_kept() -> None:
    record = parse_record("d {what a start} e")
    assert record.entries[1] == Remark(RemarkKind.NOTE, "what a start")
    assert parse_record(format_record(record)) == record


def test_a_remark_with_a_brace_is_refused() -> None:
    with pytest.raises(RecordError):
        Remark(RemarkKind.NOTE, "a } b")
