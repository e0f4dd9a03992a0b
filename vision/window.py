"""Which 7x6 nodes of a lattice are the board: 42 rims in one frame, and none around them.

A window shifted by one row or column is the usual wrong answer, since all its holes but a few are real. So every window
is weighed by what it holds, by what it leaves out, and by where the frame ends.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frame import HUES_DOUBLE, learn_frame
from vision.lattice import COLUMNS, CORNER_PLANE, HOLE_PLANE, ROWS, Lattice, Points
from vision.medians import median, medians
from vision.picture import Image
from vision.rims import (
    EDGE_RADII,
    RADII,
    RAYS,
    Floats,
    edges_of,
    noise_floor,
    outermost_edges,
    profiles_along_rays,
    sample,
)

NEAR_RIM = 0.065
"""How far from its place a rim still counts as seen, in pitches."""
JUST_OUTSIDE = 0.1
"""Where beyond the rim the frame is looked at, in pitches."""
FRAME_WEIGHT = 0.5
"""Weight of a place beyond the outer holes that looks like the frame, against one rim."""
BEYOND_WEIGHT = 0.3
"""Weight of a place where no frame should be any more and yet is."""
RIVAL_MARGIN = 0.25
"""A window whose score is less than this below the best may win once it is aligned on its own holes."""
CLOSE_WINDOWS = 6
"""Windows that are weighed in full after a first look at their rims alone."""
FAR_BEHIND = 10.0
"""Rims by which a window may be behind the best in that first look; over the labelled pictures the right one never was
by more than 7."""
BULGE_REACH = 0.12
"""How far from its circle a rim is looked for to tell round holes from others, in pitches."""
_OUTSIDE = 0.46
"""How far outside the outer holes every frame still is frame, in pitches."""
_BEYOND = 1.3
"""How far outside the outer holes no frame is frame any more, but for its foot."""


def _sides(distance: float) -> Points:
    """Give plane points outside the outer holes, between their lines: 6 above, 6 below, 5 left, 5 right."""
    x, y = np.arange(COLUMNS - 1) + 0.5, np.arange(ROWS - 1) + 0.5
    right, bottom = COLUMNS - 1 + distance, ROWS - 1 + distance
    return np.array(
        [(p, -distance) for p in x] + [(p, bottom) for p in x] + [(-distance, q) for q in y] + [(right, q) for q in y]
    )


_AROUND = np.concatenate([_sides(_OUTSIDE), CORNER_PLANE + _OUTSIDE * np.sign(CORNER_PLANE - (3.0, 2.5))])
"""Places just outside the outer holes, in the plane: the sides, then the corners, shape (26, 2)."""
_BEYOND_FRAME = _sides(_BEYOND)
"""Places beyond the frame, in the plane, shape (22, 2)."""
_NEIGHBOURS = np.array(
    [(c + 0.5 + s, r) for s in (-0.04, 0.04) for r in range(ROWS) for c in range(COLUMNS - 1)]
    + [(c, r + 0.5 + s) for s in (-0.04, 0.04) for r in range(ROWS - 1) for c in range(COLUMNS)]
)
"""Places in the narrow of the frame between neighbouring holes, in the plane, shape (142, 2)."""
NARROW_TOLD = (16.0, 28.0)
"""Pitches in pixels between which it begins to be told what is in the narrow between two holes."""
FAINT_CONTRAST = 30.0
"""Change of colour at the rims below which noise between the holes is not taken for a gap in the frame."""
_SIDE_STARTS = np.array([0, 6, 12, 17])
_SIDE_SIZES = np.array([6, 6, 5, 5])


def _by_side(values: Floats) -> Floats:
    """Average over each side what was seen at its places: above, below, left, right, shape (4,)."""
    return np.asarray(np.add.reduceat(values[:22], _SIDE_STARTS) / _SIDE_SIZES, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A choice of 7x6 nodes."""

    lattice: Lattice
    score: float
    """Up to 1; tells this window from others of the same lattice."""
    fit: float
    """How sure it is that this is a board and the right window of it, 0 to 1."""
    rivals: tuple[tuple[int, int], ...]
    """Shifts, in columns and rows, to windows of the same lattice that score nearly as well, best first."""
    evidence: Floats
    """Evidence of a rim at each of its holes and around them, 0 to 1, shape (8, 9)."""


