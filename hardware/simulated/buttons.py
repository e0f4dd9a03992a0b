"""The buttons' twin: pressed by the program, with contacts that bounce."""

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from hardware.delivery import guarded
from hardware.errors import ButtonsError, DeviceClosedError, InvalidValueError
from hardware.ports import ButtonPressed, Clock, Deliver

BOUNCE_SECONDS = 0.001
"""Time between two edges of a bouncing contact."""


class SimulatedButtons:
    """Buttons that a program presses.

    Args:
        names: One for each button, all different.
        deliver: Gets each press.
        clock: The time of the presses.
        hold_seconds: Buttons that must be held for so long before they count; the others count at once.
        debounce_seconds: Edges that follow another this soon belong to the same press.
    """

    def __init__(
        self,
        names: Sequence[str],
        deliver: Deliver,
        clock: Clock,
        *,
        hold_seconds: Mapping[str, float] | None = None,
        debounce_seconds: float = 0.02,
    ) -> None:
        if len(set(names)) != len(names):
            raise InvalidValueError(f"buttons: the names must differ, got {', '.join(names)}")
        self._names = tuple(names)
        self._deliver = guarded(deliver)
        self._clock = clock
        self._hold_seconds = dict(hold_seconds or {})
        self._debounce_seconds = debounce_seconds
        self._last_edge: dict[str, float] = {}
        self._broken = False
        self._closed = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the buttons."""
        return self._names

    def break_down(self) -> None:
        """The wires are off: nothing is delivered, pressing raises."""
        self._broken = True

    def press(self, name: str, *, held_seconds: float = 0.1, bounces: int = 0) -> None:
        """Push a button down and let it go after a while.

        Args:
            name: Which.
            held_seconds: How long it is held; no time of the clock passes.
            bounces: How often its contact opens and closes again, both on the way down and on the way up.

        Raises:
            InvalidValueError: When there is no such button.
            DeviceClosedError: After `close()`.
        """
        if self._closed:
            raise DeviceClosedError("a simulated button was pressed after the buttons had been closed")
        if self._broken:
            raise ButtonsError("the simulated buttons are broken")
        if name not in self._names:
            raise InvalidValueError(f"buttons: {name!r} is none of {', '.join(self._names)}")
        down = self._clock.now()
        needed = self._hold_seconds.get(name)
        if needed is None:
            for bounce in range(bounces + 1):
                self._contact_closed(name, down + bounce * 2 * BOUNCE_SECONDS)
            for bounce in range(bounces):
                self._contact_closed(name, down + held_seconds + bounce * 2 * BOUNCE_SECONDS, again=True)
        elif held_seconds >= needed:
            self._deliver(ButtonPressed(name, down + needed))

    def close(self) -> None:
        """Deliver nothing any more."""
        self._closed = True

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def _contact_closed(self, name: str, at: float, *, again: bool = False) -> None:
        """One closing edge; `again` when the contact closed while the button went up."""
        last = self._last_edge.get(name)
        self._last_edge[name] = at
        if not again and (last is None or at - last > self._debounce_seconds):
            self._deliver(ButtonPressed(name, at))
