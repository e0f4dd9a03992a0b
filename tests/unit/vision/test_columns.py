"""The most likely filling of each column."""

import numpy as np
import pytest

from referee.board import Board, Disc
from vision.columns import (
    CALM,
    LEFT_IN_PLACE,
    MOST_ALTERNATIVES,
    POPPED_COSTS,
    STAYED_COSTS,
    STIRRED,
    SWEPT,
    cell_of,
    explain,
    filling_numbers,
    labels_of,
    landing_holes,
    most_gone,
)
from vision.decode import EMPTY, RED, YELLOW

QUIET = np.full(7, CALM, np.int8)
START = Board.parse("......./......./......./R....../Y..R.../RYRYRYY")


def evidence(board: Board, against: float = 20.0) -> tuple[np.ndarray, np.ndarray]:
    """Costs that speak for a board, and costs against each cell being as in `START`."""
    costs = np.full((42, 3), against, np.float32)
    costs[np.arange(42), labels_of(board)] = 0.0
    return costs, costs[np.arange(42), labels_of(START)]


def test_holes_are_numbered_from_the_top_left() -> None:
    assert cell_of(0) == (0, 5)
    assert cell_of(41) == (6, 0)
    assert labels_of(START)[35] == RED
    assert labels_of(START)[21] == RED
    assert labels_of(START)[0] == EMPTY


def test_what_is_seen_is_explained() -> None:
    popped = START.popped(0)
    explained = explain(*evidence(popped), START, QUIET)
    assert explained.board == popped
    assert explained.confidence > 0.99
    assert (explained.costs == 0.0).all()


def test_nothing_seen_leaves_the_board_as_it_was() -> None:
    costs = np.zeros((42, 3), np.float32)
    explained = explain(costs, np.zeros(42, np.float32), START, QUIET)
    assert explained.board == START


def test_a_disc_in_the_air_is_not_a_disc() -> None:
    costs, same = evidence(START)
    costs[3, RED], costs[3, EMPTY], same[3] = 0.0, 13.0, 13.0
    explained = explain(costs, same, START, QUIET)
    assert explained.board == START
    assert explained.costs[3] == 13.0


def test_a_doubtful_change_is_believed_where_something_moved() -> None:
    dropped = START.dropped(2, Disc.YELLOW)
    costs, same = evidence(START)
    hole = 4 * 7 + 2
    costs[hole, YELLOW], costs[hole, EMPTY], same[hole] = 0.0, 3.0, 3.0
    moved = QUIET.copy()
    moved[2] = STIRRED
    assert explain(costs, same, START, QUIET).board == START
    assert explain(costs, same, START, moved).board == dropped


def test_a_column_whose_discs_all_moved_at_once_is_popped_though_the_wall_looks_like_its_top_disc() -> None:
    before = Board.from_columns([[Disc.RED] * 6, *[[]] * 6])
    costs, same = evidence(before)
    costs[0, EMPTY], same[0] = 10.0, 9.0
    stirred, swept = QUIET.copy(), QUIET.copy()
    stirred[0], swept[0] = STIRRED, SWEPT
    assert explain(costs, same, before, stirred).board == before
    assert explain(costs, same, before, swept).board == before.popped(0)


def test_the_confidence_falls_where_two_boards_fit() -> None:
    costs, same = evidence(START)
    hole = 4 * 7 + 2
    costs[hole, RED] = costs[hole, YELLOW] = 0.0
    costs[hole, EMPTY] = same[hole] = 20.0
    explained = explain(costs, same, START, QUIET)
    assert explained.confidence == pytest.approx(0.5, abs=0.02)
    assert explained.margins.argmin() == 2


def test_a_board_that_is_nearly_as_likely_is_told_with_its_distance() -> None:
    dropped = START.dropped(2, Disc.YELLOW)
    costs, same = evidence(START)
    hole = 4 * 7 + 2
    costs[hole, YELLOW], costs[hole, EMPTY], same[hole] = 0.0, 3.0, 3.0
    explained = explain(costs, same, START, QUIET)
    (other,) = explained.alternatives(within=5.0)
    assert other.board == dropped
    assert other.nats == pytest.approx(explained.margins[2])
    assert explained.alternatives(within=other.nats / 2) == ()