@dataclass(frozen=True, slots=True, eq=False)
class _Nodes:
    """What is seen at a block of nodes of a lattice."""

    first: NDArray[np.int64]
    """Plane point of the first node."""
    rim: Floats
    """How plainly each ray has a rim, 0 to 1, shape (rows, columns, RAYS)."""
    outside: Floats
    """Colour just outside the rim, Lab with the hues doubled, shape (rows, columns, RAYS, 3)."""
    visible: NDArray[np.bool_]
    """Whether the node is in the picture, shape (rows, columns)."""
    bulge: Floats
    """How far each ray's rim lies outside its circle, in pitches, 0 where none is seen, shape (rows, columns, RAYS)."""
    contrast: float
    """Usual change of colour at the rims."""


def _look(lab: Image, lattice: Lattice, nodes: NDArray[np.int64], reach: int) -> _Nodes:
    """Look at all nodes within reach of the given ones."""
    height, width = lab.shape[:2]
    middle = medians(nodes).astype(np.int64)
    low = np.maximum(nodes.min(axis=0) - reach, middle - 12)
    high = np.minimum(nodes.max(axis=0) + reach, middle + 12)
    columns, rows = np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1)
    grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2).astype(np.float64)
    depth = grid @ lattice.homography[2, :2] + 1.0
    usual = median(nodes @ lattice.homography[2, :2] + 1.0)
    visible = depth * np.sign(usual) > 0.3 * abs(usual)
    pixels = lattice.project(np.where(visible[:, None], grid, nodes[0]))
    visible &= (pixels > 0).all(axis=1) & (pixels[:, 0] < width - 1) & (pixels[:, 1] < height - 1)
    rim = np.zeros((len(grid), RAYS), dtype=np.float32)
    outside = np.zeros((len(grid), RAYS, 3), dtype=np.float32)
    known = np.zeros(len(grid), dtype=bool)
    known[((nodes - low) @ (1, len(columns)))[((nodes >= low) & (nodes <= high)).all(axis=1)]] = True
    profiles = profiles_along_rays(lab, lattice, grid[visible])
    edges = edges_of(profiles)
    radius = lattice.hole_radius
    beyond = EDGE_RADII - radius
    near = np.abs(beyond) <= NEAR_RIM
    gap = (beyond >= 0.09) & (beyond <= max(0.51 - radius, 0.13))
    strength = edges[:, :, near].max(axis=2)
    rough = edges[:, :, gap].mean(axis=2)
    among = known[visible]
    contrast = median(strength[among])
    floor = noise_floor(edges[among])
    threshold = max(floor, 0.3 * contrast)
    bulge = np.zeros((len(grid), RAYS), dtype=np.float32)
    bulge[visible] = np.nan_to_num(outermost_edges(edges, radius, BULGE_REACH, floor).radius - radius)
    seen = np.clip((strength - 0.5 * threshold) / threshold, 0.0, 1.0)
    plain = np.clip((strength - 1.2 * rough) / (0.5 * strength + 1e-3), 0.0, 1.0)
    rim[visible] = seen * plain
    outer = int(np.argmin(np.abs(RADII - radius - JUST_OUTSIDE)))
    outside[visible] = profiles[:, :, outer].astype(np.float32) * HUES_DOUBLE
    shape = (len(rows), len(columns))
    per_ray = (*shape, RAYS)
    return _Nodes(
        low,
        rim.reshape(per_ray),
        outside.reshape(*per_ray, 3),
        visible.reshape(shape),
        bulge.reshape(per_ray),
        contrast,
    )


