"""The colour of the frame, learned between the holes of a window, and what else looks like it."""

from dataclasses import dataclass

import numpy as np

from vision.lattice import COLUMNS, ROWS, Lattice, Points
from vision.medians import median
from vision.picture import Image
from vision.rims import Floats, sample

HUES_DOUBLE = np.array([1.0, 2.0, 2.0], dtype=np.float32)
"""Weights of the Lab channels: a change of hue by a level counts as two of lightness."""

LARGEST_OWN_DISTANCE = 30.0
"""Distance up to which colours may be of one frame in an uneven light, however much its discs stand out from it."""

_BETWEEN = np.stack(np.meshgrid(np.arange(COLUMNS - 1), np.arange(ROWS - 1)), axis=-1).reshape(-1, 2) + 0.5
"""Middles between four holes, in the plane, shape (30, 2)."""
_INWARDS = (
    np.array([1, 2, 3, 4, 3, 4, 5, 6]),
    np.array([2, 3, 4, 5, 2, 3, 4, 5]),
    np.array([1, 2, 3, 4, 3, 4, 5, 6, 7]),
    np.array([2, 3, 4, 5, 5, 3, 4, 5, 6]),
)
"""For each row of a window and its surroundings the row one and two farther in, then the same for each column."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """The frame's colour, as it is between the holes of one window."""

    colours: Floats
    """Lab with the hues doubled, shape (5, 6, 3)."""
    tolerance: float
    """Distance up to which a colour is the frame's, against those of the holes."""
    own_tolerance: float
    """The same against anything that is not in the holes: how far the frame's colours may be from each other."""

    def distance(self, places: Points, colours: Floats) -> Floats:
        """Give how far colours (n, ..., 3) at plane points (n, 2) are from the frame's nearby, shape (n, ...)."""
        column = np.clip(np.rint(places[:, 0] - 0.5)[:, None] + (0, 0, -1, 1), 0, COLUMNS - 2).astype(int)
        row = np.clip(np.rint(places[:, 1] - 0.5)[:, None] + (0, -1, 0, 0), 0, ROWS - 2).astype(int)
        nearby = self.colours[row, column]
        middle = colours.reshape(len(colours), -1, 1, 3) - nearby[:, None, :, :]
        distance = np.sqrt(np.einsum("npkc,npkc->npk", middle, middle)).min(axis=2)
        return np.asarray(distance.reshape(colours.shape[:-1]), dtype=np.float32)

    def likeness(self, places: Points, colours: Floats) -> Floats:
        """Say how much colours (n, ..., 3) at plane points (n, 2) are the frame's nearby: 0 to 1, shape (n, ...)."""
        return _likeness(self.distance(places, colours), self.tolerance)

    def own_likeness(self, places: Points, colours: Floats) -> Floats:
        """As `likeness`, but against a wall of any colour rather than against what is in the holes."""
        return _likeness(self.distance(places, colours), self.own_tolerance)

    def likeness_inwards(self, outside: Floats) -> Floats:
        """Say how much the colours around nodes are those farther in, ray by ray: ribs repeat, walls do not.

        Args:
            outside: Colour just outside the rims of a window and its surroundings, shape (8, 9, RAYS, 3).
        Returns: 0 to 1, shape (8, 9, RAYS).
        """
        nearest = np.full(outside.shape[:3], np.inf, dtype=np.float32)
        for row, column in ((_INWARDS[0], _INWARDS[2]), (_INWARDS[1], _INWARDS[3])):
            change = outside - outside[np.ix_(row, column)]
            nearest = np.minimum(nearest, np.sqrt(np.einsum("abrc,abrc->abr", change, change)))
        return _likeness(nearest, self.tolerance)


def _likeness(distance: Floats, tolerance: float) -> Floats:
    """Turn a distance into a likeness: 1 up to the tolerance, 0 from twice that on."""
    return np.asarray(np.clip(2.0 - distance / tolerance, 0.0, 1.0), dtype=np.float32)


def learn_frame(lab: Image, lattice: Lattice, contrast: float) -> Frame:
    """Learn the frame's colour between the holes of a window."""
    offsets = np.array([(0.0, 0.0), (0.07, 0.0), (-0.07, 0.0), (0.0, 0.07), (0.0, -0.07)])
    points = (_BETWEEN[:, None, :] + offsets).reshape(-1, 2)
    colours = sample(lab, lattice, points).reshape(-1, 5, 3).mean(axis=1, dtype=np.float32) * HUES_DOUBLE
    table = colours.reshape(ROWS - 1, COLUMNS - 1, 3)
    steps = np.concatenate(
        [
            np.linalg.norm(np.diff(table, axis=0), axis=2).ravel(),
            np.linalg.norm(np.diff(table, axis=1), axis=2).ravel(),
        ]
    )
    own = max(10.0, 3.0 * median(steps))
    from_holes = 0.6 * contrast
    return Frame(table, max(own, from_holes), max(own, min(from_holes, LARGEST_OWN_DISTANCE)))
