"""The glow of coloured lamps beside the board, taken off the cells that it falls on.

The strip under the board is one of them. A glow is believed where the cells that it falls on hold what they held once
it is taken off; what covers the plastic otherwise stands in front of it.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.lattice import HOLES
from vision.light import Plastic, in_shadow_or_sun
from vision.look import Look, hole_lab, paired_distances
from vision.patches import Pixels

GLOW_CHANGE = 2.0
"""Deviation from which a cell may stand in the glow of a lamp beside the board."""
LIT_CHANGE = 2.5
"""Deviation up to which a cell holds what it held, once the glow is taken off."""
GLARING_SHARE = 0.35
"""The same for a glow so bright that it cannot be taken off cleanly: twice the deviation is allowed."""
GLOW_TOLERANCE = 0.6
"""Share of the deviation that counts in a cell from which a glow was taken off: that leaves traces."""
LIT_SHARE = 0.7
"""Share of the deviation that may be left once the glow is taken off, for a glow to be believed."""
ROOM_SCALE = 3.0
"""Largest usual deviation of an empty hole, in Lab units, with which it may vouch for a glow."""


def without_glow(
    look: Look,
    expected: Pixels,
    away: Pixels,
    scales: NDArray[np.float64],
    plastic: Plastic,
    known: NDArray[np.bool_],
    empty: NDArray[np.bool_],
) -> tuple[Look, Pixels, NDArray[np.bool_]]:
    """Take the glow of lamps beside the board off the cells that it falls on.

    Args:
        look: The frame.
        expected: What is remembered of the holes, in the light of the frame, BGR, shape (42, n, 3).
        away: How far the holes are from that, in Lab units, shape (42,).
        scales: How far equal things are from each other, in Lab units, shape (42,).
        plastic: The frame's plastic now and as it was.
        known: Holes of which something is remembered, shape (42,).
        empty: Holes that were empty then, shape (42,).
    Returns: The look, the distances from memory, and the holes with something in front of the plastic beside them.
    """
    doubtful = known & (plastic.changed.any(axis=1) | (away > GLOW_CHANGE * scales))
    if not doubtful.any():
        return look, away, np.zeros(HOLES, np.bool_)
    usual = expected[doubtful]
    ways = [(bgr, hole_lab(bgr)) for bgr in plastic.without_light(look.holes[doubtful], doubtful)]
    left = np.stack([paired_distances(lab, hole_lab(in_shadow_or_sun(usual, bgr))) for bgr, lab in ways])
    best = left.argmin(axis=0)
    relit_away = left.min(axis=0)
    bgr, lab = (np.where(best[:, None, None] == 0, one, other) for one, other in zip(*ways, strict=True))
    lit = np.zeros(HOLES, np.bool_)
    relief = relit_away / np.maximum(away[doubtful], 1e-3)
    # A hole that shows the room may look like anything: it does not vouch for a light that it hardly fits.
    believed = np.where(empty, np.minimum(scales, ROOM_SCALE), scales)[doubtful]
    limit = np.where(relief < GLARING_SHARE, 2.0, 1.0) * LIT_CHANGE * believed
    lit[doubtful] = (relit_away < limit) & (relief < LIT_SHARE)
    covered = known & plastic.covered(lit)
    relit = doubtful & plastic.beside(lit) & ~covered
    chosen = relit[doubtful]
    holes, samples, distance = look.holes.copy(), look.lab.copy(), away.copy()
    holes[relit], samples[relit], distance[relit] = bgr[chosen], lab[chosen], GLOW_TOLERANCE * relit_away[chosen]
    return replace(look, holes=holes, lab=samples), distance, covered
