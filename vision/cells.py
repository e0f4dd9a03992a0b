"""The board cut out of a picture: 42 cells of one size, straight, at a known lattice.

A `Sampler` is bound to one lattice and one picture size and does the least work a frame: one shrink where the picture
is finer than needed, one look-up per pixel of the result. What the cells hold is left to `vision.cell_model`.

Pictures have the top row first; the game counts rows from the bottom and names the column first. `in_game_order` is
the one place where the first becomes the second.
"""

import math
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import NotAPictureError
from vision.lattice import COLUMNS, ROWS, Lattice
from vision.picture import Image, check_picture

CELL_PIXELS = 16
"""Edge of one cell of the straightened board, one hole pitch."""

BOARD_HEIGHT = ROWS * CELL_PIXELS
BOARD_WIDTH = COLUMNS * CELL_PIXELS

_OVERSAMPLING = 2
"""Pixels looked up per pixel of the result and axis, averaged afterwards."""

Number = TypeVar("Number", bound=np.generic)


def in_game_order(cells: NDArray[Number]) -> NDArray[Number]:
    """Turn an array of cells from picture order to game order.

    Args:
        cells: Shape (6, 7, ...), the top row first.
    Returns: Shape (7, 6, ...), indexed by column and row, the bottom row first.
    """
    return np.ascontiguousarray(np.swapaxes(cells[::-1], 0, 1))


def in_picture_order(cells: NDArray[Number]) -> NDArray[Number]:
    """Turn an array of cells from game order, shape (7, 6, ...), to picture order, shape (6, 7, ...)."""
    return np.ascontiguousarray(np.swapaxes(cells, 0, 1)[::-1])


class Sampler:
    """Cuts the board out of pictures of one size in which it lies at one lattice."""

    def __init__(self, lattice: Lattice, size: tuple[int, int]) -> None:
        """Prepare the look-up.

        Args:
            lattice: Where the holes are.
            size: Height and width of the pictures to come, in pixels.
        """
        self.lattice = lattice
        self.size = size
        step = 1.0 / (CELL_PIXELS * _OVERSAMPLING)
        along = np.arange(COLUMNS * CELL_PIXELS * _OVERSAMPLING) * step - 0.5 + step / 2
        down = np.arange(ROWS * CELL_PIXELS * _OVERSAMPLING) * step - 0.5 + step / 2
        plane = np.stack(np.meshgrid(along, down), axis=-1).reshape(-1, 2)
        pixels = lattice.project(plane).reshape(len(down), len(along), 2)
        # A shrunk copy is averaged over whole pixels, which keeps fine texture from being read as coarse texture.
        self._shrink = max(1, math.floor(lattice.pitch_pixels() * step + 0.25))
        height, width = size
        first, last = np.floor(pixels.min(axis=(0, 1))) - 2, np.ceil(pixels.max(axis=(0, 1))) + 3
        left, top = np.clip(first, 0, (max(width - 8, 0), max(height - 8, 0))).astype(int)
        right, bottom = np.clip(last, (left + 1, top + 1), (width, height)).astype(int)
        self._window = (slice(int(top), int(bottom)), slice(int(left), int(right)))
        self._small = (
            max(1, round((right - left) / self._shrink)),
            max(1, round((bottom - top) / self._shrink)),
        )
        scale = np.array([self._small[0] / (right - left), self._small[1] / (bottom - top)])
        local = ((pixels - (left, top) + 0.5) * scale - 0.5).astype(np.float32)
        self._map, self._weights = cv2.convertMaps(local[..., 0], local[..., 1], cv2.CV_16SC2)

    def straighten(self, bgr: Image) -> Image:
        """Give the board of a picture, BGR uint8, shape (96, 112, 3): 16 x 16 pixels a cell, the hole in its middle.

        Raises: NotAPictureError when the picture is none or has another size than the sampler was made for.
        """
        check_picture(bgr)
        if bgr.shape[:2] != self.size:
            raise NotAPictureError(f"the sampler was made for pictures of {self.size}, got {bgr.shape[:2]}")
        cut = bgr[self._window]
        window = cut if self._shrink == 1 else cv2.resize(cut, self._small, interpolation=cv2.INTER_AREA)
        fine = cv2.remap(window, self._map, self._weights, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        board = cv2.resize(fine, (BOARD_WIDTH, BOARD_HEIGHT), interpolation=cv2.INTER_AREA)
        return np.asarray(board, dtype=np.uint8)
