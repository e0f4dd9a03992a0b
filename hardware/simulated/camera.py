"""The camera's twin: looks at a simulated table, at the table's pace, and fails on request."""

from enum import Enum
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from hardware.errors import CameraLostError, DeviceClosedError
from hardware.ports import Clock, Frame, Image
from hardware.simulated.options import SceneOptions
from hardware.simulated.renderer import Renderer
from hardware.simulated.table import Table


class CameraFault(Enum):
    """What can be wrong with a camera."""

    HANG = "hang"
    """No frame comes, and no error: each read waits in vain until its timeout."""
    UNPLUGGED = "unplugged"
    """Each read fails at once, also when it is plugged in again: close and open."""
    FROZEN = "frozen"
    """Frames come in time, all with the same picture."""
    DROPPING = "dropping"
    """Two of three frames are lost."""
    GLARE = "glare"
    """Light falls into the lens: a bright blob over a part of the picture."""
    COVERED = "covered"
    """Something is over the lens: the picture is all but black."""


class SimulatedCamera:
    """Takes the pictures of a table at its frame rate.

    The table goes on with the clock, whether it is looked at or not: whoever reads too rarely misses frames.

    Args:
        table: What it looks at.
        clock: Its time; with a `SimulatedClock` pictures come as fast as they are read.
        options: What the pictures look like.
        is_behind: Whether it stands on the other side of the board, so that column a is at the right.
    """

    def __init__(
        self, table: Table, clock: Clock, options: SceneOptions | None = None, *, is_behind: bool = False
    ) -> None:
        self._table = table
        self._clock = clock
        self._renderer = Renderer(options or SceneOptions())
        self._is_behind = is_behind
        self._opened_at = clock.now()
        self._number = -1
        self._fault: CameraFault | None = None
        self._frozen: Image | None = None
        self._closed = False

    @property
    def fault(self) -> CameraFault | None:
        """What is wrong with it now."""
        return self._fault

    def break_down(self, fault: CameraFault) -> None:
        """Fail like this from now on."""
        self._fault = fault
        self._frozen = None

    def mend(self) -> None:
        """Work again."""
        self._fault = None

    def read(self, timeout_seconds: float = 2.0) -> Frame:
        """Wait for a picture newer than the one given last, and give the newest; see `Camera.read`."""
        if self._closed:
            raise DeviceClosedError("the simulated camera was read after it had been closed")
        if self._fault is CameraFault.UNPLUGGED:
            raise CameraLostError("the simulated camera is unplugged")
        period = 1 / self._table.frames_per_second
        wanted = self._number + (3 if self._fault is CameraFault.DROPPING else 1)
        due = self._opened_at + wanted * period
        delay = due - self._clock.now()
        if self._fault is CameraFault.HANG or delay > timeout_seconds:
            self._clock.wait(timeout_seconds)
            raise CameraLostError(f"no frame for {timeout_seconds:.1f} s from the simulated camera")
        self._clock.wait(delay)
        newest = max(wanted, int((self._clock.now() - self._opened_at) / period + 1e-6))
        for _ in range(newest - self._number):
            scene = self._table.step()
        self._number = newest
        pixels = self._renderer.render(scene).pixels
        if self._is_behind:
            pixels = np.ascontiguousarray(pixels[:, ::-1])
        return Frame(self._spoilt(pixels), self._opened_at + newest * period, newest)

    def close(self) -> None:
        """Give no pictures any more."""
        self._closed = True

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def _spoilt(self, pixels: Image) -> Image:
        match self._fault:
            case CameraFault.FROZEN:
                if self._frozen is None:
                    self._frozen = pixels
                return self._frozen
            case CameraFault.GLARE:
                height, width = pixels.shape[:2]
                blob = np.zeros((height, width), np.float32)
                cv2.circle(blob, (width // 2, height // 2), height // 4, (1.0,), -1)
                blob = cv2.GaussianBlur(cv2.resize(blob, (64, 48)), (0, 0), 5).astype(np.float32)
                light = cv2.resize(blob, (width, height))[:, :, None] * np.float32(230)
                return np.minimum(pixels + light, 255).astype(np.uint8)
            case CameraFault.COVERED:
                return pixels // np.uint8(24)
            case _:
                return pixels
