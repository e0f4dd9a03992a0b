"""Picture files read into BGR arrays, with a reason in plain words for each that cannot be.

Every format of OpenCV's comes out as 8-bit BGR: grey is spread over three channels, 16 bits are scaled down,
transparency is dropped, and a picture that its EXIF data says is lying on its side is set upright.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# OpenCV reads its limit once, when it is loaded. A picture that unpacks to more is refused, not let fill the memory.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(200_000_000))
# The same for what FFmpeg prints about broken videos; -8 is its word for nothing at all.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

import cv2
import numpy as np

from firmware.errors import PictureError
from hardware.ports import Image

SUFFIXES = frozenset((".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".ppm", ".pgm"))
"""Names of files that a folder of frames may hold; other files in it are no frames."""

_TIFF = (b"II*\0", b"MM\0*")
_SIGNATURES = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF", *_TIFF, b"BM")
"""First bytes of JPEG, PNG, WebP, TIFF (two byte orders) and BMP files."""


def read_picture(path: Path) -> Image:
    """Read one picture.

    Returns: BGR, uint8, shape (height, width, 3).

    Raises:
        PictureError: When there is no picture to be had from the file.
    """
    try:
        mode = path.stat().st_mode
        # A device or a pipe is not opened: it might never end.
        data = path.read_bytes() if stat.S_ISREG(mode) else b""
    except FileNotFoundError as error:
        raise PictureError("missing", f"{path}: there is no such file") from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise PictureError("unreadable", f"{path}: cannot be read: {reason}") from error
    if stat.S_ISDIR(mode):
        raise PictureError(
            "not-an-image", f"{path}: is a folder, and a picture is wanted ('pop10 watch' takes folders)"
        )
    if not stat.S_ISREG(mode):
        raise PictureError("not-an-image", f"{path}: is a device or a pipe, and a picture file is wanted")
    if not data:
        raise PictureError("not-an-image", f"{path}: is empty, and a picture is wanted")
    try:
        with no_chatter():
            bgr = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        if "IMAGE_PIXELS" in str(error) or "IMAGE_WIDTH" in str(error) or "IMAGE_HEIGHT" in str(error):
            raise PictureError("too-large", f"{path}: has too many pixels; at most 200 million are read") from error
        raise PictureError("not-an-image", f"{path}: is damaged or no picture") from error
    if bgr is None and (depth := _unsupported_depth(data)):
        raise PictureError(
            "not-an-image",
            f"{path}: has pixels of {depth}, which are not supported; save it with 8 or 16 bits a channel",
        )
    if bgr is None and data.startswith(_SIGNATURES):
        raise PictureError("not-an-image", f"{path}: is a damaged picture, or only the first part of one")
    if bgr is None:
        raise PictureError("not-an-image", f"{path}: is no picture of a known format (JPEG, PNG, WebP, TIFF, BMP, PPM)")
    return np.asarray(bgr, np.uint8)


def _unsupported_depth(data: bytes) -> str:
    """What a channel is made of in a sound picture that cannot be scaled down to 8 bits; empty when it is not that.

    OpenCV makes 8 bits of TIFF's 16, but of no more, and says nothing of why.
    """
    if not data.startswith(_TIFF):
        return ""
    try:
        with no_chatter():
            pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    except cv2.error:
        return ""
    if pixels is None or pixels.dtype.itemsize <= 2:  # bytes
        return ""
    kind = "floating-point numbers" if np.issubdtype(pixels.dtype, np.floating) else "whole numbers"
    return f"{8 * pixels.dtype.itemsize}-bit {kind}"


@contextmanager
def no_chatter() -> Iterator[None]:
    """Keep what OpenCV and the C libraries under it say about damaged files off standard error.

    libjpeg and libpng write to the process's file descriptor 2 themselves, so only that one can be turned away.
    """
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
