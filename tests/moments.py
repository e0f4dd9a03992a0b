"""Moments of a game as the scoreboard shows them, each told to a table that has no camera."""

from collections.abc import Callable
from typing import Final

from firmware.events import BoardSettled, CameraLost, DeviceFailed, Named, Pressed
from referee.board import Board, Disc
from referee.controls import Button, Resign
from referee.position import Position
from tests.served import ToldTable

LINE: Final = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YYRYRYY/RRRRYRY")
"""Full; Red's pop of a, b, c or d scores."""
FULL: Final = "cannot write /var/lib/pop10/games.sqlite: the disk is full"


def due(told: ToldTable) -> None:
    """Some drops of the setup, and the next is due."""
    board = Board.empty()
    told.happen(BoardSettled(board, 1.0))
    for number, column in enumerate((3, 4, 0, 2, 1, 5)):
        board = board.dropped(column, list(Disc)[number % 2])
        told.happen(BoardSettled(board, 2.0 + number))


def point(told: ToldTable) -> None:
    """A pop has scored."""
    told.happen(Named("Anna-Katharina", "Bartholomäus", 1.0))
    begin(told, f"{LINE} r pop 7-6 -")
    told.happen(BoardSettled(LINE.popped(1), 4.0))


def violation(told: ToldTable) -> None:
    """Two columns are wrong, so that there is much to say."""
    begin(told, f"{LINE} r pop 0-0 -")
    told.happen(BoardSettled(LINE.popped(6), 3.0))
    told.happen(BoardSettled(LINE.popped(6).popped(5).popped(5).popped(4), 4.0))


def win(told: ToldTable) -> None:
    """The tenth point."""
    begin(told, f"{LINE} r pop 9-6 -")
    told.happen(BoardSettled(LINE.popped(1), 4.0))


def given_up(told: ToldTable) -> None:
    """Red has had enough before anything was scored."""
    begin(told, f"{LINE} r pop 0-0 -")
    told.happen(Pressed(Resign(Disc.RED), 4.0))


def undone(told: ToldTable) -> None:
    """A drop was taken back, and its disc still lies in the grid."""
    told.happen(BoardSettled(Board.empty(), 1.0))
    told.happen(BoardSettled(Board.empty().dropped(3, Disc.RED), 2.0))
    told.happen(Pressed(Button.UNDO, 3.0))


def lost(told: ToldTable) -> None:
    """A point was made, and then somebody pulled the camera's plug."""
    point(told)
    told.happen(CameraLost("no picture for 2.0 s", 8.0))


def begin(told: ToldTable, position: str) -> None:
    """A game that stands so, with something in the list of what was ruled before."""
    due(told)
    session = type(told.session)(Position.parse(position))
    told.session = session
    told.happen(Named("Anna-Katharina", "Bartholomäus", 1.0))
    told.happen(BoardSettled(session.snapshot.position.board, 1.0))  # type: ignore[union-attr]


def troubled(moment: Callable[[ToldTable], None]) -> Callable[[ToldTable], None]:
    """The same while the disk is full."""

    def with_trouble(told: ToldTable) -> None:
        moment(told)
        told.happen(DeviceFailed("journal", FULL, 9.0))

    with_trouble.__name__ = f"{moment.__name__}_and_trouble"
    return with_trouble


MOMENTS: Final = (due, point, violation, win, given_up, undone, lost)
EVERY: Final = (*MOMENTS, *(troubled(moment) for moment in MOMENTS))
