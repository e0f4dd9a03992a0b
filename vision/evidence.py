"""What a frame says of the cells, and how deviations become nats."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.columns import Costs
from vision.lattice import HOLES
from vision.patches import Pixels

COST_LIMIT = 25.0
"""Nats at most against one state of one cell."""
UNKNOWN_BACKGROUND_COST = 7.7
"""Nats against an empty cell whose background was never seen."""

Guess = Callable[[], NDArray[np.float64]]
"""Gives log-probabilities of the states of the 42 holes, shape (42, 3 or more), at a cost that is to be avoided."""


def penalty(deviations: NDArray[np.float32]) -> Costs:
    """Nats against deviations counted in the median deviation of equal things.

    Equal things deviate log-normally, by a factor of e to the 0.4; a background may deviate by anything up to twenty,
    the more the likelier, as the volume of colour space grows. The penalty is the log of the ratio of the two
    densities, counted from a deviation of one; `UNKNOWN_BACKGROUND_COST` stands where they are equally likely.
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
    """How far each cell is from how it looked when trusted, in usual deviations, shape (42,); infinite if unknown."""
    filled: NDArray[np.bool_]
    """Holes that showed a background which was known and is not there any more, shape (42,)."""
    covered: NDArray[np.bool_]
    """Holes with something else than the frame's plastic beside them, shape (42,)."""
    is_strained: bool
    """Whether so many discs look otherwise that it may be the light, or the whole board."""
    unseen: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(HOLES, np.bool_))
    """Holes around which nothing of the frame is seen, shape (42,)."""

    def with_unseen(self, unseen: NDArray[np.bool_]) -> "Evidence":
        """Give the evidence where nothing of the frame is seen around some holes, shape (42,)."""
        return replace(self, covered=self.covered | unseen, unseen=unseen)
