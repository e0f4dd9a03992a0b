"""A game is deleted from a journal: it alone, and wholly; the others keep all, and the one under way is taken up."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from firmware.album import Album, Shot, album_beside, shots
from firmware.archive import archive
from firmware.cli import run
from firmware.database import MIGRATIONS, open_database
from firmware.events import BoardSettled, Event, Named, Pressed, Record
from firmware.past_games import PastGame, PastGames
from firmware.sole_keeper import sole_keeper
from firmware.standings import standings
from firmware.taking_up import Beginning, begin
from referee.board import Board, Disc
from referee.controls import Button, ChooseRules, Resign
from referee.rules import Game, Rules
from tests.unit.firmware.test_durable_journal import now

EMPTY = Board.empty()
DROP = EMPTY.dropped(3, Disc.RED)
WRONG = EMPTY.dropped(3, Disc.YELLOW)
GAMES = 5
"""The last of them is under way."""


def live(begun: Beginning, *events: Event) -> None:
    """The program plays on."""
    assert begun.journal is not None
    for event in events:
        for effect in begun.session.handle(event):
            if isinstance(effect, Record):
                begun.journal.write(effect.entry)


def evening(rules: Rules | None = None) -> tuple[Event, ...]:
    """Game n has n wrong discs; Red gives up each but the last, whose first disc lies in the grid."""
    events: list[Event] = [BoardSettled(EMPTY, 1.0), Named("Ada", "Bo", 2.0)]
    if rules is not None:
        events.append(Pressed(ChooseRules(rules), 2.5))
    for game in range(1, GAMES + 1):
        for _ in range(game):
            events += [BoardSettled(WRONG, 3.0), BoardSettled(EMPTY, 4.0)]
        events.append(BoardSettled(DROP, 5.0))
        if game < GAMES:
            events += [Pressed(Resign(Disc.RED), 6.0), BoardSettled(EMPTY, 7.0), Pressed(Button.NEW_GAME, 8.0)]
    return tuple(events)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An earlier evening with one game, and the evening: games 2 to 6; its program was killed."""
    path = tmp_path / "games.sqlite"
    live(begin(path, None, 0.0), BoardSettled(EMPTY, 1.0), BoardSettled(DROP, 2.0), Pressed(Resign(Disc.RED), 3.0))
    live(begin(path, None, 0.0, is_fresh=True), *evening())
    with closing(Album(album_beside(path))) as album:
        for number in range(1, GAMES + 2):
            album.keep(number, f"of {number}", b"%d" % number)
    return path


def known(path: Path) -> dict[int, tuple[PastGame, str, tuple[str, ...], tuple[Shot, ...], object, int]]:
    """All that there is of each game."""
    games = PastGames(path)
    broken = games.violations()
    return {
        game.number: (
            game,
            games.record(game.number),
            tuple(json.dumps(ruling) for ruling in games.rulings(game.number)),
            shots(album_beside(path), game.number),
            broken.get(game.number),
            len(b"".join(archive(games, album_beside(path), game.number))),
        )
        for game in games.all()
    }


def delete(path: Path, number: int) -> int:
    return run(["games", "delete", str(number), "--yes", "--journal", str(path)])


@pytest.mark.parametrize("numbers", [[2], [3], [6], [3, 4], [4, 3], [2, 3], [5, 2], [6, 2], [1, 3], [2, 3, 4, 5]])
def test_only_that_game_is_gone_and_all_others_keep_everything(path: Path, numbers: Sequence[int]) -> None:
    before = known(path)
    assert [len(before[number][2]) > 0 for number in before] == [True] * (GAMES + 1)
    for number in numbers:
        assert delete(path, number) == 0
    assert known(path) == {number: what for number, what in before.items() if number not in numbers}
    broken = sum(number - 1 for number in before if number not in (*numbers, 6))
    found = standings(PastGames(path))
    assert sum(times for colour in found.colours for times in colour.violations.values()) == broken
    for number in numbers:
        assert list(PastGames(path).rulings(number)) == []
        assert shots(album_beside(path), number) == ()
        assert number not in PastGames(path).violations()
    with closing(sqlite3.connect(path)) as file:
        owners = {number for (number,) in file.execute("SELECT base + game FROM entry JOIN run ON run.id = run")}
    assert owners.isdisjoint(set(numbers) - {1})


