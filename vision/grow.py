"""From blobs to lattices: a blob with two neighbours proposes one, which grows while further blobs fall on it.

The result may be shifted against the board or hold blobs that are no holes; `vision.window` settles which nodes count.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.blobs import Blobs
from vision.lattice import COLUMNS, ROWS, Points, apply_homography
from vision.medians import median

NEAREST_NEIGHBOUR = 1.9
"""Least distance of neighbouring holes in blob radii: holes 0.46 of a pitch in radius, seen at a slant."""
FARTHEST_NEIGHBOUR = 6.5
"""Largest distance of neighbouring holes in blob radii: a crescent shows a part of the hole only."""
LIKE_RADII = 2.2
"""Largest ratio of the radii of two blobs of one lattice, side by side."""
NODE_TOLERANCE = 0.24
"""Largest distance of a blob from its node, in pitches along each axis."""
GROWTH = (1.6, 2.6, 3.6, 5.0, 7.0, 7.0)
"""Reach from the first blob in pitches, growing step by step so that perspective is learned before it matters."""
FEWEST_FOR_PERSPECTIVE = 10
SAME_LATTICE = 0.95
"""Share of common blobs above which two lattices are one."""


@dataclass(frozen=True, slots=True, eq=False)
class Grown:
    """A lattice that blobs support: nodes are whole plane points, x to the right, y downwards, one node one pitch."""

    homography: NDArray[np.float64]
    """Plane to pixels, shape (3, 3)."""
    nodes: NDArray[np.int64]
    """The nodes that have a blob, shape (n, 2)."""
    members: NDArray[np.int64]
    """Index of each node's blob, shape (n,)."""


