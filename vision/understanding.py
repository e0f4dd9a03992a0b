"""One frame understood: the most likely board, and where the frame shows what no board explains.

The comparison with what was seen before speaks first (`vision.appearance`); where something may have changed, the
trained look at the whole board (`vision.cell_model`) has its say. A hole that shows neither what it held nor what a
disc or its background looks like is hidden.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from referee.board import Board
from vision.cell_model import HIDDEN
from vision.columns import CALM, Costs, Explained, explain, labels_of, landing_holes
from vision.decode import EMPTY, STATES
from vision.evidence import COST_LIMIT, Evidence, Guess
from vision.lattice import COLUMNS, HOLES, ROWS

EXPLAINED_COST = 9.0
"""Nats above which a cell is not what the best board says of it: something covers it."""
UNCHANGED_EXPLAINED_COST = 13.5
"""The same for a cell that holds what it held."""
AGREED_EXPLAINED_COST = 18.0
"""The same for a cell on which the second opinion agrees."""
AGREED = 0.8
"""Probability from which the second opinion agrees."""
BACKED = 0.5
"""Probability from which it agrees enough with a column that is plain otherwise."""
BACKED_MARGIN = 8.0
"""Nats between the best and the next best filling of such a column."""
CERTAIN = 0.98
"""Probability from which it needs no other: in the glow of lamps a disc may look unlike all others."""
FIRST_EXPLAINED_COST = 16.0
"""The same for cells that were never trusted: glare makes a disc look unlike the others, but like itself."""
SECOND_OPINION = 0.4
"""Weight of the trained look at the whole board against the comparison with what was seen before."""
STRAINED_SECOND_OPINION = 1.0
"""The same in a light so changed that the comparison says little."""
CLEAR_MARGIN = 5.0
"""Nats between the best and the next best filling of a column from which no second opinion is asked."""
SECOND_OPINION_LIMIT = 8.0
"""Nats at most that the second opinion speaks against a state."""
COVERED_WEIGHT = 0.5
"""Weight of the colours of a hole beside which the plastic looks otherwise: it stands in a light that is not known."""
POSSIBLY_HIDDEN = 0.03
"""Probability of a hidden hole that confirms what the plastic beside it says."""
FILLED_COST = 5.0
"""Nats at most, beside twice what the second opinion says, against any state where the known background is gone."""
FILLED_UNLIKE_SHARE = 0.3
"""Share of the costs of looking unlike the discs of its colour that counts there all the same."""
CHANGED_BACKGROUNDS = 2
"""Such holes in which no disc could come to rest from which it is the backgrounds, or their light, that changed."""
CHANGED_BACKGROUND_SHARE = 0.5
"""Share of the cost of a changed background that counts then."""
LANDED_CHANGE = 12.0
"""Deviation from which an empty hole looks so much otherwise that no glow did it."""
LANDED_COST = 8.0
"""Nats more against its being empty where it is the only one, and the next disc of a stirred column lands there."""
BACKGROUND_HIDDEN = 0.2
"""The same where an empty hole looks otherwise than it did."""
PROBABLY_HIDDEN = 0.5
"""Probability of a hidden hole that stands alone."""
DENIED = 0.1
"""Probability below which the second opinion denies a state."""
VETO_COST = 12.0
"""Nats against a disc having been taken out at the top where the second opinion still sees it."""
DENIED_SHARE = 0.5
"""Share of the holes that it must deny for a board, by and large as it was, to be another one in the same light."""
UNLIKE_ITSELF = 4.0
"""Deviation from which a disc looks otherwise than before."""
FAMILIAR_COST = 4.0
"""Nats up to which a hole looks just like one of its kind."""
STEADY_COST = 6.0
"""Nats against any other state of a hole in which nothing stirred since it was trusted."""
STEADY_SAME_COST = 4.0
"""Nats at most against such a hole holding what it held, however odd it looks: light creeps, discs do not."""


@dataclass(frozen=True, slots=True, eq=False)
class Understood:
    """What one frame is taken for."""

    evidence: Evidence
    explained: Explained
    hidden: NDArray[np.bool_]
    """Holes that no board explains: something lies in front of them, shape (42,)."""
    vouched: NDArray[np.bool_]
    """Discs that look otherwise than before, of which the second opinion says that they are what they were."""


def understand(
    evidence: Evidence, board: Board, disturbed: NDArray[np.int8], steady: NDArray[np.bool_], guess: Guess
) -> Understood:
    """Take a frame for a board.

    Args:
        evidence: What the comparison with what was seen before says.
        board: The board that was trusted last.
        disturbed: How far each column was disturbed since then, shape (7,), as `vision.columns.explain` takes it.
        steady: Holes in which nothing stirred since they were trusted, shape (42,).
        guess: The trained look: log-probabilities of all four states; asked only where it is worth its time.
    """
    labels = labels_of(board)
    evidence = _held_steady(evidence, labels, steady)
    explained = explain(evidence.costs, evidence.same, board, disturbed)
    changed = explained.labels != labels
    odd = _unexplained(evidence, explained, changed, np.full(HOLES, -np.inf))
    is_doubtful = explained.margins.min() < CLEAR_MARGIN or evidence.is_strained
    if not (changed.any() or odd.any() or is_doubtful or evidence.unseen.any()):
        return Understood(evidence, explained, hidden=odd, vouched=np.zeros(HOLES, np.bool_))
    # A second opinion, from one who never saw this board, is worth its time where something may have changed.
    probabilities = guess()
    still_seen = probabilities[np.arange(HOLES), labels] > np.log(AGREED)
    landed = _landed(evidence, board, disturbed)
    evidence, same = _weighed(evidence, board, landed, probabilities, still_seen)
    # A disc deep in its hole, seen from the side, reaches the plastic beside it.
    evidence = replace(evidence, covered=evidence.covered & ~landed)
    weight = STRAINED_SECOND_OPINION if evidence.is_strained else SECOND_OPINION
    doubts = weight * np.minimum(-probabilities[:, :STATES], SECOND_OPINION_LIMIT).astype(np.float32)
    same += doubts[np.arange(HOLES), labels]
    explained = explain(evidence.costs + doubts, same, board, disturbed)
    vetoed = _gone_at_the_top(board, explained.board) & still_seen
    if vetoed.any():
        evidence.costs[vetoed, EMPTY] += VETO_COST
        explained = explain(evidence.costs + doubts, same, board, disturbed)
    opinion = probabilities[np.arange(HOLES), explained.labels]
    upheld = (explained.labels == labels) & (opinion > np.log(AGREED))
    vouched = upheld & (labels != EMPTY) & (evidence.changes > UNLIKE_ITSELF)
    hidden = _hidden(evidence, board, explained, opinion, np.exp(probabilities[:, HIDDEN]))
    return Understood(evidence, explained, hidden, vouched)


def _landed(evidence: Evidence, board: Board, disturbed: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Tell the hole that alone lost its background, just where a disc of a stirred column lands, shape (42,)."""
    if np.count_nonzero(evidence.filled) != 1:
        return np.zeros(HOLES, np.bool_)
    stirred = np.tile(disturbed > CALM, ROWS)
    return np.asarray(evidence.filled & landing_holes(board) & stirred & (evidence.changes > LANDED_CHANGE))


