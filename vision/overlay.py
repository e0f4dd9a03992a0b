"""What the eye sees, drawn into the picture for people: the grid, the discs, what is hidden and what moves."""

from typing import Final, assert_never

import cv2
import numpy as np

from referee.board import Board, Cell, Disc
from vision.lattice import COLUMNS, HOLES, ROWS, Lattice
from vision.picture import Image
from vision.seen import BoardHidden, BoardLost, BoardSeen, Observation

Bgr = tuple[int, int, int]

COLOURS: Final[dict[Disc | None, Bgr]] = {Disc.RED: (60, 60, 255), Disc.YELLOW: (0, 220, 255), None: (255, 255, 255)}
"""What a cell is ringed with."""
HIDDEN_COLOUR: Final[Bgr] = (255, 0, 255)
MOVING_COLOUR: Final[Bgr] = (0, 255, 0)
TEXT_COLOUR: Final[Bgr] = (255, 255, 255)
RING_RADIUS: Final = 0.30
"""Of the ring in a cell, in hole pitches."""


def draw_observation(bgr: Image, observation: Observation) -> Image:
    """Draw what was seen into a copy of the picture it was seen in.

    Every cell of a board is ringed in its colour and marked where it moves; hidden cells are crossed out. A line of
    text says the rest.

    Args:
        bgr: Picture, uint8, shape (height, width, 3).
        observation: What the eye said of it.
    """
    drawn = bgr.copy()
    match observation:
        case BoardSeen(board=board, confidence=confidence, lattice=lattice, moving=moving):
            _draw_board(drawn, lattice, board)
            _mark(drawn, lattice, moving, cv2.MARKER_DIAMOND, MOVING_COLOUR)
            _write(drawn, f"seen, {confidence:.2f}" + (", moving" if moving else ""))
        case BoardHidden(reason=reason, cells=cells, lattice=lattice):
            _mark(drawn, lattice, cells, cv2.MARKER_TILTED_CROSS, HIDDEN_COLOUR)
            _write(drawn, f"hidden: {reason.value}")
        case BoardLost(reason=reason):
            _write(drawn, f"no board: {reason.value}")
        case _:
            assert_never(observation)
    return drawn


def _draw_board(drawn: Image, lattice: Lattice, board: Board) -> None:
    outlines = np.rint(lattice.outlines(24, radius=RING_RADIUS)).astype(np.int32)
    thickness = max(1, round(lattice.pitch_pixels() / 20))
    for hole in range(HOLES):
        disc = board[hole % COLUMNS, ROWS - 1 - hole // COLUMNS]
        cv2.polylines(drawn, [outlines[hole]], True, COLOURS[disc], thickness, cv2.LINE_AA)


def _mark(drawn: Image, lattice: Lattice, cells: frozenset[Cell], marker: int, colour: Bgr) -> None:
    size = max(5, round(lattice.pitch_pixels() * RING_RADIUS))
    holes = lattice.holes()
    for column, row in cells:
        x, y = holes[(ROWS - 1 - row) * COLUMNS + column]
        cv2.drawMarker(drawn, (round(float(x)), round(float(y))), colour, marker, size, 2, cv2.LINE_AA)


def _write(drawn: Image, text: str) -> None:
    scale = max(0.4, drawn.shape[1] / 1200)
    place = (round(12 * scale), round(30 * scale))
    cv2.putText(drawn, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(drawn, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale, TEXT_COLOUR, 1, cv2.LINE_AA)
