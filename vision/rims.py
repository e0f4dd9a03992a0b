"""The rims of the holes in the picture: how far they lie from where a lattice expects them, and how plainly.

Around each hole the picture is sampled along rays. Where the colour changes along a ray is the rim, whichever way it
changes. A deep hole shows a rim twice, in the front plane and at the back; the front one is farther out, so the
outermost counts.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Lattice, Points
from vision.medians import medians
from vision.picture import Image

RAYS = 24
STEP = 0.03
"""Distance of the samples along a ray, in pitches."""
RADII = np.arange(0.12, 0.605, STEP)
"""Sampled radii, shape (17,): from well inside a small hole to beyond the middle of the gap between two holes."""
EDGE_RADII = RADII[1:-1]
"""Radii of the edges between the samples on either side, shape (15,)."""

FAINTEST = 0.15
"""Least change of colour of an edge that counts, over the strongest on its ray: a front rim against a bright hole."""

_ANGLES = np.arange(RAYS) * (2.0 * np.pi / RAYS)
RAY_DIRECTIONS = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=-1)
"""Unit vectors of the rays in the plane, shape (RAYS, 2)."""

_RAY_POINTS = (RAY_DIRECTIONS[:, None, :] * RADII[None, :, None]).reshape(-1, 2) @ (1.0, 1.0j)
"""Samples of all rays around a hole as complex numbers x + iy, shape (RAYS * 17,)."""

Floats = NDArray[np.float32]


def sample(lab: Image, lattice: Lattice, points: Points) -> NDArray[np.int16]:
    """Read the picture at plane points, shape (n, 2): int16, shape (n, 3)."""
    return _sample_rows(lab, lattice, points.astype(np.float32)[:, None, :])[:, 0]


def profiles_along_rays(lab: Image, lattice: Lattice, centres: Points) -> NDArray[np.int16]:
    """Read the picture along the rays around plane points, shape (n, 2): int16, shape (n, RAYS, len(RADII), 3)."""
    # Points are added as complex numbers: numpy is slow at adding pairs.
    points = ((centres @ (1.0, 1.0j))[:, None] + _RAY_POINTS).astype(np.complex64)
    values = _sample_rows(lab, lattice, points.view(np.float32).reshape(*points.shape, 2))
    return values.reshape(len(centres), RAYS, len(RADII), 3)


def _sample_rows(lab: Image, lattice: Lattice, points: Floats) -> NDArray[np.int16]:
    """Read the picture at plane points, shape (rows, columns, 2): int16, shape (rows, columns, 3).

    A table for `cv2.remap` may have at most 32767 columns.
    """
    across, down = cv2.split(lattice.project_table(points))
    values = cv2.remap(lab, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(values, dtype=np.int16)


def edges_of(profiles: NDArray[np.int16]) -> Floats:
    """Give the change of colour along rays.

    Args:
        profiles: Colours, shape (n, RAYS, len(RADII), 3).
    Returns: float32, shape (n, RAYS, len(EDGE_RADII)), in levels of Lab with the hues counted double.
    """
    change = (profiles[:, :, 2:] - profiles[:, :, :-2]).astype(np.float32)
    change *= change
    return np.asarray(np.sqrt(change[..., 0] + 4.0 * (change[..., 1] + change[..., 2])), dtype=np.float32)


def edges_along_rays(lab: Image, lattice: Lattice, centres: Points) -> Floats:
    """Give the change of colour along the rays around plane points, as `edges_of` does."""
    return edges_of(profiles_along_rays(lab, lattice, centres))


def noise_floor(edges: Floats) -> float:
    """Give the change of colour that an edge must exceed: well above what the plain frame between the holes has."""
    return max(3.0, 2.2 * float(medians(edges[:, ::4].reshape(-1, len(EDGE_RADII))).min()))


@dataclass(frozen=True, slots=True, eq=False)
class Rims:
    """The outermost plain edge on each ray."""

    radius: Floats
    """Where it is, in pitches, shape (n, RAYS); NaN where no edge is plain."""
    strength: Floats
    """Change of colour there, shape (n, RAYS); 0 where no edge is plain."""


def outermost_edges(edges: Floats, expected: float, reach: float, floor: float) -> Rims:
    """Pick the outermost plain edge within reach of the expected radius on each ray.

    Args:
        edges: Change of colour, shape (n, RAYS, len(EDGE_RADII)).
        expected: Radius in pitches.
        reach: Largest distance from it in pitches.
        floor: Change of colour that noise may make.
    """
    inside = np.abs(EDGE_RADII - expected) <= reach
    inside[[0, -1]] = False
    low, high = np.nonzero(inside)[0][[0, -1]]
    part = edges[:, :, low - 1 : high + 2]
    middle, before, after = part[..., 1:-1], part[..., :-2], part[..., 2:]
    strongest = middle.max(axis=2, keepdims=True)
    plain = (middle >= before) & (middle > after) & (middle > np.maximum(floor, FAINTEST * strongest))
    found = plain.any(axis=2)
    index = plain.shape[2] - 1 - np.argmax(plain[..., ::-1], axis=2)
    place = np.arange(0, edges.size, len(EDGE_RADII)).reshape(index.shape) + low + index
    left, peak, right = (edges.reshape(-1)[place + step] for step in (-1, 0, 1))
    bend = np.maximum(2.0 * peak - left - right, 1e-3)
    sub = np.clip(0.5 * (right - left) / bend, -0.5, 0.5)
    radius = EDGE_RADII[low + index] + sub * STEP
    return Rims(
        np.where(found, radius, np.nan).astype(np.float32),
        np.where(found, peak, 0.0).astype(np.float32),
    )
