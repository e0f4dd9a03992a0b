"""Pictures as evidence: bounded by size and age, and worth less than the game."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.album import GAMES_WHATEVER_THEIR_AGE, LIMIT_DAYS, Album, album_beside, jpeg_of, shots
from firmware.errors import JournalError
from firmware.view import CROP_PIXELS, View, grid_jpeg, live_jpeg
from referee.board import Board
from vision.lattice import Lattice
from vision.seen import BoardLost, BoardSeen, LostReason

TODAY = datetime(2026, 11, 29, tzinfo=UTC)


def test_pictures_are_found_by_game_and_by_number(tmp_path: Path) -> None:
    path = tmp_path / "pictures.sqlite"
    album = Album(path, lambda: TODAY, game_offset=6)
    album.keep(1, "Red drops into d", b"one")
    album.keep(2, "Yellow drops into e", b"two")
    album.close()
    (shot,) = shots(path, 7)
    assert (shot.caption, shot.written) == ("Red drops into d", "2026-11-29T00:00:00+00:00")
    assert jpeg_of(path, shot.number) == b"one"
    assert shots(path, 1) == ()
    assert jpeg_of(path, 99) is None


def test_the_oldest_make_room_for_the_newest(tmp_path: Path) -> None:
    path = tmp_path / "pictures.sqlite"
    album = Album(path, limit_bytes=10_000)
    for number in range(50):
        album.keep(number, "", bytes([number]) * 1000)
    album.close()
    kept = [number for number in range(50) if shots(path, number)]
    assert kept == list(range(50 - len(kept), 50))
    assert 8 <= len(kept) <= 10


def test_pictures_are_not_kept_for_ever_but_those_of_the_last_games_are(tmp_path: Path) -> None:
    path = tmp_path / "pictures.sqlite"
    old = Album(path, lambda: TODAY - timedelta(days=LIMIT_DAYS + 1))
    for game in range(1, GAMES_WHATEVER_THEIR_AGE + 4):
        old.keep(game, "", b"old")
    old.close()
    Album(path, lambda: TODAY).close()
    kept = [game for game in range(1, GAMES_WHATEVER_THEIR_AGE + 4) if shots(path, game)]
    assert kept == list(range(4, GAMES_WHATEVER_THEIR_AGE + 4))


def test_a_clock_that_was_a_year_back_for_an_evening_costs_no_pictures(tmp_path: Path) -> None:
    path = tmp_path / "pictures.sqlite"
    days = [TODAY - timedelta(days=1), TODAY - timedelta(days=366), TODAY]
    for evening, day in enumerate(days):
        album = Album(path, lambda day=day: day)  # type: ignore[misc]
        for game in range(GAMES_WHATEVER_THEIR_AGE + 4):
            album.keep(1 + game + 100 * evening, "", b"picture")
        album.close()
    Album(path, lambda: TODAY + timedelta(days=1)).close()
    for evening in range(len(days)):
        assert all(shots(path, 1 + game + 100 * evening) for game in range(GAMES_WHATEVER_THEIR_AGE + 4)), evening


def test_a_damaged_album_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "pictures.sqlite"
    path.write_bytes(b"holiday " * 1000)
    Album(path, lambda: TODAY).close()
    assert [file.name for file in tmp_path.glob("*damaged*.sqlite")] == ["pictures.damaged-20261129-000000.sqlite"]


def test_where_no_album_can_be_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(JournalError, match=r"pictures\.sqlite"):
        Album(tmp_path / "file" / "pictures.sqlite")


def test_each_journal_has_its_own_album(tmp_path: Path) -> None:
    assert album_beside(tmp_path / "games.sqlite") != album_beside(tmp_path / "other.sqlite")


def picture() -> np.ndarray:
    return np.random.default_rng(1).integers(0, 255, (480, 640, 3), dtype=np.uint8)


def decoded(jpeg: bytes) -> np.ndarray:
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return image


@pytest.mark.parametrize(
    ("pitch", "left", "top", "shape"),
    [(40.0, 200.0, 120.0, (272, 312, 3)), (90.0, -20.0, -20.0, (383, CROP_PIXELS, 3))],
    ids=["within the picture", "partly beyond its edges"],
)
def test_the_grid_is_cut_out(pitch: float, left: float, top: float, shape: tuple[int, int, int]) -> None:
    lattice = Lattice(np.array([[pitch, 0, left], [0, pitch, top], [0, 0, 1]]))
    jpeg = grid_jpeg(View(picture(), BoardSeen(Board.empty(), 1.0, lattice)))
    assert jpeg is not None
    cut = decoded(jpeg)
    assert all(abs(is_now - wanted) <= 20 for is_now, wanted in zip(cut.shape, shape, strict=True)), cut.shape


def test_without_a_grid_nothing_is_kept_and_the_whole_picture_is_shown_to_whoever_aims_the_camera() -> None:
    view = View(picture(), BoardLost(LostReason.NOT_FOUND))
    assert grid_jpeg(view) is None
    assert decoded(live_jpeg(view)).shape == (480, 640, 3)
