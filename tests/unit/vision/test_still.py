import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.simulated.stills import render_still
from referee.board import Board
from vision.cell_model import HIDDEN, MODEL_FILE, CellModel, RepeatedLooks, standardised
from vision.cells import in_game_order
from vision.decode import EMPTY, RED, YELLOW
from vision.errors import NotAPictureError
from vision.lattice import COLUMNS, ROWS, Lattice
from vision.reading import DiscNames, read_cells
from vision.still import StillReading, Unreadable, UnreadableReason, read_board, read_still

SHARED = Path(__file__).resolve().parents[4] / "shared"
PITCH, LEFT, TOP = 60, 140, 70
COLOURS = {".": (205, 210, 205), "R": (40, 35, 190), "Y": (40, 190, 225), "G": (70, 150, 50)}
GAME = "......./......./...R.../..YR.../.RYY.R./YRRYYRY"


def picture(board: str) -> np.ndarray:
    """A board straight on, before a light wall: blue frame, thick plate, discs a little in."""
    bgr = np.full((480, 640, 3), COLOURS["."], np.uint8)
    corner = (LEFT - 40, TOP - 40), (LEFT + 6 * PITCH + 40, TOP + 5 * PITCH + 40)
    cv2.rectangle(bgr, *corner, (170, 80, 20), -1)
    for row, cells in enumerate(board.split("/")):
        for column, cell in enumerate(cells):
            centre = (LEFT + column * PITCH, TOP + row * PITCH)
            if cell == ".":
                # The plate's inside shows on the side away from the camera.
                cv2.circle(bgr, centre, 23, (90, 40, 10), -1, cv2.LINE_AA)
                inner = (centre[0] + (column - 3) * 2, centre[1] + 3)
                mask = np.zeros(bgr.shape[:2], np.uint8)
                cv2.circle(mask, centre, 23, 255, -1)
                seen = np.zeros_like(mask)
                cv2.circle(seen, inner, 23, 255, -1)
                bgr[(mask & seen) > 0] = COLOURS["."]
            else:
                cv2.circle(bgr, centre, 23, COLOURS[cell], -1, cv2.LINE_AA)
                cv2.circle(bgr, centre, 15, tuple(int(c * 0.85) for c in COLOURS[cell]), 2, cv2.LINE_AA)
    noise = np.random.default_rng(1).normal(scale=3, size=bgr.shape)
    return np.clip(cv2.GaussianBlur(bgr, (3, 3), 0) + noise, 0, 255).astype(np.uint8)


LATTICE = Lattice.from_corner_holes(
    [(LEFT, TOP), (LEFT + 6 * PITCH, TOP), (LEFT + 6 * PITCH, TOP + 5 * PITCH), (LEFT, TOP + 5 * PITCH)]
)


class ScriptedModel(CellModel):
    """Says what a board holds, as sure as it is told to be."""

    def __init__(self, board: str, sureness: float, hidden: tuple[tuple[int, int], ...] = ()) -> None:
        places = {".": EMPTY, "R": RED, "Y": YELLOW}
        scores = np.zeros((ROWS, COLUMNS, 4))
        scores[..., HIDDEN] = -4.0
        for row, cells in enumerate(board.split("/")):
            for column, cell in enumerate(cells):
                scores[row, column, places[cell]] = sureness
        scores = in_game_order(scores)
        for column, row in hidden:
            scores[column, row] = (0, 0, 0, 8)
        self._answer = scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True)

    def log_probabilities(self, board: np.ndarray) -> np.ndarray:
        assert board.shape == (96, 112, 3)
        return self._answer


def test_a_plain_board_is_read_with_its_place():
    reading = read_still(picture(GAME))
    assert isinstance(reading, StillReading), reading
    assert reading.board == Board.parse(GAME)
    assert np.abs(reading.lattice.holes()[[0, 41]] - [(LEFT, TOP), (LEFT + 360, TOP + 300)]).max() < 6
    assert 0.5 < reading.confidence <= 1.0
    blue, green, red = reading.cells.red_bgr
    assert red > 120
    assert max(blue, green) < 90


def test_a_picture_without_a_board_says_so():
    answer = read_still(np.full((240, 320, 3), 128, np.uint8))
    assert isinstance(answer, Unreadable)
    assert answer.error is UnreadableReason.NO_BOARD
    assert answer.lattice is None


