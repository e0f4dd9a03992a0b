"""Whatever stands on the grid: who is on turn is named, the position stays, and what is legal again is taken."""

import os
import random

import pytest

from referee.board import COLUMNS, ROWS, Board, Disc
from referee.controls import Button
from referee.position import Drop, Position
from referee.referee import Referee, Standing
from referee.ruling import Corrected, Dropped, Revised, Violation, as_json
from referee.violation import ViolationKind
from tests.games import random_position, shuffled_full_board

BOARDS = int(os.environ.get("POP10_WRONG_BOARDS", "250"))
"""Wrong boards per test; 250 take some ten seconds."""

EMPTY_ROWS = "......./......./......./......."


def spoilt(board: Board, rng: random.Random) -> Board:
    """The board after one change of any sort, also one that cannot be."""
    column = rng.randrange(COLUMNS)
    height = board.height(column)
    disc = rng.choice(list(Disc))
    match rng.randrange(6):
        case 0 if height < ROWS:
            return board.dropped(column, disc)
        case 1:
            return board.popped(column)
        case 2 if height:
            row = rng.randrange(height)
            return board.with_cell(column, row, rng.choice([Disc.RED, Disc.YELLOW, None]))
        case 3 if height < ROWS - 1:
            return board.with_cell(column, rng.randrange(height + 1, ROWS), disc)
        case 4 if height:
            return board.with_cell(column, height - 1, None)
        case _:
            other = rng.randrange(COLUMNS)
            columns = [board.column(each) for each in range(COLUMNS)]
            columns[column], columns[other] = columns[other], columns[column]
            return Board.from_columns(columns)


def violations(seed: str) -> list[tuple[Referee, Position, Board, Violation]]:
    """Referees that have just called a violation, with the position before."""
    rng = random.Random(seed)
    found: list[tuple[Referee, Position, Board, Violation]] = []
    while len(found) < BOARDS:
        position = random_position(rng)
        board = spoilt(position.board, rng)
        referee = Referee(position)
        rulings = referee.observe(board, 0.0)
        if rulings and isinstance(rulings[-1], Violation):
            found.append((referee, position, board, rulings[-1]))
    return found


def test_a_violation_names_who_is_on_turn_and_the_old_board_always_corrects_it() -> None:
    for referee, position, board, violation in violations("the old board"):
        told = f"{position} -> {board}: {violation}"
        assert violation.fault.player is violation.position.turn, told
        assert violation.position == referee.position, told
        rulings = referee.observe(violation.position.board, 1.0)
        assert [type(ruling) for ruling in rulings] == [Corrected], told
        assert rulings[0].position == violation.position, told
        assert referee.standing is Standing.AGREED, told


def test_the_next_legal_board_after_a_violation_is_ruled() -> None:
    rng = random.Random("the next act")
    for referee, position, board, violation in violations("the next board"):
        if violation.position != position:
            continue
        after = position.apply(rng.choice(position.legal_actions()))
        if after.board in (position.board, board):
            continue
        rulings = referee.observe(after.board, 1.0)
        told = f"{position} -> {board}, {violation.fault.kind} -> {after}: {rulings}"
        assert isinstance(rulings[0], Corrected), told
        assert referee.position == after, told


def test_a_floating_disc_is_a_changed_board_unless_only_one_disc_is_missing() -> None:
    rng = random.Random("floating")
    for _ in range(BOARDS):
        position = random_position(rng)
        column = rng.choice([each for each in range(COLUMNS) if position.board.height(each) < ROWS - 1] or [None])
        if column is None:
            continue
        row = rng.randrange(position.board.height(column) + 1, ROWS)
        board = position.board.with_cell(column, row, rng.choice(list(Disc)))
        (violation,) = Referee(position).observe(board, 0.0)
        assert isinstance(violation, Violation)
        assert violation.fault.kind is ViolationKind.BOARD_CHANGED
        assert violation.fault.column == column
        assert violation.fault.player is position.turn
        assert "hangs in column" in violation.remedy
        assert "Accept" not in violation.remedy


