import itertools

import numpy as np
import pytest

from referee.board import Board
from vision.decode import EMPTY, RED, YELLOW, decode
from vision.lattice import COLUMNS, ROWS

BOARD = Board.parse("......./......./..R..../..Y...R/.RYR..Y/YRYRY.R")


def evidence_for(board: Board, strength: float = 6.0) -> np.ndarray:
    evidence = np.zeros((COLUMNS, ROWS, 3))
    for column, row in itertools.product(range(COLUMNS), range(ROWS)):
        disc = board[column, row]
        evidence[column, row, EMPTY if disc is None else {"R": RED, "Y": YELLOW}[disc.letter]] = strength
    return evidence


def test_clear_evidence_gives_its_board_with_confidence():
    decoded = decode(evidence_for(BOARD, 12.0))
    assert decoded.board == BOARD
    assert decoded.confidence > 0.99
    assert decoded.against_gravity == pytest.approx(0.0)


def test_a_red_thing_behind_an_empty_hole_does_not_float():
    evidence = evidence_for(BOARD)
    evidence[5, 3] = (0.0, 8.0, 0.0)
    decoded = decode(evidence)
    assert decoded.board == BOARD
    assert decoded.against_gravity == pytest.approx(8.0)
    assert decoded.confidence < 0.99


def test_a_doubtful_cell_under_discs_is_a_disc():
    evidence = evidence_for(BOARD)
    evidence[2, 1] = (1.0, 0.0, 0.5)
    assert decode(evidence).board == BOARD


def test_no_evidence_gives_no_confidence_and_even_colours():
    decoded = decode(np.zeros((COLUMNS, ROWS, 3)))
    assert decoded.confidence < 1e-6
    assert np.allclose(decoded.probabilities.sum(axis=-1), 1.0)
    assert np.allclose(decoded.probabilities[..., RED], decoded.probabilities[..., YELLOW])


def test_probabilities_are_those_of_counting_every_column_filling():
    evidence = np.random.default_rng(5).normal(size=(COLUMNS, ROWS, 3))
    decoded = decode(evidence)
    column = 4
    weight = np.zeros((ROWS, 3))
    total = best = 0.0
    for height in range(ROWS + 1):
        for colours in itertools.product((RED, YELLOW), repeat=height):
            states = (*colours, *[EMPTY] * (ROWS - height))
            chance = np.exp(sum(evidence[column, row, state] for row, state in enumerate(states)))
            total += chance
            best = max(best, chance)
            for row, state in enumerate(states):
                weight[row, state] += chance
    assert np.allclose(decoded.probabilities[column], weight / total)
    others = [
        decode(np.where(np.arange(COLUMNS)[:, None, None] == c, evidence, evidence_for(BOARD, 60.0))) for c in range(7)
    ]
    assert others[column].confidence == pytest.approx(best / total)
    assert decoded.confidence == pytest.approx(np.prod([each.confidence for each in others]))


def test_adding_a_constant_to_a_cell_changes_nothing():
    evidence = np.random.default_rng(6).normal(size=(COLUMNS, ROWS, 3)) * 2
    shifted = evidence + np.random.default_rng(7).normal(size=(COLUMNS, ROWS, 1))
    assert decode(shifted).board == decode(evidence).board
    assert decode(shifted).confidence == pytest.approx(decode(evidence).confidence)
