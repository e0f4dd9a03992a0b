"""One program at a time keeps its games in a journal: two would write into each other's."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.errors import UserMistakeError


class JournalInUseError(UserMistakeError):
    """Another program keeps its games in the journal."""


@contextmanager
def sole_keeper(journal: Path) -> Iterator[None]:
    """Keep every other program out of a journal; those that only read it are let in.

    The lock is the system's and ends with the program, however that ends. The file beside the journal that bears it
    stays and says whose it was last; that alone keeps nobody out.

    Args:
        journal: The journal's file; it need not be there yet.

    Raises:
        JournalInUseError: When another program has it.
    """
    # Whatever name it goes by, it is one journal.
    place = Path(os.path.realpath(journal))
    file = _open(place.with_name(f"{place.name}.lock"))
    if file is None:
        # Where no lock can be made no journal can be written either, and opening it will say so.
        yield
        return
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise JournalInUseError(
                f"{journal}: another pop10{_holder(file)} keeps its games there; end that one, or name another file"
                " with --journal"
            ) from error
        except OSError as error:
            raise UserMistakeError(
                f"{journal}: its folder cannot keep two programs apart ({error.strerror}); name a file on another"
                " disk with --journal"
            ) from error
        _sign(file)
        yield
    finally:
        os.close(file)


def _open(path: Path) -> int | None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError:
        # That of another user can be locked all the same.
        try:
            return os.open(path, os.O_RDONLY)
        except OSError:
            return None


def _sign(file: int) -> None:
    try:
        os.ftruncate(file, 0)
        os.pwrite(file, f"{os.getpid()}\n".encode(), 0)
    except OSError:
        # A full disk, or another user's file: the lock holds, only the next one is not told whose it is.
        return


def _holder(file: int) -> str:
    number = os.pread(file, 32, 0).strip()
    return f" (process {number.decode()})" if number.isdigit() else ""
