import itertools

import cv2
import numpy as np
import pytest

from referee.board import Board
from vision.cells import CELL_PIXELS
from vision.colours import frame_colours, learn_from, light_and_chroma, middle_colours, weigh_colours
from vision.decode import EMPTY, RED, YELLOW, decode
from vision.lattice import COLUMNS, ROWS

BOARD = Board.parse("......./...R.../..YY.../.RRY..R/.YYRR.Y/RYRRYYR")

CLASSIC = ((40, 40, 190), (40, 190, 220))
GREEN_AND_RED = ((40, 60, 200), (60, 150, 60))
RED_AND_BLACK = ((40, 40, 200), (30, 30, 30))


def draw(board: Board, discs, behind=(150, 150, 150), light: float = 0.0) -> np.ndarray:
    """A straightened board with a blue frame; light falls off by exp(light) from left to right."""
    picture = np.full((ROWS * CELL_PIXELS, COLUMNS * CELL_PIXELS, 3), (150, 70, 20), np.float32)
    for column, row in itertools.product(range(COLUMNS), range(ROWS)):
        disc = board[column, row]
        colour = behind if disc is None else discs[0 if disc.letter == "R" else 1]
        centre = (column * CELL_PIXELS + 8, (ROWS - 1 - row) * CELL_PIXELS + 8)
        cv2.circle(picture, centre, 6, tuple(float(channel) for channel in colour), -1)
    fall = np.exp(-light * np.linspace(0, 1, picture.shape[1]))[None, :, None]
    noise = np.random.default_rng(3).normal(scale=3, size=picture.shape)
    return np.clip(picture * fall + noise, 0, 255).astype(np.uint8)


def weak_evidence(board: Board, strength: float) -> np.ndarray:
    """What a cell model that is fairly sure of shapes and unsure of colours says."""
    evidence = np.zeros((COLUMNS, ROWS, 3))
    for column, row in itertools.product(range(COLUMNS), range(ROWS)):
        disc = board[column, row]
        if disc is None:
            evidence[column, row, EMPTY] = strength
        else:
            evidence[column, row, RED] = strength + (0.4 if disc.letter == "R" else 0.0)
            evidence[column, row, YELLOW] = strength + (0.4 if disc.letter == "Y" else 0.0)
    return evidence - np.logaddexp.reduce(evidence, axis=-1, keepdims=True)


def weigh(evidence: np.ndarray, picture: np.ndarray) -> np.ndarray:
    samples, frame = (light_and_chroma(part(picture)) for part in (middle_colours, frame_colours))
    likeliest = max(learn_from(evidence, samples), key=lambda story: story.chance)
    return weigh_colours(evidence, samples, frame, likeliest)


@pytest.mark.parametrize("discs", [CLASSIC, GREEN_AND_RED, RED_AND_BLACK])
@pytest.mark.parametrize("light", [0.0, 1.2])
def test_colours_of_any_set_are_learned_under_uneven_light(discs, light):
    picture = draw(BOARD, discs, light=light)
    evidence = weak_evidence(BOARD, 4.0)
    weighed = weigh(evidence, picture)
    before, after = decode(evidence), decode(weighed)
    assert after.board == BOARD
    assert before.confidence < 0.1
    assert after.confidence > 0.5


def test_a_doubtful_hole_in_a_disc_colour_becomes_a_disc():
    evidence = weak_evidence(BOARD, 4.0)
    evidence[3, 4] = np.log((0.6, 0.3, 0.1))
    picture = draw(BOARD, CLASSIC)
    weighed = weigh(evidence, picture)
    assert decode(evidence).board[3, 4] is None
    assert decode(weighed).board == BOARD


def test_colour_says_little_where_the_room_behind_has_the_colour_of_the_discs():
    picture = draw(BOARD, CLASSIC, behind=CLASSIC[0])
    evidence = weak_evidence(BOARD, 4.0)
    weighed = weigh(evidence, picture)
    assert decode(weighed).board == BOARD
    favour = np.logaddexp(*np.moveaxis((weighed - evidence)[..., [RED, YELLOW]], -1, 0)) - np.log(2)
    empty = np.array([[BOARD[column, row] is None for row in range(ROWS)] for column in range(COLUMNS)])
    assert favour[empty].max() < 2.5


def test_a_board_of_one_colour_is_not_split_in_two():
    board = Board.parse("......./......./......./......./.R.R.../RRRRR.R")
    picture = draw(board, CLASSIC, light=0.8)
    evidence = np.zeros((COLUMNS, ROWS, 3))
    for column, row in itertools.product(range(COLUMNS), range(ROWS)):
        evidence[column, row] = (4.0, 0.0, 0.0) if board[column, row] is None else (0.0, 5.0, 2.0)
    evidence -= np.logaddexp.reduce(evidence, axis=-1, keepdims=True)
    assert decode(weigh(evidence, picture)).board == board


def test_a_lone_blue_hole_is_no_proof_of_blue_discs():
    board = Board.parse("......./......./......./......./......./...R...")
    picture = draw(board, CLASSIC)
    picture[80:96, 0:16] = (picture[80:96, 0:16] * 0.5 + np.array((150, 70, 20)) * 0.4).astype(np.uint8)
    evidence = weak_evidence(board, 4.0)
    evidence[0, 0] = np.log((0.55, 0.05, 0.40))
    assert decode(weigh(evidence, picture)).board == board


def test_an_empty_board_teaches_nothing_and_stays_empty():
    evidence = weak_evidence(Board.empty(), 4.0)
    picture = draw(Board.empty(), CLASSIC)
    assert decode(weigh(evidence, picture)).board == Board.empty()


def test_shade_moves_lightness_only():
    lit, shaded = (light_and_chroma(np.full((7, 6, 3), level) * np.array([0.3, 0.9, 1.0])) for level in (220.0, 140.0))
    moved = (lit - shaded)[0, 0]
    assert moved[0] > 0.15
    assert np.abs(moved[1:]).max() < 0.05
