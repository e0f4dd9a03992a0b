"""Recordings as cameras: a video file, or a folder of pictures in the order of their names.

Pictures come at the pace of the recording, by the given clock, and none is left out: a slow reader falls behind.
"""

import re
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import cv2
import numpy as np

from hardware.errors import CameraLostError, DeviceClosedError, DeviceMissingError, InvalidValueError
from hardware.ports import Clock, Frame, Image

PICTURE_SUFFIXES = (".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp")
FOLDER_FRAMES_PER_SECOND = 10.0


class _Pictures(Protocol):
    def next(self) -> Image | None:
        """The next picture; None after the last."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...


class _Recording:
    """A `Camera` over pictures that are already there."""

    def __init__(self, pictures: _Pictures, frames_per_second: float, clock: Clock, name: str) -> None:
        if not frames_per_second > 0:
            raise InvalidValueError(f"recording {name}: frames_per_second must be above 0, got {frames_per_second}")
        self._pictures = pictures
        self._period_seconds = 1 / frames_per_second
        self._clock = clock
        self._name = name
        self._started_at = clock.now()
        self._number = 0
        self._closed = False

    @property
    def frames_per_second(self) -> float:
        """How many pictures a second were taken."""
        return 1 / self._period_seconds

    def read(self, timeout_seconds: float = 2.0) -> Frame:
        """Give the next picture when its time has come.

        Raises:
            CameraLostError: After the last picture, or when the next is due after the timeout only.
            DeviceClosedError: After `close()`.
        """
        if self._closed:
            raise DeviceClosedError(f"recording {self._name}: used after it had been closed")
        due = self._started_at + self._number * self._period_seconds
        delay = due - self._clock.now()
        if delay > timeout_seconds:
            self._clock.wait(timeout_seconds)
            raise CameraLostError(f"no frame for {timeout_seconds:.1f} s from recording {self._name}")
        pixels = self._pictures.next()
        if pixels is None:
            raise CameraLostError(f"recording {self._name} is at its end, after {self._number} pictures")
        self._clock.wait(delay)
        frame = Frame(pixels, due, self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        """Let go of the file; the second time does nothing."""
        if not self._closed:
            self._closed = True
            self._pictures.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


class VideoFile(_Recording):
    """A video as a `Camera`."""

    def __init__(self, file: Path, clock: Clock) -> None:
        """Open the file.

        Args:
            file: Whatever OpenCV can decode; MJPG in AVI is what pop10 records itself.
            clock: Sets the pace; with a `SimulatedClock` pictures come as fast as they are read.

        Raises:
            DeviceMissingError: When there is no such file, or it is no video.
        """
        if not file.is_file():
            raise DeviceMissingError(f"recording: there is no file {file}")
        capture = cv2.VideoCapture(str(file))
        frames_per_second = capture.get(cv2.CAP_PROP_FPS) if capture.isOpened() else 0.0
        if not frames_per_second > 0:
            capture.release()
            raise DeviceMissingError(f"recording: {file} is no video that can be decoded here")
        super().__init__(_VideoPictures(capture), frames_per_second, clock, str(file))


class PictureFolder(_Recording):
    """A folder of pictures as a `Camera`: file names give the order, numbers in them by their value."""

    def __init__(self, folder: Path, clock: Clock, *, frames_per_second: float = FOLDER_FRAMES_PER_SECOND) -> None:
        """Look into the folder.

        Args:
            folder: Holds the pictures, each of one of `PICTURE_SUFFIXES`; other files are passed over.
            clock: Sets the pace; with a `SimulatedClock` pictures come as fast as they are read.
            frames_per_second: How many a second were taken.

        Raises:
            DeviceMissingError: When there is no such folder, or no picture in it.
            InvalidValueError: When frames_per_second is not above 0.
        """
        if not folder.is_dir():
            raise DeviceMissingError(f"recording: there is no folder {folder}")
        files = [file for file in folder.iterdir() if file.suffix.lower() in PICTURE_SUFFIXES]
        if not files:
            raise DeviceMissingError(f"recording: the folder {folder} holds no picture ({', '.join(PICTURE_SUFFIXES)})")
        super().__init__(_FolderPictures(sorted(files, key=in_order)), frames_per_second, clock, str(folder))


def in_order(file: Path) -> tuple[tuple[tuple[int, str], ...], str]:
    """A key that sorts frame2.png before frame10.png."""
    parts = re.split(r"([0-9]+)", file.name)
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts), file.name


class _VideoPictures:
    def __init__(self, capture: cv2.VideoCapture) -> None:
        self._capture = capture

    def next(self) -> Image | None:
        succeeded, pixels = self._capture.read()
        return np.asarray(pixels, dtype=np.uint8) if succeeded else None

    def close(self) -> None:
        self._capture.release()


class _FolderPictures:
    def __init__(self, files: list[Path]) -> None:
        self._left = iter(files)

    def next(self) -> Image | None:
        file = next(self._left, None)
        if file is None:
            return None
        pixels = cv2.imread(str(file), cv2.IMREAD_COLOR)
        if pixels is None:
            raise CameraLostError(f"recording: {file} is no picture")
        return np.asarray(pixels, dtype=np.uint8)

    def close(self) -> None:
        self._left = iter(())
