"""What each cell looked like when it was last trusted, and how a frame compares with that.

Three sources of evidence for each cell, all in the light of the frame that is looked at:

- the cell itself when it was last trusted, brought into today's light by gains fitted over all that did not change;
- the other discs of either colour in the same frame, whose light needs no fitting;
- the background that was seen through the cell, or near it, when it was empty.

Distances are root mean squares of Lab differences over the hole, so that flat things of a disc's colour behind an empty
hole still differ from a disc with its rim and shadow. They are judged on the scale at which equal things differ in the
same frame, which noise and darkness stretch.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells import CELL_PIXELS, Image
from vision.columns import Costs, Labels
from vision.decode import EMPTY, RED, STATES, YELLOW
from vision.lattice import HOLES
from vision.patches import RADII, Pixels, patches_of

LIGHTNESS_WEIGHT = 0.8
"""Weight of lightness against the two colour axes: light varies more than colour."""
DISC_RADIUS = 0.40
"""Samples nearer than this to the hole's centre, in pitches, are compared."""
FLOOR_SCALE = 2.0
"""Smallest deviation between discs of one colour that is believed, in Lab units."""
MEMORY_FLOOR_SCALE = 1.0
"""The same for a cell against itself before."""
BACKGROUND_FLOOR_SCALE = 4.0
"""The same for a background against itself before: it stands in another light than the board."""
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
"""Deviation from memory, over that within a colour, from which the light is another."""
TOLD_SHARE = 0.25
"""Share of the costs that counts where a cell's disc is known by word only."""
TOLD_COST = 4.0
"""Nats at most against a disc that is known by word only."""
OPENED_CHANGE = 2.0
"""Deviation from which a disc's cell may have lost its disc."""
PALETTE_COST = 2.0
"""Nats against a background that was not seen in this cell, but through others."""

CORNER = 3
"""Edge of the plastic in each corner of a patch, in samples."""

_HOLE = RADII < DISC_RADIUS


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


def _in_local_light(expected: Pixels, now: Pixels) -> Pixels:
    """Bring each patch to the brightness of the same patch now, within the bounds of a shadow or a lamp on it."""
    means_now, means = now[:, _HOLE].mean(axis=(1, 2)), expected[:, _HOLE].mean(axis=(1, 2))
    local = np.clip(means_now / np.maximum(means, 1.0), 0.6, 1.6)
    return np.asarray(expected * local[:, None, None, None], dtype=np.float32)


def fit_gains(now: Pixels, before: Pixels, cells: NDArray[np.bool_]) -> Pixels:
    """Fit the gain of each channel from one set of patches to another.

    The median over block means, so that up to half of them may have changed; shape (3,), ones where nothing is bright
    enough to tell.
    """
    if not cells.any():
        return np.ones(3, np.float32)
    blocks = CELL_PIXELS // 4
    shape = (-1, blocks, 4, blocks, 4, 3)
    present = now[cells].reshape(shape).mean(axis=(2, 4)).reshape(-1, 3)
    past = before[cells].reshape(shape).mean(axis=(2, 4)).reshape(-1, 3)
    gains = np.ones(3, np.float32)
    for channel in range(3):
        usable = (past[:, channel] > 20.0) & (past[:, channel] < 245.0) & (present[:, channel] < 245.0)
        usable &= present[:, channel] > 4.0
        if usable.sum() >= 6:
            gains[channel] = np.median(present[usable, channel] / past[usable, channel])
    return gains


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What a frame says of the cells."""

    costs: Costs
    """Nats against each state of each hole, shape (42, 3)."""
    same: Costs
    """Nats against each hole holding the very disc or background that it held, shape (42,)."""
    changes: Pixels
    """How far each cell is from how it looked when trusted, in standard deviations, shape (42,); infinite if unknown."""
    covered: NDArray[np.bool_]
    """Holes with something else than the frame's plastic beside them, shape (42,)."""


