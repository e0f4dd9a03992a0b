"""The time: the machine's, or one that goes as fast as it is waited for."""

import threading
import time


class SystemClock:
    """The machine's monotonic time."""

    def now(self) -> float:
        """Monotonic seconds."""
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        """Sleep."""
        if seconds > 0:
            time.sleep(seconds)


class SimulatedClock:
    """A time that stands still until somebody waits; waiting costs nothing.

    Args:
        start: The time at the start.
    """

    def __init__(self, start: float = 0.0) -> None:
        self._now = start
        self._lock = threading.Lock()

    def now(self) -> float:
        """Seconds waited in all, from the start."""
        return self._now

    def wait(self, seconds: float) -> None:
        """Move the time on."""
        if seconds > 0:
            with self._lock:
                self._now += seconds
