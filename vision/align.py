"""Aligning a lattice with the rims in the picture.

The rims are circles in the lattice plane, so that the distance of a seen rim from the expected circle, along a ray, is
linear in a small change of the homography, of the radius and of the lens distortion. One step solves that by robust
least squares.
Source: model-based tracking along edge normals, Harris and Stennett, RAPID (1990); here in the plane of the board.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.lattice import Lattice, Points
from vision.medians import median
from vision.picture import Image
from vision.rims import RAY_DIRECTIONS, RAYS, Floats, edges_along_rays, noise_floor, outermost_edges

CENTRE = np.array([3.0, 2.5])
SPAN = 3.5
"""Plane points are taken from the board's middle in units of this many pitches, so that all unknowns weigh alike."""
SMALLEST_RADIUS = 0.2
LARGEST_RADIUS = 0.46
FEWEST_RAYS = 60
DAMPING = (1e-5, 1e-5, 1e-4, 1e-4, 1e-4, 1e-4, 5e-4, 5e-4, 1e-4, 2e-3)
"""Pull of each unknown towards no change, a ray: what the rims hardly tell shall not wander."""
STRONGEST_LENS = 0.4
NEAR_ENOUGH = 0.045
"""How far from its place an edge still is the rim, in pitches."""
LENS_REACH = 0.13
"""Largest reach, in pitches, of a step that also fits the lens."""

_TO_UNIT = np.array([[1 / SPAN, 0.0, -CENTRE[0] / SPAN], [0.0, 1 / SPAN, -CENTRE[1] / SPAN], [0.0, 0.0, 1.0]])
_FROM_UNIT = np.linalg.inv(_TO_UNIT)


def typical_radius(edges: Floats) -> float:
    """Guess the radius of the rims, in pitches."""
    middle = (SMALLEST_RADIUS + LARGEST_RADIUS) / 2.0
    rims = outermost_edges(edges, middle, middle - SMALLEST_RADIUS, noise_floor(edges))
    seen = rims.radius[np.isfinite(rims.radius)]
    return float(np.percentile(seen, 75)) if len(seen) else middle


def _design(points: Points) -> NDArray[np.float64]:
    """Give the outward movement of rim points for each unknown of the plane and the radius, shape (9, n * RAYS)."""
    x, y = ((points - CENTRE) / SPAN).T
    normal_x, normal_y = np.tile(RAY_DIRECTIONS, (len(points) // RAYS, 1)).T
    one = np.ones_like(x)
    return np.stack(
        [
            normal_x,
            normal_y,
            normal_x * x,
            normal_x * y,
            normal_y * x,
            normal_y * y,
            normal_x * x * x + normal_y * x * y,
            normal_x * x * y + normal_y * y * y,
            one,
        ]
    )


def _lens_column(lattice: Lattice, points: Points) -> NDArray[np.float64]:
    """Give the outward movement of rim points for a unit of lens distortion, in pitches, shape (n * RAYS,)."""
    little = 1e-3
    bent = replace(lattice, distortion=lattice.distortion + little)
    moved = (lattice.unproject(bent.project(points)) - points) / little
    normals = np.tile(RAY_DIRECTIONS, (len(points) // RAYS, 1))
    return np.asarray((moved * normals).sum(axis=1), dtype=np.float64)


def _apply(lattice: Lattice, change: NDArray[np.float64]) -> Lattice:
    """Move the lattice by a small change of the plane, in pitches at a unit from the middle."""
    a, b, xx, xy, yx, yy, px, py = change[:8] / SPAN
    # To first order this moves (x, y) by (a + xx x + xy y + x (px x + py y), ...), as the columns of the design say.
    move = np.array([[1.0 + xx, xy, a], [yx, 1.0 + yy, b], [-px, -py, 1.0]])
    return replace(lattice, homography=lattice.homography @ _FROM_UNIT @ move @ _TO_UNIT)


def _solve(design: NDArray[np.float64], distance: Floats, strength: Floats) -> NDArray[np.float64]:
    """Fit the unknowns to the distances of the seen rims, robustly.

    Args:
        design: What a unit of each unknown moves each rim point outwards, shape (10, n).
        distance: How far each rim lies outside its place, in pitches, shape (n,); NaN where none is seen.
        strength: Change of colour there, shape (n,).
    Returns: The unknowns, shape (10,).
    Source: iteratively reweighted least squares with Tukey's biweight, Holland and Welsch (1977).
    """
    seen = np.isfinite(distance)
    rows, target = design[:, seen], distance[seen].astype(np.float64)
    strong = strength[seen].astype(np.float64)
    trust = np.minimum(strong / max(median(strong), 1e-6), 1.0)
    damping = np.diag(DAMPING) * len(target)
    change = np.zeros(len(design))
    change[8] = median(target)
    for _ in range(4):
        residual = target - change @ rows
        scale = max(1.4826 * median(np.abs(residual)), 0.015)
        weight = trust * np.maximum(1.0 - (residual / (4.0 * scale)) ** 2, 0.0) ** 2
        weighted = rows * weight
        change = np.linalg.solve(weighted @ rows.T + damping, weighted @ target)
    return change


@dataclass(frozen=True, slots=True, eq=False)
class Aligned:
    """A lattice after one step of alignment."""

    lattice: Lattice
    shares: Floats
    """Share of the rays of each node whose rim lies where the lattice now has it, shape (n,)."""


def align_once(lab: Image, lattice: Lattice, nodes: Points, *, reach: float) -> Aligned | None:
    """Move a lattice one step towards the rims near it.

    Args:
        lab: Lab picture, uint8, shape (height, width, 3), lightly smoothed.
        lattice: A guess, off by less than the reach.
        nodes: Plane points of the holes to use, shape (n, 2).
        reach: How far from the expected rim to look, in pitches.
    Returns: The lattice, or None when too few rims are seen or the lattice degenerates.
    """
    edges = edges_along_rays(lab, lattice, nodes)
    rims = outermost_edges(edges, lattice.hole_radius, reach, noise_floor(edges))
    distance = rims.radius.ravel() - lattice.hole_radius
    if np.isfinite(distance).sum() < FEWEST_RAYS:
        return None
    points = (nodes[:, None, :] + RAY_DIRECTIONS * lattice.hole_radius).reshape(-1, 2)
    # The bend of the lens is small: it shows only when the rims are near their places, and misleads before.
    bend = _lens_column(lattice, points) if reach <= LENS_REACH else np.zeros(len(points))
    design = np.vstack([_design(points), bend])
    change = _solve(design, distance, rims.strength.ravel())
    if np.abs(change[:9]).max() > 1.0:
        return None
    radius = float(np.clip(lattice.hole_radius + change[8], SMALLEST_RADIUS, LARGEST_RADIUS))
    lens = float(np.clip(lattice.distortion + change[9], -STRONGEST_LENS, STRONGEST_LENS))
    near = np.abs(distance - change @ design) < NEAR_ENOUGH
    shares = near.reshape(len(nodes), RAYS).mean(axis=1, dtype=np.float32)
    return Aligned(replace(_apply(lattice, change), hole_radius=radius, distortion=lens), shares)


def align(lab: Image, lattice: Lattice, nodes: Points, *, reaches: tuple[float, ...]) -> Lattice | None:
    """Move a lattice onto the rims near it, one step for each reach; see `align_once`."""
    for reach in reaches:
        aligned = align_once(lab, lattice, nodes, reach=reach)
        if aligned is None:
            return None
        lattice = aligned.lattice
    return lattice
