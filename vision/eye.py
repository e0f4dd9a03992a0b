"""The eye: from the frames of one camera to the board that stands in front of it.

It keeps hold of the grid, explains each frame as a few discs away from the board that was last confirmed, and says
`hidden` where a frame is not explained. It learns how cells look only from boards that it is told to trust: by
`expect`, where the board is known before the first frame, and by `confirm`, when a board that stood still was accepted.
Whether a board stands still is left to `vision.settle`, what it means to the referee.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from referee.board import Board, Cell
from vision.appearance import STEADY_CHANGE, Appearance, Evidence, Look, look_at, paired_distances
from vision.cells import Image, Sampler
from vision.columns import Explained, cell_of, explain, labels_of
from vision.decode import EMPTY
from vision.lattice import COLUMNS, HOLES, Lattice
from vision.registration import Follower
from vision.seen import BoardHidden, BoardLost, BoardSeen, HiddenReason, LostReason, Observation

EXPLAINED_COST = 9.0
"""Nats above which a cell is not what the best board says of it: something covers it."""
FIRST_EXPLAINED_COST = 16.0
"""The same for cells that were never trusted: glare makes a disc look unlike the others, but like itself."""
SURE_CONFIDENCE = 0.75
"""Probability of the best board below which a frame says nothing."""
MOVING_CHANGE = 4.0
"""Deviation from one frame to the next, in the median one, from which a cell is moving."""
MOVING_FLOOR = 2.0
"""Smallest median deviation from one frame to the next that is believed, in Lab units."""
QUIET_FRAMES = 4
"""After so many frames in which all is as it was, a disturbance has changed nothing."""
LOCATE_SECONDS = 0.4
"""A lost grid is searched in the whole picture at most this often: the search takes longer than a frame."""

Locate = Callable[[Image], Lattice | None]
"""Finds the grid in a picture from nothing."""
Read = Callable[[Image], Board | None]
"""Reads a board from one picture, or abstains."""


class Eye:
    """Follows one board over frames."""

    def __init__(self, locate: Locate, read: Read, *, expected: Board | None = None) -> None:
        """Start with no grid found.

        Args:
            locate: Finds the grid where it is not known yet.
            read: Reads the first board where none is expected.
            expected: The board that will stand there in the first frames, where that is known.
        """
        self._locate = locate
        self._read = read
        self._trusted = expected
        self._appearance = Appearance()
        self._follower = Follower()
        self._located_at: float | None = None
        self._started = False
        self._last: _Frame | None = None
        self._disturbed = np.zeros(COLUMNS, np.bool_)
        self._quiet_frames = 0

    def confirm(self, board: Board) -> None:
        """Trust a board that stood still: it is what later frames are compared with."""
        last = self._last
        if last is not None and last.explained.board == board and not last.hidden.any():
            self._learn(last, board)
        self._trusted = board
        self._disturbed[:] = False

    def look(self, bgr: Image, at: float) -> Observation:
        """Look at one frame.

        Args:
            bgr: Camera picture, uint8, shape (height, width, 3), of the same size each time.
            at: Its time in monotonic seconds.
        Returns: The board, or that it is hidden or lost.
        """
        sampler = self._find(bgr, at)
        if sampler is None:
            self._last = None
            return BoardLost(LostReason.NOT_FOUND)
        board = self._trusted
        if board is None:
            board = self._read(bgr)
            if board is None:
                return BoardLost(LostReason.NOT_READ)
            self._trusted = board
        frame = self._judge(bgr, sampler, board)
        before, self._last = self._last, frame
        explained = frame.explained
        moving = frame.moving_since(before)
        quiet = explained.board == board and not (moving.any() or frame.hidden.any() or frame.evidence.covered.any())
        self._note_disturbance(frame, moving, quiet)
        if frame.hidden.any():
            return BoardHidden(HiddenReason.COVERED, _cells(frame.hidden), sampler.lattice)
        if explained.confidence < SURE_CONFIDENCE:
            doubtful = explained.margins < explained.margins.min() + 1.0
            return BoardHidden(HiddenReason.UNSURE, _cells(np.tile(doubtful, HOLES // COLUMNS)), sampler.lattice)
        if quiet or not self._started:
            self._learn(frame, board)
        return BoardSeen(explained.board, explained.confidence, sampler.lattice, _cells(moving))

    def _note_disturbance(self, frame: "_Frame", moving: NDArray[np.bool_], quiet: bool) -> None:
        self._quiet_frames = self._quiet_frames + 1 if quiet else 0
        if self._quiet_frames >= QUIET_FRAMES:
            self._disturbed[:] = False
        holes = moving | frame.hidden | frame.evidence.covered
        self._disturbed |= holes.reshape(-1, COLUMNS).any(axis=0)

    def _find(self, bgr: Image, at: float) -> Sampler | None:
        if self._started:
            sampler = self._follower.follow(bgr)
            if sampler is not None:
                return sampler
        if self._located_at is not None and at - self._located_at < LOCATE_SECONDS:
            return None
        self._located_at = at
        lattice = self._locate(bgr)
        if lattice is None:
            return None
        if not self._started:
            return self._follower.place(bgr, lattice)
        return self._follower.try_place(bgr, lattice)

    def _judge(self, bgr: Image, sampler: Sampler, board: Board) -> "_Frame":
        look = look_at(sampler.straighten(bgr))
        labels = labels_of(board)
        evidence = self._appearance.judge(look, labels)
        explained = explain(evidence.costs, evidence.same, board, self._disturbed)
        changed = explained.labels != labels
        first = ~np.isfinite(evidence.changes) & ~changed
        told = evidence.costs[np.arange(HOLES), labels] > FIRST_EXPLAINED_COST
        hidden = np.where(first, told, explained.costs > EXPLAINED_COST) | (changed & evidence.covered)
        return _Frame(bgr, look, evidence, explained, hidden)

    def _learn(self, frame: "_Frame", board: Board) -> None:
        labels = labels_of(board)
        cells = ~frame.evidence.covered & (frame.explained.costs <= EXPLAINED_COST)
        if board == self._trusted:
            changes = frame.evidence.changes
            cells &= (changes < STEADY_CHANGE) | ~np.isfinite(changes)
        self._appearance.learn(frame.look, labels, cells)
        self._follower.learn(frame.bgr)
        self._started = True


class _Frame:
    """One frame as far as it was understood."""

    __slots__ = ("bgr", "evidence", "explained", "hidden", "look")

    def __init__(
        self, bgr: Image, look: Look, evidence: Evidence, explained: Explained, hidden: NDArray[np.bool_]
    ) -> None:
        self.bgr = bgr
        self.look = look
        self.evidence = evidence
        self.explained = explained
        self.hidden = hidden

    def moving_since(self, before: "_Frame | None") -> NDArray[np.bool_]:
        """Tell the holes that look otherwise than in the frame before."""
        if before is None:
            return np.ones(HOLES, np.bool_)
        away = paired_distances(self.look.lab, before.look.lab)
        return np.asarray(away > MOVING_CHANGE * max(MOVING_FLOOR, float(np.median(away))))


def _cells(holes: NDArray[np.bool_]) -> frozenset[Cell]:
    return frozenset(cell_of(int(hole)) for hole in np.flatnonzero(holes))
