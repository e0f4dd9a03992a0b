"""USB cameras through OpenCV and V4L2: always read, their controls locked once they settled, and reported in words.

OpenCV says True to settings that the camera ignores, so everything is read back. A camera that was unplugged fails at
once for ever while its capture still says that it is open: it must be closed and opened again, by its stable name.
"""

import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Protocol, cast

import cv2
import numpy as np

from hardware.errors import DeviceAbsentError, DeviceBusyError, DeviceMissingError
from hardware.ports import Clock, Image
from hardware.reading_camera import PatienceWithFailures, ReadingCamera
from hardware.v4l2_devices import holders

_MANUAL_EXPOSURE = 1
_AUTOMATIC_EXPOSURE = 3


class Capture(Protocol):
    """The part of cv2.VideoCapture that is used here."""

    def isOpened(self) -> bool:  # noqa: N802 - theirs
        """Whether it could be opened."""
        ...

    def read(self) -> tuple[bool, Image | None]:
        """Wait for the next picture."""
        ...

    def get(self, property_id: int) -> float:
        """Read a setting back; -1 or 0 when there is none."""
        ...

    def set(self, property_id: int, value: float) -> bool:
        """Ask for a setting."""
        ...

    def release(self) -> None:
        """Let go of the device."""
        ...


@dataclass(frozen=True, slots=True)
class V4l2Settings:
    """What the camera is asked for.

    Attributes:
        width: Of the picture, in pixels.
        height: Of the picture, in pixels.
        frames_per_second: Pictures a second.
        fourcc: Pixel format, four letters; MJPG lets USB 2 carry 30 pictures a second.
        settle_seconds: After how long exposure, white balance and focus are locked; infinity leaves them automatic.
    """

    width: int = 640
    height: int = 480
    frames_per_second: int = 30
    fourcc: str = "MJPG"
    settle_seconds: float = 3.0


def open_capture(device: str) -> Capture:
    """OpenCV's capture of a V4L2 device; it may be closed.

    OpenCV is not asked for one that is not there: it would write a line of its own to standard error, each second while
    a camera is unplugged.
    """
    return cast(Capture, cv2.VideoCapture(device, cv2.CAP_V4L2) if Path(device).exists() else cv2.VideoCapture())


class V4l2Camera(ReadingCamera):
    """A `Camera` of V4L2."""

    def __init__(
        self,
        device: str,
        settings: V4l2Settings | None = None,
        *,
        clock: Clock,
        new_capture: Callable[[str], Capture] = open_capture,
    ) -> None:
        """Open the camera and begin to read.

        Args:
            device: Stable name or node, as `find_cameras()` gives it.
            settings: What it is asked for; None asks for the defaults.
            clock: Says when a picture was taken.
            new_capture: Opens it; a double in tests.

        Raises:
            DeviceAbsentError: When there is no such device.
            DeviceMissingError: When there is no right to open it, or it is no camera.
            DeviceBusyError: When another program holds it; names that one if it may be seen.
        """
        self._capture_source = _CaptureSource(device, settings or V4l2Settings(), new_capture)
        super().__init__(self._capture_source, clock, device)

    @property
    def report(self) -> tuple[str, ...]:
        """What was asked of the camera and what it does, as sentences; more of them once it has settled."""
        return self._capture_source.report


class _Phase(Enum):
    SETTLING = "settling"
    CHECKING = "checking"
    DONE = "done"


_CHECK_SECONDS = 0.7
_MOST_CHANGE = 0.25
"""Locking may not change the brightness of the picture by more than this part."""


