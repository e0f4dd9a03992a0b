"""The journal on disk: taken up where it was broken off, and what hurts a file does not stop a game."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from firmware import database, durable_journal
from firmware.database import MIGRATIONS, open_database
from firmware.durable_journal import DurableJournal
from firmware.errors import JournalError
from firmware.event_text import event_text, parse_event
from firmware.events import (
    BoardDeclared,
    BoardSettled,
    CameraLost,
    DeviceFailed,
    Entry,
    Event,
    Named,
    Pressed,
    Record,
    Tick,
    ViewpointChanged,
)
from firmware.past_games import PastGames
from firmware.session import Session
from firmware.taking_up import begin
from referee.board import Board, Disc
from referee.controls import Button, ChooseRules, SetScore
from referee.position import Position, Score
from referee.replay import parse_record
from referee.rules import Rules
from tests import cut

EMPTY = Board.empty()
ONE_DROP = EMPTY.dropped(3, Disc.RED)
TWO_DROPS = ONE_DROP.dropped(4, Disc.YELLOW)
FULL = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR")


def now() -> datetime:
    return datetime(2026, 11, 29, 20, 15, tzinfo=UTC)


def entries_of(session: Session, event: Event) -> list[Entry]:
    return [effect.entry for effect in session.handle(event) if isinstance(effect, Record)]


def live(path: Path, *events: Event, at: float = 0.0) -> Session:
    """One run of the program that ends without a word."""
    begun = begin(path, None, at)
    assert begun.journal is not None, begun.notes
    for event in events:
        for entry in entries_of(begun.session, event):
            begun.journal.write(entry)
    begun.journal.close()
    return begun.session


@pytest.mark.parametrize(
    "event",
    [
        BoardSettled(TWO_DROPS, 1.5),
        CameraLost("unplugged", 1.5),
        Pressed(Button.UNDO, 1.5),
        Pressed(SetScore(Score(3, 4)), 1.5),
        Pressed(ChooseRules(Rules(points_to_win=3, starts=Disc.YELLOW)), 1.5),
        BoardDeclared(TWO_DROPS, 1.5),
        Named("Ada", "", 1.5),
        DeviceFailed("strip", 'no "light"', 1.5),
        Tick(1.5),
        ViewpointChanged(1.5),
    ],
)
def test_an_event_comes_back_from_its_text(event: object) -> None:
    assert parse_event(event_text(event), 1.5) == event  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "[]", '{"event": "board", "board": "x"}', '{"event": "pressed", "order": {}}'])
def test_a_text_that_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(JournalError, match="an event that is none"):
        parse_event(text, 0.0)


def test_nobody_is_welcomed_back_to_a_game_in_which_nothing_was_played(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    live(path, BoardSettled(EMPTY, 100.0), Named("Ada", "Bo", 102.0))
    begun = begin(path, None, 5.0)
    assert begun.notes == ()
    assert dict(begun.session.snapshot.tags)["Red"] == "Ada"


def test_a_game_is_taken_up_with_its_names_its_score_and_what_can_be_undone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    before = live(
        path,
        BoardSettled(EMPTY, 100.0),
        BoardSettled(ONE_DROP, 101.0),
        Named("Ada", "Bo", 102.0),
        BoardSettled(TWO_DROPS, 103.0),
    )
    begun = begin(path, None, 5.0)
    assert begun.session.snapshot.position == before.snapshot.position
    assert begun.session.snapshot.record == before.snapshot.record
    told = "Welcome back. Ada (Red): drop your disc into a, b, c, f or g. The score is Red 0, Yellow 0."
    assert begun.notes == (told,)
    assert len(begun.rulings) == 2
    begun.session.handle(Pressed(Button.UNDO, 6.0))
    assert begun.session.snapshot.position == Position.parse(f"{ONE_DROP} y setup 0-0 -")


def test_a_first_game_that_begins_again_from_the_other_side_is_the_only_one_and_is_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    seen = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YRYRYRR/RYRYRYY")
    live(path, BoardSettled(seen, 1.0), Named("Ada", "", 2.0), ViewpointChanged(3.0))
    assert not PastGames(path).all()
    path.unlink()
    turned = seen.mirrored()
    events = (BoardSettled(seen, 1.0), Named("Ada", "", 2.0), ViewpointChanged(3.0), BoardSettled(turned, 4.0))
    before = live(path, *events, BoardSettled(turned.popped(1), 5.0))
    assert before.snapshot.record is not None
    assert before.snapshot.record.start == Position.stored(turned)
    assert [game.number for game in PastGames(path).all()] == [1]
    begun = begin(path, None, 9.0)
    assert begun.session.snapshot.position == before.snapshot.position
    assert dict(begun.session.snapshot.tags)["Red"] == "Ada"


def test_times_never_run_backwards_in_a_run(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    live(path, BoardSettled(EMPTY, 9000.0), BoardSettled(ONE_DROP, 9001.0), at=9000.0)
    live(path, BoardSettled(TWO_DROPS, 7.0), at=5.0)
    with sqlite3.connect(path) as file:
        assert [at for (at,) in file.execute("SELECT at FROM entry ORDER BY id")] == [9000.0, 9001.0, 9003.0]
    file.close()


def test_a_violation_that_was_open_is_told_again(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    live(path, BoardSettled(EMPTY, 1.0), BoardSettled(EMPTY.dropped(3, Disc.YELLOW), 2.0))
    begun = begin(path, None, 0.0)
    assert begun.notes[0].startswith("Welcome back. The disc dropped into column d is Yellow")
    assert "Push the lowest disc of column d out" in begun.notes[0]


def test_a_game_that_has_ended_is_left_alone_and_the_next_has_the_next_number(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    live(path, BoardSettled(FULL, 1.0), Pressed(SetScore(Score(10, 2)), 2.0))
    begun = begin(path, None, 0.0)
    assert begun.session.snapshot.position is None
    assert begun.notes == ()
    assert begun.journal is not None
    assert begun.journal.game_offset == 1


def test_a_start_that_is_told_and_a_fresh_one_leave_the_last_game_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    live(path, BoardSettled(EMPTY, 1.0), BoardSettled(ONE_DROP, 2.0))
    assert begin(path, Position.stored(FULL), 0.0).session.snapshot.position == Position.stored(FULL)
    assert begin(path, None, 0.0, is_fresh=True).session.snapshot.position is None


def test_the_record_of_each_game_is_kept_with_number_date_and_names(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    journal = DurableJournal(path, now)
    journal.begin(None)
    session = Session()
    for event in (BoardSettled(FULL, 1.0), Named("Ada", "", 2.0), Pressed(SetScore(Score(10, 2)), 3.0)):
        for entry in entries_of(session, event):
            journal.write(entry)
    journal.close()
    with sqlite3.connect(path) as file:
        row = file.execute(
            "SELECT id, began, red, yellow, red_points, yellow_points, result, record FROM game"
        ).fetchone()
    file.close()
    assert row[:7] == (1, "2026-11-29T20:15:00+00:00", "Ada", "", 10, 2, "red")
    record = parse_record(row[7])
    assert dict(record.tags) == {"Game": "1", "Date": "2026.11.29", "Red": "Ada"}


def test_a_new_game_that_is_taken_back_has_never_been(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    live(path, BoardSettled(FULL, 1.0), Pressed(Button.NEW_GAME, 2.0), Pressed(Button.UNDO, 3.0))
    with sqlite3.connect(path) as file:
        assert file.execute("SELECT count(*) FROM game").fetchone() == (1,)
    file.close()


def test_rulings_of_another_version_are_not_changed_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    live(path, BoardSettled(EMPTY, 1.0), BoardSettled(ONE_DROP, 2.0))
    told = json.dumps([{"ruling": "drop", "position": f"{TWO_DROPS} r setup 0-0 -"}])
    with sqlite3.connect(path) as file:
        file.execute("UPDATE entry SET rulings = ? WHERE id = 2", (told,))
    file.close()
    begun = begin(path, None, 0.0)
    assert begun.session.snapshot.position == Position.parse(f"{TWO_DROPS} r setup 0-0 -")
    assert "another version" in begun.notes[0]


def test_rules_that_were_chosen_on_the_way_hold_when_the_game_is_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    chosen = Rules(points_to_win=3)
    live(path, BoardSettled(EMPTY, 1.0), Pressed(ChooseRules(chosen), 2.0), Pressed(Button.NEW_GAME, 3.0))
    begun = begin(path, None, 0.0)
    assert begun.journal is not None
    begun.journal.close()
    assert begun.session.snapshot.rules == chosen
    with sqlite3.connect(path) as file:
        file.execute(
            "UPDATE entry SET rulings = ? WHERE id = 1",
            (json.dumps([{"ruling": "drop", "position": f"{ONE_DROP} y setup 0-0 -"}]),),
        )
        file.execute("UPDATE entry SET rulings = '[]' WHERE id = 3")
    file.close()
    begun = begin(path, None, 0.0)
    assert "another version" in begun.notes[0]
    assert begun.session.snapshot.rules == chosen


def test_a_game_that_cannot_be_read_does_not_stop_the_evening(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    live(path, BoardSettled(EMPTY, 1.0), BoardSettled(ONE_DROP, 2.0))
    for change in ("UPDATE entry SET event = '{}'", "UPDATE run SET start = 'x'", "UPDATE run SET rules = 'flying'"):
        with sqlite3.connect(path) as file:
            file.execute(change)
        file.close()
        begun = begin(path, None, 0.0)
        assert begun.session.snapshot.position is None
        assert "a new one is begun" in begun.notes[-1], change
        assert begun.journal is not None
        begun.journal.close()
        with sqlite3.connect(path) as file:
            file.execute("DELETE FROM run WHERE id > 1")
        file.close()


def test_an_old_file_is_brought_up_to_date_with_all_that_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.sqlite"
    with sqlite3.connect(path) as file:
        file.executescript(f"{MIGRATIONS[0]}PRAGMA user_version=1;")
        file.execute("INSERT INTO run VALUES (1, '2026-01-01', NULL, '', 0)")
    file.close()
    connection, notes = open_database(path, now)
    assert notes == ()
    assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    assert connection.execute("SELECT id, closed FROM run").fetchall() == [(1, 0)]
    connection.close()
    monkeypatch.setattr(database, "MIGRATIONS", MIGRATIONS[:1])
    with pytest.raises(JournalError, match="newer pop10"):
        open_database(path, now)


@pytest.mark.parametrize("name", [cut.FILE_NAME, cut.LOG_NAME, cut.ENDED_NAME])
def test_a_journal_cut_short_anywhere_loses_nothing_that_is_whole_and_play_goes_on(tmp_path: Path, name: str) -> None:
    """At some places; `python -m tests.cut 1 FOLDER` cuts at every byte."""
    entries = cut.written_in_halves(tmp_path)
    whole = (tmp_path / name).stat().st_size
    outcomes = {
        size: cut.begun_after_a_cut(tmp_path, entries, name, size)
        for size in (0, 1, 31, 32, 33, 99, 100, 101, *range(1000, whole, 2741), whole - 1, whole)
    }
    assert outcomes[whole] == f"{len(entries)} of {len(entries)} entries"
    if name == cut.FILE_NAME:
        assert outcomes[0] == outcomes[99] == "set aside"
    elif name == cut.ENDED_NAME:
        # An empty file is that of a journal that has just been begun.
        assert outcomes[0] == "0 of 6 entries"
        assert {outcome for size, outcome in outcomes.items() if 0 < size < whole} == {"set aside"}
    else:
        counted = [int(outcome.split()[0]) for outcome in outcomes.values()]
        assert counted == sorted(counted)
        assert counted[0] == cut.HALF


def test_a_file_that_is_none_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    for content in (b"my shopping list" * 100, os.urandom(5000)):
        path.write_bytes(content)
        begun = begin(path, None, 0.0)
        assert begun.journal is not None
        begun.journal.close()
    assert len(list(tmp_path.glob("games.damaged-*.sqlite"))) == 2


def test_where_nothing_can_be_written_play_goes_on_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    begun = begin(tmp_path / "file" / "games.sqlite", None, 0.0)
    assert begun.journal is None
    assert "going on without a journal" in begun.notes[0]


FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from firmware.errors import JournalError
from firmware.events import BoardSettled, Record
from firmware.session import Session
from firmware.taking_up import begin
from referee.board import Board, Disc
begun = begin(Path(sys.argv[1]), None, 0.0)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, resource.RLIM_INFINITY))
failed = 0
for number in range(60):
    board = Board.empty() if number % 2 else Board.empty().dropped(number % 7, Disc.RED)
    for effect in begun.session.handle(BoardSettled(board, float(number))):
        if isinstance(effect, Record):
            try:
                begun.journal.write(effect.entry)
            except JournalError as error:
                failed += 1
                last = str(error)
print(failed, last)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
for effect in begun.session.handle(BoardSettled(Board.empty().dropped(5, Disc.RED), 99.0)):
    if isinstance(effect, Record):
        begun.journal.write(effect.entry)
"""


