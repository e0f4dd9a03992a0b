"""What accept makes of a board, for every kind of violation."""

import random

import pytest

from referee.board import Board, Disc
from referee.controls import Button, Control, DeclareTurn
from referee.house import traceless_turn
from referee.notation import format_record
from referee.overrule import TRACELESS
from referee.position import Phase, Position
from referee.referee import Referee, Standing
from referee.replay import parse_record
from referee.ruling import Accepted, Popped, Redropped, Violation
from referee.violation import ViolationKind
from tests.games import random_position, scoring_pop, wrong_boards

PASSES_THE_TURN = {
    ViolationKind.WRONG_ROW,
    ViolationKind.WRONG_COLOUR,
    ViolationKind.REDROP_OWN_COLUMN,
    ViolationKind.REDROP_SCORED_DISC,
}


def wrong(kind: ViolationKind, rng: random.Random) -> tuple[Referee, Position, Board]:
    while True:
        if kind is ViolationKind.REDROP_SCORED_DISC:
            before, position = scoring_pop(rng)
            referee = Referee(before)
            referee.observe(position.board, 0.0)
            column = next(column for column in range(7) if position.board.height(column) < 6)
            return referee, position, position.board.dropped(column, position.turn)
        position = random_position(rng)
        boards = wrong_boards(position, kind, rng)
        if boards:
            return Referee(position), position, rng.choice(boards)[1]


@pytest.mark.parametrize("kind", ViolationKind, ids=lambda kind: kind.value)
def test_accept_goes_on_from_the_board_with_the_score_kept(kind: ViolationKind) -> None:
    rng = random.Random(f"accept {kind.value}")
    for _ in range(15):
        referee, position, board = wrong(kind, rng)
        assert isinstance(referee.observe(board, 1.0)[0], Violation)
        rulings = referee.press(Button.ACCEPT, 2.0)
        if board.problems():
            assert isinstance(rulings[0], Violation)
            assert referee.position == position
            continue
        assert isinstance(rulings[0], Accepted)
        decided = rulings[0].position
        assert decided.board == board
        assert decided.score == position.score
        assert decided.problems() == ()
        if kind in PASSES_THE_TURN:
            full_now = position.phase is Phase.SETUP and board.is_full
            assert decided.turn is (position.rules.starts if full_now else position.turn.other)
        elif kind is not ViolationKind.BOARD_CHANGED:
            assert decided.turn is position.turn
            assert decided.phase is position.phase
        assert referee.standing is Standing.AGREED
        assert referee.observe(board, 3.0) == ()
        referee.press(Button.UNDO, 4.0)
        assert referee.position == position


ONLY_G_HAS_ROOM = "YRYYRY./YRYRYR./YRYRYR./RYRYRYR/RYRYRYR/RYRYRYR r pop 0-0 -"


@pytest.mark.parametrize("control", [Button.ACCEPT, DeclareTurn(Disc.YELLOW)])
def test_a_button_passes_a_turn_that_left_no_trace_and_the_record_says_so(control: Control) -> None:
    start = Position.parse(ONLY_G_HAS_ROOM)
    referee = Referee(start)
    assert referee.observe(start.board, 0.0) == ()
    rulings = referee.press(control, 1.0)
    assert [type(ruling) for ruling in rulings if isinstance(ruling, Popped | Redropped)] == [Popped, Redropped]
    assert (referee.position.board, referee.position.turn) == (start.board, Disc.YELLOW)
    assert referee.standing is Standing.AGREED
    text = format_record(referee.record)
    assert text.endswith(f"g>g {{inferred}} {{{TRACELESS}}}\n")
    assert parse_record(text) == referee.record
    assert parse_record(text).final == referee.position
    while referee.press(Button.UNDO, 2.0):
        pass
    assert referee.position == start
    assert parse_record(format_record(referee.record)) == referee.record


def test_in_most_positions_no_turn_is_without_a_trace() -> None:
    assert traceless_turn(Position.start()) is None
    rng = random.Random(3)
    assert all(traceless_turn(random_position(rng)) is None for _ in range(20))