def test_a_disc_taken_from_under_others_that_stay_up_is_removed() -> None:
    rng = random.Random("from below")
    for _ in range(BOARDS):
        position = random_position(rng)
        tall = [column for column in range(COLUMNS) if position.board.height(column) > 1]
        if not tall:
            continue
        column = rng.choice(tall)
        board = position.board.with_cell(column, rng.randrange(position.board.height(column) - 1), None)
        referee = Referee(position)
        (violation,) = referee.observe(board, 0.0)
        assert isinstance(violation, Violation)
        assert (violation.fault.kind, violation.fault.column) == (ViolationKind.DISC_REMOVED, column)
        assert [type(ruling) for ruling in referee.observe(position.board, 1.0)] == [Corrected]


@pytest.mark.parametrize(
    ("start", "wrong", "column", "legal", "act"),
    [
        (None, "......./......./......./...R.../......./.......", "d", f"{EMPTY_ROWS}/......./...R...", "drop"),
        (
            f"{EMPTY_ROWS}/......./...R... y setup 0-0 -",
            f"{EMPTY_ROWS}/....Y../...R...",
            "e",
            f"{EMPTY_ROWS}/......./...RY..",
            "drop",
        ),
        (
            "Y.Y..../R.RY.YR/Y.YY.YY/YRYYRRY/RRRRYRY/YRRYRRY r pop 6-3 -",
            "YYY..../R.RY.YR/Y.YY.YY/YRYYRRY/RRRRYRY/YRRYRRY",
            "b",
            "Y.Y..../R.RY.YR/Y.YY.YY/Y.YYRRY/RRRRYRY/YRRYRRY",
            "pop",
        ),
        (
            "RY.Y.../YRRYRR./RYYYRY./YYRYRRY/RRYRRRY/RRYYRRY y pop 2-4 -",
            "RY.Y.../YRRYRR./RYYYRYR/YYRYRRY/RRYRRRY/RRYYRRY",
            "g",
            "RY.Y.../YRRYRR./RYYYRY./YYRYRR./RRYRRRY/RRYYRRY",
            "pop",
        ),
    ],
)
def test_a_lawful_act_in_place_of_the_wrong_one(
    start: str | None, wrong: str, column: str, legal: str, act: str
) -> None:
    referee = Referee(Position.start() if start is None else Position.parse(start))
    (called,) = [as_json(ruling) for ruling in referee.observe(Board.parse(wrong), 0.0)]
    assert (called["ruling"], called["column"]) == ("violation", column)
    rulings = [as_json(ruling) for ruling in referee.observe(Board.parse(legal), 1.0)]
    assert [ruling["ruling"] for ruling in rulings] == ["corrected", act]
    assert rulings[1]["column"] == column


def test_a_floating_board_that_is_not_accepted_is_still_put_right() -> None:
    referee = Referee(Position.start())
    fine = Board.parse(f"{EMPTY_ROWS}/......./RR.Y.Y.")
    referee.observe(fine, 0.0)
    referee.observe(Board.parse(f"{EMPTY_ROWS}/..R..../RR.Y.Y."), 1.0)
    referee.press(Button.ACCEPT, 2.0)
    assert [type(ruling) for ruling in referee.observe(fine, 3.0)] == [Corrected]


def test_a_drop_that_was_missed_before_the_opponents_wrong_one_is_ruled_first() -> None:
    first = Board.empty().dropped(3, Disc.RED)
    referee = Referee(Position.start())
    referee.observe(first, 0.0)
    rulings = [as_json(each) for each in referee.observe(first.dropped(5, Disc.YELLOW).dropped(3, Disc.RED), 1.0)]
    assert [ruling["ruling"] for ruling in rulings] == ["drop", "violation"]
    assert (rulings[1]["player"], rulings[1]["kind"], rulings[1]["column"]) == ("red", "wrong-row", "d")
    assert [type(ruling) for ruling in referee.observe(first, 2.0)] == [Corrected, Revised]
    assert referee.position.board == first


def test_a_new_game_called_over_a_full_grid_may_begin_with_the_setup_after_all() -> None:
    full = shuffled_full_board(random.Random(3))
    for boards in ([], [Board.empty()], [full.popped(0).popped(0).popped(1)]):
        referee = Referee(Position.start())
        referee.observe(full, 0.0)
        referee.press(Button.NEW_GAME, 1.0)
        for board in boards:
            referee.observe(board, 2.0)
        rulings = referee.observe(Board.empty().dropped(2, Disc.RED), 3.0)
        assert [type(ruling) for ruling in rulings] == [Dropped]
        assert referee.position == Position.start().apply(Drop(2))
