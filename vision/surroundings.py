"""What moves beside and above the board: hands that come and go, discs that are about to drop.

The cells themselves say little of a disc that drops to the top of a nearly full column, and nothing of the hand that
let it go. Below the board lies the strip, whose light moves by itself: nobody looks there.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import COLUMNS, ROWS, Lattice
from vision.medians import median, medians
from vision.patches import Pixels
from vision.picture import Image

ABOVE = (0.8, 1.1, 1.4)
"""Heights above the top row that are looked at, in pitches."""
BESIDE = (0.9, 1.2, 1.5)
"""Distances beside the outer columns that are looked at, in pitches."""
ACROSS = (-0.3, 0.0, 0.3)
MOTION = 14.0
"""Mean change of a place in grey levels from which something moves there, beyond what changes everywhere."""

DARK = 8.0
"""Levels added before a ratio is taken, so that noise in the dark makes no gain."""


def _points() -> NDArray[np.float64]:
    """Plane points of the nine places: above each column, to the left, to the right; shape (9, n, 2)."""
    above = [[(column + x, -y) for y in ABOVE for x in ACROSS] for column in range(COLUMNS)]
    heights = [0.5 + (ROWS - 2) / 2 * step for step in range(3)]
    left = [(-x, y) for x in BESIDE for y in heights]
    right = [(COLUMNS - 1 + x, y) for x in BESIDE for y in heights]
    return np.array([*above, left, right], dtype=np.float64)


_PLACES = _points()


class Surroundings:
    """Looks around a board that stands at one lattice."""

    def __init__(self, lattice: Lattice) -> None:
        """Prepare the look-up."""
        pixels = lattice.project(_PLACES.reshape(-1, 2)).astype(np.float32)
        self._map_x = np.ascontiguousarray(pixels[:, 0]).reshape(_PLACES.shape[:2])
        self._map_y = np.ascontiguousarray(pixels[:, 1]).reshape(_PLACES.shape[:2])

    def sample(self, bgr: Image) -> Pixels:
        """Give the colours at the nine places, BGR, shape (9, n, 3); black outside of the picture."""
        return np.asarray(cv2.remap(bgr, self._map_x, self._map_y, cv2.INTER_LINEAR), dtype=np.float32)


def moving_places(now: Pixels, before: Pixels) -> NDArray[np.bool_]:
    """Tell at which of the nine places something moved, shape (9,): above each column, to the left, to the right."""
    gains = medians(((now + DARK) / (before + DARK)).reshape(-1, 3)).astype(np.float32)
    change = np.abs(now - before * gains).mean(axis=(1, 2))
    return np.asarray(change > MOTION + 2.0 * median(change))
