"""Which discs lie where: all kinds of boards that gravity allows, as arrays with the top row first."""

import numpy as np
from numpy.typing import NDArray

from vision.decode import EMPTY, RED, YELLOW
from vision.lattice import COLUMNS, ROWS
from vision.training.dice import Dice

Labels = NDArray[np.uint8]
"""State of each cell, shape (6, 7), top row first."""


def _heights(dice: Dice) -> NDArray[np.int64]:
    match dice.weighted((0.13, 0.09, 0.12, 0.16, 0.12, 0.10, 0.28)):
        case 0:
            return np.zeros(COLUMNS, np.int64)
        case 1:
            return np.full(COLUMNS, ROWS)
        case 2:  # the first few discs of a game
            heights = np.zeros(COLUMNS, np.int64)
            for _ in range(dice.whole(1, 5)):
                heights[dice.whole(0, COLUMNS - 1)] += 1
            return heights
        case 3:
            return np.asarray(
                np.rint(dice.normals((COLUMNS,), dice.between(0.5, 1.5)) + dice.between(0, ROWS)), np.int64
            )
        case 4:  # filled row by row
            return np.asarray(dice.whole(0, ROWS - 1) + (dice.uniforms((COLUMNS,), 0, 1) < 0.5), dtype=np.int64)
        case 5:  # nearly full
            gaps = np.floor(dice.uniforms((COLUMNS,), 0, 4)).astype(np.int64)
            return np.asarray(ROWS - gaps * (dice.uniforms((COLUMNS,), 0, 1) < 0.4), dtype=np.int64)
        case _:
            return np.floor(dice.uniforms((COLUMNS,), 0, ROWS + 1)).astype(np.int64)


def draw_arrangement(dice: Dice) -> Labels:
    """Draw a board."""
    heights = np.clip(_heights(dice), 0, ROWS)
    share = (0.5, 0.3, 0.7, 0.1, 0.9, 0.0, 1.0)[dice.weighted((0.7, 0.08, 0.08, 0.05, 0.05, 0.02, 0.02))]
    colours = np.where(dice.uniforms((ROWS, COLUMNS), 0, 1) < share, RED, YELLOW)
    if dice.chance(0.12):  # columns of one colour
        runs = dice.uniforms((COLUMNS,), 0, 1) < 0.5
        colours = np.where(runs, colours[-1], colours)
    from_bottom = np.arange(ROWS)[::-1, None]
    return np.where(from_bottom < heights, colours, EMPTY).astype(np.uint8)
