"""Keeping hold of the board: from frame to frame, and after a push.

The straightened board is aligned with how it looked when it was last trusted, by a few Gauss-Newton steps on the
homography over the rims and the plastic. Discs inside the holes may change; what a hand covers is weighed out. A push
is found by a coarse search of the picture. What that does not find the caller must locate anew.

Source: Baker and Matthews, "Lucas-Kanade 20 years on", IJCV 56(3), 2004, the inverse compositional algorithm.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells import BOARD_HEIGHT, BOARD_WIDTH, CELL_PIXELS, Sampler
from vision.lattice import COLUMNS, HOLES, ROWS, Lattice
from vision.patches import RADII, Pixels, straight_plane
from vision.picture import Image

RIM_RADIUS = 0.30
"""Samples farther than this from a hole's centre, in pitches, hold the board in place."""
WIDEST_STEP = 1.0
"""A step wider than this, in pitches, is no alignment."""
LIKELIER = 0.002
"""Gain in correlation below which a step is noise."""
TRUSTING_LIKENESS = 0.8
"""Share of the likeness of the best cells from which a cell counts: a hand is left out."""
TRUSTING_ALL = -1.0
"""Nearly all cells count: after a push none looks as before."""
UNUSUAL = 0.004
"""Drop in correlation, against what is usual while nothing moves, from which the board may have moved."""
USUAL_DECAY = 0.0005
"""Drop in correlation a frame that becomes usual by itself: light drifts."""
STEPS = 8
"""Gauss-Newton steps at most."""
STILL_PITCHES = 0.008
"""A board that moved less than this, in pitches, has not moved: the maps are kept."""
MATCHING_CELL = 0.6
"""Correlation from which a cell's surroundings are as they were."""
MATCHING_CELLS = 18
"""Cells whose surroundings must be as they were, of 42, for the place to be believed."""
SAME_CELL = 0.85
"""Correlation from which a cell's surroundings have not moved at all."""
SAME_CELLS = 5
"""Cells that must not have moved for a board to be where it was, however much of it is covered."""
UNSEEN = 0.3
"""Correlation up to which a cell's surroundings, with those of the cells in the column beside it, are hidden."""
CLEARLY_ALIKE = 0.9
"""Correlation of the whole board, discs and all, from which no other place is tried."""
SEARCH_SCALE = 0.25
"""Scale of the coarse search."""
SEARCH_SCORE = 0.45
"""Correlation from which the coarse search is worth aligning."""
SEARCH_MARGIN = 0.9
"""Border around the outer holes in the coarse search, in pitches, so that the frame's edge counts."""

_CENTRE = np.array([(COLUMNS - 1) / 2, (ROWS - 1) / 2])
_HALF_WIDTH = COLUMNS / 2


