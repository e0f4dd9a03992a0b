"""The sounder's twin: keeps what was played and knows what sounds now, fails on request."""

from collections import deque
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from hardware.errors import DeviceClosedError, SounderError
from hardware.ports import Clock, Tone, Tune


@dataclass(frozen=True, slots=True)
class Played:
    """A tune and when it began."""

    tune: Tune
    at: float


class SimulatedSounder:
    """Keeps what it plays.

    Args:
        clock: The time that tunes take.
        kept: How many of the latest tunes it keeps.
    """

    def __init__(self, clock: Clock, *, kept: int = 10_000) -> None:
        self._clock = clock
        self._history: deque[Played] = deque(maxlen=kept)
        self._playing: Played | None = None
        self._broken = False
        self._closed = False

    @property
    def history(self) -> tuple[Played, ...]:
        """What it was told to play, oldest first."""
        return tuple(self._history)

    @property
    def playing(self) -> Tune | None:
        """The tune that is not over yet."""
        if self._playing is None or self._clock.now() >= self._playing.at + self._playing.tune.seconds:
            return None
        return self._playing.tune

    @property
    def sounding(self) -> Tone | None:
        """The tone that sounds at this moment; None in silence and in a rest."""
        tune, played = self.playing, self._playing
        if tune is None or played is None:
            return None
        left = self._clock.now() - played.at
        for tone in tune.tones:
            if left < tone.seconds:
                return None if tone.is_rest else tone
            left -= tone.seconds
        return None

    def break_down(self) -> None:
        """Fail from now on."""
        self._broken = True
        self._playing = None

    def mend(self) -> None:
        """Work again."""
        self._broken = False

    def play(self, tune: Tune) -> None:
        """Start the tune; see `Sounder.play`."""
        self._check()
        self._playing = Played(tune, self._clock.now())
        self._history.append(self._playing)

    def silence(self) -> None:
        """End what sounds now."""
        self._check()
        self._playing = None

    def close(self) -> None:
        """Make it silent."""
        self._playing = None
        self._closed = True

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def _check(self) -> None:
        if self._closed:
            raise DeviceClosedError("the simulated sounder was used after it had been closed")
        if self._broken:
            raise SounderError("the simulated sounder is broken")
