"""The straightened board as 42 small square patches.

A patch is one hole pitch wide: the hole in the middle, the frame's plastic in the corners. Patches are what the eye
compares over time; `vision.cells` cuts them out of the picture.
"""

import numpy as np
from numpy.typing import NDArray

from vision.cells import CELL_PIXELS
from vision.lattice import COLUMNS, ROWS

Pixels = NDArray[np.float32]


def _radii() -> NDArray[np.float64]:
    offsets = (np.arange(CELL_PIXELS) + 0.5) / CELL_PIXELS - 0.5
    return np.hypot(offsets[None, :], offsets[:, None])


RADII = _radii()
"""Distance of each sample of a patch from its hole's centre, in pitches, shape (16, 16)."""


def straight_plane() -> NDArray[np.float64]:
    """Give the plane points of the straightened board's pixels, shape (96 * 112, 2)."""
    along = (np.arange(COLUMNS * CELL_PIXELS) + 0.5) / CELL_PIXELS - 0.5
    down = (np.arange(ROWS * CELL_PIXELS) + 0.5) / CELL_PIXELS - 0.5
    return np.stack(np.meshgrid(along, down), axis=-1).reshape(-1, 2)
