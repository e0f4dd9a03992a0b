"""Rulings and rules in plain sentences."""

from dataclasses import fields
from typing import get_args

import pytest

from firmware.words import calling, due, game, house_rules, sentence
from referee.board import Board, Disc
from referee.position import Drop, Position, Score
from referee.rules import FOUR_IN_A_ROW, POP10, POP_OUT, Game, Rules
from referee.ruling import (
    Accepted,
    Corrected,
    Drawn,
    Dropped,
    Ending,
    NewGame,
    Passed,
    Popped,
    Redropped,
    Revised,
    Ruling,
    ScoreSet,
    SetupComplete,
    Stopped,
    TurnDeclared,
    Unclear,
    Undone,
    Violation,
    Won,
)
from referee.violation import Fault, Remedy, ViolationKind

AT = Position.start()
IN_POPOUT = Position.start(POP_OUT)
FAULT = Fault(ViolationKind.WRONG_ROW, Disc.RED, 2, None, ((2, 1),), (2,), Remedy((), Board.empty()))
LINE = ((0, 0), (1, 0), (2, 0), (3, 0))
TOLD: list[tuple[Ruling, str]] = [
    (Dropped(AT, Disc.RED, 3, 0), "Red drops into d"),
    (Dropped(AT, Disc.RED, 3, 0, inferred=True), "Red drops into d (the order was not seen)"),
    (SetupComplete(AT), "The grid is full: Red pops first"),
    (
        Popped(AT, Disc.YELLOW, 0, True, Score(1, 2), LINE),
        "Yellow pops a and scores with a1 b1 c1 d1: Red 1, Yellow 2",
    ),
    (Popped(AT, Disc.YELLOW, 0, False, Score(1, 2), ()), "Yellow pops a: no line, so the disc goes back in"),
    (
        Popped(AT, Disc.YELLOW, 0, False, Score(1, 2), (), inferred=True),
        "Yellow pops a: no line, so the disc goes back in (the order was not seen)",
    ),
    (Popped(IN_POPOUT, Disc.YELLOW, 0, False, Score(0, 0), ()), "Yellow pops a"),
    (Redropped(AT, Disc.RED, 1, 6, 5), "Red drops the disc into g"),
    (Redropped(AT, Disc.RED, 1, 1, 5, inferred=True), "Red drops the disc back into b (the order was not seen)"),
    (Stopped(AT, Disc.RED), "Red ends the turn"),
    (Passed(AT, Disc.RED), "Red has no disc in the bottom row and passes"),
    (Won(AT, Disc.RED, Score(10, 2)), "Red wins: Red 10, Yellow 2"),
    (Won(AT, Disc.RED, Score(1, 2), Ending.RESIGNED), "Yellow gives up: Red wins"),
    (Won(IN_POPOUT, Disc.RED, Score(0, 0)), "Red wins with four in a row"),
    (Drawn(AT), "The game is drawn: Red 0, Yellow 0"),
    (Drawn(IN_POPOUT), "The game is drawn"),
    (
        Violation(AT, FAULT),
        "Red and Yellow fill one row at a time: Red may not drop into column c yet. "
        "Press Accept to play on from the board as it is",
    ),
    (Corrected(AT), "Put right: play goes on"),
    (Unclear(AT, (AT, AT)), "The board can be explained in 2 ways: play on, or press a button"),
    (Revised(AT, 1), "What was ruled last was wrong"),
    (Revised(AT, 2, "turn 3 does not fit"), "The last 2 things that were ruled were wrong. Turn 3 does not fit"),
    (Accepted(AT), "The board is accepted as it stands"),
    (Undone(AT), "The last ruling is taken back"),
    (NewGame(AT), "A new game: Red begins"),
    (TurnDeclared(AT, Disc.YELLOW), "It is Yellow's turn"),
    (ScoreSet(AT, Score(3, 4)), "The score is set: Red 3, Yellow 4"),
]


@pytest.mark.parametrize(("ruling", "words"), TOLD, ids=lambda value: type(value).__name__)
def test_a_ruling_is_a_sentence(ruling: Ruling, words: str) -> None:
    assert sentence(ruling) == words


def test_every_ruling_is_among_those_told() -> None:
    assert {type(ruling) for ruling, _ in TOLD} == set(get_args(Ruling))


def test_what_is_due_in_popout_names_drops_and_pops_apart() -> None:
    text = "RRRY.../YYRY.../RRYR.../YYYR.../RRYY.../RRRY... {} play 0-0 -"
    board = Position.parse(text.format("y"), POP_OUT)
    assert due(board) == "Yellow: drop your disc into e, f or g; or pop one from d"
    assert due(Position.start(FOUR_IN_A_ROW)) == "Red: drop your disc into a, b, c, d, e, f or g"


def test_what_is_due_knows_the_house_rules() -> None:
    filling = Position.start(Rules(fill_with_opponents_discs=True))
    assert due(filling).startswith("Red: drop one of Yellow's discs into a, b")


EVERY_RULE = {
    "points_to_win": Rules(points_to_win=7),
    "starts": Rules(starts=Disc.YELLOW),
    "may_stop_after_scoring": Rules(may_stop_after_scoring=True),
    "own_column_always": Rules(own_column_always=True),
    "fill_with_opponents_discs": Rules(fill_with_opponents_discs=True),
    "last_scored_goes_back": Rules(last_scored_goes_back=True),
    "draw_at_third_repetition": Rules(draw_at_third_repetition=True),
    "loser_starts": Rules(loser_starts=True),
    "popper_wins": Rules(popper_wins=False),
}


def test_every_house_rule_that_was_chosen_is_told() -> None:
    assert {"game", *EVERY_RULE} == {field.name for field in fields(Rules)}
    assert house_rules(POP10) == []
    assert [len(house_rules(rules)) for rules in EVERY_RULE.values()] == [1] * len(EVERY_RULE)
    assert {game(Rules(game=each)) for each in Game} == {"Pop 10", "Four in a Row", "PopOut"}


def test_players_with_names_are_called_by_them_and_by_their_colour() -> None:
    called = calling((("Red", "Anna"), ("Date", "2026.11.29")))
    drop = Position.start().apply(Drop(3))
    assert sentence(Dropped(drop, Disc.RED, 3, 0), called) == "Anna (Red) drops into d"
    assert due(Position.start(), called).startswith("Anna (Red): drop your disc into a")
    assert due(drop, called).startswith("Yellow: drop your disc into a")
    both = calling((("Red", "Anna"), ("Yellow", "Anna")))
    assert (both(Disc.RED), both(Disc.YELLOW)) == ("Anna (Red)", "Anna (Yellow)")
