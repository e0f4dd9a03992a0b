"""The eye: from the frames of one camera to the board that stands in front of it.

It keeps hold of the grid, explains each frame as a few discs away from the board that was last confirmed, and says
`hidden` where a frame is not explained. It learns how cells look only from boards that it is told to trust: by
`expect`, where the board is known before the first frame, and by `confirm`, when a board that stood still was accepted.
Whether a board stands still is left to `vision.settle`, what it means to the referee.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from referee.board import Board, Cell
from vision.appearance import COST_LIMIT, Appearance, Evidence
from vision.cell_model import HIDDEN, CellModel
from vision.cells import in_picture_order
from vision.columns import Explained, cell_of, explain, labels_of
from vision.decode import EMPTY, STATES
from vision.lattice import COLUMNS, HOLES, Lattice
from vision.look import Look, look_at, paired_distances
from vision.patches import Pixels
from vision.picture import Image
from vision.registration import Follower, Held
from vision.seen import BoardHidden, BoardLost, BoardSeen, HiddenReason, LostReason, Observation
from vision.surroundings import Surroundings, moving_places

EXPLAINED_COST = 9.0
"""Nats above which a cell is not what the best board says of it: something covers it."""
UNCHANGED_EXPLAINED_COST = 13.5
"""The same for a cell that holds what it held."""
AGREED_EXPLAINED_COST = 18.0
"""The same for a cell on which the second opinion agrees."""
AGREED = 0.8
"""Probability from which the second opinion agrees."""
FIRST_EXPLAINED_COST = 16.0
"""The same for cells that were never trusted: glare makes a disc look unlike the others, but like itself."""
SECOND_OPINION = 0.4
"""Weight of the trained look at the whole board against the comparison with what was seen before."""
CLEAR_MARGIN = 5.0
"""Nats between the best and the next best filling of a column from which no second opinion is asked."""
SECOND_OPINION_LIMIT = 8.0
"""Nats at most that the second opinion speaks against a state."""
POSSIBLY_HIDDEN = 0.03
"""Probability of a hidden hole that confirms what the plastic beside it says."""
FILLED_COST = 5.0
"""Nats at most, beside twice what the second opinion says, against any state where the known background is gone."""
BACKGROUND_HIDDEN = 0.2
"""The same where an empty hole looks otherwise than it did."""
PROBABLY_HIDDEN = 0.5
"""Probability of a hidden hole that stands alone."""
FAMILIAR_COST = 4.0
"""Nats up to which a hole looks just like one of its kind."""
SURE_CONFIDENCE = 0.65
"""Probability of the best board below which a frame says nothing."""
MOVING_CHANGE = 4.0
"""Deviation from one frame to the next, in the median one, from which a cell is moving."""
MOVING_FLOOR = 2.0
"""Smallest median deviation from one frame to the next that is believed, in Lab units."""
QUIET_FRAMES = 3
"""After so many frames in which all is as it was, a disturbance has changed nothing."""
LEARNING_FRAMES = 8
"""While nothing changes, one frame in so many is learned."""
LEARNED_CONFIDENCE = 0.95
"""Probability of an unchanged board from which its look is learned anew."""
LEARNED_SHARE = 0.2
"""Probability, by the second opinion, of its state from which a cell that was never looked at is learned."""
LEARNED_CHANGE = 2.5
"""Deviation up to which a cell's look is learned anew: a real change must never creep in."""
MOVED = 0.15
"""Hole pitches by which the board must have moved for another background to show."""
LOCATE_SECONDS = 0.4
"""A lost grid is searched in the whole picture at most this often: the search takes longer than a frame."""

