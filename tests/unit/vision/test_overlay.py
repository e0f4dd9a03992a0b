"""What is drawn for people."""

import numpy as np
import pytest

from referee.board import Board
from vision.lattice import Lattice
from vision.overlay import COLOURS, HIDDEN_COLOUR, draw_observation
from vision.seen import BoardHidden, BoardLost, BoardSeen, HiddenReason, LostReason, Observation

LATTICE = Lattice.from_corner_holes([(60, 60), (360, 60), (360, 310), (60, 310)])
BOARD = Board.parse("......./......./......./......./Y....../R......")
PICTURE = np.full((400, 480, 3), 90, np.uint8)


@pytest.mark.parametrize(
    "observation",
    [
        BoardSeen(BOARD, 0.99, LATTICE, frozenset({(6, 5)})),
        BoardHidden(HiddenReason.COVERED, frozenset({(0, 0)}), LATTICE),
        BoardLost(LostReason.NOT_FOUND),
    ],
)
def test_something_is_drawn_and_the_picture_itself_is_left_alone(observation: Observation) -> None:
    before = PICTURE.copy()
    drawn = draw_observation(PICTURE, observation)
    assert drawn.shape == PICTURE.shape
    assert (drawn != PICTURE).any()
    assert (before == PICTURE).all()


def test_a_red_disc_is_ringed_in_red_at_its_place() -> None:
    drawn = draw_observation(PICTURE, BoardSeen(BOARD, 1.0, LATTICE))
    x, y = LATTICE.holes()[35]
    near = drawn[int(y) - 25 : int(y) + 25, int(x) - 25 : int(x) + 25].reshape(-1, 3)
    red = next(colour for disc, colour in COLOURS.items() if disc is not None and disc.letter == "R")
    assert (near == red).all(axis=1).any()


def test_a_hidden_cell_is_crossed_out() -> None:
    drawn = draw_observation(PICTURE, BoardHidden(HiddenReason.COVERED, frozenset({(0, 0)}), LATTICE))
    x, y = LATTICE.holes()[35]
    assert tuple(int(level) for level in drawn[round(float(y)), round(float(x))]) == HIDDEN_COLOUR
