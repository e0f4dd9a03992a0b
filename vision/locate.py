"""Finding the board's lattice in a picture, from nothing or from a near guess.

Generate and verify: blobs propose lattices (`vision.blobs`, `vision.grow`), rims correct them (`vision.align`), and the 7x6
window is chosen by what is inside and what is not around it (`vision.window`). The search runs on a small picture.
"""

from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.align import align, typical_radius
from vision.blobs import Image, find_blobs
from vision.errors import NotAPictureError
from vision.grow import Grown, grow_lattices
from vision.lattice import HOLE_PLANE, Lattice
from vision.rims import edges_along_rays
from vision.window import Window, choose_window, weigh_window

SEARCH_SIZE = 640
"""Longer side of the picture that is searched, in pixels."""
LEAST_FIT = 0.3
PLAIN_FIT = 0.8
"""A fit at which no other lattice is tried."""


class NotLocatedReason(Enum):
    """Why there is no lattice."""

    NOTHING_LIKE_A_LATTICE = "no regular pattern of holes"
    POOR_FIT = "a pattern, but not 7x6 holes in a frame"


@dataclass(frozen=True, slots=True)
class Located:
    """The lattice was found."""

    lattice: Lattice
    fit: float
    """How sure it is, 0 to 1."""


@dataclass(frozen=True, slots=True)
class NotLocated:
    """There is no board to be seen, or none that can be told."""

    reason: NotLocatedReason
    fit: float = 0.0
    """The fit of the best guess, 0 to 1."""


def _check(bgr: NDArray[np.uint8]) -> None:
    if bgr.dtype != np.uint8 or bgr.ndim != 3 or bgr.shape[2] != 3 or min(bgr.shape[:2]) < 16:
        raise NotAPictureError(f"wanted uint8 of shape (height, width, 3), at least 16x16; got {bgr.dtype} {bgr.shape}")


def _verify(lab: Image, grown: Grown) -> Window | None:
    """Align a grown lattice with the rims and choose its window."""
    # The nodes are moved so that they lie where the alignment is conditioned best.
    middle = np.rint(np.median(grown.nodes, axis=0)).astype(np.int64) - (3, 2)
    nodes = grown.nodes - middle
    height, width = lab.shape[:2]
    lattice = Lattice(
        grown.homography,
        distortion_centre=((width - 1) / 2.0, (height - 1) / 2.0),
        distortion_scale=max(width, height) / 2.0,
    ).shifted(float(middle[0]), float(middle[1]))
    points = nodes.astype(np.float64)
    radius = typical_radius(edges_along_rays(lab, lattice, points))
    aligned = align(lab, replace(lattice, hole_radius=radius), points, reaches=(0.2, 0.15, 0.1))
    return None if aligned is None else choose_window(lab, aligned, nodes)


def _settle(lab: Image, window: Window) -> Window:
    """Align a window on its own holes, and let its rivals do the same: only then does their evidence show in full."""
    best = window
    for shift in ((0, 0), *window.rivals):
        whole = align(lab, window.lattice.shifted(*shift), HOLE_PLANE, reaches=(0.2, 0.12, 0.09))
        if whole is not None:
            again = weigh_window(lab, whole)
            best = again if again.score > best.score else best
    return best


def _same(one: Lattice, other: Lattice) -> bool:
    """Say whether two lattices have the same nodes, though not the same window."""
    nodes = one.unproject(other.holes()[[0, 6, 17, 35, 41]])
    return bool(np.abs(nodes - np.rint(nodes)).max() < 0.15 and abs(np.ptp(nodes[:, 0]) - 6.0) < 0.5)


def locate(bgr: Image) -> Located | NotLocated:
    """Find the board in a picture from nothing.

    Args:
        bgr: BGR picture, uint8, shape (height, width, 3).
    Returns: The lattice in pixels of this picture with its fit, or why there is none.
    Raises: NotAPictureError when the array is no such picture.
    """
    _check(bgr)
    factor = min(1.0, SEARCH_SIZE / max(bgr.shape[:2]))
    small = cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA) if factor < 1.0 else bgr
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 0.8), cv2.COLOR_BGR2LAB)
    best: Window | None = None
    seen: list[Lattice] = []
    for grown in grow_lattices(find_blobs(small)):
        window = _verify(lab, grown)
        if window is None or any(_same(lattice, window.lattice) for lattice in seen):
            continue
        seen.append(window.lattice)
        window = _settle(lab, window)
        if best is None or window.score > best.score:
            best = window
        if best.score > PLAIN_FIT:
            break
    if best is None:
        return NotLocated(NotLocatedReason.NOTHING_LIKE_A_LATTICE)
    fit = float(np.clip(best.score, 0.0, 1.0))
    return Located(best.lattice.scaled(1.0 / factor), fit)
