"""What happened at a table, in order, and what was ruled; enough to play it all again."""

from collections.abc import Iterable

from firmware.events import Entry, Record
from firmware.session import Session
from referee.ruling import Ruling


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
