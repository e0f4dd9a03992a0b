"""What the referee raises when it is misused. Expected trouble (an illegal board) is a ruling, never an exception."""

from typing import Final

LONGEST_QUOTE: Final = 60
"""So many characters of what came are shown in a message."""


def quoted(text: str) -> str:
    """What came, in quotes and on one line, cut where it is too long for a message."""
    return repr(text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…")


class RefereeError(Exception):
    """Base of all errors of this package."""


class BoardTextError(RefereeError, ValueError):
    """A text is not a board text."""


class ColumnFullError(RefereeError, ValueError):
    """A disc is to go into a column that has no room."""


class PositionTextError(RefereeError, ValueError):
    """A text is not a position text, or names a position that cannot be."""


class IllegalActionError(RefereeError, ValueError):
    """An action is not legal in the position it is applied to."""


class RecordError(RefereeError, ValueError):
    """A game record cannot be read, or does not follow the rules."""


class ControlError(RefereeError, ValueError):
    """A button or a declaration makes no sense as things stand."""