def test_nothing_is_lost_when_the_disk_is_full_for_a_while(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    told = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path)], capture_output=True, text=True, check=True, timeout=60
    ).stdout
    failed, _, message = told.partition(" ")
    assert int(failed) > 5
    assert str(path) in message
    with sqlite3.connect(path) as file:
        assert file.execute("SELECT count(*) FROM entry").fetchone() == (61,)
    file.close()


def unwritable(path: Path) -> tuple[DurableJournal, sqlite3.Connection, list[Entry]]:
    """A journal that somebody else holds, and what it is to write."""
    begun = begin(path, None, 0.0)
    assert begun.journal is not None
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    begun.journal._connection.execute("PRAGMA busy_timeout=0")
    events = (BoardSettled(EMPTY, 1.0), BoardSettled(ONE_DROP, 2.0), BoardSettled(TWO_DROPS, 3.0))
    return begun.journal, holder, [entry for event in events for entry in entries_of(begun.session, event)]


def kept_entries(path: Path) -> int:
    with closing(sqlite3.connect(path)) as file:
        count: int = file.execute("SELECT count(*) FROM entry").fetchone()[0]
    return count


def test_what_waits_is_written_at_the_end_or_its_loss_is_told(tmp_path: Path) -> None:
    for is_released in (True, False):
        path = tmp_path / f"{is_released}.sqlite"
        journal, holder, entries = unwritable(path)
        for entry in entries:
            with pytest.raises(JournalError, match="another program is writing into it"):
                journal.write(entry)
        if is_released:
            holder.close()
            journal.close()
        else:
            with pytest.raises(JournalError, match=r"what happened last is not kept \(3 entries\)"):
                journal.close()
            holder.close()
        assert kept_entries(path) == 3 * is_released


