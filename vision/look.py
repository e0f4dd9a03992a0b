"""One frame's straightened board in the forms in which it is compared with others, and the distances between them.

Distances are root mean squares of Lab differences over the hole, so that flat things of a disc's colour behind an empty
hole still differ from a disc with its rim and shadow.
"""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells import BOARD_WIDTH, CELL_PIXELS
from vision.lattice import COLUMNS, HOLES, ROWS
from vision.medians import middle
from vision.patches import RADII, Pixels
from vision.picture import Image

HOLE_RADIUS = 0.40
"""Samples nearer than this to the hole's centre, in pitches, are compared."""
LIGHTNESS_WEIGHT = 0.8
"""Weight of lightness against the two colour axes: light varies more than colour."""
BACKGROUND_SHIFT = 12.0
"""Shift of a background's mean colour that is mostly forgiven, in Lab units."""
BACKGROUND_SHIFT_SHARE = 0.1
"""Share of the squared forgiven shift that counts nevertheless."""

UNCOVERED_SHARE = 0.2
"""Share of the holes that is taken to be in sight: a head or a hand covers more than half of a board, hardly more."""
USUAL_RATIO = 2.0
"""Median of the distances of equal things, in those at the border of that lowest share, at most."""

_BLOCKS = 4
IN_HOLE = np.flatnonzero(RADII < HOLE_RADIUS)
"""Which samples of a patch are within the hole, in row order."""
CORNERS = (1, CELL_PIXELS - 2)
"""Rows and columns of a patch in the middle of the plastic in its corners."""