def _weighed(
    evidence: Evidence,
    board: Board,
    landed: NDArray[np.bool_],
    probabilities: NDArray[np.float64],
    still_seen: NDArray[np.bool_],
) -> tuple[Evidence, Costs]:
    """Give the evidence where the second opinion was asked, and the costs of each hole holding what it held.

    It stands in where the comparison says little: in an unknown light, and where a background that was known is gone.
    """
    covered, filled = evidence.covered, evidence.filled
    costs = evidence.costs.copy()
    costs[covered] *= COVERED_WEIGHT
    # What is unlike every disc of its colour is hardly one, though it be round and fill the hole.
    unlike = FILLED_UNLIKE_SHARE * np.where(np.arange(STATES) == EMPTY, 0.0, costs[filled])
    costs[filled] = np.minimum(costs[filled], FILLED_COST + unlike - 2.0 * probabilities[filled, :STATES])
    if np.count_nonzero(filled & ~landing_holes(board)) >= CHANGED_BACKGROUNDS:
        costs[filled, EMPTY] *= CHANGED_BACKGROUND_SHARE
    costs[landed, EMPTY] += LANDED_COST
    kept = np.where(covered & still_seen, COVERED_WEIGHT, 1.0) * evidence.same
    return replace(evidence, costs=costs), np.where(filled, costs[:, EMPTY], kept).astype(np.float32)