def test_what_waits_is_bounded_and_is_written_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(durable_journal, "BACKLOG", 2)
    path = tmp_path / "games.sqlite"
    journal, holder, entries = unwritable(path)
    for entry in entries:
        with pytest.raises(JournalError, match="another program is writing into it"):
            journal.write(entry)
    holder.close()
    journal.close()
    assert kept_entries(path) == 2
    assert begin(path, None, 0.0).session.snapshot.position == Position.parse(f"{ONE_DROP} y setup 0-0 -")


def test_what_failed_before_the_game_was_broken_off_is_tried_again(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    lived = live(path, BoardSettled(EMPTY, 1.0), DeviceFailed("strip", "no light", 2.0), BoardSettled(ONE_DROP, 3.0))
    assert lived.snapshot.failures != ()
    begun = begin(path, None, 0.0)
    assert begun.session.snapshot.failures == ()
    assert begun.session.snapshot.position == lived.snapshot.position


def test_a_clock_set_back_a_year_changes_nothing_but_dates(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    clocks: list[Callable[[], datetime]] = [now, lambda: now() - timedelta(days=365)]
    session = Session()
    for clock, board in zip(clocks, (EMPTY, ONE_DROP), strict=True):
        journal = DurableJournal(path, clock)
        unfinished = journal.unfinished(0.0)
        if unfinished is None:
            journal.begin(None)
        else:
            journal.take_up(replace(unfinished))
        for entry in entries_of(session, BoardSettled(board, 1.0)):
            journal.write(entry)
        journal.close()
    assert begin(path, None, 0.0).session.snapshot.position == session.snapshot.position
