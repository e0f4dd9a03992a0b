"""The journal's file: opened, brought up to date, or set aside when it is damaged."""

import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import ExitStack, closing
from datetime import datetime
from pathlib import Path
from typing import Final

from firmware.errors import JournalError

FILE_NAME: Final = "games.sqlite"
BUSY_SECONDS: Final = 3.0
HEADER_BYTES: Final = 100
PRIMARY_CODE: Final = 0xFF
"""SQLite's codes have more exact ones in their higher bits."""
TABLES: Final = ("run", "entry", "game")
"""What every journal has, whatever its version; each with an `id`."""

MIGRATIONS: Final = (
    """
    CREATE TABLE run (
        id INTEGER PRIMARY KEY,
        began TEXT NOT NULL,
        start TEXT,
        rules TEXT NOT NULL,
        base INTEGER NOT NULL
    );
    CREATE TABLE entry (
        id INTEGER PRIMARY KEY,
        run INTEGER NOT NULL REFERENCES run (id),
        game INTEGER NOT NULL,
        at REAL NOT NULL,
        written TEXT NOT NULL,
        event TEXT NOT NULL,
        rulings TEXT NOT NULL,
        refused TEXT NOT NULL
    );
    CREATE INDEX entry_of_run ON entry (run, id);
    CREATE TABLE game (
        id INTEGER PRIMARY KEY,
        run INTEGER NOT NULL REFERENCES run (id),
        began TEXT NOT NULL,
        changed TEXT NOT NULL,
        red TEXT NOT NULL,
        yellow TEXT NOT NULL,
        red_points INTEGER NOT NULL,
        yellow_points INTEGER NOT NULL,
        result TEXT NOT NULL,
        record TEXT NOT NULL
    );
    """,
    # A run that must not be taken up again, since part of it was deleted or can no longer be followed.
    "ALTER TABLE run ADD COLUMN closed INTEGER NOT NULL DEFAULT 0;",
    # A real table or a demonstration: neither is taken up as the other.
    "ALTER TABLE run ADD COLUMN venue TEXT NOT NULL DEFAULT 'table';",
    # The highest number of a deleted game, which is given to no other; it used to be written over the base, by which
    # entries find their game. The base is what it was when the run began: the highest number known before it.
    """
    ALTER TABLE run ADD COLUMN spent INTEGER NOT NULL DEFAULT 0;
    UPDATE run SET spent = base WHERE closed;
    UPDATE run SET base = max(
        coalesce((SELECT max(id) FROM game WHERE game.run < run.id), 0),
        coalesce((SELECT max(max(before.base, before.spent)) FROM run AS before WHERE before.id < run.id), 0)
    ) WHERE closed;
    CREATE TABLE carried (
        run INTEGER PRIMARY KEY REFERENCES run (id),
        after INTEGER NOT NULL,
        game INTEGER NOT NULL,
        board TEXT NOT NULL,
        red TEXT NOT NULL,
        yellow TEXT NOT NULL,
        rules TEXT NOT NULL,
        loser TEXT NOT NULL
    );
    """,
)
"""What leads from each version of the file to the next; the version is the number of those done."""

NO_DATABASE: Final = "no database, or a damaged one"


def default_path() -> Path:
    """Where games are kept: the folder that the system's service manager names, else the user's own place for data."""
    import platformdirs

    state = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    folder = Path(state) if state else Path(platformdirs.user_data_dir("pop10", appauthor=False))
    return folder / FILE_NAME


def journal_error(path: Path, error: sqlite3.Error | OSError) -> JournalError:
    """What SQLite, or the system, says about a file of the journal, in words that tell what to do about it.

    Args:
        path: The file.
        error: What was raised.
    """
    code = getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE
    is_closed = not os.access(path.parent, os.W_OK)
    if code == sqlite3.SQLITE_FULL:
        reason = "the disk is full"
    elif code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR) and is_closed:
        reason = f"the folder {path.parent} cannot be written"
    elif code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        reason = "another program is writing into it"
    elif code == sqlite3.SQLITE_IOERR:
        reason = f"the disk fails ({error})"
    elif code == sqlite3.SQLITE_NOTADB:
        reason = NO_DATABASE
    elif code == sqlite3.SQLITE_CORRUPT:
        reason = f"damaged ({error})"
    elif isinstance(error, OSError) and error.strerror:
        reason = error.strerror
    else:
        reason = str(error)
    return JournalError(f"{path}: {reason}")


