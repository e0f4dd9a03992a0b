"""The journal on disk: each entry is safe, also from a power cut, when `write` returns.

A run is what one session lived through, also over several starts of the program; its events, let happen again in a
fresh session, give its state. Times are kept so that they never run backwards within a run, whatever the clock does.
"""

import json
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from firmware.database import journal_error, open_database
from firmware.errors import JournalError
from firmware.event_text import event_text
from firmware.events import Entry
from firmware.unfinished import Unfinished, Venue, last_unfinished
from referee.notation import format_record
from referee.position import Position
from referee.record import Record
from referee.rules import POP10, Rules
from referee.rules_text import rules_text
from referee.ruling import as_json

BACKLOG: Final = 10_000
"""Entries kept while they cannot be written; more than a long evening has."""


class DurableJournal:
    """Writes the entries of one run; belongs to one thread.

    Args:
        path: The file.
        now: The wall clock; only told to people, nothing depends on it.
        venue: Where its runs are played.
    """

    def __init__(
        self,
        path: Path,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        *,
        venue: Venue = Venue.TABLE,
    ) -> None:
        self._path = path
        self._now = now
        self._venue = venue
        self._connection, self.notes = open_database(path, now)
        self._run = 0
        self._base = 0
        self._ahead = 0
        self._shift = 0.0
        self._backlog: list[Entry] = []

    @property
    def game_offset(self) -> int:
        """Added to the number of a game at this table it is the game's number in the journal."""
        return self._base

    def begin(self, start: Position | None, rules: Rules = POP10) -> None:
        """Begin a run.

        Args:
            start: Where its session begins; None where the first board decides.
            rules: What is played then; a start has its own.

        Raises:
            JournalError: When it cannot be written.
        """
        words = rules_text(start.rules if start is not None else rules)
        try:
            known = (
                "SELECT max(coalesce((SELECT max(id) FROM game), 0),"
                " coalesce((SELECT max(max(base, spent)) FROM run), 0))"
            )
            self._base = self._connection.execute(known).fetchone()[0]
            self._run = self._connection.execute(
                "INSERT INTO run (began, start, rules, base, venue) VALUES (?, ?, ?, ?, ?) RETURNING id",
                (self._date(), str(start) if start is not None else None, words, self._base, self._venue.value),
            ).fetchone()[0]
        except sqlite3.Error as error:
            raise journal_error(self._path, error) from error
        self._shift = 0.0
        self._ahead = 0

    def unfinished(self, at: float) -> Unfinished | None:
        """The last run, if its last game has no end and it can be taken up.

        Args:
            at: Monotonic seconds; the last event is put there, the others before it.

        Raises:
            JournalError: When it cannot be read.
        """
        return last_unfinished(self._connection, self._path, at, self._venue)

    def take_up(self, unfinished: Unfinished) -> None:
        """Go on with a run."""
        self._run = unfinished.run
        self._shift = unfinished.shift
        self._base = unfinished.base
        self._ahead = unfinished.ahead

    def write(self, entry: Entry) -> None:
        """Write one entry and whatever could not be written before.

        Raises:
            JournalError: When it could not be written; it is kept and written with the next one.
        """
        self._backlog.append(entry)
        try:
            self._write_backlog()
        except JournalError:
            if len(self._backlog) > BACKLOG:
                # Nobody plays so much without a disk; it must not fill the memory as well.
                self._backlog.pop()
            raise

    def close(self) -> None:
        """Let go of the file, once what could not be written before is written.

        Raises:
            JournalError: When it still cannot be, and is lost; the file is let go of all the same.
        """
        try:
            self._write_backlog()
        except JournalError as error:
            raise JournalError(f"{error}; what happened last is not kept ({len(self._backlog)} entries)") from error
        finally:
            self._connection.close()

    def _write_backlog(self) -> None:
        if not self._backlog:
            return
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                for each in self._backlog:
                    self._insert(each)
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise journal_error(self._path, error) from error
        self._backlog.clear()

    def _insert(self, entry: Entry) -> None:
        rulings = rulings_text(entry)
        game = self._ahead + entry.game
        row = (self._run, game, entry.event.at - self._shift, self._date(), event_text(entry.event), rulings)
        self._connection.execute(
            "INSERT INTO entry (run, game, at, written, event, rulings, refused) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (*row, entry.refused),
        )
        # A new game that was taken back, and one that begins again before anything was played, has never been.
        beyond = (self._run, self._base + entry.game)
        self._connection.execute("DELETE FROM game WHERE run = ? AND id > ?", beyond)
        if entry.record is None:
            return
        final = entry.record.final
        names = dict(entry.record.tags)
        began = self._connection.execute("SELECT began FROM game WHERE id = ?", (self._base + entry.game,)).fetchone()
        date = began[0] if began is not None else self._date()
        self._connection.execute(
            "INSERT OR REPLACE INTO game"
            " (id, run, began, changed, red, yellow, red_points, yellow_points, result, record)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                self._base + entry.game,
                self._run,
                date,
                self._date(),
                names.get("Red", ""),
                names.get("Yellow", ""),
                final.score.red,
                final.score.yellow,
                entry.record.result.value,
                format_record(headed(entry.record, self._base + entry.game, date)),
            ),
        )

    def _date(self) -> str:
        return self._now().isoformat(timespec="seconds")


def rulings_text(entry: Entry) -> str:
    """The rulings of an entry as the journal keeps them."""
    return json.dumps([as_json(ruling) for ruling in entry.rulings])


def headed(record: Record, game: int, date: str) -> Record:
    """A record with the game's number and date at its head.

    Args:
        record: What was played.
        game: Its number in the journal.
        date: When it began, in the form of ISO 8601.
    """
    day = date[:10].replace("-", ".")
    own = tuple(tag for tag in record.tags if tag[0] not in ("Game", "Date"))
    return replace(record, tags=(("Game", str(game)), ("Date", day), *own))
