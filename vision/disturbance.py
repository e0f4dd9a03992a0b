"""In which columns something moved since the board was trusted last: there a change is likelier."""

import numpy as np
from numpy.typing import NDArray

from referee.board import Board
from vision.columns import CALM, STIRRED, SWEPT, labels_of, landing_holes
from vision.decode import EMPTY
from vision.lattice import COLUMNS

QUIET_FRAMES = 3
"""After so many frames in which all is as it was, a disturbance has changed nothing."""

SETTLING_FRAMES = 3
"""For so many frames after a change in a column its discs' moving together is no further change."""
MOST_ELSEWHERE = 2
"""Holes of other columns at most that stir while one column alone moves down."""


class Disturbance:
    """The disturbed columns of one board."""

    def __init__(self) -> None:
        """Start with none."""
        self._columns = np.full(COLUMNS, CALM, np.int8)
        self._quiet_frames = 0
        self._settling_frames = np.zeros(COLUMNS, np.int64)

    @property
    def columns(self) -> NDArray[np.int8]:
        """How far each column was disturbed, shape (7,), as `vision.columns.explain` takes it."""
        return self._columns

    @property
    def quiet_frames(self) -> int:
        """Frames in which all was as it was, one after the other, up to now."""
        return self._quiet_frames

    def forget(self) -> None:
        """Note that the board is known as it stands now."""
        self._columns = np.full(COLUMNS, CALM, np.int8)

    def note_settling(self, columns: NDArray[np.bool_]) -> None:
        """Note columns, shape (7,), that have just changed: their discs may still slide a little."""
        self._settling_frames[columns] = SETTLING_FRAMES

    def note_unseen(self) -> None:
        """Note that nobody could look: anything may have been done."""
        self._note(np.ones(COLUMNS, np.bool_), STIRRED)

    def note_stirring(self, board: Board, lasting: NDArray[np.bool_], now: NDArray[np.bool_]) -> None:
        """Take in what stirred in a few holes: a disc came down to where it lands, or a column moved down.

        Args:
            board: The board that was trusted last.
            lasting: Holes in which something stirred since they were trusted, shape (42,).
            now: Holes in which something stirs in this frame, shape (42,).
        """
        self._note(by_column((lasting | now) & landing_holes(board)), STIRRED)
        moved = _all_discs_of(board, now) & (self._settling_frames == 0)
        self._settling_frames = np.maximum(self._settling_frames - 1, 0)
        elsewhere = np.count_nonzero(now) - now.reshape(-1, COLUMNS).sum(axis=0)
        self._note(moved, STIRRED)
        self._note(moved & (elsewhere <= MOST_ELSEWHERE), SWEPT)

    def note_front(self, in_front: NDArray[np.bool_], above: NDArray[np.bool_], *, quiet: bool) -> None:
        """Take in what stands in front.

        Args:
            in_front: Holes in front of which something is or in which something moves, shape (42,).
            above: Columns above which something moves, shape (7,).
            quiet: Whether the frame shows nothing but the board as it was.
        """
        self._quiet_frames = self._quiet_frames + 1 if quiet else 0
        if self._quiet_frames >= QUIET_FRAMES:
            self.forget()
        self._note(by_column(in_front) | above, STIRRED)

    def _note(self, columns: NDArray[np.bool_], how_far: int) -> None:
        self._columns = np.maximum(self._columns, np.where(columns, how_far, CALM)).astype(np.int8)


def by_column(holes: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell which columns have any of the holes, shapes (42,) to (7,)."""
    return np.asarray(holes.reshape(-1, COLUMNS).any(axis=0))


def _all_discs_of(board: Board, holes: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell the columns of which all discs, at least two, are among these holes: as when one of them is popped."""
    discs = (labels_of(board) != EMPTY).reshape(-1, COLUMNS)
    among = holes.reshape(-1, COLUMNS)
    return np.asarray((among | ~discs).all(axis=0) & (discs.sum(axis=0) >= 2))
