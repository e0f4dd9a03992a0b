"""What the eye sees, drawn into the picture for people: the grid, the discs, what is hidden and what moves."""

from typing import Final, assert_never

import cv2
import numpy as np

from referee.board import Board, Cell, Disc, column_name
from vision.lattice import COLUMNS, HOLES, ROWS, Lattice
from vision.picture import Image
from vision.seen import BoardHidden, BoardLost, BoardSeen, Observation

Bgr = tuple[int, int, int]

COLOURS: Final[dict[Disc | None, Bgr]] = {Disc.RED: (60, 60, 255), Disc.YELLOW: (0, 220, 255), None: (255, 255, 255)}
"""What a cell is ringed with."""
HIDDEN_COLOUR: Final[Bgr] = (255, 0, 255)
MOVING_COLOUR: Final[Bgr] = (0, 255, 0)
TEXT_COLOUR: Final[Bgr] = (255, 255, 255)
GRID_COLOUR: Final[Bgr] = (255, 160, 0)
LETTERS_ABOVE: Final = -0.75
"""Where the names of the columns stand, in the plane of the holes."""
RING_RADIUS: Final = 0.30
"""Of the ring in a cell, in hole pitches."""


def draw_observation(bgr: Image, observation: Observation) -> Image:
    """Draw what was seen into a copy of the picture it was seen in: its cells, and a line of text that says the rest.

    Args:
        bgr: Picture, uint8, shape (height, width, 3).
        observation: What the eye said of it.
    """
    drawn = draw_cells(bgr, observation)
    match observation:
        case BoardSeen(confidence=confidence, moving=moving):
            _write(drawn, f"seen, {confidence:.2f}" + (", moving" if moving else ""))
        case BoardHidden(reason=reason):
            _write(drawn, f"hidden: {reason.value}")
        case BoardLost(reason=reason):
            _write(drawn, f"no board: {reason.value}")
        case _:
            assert_never(observation)
    return drawn


def draw_cells(bgr: Image, observation: Observation) -> Image:
    """Draw the cells that were seen into a copy of the picture.

    Every cell of a board is ringed in its colour and marked where it moves; hidden cells are crossed out.

    Args:
        bgr: Picture, uint8, shape (height, width, 3).
        observation: What the eye said of it.
    """
    drawn = bgr.copy()
    match observation:
        case BoardSeen(board=board, lattice=lattice, moving=moving):
            _draw_board(drawn, lattice, board)
            _mark(drawn, lattice, moving, cv2.MARKER_DIAMOND, MOVING_COLOUR)
        case BoardHidden(cells=cells, lattice=lattice):
            _mark(drawn, lattice, cells, cv2.MARKER_TILTED_CROSS, HIDDEN_COLOUR)
        case BoardLost():
            pass
        case _:
            assert_never(observation)
    return drawn


def draw_grid(bgr: Image, lattice: Lattice) -> Image:
    """Draw where the holes are into a copy of the picture: each rim, and the name of each column above it.

    Args:
        bgr: Picture, uint8, shape (height, width, 3).
        lattice: Where the holes are.
    """
    drawn = bgr.copy()
    pitch = lattice.pitch_pixels()
    for outline in np.rint(lattice.outlines(32)).astype(np.int32):
        cv2.polylines(drawn, [outline], True, GRID_COLOUR, max(1, round(pitch / 30)), cv2.LINE_AA)
    scale = max(0.4, pitch / 50)
    for column, (x, y) in enumerate(lattice.project([(column, LETTERS_ABOVE) for column in range(COLUMNS)])):
        place = (round(float(x) - 8 * scale), max(round(float(y)), round(24 * scale)))
        _write_at(drawn, column_name(column), place, scale)
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
    _write_at(drawn, text, (round(12 * scale), round(30 * scale)), scale)


def _write_at(drawn: Image, text: str, place: tuple[int, int], scale: float) -> None:
    cv2.putText(drawn, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(drawn, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale, TEXT_COLOUR, 1, cv2.LINE_AA)
