"""What each cell looked like when it was last trusted, and how a frame compares with that.

Three sources of evidence for each cell, all in the light of the frame that is looked at:

- the cell itself when it was last trusted, brought into today's light by gains fitted over all that did not change;
- the other discs of either colour in the same frame, whose light needs no fitting;
- the background that was seen through the cell, or near it, when it was empty.

Distances are root mean squares of Lab differences over the hole, so that flat things of a disc's colour behind an empty
hole still differ from a disc with its rim and shadow. They are judged on the scale at which equal things differ in the
same frame, which noise and darkness stretch.
"""

import numpy as np
from numpy.typing import NDArray

from vision.columns import Costs, Labels
from vision.decode import EMPTY, RED, STATES, YELLOW
from vision.evidence import COST_LIMIT, UNKNOWN_BACKGROUND_COST, Evidence, Guess, memory_penalty, penalty
from vision.glow import without_glow
from vision.lattice import COLUMNS, HOLES
from vision.light import Plastic, fit_gains, in_shadow_or_sun, is_as_it_was
from vision.look import (
    IN_HOLE,
    USUAL_RATIO,
    Look,
    background_distances,
    distances,
    hole_lab,
    mean_colours,
    paired_distances,
    palette_distances,
    usual_distance,
)
from vision.medians import median, medians
from vision.patches import Pixels

FLOOR_SCALE = 3.0
"""Smallest deviation between discs of one colour that is believed, in Lab units."""
MEMORY_FLOOR_SCALE = 1.0
"""The same for a cell against itself before."""
BACKGROUND_FLOOR_SCALE = 1.5
"""The same for a background against itself before."""
LARGEST_SCALE = 8.0
"""Largest usual deviation that any light is believed to make, in Lab units."""
STRAINED_SCALE = 5.0
"""Median deviation of the discs, in Lab units, from which a change of light is one explanation among others."""
UNKNOWN_SCALE = 4.0
"""Deviation within a colour with too few discs to measure it."""
CHANGED_BACKGROUND_COST = 13.0
"""Nats against an empty cell whose background is known and looks otherwise now."""
STEADY_CHANGE = 4.0
"""Deviation up to which a disc serves as an example of its colour."""
UNLIKE_ITSELF_SHARE = 0.5
"""Share of the costs of an odd look by which a disc that stayed may cost more for not looking like itself before."""
UNLIKE_ITSELF_COST = 5.0
"""Nats more at most, where the light is the same: a shadow or a glint moved."""
LIGHT_CHANGED = 1.5
"""Deviation within a colour up to which a cell is the same, in a light that makes cells deviate more."""
GUESS_COST = 2.0
"""Nats against a guessed disc, beside what the guess says."""
GUESS_WEIGHT = 1.5
"""Weight of what the guess says."""
GUESSED_UNLIKE_SHARE = 0.3
"""Share of the costs of looking unlike the few discs of its colour that counts where a disc is guessed."""
TOLD_SHARE = 0.5
"""Share of the costs that counts where a cell's disc is known by word only."""
TOLD_COST = 4.0
"""Nats at most against a disc that is known by word only."""
TOLD_EMPTY_COST = 1.0
"""Nats against an empty cell whose background is not known yet, such as after a push."""
FEW = 4
"""Cells below which a median says nothing."""
MAY_BE_OPEN = 1.5
"""Deviation from which a disc's cell may have lost its disc."""
EXACT_COST = 3.0
"""Nats against another state of a cell that looks exactly as it did."""
SHADOWED_COST = 1.0
"""Nats more at most against a disc that stayed, where the plastic beside it looks otherwise too."""
FILLED_CHANGE = 5.0
"""Deviation from which the background that was behind a hole is not there any more."""
PALETTE_COST = 2.0
"""Nats against a background that was not seen in this cell, but through others."""


