"""When a board stands still: the filter between what the eye sees and what the referee judges. No OpenCV here.

A board is passed as soon as the evidence allows: two frames that agree, apart by a moment in which a falling disc
would have moved, with nothing moving in the columns that changed and no hand on its way beside the board. Doubtful
frames ask for more of them. There is no fixed wait.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from referee.board import COLUMNS, Board
from vision.seen import BoardHidden, BoardLost, BoardSeen, Observation

MOMENT_SECONDS = 0.12
"""A disc that falls from rest has moved a third of a hole pitch after 0.05 s; more than twice that for a slow slide."""
CLEAR_CONFIDENCE = 0.7
"""From here on a frame counts in full."""
EVIDENCE_WANTED = 2.0
"""Frames in full that must agree."""
DOUBTFUL_WEIGHT = 0.5
"""What a frame below the clear confidence counts."""
NEARLY_AS_LIKELY = 5.0
"""Nats by which a board may be less likely than the one that a doubtful frame tells, for that to be one more of it."""
PATIENCE_SECONDS = 0.45
"""For so long a hand that moves beside the board may hold it back: there are rooms in which something always moves.
A board in doubt is looked at as long."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    board: Board
    since: float
    evidence: float


class StabilityFilter:
    """Passes each board once it stands still."""

    def __init__(self, standing: Board | None = None) -> None:
        """Start with the board that is known to stand there; it is not passed again."""
        self._standing = self._before = standing
        self._candidate: _Candidate | None = None

    def take_back(self) -> None:
        """Forget that the last board was passed: it is passed again when it is still seen."""
        self._standing, self._candidate = self._before, None

    def stand(self, board: Board) -> None:
        """Note that another board was taken for the one that was passed last, which is passed if it is seen again."""
        self._standing, self._candidate = board, None

    @property
    def standing(self) -> Board | None:
        """The board that was passed last."""
        return self._standing

    def observe(self, observation: Observation, at: float) -> Board | None:
        """Take in one frame.

        Args:
            observation: What the eye saw.
            at: Time of the frame in monotonic seconds, later than the one before.
        Returns: A board that now stands still and is not the one that stood before; else None.
        """
        match observation:
            case BoardSeen():
                return self._seen(observation, at)
            case BoardHidden(guess=BoardSeen() as guess):
                return self._seen(guess, at)
            case BoardHidden() | BoardLost():
                self._candidate = None
                return None
            case _:
                assert_never(observation)

    def _seen(self, seen: BoardSeen, at: float) -> Board | None:
        if seen.board == self._standing:
            self._candidate = None
            return None
        weight = 1.0 if seen.confidence >= CLEAR_CONFIDENCE else DOUBTFUL_WEIGHT
        before = self._candidate
        if before is None or not _may_show(seen, before.board) or self._changed_column_moves(seen):
            self._candidate = _Candidate(seen.board, at, weight)
            return None
        candidate = _Candidate(seen.board, before.since, before.evidence + weight)
        self._candidate = candidate
        waited = at - candidate.since
        if candidate.evidence < EVIDENCE_WANTED or waited < MOMENT_SECONDS:
            return None
        if (seen.approached or seen.confidence < CLEAR_CONFIDENCE) and waited < PATIENCE_SECONDS:
            return None
        self._before, self._standing = self._standing, seen.board
        self._candidate = None
        return seen.board

    def _changed_column_moves(self, seen: BoardSeen) -> bool:
        standing = self._standing
        changed = range(COLUMNS) if standing is None else seen.board.differing_columns(standing)
        return any(column in changed for column, _ in seen.moving)


def _may_show(seen: BoardSeen, board: Board) -> bool:
    """Whether a frame is one more of a board: in doubt between two, it now says the one, now the other."""
    if seen.confidence >= CLEAR_CONFIDENCE:
        return seen.board == board
    return seen.board == board or any(
        other.board == board and other.nats < NEARLY_AS_LIKELY for other in seen.alternatives
    )
