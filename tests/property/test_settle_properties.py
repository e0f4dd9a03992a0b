"""What no sequence of observations makes the settling filter do."""

from hypothesis import given
from hypothesis import strategies as st

from referee.board import Board, Disc
from vision.lattice import Lattice
from vision.seen import BoardHidden, BoardLost, BoardSeen, HiddenReason, LostReason, Observation
from vision.settle import StabilityFilter

LATTICE = Lattice.from_corner_holes([(0, 0), (60, 0), (60, 50), (0, 50)])
COLOURS = st.sampled_from(list(Disc))
BOARDS = st.lists(st.lists(COLOURS, max_size=6), min_size=7, max_size=7).map(Board.from_columns)
CELLS = st.frozensets(st.tuples(st.integers(0, 6), st.integers(0, 5)), max_size=4)


def observations(boards: list[Board]) -> st.SearchStrategy[Observation]:
    return st.one_of(
        st.builds(BoardSeen, st.sampled_from(boards), st.floats(0.3, 1.0), st.just(LATTICE), CELLS),
        st.builds(BoardHidden, st.sampled_from(list(HiddenReason)), CELLS, st.just(LATTICE)),
        st.builds(BoardLost, st.sampled_from(list(LostReason))),
    )


STEPS = st.lists(BOARDS, min_size=1, max_size=3).flatmap(
    lambda boards: st.lists(st.tuples(observations(boards), st.floats(0.01, 1.0)), max_size=25)
)
STANDING = st.none() | BOARDS


@given(STANDING, STEPS)
def test_a_board_is_passed_only_in_the_frame_that_shows_it(
    standing: Board | None, steps: list[tuple[Observation, float]]
) -> None:
    settle, at = StabilityFilter(standing), 0.0
    for observation, wait in steps:
        at += wait
        passed = settle.observe(observation, at)
        if passed is not None:
            assert isinstance(observation, BoardSeen)
            assert observation.board == passed


@given(STANDING, STEPS)
def test_a_board_is_passed_only_if_the_frame_before_showed_it_too(
    standing: Board | None, steps: list[tuple[Observation, float]]
) -> None:
    settle, at, before = StabilityFilter(standing), 0.0, None
    for observation, wait in steps:
        at += wait
        passed = settle.observe(observation, at)
        if passed is not None:
            assert isinstance(before, BoardSeen)
            assert before.board == passed
        before = observation


@given(STANDING, STEPS)
def test_no_board_is_passed_twice_running(standing: Board | None, steps: list[tuple[Observation, float]]) -> None:
    settle, at, last = StabilityFilter(standing), 0.0, standing
    for observation, wait in steps:
        at += wait
        passed = settle.observe(observation, at)
        if passed is not None:
            assert passed != last
            last = passed
        assert settle.standing == last


@given(BOARDS, BOARDS, st.floats(0.15, 1.0))
def test_a_board_that_stands_still_in_clear_frames_is_passed_by_the_second(
    standing: Board, board: Board, wait: float
) -> None:
    settle = StabilityFilter(standing)
    first = settle.observe(BoardSeen(board, 1.0, LATTICE), 0.0)
    second = settle.observe(BoardSeen(board, 1.0, LATTICE), wait)
    assert first is None
    assert second == (None if board == standing else board)
