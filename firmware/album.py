"""Pictures of the grid at each ruling, as evidence: in a file of their own, bounded by size and by age.

They are worth less than the journal: written after a ruling was announced, and the oldest make room for the newest.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from firmware.database import BUSY_SECONDS, journal_error, set_aside
from firmware.database import FILE_NAME as JOURNAL_NAME

FILE_NAME: Final = "pictures.sqlite"
LIMIT_BYTES: Final = 200_000_000
"""About 10,000 pictures, a hundred games."""
LIMIT_DAYS: Final = 90
GAMES_WHATEVER_THEIR_AGE: Final = 10
"""A computer without a clock may take what it photographed yesterday for old."""
LIMIT_AFTER_CLEARING: Final = 0.9
"""Of the limit; clearing away a little more than needed need not be done at every ruling."""
TABLE: Final = """
    CREATE TABLE IF NOT EXISTS picture (
        id INTEGER PRIMARY KEY AUTOINCREMENT, game INTEGER NOT NULL, written TEXT NOT NULL, caption TEXT NOT NULL,
        jpeg BLOB NOT NULL
    );
    CREATE INDEX IF NOT EXISTS picture_of_game ON picture (game, id);
"""
AGED: Final = """
    DELETE FROM picture WHERE game <= (SELECT max(game) FROM picture) - ?
    AND id < coalesce((SELECT min(id) FROM picture WHERE written >= ?), 9223372036854775807);
"""
"""Old, and followed by none that is not: a date from before the clock was set says nothing."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture in the list of a game.

    Attributes:
        number: Its number in the album.
        written: When, in the form of ISO 8601.
        caption: What was ruled then.
    """

    number: int
    written: str
    caption: str


class Album:
    """Keeps pictures; belongs to one thread.

    Args:
        path: The file.
        now: The wall clock, for the age of pictures.
        game_offset: Added to the number of a game at this table it is the game's number in the journal.
        limit_bytes: The most that all pictures together may take.
    """

    def __init__(
        self,
        path: Path,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        *,
        game_offset: int = 0,
        limit_bytes: int = LIMIT_BYTES,
    ) -> None:
        self._path = path
        self._now = now
        self._game_offset = game_offset
        self._limit_bytes = limit_bytes
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._file = self._open()
            except sqlite3.OperationalError:
                raise
            except sqlite3.DatabaseError:
                set_aside(path, now())
                self._file = self._open()
            self._file.execute(AGED, (GAMES_WHATEVER_THEIR_AGE, self._date(timedelta(days=LIMIT_DAYS))))
            self._bytes: int = self._file.execute("SELECT coalesce(sum(length(jpeg)), 0) FROM picture").fetchone()[0]
        except (sqlite3.Error, OSError) as error:
            raise journal_error(path, error) from error

    def keep(self, game: int, caption: str, jpeg: bytes) -> None:
        """Keep one picture.

        Args:
            game: The game's number at this table.
            caption: What was ruled.
            jpeg: The picture.

        Raises:
            JournalError: When it cannot be written.
        """
        try:
            self._file.execute(
                "INSERT INTO picture (game, written, caption, jpeg) VALUES (?, ?, ?, ?)",
                (self._game_offset + game, self._date(), caption, jpeg),
            )
            self._bytes += len(jpeg)
            if self._bytes > self._limit_bytes:
                self._make_room()
        except sqlite3.Error as error:
            raise journal_error(self._path, error) from error

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _open(self) -> sqlite3.Connection:
        file = sqlite3.connect(self._path, timeout=BUSY_SECONDS, isolation_level=None)
        try:
            file.execute("PRAGMA journal_mode=WAL")
            file.execute("PRAGMA synchronous=NORMAL")
            file.executescript(TABLE)
        except BaseException:
            file.close()
            raise
        return file

    def _make_room(self) -> None:
        rows = self._file.execute("SELECT id, length(jpeg) FROM picture ORDER BY id").fetchall()
        # Another program may have deleted some.
        self._bytes = sum(size for _, size in rows)
        for number, size in rows:
            if self._bytes <= self._limit_bytes * LIMIT_AFTER_CLEARING:
                break
            self._file.execute("DELETE FROM picture WHERE id = ?", (number,))
            self._bytes -= size

    def _date(self, ago: timedelta = timedelta()) -> str:
        return (self._now() - ago).isoformat(timespec="seconds")


def album_beside(journal: Path) -> Path:
    """Where the pictures are that belong to a journal."""
    return journal.with_name(FILE_NAME) if journal.name == JOURNAL_NAME else journal.with_suffix(".pictures.sqlite")


def shots(path: Path, game: int) -> tuple[Shot, ...]:
    """The pictures of one game, oldest first; none where there is no album.

    Args:
        path: The album's file.
        game: The game's number in the journal.
    """
    query = "SELECT id, written, caption FROM picture WHERE game = ? ORDER BY id"
    return tuple(Shot(int(number), str(written), str(caption)) for number, written, caption in _read(path, query, game))


def jpeg_of(path: Path, number: int) -> bytes | None:
    """One picture by its number in the album; None where it is not, or no longer, there."""
    rows = _read(path, "SELECT jpeg FROM picture WHERE id = ?", number)
    return bytes(rows[0][0]) if rows else None


def forget(path: Path, game: int) -> None:
    """Delete the pictures of one game, where there is an album.

    Args:
        path: The album's file.
        game: The game's number in the journal.

    Raises:
        JournalError: When it cannot be written.
    """
    if not path.is_file():
        return
    try:
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as file:
            file.execute("PRAGMA secure_delete=ON")
            file.execute("DELETE FROM picture WHERE game = ?", (game,))
    except sqlite3.Error as error:
        raise journal_error(path, error) from error


def _read(path: Path, query: str, value: int) -> list[Any]:
    if not path.is_file():
        return []
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS)) as file:
            return file.execute(query, (value,)).fetchall()
    except sqlite3.Error as error:
        raise journal_error(path, error) from error
