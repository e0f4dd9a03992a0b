"""A frame taken for a board, from evidence made up by hand."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from referee.board import Board, Disc
from vision.columns import CALM, STIRRED, labels_of
from vision.decode import EMPTY, STATES, YELLOW
from vision.evidence import Evidence
from vision.lattice import COLUMNS, HOLES
from vision.understanding import understand

BOARD = Board.parse("......./......./......./......./Y....../R.....R")
TOP_YELLOW = 28
"""The hole of a2."""
NOTHING_DISTURBED = np.full(COLUMNS, CALM, np.int8)
NO_WORD = np.full((HOLES, STATES + 1), -np.log(STATES + 1.0))


def stirred_in(column: int) -> NDArray[np.int8]:
    return np.where(np.arange(COLUMNS) == column, STIRRED, CALM).astype(np.int8)


def plain() -> Evidence:
    """Everything is as it was."""
    labels = labels_of(BOARD)
    costs = np.where(np.arange(STATES) == labels[:, None], 0.0, 20.0).astype(np.float32)
    none = np.zeros(HOLES, np.bool_)
    return Evidence(
        costs=costs,
        same=np.zeros(HOLES, np.float32),
        changes=np.ones(HOLES, np.float32),
        filled=none,
        covered=none.copy(),
        is_strained=False,
    )


def looking_gone() -> Evidence:
    """Where the yellow disc lies, the light crept until it looks like the wall behind."""
    evidence = plain()
    evidence.costs[TOP_YELLOW, EMPTY] = 1.0
    evidence.costs[TOP_YELLOW, YELLOW] = 12.0
    evidence.same[TOP_YELLOW] = 16.0
    return evidence


def board_seen(evidence: Evidence, steady: NDArray[np.bool_]) -> Board:
    return understand(evidence, BOARD, NOTHING_DISTURBED, steady, lambda: NO_WORD).explained.board


def test_what_looks_as_it_did_is_the_board_that_was_trusted() -> None:
    understood = understand(plain(), BOARD, NOTHING_DISTURBED, np.zeros(HOLES, np.bool_), lambda: NO_WORD)
    assert understood.explained.board == BOARD
    assert not understood.hidden.any()


def test_a_disc_that_looks_gone_is_gone_only_if_something_stirred() -> None:
    stirred, steady = np.zeros(HOLES, np.bool_), np.ones(HOLES, np.bool_)
    assert board_seen(looking_gone(), stirred) != BOARD
    assert board_seen(looking_gone(), steady) == BOARD


def test_a_board_that_is_as_it_was_but_for_the_light_is_doubted_where_the_second_opinion_sees_another() -> None:
    def sees_nothing() -> np.ndarray:
        logs = np.full((HOLES, STATES + 1), np.log(0.02))
        logs[:, EMPTY] = np.log(0.94)
        return logs

    calm, moved = NOTHING_DISTURBED, np.zeros(HOLES, np.bool_)
    full = Board.parse("RYRYRYR/RYRYRYR/YRYRYRY/YRYRYRY/RYRYRYR/RYRYRYR")
    labels = labels_of(full)
    costs = np.where(np.arange(STATES) == labels[:, None], 0.0, 20.0).astype(np.float32)
    usual = replace(plain(), costs=costs)
    assert not understand(usual, full, calm, moved, sees_nothing).hidden.any()
    assert understand(replace(usual, is_strained=True), full, calm, moved, sees_nothing).hidden.all()


def opinion_on(hole: int, state: int, probability: float) -> NDArray[np.float64]:
    """The second opinion, sure of all holes of `BOARD`, and as sure as that of one."""
    logs = np.full((HOLES, STATES + 1), np.log(0.001))
    logs[np.arange(HOLES), labels_of(BOARD)] = np.log(0.997)
    logs[hole] = np.log((1.0 - probability) / STATES)
    logs[hole, state] = np.log(probability)
    return logs


@pytest.mark.parametrize(("probability", "is_hidden"), [(0.9, True), (0.99, False)])
def test_a_disc_that_looks_unlike_all_others_is_believed_where_the_second_opinion_is_certain(
    probability: float, is_hidden: bool
) -> None:
    evidence = plain()
    new = TOP_YELLOW - COLUMNS
    evidence.costs[new] = 24.0, 24.0, 20.0
    evidence.same[new] = 25.0
    understood = understand(
        evidence,
        BOARD,
        stirred_in(0),
        np.zeros(HOLES, np.bool_),
        lambda: opinion_on(new, YELLOW, probability),
    )
    assert understood.explained.board == BOARD.dropped(0, Disc.YELLOW)
    assert understood.hidden[new] == is_hidden


NOTHING_STEADY = np.zeros(HOLES, np.bool_)


def looking_taken_out(probability: float) -> tuple[Evidence, NDArray[np.float64]]:
    """The yellow disc of a2 looks like the unknown; the second opinion calls the hole empty with that probability."""
    evidence = plain()
    evidence.costs[TOP_YELLOW] = 7.7, 25.0, 25.0
    evidence.same[TOP_YELLOW] = 25.0
    return evidence, opinion_on(TOP_YELLOW, EMPTY, probability)


@pytest.mark.parametrize(
    ("probability", "is_covered", "is_hidden"),
    [(0.99, False, False), (0.99, True, True), (0.05, False, True)],
    ids=["plainly gone", "behind something", "the second opinion denies it"],
)
def test_a_disc_is_taken_out_at_the_top_only_where_nothing_else_may_be(
    probability: float, is_covered: bool, is_hidden: bool
) -> None:
    evidence, opinion = looking_taken_out(probability)
    evidence.covered[TOP_YELLOW] = is_covered
    understood = understand(evidence, BOARD, NOTHING_DISTURBED, NOTHING_STEADY, lambda: opinion)
    assert understood.hidden[TOP_YELLOW] == is_hidden


def test_a_disc_that_the_second_opinion_still_sees_was_not_taken_out() -> None:
    evidence, _ = looking_taken_out(0.5)
    evidence.costs[TOP_YELLOW, YELLOW], evidence.same[TOP_YELLOW] = 12.0, 20.0
    seen = opinion_on(TOP_YELLOW, YELLOW, 0.9)
    understood = understand(evidence, BOARD, NOTHING_DISTURBED, NOTHING_STEADY, lambda: seen)
    assert understood.explained.board == BOARD
    assert not understood.hidden.any()


@pytest.mark.parametrize(("share", "is_hidden"), [(0.9, True), (0.1, False)])
def test_several_discs_go_from_a_column_at_once_only_where_nothing_is_in_front(share: float, is_hidden: bool) -> None:
    evidence = plain()
    gone = [TOP_YELLOW, TOP_YELLOW + COLUMNS]
    evidence.costs[gone] = 1.0, 25.0, 25.0
    evidence.same[gone] = 25.0
    opinion = NO_WORD.copy()
    opinion[gone] = np.log([0.98 - share, 0.01, 0.01, share])
    understood = understand(evidence, BOARD, stirred_in(0), NOTHING_STEADY, lambda: opinion)
    assert understood.explained.board == BOARD.popped(0).popped(0)
    assert understood.hidden[gone].tolist() == [is_hidden] * 2


def test_where_nothing_of_the_frame_is_seen_no_disc_has_gone() -> None:
    evidence, opinion = looking_taken_out(0.99)
    unseen = np.zeros(HOLES, np.bool_)
    unseen[TOP_YELLOW] = True
    assert not understand(evidence, BOARD, stirred_in(0), NOTHING_STEADY, lambda: opinion).hidden.any()
    understood = understand(evidence.with_unseen(unseen), BOARD, stirred_in(0), NOTHING_STEADY, lambda: opinion)
    assert list(np.flatnonzero(understood.hidden)) == [TOP_YELLOW]


def test_the_only_disc_of_a_column_is_popped_though_a_lamp_lights_the_plastic_beside_it() -> None:
    bottom_red = HOLES - 1
    evidence = plain()
    evidence.costs[bottom_red] = 7.7, 25.0, 25.0
    evidence.same[bottom_red] = 25.0
    evidence.covered[bottom_red] = True
    opinion = opinion_on(bottom_red, EMPTY, 0.995)
    opinion[bottom_red, STATES] = np.log(0.001)
    understood = understand(evidence, BOARD, stirred_in(6), NOTHING_STEADY, lambda: opinion)
    assert understood.explained.board == BOARD.popped(6)
    assert not understood.hidden.any()


@pytest.mark.parametrize(("is_disturbed", "due"), [(True, BOARD.dropped(3, Disc.YELLOW)), (False, BOARD)])
def test_a_hole_alone_that_lost_its_background_where_a_disc_lands_has_one_in_it(is_disturbed: bool, due: Board) -> None:
    landing = HOLES - COLUMNS + 3
    evidence = plain()
    evidence.costs[landing] = 13.0, 20.0, 3.0
    evidence.same[landing] = 13.0
    evidence.filled[landing] = True
    evidence.changes[landing] = 25.0
    disturbed = stirred_in(3) if is_disturbed else NOTHING_DISTURBED
    denying = opinion_on(landing, EMPTY, 0.995)
    understood = understand(evidence, BOARD, disturbed, NOTHING_STEADY, lambda: denying)
    assert understood.explained.board == due


@pytest.mark.parametrize(("share", "is_hidden"), [(0.1, False), (0.7, True)])
def test_the_first_disc_deep_in_its_hole_is_not_hidden_though_it_reaches_the_plastic(
    share: float, is_hidden: bool
) -> None:
    landing = HOLES - COLUMNS + 3
    evidence = plain()
    evidence.costs[landing] = 13.0, 16.0, 20.0
    evidence.same[landing] = 13.0
    evidence.filled[landing] = evidence.covered[landing] = True
    evidence.changes[landing] = 22.0
    opinion = NO_WORD.copy()
    opinion[landing] = np.log([0.89 - share, 0.1, 0.01, share])
    understood = understand(evidence, BOARD, stirred_in(3), NOTHING_STEADY, lambda: opinion)
    assert understood.explained.board == BOARD.dropped(3, Disc.RED)
    assert understood.hidden[landing] == is_hidden
    assert not understood.evidence.covered[landing]


def test_a_disc_that_a_spot_of_light_changed_is_vouched_for_by_the_second_opinion() -> None:
    evidence = plain()
    evidence.costs[TOP_YELLOW] = 7.7, 20.0, 10.0
    evidence.same[TOP_YELLOW] = 12.0
    evidence.changes[TOP_YELLOW] = 30.0
    sure = opinion_on(TOP_YELLOW, YELLOW, 0.9)
    understood = understand(evidence, BOARD, NOTHING_DISTURBED, NOTHING_STEADY, lambda: sure)
    assert list(np.flatnonzero(understood.vouched)) == [TOP_YELLOW]
    unsure = opinion_on(TOP_YELLOW, YELLOW, 0.5)
    assert not understand(evidence, BOARD, NOTHING_DISTURBED, NOTHING_STEADY, lambda: unsure).vouched.any()


def test_a_hole_whose_background_changed_to_a_colour_that_no_disc_has_is_still_empty() -> None:
    landing = HOLES - COLUMNS + 3
    evidence = plain()
    evidence.costs[landing] = 13.0, 25.0, 25.0
    evidence.same[landing] = 13.0
    evidence.filled[landing] = True
    round_and_full = opinion_on(landing, YELLOW, 0.8)
    understood = understand(evidence, BOARD, stirred_in(3), NOTHING_STEADY, lambda: round_and_full)
    assert understood.explained.board == BOARD


@pytest.mark.parametrize(("is_strained", "due"), [(False, BOARD), (True, BOARD.popped(6))])
def test_the_second_opinion_counts_in_full_where_the_light_leaves_the_comparison_little_to_say(
    is_strained: bool, due: Board
) -> None:
    bottom_red = HOLES - 1
    evidence = replace(plain(), is_strained=is_strained)
    evidence.costs[bottom_red, EMPTY] = 2.9
    evidence.same[bottom_red] = 1.1
    gone = opinion_on(bottom_red, EMPTY, 0.9995)
    understood = understand(evidence, BOARD, NOTHING_DISTURBED, NOTHING_STEADY, lambda: gone)
    assert understood.explained.board == due
