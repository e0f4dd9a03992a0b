"""Which columns were disturbed."""

import numpy as np
from numpy.typing import NDArray

from referee.board import Board
from vision.columns import CALM, STIRRED, SWEPT
from vision.disturbance import QUIET_FRAMES, SETTLING_FRAMES, Disturbance
from vision.lattice import COLUMNS, HOLES

BOARD = Board.parse("......./......./......./Y....../Y....../R.....R")
NO_HOLE = np.zeros(HOLES, np.bool_)
NO_COLUMN = np.zeros(COLUMNS, np.bool_)


def holes(*cells: tuple[int, int]) -> NDArray[np.bool_]:
    """Holes by column and row, row 0 at the bottom."""
    chosen = np.zeros((6, 7), np.bool_)
    for column, row in cells:
        chosen[5 - row, column] = True
    return chosen.reshape(HOLES)


def after(lasting: NDArray[np.bool_], now: NDArray[np.bool_]) -> list[int]:
    disturbance = Disturbance()
    disturbance.note_stirring(BOARD, lasting, now)
    return disturbance.columns.tolist()


def test_where_the_next_disc_lands_something_stirring_disturbs_the_column() -> None:
    assert after(holes((3, 0)), NO_HOLE) == [CALM, CALM, CALM, STIRRED, CALM, CALM, CALM]
    assert after(NO_HOLE, holes((0, 3))) == [STIRRED, *[CALM] * 6]
    assert after(holes((3, 1)), holes((0, 4), (0, 0))) == [CALM] * 7


def test_a_column_that_moves_down_alone_is_swept() -> None:
    column = holes((0, 0), (0, 1), (0, 2))
    assert after(NO_HOLE, column) == [SWEPT, *[CALM] * 6]
    assert after(NO_HOLE, column | holes((6, 0), (5, 4), (5, 5))) == [STIRRED, *[CALM] * 6]


def test_discs_that_still_slide_after_a_change_are_not_swept_again() -> None:
    column = holes((0, 0), (0, 1), (0, 2))
    disturbance = Disturbance()
    disturbance.note_settling(np.arange(COLUMNS) == 0)
    for _ in range(SETTLING_FRAMES):
        disturbance.note_stirring(BOARD, NO_HOLE, column)
        assert disturbance.columns.tolist() == [CALM] * 7
    disturbance.note_stirring(BOARD, NO_HOLE, column)
    assert disturbance.columns[0] == SWEPT


def test_a_single_disc_that_stirs_may_stand_in_a_glow() -> None:
    assert after(NO_HOLE, holes((6, 0))) == [CALM] * 7


def test_while_nobody_could_look_anything_may_have_been_done() -> None:
    disturbance = Disturbance()
    disturbance.note_unseen()
    assert disturbance.columns.tolist() == [STIRRED] * 7


def test_a_hand_disturbs_until_all_was_quiet_for_some_frames() -> None:
    disturbance = Disturbance()
    disturbance.note_front(holes((2, 2)), np.arange(COLUMNS) == 5, quiet=False)
    due = [CALM, CALM, STIRRED, CALM, CALM, STIRRED, CALM]
    for _ in range(QUIET_FRAMES - 1):
        disturbance.note_front(NO_HOLE, NO_COLUMN, quiet=True)
        assert disturbance.columns.tolist() == due
    disturbance.note_front(NO_HOLE, NO_COLUMN, quiet=True)
    assert disturbance.columns.tolist() == [CALM] * 7