class Appearance:
    """The memory of the 42 cells. It changes only when told which labels to trust."""

    def __init__(self) -> None:
        """Start with nothing known."""
        shape = (HOLES, CELL_PIXELS, CELL_PIXELS, 3)
        self._cells = np.zeros(shape, np.float32)
        self._known = np.zeros(HOLES, np.bool_)
        self._backgrounds = np.zeros(shape, np.float32)
        self._background_known = np.zeros(HOLES, np.bool_)
        self._discs: dict[int, Pixels] = {}

    def forget_backgrounds(self) -> None:
        """Drop what was seen through the holes, for instance when the board was moved."""
        self._background_known[:] = False

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
        for colour in (RED, YELLOW):
            chosen = np.flatnonzero(cells & (labels == colour))
            if len(chosen) >= min(3, len(self._discs.get(colour, ()))):
                self._discs[colour] = look.bgr[chosen]

    def _relight(self, gains: Pixels) -> None:
        """Bring what is remembered into the light of the frame that is being learned."""
        for remembered in (self._cells, self._backgrounds, *self._discs.values()):
            np.multiply(remembered, gains, out=remembered)

    def judge(self, look: Look, labels: Labels) -> Evidence:
        """Compare a frame with what is remembered.

        Args:
            look: The frame.
            labels: States of the 42 holes as they were last trusted.
        """
        discs = labels != EMPTY
        gains = fit_gains(look.bgr, self._cells, self._known & discs)
        empties = self._known & ~discs
        background_gains = fit_gains(look.bgr, self._cells, empties) if empties.sum() >= 3 else gains
        expected = self._cells * np.where(discs[:, None], gains, background_gains)[:, None, None, :]
        away = paired_distances(look.lab, hole_lab(_in_local_light(expected, look.bgr)))
        disc_scale = _scale(away[self._known & discs], MEMORY_FLOOR_SCALE)
        empty_scale = _scale(away[empties], BACKGROUND_FLOOR_SCALE)
        changes = np.where(self._known, away / np.where(discs, disc_scale, empty_scale), np.inf).astype(np.float32)
        covered = self._known & _plastic_changed(look.bgr, self._cells * gains)
        steady = discs & ~covered & ((changes < STEADY_CHANGE) | ~self._known)
        steady &= ~_foreign(look.lab, labels, steady)
        costs = np.empty((HOLES, STATES), np.float32)
        spreads = []
        for colour in (RED, YELLOW):
            costs[:, colour], spread = self._disc_costs(look, colour, steady & (labels == colour), gains)
            spreads.append(spread)
        costs[:, EMPTY] = self._empty_costs(look, labels, changes, background_gains)
        alike = costs[np.arange(HOLES), labels]
        # A light from elsewhere changes every cell in its own way: then memory tells less than the discs tell together.
        trusted = self._known & (np.where(discs, disc_scale, empty_scale) < LIGHT_CHANGED * max(spreads))
        remembered = np.minimum(memory_penalty(changes), np.where(discs, 1.5 * alike + UNLIKE_ITSELF_COST, COST_LIMIT))
        remembered = np.where(discs, remembered, np.minimum(remembered, CHANGED_BACKGROUND_COST))
        same = np.where(trusted, remembered, alike).astype(np.float32)
        costs[~discs, EMPTY] = same[~discs]
        # What was never looked at is what it is said to be, glare or not, unless it is something else altogether.
        same[~self._known] = np.minimum(TOLD_SHARE * alike[~self._known], TOLD_COST)
        return Evidence(costs=costs, same=same, changes=changes, covered=covered)

    def _disc_costs(self, look: Look, colour: int, steady: NDArray[np.bool_], gains: Pixels) -> tuple[Costs, float]:
        """Costs against a disc of one colour, and how far discs of that colour are from each other."""
        examples = look.lab[steady]
        own = np.flatnonzero(steady)
        if len(own) < 2 and colour in self._discs:
            examples = np.concatenate([examples, hole_lab(self._discs[colour] * gains)])
        if not len(examples):
            return np.full(HOLES, COST_LIMIT, np.float32), UNKNOWN_SCALE
        away = distances(look.lab, examples)
        away[own, np.arange(len(own))] = np.inf
        nearest = away.min(axis=1)
        scale = max(float(np.median(nearest[own])), FLOOR_SCALE) if len(own) >= 4 else UNKNOWN_SCALE
        return penalty((nearest / scale).astype(np.float32)), scale

    def _empty_costs(self, look: Look, labels: Labels, changes: Pixels, gains: Pixels) -> Costs:
        costs = np.full(HOLES, UNKNOWN_BACKGROUND_COST, np.float32)
        opened = np.flatnonzero((labels != EMPTY) & (changes > OPENED_CHANGE))
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
    colours = np.unique(np.rint(seen.reshape(-1, 3) / 3.0).astype(np.int16), axis=0).astype(np.float32) * 3.0
    samples = lab.reshape(-1, 3)
    squared = (samples**2).sum(axis=1)[:, None] + (colours**2).sum(axis=1)[None, :] - 2.0 * samples @ colours.T
    nearest = np.maximum(squared.min(axis=1), 0.0).reshape(lab.shape[:2])
    return np.asarray(np.sqrt(nearest.mean(axis=1)), dtype=np.float32)


def _plastic_changed(now: Pixels, expected: Pixels) -> NDArray[np.bool_]:
    """Tell which holes have a corner that is no longer plastic; a shadow or a lamp on it does not count."""
    corners_now, corners = _corner_means(now), _corner_means(expected)
    brightness = (corners_now * corners).sum(axis=2) / np.maximum((corners**2).sum(axis=2), 1.0)
    lit = corners * np.clip(brightness, 0.45, 1.4)[..., None]
    away = np.linalg.norm(corners_now - lit, axis=2)
    limit = max(28.0, 4.0 * float(np.median(away)))
    return np.asarray((away > limit).any(axis=1))


def _corner_means(patches: Pixels) -> Pixels:
    """Mean colour of the four corners of patches, shape (42, 4, 3)."""
    edge = slice(0, CORNER), slice(CELL_PIXELS - CORNER, CELL_PIXELS)
    corners = [patches[:, rows, columns].mean(axis=(1, 2)) for rows in edge for columns in edge]
    return np.stack(corners, axis=1)
