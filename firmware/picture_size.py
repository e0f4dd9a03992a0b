"""Which size a camera's pictures have: a single odd one is left out, and another size that stays is taken up."""

from enum import Enum
from typing import Final

NEW_SIZE_PICTURES: Final = 3
"""So many in a row, all of one other size, are no accident: the camera gives others now."""
TOLD_SECONDS: Final = 5.0
"""How long it is told: a thirtieth of a second would be seen by nobody."""

Size = tuple[int, int]
"""Height and width in pixels."""


class Taken(Enum):
    """What a picture is by its size."""

    USUAL = "usual"
    """Of the size of those before; so is the first."""
    ODD = "odd"
    """Of another; to be left out."""
    NEW = "new"
    """Of another, as those that were just left out: whatever knows the old size must begin anew."""


class PictureSize:
    """Remembers the size of one camera's pictures."""

    def __init__(self) -> None:
        self._size: Size | None = None
        self._odd: Size | None = None
        self._odd_pictures = 0
        self._told_at: float | None = None
        self.message = ""

    def take(self, size: Size, at: float) -> Taken:
        """Take in the size of the next picture; afterwards `message` says what was odd, in words.

        Args:
            size: Its height and width in pixels.
            at: When it was taken, in monotonic seconds.
        """
        if self._size is None or size == self._size:
            self._size, self._odd = size, None
            return Taken.USUAL
        self._odd_pictures = self._odd_pictures + 1 if size == self._odd else 1
        self._odd, self._told_at = size, at
        if self._odd_pictures < NEW_SIZE_PICTURES:
            self.message = f"a picture is {_words(size)} pixels, those before were {_words(self._size)}; it is left out"
            return Taken.ODD
        sizes = f"{_words(size)} pixels now and were {_words(self._size)}"
        self.message = f"the pictures are {sizes}; the board is looked for anew"
        self._size, self._odd = size, None
        return Taken.NEW

    def is_forgotten(self, at: float) -> bool:
        """Whether what was told last is over now; once for each time that something was told.

        Args:
            at: Monotonic seconds.
        """
        if self._told_at is None or at - self._told_at < TOLD_SECONDS:
            return False
        self._told_at = None
        return True


def _words(size: Size) -> str:
    return f"{size[1]}x{size[0]}"
