"""Searching one picture at one scale for the board: blobs propose lattices, rims correct them, the best window wins."""

from dataclasses import dataclass, replace

import numpy as np

from vision.align import align, typical_radius
from vision.blobs import find_blobs
from vision.grow import Grown, grow_lattices
from vision.lattice import HOLE_PLANE, Lattice
from vision.medians import medians
from vision.picture import Image, resized, smoothed, to_lab
from vision.rims import edges_along_rays
from vision.window import Window, choose_window, weigh_window

PLAIN_FIT = 0.8
"""A fit at which no other lattice is tried."""
CERTAIN_FIT = 0.9
"""A fit at which a lattice is not tried wider."""
WIDER = 1.04
"""How much wider the lattice of the front rims may be than that of what is seen through deep holes."""
LARGER = 0.03
"""How much larger their radius may be, in pitches."""


@dataclass(frozen=True, slots=True)
class Search:
    """How to look at a picture."""

    size: int
    """Longer side to which a larger picture is reduced, in pixels."""
    smoothing: float
    """Standard deviation of the smoothing after that, in pixels."""
    contrast: int
    """How far from its local mean a hole is at least, in levels of lightness; half as far in hue."""
    enlarged: float = 1.0
    """How far a smaller picture is enlarged towards that size at most."""


def _verify(lab: Image, grown: Grown) -> Window | None:
    """Align a grown lattice with the rims and choose its window."""
    # The nodes are moved so that they lie where the alignment is conditioned best.
    middle = np.rint(medians(grown.nodes)).astype(np.int64) - (3, 2)
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
        best = _better(lab, best, window.lattice.shifted(*shift))
    return best if best.fit > CERTAIN_FIT else _better(lab, best, _wider(best.lattice))


def _better(lab: Image, best: Window, start: Lattice) -> Window:
    """Give the window that a start leads to, if it is better than the best so far."""
    aligned = align(lab, start, HOLE_PLANE, reaches=(0.2, 0.12, 0.09))
    if aligned is None:
        return best
    window = weigh_window(lab, aligned)
    return window if window.score > best.score else best


def _same(one: Lattice, other: Lattice) -> bool:
    """Say whether two lattices have the same nodes, though not the same window."""
    nodes = one.unproject(other.holes()[[0, 6, 17, 35, 41]])
    return bool(np.abs(nodes - np.rint(nodes)).max() < 0.15 and abs(np.ptp(nodes[:, 0]) - 6.0) < 0.5)


def _wider(lattice: Lattice) -> Lattice:
    """Widen a lattice around its middle, as a start for deep holes: what is seen through them lies drawn together."""
    grow = np.array([[WIDER, 0.0, 3.0 * (1.0 - WIDER)], [0.0, WIDER, 2.5 * (1.0 - WIDER)], [0.0, 0.0, 1.0]])
    radius = min(lattice.hole_radius + LARGER, 0.45)
    return replace(lattice, homography=lattice.homography @ grow, hole_radius=radius, distortion=0.0)


def search_picture(bgr: Image, search: Search) -> Window | None:
    """Search a picture for the board.

    Args:
        bgr: BGR picture, uint8, shape (height, width, 3).
        search: How to look at it.
    Returns: The best window, in pixels of this picture, or None when nothing is like a lattice.
    """
    factor = min(search.enlarged, search.size / max(bgr.shape[:2]))
    lab = to_lab(smoothed(resized(bgr, factor), search.smoothing))
    best: Window | None = None
    seen: list[Lattice] = []
    for grown in grow_lattices(find_blobs(lab, search.contrast)):
        window = _verify(lab, grown)
        if window is None or any(_same(lattice, window.lattice) for lattice in seen):
            continue
        seen.append(window.lattice)
        window = _settle(lab, window)
        if best is None or window.fit > best.fit:
            best = window
        if best.fit > PLAIN_FIT:
            break
    return None if best is None else replace(best, lattice=best.lattice.scaled(1.0 / factor))
