"""Pictures as arrays, and the few things that every step does to them first."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import NotAPictureError

Image = NDArray[np.uint8]
"""A picture, uint8, shape (height, width, 3): BGR unless the name says Lab."""


def check_picture(bgr: Image) -> None:
    """Refuse what is no BGR picture.

    Raises: NotAPictureError unless it is uint8 of shape (height, width, 3) with at least one pixel.
    """
    if bgr.dtype != np.uint8 or bgr.ndim != 3 or bgr.shape[2] != 3 or 0 in bgr.shape:
        raise NotAPictureError(f"a picture is uint8 of shape (height, width, 3), got {bgr.dtype} of shape {bgr.shape}")


def resized(bgr: Image, factor: float) -> Image:
    """Resize a picture: reduced, each pixel is the mean of those it covers; enlarged, it runs smoothly between them."""
    if factor == 1.0:
        return bgr
    way = cv2.INTER_AREA if factor < 1.0 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=way), dtype=np.uint8)


def smoothed(bgr: Image, sigma: float) -> Image:
    """Smooth a picture with a Gaussian of that many pixels."""
    return np.asarray(cv2.GaussianBlur(bgr, (0, 0), sigma), dtype=np.uint8)


def to_lab(bgr: Image) -> Image:
    """Convert a BGR picture to Lab in OpenCV's 8-bit scale: lightness 0 to 255, hues around 128."""
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB), dtype=np.uint8)