@pytest.mark.parametrize("numbers", [[2], [3], [5], [3, 4], [4, 3], [1], [2, 3, 4, 5]])
@pytest.mark.parametrize("rules", [None, Rules(loser_starts=True), Rules(game=Game.FOUR_IN_A_ROW)])
def test_the_game_under_way_is_taken_up_after_others_were_deleted(
    tmp_path: Path, rules: Rules | None, numbers: Sequence[int]
) -> None:
    path = tmp_path / "games.sqlite"
    live(begin(path, None, 0.0), BoardSettled(EMPTY, 1.0), BoardSettled(DROP, 2.0), Pressed(Resign(Disc.RED), 3.0))
    begun = begin(path, None, 0.0, is_fresh=True)
    with sole_keeper(path):
        live(begun, *evening(rules))
        for number in numbers:
            if number < GAMES:
                assert delete(path, number) == 0
    for number in numbers:
        if number == GAMES:
            assert delete(path, number) == 0
    was = begun.session.snapshot
    before = known(path)
    again = begin(path, None, 100.0)
    assert any(note.startswith("Welcome back") for note in again.notes)
    snapshot = again.session.snapshot
    assert (snapshot.position, snapshot.seen, snapshot.violation) == (was.position, was.seen, was.violation)
    assert snapshot.record == was.record
    assert snapshot.next_rules == was.next_rules
    assert again.journal is not None
    assert again.journal.game_offset + snapshot.game == 6
    live(again, Pressed(Resign(Disc.YELLOW), 101.0), Pressed(Button.NEW_GAME, 102.0), BoardSettled(DROP, 103.0))
    after = known(path)
    assert set(after) == {*before, 7}
    assert after[6][2][: len(before[6][2])] == before[6][2]
    assert len(list(PastGames(path).rulings(7))) > 0
    third = begin(path, None, 200.0)
    assert third.session.snapshot.record == again.session.snapshot.record
    assert any(note.startswith("Welcome back") for note in third.notes)


def test_after_that_an_undo_at_its_beginning_does_not_lead_into_the_deleted_game(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    live(begin(path, None, 0.0), *evening()[:6], Pressed(Button.NEW_GAME, 9.0))
    assert delete(path, 1) == 0
    again = begin(path, None, 100.0)
    live(again, Pressed(Button.UNDO, 101.0), BoardSettled(EMPTY, 102.0))
    assert [game.number for game in PastGames(path).all()] == [2]


def test_the_game_under_way_is_not_deleted_while_a_program_has_it(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = known(path)
    with sole_keeper(path):
        assert delete(path, 6) == 2
        told = capsys.readouterr().err
        assert told == (
            "pop10: game 6 is the one that is being played; begin a new game, or end the program that keeps it, before"
            " it is deleted\n"
        )
        assert known(path) == before
    assert delete(path, 6) == 0
    assert "Welcome back" not in " ".join(begin(path, None, 0.0).notes)


def test_the_game_that_an_undo_can_lead_back_to_is_not_deleted_while_a_program_keeps_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It would come back with nothing in it, and could not be taken up."""
    path = tmp_path / "games.sqlite"
    with sole_keeper(path):
        begun = begin(path, None, 0.0)
        live(begun, *evening()[:6], Pressed(Button.NEW_GAME, 9.0))
        before = known(path)
        assert delete(path, 1) == 2
        assert capsys.readouterr().err == (
            "pop10: an undo at the beginning of game 2 can still lead back to game 1; begin one more game, or end the"
            " program that keeps it, before it is deleted\n"
        )
        assert known(path) == before
        live(begun, BoardSettled(DROP, 10.0), Pressed(Resign(Disc.RED), 11.0), BoardSettled(EMPTY, 12.0))
        live(begun, Pressed(Button.NEW_GAME, 13.0))
        assert delete(path, 1) == 0
        live(begun, *(Pressed(Button.UNDO, 14.0 + number) for number in range(5)))
    assert [game.number for game in PastGames(path).all()] == [2]
    again = begin(path, None, 100.0)
    assert any(note.startswith("Welcome back") for note in again.notes)
    assert again.session.snapshot.record == begun.session.snapshot.record


def test_no_number_is_used_again(path: Path) -> None:
    for number in (6, 5):
        assert delete(path, number) == 0
    live(begin(path, None, 0.0), BoardSettled(DROP, 1.0), BoardSettled(EMPTY, 2.0))
    assert max(game.number for game in PastGames(path).all()) == 7


def test_pictures_that_cannot_be_deleted_keep_their_game(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    album_beside(path).write_bytes(b"no album at all" * 100)
    before = [game.number for game in PastGames(path).all()]
    assert delete(path, 3) == 2
    assert "pictures.sqlite: no database, or a damaged one" in capsys.readouterr().err
    assert [game.number for game in PastGames(path).all()] == before


def test_a_file_whose_games_were_mixed_up_by_an_earlier_version_has_them_in_order_again(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(path)) as file:
        file.executescript("".join(MIGRATIONS[:3]) + "PRAGMA user_version=3;")
        for run_id, base, closed in ((1, 2, 1), (2, 4, 0), (3, 6, 1)):
            file.execute("INSERT INTO run VALUES (?, '', NULL, '', ?, ?, 'table')", (run_id, base, closed))
        for number, run_id in ((1, 1), (3, 1), (4, 1), (5, 2), (7, 3)):
            file.execute("INSERT INTO game VALUES (?, ?, '', '', '', '', 0, 0, '*', '')", (number, run_id))
        file.commit()
    connection, _ = open_database(path, now)
    with closing(connection):
        runs = connection.execute("SELECT id, base, spent, closed FROM run ORDER BY id").fetchall()
    assert runs == [(1, 0, 2, 1), (2, 4, 0, 0), (3, 5, 6, 1)]
