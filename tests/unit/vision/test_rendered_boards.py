from dataclasses import replace

import numpy as np
import pytest

from vision.cell_model import HIDDEN
from vision.cells import BOARD_HEIGHT, BOARD_WIDTH
from vision.decode import EMPTY, RED, YELLOW
from vision.lattice import COLUMNS, ROWS
from vision.training.arrangement import draw_arrangement
from vision.training.dice import Dice
from vision.training.geometry import PITCH, Shape, View, trace
from vision.training.palette import draw_discs, redness
from vision.training.straightened import UNLABELLED, render_straightened

SHAPE = Shape(
    front_depth=0.2,
    slot_depth=0.2,
    back_depth=0.2,
    hole_radius=0.4,
    back_radius=0.4,
    disc_radius=0.48,
    disc_thickness=0.15,
    disc_depth=np.full((ROWS, COLUMNS), 0.22, np.float32),
    disc_aside=np.zeros((2, ROWS, COLUMNS), np.float32),
    loose=False,
    released_bar=False,
)


def view(slant_x: float, slant_y: float = 0.0) -> View:
    ys, xs = np.mgrid[0 : ROWS * PITCH, 0 : COLUMNS * PITCH].astype(np.float32)
    x, y = (xs + 0.5) / PITCH - 0.5, (ys + 0.5) / PITCH - 0.5
    return View(x, y, np.full_like(x, slant_x), np.full_like(y, slant_y), 20.0)


def at_hole(values: np.ndarray, row: int, column: int, across: float = 0.0) -> float:
    return float(values[int((row + 0.5) * PITCH), int((column + 0.5 + across) * PITCH)])


def test_a_seed_gives_the_same_board_every_time():
    first, second = render_straightened(11), render_straightened(11)
    assert (first[0] == second[0]).all()
    assert (first[1] == second[1]).all()
    assert (first[0] != render_straightened(12)[0]).any()


def test_boards_have_the_form_that_the_network_learns():
    for seed in range(12):
        board, labels = render_straightened(seed)
        assert board.shape == (BOARD_HEIGHT, BOARD_WIDTH, 3)
        assert board.dtype == np.uint8
        assert labels.shape == (ROWS, COLUMNS)
        assert set(np.unique(labels)) <= {EMPTY, RED, YELLOW, HIDDEN, UNLABELLED}


def test_no_drawn_disc_floats():
    for seed in range(200):
        filled = draw_arrangement(Dice(seed)) != EMPTY
        assert (filled[1:] | ~filled[:-1]).all()


def test_the_redder_disc_of_a_set_is_called_red():
    for seed in range(100):
        pair = draw_discs(Dice(seed))
        assert redness(pair.red) >= redness(pair.yellow)


def test_an_empty_hole_shows_the_room_and_from_the_side_its_wall_too():
    empty = np.zeros((ROWS, COLUMNS), np.uint8)
    straight = trace(SHAPE, view(0.0), empty)
    assert straight.disc.max() == 0.0
    assert at_hole(straight.past_back, 2, 3, 0.3) == pytest.approx(1.0)
    aside = trace(SHAPE, view(0.8), empty)
    assert at_hole(aside.past_back, 2, 3, 0.3) == 0.0
    assert at_hole(aside.past_back, 2, 3, -0.3) == pytest.approx(1.0)


def test_a_disc_fills_its_hole_and_moves_away_with_a_slant():
    labels = np.zeros((ROWS, COLUMNS), np.uint8)
    labels[5, 3] = RED
    straight = trace(SHAPE, view(0.0), labels)
    assert at_hole(straight.disc, 5, 3, 0.35) == pytest.approx(1.0)
    assert at_hole(straight.disc, 5, 2) == 0.0
    deep = replace(SHAPE, front_depth=0.6, disc_depth=np.full((ROWS, COLUMNS), 0.65, np.float32))
    aside = trace(deep, view(0.8), labels)
    assert at_hole(aside.past_front, 5, 3, 0.3) == 0.0
    assert at_hole(aside.disc, 5, 3, -0.3) == pytest.approx(1.0)
