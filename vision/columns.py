"""What a column can hold, and how far one filling is from another.

Gravity leaves 127 fillings of a column: none to six discs, bottom first, each of two colours. Columns do not touch each
other, so the most likely board is the most likely filling of each column. How likely a filling is before looking
depends on what stood there: discs leave at the bottom and come in at the top, a few at a time. That is all that vision
knows of the game; whether a change is lawful is not asked here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from referee.board import Board, Disc
from vision.decode import EMPTY, RED, STATES, YELLOW
from vision.lattice import COLUMNS, HOLES, ROWS
from vision.seen import Alternative

POP_COST = 4.0
"""Nats against one disc having left at the bottom."""
DROP_COST = 4.0
"""Nats against one disc having come in at the top."""
MORE_DROPS_COST = 4.0
"""Nats more against each further disc in the same column: players take turns, and light may change several holes."""
POP_AND_DROP_COST = 2.1
"""Nats more against both in one column: the disc must have gone from the bottom to the top unseen."""
FOREIGN_COST = 2.5
"""Nats more when it is not the disc that left that comes in."""
REMOVAL_COST = 7.0
"""Nats against one disc having been taken out at the top, which the slot hardly allows."""
CALM, STIRRED, SWEPT = range(3)
"""How far a column was disturbed: nothing moved there, something did, all its discs moved at once and little else."""
DISTURBANCE_COSTS = np.array([1.0, -2.5, -5.0])
"""Nats against a change in a column that was so far disturbed; a quick hand is missed between two frames."""
MOST_OTHERWISE = 2
"""Columns at most that are told to be otherwise in one board."""
MOST_ALTERNATIVES = 16
"""Boards at most that are told beside the likeliest: whether the game allows them is asked of each."""
SHARED = 0.3
"""Share of the lesser deviations of a column that counts beside the largest."""

Costs = NDArray[np.float32]
Labels = NDArray[np.int8]


def _fillings() -> tuple[tuple[int, ...], ...]:
    return tuple(discs for height in range(ROWS + 1) for discs in product((RED, YELLOW), repeat=height))


_FILLINGS = _fillings()
_NUMBER_OF = {filling: number for number, filling in enumerate(_FILLINGS)}


def _filling_states() -> Labels:
    states = np.zeros((len(_FILLINGS), ROWS), np.int8)
    for number, filling in enumerate(_FILLINGS):
        states[number, : len(filling)] = filling
    states.setflags(write=False)
    return states


def _return_cost(popped: tuple[int, ...], dropped: tuple[int, ...]) -> float:
    """Nats against discs coming in at the top of the very column that others left at the bottom."""
    if not dropped:
        return 0.0
    foreign = any(dropped.count(colour) > popped.count(colour) for colour in (RED, YELLOW))
    return _drop_cost(len(dropped)) + POP_AND_DROP_COST + foreign * FOREIGN_COST


def _drop_cost(discs: int) -> float:
    return discs * DROP_COST + max(0, discs - 1) * MORE_DROPS_COST


def _change_costs() -> tuple[Costs, Costs, NDArray[np.intp]]:
    """The cheapest way from each filling to each other, with at least one pop and with none.

    Returns: Costs with pops, costs without, and how many discs the latter leave in place, each of shape (127, 127).
    """
    count = len(_FILLINGS)
    popped, stayed = np.full((count, count), np.inf, np.float32), np.zeros((count, count), np.float32)
    left = np.zeros((count, count), np.intp)
    for before, old in enumerate(_FILLINGS):
        kept: dict[tuple[int, ...], tuple[float, int]] = {}
        for pops in range(1, len(old) + 1):
            for end in range(pops, len(old) + 1):
                cost = pops * POP_COST + (len(old) - end) * REMOVAL_COST
                rest = old[pops:end]
                kept[rest] = min((cost, pops), kept.get(rest, (cost, pops)))
        for after, new in enumerate(_FILLINGS):
            common = 0
            while common < min(len(old), len(new)) and old[common] == new[common]:
                common += 1
            left[before, after] = common
            stayed[before, after] = (len(old) - common) * REMOVAL_COST + _drop_cost(len(new) - common)
            for height in range(len(new) + 1):
                if new[:height] in kept:
                    cost, pops = kept[new[:height]]
                    cost += _return_cost(old[:pops], new[height:])
                    popped[before, after] = min(popped[before, after], cost)
    for table in (popped, stayed, left):
        table.setflags(write=False)
    return popped, stayed, left


FILLING_STATES = _filling_states()
"""Cell states of the 127 fillings, bottom first, int8, shape (127, 6)."""
POPPED_COSTS, STAYED_COSTS, LEFT_IN_PLACE = _change_costs()
"""Nats from one filling to another with pops and without, and the discs that the latter leave in place."""


def _state_places() -> NDArray[np.intp]:
    """Where in the flattened costs of the holes, shape (42, 3), each row of each column's filling has its own."""
    holes = np.arange(HOLES).reshape(ROWS, COLUMNS)[::-1]
    places = holes[:, :, None] * STATES + FILLING_STATES.T[:, None, :]
    places.setflags(write=False)
    return places