def test_a_column_may_be_otherwise_in_several_ways() -> None:
    costs, same = evidence(START)
    # Two holes over the discs of the third column before a wall that looks a little more like discs.
    for hole in (4 * 7 + 2, 3 * 7 + 2):
        costs[hole, YELLOW], costs[hole, EMPTY], same[hole] = 0.0, 6.0, 6.0
    explained = explain(costs, same, START, QUIET)
    one = START.dropped(2, Disc.YELLOW)
    told = {explained.board} | {other.board for other in explained.alternatives(within=12.0)}
    assert {START, one, one.dropped(2, Disc.YELLOW)} <= told


def test_no_more_alternatives_are_told_than_can_be_weighed() -> None:
    costs, same = evidence(START)
    costs[:], same[:] = 0.0, 0.0
    alternatives = explain(costs, same, START, QUIET).alternatives(within=30.0)
    assert len(alternatives) == MOST_ALTERNATIVES
    nats = [other.nats for other in alternatives]
    assert nats == sorted(nats)


def test_alternatives_come_with_the_likeliest_first() -> None:
    costs, same = evidence(START)
    for hole, against in ((4 * 7 + 2, 2.5), (4 * 7 + 5, 1.0)):
        costs[hole, YELLOW], costs[hole, EMPTY], same[hole] = 0.0, against, against
    first, second = explain(costs, same, START, QUIET).alternatives(within=6.0)
    assert (first.board, second.board) == (START.dropped(2, Disc.YELLOW), START.dropped(5, Disc.YELLOW))
    assert 0.0 < first.nats < second.nats


def test_two_columns_in_doubt_may_both_be_otherwise() -> None:
    costs, same = evidence(START)
    for hole in (4 * 7 + 2, 4 * 7 + 5):
        costs[hole, YELLOW], costs[hole, EMPTY], same[hole] = 0.0, 3.0, 3.0
    explained = explain(costs, same, START, QUIET)
    *single, both = explained.alternatives(within=12.0)
    assert both.board == START.dropped(2, Disc.YELLOW).dropped(5, Disc.YELLOW)
    assert both.nats == pytest.approx(sum(other.nats for other in single), abs=1e-5)
    assert len(explained.alternatives(within=both.nats - 0.1)) == 2


def test_a_pop_in_the_glow_of_lamps_is_believed_although_the_whole_column_looks_odd() -> None:
    before = Board.from_columns([[Disc.RED, *[Disc.YELLOW] * 5], *[[]] * 6])
    costs, same = np.full((42, 3), 12.0, np.float32), np.zeros(42, np.float32)
    costs[:, EMPTY] = 0.0
    # From the top: as empty as full before a yellow wall, then yellow and ever odder towards the lamps.
    column = [
        (2.0, 15.7, 1.6, 2.6),
        (2.0, 15.2, 0.8, 1.8),
        (2.0, 14.1, 1.1, 2.1),
        (3.9, 12.7, 3.8, 4.8),
        (2.8, 11.8, 6.4, 7.4),
        (2.7, 10.5, 7.9, 11.5),
    ]
    for row, (empty, red, yellow, stayed) in enumerate(column):
        costs[row * 7] = empty, red, yellow
        same[row * 7] = stayed
    moved = QUIET.copy()
    moved[0] = STIRRED
    assert explain(costs, same, before, moved).board == before.popped(0)


def test_a_disc_comes_to_rest_on_the_others_or_at_the_bottom() -> None:
    landing = {cell_of(int(hole)) for hole in np.flatnonzero(landing_holes(START))}
    assert landing == {(0, 3), (1, 1), (2, 1), (3, 2), (4, 1), (5, 1), (6, 1)}
    full = Board.from_columns([[Disc.RED] * 6, *[[]] * 6])
    assert np.count_nonzero(landing_holes(full)) == 6


def test_the_column_that_lost_most_counts() -> None:
    assert most_gone(START, START.popped(0).popped(0).popped(3)) == 2
    assert most_gone(START, START.dropped(0, Disc.RED)) <= 0


def test_one_pop_costs_less_than_several_changes() -> None:
    before, after = filling_numbers(START)[0], filling_numbers(START.popped(0))[0]
    assert POPPED_COSTS[before, after] < STAYED_COSTS[before, after]
    assert LEFT_IN_PLACE[before, after] == 0
