"""What the session asks for is done here: the only part that touches lights, sounds, journal and screens."""

from collections.abc import Callable, Sequence
from typing import Final, Protocol, assert_never

from firmware.errors import JournalError
from firmware.events import (
    DeviceFailed,
    DeviceMended,
    Effect,
    Event,
    Light,
    LookAgain,
    Publish,
    Record,
    Silence,
    Sound,
    Trust,
)
from firmware.journal import Journal
from firmware.patterns import LED_COUNT, dimmed
from firmware.snapshot import Snapshot
from firmware.tryout import Tryouts
from hardware.errors import HardwareError
from hardware.ports import Clock, Colour, Sounder, Strip, Tune
from referee.board import Board

MENDING: Final = ("journal", "pictures")
"""What works again by itself, once there is room on the disk; a strip that works now and then does not."""


class Screen(Protocol):
    """Whatever shows the table to people."""

    def show(self, snapshot: Snapshot) -> None:
        """The state of the table has changed."""
        ...


class Outputs:
    """The devices of one table that something comes out of; one that fails ends no game, and is told once.

    Args:
        strip: Shows the lights.
        sounder: Plays the tunes.
        clock: When something failed.
        journal: Gets each entry.
        screens: Get each new state of the table.
        tryouts: What is tried, which the strip shows in place of the game.
        trust: Gets each board that vision may learn from.
        look_again: Is called where a board at rest does not tell yet what stands there.
    """

    def __init__(
        self,
        *,
        strip: Strip,
        sounder: Sounder,
        clock: Clock,
        journal: Journal,
        screens: Sequence[Screen],
        tryouts: Tryouts,
        trust: Callable[[Board], None],
        look_again: Callable[[], None],
    ) -> None:
        self._strip = strip
        self._sounder = sounder
        self._clock = clock
        self._journal = journal
        self._screens = tuple(screens)
        self._tryouts = tryouts
        self._trust = trust
        self._look_again = look_again
        self._lights: tuple[Colour, ...] = (Colour.DARK,) * LED_COUNT
        self._failures: dict[str, str] = {}

    @property
    def lights(self) -> tuple[Colour, ...]:
        """What the strip was last asked to show."""
        return self._lights

    def failure(self, device: str) -> str:
        """Why a device does not work, in words; empty when it does."""
        return self._failures.get(device, "")

    def perform(self, effect: Effect, brightness_percent: int) -> tuple[Event, ...]:
        """Do it; what came of it is an event only when that is news.

        Args:
            effect: What the session asks for.
            brightness_percent: That of lights that are tried; those of the game have it already.
        """
        match effect:
            case Record(entry=entry):
                return self.attempt("journal", lambda: self._journal.write(entry))
            case Light(colours=colours):
                shown = self._lights = dimmed(self._tryouts.lights(), brightness_percent) or colours
                return self.attempt("strip", lambda: self._strip.show(shown))
            case Silence():
                return self.attempt("sounder", self._sounder.silence)
            case Sound(tune=tune):
                return self.play(tune)
            case Trust(board=board):
                self._trust(board)
            case LookAgain():
                self._look_again()
            case Publish(snapshot=snapshot):
                self.show(snapshot)
            case _:
                assert_never(effect)
        return ()

    def play(self, tune: Tune) -> tuple[Event, ...]:
        """Let a tune be heard; an event only when that is news."""
        return self.attempt("sounder", lambda: self._sounder.play(tune))

    def show(self, snapshot: Snapshot) -> None:
        """Show the table on every screen."""
        for screen in self._screens:
            screen.show(snapshot)

    def attempt(self, device: str, deed: Callable[[], None]) -> tuple[Event, ...]:
        """A game goes on without lights, sounds or a journal, but not in silence about it."""
        try:
            deed()
        except (HardwareError, JournalError) as error:
            if self._failures.get(device) != str(error):
                return self._failed(device, str(error))
        else:
            if device in MENDING:
                return self._mended(device)
        return ()

    def adjust(self, device: str, adjust: Callable[[], bool]) -> tuple[Event, ...]:
        """Let a device take other settings.

        Args:
            device: Its name.
            adjust: Does it, and says whether it was opened anew for that.

        Returns: Whether it fails now, or works again.
        """
        try:
            is_opened_anew = adjust()
        except HardwareError as error:
            return self._failed(device, str(error))
        return self._mended(device) if is_opened_anew else ()

    def _failed(self, device: str, message: str) -> tuple[Event, ...]:
        self._failures[device] = message
        return (DeviceFailed(device, message, self._clock.now()),)

    def _mended(self, device: str) -> tuple[Event, ...]:
        if self._failures.pop(device, None) is None:
            return ()
        return (DeviceMended(device, self._clock.now()),)
