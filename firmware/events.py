"""What can happen to a table, and what the session asks for in return: two families of values.

Events enter by one queue; effects are performed by the loop in the order given. Times are monotonic seconds.
"""

from dataclasses import dataclass
from typing import Literal

from firmware.snapshot import Sight, Snapshot
from hardware.ports import Colour, Tune
from referee.board import Board
from referee.controls import Control
from referee.record import Record as GameRecord
from referee.ruling import Ruling
from vision.seen import Alternative


@dataclass(frozen=True, slots=True)
class BoardSettled:
    """The board stands still.

    Attributes:
        board: The likeliest by the picture.
        at: When it was seen.
        alternatives: Others that are nearly as likely by it.
        is_guess: Whether the picture alone is not enough to believe it.
    """

    board: Board
    at: float
    alternatives: tuple[Alternative, ...] = ()
    is_guess: bool = False


@dataclass(frozen=True, slots=True)
class SightChanged:
    """The camera works and now sees the board clearly, sees it partly hidden, or sees none."""

    sight: Literal[Sight.CLEAR, Sight.HIDDEN, Sight.BOARD_LOST]
    at: float


@dataclass(frozen=True, slots=True)
class CameraLost:
    """The camera gives no pictures."""

    message: str
    at: float


@dataclass(frozen=True, slots=True)
class Pressed:
    """Somebody told the referee something, by a button or on the page."""

    control: Control
    at: float


@dataclass(frozen=True, slots=True)
class Named:
    """The players gave their names; an empty one means the colour's own."""

    red: str
    yellow: str
    at: float


@dataclass(frozen=True, slots=True)
class BoardDeclared:
    """The players said how the board stands, as the camera misread it or cannot see it."""

    board: Board
    at: float


@dataclass(frozen=True, slots=True)
class SoundSwitched:
    """The sounder is to be silent until further notice, or to be heard again; no matter of the game."""

    is_muted: bool
    at: float


@dataclass(frozen=True, slots=True)
class SounderSet:
    """The settings say whether anything is to be heard at all; no matter of the game."""

    is_silent: bool
    at: float


@dataclass(frozen=True, slots=True)
class StripDimmed:
    """The strip's brightness was chosen, in percent of what the settings allow; no matter of the game."""

    percent: int
    at: float


@dataclass(frozen=True, slots=True)
class ViewpointChanged:
    """The camera's pictures are taken otherwise from now on, as the settings say: from which side, whose discs."""

    at: float


@dataclass(frozen=True, slots=True)
class DeviceFailed:
    """A part, such as the strip, does not work any more; the game goes on."""

    device: str
    message: str
    at: float


@dataclass(frozen=True, slots=True)
class DeviceMended:
    """What had failed works again."""

    device: str
    at: float


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed and nothing else happened."""

    at: float


Event = (
    BoardSettled
    | BoardDeclared
    | SightChanged
    | CameraLost
    | Pressed
    | Named
    | SoundSwitched
    | SounderSet
    | StripDimmed
    | ViewpointChanged
    | DeviceFailed
    | DeviceMended
    | Tick
)

Kept = BoardSettled | BoardDeclared | CameraLost | Pressed | Named | ViewpointChanged | DeviceFailed | Tick
"""The events that are written down: those that what is ruled depends on, and those that people ask about later."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal: what happened and what was ruled. The events alone, replayed, give the rulings again.

    Attributes:
        event: What happened.
        rulings: What was ruled.
        refused: Why a press could not be followed, in words; empty when it was.
        game: Number of the game at this table after it, from 1; 0 before any game has begun.
        record: What has been played of that game, after it; None before any game has begun.
    """

    event: Kept
    rulings: tuple[Ruling, ...]
    refused: str = ""
    game: int = 0
    record: GameRecord | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """Write this down before anything is announced."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Light:
    """Show these colours on the strip, LED 0 first."""

    colours: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class Sound:
    """Play this tune; it ends whatever sounds."""

    tune: Tune


@dataclass(frozen=True, slots=True)
class Silence:
    """End whatever sounds."""


@dataclass(frozen=True, slots=True)
class Trust:
    """The referee has accepted this board as it stands: vision may learn from it."""

    board: Board


@dataclass(frozen=True, slots=True)
class LookAgain:
    """What was seen last does not tell what stands there: it is to be told again while it is seen."""


@dataclass(frozen=True, slots=True)
class Publish:
    """The state of the table has changed: everything that shows it gets it whole."""

    snapshot: Snapshot


Effect = Record | Light | Sound | Silence | Trust | LookAgain | Publish