def _bases(blobs: Blobs) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Propose bases: blob indices (s,) and two vectors each (s, 2, 2), the first to the right, the second downwards."""
    centres, radii = blobs.centres, blobs.radii
    offset = centres[None, :, :] - centres[:, None, :]
    distance = np.hypot(offset[..., 0], offset[..., 1])
    larger = np.maximum(radii[:, None], radii[None, :])
    smaller = np.minimum(radii[:, None], radii[None, :])
    neighbour = (distance > NEAREST_NEIGHBOUR * larger) & (distance < FARTHEST_NEIGHBOUR * smaller)
    neighbour &= larger < LIKE_RADII * smaller
    across = neighbour & (np.abs(offset[..., 1]) < 1.1 * np.abs(offset[..., 0]))
    along = neighbour & (np.abs(offset[..., 0]) < 1.1 * np.abs(offset[..., 1]))
    keep = 3
    size = len(radii)
    rows = np.arange(size)[:, None]
    picks = []
    for kind in (across, along):
        ranked = np.where(kind, distance, np.inf)
        nearest = np.argpartition(ranked, min(keep, size - 1), axis=1)[:, :keep]
        picks.append((nearest, np.isfinite(ranked[rows, nearest])))
    (first, first_real), (second, second_real) = picks
    index, i, j = np.nonzero(first_real[:, :, None] & second_real[:, None, :])
    right = offset[index, first[index, i]]
    down = offset[index, second[index, j]]
    right = right * np.sign(right[:, :1] + 1e-9)
    down = down * np.sign(down[:, 1:] + 1e-9)
    basis = np.stack([right, down], axis=1)
    cross = right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]
    lengths = np.linalg.norm(basis, axis=2)
    sine = cross / np.maximum(lengths.prod(axis=1), 1e-9)
    ratio = lengths.max(axis=1) / np.maximum(lengths.min(axis=1), 1e-9)
    good = (sine > 0.6) & (ratio < 2.2)
    return index[good], basis[good]


def _near(blobs: Blobs, reach: float) -> NDArray[np.bool_]:
    """Say which blobs are alike in size and within reach of each other in pixels, shape (n, n)."""
    x, y = blobs.centres.T
    near = (np.abs(x[:, None] - x) < reach) & (np.abs(y[:, None] - y) < reach)
    ratio = blobs.radii / blobs.radii[:, None]
    return np.asarray(near & (ratio < LIKE_RADII) & (ratio > 1.0 / LIKE_RADII), dtype=np.bool_)


def _support(blobs: Blobs, index: NDArray[np.int64], basis: NDArray[np.float64]) -> NDArray[np.int64]:
    """Count the nodes of the 3x3 lattice around each seed that have a blob, shape (s,)."""
    centres = blobs.centres
    inverse = np.linalg.inv(basis).astype(np.float32)
    seed, blob = np.nonzero(_near(blobs, float(np.abs(basis).sum(axis=1).max()))[index])
    x, y = (centres[blob] - centres[index[seed]]).astype(np.float32).T
    across = x * inverse[seed, 0, 0] + y * inverse[seed, 1, 0]
    along = x * inverse[seed, 0, 1] + y * inverse[seed, 1, 1]
    column, row = np.rint(across), np.rint(along)
    fits = (np.abs(across - column) < 0.2) & (np.abs(along - row) < 0.2) & (np.abs(column) <= 1) & (np.abs(row) <= 1)
    seed, cell = seed[fits], (column[fits] + 3 * row[fits] + 4).astype(np.int64)
    seen = np.zeros((len(index), 9), dtype=bool)
    seen[seed, cell] = True
    return np.asarray(seen.sum(axis=1), dtype=np.int64)


def _fit(nodes: Points, pixels: Points) -> NDArray[np.float64] | None:
    """Fit an affine map to few points, a homography to many; None when they are degenerate."""
    if len(nodes) < FEWEST_FOR_PERSPECTIVE:
        design = np.column_stack([nodes, np.ones(len(nodes))])
        solution, _, rank, _ = np.linalg.lstsq(design, pixels, rcond=None)
        return np.vstack([solution.T, [0.0, 0.0, 1.0]]) if rank == 3 else None
    homography, _ = cv2.findHomography(nodes, pixels, 0)
    return None if homography is None else np.asarray(homography, dtype=np.float64)


def _grow(blobs: Blobs, seed: int, basis: NDArray[np.float64]) -> Grown | None:
    """Grow one seed as far as blobs go."""
    homography = np.eye(3)
    homography[:2, 0], homography[:2, 1], homography[:2, 2] = basis[0], basis[1], blobs.centres[seed]
    nodes = np.zeros((0, 2))
    members = np.zeros(0, dtype=np.int64)
    for reach in GROWTH:
        try:
            inverse = np.asarray(np.linalg.inv(homography), dtype=np.float64)
        except np.linalg.LinAlgError:
            return None
        position = apply_homography(inverse, blobs.centres)
        node = np.rint(position)
        error = np.abs(position - node).max(axis=1)
        # A blob's own size in pitches, by the local scale of the map: holes of one board are alike.
        corner = apply_homography(homography, position + 0.25)
        scale = np.maximum(np.linalg.norm(corner - blobs.centres, axis=1) / 0.35, 1e-9)
        size = blobs.radii / scale
        fits = (error < NODE_TOLERANCE) & (np.abs(node).max(axis=1) <= reach) & (size > 0.14) & (size < 0.5)
        index = np.nonzero(fits)[0]
        if len(index) < 4:
            return None
        order = index[np.argsort(error[index] - 0.02 * np.minimum(blobs.votes[index], 5))]
        _, first = np.unique(node[order] @ np.array([1.0, 1000.0]), return_index=True)
        before, members = members, order[first]
        if np.array_equal(members, before) and np.array_equal(node[members], nodes):
            continue  # The same blobs at the same nodes give the same map.
        nodes = node[members]
        fitted = _fit(nodes, blobs.centres[members])
        if fitted is None or (fitted[2, :2] @ nodes.T + fitted[2, 2] <= 0).any():
            return None
        homography = fitted
    return Grown(homography, nodes.astype(np.int64), members)


def _upright(grown: Grown, centres: Points) -> Grown:
    """Choose the basis of the same nodes that is nearest to square, x to the right and y downwards."""
    middle = grown.nodes.mean(axis=0)
    steps = apply_homography(grown.homography, middle + np.array([(0.0, 0.0), (0.5, 0.0), (0.0, 0.5)]))
    right, down = steps[1] - steps[0], steps[2] - steps[0]
    best = np.eye(2)
    least = np.inf
    for change in ((1, 0, 0, 1), (1, 1, 0, 1), (1, -1, 0, 1), (1, 0, 1, 1), (1, 0, -1, 1)):
        matrix = np.array(change, dtype=np.float64).reshape(2, 2)
        new_right, new_down = matrix[0] @ np.array([right, down]), matrix[1] @ np.array([right, down])
        sine = abs(new_right[0] * new_down[1] - new_right[1] * new_down[0])
        defect = float(np.hypot(*new_right) * np.hypot(*new_down) / max(sine, 1e-9))
        if defect < least - 1e-6:
            best, least = matrix, defect
    if np.array_equal(best, np.eye(2)):
        return grown
    # New axes e' = M e, so old coordinates are M^T new ones.
    nodes = np.rint(grown.nodes @ np.linalg.inv(best))
    fitted = _fit(nodes, centres[grown.members])
    return grown if fitted is None else Grown(fitted, nodes.astype(np.int64), grown.members)


def _merit(grown: Grown, centres: Points) -> float:
    """Rate a lattice by the blobs in its fullest 7x6 window and how true they lie: noise fills it thin and loose."""
    table = np.zeros(np.ptp(grown.nodes, axis=0) + 1, dtype=np.float32)
    table[tuple((grown.nodes - grown.nodes.min(axis=0)).T)] = 1.0
    table = np.pad(table, ((COLUMNS, COLUMNS), (ROWS, ROWS)))
    fullest = float(cv2.boxFilter(table, -1, (ROWS, COLUMNS), normalize=False, borderType=cv2.BORDER_CONSTANT).max())
    inverse = np.asarray(np.linalg.inv(grown.homography), dtype=np.float64)
    away = apply_homography(inverse, centres[grown.members]) - grown.nodes
    spread = median(np.abs(away).max(axis=1))
    return fullest * max(0.2, 1.0 - spread / NODE_TOLERANCE)


def _overlap(one: Grown, other: Grown) -> float:
    """Say which share of the blobs of the smaller of two lattices both have."""
    return len(np.intersect1d(one.members, other.members)) / min(len(one.members), len(other.members))


def grow_lattices(blobs: Blobs, *, most: int = 4, tries: int = 14) -> list[Grown]:
    """Grow lattices from blobs, the best supported first.

    Args:
        blobs: The candidates.
        most: Lattices to give at most.
        tries: Seeds to grow at most.
    """
    if len(blobs.radii) < 6:
        return []
    index, basis = _bases(blobs)
    if not len(index):
        return []
    support = _support(blobs, index, basis)
    order = np.argsort(-support, kind="stable")
    lengths = np.rint(np.log(np.linalg.norm(basis, axis=(1, 2))) / 0.2).astype(int)
    found: list[Grown] = []
    covered: set[tuple[int, int]] = set()
    for seed in order:
        if support[seed] < 5 or tries == 0:
            break
        length = int(lengths[seed])
        if any((int(index[seed]), length + step) in covered for step in (-1, 0, 1)):
            continue
        tries -= 1
        grown = _grow(blobs, int(index[seed]), basis[seed])
        if grown is None or len(grown.nodes) < 8:
            covered.add((int(index[seed]), length))
            continue
        for member in (*grown.members, index[seed]):
            covered.add((int(member), length))
        found.append(_upright(grown, blobs.centres))
    found.sort(key=lambda grown: -_merit(grown, blobs.centres))
    distinct: list[Grown] = []
    for grown in found:
        if not any(_overlap(grown, other) > SAME_LATTICE for other in distinct):
            distinct.append(grown)
    return distinct[:most]
