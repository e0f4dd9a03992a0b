import numpy as np
import pytest

from vision.cells import BOARD_HEIGHT, BOARD_WIDTH, CELL_PIXELS, Sampler, in_game_order, in_picture_order
from vision.errors import NotAPictureError
from vision.lattice import COLUMNS, ROWS, Lattice

CORNERS = ((100.0, 60.0), (460.0, 90.0), (440.0, 370.0), (120.0, 390.0))


def picture_of_numbered_cells(lattice: Lattice, height: int = 480, width: int = 640) -> np.ndarray:
    """A picture in which every pixel carries the column and row of its cell, and nothing else."""
    ys, xs = np.mgrid[0:height, 0:width]
    plane = lattice.unproject(np.stack([xs.ravel(), ys.ravel()], axis=-1).astype(np.float64))
    cells = np.clip(np.rint(plane), 0, (COLUMNS - 1, ROWS - 1)).astype(np.uint8).reshape(height, width, 2)
    return np.dstack([cells[..., 0] * 30, cells[..., 1] * 30, np.full((height, width), 7, np.uint8)])


@pytest.mark.parametrize("distortion", [0.0, -0.03])
def test_every_cell_of_the_straightened_board_shows_its_own_hole(distortion):
    homography = Lattice.from_corner_holes(CORNERS).homography
    lattice = Lattice(homography, distortion, (320.0, 240.0), 400.0)
    board = Sampler(lattice, (480, 640)).straighten(picture_of_numbered_cells(lattice))
    assert board.shape == (BOARD_HEIGHT, BOARD_WIDTH, 3)
    middles = board[CELL_PIXELS // 2 :: CELL_PIXELS, CELL_PIXELS // 2 :: CELL_PIXELS]
    assert (middles[..., 0] == np.arange(COLUMNS) * 30).all()
    assert (middles[..., 1] == np.arange(ROWS)[:, None] * 30).all()


def test_a_fine_picture_is_averaged_and_not_picked_apart():
    lattice = Lattice.from_corner_holes(((150, 150), (1350, 150), (1350, 1150), (150, 1150)))
    checks = (np.indices((1300, 1500)).sum(axis=0) % 2 * 255).astype(np.uint8)
    board = Sampler(lattice, (1300, 1500)).straighten(np.dstack([checks] * 3))
    assert board.min() > 100
    assert board.max() < 155


def test_a_board_that_runs_out_of_the_picture_is_still_cut_out():
    lattice = Lattice.from_corner_holes(((-20, -10), (630, 5), (640, 500), (-5, 470)))
    board = Sampler(lattice, (480, 640)).straighten(np.full((480, 640, 3), 90, np.uint8))
    assert (board == 90).all()


def test_the_bottom_row_of_the_picture_is_row_0_of_the_game():
    cells = np.arange(ROWS * COLUMNS).reshape(ROWS, COLUMNS)
    game = in_game_order(cells)
    assert game[0, 0] == 35
    assert game[6, 5] == 6
    assert (in_picture_order(game) == cells).all()


@pytest.mark.parametrize(
    "picture", [np.zeros((480, 640), np.uint8), np.zeros((480, 640, 3), np.float32), np.zeros((0, 640, 3), np.uint8)]
)
def test_what_is_no_picture_is_refused(picture):
    sampler = Sampler(Lattice.from_corner_holes(CORNERS), (480, 640))
    with pytest.raises(NotAPictureError):
        sampler.straighten(picture)


def test_a_picture_of_another_size_is_refused():
    sampler = Sampler(Lattice.from_corner_holes(CORNERS), (480, 640))
    with pytest.raises(NotAPictureError, match="480, 640"):
        sampler.straighten(np.zeros((600, 800, 3), np.uint8))
