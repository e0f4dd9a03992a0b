"""From evidence about 42 cells to the most likely board that gravity allows.

A column holds its discs at the bottom, so it has seven heights and, per height, the colours of its discs: nothing
else is possible, and all of it is weighed. Columns do not depend on each other once the evidence is given, so the
best board is the best content of each column, and the chance that it is right is the product over the columns.

What the evidence rests on is left to `vision.cell_model` and `vision.colours`.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.board import Board, Disc
from vision.lattice import COLUMNS

EMPTY, RED, YELLOW = range(3)
"""Places of the three states in the last axis of evidence and probabilities."""

STATES = 3
"""Number of the states."""

Evidence = NDArray[np.float64]
"""Log-likelihoods, shape (7, 6, 3): column from the left, row from the bottom, state."""


@dataclass(frozen=True, slots=True, eq=False)
class Decoded:
    """A board and how sure it is."""

    board: Board
    probabilities: NDArray[np.float64]
    """Of each state in each cell given all evidence and gravity, shape (7, 6, 3)."""
    confidence: float
    """Probability that all 42 cells are as in the board, 0 to 1."""
    against_gravity: float
    """How much log-likelihood gravity cost, against the best state of every cell taken alone; 0 when it agreed."""


def decode(evidence: Evidence) -> Decoded:
    """Find the most likely board.

    Args:
        evidence: Log-likelihood of what was seen in each cell for each state, up to a constant a cell.
    Returns: The board, with the exact probabilities of a model in which every height of a column is as likely as any
        other before looking, and both colours as well.
    """
    empty = evidence[..., EMPTY]
    discs = evidence[..., [RED, YELLOW]]
    best_disc = discs.max(axis=-1)
    any_disc = np.logaddexp(discs[..., 0], discs[..., 1])
    zero = np.zeros((COLUMNS, 1))
    empty_above = np.concatenate([np.cumsum(empty[:, ::-1], axis=1)[:, ::-1], zero], axis=1)
    best = np.concatenate([zero, np.cumsum(best_disc, axis=1)], axis=1) + empty_above
    total = np.concatenate([zero, np.cumsum(any_disc, axis=1)], axis=1) + empty_above
    heights = best.argmax(axis=1)
    mass = np.logaddexp.reduce(total, axis=1)
    confidence = float(np.exp((best.max(axis=1) - mass).sum()))
    height_probability = np.exp(total - mass[:, None])
    filled = np.cumsum(height_probability[:, ::-1], axis=1)[:, ::-1][:, 1:]
    share = np.exp(discs - any_disc[..., None])
    probabilities = np.concatenate([1.0 - filled[..., None], filled[..., None] * share], axis=-1)
    colours = discs.argmax(axis=-1)
    board = Board.from_columns(
        [
            [Disc.RED if colours[column, row] == 0 else Disc.YELLOW for row in range(int(heights[column]))]
            for column in range(COLUMNS)
        ]
    )
    alone = evidence.max(axis=-1).sum()
    return Decoded(board, np.clip(probabilities, 0.0, 1.0), confidence, float(alone - best.max(axis=1).sum()))