def test_a_board_under_a_sheet_of_paper_is_not_guessed():
    bgr = picture(GAME)
    cv2.rectangle(bgr, (LEFT + 60, TOP + 90), (LEFT + 290, TOP + 340), (200, 215, 225), -1)
    answer = read_board(bgr, LATTICE)
    assert isinstance(answer, Unreadable)
    assert answer.error in (UnreadableReason.HIDDEN, UnreadableReason.UNSURE)


def test_a_hidden_cell_is_named():
    reading = read_cells(np.full((96, 112, 3), 90, np.uint8), ScriptedModel(GAME, 9.0, hidden=((2, 0), (6, 5))))
    assert reading.hidden == ((2, 0), (6, 5))
    assert reading.confidence < 0.1


def test_confidence_follows_the_least_sure_cell():
    board = np.full((96, 112, 3), 90, np.uint8)
    sure, unsure = (read_cells(board, ScriptedModel(GAME, sureness)).confidence for sureness in (12.0, 3.0))
    assert sure > 0.9
    assert unsure < 0.5


def test_named_colours_say_which_discs_are_which():
    board = Board.parse(GAME.replace("R", "x").replace("Y", "R").replace("x", "Y"))
    bgr = picture(GAME.replace("Y", "G"))
    unnamed, named = (read_cells_of(bgr, names) for names in (None, DiscNames(red="green", yellow="red")))
    assert unnamed.board == Board.parse(GAME)
    assert named.board == board


def read_cells_of(bgr: np.ndarray, names: DiscNames | None):
    from vision.cells import Sampler

    return read_cells(Sampler(LATTICE, bgr.shape[:2]).straighten(bgr), ScriptedModel(GAME, 6.0), names)


def test_what_is_no_picture_is_refused():
    with pytest.raises(NotAPictureError):
        read_still(np.zeros((40, 40), np.uint8))


def test_the_network_is_small_and_answers_with_probabilities():
    model = CellModel()
    board = np.random.default_rng(2).integers(0, 255, (96, 112, 3)).astype(np.uint8)
    logs = model.log_probabilities(board)
    assert logs.shape == (COLUMNS, ROWS, 4)
    assert np.allclose(np.exp(logs).sum(axis=-1), 1.0)
    assert MODEL_FILE.stat().st_size <= 500_000


def test_looking_again_does_not_depend_on_left_and_right():
    judge = RepeatedLooks(CellModel())
    board = np.random.default_rng(5).integers(0, 255, (96, 112, 3)).astype(np.uint8)
    mirrored = np.ascontiguousarray(board[:, ::-1])
    logs = judge.log_probabilities(board)
    assert np.allclose(np.exp(logs).sum(axis=-1), 1.0)
    assert np.allclose(logs, judge.log_probabilities(mirrored)[::-1], atol=0.05)


def test_a_darker_picture_of_the_same_board_asks_the_network_nearly_the_same():
    board = np.random.default_rng(4).integers(20, 250, (96, 112, 3)).astype(np.uint8)
    assert np.abs(standardised(board) - standardised((board * 0.5).astype(np.uint8))).max() < 0.2


@pytest.mark.skipif(not SHARED.is_dir(), reason="the labelled photographs lie beside the project and are not there")
def test_of_a_sample_of_photographs_most_are_read_and_none_wrongly():
    folder = SHARED / "photos"
    labels = json.loads((folder / "labels.json").read_text())[::4]
    right = wrong = 0
    for label in labels:
        answer = read_board(cv2.imread(str(folder / label["file"])), Lattice.from_corner_holes(label["corners"]))
        if isinstance(answer, Unreadable):
            continue
        truth, got = "/".join(label["grid"]), str(answer.board)
        swapped = got.translate(str.maketrans("RY", "YR")) if label["any_colours"] else got
        ok = any(all(t in (g, "?") for t, g in zip(truth, each, strict=True)) for each in (got, swapped))
        right, wrong = right + ok, wrong + (not ok)
    assert wrong == 0
    assert right >= len(labels) * 0.6


def test_a_picture_without_colours_gives_no_board() -> None:
    grey = cv2.cvtColor(cv2.cvtColor(picture(GAME), cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    reading = read_board(grey, LATTICE)
    assert isinstance(reading, Unreadable)
    assert reading.error is UnreadableReason.UNSURE


@pytest.mark.parametrize("seed", [1, 6, 9, 61, 71, 122])
def test_a_picture_upside_down_is_named_as_that_rather_than_read_otherwise(seed: int) -> None:
    upright, _ = render_still(seed)
    assert isinstance(read_still(upright), StillReading)
    reading = read_still(np.ascontiguousarray(upright[::-1, ::-1]))
    assert isinstance(reading, Unreadable)
    assert "upside down" in reading.message
