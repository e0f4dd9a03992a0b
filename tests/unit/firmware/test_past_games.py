"""`pop10 games`: what was played is listed, told, taken out and deleted."""

import io
import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from firmware.cli import run
from firmware.deleting import delete_game
from firmware.errors import JournalError
from firmware.events import BoardSettled, Event, Named, Pressed, Record
from firmware.past_games import PastGames
from firmware.taking_up import begin
from referee.board import Board
from referee.controls import Button, SetScore
from referee.position import Score
from referee.replay import parse_record

FULL = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR")
NOTHING = Board.empty()


def live(path: Path, *events: Event) -> None:
    begun = begin(path, None, 0.0)
    assert begun.journal is not None
    for event in events:
        for effect in begun.session.handle(event):
            if isinstance(effect, Record):
                begun.journal.write(effect.entry)
    begun.journal.close()


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A game that Ada won, and one that has no end."""
    path = tmp_path / "games.sqlite"
    live(
        path,
        BoardSettled(FULL, 1.0),
        Named("Ada", "Bo", 2.0),
        Pressed(SetScore(Score(10, 2)), 3.0),
        Pressed(Button.NEW_GAME, 4.0),
    )
    return path


def test_games_are_listed_the_newest_first(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "list", "--journal", str(journal)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("0-0  Ada - Bo: not finished")
    assert lines[1].endswith("10-2  Ada - Bo: Red won")
    assert run(["games", "list", "--json", "--journal", str(journal)]) == 0
    first = json.loads(capsys.readouterr().out.splitlines()[1])
    assert (first["game"], first["score"], first["result"]) == ("1", {"red": 10, "yellow": 2}, "red")


def test_a_game_is_told_and_its_record_taken_out(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["games", "show", "1", "--journal", str(journal)]) == 0
    assert "Red wins 10-2." in capsys.readouterr().out
    assert run(["games", "export", "1", str(tmp_path / "one.txt"), "--journal", str(journal)]) == 0
    assert run(["games", "export", "1", "--journal", str(journal)]) == 0
    text = capsys.readouterr().out
    assert text == (tmp_path / "one.txt").read_text()
    assert dict(parse_record(text).tags)["Yellow"] == "Bo"


def test_a_dash_is_standard_output(
    journal: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["games", "export", "1", "-", "--journal", str(journal)]) == 0
    assert b'[Yellow "Bo"]' in capfdbinary.readouterr().out
    assert run(["games", "archive", "1", "-", "--journal", str(journal)]) == 0
    packed = zipfile.ZipFile(io.BytesIO(capfdbinary.readouterr().out))
    assert "pop10-game-1/record.txt" in packed.namelist()
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert run(["games", "archive", "1", "-", "--journal", str(journal)]) == 2
    assert b"nothing to be read in a terminal" in capfdbinary.readouterr().err
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize(
    ("answer", "status", "told"),
    [
        ("n\n", 1, "[y/N] \npop10 games: nothing was deleted\n"),
        ("\n", 1, "[y/N] \npop10 games: nothing was deleted\n"),
        ("", 1, "[y/N] \npop10 games: nothing was deleted\n"),
        ("y\n", 0, "[y/N] \n"),
    ],
)
def test_a_game_is_deleted_only_for_a_clear_yes_and_the_line_is_ended(
    answer: str,
    status: int,
    told: str,
    journal: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    assert run(["games", "delete", "2", "--journal", str(journal)]) == status
    assert capsys.readouterr().err == f"Delete game 2 for good? {told}"
    assert [game.number for game in PastGames(journal).all()] == ([1] if status == 0 else [2, 1])


@pytest.mark.parametrize("command", ["export", "archive"])
def test_a_file_that_is_there_already_is_replaced_only_where_that_is_said(
    command: str, journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "thesis.txt"
    file.write_text("years of work")
    asked = ["games", command, "1", str(file), "--journal", str(journal)]
    assert run(asked) == 2
    said = f"pop10: {file}: is there already; name another file, or add --force to replace it\n"
    assert capsys.readouterr().err == said
    assert file.read_text() == "years of work"
    assert run([*asked, "--force"]) == 0
    assert b"Ada" in file.read_bytes() or file.read_bytes().startswith(b"PK")
    assert run(["games", command, "1", "/dev/null", "--journal", str(journal)]) == 0


def test_a_name_that_no_file_can_have_is_refused(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = journal.parent / ("a" * 300)
    assert run(["games", "export", "1", str(file), "--journal", str(journal)]) == 2
    assert capsys.readouterr().err == f"pop10: {file}: cannot be written: File name too long\n"


def test_a_deleted_game_is_gone_and_its_number_is_not_used_again(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["games", "delete", "2", "--yes", "--journal", str(journal)]) == 0
    assert [game.number for game in PastGames(journal).all()] == [1]
    live(journal, BoardSettled(NOTHING, 1.0))
    assert [game.number for game in PastGames(journal).all()] == [3, 1]
    assert run(["games", "delete", "2", "--yes", "--journal", str(journal)]) == 2
    assert "there is no game 2" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["list"], ["list", "--json"], ["standings"], ["standings", "--json"]])
def test_before_the_first_game_that_is_said_and_is_no_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert run(["games", *command]) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("pop10 games: no games are kept yet; 'pop10 play' keeps them in ")
    assert str(tmp_path / "games.sqlite") in said.err
    assert said.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("script", "got"),
    [
        ("", "an empty file"),
        ("CREATE TABLE game (title TEXT);", "another program's database"),
        ("CREATE TABLE game (title TEXT); PRAGMA user_version=3;", "another program's database"),
    ],
)
def test_a_file_that_is_no_journal_is_called_that_and_stays_as_it_is(
    script: str, got: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(path)) as file:
        file.executescript(script)
    path.touch()
    was = path.read_bytes()
    told = f"{path}: a journal of pop10 is wanted, got {got}; name another file with --journal"
    for command in (["list"], ["standings"], ["show", "1"], ["export", "1"], ["delete", "1", "--yes"]):
        assert run(["games", *command, "--journal", str(path)]) == 2
        assert capsys.readouterr().err == f"pop10: {told}\n"
    with pytest.raises(JournalError, match="is wanted"):
        delete_game(path, 1)
    assert path.read_bytes() == was
    if script:
        begun = begin(path, None, 0.0)
        assert begun.journal is None
        assert begun.notes == (f"{told}; going on without a journal",)
        assert path.read_bytes() == was


def test_a_text_that_is_named_as_a_journal_is_called_no_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "list.txt"
    path.write_text("my shopping list\n" * 100)
    assert run(["games", "list", "--journal", str(path)]) == 2
    told = "a journal of pop10 is wanted, got no database, or a damaged one; name another file with --journal"
    assert capsys.readouterr().err == f"pop10: {path}: {told}\n"


def test_without_a_journal_that_was_named_a_mistake_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["list"], ["standings"], ["show", "1"], ["export", "1"], ["delete", "1", "--yes"]):
        assert run(["games", *command, "--journal", str(tmp_path / "none.sqlite")]) == 2
        assert "there is no journal yet" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