def _evidence(share: Floats) -> Floats:
    """Turn the share of rays that show a rim into evidence: straight edges give a third of the rays, real rims most."""
    return np.asarray(np.clip((share - 0.25) / 0.4, 0.0, 1.0), dtype=np.float32)


def _belief(evidence: Floats, overrun: Floats, bulge: Floats, gap: float) -> float:
    """Say how far a window is to be believed whatever its score, 0 to 1: what boards never show speaks against it.

    Args:
        evidence: Evidence of rims in and around the window, shape (8, 9).
        overrun: Whether the frame still goes on far outside, by side, shape (4,).
        bulge: How far each ray's rim lies outside its circle, shape (6, 7, RAYS).
        gap: How far the places between neighbouring holes are from the frame's colour, over the contrast of the rims.
    """
    beside = max(
        evidence[0, 1:-1].mean(), evidence[-1, 1:-1].mean(), evidence[1:-1, 0].mean(), evidence[1:-1, -1].mean()
    )
    goes_on = 1.0 - np.clip((beside - 0.4) / 0.4, 0.0, 1.0)
    inside = evidence[1:-1, 1:-1]
    # A pattern printed on a wall has no frame that ends; but 42 plain rims with none beside them are a board, though
    # the wall be of the frame's colour.
    plain = np.clip((inside.mean() - 0.9) / 0.08, 0.0, 1.0) * np.clip(1.0 - beside / 0.1, 0.0, 1.0)
    endless = 1.0 - np.clip((overrun.min() - 0.5) / 0.4, 0.0, 1.0) * (1.0 - plain)
    # With an outer line of holes missing, the board may have another size or another place.
    lines = np.array([inside[0].mean(), inside[-1].mean(), inside[:, 0].mean(), inside[:, -1].mean()])
    complete = 0.75 + 0.25 * np.clip(lines.min() / 0.25, 0.0, 1.0)
    # Squares and keys bulge the same way everywhere; the median over the holes forgets what a few of them show.
    round_holes = 1.0 - 0.5 * np.clip((medians(bulge.reshape(-1, RAYS)).std() - 0.038) / 0.02, 0.0, 1.0)
    # The squares of a chessboard touch at their corners, where holes have the frame between them.
    parted = 1.0 - 0.45 * np.clip((gap - 0.9) / 0.2, 0.0, 1.0)
    return float(goes_on * endless * complete * round_holes * parted)


def _weigh(lab: Image, lattice: Lattice, look: _Nodes, left: int, top: int) -> tuple[float, float, Floats]:
    """Weigh one window of a look; give its score and fit, both up to 1, and the evidence around, shape (8, 9)."""
    moved = lattice.shifted(float(look.first[0] + left), float(look.first[1] + top))
    frame = learn_frame(lab, moved, look.contrast)
    rim = np.zeros((ROWS + 2, COLUMNS + 2, RAYS), dtype=np.float32)
    outside = np.zeros((*rim.shape, 3), dtype=np.float32)
    rows, columns = look.rim.shape[:2]
    above, before = min(top, 1), min(left, 1)
    below, after = min(rows - top - ROWS, 1), min(columns - left - COLUMNS, 1)
    source = np.s_[top - above : top + ROWS + below, left - before : left + COLUMNS + after]
    target = np.s_[1 - above : 1 + ROWS + below, 1 - before : 1 + COLUMNS + after]
    rim[target], outside[target] = look.rim[source], look.outside[source]
    places = np.stack(np.meshgrid(np.arange(COLUMNS + 2) - 1.0, np.arange(ROWS + 2) - 1.0), axis=-1).reshape(-1, 2)
    likeness = frame.likeness(places, outside.reshape(-1, RAYS, 3)).reshape(rim.shape)
    likeness = np.maximum(likeness, frame.likeness_inwards(outside))
    evidence = _evidence((rim * likeness).mean(axis=2))
    within = float(evidence[1:-1, 1:-1].sum())
    around = float(evidence.sum()) - within
    around_places = sample(lab, moved, _AROUND).astype(np.float32) * HUES_DOUBLE
    beyond_places = sample(lab, moved, _BEYOND_FRAME).astype(np.float32) * HUES_DOUBLE
    framed = frame.likeness(_AROUND, around_places)
    pixels = moved.project(_BEYOND_FRAME)
    known = ((pixels >= 0) & (pixels <= np.subtract(lab.shape[1::-1], 1))).all(axis=1)
    overrun = frame.own_likeness(_BEYOND_FRAME, beyond_places) * known
    score = within - around + FRAME_WEIGHT * float(framed.sum()) - BEYOND_WEIGHT * float(overrun.sum())
    score /= COLUMNS * ROWS + FRAME_WEIGHT * len(_AROUND)
    bulge = look.bulge[top : top + ROWS, left : left + COLUMNS]
    narrow = sample(lab, moved, _NEIGHBOURS).astype(np.float32) * HUES_DOUBLE
    gap = median(frame.distance(_NEIGHBOURS, narrow)) / max(look.contrast, FAINT_CONTRAST)
    blended, told = NARROW_TOLD
    gap *= float(np.clip((moved.pitch_pixels() - blended) / (told - blended), 0.0, 1.0))
    fit = max(score, 0.0) * _belief(evidence, _by_side(overrun), bulge, gap)
    return score, fit, evidence