def open_database(path: Path, now: Callable[[], datetime]) -> tuple[sqlite3.Connection, tuple[str, ...]]:
    """Open the file for writing, or begin one.

    Args:
        path: The file; its folder is made if need be.
        now: The wall clock, for the name of a file that is set aside.

    Returns: The open file, and what there is to tell about it, a sentence each.

    Raises:
        JournalError: When there can be no journal there.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JournalError(f"{path.parent}: no folder can be made there: {error.strerror}") from error
    try:
        return _open(path, _inspected(path) if _kind(path) is not None else 0), ()
    except sqlite3.OperationalError as error:
        raise journal_error(path, error) from error
    except sqlite3.DatabaseError as error:
        aside = set_aside(path, now())
        note = f"the journal {path} is damaged ({error}); it is kept as {aside.name}, and a new one is begun"
        try:
            return _open(path, 0), (note,)
        except sqlite3.DatabaseError as again:
            raise journal_error(path, again) from again


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Open the file without changing it.

    Raises:
        JournalError: When there is none, or it cannot be read.
    """
    if _kind(path) != stat.S_IFREG:
        raise JournalError(f"{path}: there is no journal yet")
    try:
        with ExitStack() as opened:
            connection = opened.enter_context(closing(_connect_for_reading(path)))
            if _version(connection, path) == 0:
                raise _other_than_wanted(path, "an empty file")
            opened.pop_all()
            return connection
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE == sqlite3.SQLITE_NOTADB:
            raise _other_than_wanted(path, NO_DATABASE) from error
        raise journal_error(path, error) from error


def open_for_changing(path: Path) -> sqlite3.Connection:
    """Open a file that is there and whole for writing.

    Raises:
        JournalError: When there is none, or it cannot be used; nothing is set aside.
    """
    if _kind(path) != stat.S_IFREG:
        raise JournalError(f"{path}: there is no journal yet")
    try:
        version = _inspected(path)
        if version == 0:
            raise _other_than_wanted(path, "an empty file")
        return _open(path, version)
    except sqlite3.DatabaseError as error:
        raise journal_error(path, error) from error


def _kind(path: Path) -> int | None:
    """What kind of file is there, as `stat.S_IFMT` says; None when nothing is.

    Raises:
        JournalError: When that cannot be told: its folder is closed, or no file can have such a name.
    """
    try:
        return stat.S_IFMT(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise journal_error(path, error) from error


def _open(path: Path, version: int) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
            connection.executescript(f"BEGIN IMMEDIATE;{script}PRAGMA user_version={number};COMMIT;")
    except BaseException:
        connection.close()
        raise
    return connection


def _inspected(path: Path) -> int:
    """The version of a file that is whole, without changing it or its log: what is damaged is kept as it was found.

    Returns: Its version; 0 for a file in which nothing was begun yet.

    Raises:
        sqlite3.DatabaseError: When it is damaged.
        JournalError: When it cannot be used for another reason.
    """
    if _is_cut_short(path):
        raise sqlite3.DatabaseError("cut short")
    with closing(_connect_for_reading(path)) as connection:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(str(found))
        version = _version(connection, path)
        # What a cut-off file lacks is noticed here rather than in the middle of a game.
        for table in TABLES if version > 0 else ():
            connection.execute(f"SELECT * FROM {table} ORDER BY id DESC LIMIT 1").fetchone()  # noqa: S608 - own names
    return version


def _connect_for_reading(path: Path) -> sqlite3.Connection:
    # In a folder that cannot be written SQLite's shared memory cannot be made; without a log nothing needs it.
    log = path.with_name(f"{path.name}-wal")
    is_still = not os.access(path.parent, os.W_OK) and not (log.is_file() and log.stat().st_size > 0)
    how = "mode=ro&immutable=1" if is_still else "mode=ro"
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=BUSY_SECONDS)


def _is_cut_short(path: Path) -> bool:
    """Whether the file is shorter than its head says; SQLite itself takes what lacks for zeros.

    Source: sqlite.org/fileformat2.html, section 1.3: page size at byte 16, number of pages at byte 28, big-endian.
    """
    log = path.with_name(f"{path.name}-wal")
    has_log = log.is_file() and log.stat().st_size > 0
    size = path.stat().st_size
    with path.open("rb") as file:
        head = file.read(HEADER_BYTES)
    if len(head) < HEADER_BYTES:
        # SQLite throws away the log of a file that is empty.
        return size > 0 or has_log
    if has_log:
        # What lacks may be in the log.
        return False
    page_bytes = int.from_bytes(head[16:18], "big")
    pages = int.from_bytes(head[28:32], "big")
    return size < pages * (65_536 if page_bytes == 1 else page_bytes)


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """The version of an open file; 0 while nothing was begun in it.

    Raises:
        JournalError: When another program made it, or a newer pop10.
    """
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not found.issuperset(TABLES) if version > 0 else found:
        raise _other_than_wanted(path, "another program's database")
    if version > len(MIGRATIONS):
        raise JournalError(f"{path}: written by a newer pop10 (version {version}); update pop10, or name another file")
    return version


def _other_than_wanted(path: Path, got: str) -> JournalError:
    return JournalError(f"{path}: a journal of pop10 is wanted, got {got}; name another file with --journal")


def set_aside(path: Path, now: datetime) -> Path:
    """Give a damaged file, and what belongs to it, a name that is not taken."""
    stem = f"{path.stem}.damaged-{now:%Y%m%d-%H%M%S}"
    aside = path.with_name(f"{stem}{path.suffix}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{stem}-{number}{path.suffix}")
    try:
        path.rename(aside)
        for end in ("-wal", "-shm"):
            beside = path.with_name(path.name + end)
            if beside.exists():
                beside.rename(aside.with_name(aside.name + end))
    except OSError as error:
        raise JournalError(f"{path}: is damaged and cannot be set aside: {error.strerror}") from error
    return aside