@dataclass(frozen=True, slots=True, eq=False)
class _Template:
    """The board as it looked when it was trusted."""

    rings: Pixels
    """Grey rims and plastic of each cell, its mean taken off, shape (42, n)."""
    jacobian: Pixels
    """Change of each ring sample with the eight parameters, shape (42, n, 8)."""
    whole: Pixels
    """The straightened board in grey, shape (96, 112)."""
    scene: Image
    """The board and its border in the picture at the search scale, BGR."""
    corner: tuple[float, float]
    """Where the scene's top left was, in pixels of the search scale."""
    lattice: Lattice


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """The board found in one picture."""

    sampler: Sampler
    """The maps at its place, the very same ones while it stands still."""
    board: Image
    """The board straightened by them."""
    likeness: Pixels
    """Correlation of each cell's ring with how it was when learned, shape (42,)."""

    @property
    def lattice(self) -> Lattice:
        """Where the holes are."""
        return self.sampler.lattice

    @property
    def is_matched(self) -> bool:
        """Whether enough cells are as they were for the place to be believed."""
        return int((self.likeness > MATCHING_CELL).sum()) >= MATCHING_CELLS

    @property
    def is_partly_matched(self) -> bool:
        """Whether enough cells are just as they were for a board that has not moved, most of it covered."""
        return int((self.likeness > SAME_CELL).sum()) >= SAME_CELLS

    @property
    def unseen(self) -> NDArray[np.bool_]:
        """Holes around which nothing of the frame is seen as it was, while it is elsewhere, shape (42,).

        Discs that come and go leave the rims beside their column as they were, and light leaves most of them.
        """
        if not self.is_partly_matched:
            return np.zeros(HOLES, np.bool_)
        likeness = self.likeness.reshape(ROWS, COLUMNS)
        # In the outer rows the next one counts twice: the strip below may light the lowest one beyond recognition.
        beside = cv2.blur(likeness, (1, 3), borderType=cv2.BORDER_REFLECT_101)
        covered = np.pad(beside < UNSEEN, ((0, 0), (1, 1)))
        return np.asarray(((likeness < UNSEEN) & (covered[:, :-2] | covered[:, 2:])).reshape(HOLES))

    @property
    def clear_likeness(self) -> float:
        """Mean likeness of the better half of the cells, which nothing covers."""
        return float(np.sort(self.likeness)[HOLES // 2 :].mean())


class Follower:
    """Follows one board. Until `learn` was called it holds nothing."""

    def __init__(self) -> None:
        """Start without a board."""
        self._template: _Template | None = None
        self._sampler: Sampler | None = None
        self._usual = 1.0

    def place(self, bgr: Image, lattice: Lattice) -> Held:
        """Take the board to be at a lattice of a picture."""
        self._sampler = _sampler(bgr, lattice)
        return Held(self._sampler, self._sampler.straighten(bgr), np.zeros(HOLES, np.float32))

    def learn(self, bgr: Image, held: Held) -> None:
        """Remember how the board looks in a picture in which nothing covers it."""
        whole = _gray(held.board)
        scene, corner = _scene(bgr, held.lattice)
        self._template = _Template(
            rings=_rings(whole),
            jacobian=_jacobian(whole),
            whole=whole,
            scene=scene,
            corner=corner,
            lattice=held.lattice,
        )
        self._usual = 1.0

    def follow(self, bgr: Image) -> Held | None:
        """Find the board near where it was; None when it is not found."""
        template, sampler = self._template, self._sampler
        if template is None or sampler is None:
            return None
        held = _hold(bgr, template, sampler)
        if held.clear_likeness < self._usual - UNUSUAL:
            held = self._find(bgr, template, held)
        if not held.is_matched and not (held.sampler is sampler and held.is_partly_matched):
            return None
        # What noise leaves of the likeness while nothing moves is found from the frames themselves.
        self._usual = held.clear_likeness if self._usual == 1.0 else max(held.clear_likeness, self._usual - USUAL_DECAY)
        self._sampler = held.sampler
        return held

    def _find(self, bgr: Image, template: _Template, held: Held) -> Held:
        """Try from where the board was, by the cells that look as before and by all, then from where it seems to be.

        Returns: The likeliest; the guess itself where nothing is likelier.
        """
        found = [_align(bgr, template, held, TRUSTING_LIKENESS)]
        if _correlation(_gray(found[0].board), template.whole) < CLEARLY_ALIKE:
            found.append(_align(bgr, template, held, TRUSTING_ALL))
            shifted = _search(bgr, template)
            if shifted is not None:
                found.append(_align(bgr, template, _hold(bgr, template, _sampler(bgr, shifted)), TRUSTING_ALL))
        matched = [one for one in found if one.is_matched]
        if len(matched) == 1:
            return matched[0]
        # A board that moved by a whole hole has its rims where rims were: what lies in the holes tells the difference.
        return max(matched, key=lambda one: _correlation(_gray(one.board), template.whole), default=held)

    def try_place(self, bgr: Image, lattice: Lattice) -> Held | None:
        """Check that the remembered board is at a lattice found by other means, or one hole beside it, and take it."""
        template = self._template
        if template is None:
            return None
        shifts = [(columns, rows) for columns in (-1, 0, 1) for rows in (-1, 0, 1)]
        candidates = [_hold(bgr, template, _sampler(bgr, lattice.shifted(*shift))) for shift in shifts]
        best = max(candidates, key=lambda held: _correlation(_gray(held.board), template.whole))
        held = _align(bgr, template, best, TRUSTING_ALL)
        if not held.is_matched:
            return None
        self._sampler = held.sampler
        return held


def _sampler(bgr: Image, lattice: Lattice) -> Sampler:
    return Sampler(lattice, (bgr.shape[0], bgr.shape[1]))


def _gray(straightened: Image) -> Pixels:
    gray = cv2.cvtColor(straightened, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(gray, (5, 5), 1.0), dtype=np.float32)


def _cut(whole: Pixels) -> Pixels:
    """Cut an array over the straightened board, shape (96, 112), into cells and keep their rings, shape (42, n)."""
    cells = whole.reshape(ROWS, CELL_PIXELS, COLUMNS, CELL_PIXELS).transpose(0, 2, 1, 3)
    return np.asarray(cells.reshape(HOLES, CELL_PIXELS, CELL_PIXELS)[:, _RING])


def _rings(whole: Pixels) -> Pixels:
    rings = _cut(whole)
    return np.asarray(rings - rings.mean(axis=1, keepdims=True))


_RING = np.asarray(RADII > RIM_RADIUS)
_PLANE_X, _PLANE_Y = (
    _cut(((straight_plane() - _CENTRE) / _HALF_WIDTH).astype(np.float32)[:, axis].reshape(BOARD_HEIGHT, BOARD_WIDTH))
    for axis in (0, 1)
)


def _jacobian(whole: Pixels) -> Pixels:
    down, along = np.gradient(whole)
    scale = np.float32(CELL_PIXELS * _HALF_WIDTH)
    gx, gy = (_cut(np.asarray(slope, dtype=np.float32)) * scale for slope in (along, down))
    x, y = _PLANE_X, _PLANE_Y
    radial = gx * x + gy * y
    jacobian = np.stack((gx * x, gx * y, gx, gy * x, gy * y, gy, -radial * x, -radial * y), axis=2)
    return np.asarray(jacobian - jacobian.mean(axis=1, keepdims=True), dtype=np.float32)


def _motion(parameters: NDArray[np.float64]) -> NDArray[np.float64]:
    """The 3x3 plane motion of eight parameters, which are counted from the board's centre in half widths."""
    a, b, c, d, e, f, g, h = parameters
    centred = np.array([[1 + a, b, c], [d, 1 + e, f], [g, h, 1.0]])
    to_centred = np.array(
        [[1 / _HALF_WIDTH, 0, -_CENTRE[0] / _HALF_WIDTH], [0, 1 / _HALF_WIDTH, -_CENTRE[1] / _HALF_WIDTH], [0, 0, 1.0]]
    )
    return np.asarray(np.linalg.inv(to_centred) @ centred @ to_centred, dtype=np.float64)


def _hold(bgr: Image, template: _Template, sampler: Sampler) -> Held:
    board = sampler.straighten(bgr)
    return Held(sampler, board, _likeness(_rings(_gray(board)), template.rings))


def _align(bgr: Image, template: _Template, held: Held, trust: float) -> Held:
    """Align from a guess; the guess itself comes back when the board is there.

    Args:
        bgr: The picture.
        template: The board as it was.
        held: The guess.
        trust: Likeness of a cell, as a share of that of the best cells, from which it counts.
    """
    for _ in range(STEPS):
        step = _step(_rings(_gray(held.board)), held.likeness, template, trust)
        if step is None:
            break
        motion = np.linalg.inv(_motion(step))
        corners = _PLANE_CORNERS @ motion[:, :2].T + motion[:, 2]
        shift = float(np.abs(corners[:, :2] / corners[:, 2:] - _PLANE_CORNERS).max())
        if shift < STILL_PITCHES or not shift < WIDEST_STEP:
            break
        lattice = replace(held.lattice, homography=held.lattice.homography @ motion)
        moved = _hold(bgr, template, _sampler(bgr, lattice))
        if moved.clear_likeness < held.clear_likeness + LIKELIER:
            break
        held = moved
    return held


_PLANE_CORNERS = np.array([[0.0, 0.0], [COLUMNS - 1, 0.0], [COLUMNS - 1, ROWS - 1], [0.0, ROWS - 1]])


def _step(now: Pixels, likeness: Pixels, template: _Template, trust: float) -> NDArray[np.float64] | None:
    """One weighted Gauss-Newton step over the cells that nothing covers, shape (8,); None where they say nothing."""
    trusted = likeness > trust * float(np.sort(likeness)[-8])
    if not trusted.any():
        return None
    present, past, jacobian = now[trusted], template.rings[trusted], template.jacobian[trusted].reshape(-1, 8)
    gain = np.sqrt((past**2).sum() / max(float((present**2).sum()), 1e-6))
    residual = (present * gain - past).reshape(-1)
    scale = max(1.5 * float(np.abs(residual).mean()), 1.0)
    weights = 1.0 / (1.0 + (residual / (2.0 * scale)) ** 2) ** 2
    weighted = jacobian * weights[:, None]
    normal = (weighted.T @ jacobian).astype(np.float64)
    if np.linalg.cond(normal) > 1e9:
        return None
    return np.asarray(np.linalg.solve(normal, (weighted.T @ residual).astype(np.float64)), dtype=np.float64)


def _likeness(now: Pixels, then: Pixels) -> Pixels:
    """Correlation of each cell's ring with how it was, shape (42,)."""
    scale = np.sqrt((now * now).sum(axis=1) * (then * then).sum(axis=1)) + 1e-6
    return np.asarray((now * then).sum(axis=1) / scale)


def _correlation(first: Pixels, second: Pixels) -> float:
    a, b = first - first.mean(), second - second.mean()
    return float((a * b).sum() / max(float(np.sqrt((a * a).sum() * (b * b).sum())), 1e-6))


def _scene(bgr: Image, lattice: Lattice) -> tuple[Image, tuple[float, float]]:
    small = cv2.resize(bgr, None, fx=SEARCH_SCALE, fy=SEARCH_SCALE, interpolation=cv2.INTER_AREA)
    reach = SEARCH_MARGIN
    border = np.array(
        [
            [-reach, -reach],
            [COLUMNS - 1 + reach, -reach],
            [COLUMNS - 1 + reach, ROWS - 1 + reach],
            [-reach, ROWS - 1 + reach],
        ]
    )
    points = lattice.project(border) * SEARCH_SCALE
    left, top = np.maximum(np.floor(points.min(axis=0)).astype(int), 0)
    right, bottom = np.ceil(points.max(axis=0)).astype(int)
    return np.ascontiguousarray(small[top:bottom, left:right]), (float(left), float(top))


def _search(bgr: Image, template: _Template) -> Lattice | None:
    """Look for the board elsewhere in the picture, as it was but shifted."""
    small = cv2.resize(bgr, None, fx=SEARCH_SCALE, fy=SEARCH_SCALE, interpolation=cv2.INTER_AREA)
    height, width = template.scene.shape[:2]
    reach_y, reach_x = height // 3, width // 3
    padded = cv2.copyMakeBorder(small, reach_y, reach_y, reach_x, reach_x, cv2.BORDER_REPLICATE)
    if padded.shape[0] < height or padded.shape[1] < width:
        return None
    scores = cv2.matchTemplate(padded, template.scene, cv2.TM_CCOEFF_NORMED)
    _, score, _, place = cv2.minMaxLoc(scores)
    if score < SEARCH_SCORE:
        return None
    x, y = place[0] - reach_x, place[1] - reach_y
    return template.lattice.moved(((x - template.corner[0]) / SEARCH_SCALE, (y - template.corner[1]) / SEARCH_SCALE))
