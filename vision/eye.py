"""The eye: from the frames of one camera to the board that stands in front of it.

It keeps hold of the grid, explains each frame as a few discs away from the board that was last confirmed, and says
`hidden` where a frame is not explained. It learns how cells look only from boards that it is told to trust: by
`expected`, where the board is known before the first frame, by `confirm`, when a board that stood still was accepted,
and by `take_word`. A board that stands still and stays unexplained is read anew (`vision.anew`).
Whether a board stands still is left to `vision.settle`, what it means to the referee.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from referee.board import Board, Cell
from vision.anew import Read, ReadingAnew
from vision.appearance import Appearance
from vision.cell_model import CellModel
from vision.cells import in_picture_order
from vision.columns import cell_of, labels_of, most_gone
from vision.decode import STATES
from vision.disturbance import QUIET_FRAMES, Disturbance, by_column
from vision.lattice import COLUMNS, HOLES, Lattice
from vision.look import Look, look_at
from vision.motion import Motion
from vision.patches import Pixels
from vision.picture import Image
from vision.reading import read_cells
from vision.registration import Follower, Held
from vision.second_opinion import agreement, named_as
from vision.seen import BoardHidden, BoardLost, BoardSeen, HiddenReason, LostReason, Observation
from vision.surroundings import Surroundings, moving_places
from vision.understanding import CLEAR_MARGIN, Understood, understand

SURE_CONFIDENCE = 0.65
"""Probability of the best board below which a frame says nothing."""
MANY_COLUMNS = 3
"""Columns that no turn or two change at once: where so many did, another sight of the board is wanted."""
MANY_DISCS = 2
"""Discs that no single act takes from a column: a dark head before dark plastic looks like empty holes."""
SURE_OF_MANY = 0.99
"""Probability of the best board below which a frame in which so much changed at once says nothing."""
DOUBTFUL_NATS = 8.0
"""Nats up to which a board that is less likely is told beside the likeliest: so much less likely may a lawful board be
and yet leave doubts of one that breaks a rule (`firmware.doubt`)."""
VOUCHED_FRAMES = 6
"""After so many frames in which the second opinion says that a disc is what it was, it is learned as it looks now."""
LEARNING_FRAMES = 8
"""While nothing changes, one frame in so many is learned."""
LEARNED_CONFIDENCE = 0.95
"""Probability of an unchanged board from which its look is learned anew."""
LEARNED_SHARE = 0.5
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
        self._anew = ReadingAnew(read)
        self._trusted = expected
        self._appearance = Appearance()
        self._cell_model = CellModel()
        self._motion = Motion()
        self._follower = Follower()
        self._located_at: float | None = None
        self._seen_at = 0.0
        self._is_followed = False
        self._started = False
        self._was_placed = False
        self._last: _Frame | None = None
        self._disturbance = Disturbance()
        self._was_lost = False
        self._vouched_frames = np.zeros(HOLES, np.int32)
        self._background_lattice: Lattice | None = None
        self._around_lattice: Lattice | None = None
        self._around_before: Pixels | None = None

    def confirm(self, board: Board) -> None:
        """Trust a board that stood still and was accepted: it is what later frames are compared with.

        Meanwhile the next disc may be in sight already: a frame that shows another board teaches nothing.
        """
        before, last = self._trusted, self._last
        if before is not None:
            changed = labels_of(before) != labels_of(board)
            self._appearance.forget(changed)
            self._disturbance.note_settling(by_column(changed))
        self._trusted = board
        if last is None:
            self._disturbance.forget()
        elif last.understood.explained.board == board and not last.understood.hidden.any():
            self._disturbance.forget()
            self._learn(last, board, ~last.understood.evidence.covered)

    def take_word(self, board: Board) -> None:
        """Trust a board on somebody's word: what was seen against it is forgotten, and then learned anew."""
        self.confirm(board)
        self._disturbance.forget()
        if self._last is not None:
            understood = self._last.understood
            told = understood.hidden | (understood.explained.labels != labels_of(board))
            self._appearance.take_word(told)
            # How these look says little, but while nothing stirs in them they hold what they were said to hold.
            self._motion.trust(told)

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
            self._motion.lose()
            return BoardLost(LostReason.NOT_FOUND)
        self._seen_at = at
        board = self._trusted
        if board is None:
            board = self._read(bgr)
            if board is None:
                return BoardLost(LostReason.NOT_READ)
            self._trusted = board
        if not self._is_followed:
            if not self._agrees(held, board):
                self._last = None
                self._read_anew(bgr, at, held)
                return BoardLost(LostReason.NOT_FOUND)
            self._follower.learn(bgr, held)
            self._is_followed = True
        frame = self._judge(bgr, held, board)
        self._last = frame
        explained, hidden = frame.understood.explained, frame.understood.hidden
        approached = self._approached(bgr, held)
        in_front = frame.moving | hidden | frame.understood.evidence.covered
        quiet = explained.board == board and not in_front.any()
        is_clear = explained.margins.min() > CLEAR_MARGIN
        self._disturbance.note_front(in_front, approached[:COLUMNS], quiet=quiet and is_clear)
        changed = explained.board.differing_columns(board)
        many = len(changed) >= MANY_COLUMNS or most_gone(board, explained.board) >= MANY_DISCS
        doubtful = by_column(hidden) | (explained.margins < CLEAR_MARGIN)
        doubtful[list(changed)] = True
        if frame.moving.any() or np.count_nonzero(doubtful) < MANY_COLUMNS:
            # A column or two in doubt are no other board: the comparison knows more of them than a single picture.
            self._anew.forget()
        self._note_vouched(frame, board)
        if hidden.any():
            self._read_anew(bgr, at, held)
            return BoardHidden(HiddenReason.COVERED, _cells(hidden), held.lattice)
        # A board that is told beforehand and is the best guess needs no more: nothing was seen of it to compare with.
        as_told = not self._was_placed and explained.board == board
        if explained.confidence < (SURE_OF_MANY if many else SURE_CONFIDENCE) and not as_told:
            self._read_anew(bgr, at, held)
            least = explained.margins < explained.margins.min() + 1.0
            few = np.count_nonzero(doubtful) < MANY_COLUMNS
            guess = _seen(frame, approached).otherwise_than(board) if few else None
            return BoardHidden(HiddenReason.UNSURE, _cells(np.tile(least, HOLES // COLUMNS)), held.lattice, guess)
        self._anew.forget()
        self._learn_settled(frame, board, quiet=quiet)
        return _seen(frame, approached)

    def _read_anew(self, bgr: Image, at: float, held: Held) -> None:
        """Note a frame that is not explained; begin anew once it is plain what board stands there."""
        board = self._anew.read(bgr, at)
        if board is None:
            return
        if self._appearance.are_swapped(look_at(held.board), labels_of(board)):
            board = Board(board.yellow, board.red)
        self._trusted, self._last = board, None
        self._appearance.begin_anew()
        self._motion.lose()
        self._disturbance.forget()
        self._started = self._was_placed = self._is_followed = False

    def _approached(self, bgr: Image, held: Held) -> NDArray[np.bool_]:
        """Tell where something moves around the board: above each column, to the left, to the right, shape (9,)."""
        if held.lattice is not self._around_lattice:
            self._around_lattice, self._around, self._around_before = held.lattice, Surroundings(held.lattice), None
        now, before = self._around.sample(bgr), self._around_before
        self._around_before = now
        return np.zeros(len(now), np.bool_) if before is None else moving_places(now, before)

    def _learn_settled(self, frame: "_Frame", board: Board, *, quiet: bool) -> None:
        """Learn the first frame of a board, what is still unknown of it, and now and then how it looks by now."""
        explained = frame.understood.explained
        changes = frame.understood.evidence.changes
        unknown = ~np.isfinite(changes)
        settled = quiet and bool(unknown.any())
        settled |= (
            self._disturbance.quiet_frames % LEARNING_FRAMES == QUIET_FRAMES
            and explained.confidence >= LEARNED_CONFIDENCE
        )
        if not self._started or settled:
            if self._was_placed:
                # What came while nobody could look must not be learned as what was there before.
                unknown &= explained.labels == labels_of(board)
            if self._was_placed and unknown.any():
                opinion = self._guess(frame.held.board, board)[np.arange(HOLES), labels_of(board)]
                unknown &= (opinion > np.log(LEARNED_SHARE)) | self._appearance.by_word
            self._learn(frame, board, (changes < LEARNED_CHANGE) | unknown)

    def _note_vouched(self, frame: "_Frame", board: Board) -> None:
        """Learn the discs that look otherwise for good though the second opinion says they are what they were.

        A spot of light came onto them; nothing moved there, and no other frame will show them as they were.
        """
        vouched = frame.understood.vouched & ~frame.moving
        self._vouched_frames = np.where(vouched, self._vouched_frames + 1, 0)
        lasting = self._vouched_frames >= VOUCHED_FRAMES
        if lasting.any() and self._started:
            self._learn_cells(frame, board, lasting)
            self._vouched_frames[lasting] = 0

    def _note_move(self, lattice: Lattice) -> None:
        """Drop the backgrounds when the board stands elsewhere: behind the holes there is something else now."""
        before = self._background_lattice
        if lattice is before:
            return
        reach = MOVED * lattice.pitch_pixels()
        if before is None or np.linalg.norm(lattice.holes() - before.holes(), axis=1).max() > reach:
            self._background_lattice = lattice
            self._appearance.forget_backgrounds()
            if self._started:
                self._disturbance.forget()

    def _find(self, bgr: Image, at: float) -> Held | None:
        is_due = self._located_at is None or at - self._located_at >= LOCATE_SECONDS
        # A place that was not confirmed by a board yet is looked for again: behind a head anything looks like a grid.
        if self._is_followed and (self._started or not is_due):
            held = self._follower.follow(bgr)
            if held is not None:
                return held
        if not is_due:
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
            self._appearance.begin_anew()
            self._started = False
        self._is_followed = False
        return self._follower.place(bgr, lattice)

    def _judge(self, bgr: Image, held: Held, board: Board) -> "_Frame":
        straight = held.board
        look = look_at(straight)
        self._note_move(held.lattice)
        if self._was_lost:
            self._disturbance.note_unseen()
        self._was_lost = False
        movement = self._motion.compare(look)
        self._disturbance.note_stirring(board, self._motion.stirred_alone, movement.stirring_alone)
        guess = cache(lambda: self._guess(straight, board))
        evidence = self._appearance.judge(look, labels_of(board), guess).with_unseen(held.unseen)
        understood = understand(evidence, board, self._disturbance.columns, self._motion.steady, guess)
        return _Frame(bgr, held, look, understood, movement.moving)

    def _agrees(self, held: Held, board: Board) -> bool:
        """Whether a grid that was found anew shows the board that is known, by and large: else it is something else."""
        probabilities = in_picture_order(read_cells(held.board, self._cell_model).probabilities)
        return agreement(probabilities.reshape(HOLES, STATES), labels_of(board)) > AGREEING_SHARE

    def _guess(self, straight: Image, board: Board) -> NDArray[np.float64]:
        return named_as(board, in_picture_order(self._cell_model.log_probabilities(straight)).reshape(HOLES, -1))

    def _learn(self, frame: "_Frame", board: Board, cells: NDArray[np.bool_]) -> None:
        self._learn_cells(frame, board, cells)
        self._follower.learn(frame.bgr, frame.held)
        self._started = self._was_placed = True

    def _learn_cells(self, frame: "_Frame", board: Board, cells: NDArray[np.bool_]) -> None:
        self._appearance.learn(frame.look, labels_of(board), cells)
        self._motion.trust(cells)


@dataclass(frozen=True, slots=True, eq=False)
class _Frame:
    """One frame as far as it was understood."""

    bgr: Image
    held: Held
    look: Look
    understood: Understood
    moving: NDArray[np.bool_]
    """Holes that look otherwise than in the frame before, shape (42,)."""


def _seen(frame: _Frame, approached: NDArray[np.bool_]) -> BoardSeen:
    explained = frame.understood.explained
    return BoardSeen(
        explained.board,
        explained.confidence,
        frame.held.lattice,
        _cells(frame.moving),
        approached=bool(approached.any()),
        alternatives=explained.alternatives(DOUBTFUL_NATS),
    )


def _cells(holes: NDArray[np.bool_]) -> frozenset[Cell]:
    return frozenset(cell_of(int(hole)) for hole in np.flatnonzero(holes))
