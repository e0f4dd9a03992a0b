"""What was seen is kept as evidence: pictures in an album, and the last seconds in memory; a game goes on without."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from firmware.events import BoardSettled, Entry
from firmware.replays import Replays
from firmware.view import View, grid_jpeg
from firmware.words import sentences

Deed = Callable[[], None]


class KeepsPictures(Protocol):
    """Where pictures go as evidence."""

    def keep(self, game: int, caption: str, jpeg: bytes) -> None:
        """Keep one.

        Raises:
            JournalError: When it cannot be written.
        """
        ...


class Witness:
    """Remembers what the camera saw of one table; without a grid in the picture there is nothing to remember.

    Args:
        album: Gets a picture of the grid for each ruling; None keeps none.
        replays: Gets all pictures, and what was ruled; None keeps none.
    """

    def __init__(self, album: KeepsPictures | None, replays: Replays | None) -> None:
        self._album = album
        self._replays = replays
        self._has_kept = False

    def see(self, view: View | None, at: float) -> None:
        """A picture was judged.

        Args:
            view: What was seen in it.
            at: When it was taken, in monotonic seconds.
        """
        if self._replays is not None and view is not None:
            self._replays.see(view, at)

    def expected(self, game: int, view: View | None) -> Deed | None:
        """A board is seen: where it was expected it is no news, and yet it is what the first ruling comes from.

        Args:
            game: Number of the game at this table.
            view: What is seen.

        Returns: What writes its picture, and may raise JournalError; None where there is nothing to write.
        """
        return self._picture(game, "", view) if not self._has_kept and game > 0 else None

    def happened(self, entry: Entry, view: View | None) -> Deed | None:
        """Something happened: each ruling has its picture, and each board at rest, so that there is one before.

        Args:
            entry: What happened.
            view: What is seen.

        Returns: What writes its picture, and may raise JournalError; None where there is nothing to write.
        """
        if self._replays is not None:
            self._replays.cut(entry)
        if not entry.rulings and not isinstance(entry.event, BoardSettled):
            return None
        return self._picture(entry.game, sentences(entry.rulings, entry.record), view)

    def _picture(self, game: int, caption: str, view: View | None) -> Deed | None:
        jpeg = grid_jpeg(view) if self._album is not None and view is not None else None
        if self._album is None or jpeg is None:
            return None
        self._has_kept = True
        return partial(self._album.keep, game, caption, jpeg)
