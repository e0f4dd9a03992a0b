"""One game as a zip archive: all that is known of it, however long it was, in little memory."""

import io
import json
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from firmware.album import Album, album_beside
from firmware.archive import archive
from firmware.cli import run
from firmware.events import BoardSettled, Named, Pressed, Record
from firmware.past_games import ENTRIES_AT_A_TIME, NoSuchGameError, PastGames
from firmware.taking_up import begin
from referee.board import Board, Disc
from referee.controls import Button
from referee.replay import parse_record
from referee.ruling import as_json

EMPTY = Board.empty()
ONE_DROP = EMPTY.dropped(3, Disc.RED)


def play(path: Path, times: int) -> list[dict[str, object]]:
    """A drop that is taken back again and again; what was ruled."""
    begun = begin(path, None, 0.0)
    assert begun.journal is not None
    ruled: list[dict[str, object]] = []
    events = [BoardSettled(EMPTY, 1.0), Named("Ada", "Bo", 2.0)]
    events += [BoardSettled(ONE_DROP, 3.0), Pressed(Button.UNDO, 4.0), BoardSettled(EMPTY, 5.0)] * times
    events.append(BoardSettled(ONE_DROP, 6.0))
    for event in events:
        for effect in begun.session.handle(event):
            if isinstance(effect, Record):
                begun.journal.write(effect.entry)
                ruled += [as_json(ruling) for ruling in effect.entry.rulings]
    begun.journal.close()
    return ruled


def opened(parts: bytes) -> zipfile.ZipFile:
    archive = zipfile.ZipFile(io.BytesIO(parts))
    assert archive.testzip() is None
    return archive


def test_it_holds_the_record_the_rulings_and_the_pictures(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    ruled = play(path, times=2)
    album = Album(album_beside(path))
    album.keep(1, "", b"before")
    album.keep(1, "Red drops into d", b"after")
    album.keep(2, "of another game", b"other")
    album.close()
    packed = opened(b"".join(archive(PastGames(path), album_beside(path), 1)))
    inside = {name.removeprefix("pop10-game-1/"): packed.read(name) for name in packed.namelist()}
    assert list(inside) == [
        "record.txt",
        "account.txt",
        "rulings.jsonl",
        "pictures/0001.jpg",
        "pictures/0002.jpg",
        "pictures.jsonl",
    ]
    assert dict(parse_record(inside["record.txt"].decode()).tags)["Red"] == "Ada"
    assert b"Red drops into d" in inside["account.txt"]
    lines = [json.loads(line) for line in inside["rulings.jsonl"].splitlines()]
    assert [{key: line[key] for key in line if key != "written"} for line in lines] == ruled
    assert all(line["written"][:2] == "20" for line in lines)
    assert inside["pictures/0002.jpg"] == b"after"
    pictures = [json.loads(line) for line in inside["pictures.jsonl"].splitlines()]
    assert [(line["file"], line["text"]) for line in pictures] == [
        ("pictures/0001.jpg", ""),
        ("pictures/0002.jpg", "Red drops into d"),
    ]


def test_a_long_game_is_whole_and_takes_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    ruled = play(path, times=ENTRIES_AT_A_TIME)
    album = Album(album_beside(path))
    for number in range(60):
        album.keep(1, f"picture {number}", bytes([number]) * 500_000)
    album.close()
    file = tmp_path / "game.zip"
    tracemalloc.start()
    with file.open("wb") as written:
        for part in archive(PastGames(path), album_beside(path), 1):
            written.write(part)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert file.stat().st_size > 30_000_000
    assert most < 6_000_000
    packed = opened(file.read_bytes())
    assert len(packed.read("pop10-game-1/rulings.jsonl").splitlines()) == len(ruled) > 2 * ENTRIES_AT_A_TIME
    assert packed.read("pop10-game-1/pictures/0060.jpg") == bytes([59]) * 500_000


def test_without_an_album_there_are_no_pictures_in_it(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    play(path, times=1)
    packed = opened(b"".join(archive(PastGames(path), album_beside(path), 1)))
    assert packed.read("pop10-game-1/pictures.jsonl") == b""


def test_a_game_that_is_none_is_refused_before_anything_is_sent(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    play(path, times=1)
    with pytest.raises(NoSuchGameError):
        archive(PastGames(path), album_beside(path), 9)


def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, file = tmp_path / "games.sqlite", tmp_path / "one.zip"
    play(path, times=1)
    assert run(["games", "archive", "1", str(file), "--journal", str(path)]) == 0
    assert "pop10-game-1/record.txt" in opened(file.read_bytes()).namelist()
    assert run(["games", "archive", "1", str(tmp_path / "none" / "one.zip"), "--journal", str(path)]) == 2
    assert "cannot be written: No such file or directory" in capsys.readouterr().err
    assert run(["games", "archive", "7", str(file), "--journal", str(path)]) == 2
    assert "there is no game 7" in capsys.readouterr().err