_STATE_PLACES = _state_places()
"""Rows from the bottom, columns, fillings, shape (6, 7, 127)."""
_IS_DISC = FILLING_STATES.T[:, None, :] != EMPTY
"""The same for whether there is a disc, shape (6, 1, 127)."""


@lru_cache(maxsize=64)
def labels_of(board: Board) -> Labels:
    """Give the states of the 42 holes in the order of `Lattice.holes` (row 6 first), int8, shape (42,)."""
    states = {None: EMPTY, Disc.RED: RED, Disc.YELLOW: YELLOW}
    labels = np.array(
        [states[board[column, row]] for row in range(ROWS - 1, -1, -1) for column in range(COLUMNS)], np.int8
    )
    labels.setflags(write=False)
    return labels


def cell_of(hole: int) -> tuple[int, int]:
    """Give (column, row) of a hole's number, row 0 at the bottom."""
    return hole % COLUMNS, ROWS - 1 - hole // COLUMNS


@lru_cache(maxsize=64)
def landing_holes(board: Board) -> NDArray[np.bool_]:
    """Tell the holes that the next disc of a column comes to rest in, shape (42,)."""
    empty = (labels_of(board) == EMPTY).reshape(ROWS, COLUMNS)
    over_a_disc = np.concatenate([~empty[1:], np.ones((1, COLUMNS), np.bool_)])
    landing = (empty & over_a_disc).reshape(HOLES)
    landing.setflags(write=False)
    return np.asarray(landing)


def most_gone(before: Board, now: Board) -> int:
    """Count the discs that are gone from the column that lost most."""
    return max(before.height(column) - now.height(column) for column in range(COLUMNS))


@dataclass(frozen=True, slots=True, eq=False)
class Explained:
    """The most likely board."""

    board: Board
    labels: Labels
    """States of the 42 holes, in the order of `Lattice.holes`."""
    costs: Costs
    """Nats against the chosen state of each hole, shape (42,)."""
    margins: NDArray[np.float32]
    """Nats by which each column's filling beats its next best, shape (7,)."""
    behind: Costs
    """Nats by which each filling of each column is less likely than the chosen one, shape (7, 127); infinite for it."""
    confidence: float
    """Probability of the board among all that gravity allows, 0 to 1."""

    def alternatives(self, within: float) -> tuple[Alternative, ...]:
        """Give the likeliest boards with a column or two otherwise that cost less than so many nats more, in order."""
        if self.margins.min() >= within:
            return ()
        # No board with two columns otherwise is likelier than either alone: more than so many need not be paired.
        nearest = np.argsort(self.behind, axis=None, kind="stable")[:MOST_ALTERNATIVES]
        places = zip(*np.unravel_index(nearest, self.behind.shape), strict=True)
        near = [
            _Otherwise(int(column), int(filling), float(self.behind[column, filling])) for column, filling in places
        ]
        choices = (chosen for count in range(1, MOST_OTHERWISE + 1) for chosen in combinations(near, count))
        several = [chosen for chosen in choices if len({each.column for each in chosen}) == len(chosen)]
        costs = sorted(((sum(each.nats for each in chosen), chosen) for chosen in several), key=lambda cost: cost[0])
        told = [(nats, chosen) for nats, chosen in costs[:MOST_ALTERNATIVES] if nats < within]
        return tuple(Alternative(self._otherwise(chosen), nats) for nats, chosen in told)

    def _otherwise(self, chosen: Sequence["_Otherwise"]) -> Board:
        """Give the board with another filling in each of some columns."""
        discs = {each.column: _discs(each.filling) for each in chosen}
        return Board.from_columns([discs.get(column, self.board.column(column)) for column in range(COLUMNS)])


