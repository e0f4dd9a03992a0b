"""Hours in which the sounder stays silent, by the clock on the wall."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, time
from types import TracebackType
from typing import Self

from firmware.config import Sounder as SounderSettings
from hardware.ports import Sounder, Tune


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From one time of day to another, also over midnight; the end itself is loud again. Both the same: all day."""

    begins: time
    ends: time

    @classmethod
    def of(cls, settings: SounderSettings) -> "QuietHours | None":
        """What the settings say; None where it is never quiet."""
        if not settings.quiet_from:
            return None
        return cls(time.fromisoformat(settings.quiet_from), time.fromisoformat(settings.quiet_until))

    def holds(self, now: time) -> bool:
        """Whether it is quiet at this time of day."""
        if self.begins < self.ends:
            return self.begins <= now < self.ends
        return now >= self.begins or now < self.ends


def wall_clock() -> time:
    """The time of day here."""
    return datetime.now().astimezone().time()


def is_silenced(settings: SounderSettings, now: time) -> bool:
    """Whether the settings keep the sounder silent at this time of day."""
    hours = QuietHours.of(settings)
    return settings.is_silent or (hours is not None and hours.holds(now))


class QuietSounder:
    """Plays on another sounder, but not in quiet hours.

    Args:
        sounder: Plays; closed with this one.
        hours: When it does not.
        now: Tells the time of day.
    """

    def __init__(self, sounder: Sounder, hours: QuietHours, now: Callable[[], time] = wall_clock) -> None:
        self._sounder = sounder
        self._hours = hours
        self._now = now

    def play(self, tune: Tune) -> None:
        """Start the tune; in quiet hours only end what still sounds.

        Raises:
            SounderError: When the sounder cannot be driven.
            DeviceClosedError: After `close()`.
        """
        if self._hours.holds(self._now()):
            self._sounder.silence()
        else:
            self._sounder.play(tune)

    def silence(self) -> None:
        """End what sounds now, if anything.

        Raises:
            SounderError: When the sounder cannot be driven.
            DeviceClosedError: After `close()`.
        """
        self._sounder.silence()

    def close(self) -> None:
        """Make it silent and let go of the device."""
        self._sounder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
