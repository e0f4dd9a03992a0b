"""The state of the table as one value, for everything that shows it: lights, sounds, screen, players."""

from dataclasses import dataclass
from enum import Enum

from referee.board import Board
from referee.position import Position
from referee.record import Record
from referee.rules import POP10, Rules
from referee.ruling import Ruling, Violation


class Sight(Enum):
    """What the camera makes of the board."""

    WAITING = "waiting"
    CLEAR = "clear"
    HIDDEN = "hidden"
    BOARD_LOST = "board-lost"
    CAMERA_LOST = "camera-lost"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One moment of a table.

    Attributes:
        position: Where the game stands under the rules; None until a board has told where it begins.
        seen: The board as it stood when it was last seen at rest; None before that.
        sight: What the camera makes of the board now.
        sight_since: Since when it has made that of it, in monotonic seconds.
        violation: The violation that is still to be put right, or None.
        fault: What is wrong with the board as last seen, while a violation is open; it may have become something else
            since that was called.
        unclear: Whether the board can be explained in several ways and the next one, or a button, must tell.
        last: The last ruling, or None.
        last_at: When it was given, in monotonic seconds.
        trouble: What keeps the referee from ruling, in words; empty when nothing does.
        failures: What else of the hardware does not work, a sentence each.
        game: Number of the game at this table, from 1; 0 before any game has begun.
        record: What has been played of that game; None before any game has begun.
        rules: Which game is played, and by which house rules.
        next_rules: The same of the next game; who starts it is decided when it begins.
        tags: Names of the players, as in the head of the record.
        is_muted: Whether the sounder is silent, as somebody wanted.
        is_silenced: Whether it is silent whatever anybody wants, as the settings say.
        brightness_percent: The strip's brightness, of what the settings allow.
        revision: How many rulings there have been at this table: it tells whether the game has gone on since.
        is_waiting: Whether a new game waits for the grid of the last one to be emptied, or to be filled up.
    """

    position: Position | None
    seen: Board | None
    sight: Sight
    sight_since: float
    violation: Violation | None
    unclear: bool
    last: Ruling | None
    last_at: float
    trouble: str
    failures: tuple[str, ...] = ()
    game: int = 0
    record: Record | None = None
    rules: Rules = POP10
    next_rules: Rules = POP10
    tags: tuple[tuple[str, str], ...] = ()
    fault: Violation | None = None
    is_muted: bool = False
    is_silenced: bool = False
    brightness_percent: int = 100
    is_waiting: bool = False
    revision: int = 0