class _Otherwise(NamedTuple):
    """A column that may hold something else."""

    column: int
    filling: int
    nats: float


def _shared(total: Costs, largest: Costs) -> Costs:
    """What the discs of a column cost together, from the sum of what they cost and the largest of it.

    A shadow falls on several discs of a column at once: what they deviate is not independent.
    """
    return np.asarray(SHARED * total + (1.0 - SHARED) * largest)


def explain(costs: Costs, same: Costs, before: Board, disturbed: NDArray[np.int8]) -> Explained:
    """Find the board that gravity allows and that costs least.

    Args:
        costs: Nats against each state of each hole, in the order of `Lattice.holes`, shape (42, 3).
        same: Nats against each hole holding the very disc, or the background, that it held, shape (42,).
        before: The board that stood there.
        disturbed: How far each column was disturbed since then, shape (7,): where it was, a change is likelier.
    Returns: The board with its costs and margins.
    """
    columns = np.arange(COLUMNS)
    # The rows come first: what is added up over them is added up in long runs.
    fresh = costs.reshape(-1)[_STATE_PLACES]
    unchanged = filling_numbers(before)
    kept = same.reshape(ROWS, COLUMNS)[::-1]
    left = LEFT_IN_PLACE[unchanged]
    none = np.zeros((1, COLUMNS))
    below_sum = np.concatenate([none, kept.cumsum(axis=0)])[left, columns[:, None]]
    below_most = np.concatenate([none, np.maximum.accumulate(kept)])[left, columns[:, None]]
    empties = np.where(_IS_DISC, np.float32(0.0), fresh).sum(axis=0)
    discs = np.where(_IS_DISC, fresh, np.float32(0.0))
    new = np.where(np.arange(ROWS)[:, None, None] >= left, discs, np.float32(0.0))
    stayed = empties + _shared(below_sum + new.sum(axis=0), np.maximum(below_most, new.max(axis=0)))
    moved_down = empties + _shared(discs.sum(axis=0), discs.max(axis=0))
    disturbance = DISTURBANCE_COSTS[disturbed][:, None]
    changed = np.arange(len(FILLING_STATES)) != unchanged[:, None]
    totals = np.minimum(
        moved_down + POPPED_COSTS[unchanged] + disturbance * changed,
        stayed + STAYED_COSTS[unchanged] + disturbance * changed,
    )
    best = totals.argmin(axis=1)
    relative = totals - totals[columns, best][:, None]
    likelihood = np.exp(-relative).sum(axis=1)
    relative[columns, best] = np.inf
    states = FILLING_STATES[best]
    labels = np.ascontiguousarray(states.T[::-1]).reshape(HOLES)
    untouched = np.tile(best == unchanged, ROWS)
    return Explained(
        board=Board.from_columns([_discs(int(number)) for number in best]),
        labels=labels,
        costs=np.where(untouched, same, costs[np.arange(HOLES), labels]),
        margins=relative.min(axis=1),
        behind=relative,
        confidence=float(1.0 / likelihood.prod()),
    )


@cache
def _discs(number: int) -> tuple[Disc, ...]:
    """Give the discs of a filling, bottom first."""
    return tuple(Disc.RED if state == RED else Disc.YELLOW for state in _FILLINGS[number])


@lru_cache(maxsize=64)
def filling_numbers(board: Board) -> NDArray[np.intp]:
    """Give the number of each column's filling, shape (7,); what floats above a gap is left out."""
    numbers = []
    grid = labels_of(board).reshape(ROWS, COLUMNS)[::-1]
    for column in range(COLUMNS):
        filling = []
        for state in grid[:, column]:
            if state == EMPTY:
                break
            filling.append(int(state))
        numbers.append(_NUMBER_OF[tuple(filling)])
    return np.array(numbers)
