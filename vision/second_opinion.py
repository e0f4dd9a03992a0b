"""What the trained look (`vision.cell_model`) says, in the names that the board at hand has for the two colours.

It was trained to call the redder discs red. It tells discs of two colours apart better than it says which is which: of
an orange and a red either may be the redder, and a lamp may turn them round.
"""

import numpy as np
from numpy.typing import NDArray

from referee.board import Board
from vision.columns import labels_of
from vision.decode import EMPTY, RED, YELLOW

FEWEST_TO_NAME = 4
"""Discs from which it is told whether the trained look calls the two colours by each other's name."""
PLAINLY_SWAPPED = 2.0
"""How many times likelier the swapped names must be."""


def named_as(board: Board, guessed: NDArray[np.float64]) -> NDArray[np.float64]:
    """Call the two colours what the board that is known calls them.

    Args:
        board: The board that was trusted last.
        guessed: Log-probabilities, shape (42, 3 or more).
    """
    labels = labels_of(board)
    discs = np.flatnonzero(labels != EMPTY)
    if len(discs) < FEWEST_TO_NAME:
        return guessed
    colours = labels[discs]
    as_named, swapped = (np.exp(guessed[discs, names]).sum() for names in (colours, RED + YELLOW - colours))
    if swapped <= PLAINLY_SWAPPED * as_named:
        return guessed
    renamed = guessed.copy()
    renamed[:, [RED, YELLOW]] = guessed[:, [YELLOW, RED]]
    return renamed


def agreement(probabilities: NDArray[np.float64], labels: NDArray[np.int8]) -> float:
    """Give the mean probability of the states of a board that is known, whichever of the two colours is called red.

    Args:
        probabilities: Of the three states, shape (42, 3).
        labels: The states, shape (42,).
    """
    swapped = np.array([EMPTY, YELLOW, RED])[labels]
    return max(float(probabilities[np.arange(len(labels)), states].mean()) for states in (labels, swapped))
