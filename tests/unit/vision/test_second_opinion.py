"""The trained look in the names of the board at hand."""

import numpy as np
import pytest
from numpy.typing import NDArray

from referee.board import Board
from vision.columns import labels_of
from vision.decode import EMPTY, RED, STATES, YELLOW
from vision.lattice import HOLES
from vision.second_opinion import agreement, named_as

BOARD = Board.parse("......./......./......./......./Y...R../RYR.Y.R")


def opinion(labels: NDArray[np.int8]) -> NDArray[np.float64]:
    logs = np.full((HOLES, STATES + 1), np.log(0.05))
    logs[np.arange(HOLES), labels] = np.log(0.85)
    return logs


def swapped(labels: NDArray[np.int8]) -> NDArray[np.int8]:
    return np.array([EMPTY, YELLOW, RED], np.int8)[labels]


def test_names_that_fit_are_kept() -> None:
    logs = opinion(labels_of(BOARD))
    assert named_as(BOARD, logs) is logs


def test_names_that_are_the_wrong_way_round_are_turned() -> None:
    logs = opinion(swapped(labels_of(BOARD)))
    assert named_as(BOARD, logs) == pytest.approx(opinion(labels_of(BOARD)))


def test_a_few_discs_name_nothing() -> None:
    few = Board.parse("......./......./......./......./......./RYR....")
    logs = opinion(swapped(labels_of(few)))
    assert named_as(few, logs) is logs


def test_agreement_does_not_mind_the_names() -> None:
    labels = labels_of(BOARD)
    assert agreement(np.exp(opinion(labels)), labels) == pytest.approx(0.85)
    assert agreement(np.exp(opinion(swapped(labels))), labels) == pytest.approx(0.85)
