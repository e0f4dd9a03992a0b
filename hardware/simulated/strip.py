"""The LED strip's twin: keeps what was shown, lights the simulated table, fails on request."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from hardware.errors import DeviceClosedError, InvalidValueError, StripError
from hardware.ports import Clock, Colour
from hardware.simulated.table import Table


@dataclass(frozen=True, slots=True)
class Shown:
    """What the strip showed from a moment on."""

    colours: tuple[Colour, ...]
    at: float


class SimulatedStrip:
    """Keeps what it shows.

    Args:
        length: Number of LEDs, at least 1.
        clock: The time for the history.
        table: The table that it shines on, if any.
        kept: How many of the latest showings it keeps.
    """

    def __init__(self, length: int, clock: Clock, table: Table | None = None, *, kept: int = 10_000) -> None:
        if length < 1:
            raise InvalidValueError(f"strip: length must be at least 1, got {length}")
        self._clock = clock
        self._table = table
        self._colours = (Colour.DARK,) * length
        self._history: deque[Shown] = deque(maxlen=kept)
        self._broken = False
        self._closed = False

    @property
    def length(self) -> int:
        """The number of LEDs."""
        return len(self._colours)

    @property
    def colours(self) -> tuple[Colour, ...]:
        """What it shows now."""
        return self._colours

    @property
    def history(self) -> tuple[Shown, ...]:
        """What it showed, oldest first."""
        return tuple(self._history)

    def break_down(self) -> None:
        """Fail from now on; like a real strip it keeps the last light."""
        self._broken = True

    def mend(self) -> None:
        """Work again."""
        self._broken = False

    def show(self, colours: Sequence[Colour]) -> None:
        """Light the LEDs; see `Strip.show`."""
        if self._closed:
            raise DeviceClosedError("the simulated strip was used after it had been closed")
        if len(colours) != self.length:
            raise InvalidValueError(f"strip: {self.length} colours are wanted, one for each LED, got {len(colours)}")
        if self._broken:
            raise StripError("the simulated strip is broken")
        self._light(tuple(colours))

    def close(self) -> None:
        """Make it dark, unless it is broken."""
        if not self._closed and not self._broken:
            self._light((Colour.DARK,) * self.length)
        self._closed = True

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def _light(self, colours: tuple[Colour, ...]) -> None:
        self._colours = colours
        self._history.append(Shown(colours, self._clock.now()))
        if self._table is not None:
            self._table.show_strip(colours)
