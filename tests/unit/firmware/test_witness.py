"""Which pictures are kept as evidence: of each ruling, of the board before it, and of no room."""

from dataclasses import dataclass, field

import numpy as np

from firmware.events import BoardSettled, Entry, Pressed, Record
from firmware.replays import Replays
from firmware.session import Session
from firmware.view import View
from firmware.witness import Deed, Witness
from referee.board import Board, Disc
from referee.controls import Button
from referee.position import Position
from tests.unit.firmware.test_replays import pop, view
from vision.seen import BoardLost, LostReason

EMPTY = Board.empty()
ROOM = View(np.zeros((480, 640, 3), np.uint8), BoardLost(LostReason.NOT_FOUND))


@dataclass
class Shelf:
    """An album in memory."""

    kept: list[tuple[int, str]] = field(default_factory=list)

    def keep(self, game: int, caption: str, jpeg: bytes) -> None:
        assert jpeg[:2] == b"\xff\xd8"
        self.kept.append((game, caption))


def entries(*events: BoardSettled | Pressed) -> list[Entry]:
    session = Session(Position.start())
    return [effect.entry for event in events for effect in session.handle(event) if isinstance(effect, Record)]


def do(deed: Deed | None) -> None:
    if deed is not None:
        deed()


def test_the_board_before_the_first_ruling_is_kept_once() -> None:
    shelf = Shelf()
    witness = Witness(shelf, None)
    do(witness.expected(0, view()))
    assert shelf.kept == [], "no game has begun"
    do(witness.expected(1, view()))
    do(witness.expected(1, view()))
    for entry in entries(BoardSettled(EMPTY.dropped(3, Disc.RED), 1.0)):
        do(witness.happened(entry, view()))
    assert shelf.kept == [(1, ""), (1, "Red drops into d")]


def test_each_ruling_and_each_board_at_rest_has_a_picture_and_nothing_else() -> None:
    shelf = Shelf()
    witness = Witness(shelf, None)
    happened = entries(
        BoardSettled(EMPTY, 1.0), Pressed(Button.UNDO, 2.0), BoardSettled(EMPTY.dropped(3, Disc.RED), 3.0)
    )
    for entry in happened:
        do(witness.happened(entry, view()))
    assert shelf.kept == [(1, ""), (1, "Red drops into d")]


def test_no_room_is_shown_and_nothing_is_written_where_there_is_nothing_to_see() -> None:
    witness = Witness(Shelf(), None)
    assert witness.happened(pop(), ROOM) is None
    assert witness.happened(pop(), None) is None
    assert Witness(None, None).happened(pop(), view()) is None


def test_the_last_seconds_are_cut_also_without_an_album() -> None:
    replays = Replays()
    witness = Witness(None, replays)
    witness.see(None, 0.5)
    witness.see(view(), 1.0)
    do(witness.happened(pop(), view()))
    assert len(replays.of_game(1)) == 1
