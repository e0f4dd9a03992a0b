"""A camera that is always being read, on a thread of its own, of which only the newest picture is kept.

Cameras queue pictures: whoever reads after a pause gets old ones first. So somebody must always read. The same thread
keeps a hanging camera from holding up the program: who waits gives up after his timeout, whatever the camera does.
"""

import logging
import threading
import time
from types import TracebackType
from typing import Protocol, Self

from hardware.errors import CameraLostError, DeviceClosedError
from hardware.ports import Clock, Frame, Image

log = logging.getLogger(__name__)

END_SECONDS = 0.5
"""How long closing waits for the thread; a camera that hangs is left to it."""


class PictureSource(Protocol):
    """Where pictures come from; used by one thread."""

    def grab(self) -> Image:
        """Wait for the next picture: BGR uint8, shape (height, width, 3), not changed afterwards.

        Raises:
            CameraLostError: When no picture will come any more.
        """
        ...

    def close(self) -> None:
        """Let go of the device."""
        ...


class ReadingCamera:
    """A `Camera` over a source of pictures."""

    def __init__(self, source: PictureSource, clock: Clock, name: str) -> None:
        """Start reading.

        Args:
            source: Is closed with the camera.
            clock: Says when a picture was taken.
            name: The camera in messages.
        """
        self._source = source
        self._clock = clock
        self._name = name
        self._changed = threading.Condition()
        self._newest: Frame | None = None
        self._given = -1
        self._failure: Exception | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=f"camera {name}", daemon=True)
        self._thread.start()

    def read(self, timeout_seconds: float = 2.0) -> Frame:
        """Wait for a picture newer than the one given last, and give the newest.

        Raises:
            CameraLostError: When none came within the timeout, or none will come any more.
            DeviceClosedError: After `close()`.
        """
        with self._changed:
            self._changed.wait_for(self._has_news, timeout_seconds)
            if self._closed:
                raise DeviceClosedError(f"camera {self._name}: used after it had been closed")
            if self._newest is not None and self._newest.number > self._given:
                self._given = self._newest.number
                return self._newest
            if self._failure is not None:
                raise self._failure
        raise CameraLostError(f"no frame for {timeout_seconds:.1f} s from camera {self._name}")

    def close(self) -> None:
        """Let go of the camera; the second time does nothing."""
        with self._changed:
            if self._closed:
                return
            self._closed = True
            self._changed.notify_all()
        self._thread.join(END_SECONDS)
        if self._thread.is_alive():
            log.warning("camera %s: it hangs, and is let go of when it comes back", self._name)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _has_news(self) -> bool:
        has_picture = self._newest is not None and self._newest.number > self._given
        return has_picture or self._failure is not None or self._closed

    def _run(self) -> None:
        number = 0
        try:
            while not self._closed:
                pixels = self._source.grab()
                frame = Frame(pixels, self._clock.now(), number)
                number += 1
                with self._changed:
                    self._newest = frame
                    self._changed.notify_all()
        except Exception as error:  # noqa: BLE001 - raised again by read(): this thread has nobody to tell
            with self._changed:
                self._failure = error
                self._changed.notify_all()
        finally:
            self._source.close()


class PatienceWithFailures:
    """Tells a picture that failed (a disturbed cable spoils one now and then) from a camera that is gone."""

    def __init__(self, patience_seconds: float = 1.0, pause_seconds: float = 0.02) -> None:
        """Start patient.

        Args:
            patience_seconds: How long failures may follow each other.
            pause_seconds: How long to wait after one: a camera that is gone fails at once, for ever.
        """
        self._patience_seconds = patience_seconds
        self._pause_seconds = pause_seconds
        self._since: float | None = None

    def succeeded(self) -> None:
        """There was a picture."""
        self._since = None

    def failed(self, name: str, reason: str) -> None:
        """There was none.

        Args:
            name: The camera in the message.
            reason: What is known of the cause.

        Raises:
            CameraLostError: When the patience is at its end.
        """
        now = time.monotonic()
        if self._since is None:
            self._since = now
        elif now - self._since > self._patience_seconds:
            raise CameraLostError(f"camera {name} gives no pictures any more: {reason}")
        time.sleep(self._pause_seconds)