def _hidden(
    evidence: Evidence,
    board: Board,
    explained: Explained,
    opinion: NDArray[np.float64],
    hidden_share: NDArray[np.float64],
) -> NDArray[np.bool_]:
    """Tell the holes that no board explains, shape (42,).

    Args:
        evidence: As it was weighed.
        board: The board that was trusted last.
        explained: The most likely board.
        opinion: What the second opinion says of it, log-probabilities, shape (42,).
        hidden_share: How probable it takes it that a hole is hidden, shape (42,).
    """
    labels = labels_of(board)
    changed = explained.labels != labels
    agreed, denied = opinion > np.log(AGREED), opinion < np.log(DENIED)
    odd = _unexplained(evidence, explained, changed, opinion)
    # No disc leaves at the top: what seems to have is more likely behind a hand, unless it plainly has.
    gone = _gone_at_the_top(board, explained.board)
    emptied = _emptied_only(labels, explained.labels)
    odd |= (gone & (evidence.covered | denied)) | (emptied & evidence.covered & denied)
    # No act takes several discs out of one column and puts none in; a dark head looks like as many empty holes.
    several = emptied.reshape(ROWS, COLUMNS).sum(axis=0) > 1
    odd |= emptied & np.tile(several, ROWS) & (hidden_share > PROBABLY_HIDDEN)
    # After many acts that were missed, and beside the strip, the rims look otherwise too: one more sign is wanted.
    odd |= evidence.unseen & (emptied | (hidden_share > PROBABLY_HIDDEN))
    # A hole that looks just like one of its kind is not hidden, whatever the second opinion says.
    strange = evidence.costs[np.arange(HOLES), explained.labels] > FAMILIAR_COST
    covered = (evidence.covered & (hidden_share > POSSIBLY_HIDDEN)) | (strange & (hidden_share > PROBABLY_HIDDEN))
    # Behind an empty hole anything may come and go; only in front of it does it matter.
    still_empty = (labels == EMPTY) & ~changed
    odd &= ~(still_empty & agreed & ~covered & (hidden_share < BACKGROUND_HIDDEN))
    if evidence.is_strained and denied.mean() > DENIED_SHARE:
        odd |= denied
    return np.asarray(odd | (changed & covered))


def _gone_at_the_top(before: Board, now: Board) -> NDArray[np.bool_]:
    """Tell the holes that lost their disc while the discs under it stayed, though none was popped, shape (42,)."""
    gone = np.zeros((ROWS, COLUMNS), np.bool_)
    for column in now.differing_columns(before):
        old, new = before.column(column), now.column(column)
        if old[: len(new)] == new and old[len(old) - len(new) :] != new:
            gone[ROWS - len(old) : ROWS - len(new), column] = True
    return gone.reshape(HOLES)


def _emptied_only(before: NDArray[np.int8], now: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Tell the holes that lost their disc in columns in which nothing else changed, shape (42,): popped or covered."""
    changed = (before != now).reshape(ROWS, COLUMNS)
    emptied = changed & (now == EMPTY).reshape(ROWS, COLUMNS)
    return np.asarray((emptied & (changed == emptied).all(axis=0)).reshape(HOLES))


def _held_steady(evidence: Evidence, labels: NDArray[np.int8], steady: NDArray[np.bool_]) -> Evidence:
    """Weigh in that a hole in which nothing stirred holds what it held."""
    other = steady[:, None] & (np.arange(STATES) != labels[:, None])
    costs = evidence.costs + np.where(other, np.float32(STEADY_COST), np.float32(0.0))
    same = np.where(steady, np.minimum(evidence.same, np.float32(STEADY_SAME_COST)), evidence.same)
    return replace(evidence, costs=costs, same=same)


def _unexplained(
    evidence: Evidence, explained: Explained, changed: NDArray[np.bool_], opinion: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Tell the holes that do not look like what the best board has in them.

    What was never looked at before is judged leniently: glare makes a disc unlike the others, but like itself. A disc
    that stayed may be in an odd light; one that came or went has to look its part, or the second opinion has to agree.
    """
    # The other discs of a column vouch for one in the glow of a lamp: they moved down together.
    backed = (opinion > np.log(BACKED)) & np.tile(explained.margins > BACKED_MARGIN, ROWS)
    limits = np.where(changed & ~backed, EXPLAINED_COST, UNCHANGED_EXPLAINED_COST)
    limits[opinion > np.log(AGREED)] = AGREED_EXPLAINED_COST
    limits[~np.isfinite(evidence.changes) & ~changed] = FIRST_EXPLAINED_COST
    alike = evidence.costs[np.arange(HOLES), explained.labels]
    stayed = np.where(changed, COST_LIMIT, evidence.same)
    return np.asarray((np.minimum(alike, stayed) > limits) & (opinion < np.log(CERTAIN)))
