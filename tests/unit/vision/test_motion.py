"""What stirs from frame to frame."""

import numpy as np
import pytest

from vision.cells import BOARD_HEIGHT, BOARD_WIDTH, CELL_PIXELS
from vision.lattice import HOLES
from vision.look import Look, look_at
from vision.motion import Motion

EVERYWHERE = np.ones(HOLES, np.bool_)


def board(levels: dict[int, int], noise: int = 0) -> Look:
    """A grey board; some holes, by their number, are of another grey."""
    pixels = np.full((BOARD_HEIGHT, BOARD_WIDTH, 3), 100, np.uint8)
    for hole, level in levels.items():
        top, left = hole // 7 * CELL_PIXELS, hole % 7 * CELL_PIXELS
        pixels[top : top + CELL_PIXELS, left : left + CELL_PIXELS] = level
    if noise:
        pixels += np.random.default_rng(noise).integers(0, 4, pixels.shape, dtype=np.uint8)
    return look_at(pixels)


def test_the_first_frame_tells_of_no_rest() -> None:
    movement = Motion().compare(board({}))
    assert movement.moving.all()
    assert movement.stirring.all()


def test_a_great_change_moves_and_a_small_one_stirs() -> None:
    motion = Motion()
    motion.compare(board({}))
    movement = motion.compare(board({3: 180, 17: 114}))
    assert list(np.flatnonzero(movement.moving)) == [3]
    assert list(np.flatnonzero(movement.stirring)) == [3, 17]


def test_a_faint_step_in_one_hole_stirs_alone_and_one_in_half_of_them_is_a_shadow() -> None:
    motion = Motion()
    motion.compare(board({}))
    assert list(np.flatnonzero(motion.compare(board({9: 108})).stirring_alone)) == [9]
    shadow = motion.compare(board({9: 108, **dict.fromkeys(range(21, HOLES), 90)}))
    assert list(np.flatnonzero(shadow.stirring)) == list(range(21, HOLES))
    assert not shadow.stirring_alone.any()


@pytest.mark.parametrize("frames", [2, 9])
def test_noise_neither_moves_nor_stirs(frames: int) -> None:
    motion = Motion()
    motion.compare(board({}, noise=1))
    motion.trust(EVERYWHERE)
    for seed in range(2, 2 + frames):
        assert not motion.compare(board({}, noise=seed)).stirring.any()
    assert motion.steady.all()


def test_light_that_creeps_leaves_holes_steady_and_a_step_does_not() -> None:
    motion = Motion()
    motion.compare(board({}))
    motion.trust(EVERYWHERE)
    for level in range(101, 140):
        motion.compare(board({5: level}))
    assert motion.steady[5]
    motion.compare(board({5: 160}))
    assert list(np.flatnonzero(~motion.steady)) == [5]
    motion.compare(board({5: 160}))
    assert not motion.steady[5], "what stirred stays unknown until it is trusted again"


def test_a_lost_board_is_known_nowhere() -> None:
    motion = Motion()
    motion.compare(board({}))
    motion.trust(EVERYWHERE)
    motion.lose()
    assert not motion.steady.any()
    assert motion.compare(board({})).moving.all()


def test_what_comes_before_most_of_the_board_stirs_there() -> None:
    motion = Motion()
    motion.compare(board({}))
    motion.trust(EVERYWHERE)
    movement = motion.compare(board(dict.fromkeys(range(30), 20)))
    assert list(np.flatnonzero(movement.stirring)) == list(range(30))
    assert list(np.flatnonzero(motion.steady)) == list(range(30, HOLES))


def test_what_stirs_in_a_few_holes_stirred_alone_and_what_stirs_in_most_was_the_light() -> None:
    motion = Motion()
    motion.compare(board({}))
    motion.trust(EVERYWHERE)
    motion.compare(board({5: 130, 12: 130}))
    assert list(np.flatnonzero(motion.stirred_alone)) == [5, 12]
    motion.compare(board(dict.fromkeys(range(20), 160)))
    assert not motion.stirred_alone.any()
