"""What each cell looked like when it was last trusted, and how a frame compares with that.

Three sources of evidence for each cell, all in the light of the frame that is looked at:

- the cell itself when it was last trusted, brought into today's light by gains fitted over all that did not change;
- the other discs of either colour in the same frame, whose light needs no fitting;
- the background that was seen through the cell, or near it, when it was empty.

Distances are root mean squares of Lab differences over the hole, so that flat things of a disc's colour behind an empty
hole still differ from a disc with its rim and shadow. They are judged on the scale at which equal things differ in the
same frame, which noise and darkness stretch.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells import CELL_PIXELS, Image
from vision.columns import Costs, Labels
from vision.decode import EMPTY, RED, STATES, YELLOW
from vision.lattice import HOLES
from vision.light import Plastic, fit_gains, in_shadow_or_sun
from vision.patches import RADII, Pixels, patches_of

LIGHTNESS_WEIGHT = 0.8
"""Weight of lightness against the two colour axes: light varies more than colour."""
DISC_RADIUS = 0.40
"""Samples nearer than this to the hole's centre, in pitches, are compared."""
FLOOR_SCALE = 3.0
"""Smallest deviation between discs of one colour that is believed, in Lab units."""
MEMORY_FLOOR_SCALE = 1.0
"""The same for a cell against itself before."""
BACKGROUND_FLOOR_SCALE = 2.0
"""The same for a background against itself before."""
BACKGROUND_SHIFT = 12.0
"""Shift of a background's mean colour that is mostly forgiven, in Lab units."""
BACKGROUND_SHIFT_SHARE = 0.1
"""Share of the squared forgiven shift that counts nevertheless."""
UNKNOWN_SCALE = 4.0
"""Deviation within a colour with too few discs to measure it."""
COST_LIMIT = 25.0
"""Nats at most against one state of one cell."""
UNKNOWN_BACKGROUND_COST = 7.7
"""Nats against an empty cell whose background was never seen."""
CHANGED_BACKGROUND_COST = 13.0
"""Nats against an empty cell whose background is known and looks otherwise now."""
STEADY_CHANGE = 4.0
"""Deviation up to which a disc serves as an example of its colour."""
UNLIKE_ITSELF_COST = 4.0
"""Nats against a disc that stayed and looks like its colour, but not like itself before: a shadow or a glint moved."""
LIGHT_CHANGED = 1.5
"""Deviation within a colour up to which a cell is the same, in a light that makes cells deviate more."""
GUESS_COST = 1.0
"""Nats against a guessed disc, on top of what the guess says."""
TOLD_SHARE = 0.5
"""Share of the costs that counts where a cell's disc is known by word only."""
TOLD_COST = 4.0
"""Nats at most against a disc that is known by word only."""
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
FILLED_CHANGE = 5.0
"""Deviation from which the background that was behind a hole is not there any more."""
PALETTE_COST = 2.0
"""Nats against a background that was not seen in this cell, but through others."""

_HOLE = RADII < DISC_RADIUS


Guess = Callable[[], NDArray[np.float64]]
"""Gives log-probabilities of the states of the 42 holes, shape (42, 3 or more), at a cost that is to be avoided."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The straightened board of one frame, in the forms in which it is compared."""

    bgr: Pixels
    """Patches, BGR 0-255, shape (42, 16, 16, 3)."""
    lab: Pixels
    """Lab samples within each hole, lightness weighted, shape (42, n, 3)."""


def look_at(board: Image) -> Look:
    """Make a look of a straightened board, BGR uint8, shape (96, 112, 3)."""
    smooth = cv2.blur(board, (3, 3)).astype(np.float32)
    bgr = patches_of(smooth)
    return Look(bgr=bgr, lab=hole_lab(bgr))


def hole_lab(bgr: Pixels) -> Pixels:
    """Give the Lab samples within the holes of patches, BGR 0-255, shape (m, 16, 16, 3), as shape (m, n, 3)."""
    inside = bgr[:, _HOLE]
    lab = cv2.cvtColor(np.clip(inside / np.float32(255.0), 0.0, 1.0), cv2.COLOR_BGR2Lab)
    lab[..., 0] *= LIGHTNESS_WEIGHT
    return np.asarray(lab, dtype=np.float32)


