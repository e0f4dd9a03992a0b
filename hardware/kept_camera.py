"""A camera that is opened again by itself after it was lost."""

from collections.abc import Callable
from types import TracebackType
from typing import Self

from hardware.errors import CameraAbsentError, CameraLostError, DeviceAbsentError, DeviceClosedError, HardwareError
from hardware.ports import Camera, Clock, Frame

RETRY_SECONDS = 1.0
PATIENCE_SECONDS = 1.5
"""A camera that has given pictures and gives none for so long is lost; noticed within two seconds in all."""
START_SECONDS = 5.0
"""A camera that was just opened may take so long for its first picture."""


class KeptCamera:
    """A `Camera` that stands for one device through hangs and unplugging.

    While the device is lost, each `read` raises `CameraLostError`, and tries to open it again first; so its user holds
    the game and goes on reading, and frames come again by themselves. They are counted on, never from 0 again.
    """

    def __init__(
        self, open_camera: Callable[[], Camera], clock: Clock, *, retry_seconds: float = RETRY_SECONDS
    ) -> None:
        """Open the camera for the first time.

        Args:
            open_camera: Opens the device, by a name that survives unplugging.
            clock: For the pause between two tries.
            retry_seconds: How long that pause is.

        Raises:
            HardwareError: When it cannot be opened this first time: whatever `open_camera` raises.
        """
        self._open_camera = open_camera
        self._clock = clock
        self._retry_seconds = retry_seconds
        self._next_number = 0
        self._first_number = 0
        self._tried_at = clock.now()
        self._has_given = False
        self._lost: Camera | None = None
        self._closed = False
        self._camera: Camera | None = open_camera()

    def read(self, timeout_seconds: float = 2.0) -> Frame:
        """Wait for a picture newer than the one given last, and give the newest.

        Raises:
            CameraAbsentError: When the device is not plugged in.
            CameraLostError: When none came within the timeout, or the device is not back yet.
            DeviceClosedError: After `close()`.
        """
        if self._closed:
            raise DeviceClosedError("camera: used after it had been closed")
        camera = self._camera if self._camera is not None else self._reopened(timeout_seconds)
        patience = min(timeout_seconds, PATIENCE_SECONDS) if self._has_given else timeout_seconds
        began_at = self._clock.now()
        try:
            frame = camera.read(patience)
        except CameraLostError:
            now = self._clock.now()
            waited_in_vain = now - began_at >= patience / 2
            if self._has_given or not waited_in_vain or now - self._tried_at >= START_SECONDS:
                # Closed at the next read: one that hangs takes its time for that, and this is to be told now.
                self._camera, self._lost = None, camera
            raise
        self._has_given = True
        number = self._first_number + frame.number
        self._next_number = number + 1
        return Frame(frame.pixels, frame.captured_at, number)

    def close(self) -> None:
        """Let go of the device; the second time does nothing."""
        self._closed = True
        self._let_go()
        if self._camera is not None:
            self._camera.close()
            self._camera = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _let_go(self) -> None:
        if self._lost is not None:
            self._lost.close()
            self._lost = None

    def _reopened(self, timeout_seconds: float) -> Camera:
        self._let_go()
        self._clock.wait(min(self._tried_at + self._retry_seconds - self._clock.now(), timeout_seconds))
        self._tried_at = self._clock.now()
        try:
            camera = self._open_camera()
        except DeviceAbsentError as error:
            raise CameraAbsentError(f"the camera is not back yet: {error}") from error
        except HardwareError as error:
            raise CameraLostError(f"the camera is not back yet: {error}") from error
        self._camera = camera
        self._has_given = False
        self._first_number = self._next_number
        return camera