class _CaptureSource:
    def __init__(self, device: str, settings: V4l2Settings, new_capture: Callable[[str], Capture]) -> None:
        self._device = device
        self._settings = settings
        self._patience = PatienceWithFailures()
        self._capture = new_capture(device)
        if not self._capture.isOpened():
            self._capture.release()
            raise _why_not(device)
        self.report = _ask_for(self._capture, settings)
        self._phase = _Phase.DONE if math.isinf(settings.settle_seconds) else _Phase.SETTLING
        self._opened_at = time.monotonic()
        self._brightness_before = 0.0

    def grab(self) -> Image:
        while True:
            try:
                succeeded, pixels = self._capture.read()
            except cv2.error as error:
                self._patience.failed(self._device, f"OpenCV says {error.err}")
                continue
            if succeeded and pixels is not None:
                self._patience.succeeded()
                self._go_on_locking(pixels)
                return pixels
            is_there = Path(self._device).exists()
            reason = "reading fails; is it unplugged?" if is_there else "its device is gone; is it unplugged?"
            self._patience.failed(self._device, reason)

    def close(self) -> None:
        self._capture.release()

    def _go_on_locking(self, pixels: Image) -> None:
        age = time.monotonic() - self._opened_at - self._settings.settle_seconds
        if self._phase is _Phase.SETTLING and age >= 0:
            self._brightness_before = float(np.mean(pixels[::8, ::8]))
            self.report += _lock(self._capture)
            self._phase = _Phase.CHECKING
        elif self._phase is _Phase.CHECKING and age >= _CHECK_SECONDS:
            self._phase = _Phase.DONE
            after = float(np.mean(pixels[::8, ::8]))
            if abs(after - self._brightness_before) > _MOST_CHANGE * self._brightness_before:
                # Some cameras do not tell the exposure that they chose, only the last one that they were given.
                self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTOMATIC_EXPOSURE)
                self.report += ("exposure: the picture changed when it was locked, so it is automatic again",)


def _ask_for(capture: Capture, settings: V4l2Settings) -> tuple[str, ...]:
    """Set the format and say what came of it."""
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*settings.fourcc))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, settings.width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, settings.height)
    capture.set(cv2.CAP_PROP_FPS, settings.frames_per_second)
    code = int(capture.get(cv2.CAP_PROP_FOURCC)) & 0xFFFFFFFF
    came = (
        int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
        int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
        code.to_bytes(4, "little").decode("ascii", errors="replace").strip("\0 "),
        round(capture.get(cv2.CAP_PROP_FPS)),
    )
    wanted = (settings.width, settings.height, settings.fourcc, settings.frames_per_second)
    text = "{}x{} {} at {} a second"
    if came == wanted:
        return (f"picture: {text.format(*came)}, as asked for",)
    return (f"picture: {text.format(*came)}; asked for was {text.format(*wanted)}",)


def _lock(capture: Capture) -> tuple[str, ...]:
    """Turn the automatics off and say what came of it."""
    return (
        _lock_one(capture, "exposure", (cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL_EXPOSURE), cv2.CAP_PROP_EXPOSURE),
        _lock_one(capture, "white balance", (cv2.CAP_PROP_AUTO_WB, 0), cv2.CAP_PROP_WB_TEMPERATURE),
        _lock_one(capture, "focus", (cv2.CAP_PROP_AUTOFOCUS, 0), cv2.CAP_PROP_FOCUS),
    )


def _lock_one(capture: Capture, name: str, off: tuple[int, int], value_id: int) -> str:
    switch_id, manual = off
    value = capture.get(value_id)
    if not capture.set(switch_id, manual):
        return f"{name}: this camera cannot lock it"
    if value > 0:
        capture.set(value_id, value)
    now = capture.get(value_id)
    if round(capture.get(switch_id)) != manual:
        return f"{name}: the camera said that it was locked, but it is not"
    if value > 0 and round(now) != round(value):
        return f"{name}: locked, but at {now:g} instead of {value:g}"
    return f"{name}: locked at {now:g}"


def _why_not(device: str) -> DeviceMissingError | DeviceBusyError:
    """Why a device could not be opened, in one sentence."""
    if not Path(device).exists():
        return DeviceAbsentError(f"camera: there is no {device}; is it plugged in?")
    if not os.access(device, os.R_OK | os.W_OK):
        return DeviceMissingError(f"camera: no right to open {device}; add the user to the group video, log in again")
    who = holders(device)
    if who:
        return DeviceBusyError(f"camera: {device} is held by {', '.join(who)}; end that first")
    return DeviceMissingError(f"camera: {device} gives no pictures; it is no camera, or another user's program has it")
