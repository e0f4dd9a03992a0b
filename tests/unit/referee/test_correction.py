import random

import pytest

from referee.actions import Drop
from referee.board import Disc
from referee.controls import Button, CorrectTurn, DeclareTurn
from referee.correction import correct
from referee.errors import ControlError, RecordError
from referee.notation import format_record
from referee.position import Position, Score
from referee.record import HouseKind, HouseRuling, Move, Record
from referee.referee import Referee, Standing
from referee.replay import parse_record
from referee.ruling import Popped, Redropped, Revised, Undone
from referee.turns import turns
from tests.games import random_game

SCORING = "R.Y...R/Y.R.YYY/YRY.YRY/RYR.RYR/YRYRRYY/RRRRYRR r pop 3-5 -"


def record_of(text: str, start: str = SCORING) -> Record:
    return parse_record(f'[Start "{start}"]\n\n{text}')


def test_turns_are_counted_as_the_text_counts_them() -> None:
    positions = list(random_game(random.Random(4)))
    referee = Referee(positions[0])
    for position in positions[1:]:
        referee.observe(position.board, 0.0)
    words = format_record(referee.record).split("\n\n")[1].split()
    found = turns(referee.record)
    assert [turn.number for turn in found] == list(range(1, len(words) + 1))
    assert sum(len(turn.moves) for turn in found) == len(positions) - 1


def test_a_turn_put_right_lets_the_later_ones_be_replayed() -> None:
    record = record_of("a+,b>a e>d")
    correction = correct(record, 1, "a+,b>d")
    assert correction.misfit == ""
    assert format_record(correction.record).splitlines()[-1] == "{correction of turn 1} a+,b>d e>d"
    assert correction.taken_back == 5
    assert correction.record.final.score == Score(4, 5)
    assert parse_record(format_record(correction.record)) == correction.record


def test_what_no_longer_fits_is_named_and_dropped() -> None:
    positions = list(random_game(random.Random(4)))
    referee = Referee(positions[0])
    for position in positions[1:]:
        referee.observe(position.board, 0.0)
    # The first disc was dropped elsewhere, so that some later drop finds its column closed.
    first = referee.record.entries[0]
    assert isinstance(first, Move)
    other = next(action for action in positions[0].legal_actions() if action != first.action)
    assert isinstance(other, Drop)
    correction = correct(referee.record, 1, "abcdefg"[other.column])
    assert correction.misfit.startswith("turn ")
    assert "not possible any more" in correction.misfit
    assert 1 <= len(correction.moves) < len(positions) - 1
    before, last = correction.moves[-1]
    assert correction.record.final == before.apply(last.action)


@pytest.mark.parametrize(("number", "text"), [(0, "a+"), (3, "a+"), (1, "e>d"), (1, "nonsense"), (1, "a>b")])
def test_a_turn_that_is_not_there_or_not_legal_is_refused(number: int, text: str) -> None:
    record = record_of("a+,b>a e>d")
    with pytest.raises(RecordError):
        correct(record, number, text)
    referee = Referee(Position.parse(SCORING))
    with pytest.raises(ControlError):
        referee.press(CorrectTurn(number, text), 0.0)


def test_the_referee_tells_what_holds_now_and_can_undo_it() -> None:
    record = record_of("a+,b>a e>d")
    referee = Referee(record.start)
    for position in record.positions():
        referee.observe(position.board, 0.0)
    before = referee.record
    rulings = referee.press(CorrectTurn(1, "a+,b>d"), 1.0)
    assert isinstance(rulings[0], Revised)
    assert rulings[0].position == record.start
    assert len(rulings) == 6
    assert isinstance(rulings[-1], Redropped)
    assert referee.standing is Standing.UNDONE
    assert isinstance(referee.press(Button.UNDO, 2.0)[0], Undone)
    assert referee.record.entries == before.entries


def test_turns_after_a_decision_of_the_players_are_told_from_there() -> None:
    referee = Referee(record_of("a+,b>a").start)
    for position in record_of("a+,b>a").positions():
        referee.observe(position.board, 0.0)
    referee.press(DeclareTurn(Disc.RED), 1.0)
    pop = next(action for action in referee.position.legal_actions() if not referee.position.scores(action.column))  # type: ignore[union-attr]
    referee.observe(referee.position.apply(pop).board, 2.0)
    rulings = referee.press(CorrectTurn(1, "a+,b>d"), 3.0)
    assert isinstance(rulings[-1], Popped)
    assert rulings[-1].player is Disc.RED


def test_decisions_of_the_players_follow_the_new_score() -> None:
    record = record_of("a+,b>a e>d")
    decided = HouseRuling(HouseKind.TURN, record.final)
    record = Record(record.start, (*record.entries, decided))
    correction = correct(record, 2, "e>b")
    last = correction.record.entries[-1]
    assert isinstance(last, HouseRuling)
    assert last.position.score == correction.record.final.score
    assert any(isinstance(entry, Move) for entry in correction.record.entries)
