"""What commands that keep a journal share: what is in trouble is told, and what waits is written at the end."""

from pathlib import Path
from typing import TYPE_CHECKING

from firmware.errors import JournalError
from firmware.output import complain

if TYPE_CHECKING:
    from firmware.album import Album
    from firmware.durable_journal import DurableJournal
    from firmware.snapshot import Snapshot


class Troubles:
    """A screen that says on standard error what keeps the referee from ruling, and what fails, once each.

    Args:
        command: Whose words these are.
    """

    def __init__(self, command: str) -> None:
        self._command = command
        self._told: tuple[str, ...] = ()

    def show(self, snapshot: "Snapshot") -> None:
        """Tell what is new."""
        now = ((snapshot.trouble,) if snapshot.trouble else ()) + snapshot.failures
        for trouble in now:
            if trouble not in self._told:
                complain(f"pop10 {self._command}: {trouble}")
        self._told = now


def let_go(journal: "DurableJournal", command: str) -> None:
    """Close a journal; what could not be written is told.

    Args:
        journal: The journal.
        command: Whose words these are.
    """
    try:
        journal.close()
    except JournalError as error:
        complain(f"pop10 {command}: {error}")


def open_album(journal: Path, game_offset: int, command: str) -> "Album | None":
    """The album beside a journal; None where there can be none, which is told.

    Args:
        journal: The journal's file.
        game_offset: Added to the number of a game at this table it is the game's number in the journal.
        command: Whose words these are.
    """
    from firmware.album import Album, album_beside

    try:
        return Album(album_beside(journal), game_offset=game_offset)
    except JournalError as error:
        complain(f"pop10 {command}: {error}; going on without pictures")
        return None
