"""Recordings of a table: a folder of frames or a video, as numbered pictures with times."""

import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from firmware.errors import PictureError, SourceError
from firmware.pictures import SUFFIXES, no_chatter, read_picture
from hardware.ports import Image

DEFAULT_FPS = 10.0
FRAMES_OFF = 2
"""Headers of whole videos may be wrong by so many frames."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One frame of a recording.

    Attributes:
        number: Counts all frames from 0, damaged ones too.
        at: Seconds since the first frame.
        bgr: The picture; None when this frame cannot be read.
        trouble: Why it cannot be read; empty when it can.
    """

    number: int
    at: float
    bgr: Image | None
    trouble: str = ""


class Recording(Protocol):
    """Frames in order."""

    def shots(self) -> Iterator[Shot]:
        """Each frame, once."""
        ...


def open_recording(source: Path, fps: float | None) -> Recording:
    """Find out what a source is.

    Args:
        source: A folder of pictures, or a video file.
        fps: Frames a second; None takes what the video says, or `DEFAULT_FPS`.

    Raises:
        SourceError: When it is neither, or may not be looked at.
    """
    try:
        mode = source.stat().st_mode
    except (FileNotFoundError, NotADirectoryError) as error:
        raise SourceError(f"{source}: there is no such file or folder") from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise SourceError(f"{source}: cannot be read: {reason}") from error
    if stat.S_ISDIR(mode):
        return Folder(source, fps or DEFAULT_FPS)
    return Video(source, fps)


class Folder:
    """A folder of pictures, in the order of their names.

    Raises:
        SourceError: When there is no picture in it, or it cannot be listed.
    """

    def __init__(self, folder: Path, fps: float) -> None:
        try:
            found = [path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES]
        except OSError as error:
            raise SourceError(f"{folder}: cannot be listed: {error.strerror}") from error
        self._files = sorted(found, key=lambda path: path.name)
        self._fps = fps
        if not self._files:
            raise SourceError(f"{folder}: holds no pictures; frames such as 0001.jpg are wanted")

    def shots(self) -> Iterator[Shot]:
        """Each picture; one that cannot be read, or is of another size than the first, has its reason."""
        first: Image | None = None
        for number, path in enumerate(self._files):
            at = number / self._fps
            try:
                bgr = read_picture(path)
            except PictureError as error:
                yield Shot(number, at, None, str(error))
                continue
            first = bgr if first is None else first
            if bgr.shape != first.shape:
                sizes = [f"{shape[1]}x{shape[0]}" for shape in (bgr.shape, first.shape)]
                yield Shot(number, at, None, f"{path}: is {sizes[0]} pixels, and the first frame was {sizes[1]}")
            else:
                yield Shot(number, at, bgr)


class Video:
    """A video file.

    Raises:
        SourceError: When it cannot be read as a video.
    """

    def __init__(self, file: Path, fps: float | None) -> None:
        if not file.is_file():
            raise SourceError(f"{file}: a folder of frames or a video file is wanted")
        if file.suffix.lower() in SUFFIXES:
            raise SourceError(
                f"{file}: is named like a single picture, and a folder of frames or a video is wanted; see 'pop10 read'"
            )
        try:
            with file.open("rb") as opened:
                empty = not opened.read(1)
        except OSError as error:
            raise SourceError(f"{file}: cannot be read: {error.strerror}") from error
        with no_chatter():
            self._capture = cv2.VideoCapture() if empty else cv2.VideoCapture(str(file))
            told = self._capture.get(cv2.CAP_PROP_FPS) if self._capture.isOpened() else 0.0
            started, first = self._capture.read() if self._capture.isOpened() else (False, None)
        if not started:
            raise SourceError(
                f"{file}: is {'empty' if empty else 'no video that can be read'}; MJPG in AVI is a safe form"
            )
        self._file = file
        self._first = np.asarray(first, np.uint8)
        self._told_fps = told
        self._fps = fps or (told if 0 < told < 1000 else DEFAULT_FPS)

    def shots(self) -> Iterator[Shot]:
        """Each frame until the video ends; a rest that is damaged or missing is one shot that has its reason."""
        bgr, number = self._first, 0
        try:
            while True:
                yield Shot(number, number / self._fps, bgr)
                seconds = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
                with no_chatter():
                    more, picture = self._capture.read()
                number += 1
                if not more:
                    break
                bgr = np.asarray(picture, np.uint8)
            promised = round(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
            # Where frames come at uneven times the number is guessed from the duration: the time must fall short, too.
            if max(number, seconds * self._told_fps + 1) < promised - FRAMES_OFF:
                trouble = f"{self._file}: only {number} of {promised} frames can be read; it is cut short or damaged"
                yield Shot(number, number / self._fps, None, trouble)
        finally:
            self._capture.release()
