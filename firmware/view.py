"""The last picture and what the eye saw in it, made into small pictures for people."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from hardware.ports import Image
from vision.lattice import Lattice
from vision.overlay import draw_cells, draw_grid
from vision.seen import BoardLost, Observation

MARGIN: Final = 0.9
"""Around the outermost holes, in hole pitches."""
CROP_PIXELS: Final = 480
LIVE_PIXELS: Final = 960
QUALITY: Final = 80


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One moment before the camera.

    Attributes:
        bgr: The picture, uint8, shape (height, width, 3).
        observation: What was seen in it.
    """

    bgr: Image
    observation: Observation


def grid_jpeg(view: View, width_pixels: int = CROP_PIXELS) -> bytes | None:
    """The grid cut out of the picture; None where there is no grid, since the rest shows people's rooms.

    Args:
        view: The moment.
        width_pixels: The most that it may be wide.
    """
    if isinstance(view.observation, BoardLost):
        return None
    lattice = view.observation.lattice
    holes = lattice.holes()
    margin = MARGIN * lattice.pitch_pixels()
    height, width = view.bgr.shape[:2]
    left, top = np.clip(np.floor(holes.min(axis=0) - margin), 0, (width - 1, height - 1)).astype(int)
    right, bottom = np.clip(np.ceil(holes.max(axis=0) + margin), (left + 1, top + 1), (width, height)).astype(int)
    return _jpeg(view.bgr[top:bottom, left:right], width_pixels)


def live_jpeg(view: View, lattice: Lattice | None = None) -> bytes:
    """The whole picture with what was seen drawn into it; at most `LIVE_PIXELS` wide.

    Args:
        view: The moment.
        lattice: A grid to be drawn as well, its columns named.
    """
    bgr = draw_grid(view.bgr, lattice) if lattice is not None else view.bgr
    return _jpeg(draw_cells(bgr, view.observation), LIVE_PIXELS)


def _jpeg(bgr: Image, width: int) -> bytes:
    if bgr.shape[1] > width:
        height = max(1, round(bgr.shape[0] * width / bgr.shape[1]))
        bgr = cv2.resize(bgr, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    packed: bytes = cv2.imencode(".jpg", bgr, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))[1].tobytes()
    return packed