def _places(within: NDArray[np.intp]) -> NDArray[np.intp]:
    """Where samples of each patch are in the flattened board, shape (42, n)."""
    hole = np.arange(HOLES)
    first = hole // COLUMNS * CELL_PIXELS * BOARD_WIDTH + hole % COLUMNS * CELL_PIXELS
    return np.asarray(first[:, None] + within // CELL_PIXELS * BOARD_WIDTH + within % CELL_PIXELS)


_HOLE_PLACES = _places(IN_HOLE)
_CORNER_PLACES = _places(np.array([row * CELL_PIXELS + column for row in CORNERS for column in CORNERS]))


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The straightened board of one frame. Colours are BGR 0-255, but for `lab`."""

    holes: Pixels
    """Samples within each hole, shape (42, n, 3)."""
    corners: Pixels
    """The plastic in the corners of each patch, shape (42, 4, 3): top left, top right, bottom left, bottom right."""
    blocks: Pixels
    """Means over the sixteenths of each patch, shape (42, 16, 3)."""
    lab: Pixels
    """Lab of `holes`, lightness weighted, shape (42, n, 3)."""


def look_at(board: Image) -> Look:
    """Make a look of a straightened board, BGR uint8, shape (96, 112, 3)."""
    smooth = np.asarray(cv2.blur(board, (3, 3)), dtype=np.uint8).reshape(-1, 3)
    small = cv2.resize(board, (COLUMNS * _BLOCKS, ROWS * _BLOCKS), interpolation=cv2.INTER_AREA)
    blocks = small.reshape(ROWS, _BLOCKS, COLUMNS, _BLOCKS, 3).transpose(0, 2, 1, 3, 4)
    holes = smooth[_HOLE_PLACES]
    return Look(
        holes=holes.astype(np.float32),
        corners=smooth[_CORNER_PLACES].astype(np.float32),
        blocks=blocks.reshape(HOLES, _BLOCKS * _BLOCKS, 3).astype(np.float32),
        lab=_lab(holes),
    )


def hole_lab(holes: Pixels) -> Pixels:
    """Give the Lab of samples, BGR from 0, what is above 255 as 255, shape (m, n, 3), lightness weighted."""
    if not len(holes):
        return np.zeros(holes.shape, np.float32)
    return _lab(np.asarray(cv2.convertScaleAbs(holes), dtype=np.uint8))


def _lab(holes: NDArray[np.uint8]) -> Pixels:
    lab = np.asarray(cv2.cvtColor(holes, cv2.COLOR_BGR2Lab), dtype=np.float32)
    # OpenCV keeps 8 bit lightness as 0-255 and shifts the colour axes by 128, which no difference minds.
    lab[..., 0] *= LIGHTNESS_WEIGHT * 100.0 / 255.0
    return lab


@cache
def _averaging(samples: int) -> Pixels:
    """What the flattened colours of so many samples are multiplied by for their mean, shape (3 * samples, 3)."""
    return np.tile(np.eye(3, dtype=np.float32), (samples, 1)) / np.float32(samples)


def mean_colours(samples: Pixels) -> Pixels:
    """Mean colour of the samples of each hole, shape (m, n, 3) to (m, 3)."""
    # As a product of matrices: numpy is slow at adding up threes.
    return np.asarray(samples.reshape(len(samples), -1) @ _averaging(samples.shape[1]))


def distances(first: Pixels, second: Pixels) -> Pixels:
    """Root mean square Lab distance of each of the first samples to each of the second, shape (m, k)."""
    count = first.shape[1]
    a, b = first.reshape(len(first), -1), second.reshape(len(second), -1)
    squared = np.einsum("ij,ij->i", a, a)[:, None] + np.einsum("ij,ij->i", b, b) - 2.0 * (a @ b.T)
    return np.asarray(np.sqrt(np.maximum(squared, 0.0) / count), dtype=np.float32)


def paired_distances(first: Pixels, second: Pixels) -> Pixels:
    """Root mean square Lab distance of samples pairwise, shapes (m, n, 3) to (m,)."""
    difference = (first - second).reshape(len(first), first.shape[1] * 3)
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", difference, difference) / first.shape[1]), dtype=np.float32)


def usual_distance(away: Pixels) -> float:
    """Give the usual distance of equal things from distances some of which are of things that were covered.

    It is the median, held in bounds by the lowest of them: behind a head most distances are those of the head.

    Args:
        away: Distances, at least one of them, any shape.
    """
    ordered = np.sort(away, axis=None)
    return float(min(middle(ordered), USUAL_RATIO * ordered[int(UNCOVERED_SHARE * (len(ordered) - 1))]))


def background_distances(first: Pixels, second: Pixels) -> Pixels:
    """As `paired_distances`, but forgiving where a background as a whole took on another colour.

    It stands in another light than the board; the edge of the hole's back wall before it does not move.
    """
    difference = first - second
    shift = mean_colours(difference)
    squared_shift = (shift**2).sum(axis=1)
    flat = difference.reshape(len(first), -1)
    spread = np.einsum("ij,ij->i", flat, flat) / first.shape[1] - squared_shift
    length = np.sqrt(squared_shift)
    within = np.minimum(length, BACKGROUND_SHIFT)
    squared = np.maximum(spread, 0.0) + BACKGROUND_SHIFT_SHARE * within**2 + (length - within) ** 2
    return np.asarray(np.sqrt(squared), dtype=np.float32)


def palette_distances(lab: Pixels, seen: Pixels) -> Pixels:
    """Root mean square distance of some holes' samples to the nearest colour that was seen elsewhere, shape (m,).

    Args:
        lab: Samples, shape (m, n, 3).
        seen: Samples of what was seen, shape (k, n, 3).
    """
    packed = np.rint(seen[:, ::2].reshape(-1, 3) / 3.0).astype(np.int64)
    keys = np.unique((packed[:, 0] << 16) | (packed[:, 1] << 8) | packed[:, 2])
    colours = np.stack([keys >> 16, (keys >> 8) & 255, keys & 255], axis=1).astype(np.float32) * 3.0
    thinned = lab[:, ::5]
    samples = thinned.reshape(-1, 3)
    squared = np.einsum("ij,ij->i", colours, colours) - 2.0 * samples @ colours.T
    nearest = np.maximum(squared.min(axis=1) + np.einsum("ij,ij->i", samples, samples), 0.0)
    return np.asarray(np.sqrt(nearest.reshape(thinned.shape[:2]).mean(axis=1)), dtype=np.float32)