def _block_sums(table: Floats, rows: int, columns: int) -> Floats:
    """Sum every block of so many rows and columns of a table."""
    blocks = np.lib.stride_tricks.sliding_window_view(table, (rows, columns))
    return np.asarray(blocks.sum(axis=(2, 3)), dtype=np.float32)


def choose_window(lab: Image, lattice: Lattice, nodes: NDArray[np.int64]) -> Window | None:
    """Choose the window of a lattice.

    Args:
        lab: Lab picture, uint8, shape (height, width, 3), lightly smoothed.
        lattice: An aligned lattice; its nodes are whole plane points.
        nodes: The nodes that are known to be holes, shape (n, 2).
    Returns: The best window, or None when no window has all its holes in the picture.
    """
    look = _look(lab, lattice, nodes, ROWS - 1)
    table = _evidence(look.rim.mean(axis=2))
    rows, columns = table.shape
    if rows < ROWS or columns < COLUMNS:
        return None
    inside = _block_sums(table, ROWS, COLUMNS)
    whole = _block_sums(look.visible.astype(np.float32), ROWS, COLUMNS) > COLUMNS * ROWS - 0.5
    around = _block_sums(np.pad(table, 1), ROWS + 2, COLUMNS + 2) - inside
    first = np.where(whole, inside - around, -np.inf)
    best = first.max()
    if not np.isfinite(best):
        return None
    close = np.argsort(-first, axis=None)[:CLOSE_WINDOWS]
    weighed = []
    for index in close[first.flat[close] > best - FAR_BEHIND]:
        top, left = divmod(int(index), first.shape[1])
        weighed.append((*_weigh(lab, lattice, look, left, top), left, top))
    weighed.sort(key=lambda item: -item[0])
    score, fit, evidence, left, top = weighed[0]
    rivals = tuple((other[3] - left, other[4] - top) for other in weighed[1:] if other[0] > score - RIVAL_MARGIN)
    moved = lattice.shifted(float(look.first[0] + left), float(look.first[1] + top))
    return Window(moved, score, fit, rivals, evidence)


def weigh_window(lab: Image, lattice: Lattice) -> Window:
    """Weigh the window that a lattice is, without looking for another."""
    look = _look(lab, lattice, HOLE_PLANE.astype(np.int64), 1)
    score, fit, evidence = _weigh(lab, lattice, look, int(-look.first[0]), int(-look.first[1]))
    return Window(lattice, score, fit, (), evidence)