AGREEING_SHARE = 0.7
"""Mean probability of the known board's cells from which a grid that was found anew is taken for the board."""
STRANGE_SECONDS = 1.2
"""After so long without the grid as it was, a grid that is found is taken although it looks otherwise."""

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
        self._cell_model = CellModel()
        self._follower = Follower()
        self._located_at: float | None = None
        self._seen_at = 0.0
        self._started = False
        self._was_placed = False
        self._last: _Frame | None = None
        self._disturbed = np.zeros(COLUMNS, np.bool_)
        self._was_lost = False
        self._quiet_frames = 0
        self._background_lattice: Lattice | None = None
        self._around_lattice: Lattice | None = None
        self._around_before: Pixels | None = None

    def confirm(self, board: Board) -> None:
        """Trust a board that stood still: it is what later frames are compared with.

        It may be another than was seen, on somebody's word; what contradicts it is forgotten and then learned anew.
        """
        before, last = self._trusted, self._last
        if before is not None:
            self._appearance.forget(labels_of(before) != labels_of(board))
        if last is not None:
            self._appearance.take_word(last.hidden | (last.explained.labels != labels_of(board)))
            if last.explained.board == board and not last.hidden.any():
                self._learn(last, board, ~last.evidence.covered)
        self._trusted = board
        self._disturbed[:] = False

    def look(self, bgr: Image, at: float) -> Observation:
        """Look at one frame.

        Args:
            bgr: Camera picture, uint8, shape (height, width, 3), of the same size each time.
            at: Its time in monotonic seconds.
        Returns: The board, or that it is hidden or lost.
        """
        held = self._find(bgr, at)
        if held is None:
            self._last = None
            self._was_lost = True
            return BoardLost(LostReason.NOT_FOUND)
        self._seen_at = at
        board = self._trusted
        if board is None:
            board = self._read(bgr)
            if board is None:
                return BoardLost(LostReason.NOT_READ)
            self._trusted = board
        if not self._started and not self._agrees(held, board):
            self._last = None
            return BoardLost(LostReason.NOT_FOUND)
        frame = self._judge(bgr, held, board)
        before, self._last = self._last, frame
        explained = frame.explained
        moving = frame.moving_since(before)
        approached = self._approached(bgr, held)
        quiet = explained.board == board and not (moving.any() or frame.hidden.any() or frame.evidence.covered.any())
        self._note_disturbance(frame, moving, approached, quiet)
        if frame.hidden.any():
            return BoardHidden(HiddenReason.COVERED, _cells(frame.hidden), held.lattice)
        if explained.confidence < SURE_CONFIDENCE:
            doubtful = explained.margins < explained.margins.min() + 1.0
            return BoardHidden(HiddenReason.UNSURE, _cells(np.tile(doubtful, HOLES // COLUMNS)), held.lattice)
        unknown = ~np.isfinite(frame.evidence.changes)
        settled = quiet and bool(unknown.any())
        settled |= self._quiet_frames % LEARNING_FRAMES == QUIET_FRAMES and explained.confidence >= LEARNED_CONFIDENCE
        if not self._started or settled:
            if self._was_placed:
                # What came while nobody could look must not be learned as what was there before.
                unknown &= explained.labels == labels_of(board)
                unknown &= self._guess(held.board)[np.arange(HOLES), labels_of(board)] > np.log(LEARNED_SHARE)
            self._learn(frame, board, (frame.evidence.changes < LEARNED_CHANGE) | unknown)
        return BoardSeen(
            explained.board, explained.confidence, held.lattice, _cells(moving), approached=bool(approached.any())
        )

    def _approached(self, bgr: Image, held: Held) -> NDArray[np.bool_]:
        """Tell where something moves around the board: above each column, to the left, to the right, shape (9,)."""
        if held.lattice is not self._around_lattice:
            self._around_lattice, self._around, self._around_before = held.lattice, Surroundings(held.lattice), None
        now, before = self._around.sample(bgr), self._around_before
        self._around_before = now
        return np.zeros(len(now), np.bool_) if before is None else moving_places(now, before)

    def _note_disturbance(
        self, frame: "_Frame", moving: NDArray[np.bool_], approached: NDArray[np.bool_], quiet: bool
    ) -> None:
        self._quiet_frames = self._quiet_frames + 1 if quiet else 0
        if self._quiet_frames >= QUIET_FRAMES:
            self._disturbed[:] = False
        holes = moving | frame.hidden | frame.evidence.covered
        self._disturbed |= holes.reshape(-1, COLUMNS).any(axis=0) | approached[:COLUMNS]

    def _note_move(self, lattice: Lattice) -> None:
        """Drop the backgrounds when the board stands elsewhere: behind the holes there is something else now."""
        before = self._background_lattice
        if lattice is before:
            return
        reach = MOVED * lattice.pitch_pixels()
        if before is None or np.linalg.norm(lattice.holes() - before.holes(), axis=1).max() > reach:
            self._background_lattice = lattice
            self._appearance.forget_backgrounds()
            self._disturbed[:] = False

    def _find(self, bgr: Image, at: float) -> Held | None:
        if self._started:
            held = self._follower.follow(bgr)
            if held is not None:
                return held
        if self._located_at is not None and at - self._located_at < LOCATE_SECONDS:
            return None
        self._located_at = at
        lattice = self._locate(bgr)
        if lattice is None:
            return None
        if self._started:
            held = self._follower.try_place(bgr, lattice)
            if held is not None or at - self._seen_at < STRANGE_SECONDS:
                return held
            # The grid is there, but nothing about it is as it was: begin anew with the board that is known.
            self._appearance, self._started = Appearance(), False
        return self._follower.place(bgr, lattice)

    def _judge(self, bgr: Image, held: Held, board: Board) -> "_Frame":
        straight = held.board
        look = look_at(straight)
        self._note_move(held.lattice)
        # While nobody could look, anything may have been done.
        self._disturbed |= self._was_lost
        self._was_lost = False
        labels = labels_of(board)
        guess = cache(lambda: self._guess(straight))
        evidence = self._appearance.judge(look, labels, guess)
        explained = explain(evidence.costs, evidence.same, board, self._disturbed)
        changed = explained.labels != labels
        odd = _unexplained(evidence, explained, changed, np.zeros(HOLES, np.bool_))
        covered = evidence.covered
        if changed.any() or odd.any() or explained.margins.min() < CLEAR_MARGIN:
            # A second opinion, from one who never saw this board, is worth its time where something may have changed.
            probabilities = guess()
            doubts = SECOND_OPINION * np.minimum(-probabilities[:, :STATES], SECOND_OPINION_LIMIT).astype(np.float32)
            costs = evidence.costs.copy()
            filled = evidence.filled
            costs[filled] = np.minimum(costs[filled], FILLED_COST - 2.0 * probabilities[filled, :STATES])
            evidence = replace(evidence, costs=costs)
            same = np.where(filled, costs[:, EMPTY], evidence.same) + doubts[np.arange(HOLES), labels]
            explained = explain(costs + doubts, same, board, self._disturbed)
            changed = explained.labels != labels
            agreed = probabilities[np.arange(HOLES), explained.labels] > np.log(AGREED)
            odd = _unexplained(evidence, explained, changed, agreed)
            hidden_share = np.exp(probabilities[:, HIDDEN])
            # A hole that looks just like one of its kind is not hidden, whatever the second opinion says.
            strange = costs[np.arange(HOLES), explained.labels] > FAMILIAR_COST
            covered = (covered & (hidden_share > POSSIBLY_HIDDEN)) | (strange & (hidden_share > PROBABLY_HIDDEN))
            # Behind an empty hole anything may come and go; only in front of it does it matter.
            still_empty = (labels == EMPTY) & ~changed
            behind = still_empty & agreed & ~covered & (hidden_share < BACKGROUND_HIDDEN)
            odd &= ~behind
        hidden = odd | (changed & covered)
        return _Frame(bgr, held, look, evidence, explained, hidden)

    def _agrees(self, held: Held, board: Board) -> bool:
        """Whether a grid that was found anew shows the board that is known, by and large: else it is something else."""
        shares = np.exp(self._guess(held.board)[np.arange(HOLES), labels_of(board)])
        return float(shares.mean()) > AGREEING_SHARE

    def _guess(self, straight: Image) -> NDArray[np.float64]:
        return in_picture_order(self._cell_model.log_probabilities(straight)).reshape(HOLES, -1)

    def _learn(self, frame: "_Frame", board: Board, cells: NDArray[np.bool_]) -> None:
        self._appearance.learn(frame.look, labels_of(board), cells)
        self._follower.learn(frame.bgr, frame.held)
        self._started = self._was_placed = True


def _unexplained(
    evidence: Evidence, explained: Explained, changed: NDArray[np.bool_], agreed: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Tell the holes that do not look like what the best board has in them.

    What was never looked at before is judged leniently: glare makes a disc unlike the others, but like itself. A disc
    that stayed may be in an odd light; one that came or went has to look its part, or the second opinion has to agree.
    """
    limits = np.where(changed, EXPLAINED_COST, UNCHANGED_EXPLAINED_COST)
    limits[agreed] = AGREED_EXPLAINED_COST
    limits[~np.isfinite(evidence.changes) & ~changed] = FIRST_EXPLAINED_COST
    alike = evidence.costs[np.arange(HOLES), explained.labels]
    stayed = np.where(changed, COST_LIMIT, evidence.same)
    return np.asarray(np.minimum(alike, stayed) > limits)


class _Frame:
    """One frame as far as it was understood."""

    __slots__ = ("bgr", "evidence", "explained", "held", "hidden", "look")

    def __init__(
        self,
        bgr: Image,
        held: Held,
        look: Look,
        evidence: Evidence,
        explained: Explained,
        hidden: NDArray[np.bool_],
    ) -> None:
        self.bgr = bgr
        self.held = held
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
