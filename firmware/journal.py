"""What happened at a table, in order, and what was ruled; enough to play it all again."""

from collections.abc import Callable, Iterable
from typing import Protocol

from firmware.errors import JournalError
from firmware.events import Entry, Record
from firmware.session import Session
from referee.ruling import Ruling


class Journal(Protocol):
    """Where events and rulings are written down before they are announced."""

    def write(self, entry: Entry) -> None:
        """Write one entry; when this returns it is safe.

        Raises:
            JournalError: When it could not be written; it is kept and written with the next one.
        """
        ...


class MemoryJournal:
    """Keeps the entries of one run of the program."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, oldest first."""
        return tuple(self._entries)

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """All rulings, oldest first."""
        return tuple(ruling for entry in self._entries for ruling in entry.rulings)

    def write(self, entry: Entry) -> None:
        """Keep one entry."""
        self._entries.append(entry)


class NoJournal:
    """Keeps nothing, for a table where nothing can be written."""

    def write(self, entry: Entry) -> None:
        """Forget one entry."""


class Journals:
    """Writes into several.

    Args:
        journals: The journals, the one that matters most first.
    """

    def __init__(self, *journals: Journal) -> None:
        self._journals = journals

    def write(self, entry: Entry) -> None:
        """Write one entry into each, also when one fails.

        Raises:
            JournalError: When one could not be written.
        """
        failed: JournalError | None = None
        for journal in self._journals:
            try:
                journal.write(entry)
            except JournalError as error:
                failed = error
        if failed is not None:
            raise failed


class AnnouncingJournal:
    """Lets each ruling be told once it is safely written down.

    Args:
        journal: Where it is written.
        announce: Tells one ruling.
    """

    def __init__(self, journal: Journal, announce: Callable[[Ruling], None]) -> None:
        self._journal = journal
        self._announce = announce

    def write(self, entry: Entry) -> None:
        """Write one entry, then tell its rulings.

        Raises:
            JournalError: When it could not be written; its rulings are told all the same, for the game goes on.
        """
        try:
            self._journal.write(entry)
        finally:
            for ruling in entry.rulings:
                self._announce(ruling)


def replay(entries: Iterable[Entry], session: Session) -> tuple[Ruling, ...]:
    """Let the events of a journal happen again.

    Args:
        entries: The journal.
        session: A fresh one, begun as that of the journal was.

    Returns: What is ruled now; the same as then, unless the rules of the program have changed.
    """
    return tuple(
        ruling
        for entry in entries
        for effect in session.handle(entry.event)
        if isinstance(effect, Record)
        for ruling in effect.entry.rulings
    )
