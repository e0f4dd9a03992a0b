"""The last seconds again: which pictures are kept, for how long, and what a clip tells."""

import numpy as np
import pytest

from firmware.events import BoardSettled, Entry, Named, Pressed, Record
from firmware.replays import CLIPS, PICTURES_A_SECOND, RING_PICTURES, SECONDS, WIDTH_PIXELS, Replays
from firmware.session import Session
from firmware.view import View
from referee.board import Board, Disc
from referee.controls import Button, Resign
from referee.position import Position
from tests.unit.firmware.test_album import decoded
from vision.lattice import Lattice
from vision.seen import BoardLost, BoardSeen, LostReason

FULL = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR")
LATTICE = Lattice(np.array([[40.0, 0, 200.0], [0, 40.0, 120.0], [0, 0, 1]]))


def view(grey: int = 0) -> View:
    return View(np.full((480, 640, 3), grey, np.uint8), BoardSeen(FULL, 1.0, LATTICE))


def entry(session: Session, event: BoardSettled | Pressed) -> Entry:
    return next(effect.entry for effect in session.handle(event) if isinstance(effect, Record))


def pop(at: float = 1.0) -> Entry:
    return entry(Session(Position.stored(FULL)), BoardSettled(FULL.popped(0), at))


def grey_of(jpeg: bytes) -> int:
    return round(float(decoded(jpeg).mean()))


def test_a_clip_has_the_last_seconds_before_the_ruling_and_no_more() -> None:
    replays = Replays(game_offset=6)
    for tick in range(200):
        replays.see(view(tick), tick / 10)
    replays.cut(pop())
    (clip,) = replays.of_game(7)
    times = [picture.at for picture in clip.pictures]
    assert times[-1] > 19.9 - 1 / PICTURES_A_SECOND
    assert SECONDS - 0.5 < times[-1] - times[0] <= SECONDS
    gaps = np.diff(times)
    assert gaps.min() > 0.9 / PICTURES_A_SECOND
    assert len(clip.pictures) <= RING_PICTURES
    assert abs(grey_of(clip.pictures[-1].jpeg) - times[-1] * 10) < 3
    assert clip.text.startswith("Red pops a")
    assert replays.of_game(1) == ()


def test_a_clip_calls_the_players_as_they_are_called_and_says_where_the_game_stood() -> None:
    session, replays = Session(Position.stored(FULL)), Replays()
    session.handle(Named("Anna", "", 0.5))
    replays.see(view(), 0.9)
    replays.cut(entry(session, BoardSettled(FULL.popped(0), 1.0)))
    (clip,) = replays.of_game(1)
    assert clip.text.startswith("Anna (Red) pops a")
    assert clip.as_json()["position"] == str(session.snapshot.position)


def test_a_clip_comes_apart_again_as_it_is_told() -> None:
    replays = Replays()
    for tick in range(10):
        replays.see(view(20 * tick), 5.0 + tick / 5)
    replays.cut(pop())
    (clip,) = replays.of_game(1)
    told = clip.as_json()
    film = clip.motion_jpeg
    pictures = told["pictures"]
    assert isinstance(pictures, list)
    assert [picture["at"] for picture in pictures] == [round(tick / 5, 3) for tick in range(10)]
    greys = []
    for picture in pictures:
        assert decoded(film[: picture["bytes"]]).shape[1] <= WIDTH_PIXELS
        greys.append(grey_of(film[: picture["bytes"]]))
        film = film[picture["bytes"] :]
    assert film == b""
    assert greys == [20 * tick for tick in range(10)]
    found = replays.clip(clip.number)
    assert found is not None
    assert told["replay"] == f"/api/replays/{found.number}"


def test_only_what_people_want_to_see_again_is_kept() -> None:
    replays = Replays()
    replays.cut(pop())
    replays.see(view(), 1.0)
    empty = Session(Position.start())
    replays.cut(entry(empty, BoardSettled(Board.empty().dropped(3, Disc.RED), 1.0)))
    replays.cut(entry(Session(Position.stored(FULL)), BoardSettled(FULL, 1.0)))
    replays.cut(entry(Session(Position.stored(FULL)), Pressed(Resign(Disc.RED), 1.0)))
    replays.cut(entry(empty, Pressed(Button.UNDO, 2.0)))
    replays.cut(entry(empty, BoardSettled(Board.empty(), 2.5)))
    assert replays.of_game(1) == ()
    replays.cut(entry(empty, BoardSettled(Board.empty().dropped(3, Disc.YELLOW), 3.0)))
    assert [clip.text[:45] for clip in replays.of_game(1)] == ["The disc dropped into column d is Yellow, but"]


@pytest.mark.parametrize(("limit", "kept"), [(10**9, CLIPS), (1, 1)])
def test_the_oldest_clips_make_room(limit: int, kept: int) -> None:
    replays = Replays(limit_bytes=limit)
    for tick in range(20):
        replays.see(view(), float(tick))
        replays.cut(pop())
    assert [clip.number for clip in replays.of_game(1)] == list(range(21 - kept, 21))
    assert replays.clip(1) is None


def test_a_picture_without_a_grid_shows_the_room_and_is_not_kept() -> None:
    replays = Replays()
    replays.see(View(np.zeros((480, 640, 3), np.uint8), BoardLost(LostReason.NOT_FOUND)), 1.0)
    replays.cut(pop())
    assert replays.of_game(1) == ()
