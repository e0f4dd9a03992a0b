"""Who won how often: counted from a real journal, over all evenings or one."""

import json
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from firmware.cli import run
from firmware.durable_journal import DurableJournal
from firmware.events import BoardSettled, Event, Named, Pressed, Record
from firmware.past_games import PastGames
from firmware.session import Session
from firmware.standings import Standings, Tally, evening_of, standings
from firmware.words import broken_rule
from referee.board import Board, Disc
from referee.controls import AgreeDraw, Button, Resign, SetScore
from referee.position import Position, Score
from referee.violation import ViolationKind

FULL = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YYYYRYY/RRRRRRY")
"""Red scores with a, and then with b, since the rest of the row is still long enough."""
FRIDAY = datetime(2026, 11, 27, 20, 15, tzinfo=UTC)
SATURDAY_NIGHT = datetime(2026, 11, 29, 1, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def universal_time(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def play(path: Path, at: datetime, *events: Event, start: Position | None = None) -> None:
    """One evening with one journal."""
    journal = DurableJournal(path, lambda: at)
    journal.begin(start)
    session = Session(start)
    for event in events:
        for effect in session.handle(event):
            if isinstance(effect, Record):
                journal.write(effect.entry)
    journal.close()


@pytest.fixture
def evenings(tmp_path: Path) -> PastGames:
    """Friday: Ada beats Bo, then a draw that has Cy instead of Bo. Saturday, past midnight: Bo beats ada."""
    path = tmp_path / "games.sqlite"
    full = Position.stored(FULL)
    after_two = FULL.popped(0).popped(1)
    play(
        path,
        FRIDAY,
        BoardSettled(FULL, 1.0),
        Named("Ada", "Bo", 2.0),
        BoardSettled(FULL.popped(0), 3.0),
        BoardSettled(after_two, 4.0),
        Pressed(SetScore(Score(10, 3)), 5.0),
        Pressed(Button.NEW_GAME, 6.0),
        BoardSettled(Board.empty(), 7.0),
        Named("Ada", "Cy", 8.0),
        BoardSettled(Board.empty().dropped(3, Disc.YELLOW), 9.0),
        BoardSettled(Board.empty(), 10.0),
        Pressed(AgreeDraw(), 11.0),
    )
    play(
        path,
        SATURDAY_NIGHT,
        BoardSettled(FULL, 1.0),
        Named("Bo", "ada ", 2.0),
        Pressed(Resign(Disc.YELLOW), 3.0),
        Pressed(Button.NEW_GAME, 4.0),
        start=full,
    )
    return PastGames(path)


def numbers(tally: Tally) -> tuple[str, int, int, int, int, int]:
    return tally.name, tally.games, tally.wins, tally.draws, tally.points, tally.longest_run


def test_players_are_compared_over_all_evenings(evenings: PastGames) -> None:
    found = standings(evenings)
    assert [numbers(player) for player in found.players] == [
        ("Bo", 2, 1, 0, 3, 0),
        ("ada", 3, 1, 1, 10, 2),
        ("Cy", 1, 0, 1, 0, 0),
    ]
    assert [numbers(colour) for colour in found.colours] == [("red", 3, 2, 1, 10, 2), ("yellow", 3, 0, 1, 3, 0)]
    assert found.unfinished == 1


def test_an_evening_lasts_past_midnight_and_can_be_looked_at_alone(evenings: PastGames) -> None:
    assert standings(evenings).evenings == ((date(2026, 11, 28), 1), (date(2026, 11, 27), 2))
    friday = standings(evenings, date(2026, 11, 27))
    assert [player.name for player in friday.players] == ["Ada", "Bo", "Cy"]
    assert friday.colours[0].games == 2
    assert friday.unfinished == 0
    assert standings(evenings, date(2026, 1, 1)).players == ()


def test_broken_rules_are_counted_by_kind_and_player(evenings: PastGames) -> None:
    found = standings(evenings)
    assert found.colours[0].violations == {"wrong-colour": 1}
    assert found.colours[1].violations == {}
    assert next(player for player in found.players if player.name == "ada").violations == {"wrong-colour": 1}
    (told,) = found.as_json()["violations"]  # type: ignore[misc]
    assert told == {"kind": "wrong-colour", "text": "dropped a disc of the other colour", "times": 1}


def test_a_violation_that_the_players_took_back_is_nobodys(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    wrong = BoardSettled(Board.empty().dropped(3, Disc.YELLOW), 2.0)
    play(path, FRIDAY, BoardSettled(Board.empty(), 1.0), wrong, Pressed(Button.UNDO, 3.0), Pressed(AgreeDraw(), 4.0))
    assert standings(PastGames(path)).colours[0].violations == {}


def test_who_plays_alone_or_has_no_name_is_compared_with_nobody(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    for names in (Named("Ada", "ADA", 2.0), Named("", "", 2.0)):
        play(path, FRIDAY, BoardSettled(Board.empty(), 1.0), names, Pressed(Resign(Disc.RED), 3.0))
    found = standings(PastGames(path))
    assert found.players == ()
    assert numbers(found.colours[1]) == ("yellow", 2, 2, 0, 0, 0)


def test_a_record_that_cannot_be_read_any_more_still_counts(evenings: PastGames) -> None:
    connection = DurableJournal(evenings._path)._connection
    connection.execute("UPDATE game SET record = 'x'")
    connection.close()
    found: Standings = standings(evenings)
    assert numbers(found.colours[0]) == ("red", 3, 2, 1, 10, 0)


def test_the_day_is_that_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert evening_of("2026-11-29T05:59:00+00:00") == date(2026, 11, 28)
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    time.tzset()
    assert evening_of("2026-11-29T05:59:00+00:00") == date(2026, 11, 29)


def test_every_kind_has_words_of_its_own() -> None:
    assert len({broken_rule(kind) for kind in ViolationKind}) == len(ViolationKind)


def test_the_command_shows_them_in_columns_and_as_json(evenings: PastGames, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--journal", str(evenings._path)]
    assert run(["games", "standings", *where]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[1:]] == [
        ["Bo", "2", "1", "0", "3", "0", "0"],
        ["ada", "3", "1", "1", "10", "2", "1"],
        ["Cy", "1", "0", "1", "0", "0", "0"],
        ["Red", "3", "2", "1", "10", "2", "1"],
        ["Yellow", "3", "0", "1", "3", "0", "0"],
        ["1", "dropped", "a", "disc", "of", "the", "other", "colour"],
    ]
    assert len({len(line) for line in lines[:-1]}) == 1
    assert run(["games", "standings", "--json", "--evening", "2026-11-28", *where]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["unfinished"], [player["name"] for player in told["players"]]) == (1, 1, ["Bo", "ada"])
    assert run(["games", "standings", "--evening", "Friday", *where]) == 2
    assert "'Friday'" in capsys.readouterr().err