class Appearance:
    """The memory of the 42 cells. It changes only when told which labels to trust."""

    def __init__(self) -> None:
        """Start with nothing known."""
        samples = (HOLES, len(IN_HOLE), 3)
        self._holes = np.zeros(samples, np.float32)
        self._corners = np.zeros((HOLES, 4, 3), np.float32)
        self._blocks = np.zeros((HOLES, 16, 3), np.float32)
        self._known = np.zeros(HOLES, np.bool_)
        self._by_word = np.zeros(HOLES, np.bool_)
        self._empty = np.zeros(HOLES, np.bool_)
        self._backgrounds = np.zeros(samples, np.float32)
        self._background_known = np.zeros(HOLES, np.bool_)
        self._discs: dict[int, Pixels] = {}
        self._disc_noise = np.inf

    @property
    def by_word(self) -> NDArray[np.bool_]:
        """Cells whose states are known by somebody's word, shape (42,)."""
        return self._by_word

    def begin_anew(self) -> None:
        """Forget how the cells look, but not the colours of the discs: those stay the set's."""
        self._known[:] = self._by_word[:] = self._empty[:] = self._background_known[:] = False
        self._disc_noise = np.inf

    def are_swapped(self, look: Look, labels: Labels) -> bool:
        """Tell whether a board that was read from nothing has the names of the two colours the wrong way round.

        Args:
            look: The frame.
            labels: States of the 42 holes as they were read.
        """
        if len(self._discs) < len((RED, YELLOW)):
            return False
        known = {colour: _mean_colour(hole_lab(samples)) for colour, samples in self._discs.items()}
        straight = crossed = 0.0
        for colour, other in ((RED, YELLOW), (YELLOW, RED)):
            if (labels == colour).any():
                seen = _mean_colour(look.lab[labels == colour])
                straight += float(np.linalg.norm(seen - known[colour]))
                crossed += float(np.linalg.norm(seen - known[other]))
        return crossed < straight

    def forget_backgrounds(self) -> None:
        """Drop what was seen through the holes, for instance when the board was moved."""
        self._known &= ~self._empty
        self._background_known[:] = False

    def forget(self, cells: NDArray[np.bool_]) -> None:
        """Forget how cells look, shape (42,); the backgrounds seen through them stay."""
        self._known &= ~cells
        self._by_word &= ~cells

    def take_word(self, cells: NDArray[np.bool_]) -> None:
        """Forget how cells look whose states are known by somebody's word, against what was seen, shape (42,).

        They are learned anew, but are no examples of how their colour looks in other cells.
        """
        self._known &= ~cells
        self._by_word |= cells

    def learn(self, look: Look, labels: Labels, cells: NDArray[np.bool_]) -> None:
        """Remember how cells look.

        Args:
            look: The frame.
            labels: States of the 42 holes in it.
            cells: Which holes to learn, shape (42,).
        """
        everything = cells & self._known
        if everything.any():
            lasting = everything & (labels != EMPTY)
            self._relight(fit_gains(look.blocks[lasting], self._blocks[lasting]))
            if lasting.sum() >= FEW:
                self._disc_noise = usual_distance(paired_distances(look.lab[lasting], hole_lab(self._holes[lasting])))
        self._holes[cells] = look.holes[cells]
        self._corners[cells] = look.corners[cells]
        self._blocks[cells] = look.blocks[cells]
        self._known |= cells
        empty = cells & (labels == EMPTY)
        self._backgrounds[empty] = look.holes[empty]
        self._background_known |= empty
        self._empty = np.where(cells, labels == EMPTY, self._empty)
        for colour in (RED, YELLOW):
            chosen = np.flatnonzero(cells & (labels == colour) & ~self._by_word)
            if len(chosen) and len(chosen) >= min(3, len(self._discs.get(colour, ()))):
                self._discs[colour] = look.holes[chosen]

    def _relight(self, gains: Pixels) -> None:
        """Bring what is remembered into the light of the frame that is being learned."""
        for remembered in (self._holes, self._corners, self._blocks, self._backgrounds, *self._discs.values()):
            np.multiply(remembered, gains, out=remembered)

    def judge(self, look: Look, labels: Labels, guess: Guess) -> Evidence:
        """Compare a frame with what is remembered.

        Args:
            look: The frame.
            labels: States of the 42 holes as they were last trusted.
            guess: What stands in for discs of a colour of which none was ever seen here.
        """
        discs = labels != EMPTY
        lasting, empties = self._known & discs, self._known & ~discs
        gains = fit_gains(look.blocks[lasting], self._blocks[lasting])
        as_it_was = is_as_it_was(gains, look.blocks[self._known], self._blocks[self._known])
        if as_it_was:
            gains = np.ones(3, np.float32)
        background_gains = gains
        if empties.sum() >= FEW:
            background_gains = fit_gains(look.blocks[empties], self._blocks[empties])
            if is_as_it_was(background_gains, look.blocks[empties], self._blocks[empties]):
                background_gains = np.ones(3, np.float32)
        expected = self._holes * np.where(discs[:, None], gains, background_gains)[:, None, :]
        remembered_lab = hole_lab(in_shadow_or_sun(expected, look.holes))
        away = np.where(
            discs, paired_distances(look.lab, remembered_lab), background_distances(look.lab, remembered_lab)
        )
        disc_scale = _scale(away[self._known & discs], MEMORY_FLOOR_SCALE)
        if as_it_was:  # behind a head few of the distances are of equal things: then it is as when they were trusted
            disc_scale = min(disc_scale, max(MEMORY_FLOOR_SCALE, USUAL_RATIO * self._disc_noise))
        empty_scale = _scale(away[empties], max(BACKGROUND_FLOOR_SCALE, disc_scale if empties.sum() < FEW else 0.0))
        scales = np.where(discs, disc_scale, empty_scale)
        plastic = Plastic.compare(look.corners, self._corners * gains)
        look, away, covered = without_glow(look, expected, away, scales, plastic, self._known, self._empty)
        changes = np.where(self._known, away / scales, np.inf).astype(np.float32)
        steady = discs & ~self._by_word & ~covered & ((changes < STEADY_CHANGE) | ~self._known)
        steady &= ~_foreign(look.lab, labels, steady)
        costs = np.empty((HOLES, STATES), np.float32)
        spreads = []
        for colour in (RED, YELLOW):
            examples = steady & (labels == colour)
            costs[:, colour], spread = self._disc_costs(look, colour, examples, gains, guess)
            spreads.append(spread)
        # A light from elsewhere changes every cell in its own way: the spread of a colour bounds what counts as same.
        bounded = np.minimum(scales, LIGHT_CHANGED * max(spreads))
        deviations = np.where(self._known, away / bounded, np.inf)
        costs[:, EMPTY] = self._empty_costs(look, discs & (deviations > MAY_BE_OPEN), background_gains)
        alike = costs[np.arange(HOLES), labels]
        remembered = memory_penalty(deviations.astype(np.float32))
        # Discs of several columns that look unlike themselves at once share a cause, such as a lamp beside the board.
        unlike = discs & self._known & (deviations > STEADY_CHANGE)
        columns = max(1, int(unlike.reshape(-1, COLUMNS).any(axis=0).sum()))
        unlike_itself = (bounded / scales) * (UNLIKE_ITSELF_SHARE * alike + UNLIKE_ITSELF_COST / columns)
        limit = np.where(discs, alike + unlike_itself, CHANGED_BACKGROUND_COST)
        same = np.minimum(remembered, limit).astype(np.float32)
        # Where the plastic beside it changed too, a shadow or a hand is why a disc does not look like itself.
        same = np.where(discs & covered, np.minimum(same, alike + SHADOWED_COST), same).astype(np.float32)
        # What was never looked at is what it is said to be, glare or not, unless it is something else altogether.
        told = np.where(discs, np.minimum(TOLD_SHARE * alike, TOLD_COST), TOLD_EMPTY_COST)
        same[~self._known] = told[~self._known]
        costs[~discs, EMPTY] = same[~discs]
        # What looks exactly as it did is what it was: another thing would have to look like it within the noise.
        exactly = np.where(self._known, EXACT_COST * np.clip(2.0 - deviations, 0.0, 1.0), 0.0)
        costs += np.where(np.arange(STATES) == labels[:, None], 0.0, exactly[:, None]).astype(np.float32)
        filled = empties & (deviations > FILLED_CHANGE)
        return Evidence(costs, same, changes, filled, covered, is_strained=disc_scale > STRAINED_SCALE)

    def _disc_costs(
        self, look: Look, colour: int, steady: NDArray[np.bool_], gains: Pixels, guess: Guess
    ) -> tuple[Costs, float]:
        """Costs against a disc of one colour, and how far discs of that colour are from each other."""
        examples = look.lab[steady]
        own = np.flatnonzero(steady)
        guessed = np.full(HOLES, COST_LIMIT)
        if len(own) < FEW:
            guessed = GUESS_COST - GUESS_WEIGHT * guess()[:, colour]
            if colour in self._discs:
                examples = np.concatenate([examples, hole_lab(self._discs[colour] * gains)])
        if not len(examples):
            return np.minimum(guessed, COST_LIMIT).astype(np.float32), UNKNOWN_SCALE
        away = distances(look.lab, examples)
        away[own, np.arange(len(own))] = np.inf
        nearest = away.min(axis=1)
        scale = max(median(nearest[own]), FLOOR_SCALE) if len(own) >= FEW else UNKNOWN_SCALE
        seen = penalty((nearest / scale).astype(np.float32))
        return np.minimum(seen, guessed + GUESSED_UNLIKE_SHARE * seen).astype(np.float32), scale

    def _empty_costs(self, look: Look, may_be_open: NDArray[np.bool_], gains: Pixels) -> Costs:
        costs = np.full(HOLES, UNKNOWN_BACKGROUND_COST, np.float32)
        opened = np.flatnonzero(may_be_open)
        if not self._background_known.any() or not len(opened):
            return costs
        seen = hole_lab(self._backgrounds[self._background_known] * gains)
        palette = palette_distances(look.lab[opened], seen)
        costs[opened] = np.minimum(costs[opened], penalty(palette / FLOOR_SCALE) + PALETTE_COST)
        again = opened[self._background_known[opened]]
        if not len(again):
            return costs
        away = paired_distances(look.lab[again], hole_lab(self._backgrounds[again] * gains))
        costs[again] = np.minimum(costs[again], penalty(away / UNKNOWN_SCALE))
        return costs


def _scale(values: Pixels, floor: float) -> float:
    """The usual distance of equal things, within bounds; a few distances say nothing."""
    return min(max(median(values), floor), LARGEST_SCALE) if len(values) >= FEW else floor


def _mean_colour(lab: Pixels) -> Pixels:
    return np.asarray(medians(mean_colours(lab)), dtype=np.float32)


def _foreign(lab: Pixels, labels: Labels, examples: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell which discs look more like the other colour than like their own: they were changed for one of it."""
    red, yellow = examples & (labels == RED), examples & (labels == YELLOW)
    if not red.any() or not yellow.any():
        return np.zeros(HOLES, np.bool_)
    colours = mean_colours(lab)
    from_red, from_yellow = (
        ((colours - medians(colours[chosen]).astype(np.float32)) ** 2).sum(axis=1) for chosen in (red, yellow)
    )
    return np.asarray(np.where(labels == RED, from_red > from_yellow, from_yellow > from_red))
