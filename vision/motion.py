"""What stirs in the holes from one frame to the next."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.lattice import HOLES
from vision.look import Look, paired_distances, usual_distance

MOVING_CHANGE = 4.0
"""Deviation from one frame to the next, in the median one, from which a cell is moving."""
MOVING_FLOOR = 2.0
"""Smallest median deviation from one frame to the next that is believed, in Lab units."""
STIRRING_CHANGE = 2.0
"""The same for a cell in which something stirs: a disc before a wall of its colour, though also a shadow."""
STIRRING_FLOOR = 0.9
"""Smallest median for that."""
STEADY_SHARE = 0.6
"""Share of the holes in which nothing stirred from which what stirred elsewhere was no change of light."""
ALWAYS_STIRRING = 8.0
"""Deviation in Lab units from which something stirs in any case: a head may cover more than half of the board."""


@dataclass(frozen=True, slots=True, eq=False)
class Movement:
    """What is otherwise in a frame than in the one before."""

    moving: NDArray[np.bool_]
    """Holes that look plainly otherwise, shape (42,)."""
    stirring: NDArray[np.bool_]
    """Holes that look otherwise beyond the noise, shape (42,)."""

    @property
    def stirring_alone(self) -> NDArray[np.bool_]:
        """The same, unless so many holes do that it is the light."""
        return _alone(self.stirring)


class Motion:
    """Compares each frame with the one before, and remembers where nothing stirred since a cell was trusted."""

    def __init__(self) -> None:
        """Start with no frame seen."""
        self._before: Look | None = None
        self._steady = np.zeros(HOLES, np.bool_)

    @property
    def steady(self) -> NDArray[np.bool_]:
        """Holes in which nothing stirred since they were trusted, shape (42,)."""
        return self._steady

    @property
    def stirred_alone(self) -> NDArray[np.bool_]:
        """Holes in which something stirred since they were trusted, unless it did in many: then it was the light."""
        return _alone(~self._steady)

    def lose(self) -> None:
        """Note a frame in which the board was not found."""
        self._before = None
        self._steady = np.zeros(HOLES, np.bool_)

    def trust(self, holes: NDArray[np.bool_]) -> None:
        """Note that these holes, shape (42,), are known in the frame that was compared last."""
        self._steady = self._steady | holes

    def compare(self, look: Look) -> Movement:
        """Take in the next frame."""
        before, self._before = self._before, look
        if before is None:
            everywhere = np.ones(HOLES, np.bool_)
            return Movement(everywhere, everywhere)
        away = paired_distances(look.lab, before.lab)
        usual = usual_distance(away)
        moving = away > MOVING_CHANGE * max(MOVING_FLOOR, usual)
        stirring = away > min(STIRRING_CHANGE * max(STIRRING_FLOOR, usual), ALWAYS_STIRRING)
        self._steady = self._steady & ~stirring
        return Movement(moving, stirring)


def _alone(holes: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Give holes back, shape (42,), unless they are so many that none of them stands out."""
    return holes if np.mean(~holes) >= STEADY_SHARE else np.zeros(HOLES, np.bool_)
