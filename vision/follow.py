"""Following a known lattice from frame to frame.

A near look at the rims tells whether the board still is where it was, to a hundredth of a pitch; a wider one finds it
again after a nudge. After a jump it must be located from nothing.
"""

import numpy as np
from numpy.typing import NDArray

from vision.align import align_once
from vision.lattice import CORNER_PLANE, HOLE_PLANE, Lattice
from vision.located import Located, NotLocated, NotLocatedReason
from vision.picture import Image, check_picture, resized, to_lab
from vision.window import choose_window

SMALLEST_PITCH = 6.0
"""Pitch below which rims cannot be told, in pixels."""
FOLLOW_PITCH = 36.0
"""Pitch to which a picture is reduced, in pixels: a hundredth of a pitch is still told there."""
NEAR_REACHES = (0.14, 0.25, 0.14)
"""How far from its place a rim is looked for, in pitches: first near, then wide, then near again."""
STEADY_FIT = 0.8
"""A fit at which the near look is enough."""
LEAST_NEAR_FIT = 0.3
"""The least fit of a followed lattice: with a hand before half the board it still holds."""
LEAST_VIEW = 0.85
"""Share of the holes that must be in the picture."""
FAR_MOVE = 0.2
"""Movement in one picture, in pitches, after which the choice of the window is checked anew."""
_SURROUNDINGS = CORNER_PLANE + 0.65 * np.sign(CORNER_PLANE - (3.0, 2.5))
"""Corners of what is looked at, in the plane."""


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
    lab = to_lab(resized(part, factor))
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