def distances(first: Pixels, second: Pixels) -> Pixels:
    """Root mean square Lab distance of each of the first samples to each of the second, shape (m, k)."""
    count = first.shape[1]
    a, b = first.reshape(len(first), -1), second.reshape(len(second), -1)
    squared = (a * a).sum(axis=1)[:, None] + (b * b).sum(axis=1)[None, :] - 2.0 * (a @ b.T)
    return np.asarray(np.sqrt(np.maximum(squared, 0.0) / count), dtype=np.float32)


def paired_distances(first: Pixels, second: Pixels) -> Pixels:
    """Root mean square Lab distance of samples pairwise, shapes (m, n, 3) to (m,)."""
    return np.asarray(np.sqrt(((first - second) ** 2).sum(axis=2).mean(axis=1)), dtype=np.float32)


def background_distances(first: Pixels, second: Pixels) -> Pixels:
    """As `paired_distances`, but forgiving where a background as a whole took on another colour.

    It stands in another light than the board; the edge of the hole's back wall before it does not move.
    """
    difference = first - second
    shift = difference.mean(axis=1)
    spread = (difference - shift[:, None]) ** 2
    length = np.sqrt((shift**2).sum(axis=1))
    within = np.minimum(length, BACKGROUND_SHIFT)
    squared = spread.sum(axis=2).mean(axis=1) + BACKGROUND_SHIFT_SHARE * within**2 + (length - within) ** 2
    return np.asarray(np.sqrt(squared), dtype=np.float32)


def penalty(deviations: NDArray[np.float32]) -> Costs:
    """Nats against deviations counted in the median deviation of equal things.

    Equal things deviate log-normally, by a factor of e to the 0.4; a background may deviate by anything up to twenty, the
    more the likelier, as the volume of colour space grows. The penalty is the log of the ratio of the two densities,
    counted from a deviation of one; `UNKNOWN_BACKGROUND_COST` stands where they are equally likely.
    """
    logs = np.log(np.maximum(deviations, 1.0))
    return np.asarray(np.minimum((3.0 * logs + 3.0) * logs, COST_LIMIT), dtype=np.float32)


