"""The board read from nothing, where what is seen is no few discs away from the board that was trusted.

Between two games all discs fall out at once, and a stored board is laid out whole: the comparison with what was seen
before explains neither, however long one looks. So a board that stands still and stays unexplained is read as if it had
never been seen. One reading is not enough: a hand at rest may look like discs in one frame, hardly in two.
"""

from collections.abc import Callable

from referee.board import Board
from vision.picture import Image

BAFFLED_SECONDS = 1.5
"""After so long without movement and without an explanation, the board is read anew."""
AGAIN_SECONDS = 0.6
"""Readings are at least so far apart: one takes longer than a frame."""

Read = Callable[[Image], Board | None]
"""Reads a board from one picture, or abstains."""


class ReadingAnew:
    """Reads a board twice, once it has stood there unexplained for a while."""

    def __init__(self, read: Read) -> None:
        """Take the way to read one picture."""
        self._read = read
        self._baffled_since: float | None = None
        self._next_at = 0.0
        self._first: Board | None = None

    def forget(self) -> None:
        """Note a frame that moves, or that is explained."""
        self._baffled_since = self._first = None

    def read(self, bgr: Image, at: float) -> Board | None:
        """Take in a frame that stands still and is not explained.

        Args:
            bgr: Camera picture, uint8, shape (height, width, 3).
            at: Its time in monotonic seconds.
        Returns: The board, once two readings agreed.
        """
        if self._baffled_since is None:
            self._baffled_since, self._next_at = at, at + BAFFLED_SECONDS
        if at < self._next_at:
            return None
        self._next_at = at + AGAIN_SECONDS
        first, self._first = self._first, self._read(bgr)
        if first is None or first != self._first:
            return None
        self.forget()
        return first
