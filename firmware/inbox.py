"""What other threads may ask of the loop: presses of buttons, and requests that wait for an answer."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from queue import SimpleQueue
from typing import TYPE_CHECKING

from firmware.config import Config
from firmware.snapshot import Snapshot
from firmware.tryout import Tried, Tryout
from hardware.ports import ButtonPressed
from referee.board import Board
from referee.controls import AgreeDraw, Button, Control, CorrectTurn, DeclareTurn, Resign, SetScore
from referee.ruling import Ruling
from referee.translation import gettext as _

if TYPE_CHECKING:
    from firmware.view import View


@dataclass(frozen=True, slots=True)
class Names:
    """The players' names; an empty one means the colour's own."""

    red: str
    yellow: str


@dataclass(frozen=True, slots=True)
class Mute:
    """The sounder is to be silent until further notice, or to be heard again."""

    is_muted: bool


@dataclass(frozen=True, slots=True)
class Dim:
    """The strip's brightness from now on, of what the settings allow; 0 is dark."""

    percent: int


@dataclass(frozen=True, slots=True)
class DeclareBoard:
    """The players say how the board stands, whatever the camera made of it."""

    board: Board


class Part(Enum):
    """What of the hardware can be tried."""

    STRIP = "strip"
    SOUNDER = "sounder"


@dataclass(frozen=True, slots=True)
class Trial:
    """Let a part show what it can: the strip red, green and blue in turn, the sounder a rising tune."""

    part: Part


Wish = Control | Names | DeclareBoard | Mute | Dim | Trial
"""What can be wished for on the control page."""


OfTheMoment = Button | DeclareTurn | SetScore | AgreeDraw | Resign | CorrectTurn | DeclareBoard
"""What means something else once the game has gone on; a name or a brightness does not."""


@dataclass(frozen=True, slots=True)
class Adopt:
    """Let changed settings count, as far as they can while the program runs."""

    config: Config


@dataclass(frozen=True, slots=True)
class TryOut:
    """Let somebody see a part work, until it ends by itself; None ends it now."""

    tried: Tried | None


@dataclass(frozen=True, slots=True)
class Inspect:
    """Tell what is seen and what is tried now; and, of settings, which of them do not count yet."""

    config: Config | None = None


SetUpWish = Adopt | TryOut | Inspect
"""What can be wished for on the set-up page."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request.

    Attributes:
        rulings: What was ruled.
        refused: Why nothing came of it, in words; empty when something did.
        snapshot: The table afterwards.
        view: The last picture and what was seen in it, where that was asked for.
        tryout: What is tried.
        at: When this was so, in monotonic seconds.
        later: The settings that do not count before the next start.
        is_late: Whether it was refused because the game had gone on meanwhile.
    """

    rulings: tuple[Ruling, ...]
    refused: str
    snapshot: Snapshot
    view: "View | None" = None
    tryout: Tryout | None = None
    at: float = 0.0
    later: tuple[str, ...] = ()
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody on another thread wants something and waits.

    Attributes:
        wish: What the referee is to be told, or what is to be shown.
        answer: Gets what came of it, on the loop's thread; it must return at once and raise nothing.
        revision: That of the state it is meant for; None where it is meant whatever the state is.
    """

    wish: Wish | SetUpWish
    answer: Callable[[Answer], None]
    revision: int | None = None

    def refused(self, now: Snapshot) -> Answer | None:
        """The answer where the game has gone on since; None where it has not, or that does not matter."""
        if self.revision in (None, now.revision) or not isinstance(self.wish, OfTheMoment):
            return None
        words = _("Somebody was quicker: the game has gone on since this was asked for, and nothing was done")
        return Answer((), words, now, is_late=True)


Inbox = SimpleQueue[ButtonPressed | Request]
"""Anybody may put something in; only the loop takes it out."""