def memory_penalty(deviations: Pixels) -> Costs:
    """Nats against a cell having stayed as it was, by its deviation from memory.

    What stays deviates by a factor of e to the 0.35 around the median; the steep square holds shadows within bounds.
    """
    logs = np.log(np.maximum(deviations, 1.0))
    return np.asarray(np.minimum(4.0 * logs**2, COST_LIMIT), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What a frame says of the cells."""

    costs: Costs
    """Nats against each state of each hole, shape (42, 3)."""
    same: Costs
    """Nats against each hole holding the very disc or background that it held, shape (42,)."""
    changes: Pixels
    """How far each cell is from how it looked when trusted, in standard deviations, shape (42,); infinite if unknown."""
    filled: NDArray[np.bool_]
    """Holes that showed a background which was known and is not there any more, shape (42,)."""
    covered: NDArray[np.bool_]
    """Holes with something else than the frame's plastic beside them, shape (42,)."""


class Appearance:
    """The memory of the 42 cells. It changes only when told which labels to trust."""

    def __init__(self) -> None:
        """Start with nothing known."""
        shape = (HOLES, CELL_PIXELS, CELL_PIXELS, 3)
        self._cells = np.zeros(shape, np.float32)
        self._known = np.zeros(HOLES, np.bool_)
        self._empty = np.zeros(HOLES, np.bool_)
        self._backgrounds = np.zeros(shape, np.float32)
        self._background_known = np.zeros(HOLES, np.bool_)
        self._discs: dict[int, Pixels] = {}

    def forget_backgrounds(self) -> None:
        """Drop what was seen through the holes, for instance when the board was moved."""
        self._known &= ~self._empty
        self._background_known[:] = False

    def forget(self, cells: NDArray[np.bool_]) -> None:
        """Forget how cells look, shape (42,); the backgrounds seen through them stay."""
        self._known &= ~cells

    def learn(self, look: Look, labels: Labels, cells: NDArray[np.bool_]) -> None:
        """Remember how cells look.

        Args:
            look: The frame.
            labels: States of the 42 holes in it.
            cells: Which holes to learn, shape (42,).
        """
        everything = cells & self._known
        if everything.any():
            self._relight(fit_gains(look.bgr, self._cells, everything & (labels != EMPTY)))
        self._cells[cells] = look.bgr[cells]
        self._known |= cells
        empty = cells & (labels == EMPTY)
        self._backgrounds[empty] = look.bgr[empty]
        self._background_known |= empty
        self._empty = np.where(cells, labels == EMPTY, self._empty)
        for colour in (RED, YELLOW):
            chosen = np.flatnonzero(cells & (labels == colour))
            if len(chosen) and len(chosen) >= min(3, len(self._discs.get(colour, ()))):
                self._discs[colour] = look.bgr[chosen]

    def _relight(self, gains: Pixels) -> None:
        """Bring what is remembered into the light of the frame that is being learned."""
        for remembered in (self._cells, self._backgrounds, *self._discs.values()):
            np.multiply(remembered, gains, out=remembered)

    def judge(self, look: Look, labels: Labels, guess: Guess) -> Evidence:
        """Compare a frame with what is remembered.

        Args:
            look: The frame.
            labels: States of the 42 holes as they were last trusted.
            guess: What stands in for discs of a colour of which none was ever seen here.
        """
        discs = labels != EMPTY
        gains = fit_gains(look.bgr, self._cells, self._known & discs)
        empties = self._known & ~discs
        background_gains = fit_gains(look.bgr, self._cells, empties) if empties.sum() >= 3 else gains
        expected = self._cells * np.where(discs[:, None], gains, background_gains)[:, None, None, :]
        remembered_lab = hole_lab(in_shadow_or_sun(expected, look.bgr))
        away = np.where(
            discs, paired_distances(look.lab, remembered_lab), background_distances(look.lab, remembered_lab)
        )
        disc_scale = _scale(away[self._known & discs], MEMORY_FLOOR_SCALE)
        empty_scale = _scale(away[empties], BACKGROUND_FLOOR_SCALE)
        scales = np.where(discs, disc_scale, empty_scale)
        look, away, covered = self._without_glow(
            look, expected, away, scales, Plastic.compare(look.bgr, self._cells * gains)
        )
        changes = np.where(self._known, away / scales, np.inf).astype(np.float32)
        steady = discs & ~covered & ((changes < STEADY_CHANGE) | ~self._known)
        steady &= ~_foreign(look.lab, labels, steady)
        costs = np.empty((HOLES, STATES), np.float32)
        spreads = []
        for colour in (RED, YELLOW):
            costs[:, colour], spread = self._disc_costs(look, colour, steady & (labels == colour), gains, guess)
            spreads.append(spread)
        # A light from elsewhere changes every cell in its own way: discs of a colour then bound what counts as the same.
        deviations = np.where(self._known, away / np.minimum(scales, LIGHT_CHANGED * max(spreads)), np.inf)
        costs[:, EMPTY] = self._empty_costs(look, discs, background_gains)
        alike = costs[np.arange(HOLES), labels]
        remembered = memory_penalty(deviations.astype(np.float32))
        limit = np.where(discs, 1.5 * alike + UNLIKE_ITSELF_COST, CHANGED_BACKGROUND_COST)
        same = np.minimum(remembered, limit).astype(np.float32)
        # What was never looked at is what it is said to be, glare or not, unless it is something else altogether.
        same[~self._known] = np.minimum(TOLD_SHARE * alike[~self._known], TOLD_COST)
        costs[~discs, EMPTY] = same[~discs]
        filled = empties & (deviations > FILLED_CHANGE)
        return Evidence(costs=costs, same=same, changes=changes, filled=filled, covered=covered)

    def _without_glow(
        self, look: Look, expected: Pixels, away: Pixels, scales: NDArray[np.float64], plastic: Plastic
    ) -> tuple[Look, Pixels, NDArray[np.bool_]]:
        """Take the glow of lamps beside the board off the cells that it falls on.

        Returns: The look, the distances from memory, and the holes with something in front of the plastic beside them.
        """
        doubtful = self._known & (plastic.changed.any(axis=1) | (away > GLOW_CHANGE * scales))
        if not doubtful.any():
            return look, away, np.zeros(HOLES, np.bool_)
        usual = expected[doubtful]
        ways = [(bgr, hole_lab(bgr)) for bgr in plastic.without_light(look.bgr[doubtful], doubtful)]
        left = np.stack([paired_distances(lab, hole_lab(in_shadow_or_sun(usual, bgr))) for bgr, lab in ways])
        best = left.argmin(axis=0)
        relit_away = left.min(axis=0)
        bgr, lab = (
            np.where(best.reshape(-1, *([1] * (one.ndim - 1))) == 0, one, other)
            for one, other in zip(*ways, strict=True)
        )
        lit = np.zeros(HOLES, np.bool_)
        relief = relit_away / np.maximum(away[doubtful], 1e-3)
        limit = np.where(relief < GLARING_SHARE, 2.0, 1.0) * LIT_CHANGE * scales[doubtful]
        lit[doubtful] = (relit_away < limit) & (relief < LIT_SHARE)
        covered = self._known & plastic.covered(lit)
        relit = doubtful & plastic.beside(lit) & ~covered
        chosen = relit[doubtful]
        bright, samples, distance = look.bgr.copy(), look.lab.copy(), away.copy()
        bright[relit], samples[relit], distance[relit] = bgr[chosen], lab[chosen], GLOW_TOLERANCE * relit_away[chosen]
        return Look(bgr=bright, lab=samples), distance, covered

    def _disc_costs(
        self, look: Look, colour: int, steady: NDArray[np.bool_], gains: Pixels, guess: Guess
    ) -> tuple[Costs, float]:
        """Costs against a disc of one colour, and how far discs of that colour are from each other."""
        examples = look.lab[steady]
        own = np.flatnonzero(steady)
        if len(own) < 2 and colour in self._discs:
            examples = np.concatenate([examples, hole_lab(self._discs[colour] * gains)])
        if not len(examples):
            return np.minimum(GUESS_COST - guess()[:, colour], COST_LIMIT).astype(np.float32), UNKNOWN_SCALE
        away = distances(look.lab, examples)
        away[own, np.arange(len(own))] = np.inf
        nearest = away.min(axis=1)
        scale = max(float(np.median(nearest[own])), FLOOR_SCALE) if len(own) >= 4 else UNKNOWN_SCALE
        return penalty((nearest / scale).astype(np.float32)), scale

    def _empty_costs(self, look: Look, may_be_open: NDArray[np.bool_], gains: Pixels) -> Costs:
        costs = np.full(HOLES, UNKNOWN_BACKGROUND_COST, np.float32)
        opened = np.flatnonzero(may_be_open)
        if not self._background_known.any() or not len(opened):
            return costs
        seen = hole_lab(self._backgrounds[self._background_known] * gains)
        palette = _palette_distances(look.lab[opened], seen)
        costs[opened] = np.minimum(costs[opened], penalty(palette / FLOOR_SCALE) + PALETTE_COST)
        again = opened[self._background_known[opened]]
        if not len(again):
            return costs
        away = paired_distances(look.lab[again], hole_lab(self._backgrounds[again] * gains))
        costs[again] = np.minimum(costs[again], penalty(away / UNKNOWN_SCALE))
        return costs


def _scale(values: Pixels, floor: float) -> float:
    """The median deviation of equal things, from distances most of which are of equal things."""
    return max(floor, float(np.median(values))) if len(values) else UNKNOWN_SCALE


def _foreign(lab: Pixels, labels: Labels, examples: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell which discs look more like the other colour than like their own: they were changed for one of that colour."""
    red, yellow = examples & (labels == RED), examples & (labels == YELLOW)
    if not red.any() or not yellow.any():
        return np.zeros(HOLES, np.bool_)
    centres = np.stack([np.median(lab[red], axis=0), np.median(lab[yellow], axis=0)])
    away = distances(lab, centres)
    return np.asarray(np.where(labels == RED, away[:, 0] > away[:, 1], away[:, 1] > away[:, 0]))


def _palette_distances(lab: Pixels, seen: Pixels) -> Pixels:
    """Root mean square distance of some holes' samples to the nearest colour among the backgrounds, shape (m,)."""
    packed = np.rint(seen[:, ::2].reshape(-1, 3) / 3.0).astype(np.int64) + 128
    keys = np.unique((packed[:, 0] << 16) | (packed[:, 1] << 8) | packed[:, 2])
    colours = (np.stack([keys >> 16, (keys >> 8) & 255, keys & 255], axis=1) - 128).astype(np.float32) * 3.0
    thinned = lab[:, ::4]
    samples = thinned.reshape(-1, 3)
    squared = (samples**2).sum(axis=1)[:, None] + (colours**2).sum(axis=1)[None, :] - 2.0 * samples @ colours.T
    nearest = np.maximum(squared.min(axis=1), 0.0).reshape(thinned.shape[:2])
    return np.asarray(np.sqrt(nearest.mean(axis=1)), dtype=np.float32)
