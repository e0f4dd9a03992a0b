"""Which 7x6 nodes of a lattice are the board: 42 rims inside, and none around them.

A window shifted by one row or column is the usual wrong answer, since all its holes but a few are real. So every window is
weighed by both what it holds and what it leaves out.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.blobs import Image
from vision.lattice import COLUMNS, ROWS, Lattice
from vision.rims import EDGE_RADII, Floats, edges_along_rays, noise_floor, sample

FRAME_WEIGHT = 0.5
NEAR_RIM = 0.065
"""How far from its place a rim still counts as seen, in pitches."""


_BETWEEN = np.stack(np.meshgrid(np.arange(COLUMNS - 1), np.arange(ROWS - 1)), axis=-1).reshape(-1, 2) + 0.5
"""Middles between four holes, in the plane, shape (30, 2)."""
_OUTSIDE = 0.46
"""How far outside the outer holes every frame still is frame, in pitches."""


def _around() -> NDArray[np.float64]:
    """Give the places outside the outer holes that continue the middles between holes, shape (26, 2)."""
    x, y = np.arange(COLUMNS - 1) + 0.5, np.arange(ROWS - 1) + 0.5
    left, top, right, bottom = -_OUTSIDE, -_OUTSIDE, COLUMNS - 1 + _OUTSIDE, ROWS - 1 + _OUTSIDE
    return np.array(
        [(p, q) for p in x for q in (top, bottom)]
        + [(p, q) for p in (left, right) for q in y]
        + [(p, q) for p in (left, right) for q in (top, bottom)]
    )


_AROUND = _around()


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A choice of 7x6 nodes."""

    lattice: Lattice
    score: float
    margin: float
    """How much better it is than the best other window."""
    evidence: Floats
    """Evidence of a rim at each of its holes, 0 to 1, shape (42,)."""
    ring: Floats


def rim_evidence(edges: Floats, radius: float, floor: float, contrast: float) -> Floats:
    """Say how plainly each node has a rim, 0 to 1, shape (n,).

    A ray counts when it has an edge at the radius and none in the gap outside, where the frame must be plain.
    """
    near = np.abs(EDGE_RADII - radius) <= NEAR_RIM
    gap = (EDGE_RADII >= radius + 0.09) & (EDGE_RADII <= max(0.51, radius + 0.13))
    rim = edges[:, :, near].max(axis=2)
    outside = edges[:, :, gap].mean(axis=2)
    threshold = max(floor, 0.3 * contrast)
    seen = np.clip((rim - 0.5 * threshold) / threshold, 0.0, 1.0)
    plain = np.clip((rim - 1.2 * outside) / (0.5 * rim + 1e-3), 0.0, 1.0)
    return np.asarray(np.clip(((seen * plain).mean(axis=1) - 0.25) / 0.4, 0.0, 1.0), dtype=np.float32)


def frame_likeness(lab: Image, lattice: Lattice) -> Floats:
    """Say how much the places just outside the outer holes look like the frame between the holes, 0 to 1, shape (26,).

    The frame's colour is learned between the holes as a plane over the board, since light falls off over it.
    """
    between = sample(lab, lattice, _BETWEEN).astype(np.float64) * (1.0, 2.0, 2.0)
    around = sample(lab, lattice, _AROUND).astype(np.float64) * (1.0, 2.0, 2.0)
    design = np.column_stack([_BETWEEN, np.ones(len(_BETWEEN))])
    weight = np.ones(len(between))
    plane = np.zeros((3, 3))
    error = np.zeros(len(between))
    for _ in range(3):
        weighted = design * weight[:, None]
        plane = np.linalg.solve(weighted.T @ design + 1e-6 * np.eye(3), weighted.T @ between)
        error = np.linalg.norm(between - design @ plane, axis=1)
        weight = 1.0 / (1.0 + (error / max(float(np.median(error)), 2.0)) ** 2)
    tolerance = max(12.0, 3.0 * float(np.median(error)))
    distance = np.linalg.norm(around - np.column_stack([_AROUND, np.ones(len(_AROUND))]) @ plane, axis=1)
    return np.asarray(np.clip(2.0 - distance / tolerance, 0.0, 1.0), dtype=np.float32)


def choose_window(lab: Image, lattice: Lattice, nodes: NDArray[np.int64]) -> Window | None:
    """Choose the window of a lattice.

    Args:
        lab: Lab picture.
        lattice: An aligned lattice; its nodes are whole plane points.
        nodes: The nodes that have a blob, shape (n, 2).
    """
    height, width = lab.shape[:2]
    low = nodes.min(axis=0) - (COLUMNS, ROWS)
    high = nodes.max(axis=0) + (COLUMNS, ROWS)
    low = np.maximum(low, np.median(nodes, axis=0).astype(int) - 12)
    high = np.minimum(high, np.median(nodes, axis=0).astype(int) + 12)
    columns, rows = np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1)
    grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2).astype(np.float64)
    depth = grid @ lattice.homography[2, :2] + 1.0
    centre_depth = float(nodes.mean(axis=0) @ lattice.homography[2, :2] + 1.0)
    pixels = lattice.project(grid)
    visible = (depth * np.sign(centre_depth) > 0.2 * abs(centre_depth)) & (pixels > 0).all(axis=1)
    visible &= (pixels[:, 0] < width - 1) & (pixels[:, 1] < height - 1)
    inside = edges_along_rays(lab, lattice, nodes.astype(np.float64))
    near = np.abs(EDGE_RADII - lattice.hole_radius) <= NEAR_RIM
    floor = noise_floor(inside)
    contrast = float(np.median(inside[:, :, near].max(axis=2)))
    evidence = np.zeros(len(grid), dtype=np.float32)
    evidence[visible] = rim_evidence(
        edges_along_rays(lab, lattice, grid[visible]), lattice.hole_radius, floor, contrast
    )
    table = evidence.reshape(len(rows), len(columns))
    seen = visible.reshape(table.shape)
    best: list[tuple[float, int, int]] = []
    padded = np.pad(table, 1)
    for top in range(len(rows) - ROWS + 1):
        for left in range(len(columns) - COLUMNS + 1):
            if not seen[top : top + ROWS, left : left + COLUMNS].all():
                continue
            within = table[top : top + ROWS, left : left + COLUMNS]
            around = padded[top : top + ROWS + 2, left : left + COLUMNS + 2].sum() - within.sum()
            best.append((float(within.sum() - around), top, left))
    if not best:
        return None
    best.sort(reverse=True)
    best = [
        (
            score
            + FRAME_WEIGHT * float(frame_likeness(lab, lattice.shifted(float(columns[left]), float(rows[top]))).sum()),
            top,
            left,
        )
        for score, top, left in best[:6]
    ]
    best.sort(reverse=True)
    score, top, left = best[0]
    margin = score - best[1][0] if len(best) > 1 else score
    return Window(
        lattice.shifted(float(columns[left]), float(rows[top])),
        score / (42.0 + FRAME_WEIGHT * 26),
        margin / 42.0,
        table[top : top + ROWS, left : left + COLUMNS].ravel(),
        padded[top : top + ROWS + 2, left : left + COLUMNS + 2],
    )
