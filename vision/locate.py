"""Finding the board's lattice in a picture, from nothing or from a near guess.

Generate and verify: blobs propose lattices (`vision.blobs`, `vision.grow`), rims correct them (`vision.align`), and the
7x6 window is chosen by what is inside and what is not around it (`vision.window`). The search runs on a small picture.
"""

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from vision.align import align, align_once, typical_radius
from vision.blobs import find_blobs
from vision.grow import Grown, grow_lattices
from vision.lattice import CORNER_PLANE, HOLE_PLANE, ROWS, Lattice
from vision.picture import Image, check_picture, reduced, smoothed, to_lab
from vision.rims import edges_along_rays
from vision.window import Window, choose_window, weigh_window

SMOOTHING = 0.8
"""Standard deviation of the smoothing before the search, in pixels."""
SEARCH_SIZE = 640
"""Longer side of the picture that is searched, in pixels."""
LEAST_FIT = 0.45
"""The least fit of a board. Of 99 pictures of clutter none came above 0.38; whole boards seldom lie under 0.65, and
those behind a hand not under 0.5."""
SMALLEST_PITCH = 6.0
"""Pitch below which rims cannot be told, in pixels."""
FOLLOW_PITCH = 36.0
"""Pitch to which a picture is reduced for following, in pixels: a hundredth of a pitch is still told there."""
NEAR_REACHES = (0.14, 0.25, 0.14)
"""How far from its place a rim is looked for when following, in pitches, first near, then wide, then near again."""
STEADY_FIT = 0.8
"""A fit at which the near look is enough."""
LEAST_NEAR_FIT = 0.3
"""The least fit of a followed lattice: with a hand before half the board it still holds."""
LEAST_VIEW = 0.85
"""Share of the holes that must be in the picture for following."""
FAR_MOVE = 0.2
"""Movement in one picture, in pitches, after which the choice of the window is checked anew."""
_SURROUNDINGS = CORNER_PLANE + 0.65 * np.sign(CORNER_PLANE - (3.0, 2.5))
"""Corners of what must be seen for following, in the plane."""
PLAIN_FIT = 0.8
"""A fit at which no other lattice is tried."""


class NotLocatedReason(Enum):
    """Why there is no lattice."""

    NOTHING_LIKE_A_LATTICE = "no regular pattern of holes"
    POOR_FIT = "a pattern, but not 7x6 holes in a frame"
    TOO_SMALL = "the holes are too small to be told"
    OUT_OF_VIEW = "the board is outside the picture"
    RIMS_NOT_THERE = "the board is not where it was, or is hidden"


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


def _near_fit(shares: NDArray[np.float32]) -> float:
    """Turn the shares of rays on the rims into a fit, 0 to 1; edges by chance are on a third of the rays."""
    return float(np.clip((shares - 0.3) / 0.4, 0.0, 1.0).mean())


def refine(bgr: Image, lattice: Lattice) -> Located | NotLocated:
    """Follow a lattice into the next picture, where it is nearly the same, at the rate of a video.

    Args:
        bgr: BGR picture, uint8, shape (height, width, 3).
        lattice: Where the board was, off by at most a fifth of a pitch.
    Returns: The lattice in this picture. Its fit says how many rims are where the lattice has them, hidden ones
        counting against it; whether it is the right window of the board it cannot say. NotLocated when most are not.
    Raises: NotAPictureError when the array is no such picture.
    """
    check_picture(bgr)
    pitch = lattice.pitch_pixels()
    if not pitch > SMALLEST_PITCH:
        return NotLocated(NotLocatedReason.TOO_SMALL)
    holes = lattice.holes()
    if ((holes >= 0) & (holes < bgr.shape[1::-1])).all(axis=1).mean() < LEAST_VIEW:
        return NotLocated(NotLocatedReason.OUT_OF_VIEW)
    outline = lattice.project(_SURROUNDINGS)
    low = np.maximum(np.floor(outline.min(axis=0)), 0.0).astype(int)
    high = np.minimum(np.ceil(outline.max(axis=0)) + 1, bgr.shape[1::-1]).astype(int)
    part = bgr[low[1] : high[1], low[0] : high[0]]
    factor = min(1.0, FOLLOW_PITCH / pitch)
    lab = to_lab(reduced(part, factor))
    offset = low.astype(np.float64)
    guess = lattice.moved(-offset).scaled(factor)
    start = guess
    best = None
    fit = 0.0
    # The near look is cheap and does for a board at rest; the wide one finds it again after a nudge.
    for reach in NEAR_REACHES:
        aligned = align_once(lab, guess, HOLE_PLANE, reach=reach)
        if aligned is None:
            continue
        near = _near_fit(aligned.shares)
        if near > fit:
            best, fit = aligned.lattice, near
        if fit > STEADY_FIT:
            break
        guess = aligned.lattice
    if best is None or fit < LEAST_NEAR_FIT:
        return NotLocated(NotLocatedReason.RIMS_NOT_THERE, fit)
    moved = np.linalg.norm(start.unproject(best.corner_holes()) - CORNER_PLANE, axis=1).max()
    if moved > FAR_MOVE:
        # So far off, the neighbouring holes may have been taken for the expected ones.
        window = choose_window(lab, best, HOLE_PLANE.astype(np.int64))
        if window is None or np.abs(best.unproject(window.lattice.corner_holes()) - CORNER_PLANE).max() > 0.5:
            return NotLocated(NotLocatedReason.RIMS_NOT_THERE, fit)
    return Located(best.scaled(1.0 / factor).moved(offset), fit)


def locate(bgr: Image) -> Located | NotLocated:
    """Find the board in a picture from nothing.

    Args:
        bgr: BGR picture, uint8, shape (height, width, 3).
    Returns: The lattice in pixels of this picture with its fit, or why there is none.
    Raises: NotAPictureError when the array is no such picture.
    """
    check_picture(bgr)
    if min(bgr.shape[:2]) < ROWS * SMALLEST_PITCH:
        return NotLocated(NotLocatedReason.TOO_SMALL)
    factor = min(1.0, SEARCH_SIZE / max(bgr.shape[:2]))
    lab = to_lab(smoothed(reduced(bgr, factor), SMOOTHING))
    best: Window | None = None
    seen: list[Lattice] = []
    for grown in grow_lattices(find_blobs(lab)):
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
    if fit < LEAST_FIT:
        return NotLocated(NotLocatedReason.POOR_FIT, fit)
    return Located(best.lattice.scaled(1.0 / factor), fit)
