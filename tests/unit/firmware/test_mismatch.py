"""A board that shows something else than the game: told where nothing else tells it, and never in undisturbed play."""

import pytest

from firmware.demo.script import Act, write_script
from firmware.events import BoardSettled, Pressed
from firmware.mismatch import differing_cells, mismatch
from firmware.scoreboard.state import state
from firmware.session import Session
from firmware.words import due_now
from referee.board import Board, Disc
from referee.controls import AgreeDraw, Button
from referee.position import Position

FULL = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR")
DROPS = (3, 4, 0, 2, 1)


def played(*drops: int) -> Session:
    """A setup begun by these drops."""
    session, board = Session(Position.start()), Board.empty()
    for number, column in enumerate(drops):
        board = board.dropped(column, list(Disc)[number % 2])
        session.handle(BoardSettled(board, float(number)))
    return session


def test_a_disc_whose_drop_was_taken_back_is_to_come_out() -> None:
    session = played(3, 4)
    assert mismatch(session.snapshot) == ""
    session.handle(Pressed(Button.UNDO, 9.0))
    assert differing_cells(session.snapshot) == ((4, 0),)
    told = (
        "The board shows something else than the game. Push the lowest disc of column e out at the bottom (Yellow). "
        "Or press Accept to play on from the board as it is"
    )
    assert mismatch(session.snapshot) == due_now(session.snapshot) == told
    tree = state(session.snapshot, ())
    assert (tree["due"], tree["columns"], tree["differs"]) == (told, [], ["e1"])
    session.handle(BoardSettled(Board.empty().dropped(3, Disc.RED), 10.0))
    assert due_now(session.snapshot).startswith("Yellow: drop your disc into a")


def test_of_a_board_that_differs_in_many_columns_the_columns_are_told() -> None:
    session = played(*DROPS)
    for _ in DROPS[1:]:
        session.handle(Pressed(Button.UNDO, 9.0))
    assert "look at columns a, b, c, e." in mismatch(session.snapshot)


def test_accepted_it_is_the_game() -> None:
    session = played(3, 4)
    session.handle(Pressed(Button.UNDO, 9.0))
    session.handle(Pressed(Button.ACCEPT, 10.0))
    assert (mismatch(session.snapshot), differing_cells(session.snapshot)) == ("", ())


def test_what_is_told_otherwise_is_not_told_twice() -> None:
    wrong = played(3)
    wrong.handle(BoardSettled(Board.empty(), 9.0))
    assert wrong.snapshot.violation is not None
    waiting = played(3, 4)
    waiting.handle(Pressed(Button.NEW_GAME, 9.0))
    over = played(3, 4)
    over.handle(Pressed(AgreeDraw(), 9.0))
    over.handle(BoardSettled(Board.empty().dropped(6, Disc.RED), 10.0))
    for session in (wrong, waiting, over):
        assert differing_cells(session.snapshot) != ()
        assert mismatch(session.snapshot) == ""


@pytest.mark.parametrize("seed", range(6))
def test_in_undisturbed_play_the_board_is_the_game(seed: int) -> None:
    script = write_script(seed, stored=seed % 2 == 0)
    session = Session(script.start)
    for step in script.steps:
        if isinstance(step, Act):
            session.handle(BoardSettled(step.after.board, 1.0))
            assert mismatch(session.snapshot) == ""
