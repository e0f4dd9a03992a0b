"""Past games over real sockets: what is listed, compared, downloaded and shown again, and what is refused."""

import http.client
import io
import json
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from firmware.album import Album, album_beside
from firmware.durable_journal import DurableJournal
from firmware.events import BoardSettled, Pressed, Record
from firmware.replays import Replays
from firmware.scoreboard.evidence import Evidence
from firmware.session import Session
from firmware.taking_up import begin
from referee.controls import AgreeDraw
from tests.served import told_table
from tests.unit.firmware.test_replays import FULL, pop, view


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """A drawn game with two pictures and the seconds before a pop."""
    journal = tmp_path / "games.sqlite"
    begun = begin(journal, None, 0.0)
    assert begun.journal is not None
    for event in (BoardSettled(FULL, 1.0), BoardSettled(FULL.popped(0), 2.0), Pressed(AgreeDraw(), 3.0)):
        for effect in begun.session.handle(event):
            if isinstance(effect, Record):
                begun.journal.write(effect.entry)
    begun.journal.close()
    album = Album(album_beside(journal))
    album.keep(1, "", b"before")
    album.keep(1, "Red pops a", b"after")
    album.close()
    replays = Replays()
    replays.see(view(), 1.0)
    replays.cut(pop())
    with told_table(Evidence(journal, replays)) as (_, served):
        yield int(served.urls[0].rsplit(":", 1)[1].rstrip("/"))


def ask(port: int, path: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def test_a_game_is_told_with_its_pictures_and_its_last_seconds(port: int) -> None:
    game = json.loads(ask(port, "/api/games/1")[2])
    assert [shot["text"] for shot in game["pictures"]] == ["", "Red pops a"]
    assert ask(port, game["pictures"][1]["picture"])[2] == b"after"
    (replay,) = game["replays"]
    status, headers, film = ask(port, replay["replay"])
    assert (status, headers["content-type"]) == (200, "video/x-motion-jpeg")
    assert len(film) == sum(picture["bytes"] for picture in replay["pictures"])


def test_the_record_of_the_present_game_is_the_one_that_is_kept(tmp_path: Path) -> None:
    """Also after the program was started again on another day."""
    journal = tmp_path / "games.sqlite"
    kept = DurableJournal(journal, lambda: datetime(2026, 11, 20, tzinfo=UTC))
    kept.begin(None)
    with told_table(Evidence(journal, Replays())) as (table, served):
        table.session = Session()
        for event in (BoardSettled(FULL, 1.0), BoardSettled(FULL.popped(0), 2.0)):
            for effect in table.session.handle(event):
                if isinstance(effect, Record):
                    kept.write(effect.entry)
        table.feed.show(table.session.snapshot)
        port = int(served.urls[0].rsplit(":", 1)[1].rstrip("/"))
        text = ask(port, "/api/record")[2]
        assert b'[Game "1"]\n[Date "2026.11.20"]\n' in text
        assert text == ask(port, "/api/games/1/record")[2]
    kept.close()


def test_the_last_seconds_are_told_with_their_game(port: int, tmp_path: Path) -> None:
    (replay,) = json.loads(ask(port, "/api/games/1")[2])["replays"]
    assert json.loads(ask(port, "/api/replays/last")[2]) == {"game": "1", **replay}
    with told_table(Evidence(tmp_path / "games.sqlite", Replays())) as (_, served):
        other = int(served.urls[0].rsplit(":", 1)[1].rstrip("/"))
        assert json.loads(ask(other, "/api/replays/last")[2]) is None


def test_the_archive_is_sent_as_it_is_made(port: int) -> None:
    status, headers, body = ask(port, "/api/games/1/archive")
    assert (status, headers["content-type"]) == (200, "application/zip")
    assert headers["content-disposition"] == 'attachment; filename="pop10-game-1.zip"'
    assert "content-length" not in headers
    packed = zipfile.ZipFile(io.BytesIO(body))
    assert packed.testzip() is None
    assert packed.read("pop10-game-1/pictures/0002.jpg") == b"after"


def test_players_are_compared(port: int) -> None:
    found = json.loads(ask(port, "/api/standings")[2])
    assert (found["games"], found["colours"][0]["draws"], found["players"]) == (1, 1, [])
    day = found["evenings"][0]["date"]
    assert json.loads(ask(port, f"/api/standings?evening={day}")[2])["games"] == 1
    assert json.loads(ask(port, "/api/standings?evening=1999-12-31")[2])["games"] == 0


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/api/games/9", 404, "there is no such number"),
        ("/api/games/9/record", 404, "there is no such number"),
        ("/api/games/9/archive", 404, "there is no such number"),
        ("/api/replays/9", 404, "no longer, kept"),
        ("/api/pictures/9", 404, "no longer, kept"),
        (f"/api/games/{2**63}/archive", 404, "no such number"),
        ("/api/standings?evening=Friday", 422, "a day like 2026-11-29 is wanted, got 'Friday'"),
        ("/api/standings?evening=..%2F..%2Fetc%2Fpasswd", 422, "a day like"),
    ],
)
def test_what_is_not_there_or_not_understood_is_refused_in_words(port: int, path: str, status: int, words: str) -> None:
    got, _, body = ask(port, path)
    assert got == status
    assert words in json.loads(body)["error"]
    assert b"sqlite" not in body


@pytest.mark.parametrize("path", ["/api/games/../games.sqlite", "/api/pictures/..%2fgames.sqlite", "/game/%2e%2e/x"])
def test_no_address_names_a_file(port: int, path: str) -> None:
    assert ask(port, path)[0] == 404


def test_a_journal_that_is_gone_is_said_and_nothing_breaks(port: int, tmp_path: Path) -> None:
    for file in tmp_path.glob("games.sqlite*"):
        file.unlink()
    status, _, body = ask(port, "/api/standings")
    assert (status, json.loads(body)["error"]) == (503, "games.sqlite: there is no journal yet")
    assert ask(port, "/api/state")[0] == 200
