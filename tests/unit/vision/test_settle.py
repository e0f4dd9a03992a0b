"""When a board counts as standing still."""

import subprocess
import sys

from referee.board import Board, Disc
from vision.lattice import Lattice
from vision.seen import Alternative, BoardHidden, BoardLost, BoardSeen, HiddenReason, LostReason
from vision.settle import StabilityFilter

LATTICE = Lattice.from_corner_holes([(0, 0), (60, 0), (60, 50), (0, 50)])
EMPTY = Board.empty()
ONE = EMPTY.dropped(3, Disc.RED)
OTHER = EMPTY.dropped(2, Disc.YELLOW)


def seen(board: Board, confidence: float = 1.0, moving: frozenset[tuple[int, int]] = frozenset()) -> BoardSeen:
    return BoardSeen(board, confidence, LATTICE, moving)


HIDDEN = BoardHidden(HiddenReason.COVERED, frozenset({(3, 0)}), LATTICE)


def test_one_frame_is_never_enough() -> None:
    assert StabilityFilter(EMPTY).observe(seen(ONE), 0.0) is None


def test_at_two_frames_a_second_the_second_frame_passes_the_board() -> None:
    settle = StabilityFilter(EMPTY)
    settle.observe(seen(ONE), 0.0)
    assert settle.observe(seen(ONE), 0.5) == ONE


def test_at_thirty_frames_a_second_a_board_passes_within_a_fifth_of_a_second() -> None:
    settle = StabilityFilter(EMPTY)
    passed = [frame / 30 for frame in range(10) if settle.observe(seen(ONE), frame / 30) is not None]
    assert 0.1 < passed[0] < 0.2


def test_a_board_is_passed_once() -> None:
    settle = StabilityFilter(EMPTY)
    passed = [settle.observe(seen(ONE), at * 0.5) for at in range(6)]
    assert passed.count(ONE) == 1


def test_the_board_that_is_known_to_stand_there_is_not_passed() -> None:
    settle = StabilityFilter(ONE)
    assert [settle.observe(seen(ONE), at * 0.5) for at in range(4)] == [None] * 4


def test_without_a_known_board_the_first_one_is_passed() -> None:
    settle = StabilityFilter()
    settle.observe(seen(EMPTY), 0.0)
    assert settle.observe(seen(EMPTY), 0.5) == EMPTY
    assert settle.standing == EMPTY


def test_a_hand_in_between_starts_the_count_again() -> None:
    settle = StabilityFilter(EMPTY)
    settle.observe(seen(ONE), 0.0)
    assert settle.observe(HIDDEN, 0.5) is None
    assert settle.observe(seen(ONE), 1.0) is None
    assert settle.observe(seen(ONE), 1.5) == ONE


def test_a_lost_board_in_between_starts_the_count_again() -> None:
    settle = StabilityFilter(EMPTY)
    settle.observe(seen(ONE), 0.0)
    settle.observe(BoardLost(LostReason.NOT_FOUND), 0.5)
    assert settle.observe(seen(ONE), 1.0) is None


def test_boards_that_take_turns_do_not_settle() -> None:
    settle = StabilityFilter(EMPTY)
    assert [settle.observe(seen((ONE, OTHER)[at % 2]), at * 0.5) for at in range(8)] == [None] * 8


def test_motion_in_a_changed_column_holds_the_board_back() -> None:
    settle = StabilityFilter(EMPTY)
    settle.observe(seen(ONE), 0.0)
    assert settle.observe(seen(ONE, moving=frozenset({(3, 4)})), 0.5) is None
    assert settle.observe(seen(ONE), 1.0) == ONE


def test_motion_in_a_column_that_did_not_change_does_not_matter() -> None:
    settle = StabilityFilter(EMPTY)
    settle.observe(seen(ONE), 0.0)
    assert settle.observe(seen(ONE, moving=frozenset({(6, 5)})), 0.5) == ONE


def test_doubtful_frames_ask_for_more_of_them() -> None:
    settle = StabilityFilter(EMPTY)
    passed = [settle.observe(seen(ONE, confidence=0.6), at * 0.5) for at in range(4)]
    assert passed == [None, None, None, ONE]


def test_a_hand_on_its_way_beside_the_board_holds_it_back() -> None:
    settle = StabilityFilter(EMPTY)
    settle.observe(seen(ONE), 0.0)
    assert settle.observe(BoardSeen(ONE, 1.0, LATTICE, approached=True), 0.2) is None
    assert settle.observe(seen(ONE), 0.3) == ONE


def test_what_always_moves_beside_the_board_holds_it_back_for_a_moment_only() -> None:
    settle = StabilityFilter(EMPTY)
    passed = [settle.observe(BoardSeen(ONE, 1.0, LATTICE, approached=True), at * 0.2) for at in range(5)]
    assert passed == [None, None, None, ONE, None]


def test_going_back_to_the_old_board_passes_nothing() -> None:
    settle = StabilityFilter(EMPTY)
    settle.observe(seen(ONE), 0.0)
    assert settle.observe(seen(EMPTY), 0.5) is None
    assert settle.observe(seen(ONE), 1.0) is None


def test_the_filter_needs_no_opencv() -> None:
    code = "import sys; sys.modules['cv2'] = None; import vision.settle"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_what_is_told_of_a_board_in_doubt_is_passed_after_more_frames_and_some_time() -> None:
    doubtful = BoardHidden(HiddenReason.UNSURE, frozenset({(3, 0)}), LATTICE, seen(ONE, confidence=0.6))
    settle = StabilityFilter(EMPTY)
    assert [settle.observe(doubtful, at * 0.2) for at in range(5)] == [None, None, None, ONE, None]
    settle = StabilityFilter(EMPTY)
    passed = [at / 30 for at in range(30) if settle.observe(doubtful, at / 30) is not None]
    assert 0.4 < passed[0] < 0.55


def test_a_board_that_is_taken_back_is_passed_again_while_it_is_seen() -> None:
    settle = StabilityFilter(EMPTY)
    passed = [settle.observe(seen(ONE), at * 0.5) for at in range(2)]
    settle.take_back()
    assert settle.standing == EMPTY
    passed += [settle.observe(seen(ONE), 1.0 + at * 0.5) for at in range(3)]
    assert passed == [None, ONE, None, ONE, None]


def test_frames_that_say_now_one_now_the_other_of_two_boards_are_of_one_board_in_doubt() -> None:
    first = BoardSeen(ONE, 0.55, LATTICE, alternatives=(Alternative(OTHER, 0.2),))
    second = BoardSeen(OTHER, 0.55, LATTICE, alternatives=(Alternative(ONE, 0.2),))
    settle = StabilityFilter(EMPTY)
    assert [settle.observe(frame, at * 0.2) for at, frame in enumerate((first, second, second, first))][-1] == ONE
    settle = StabilityFilter(EMPTY)
    clear = [seen(board) for board in (ONE, OTHER, ONE, OTHER)]
    assert [settle.observe(frame, at * 0.2) for at, frame in enumerate(clear)] == [None] * 4


def test_a_doubt_whether_anything_happened_is_told_as_the_board_that_may_have_come() -> None:
    unmoved = BoardSeen(EMPTY, 0.6, LATTICE, alternatives=(Alternative(ONE, 0.3), Alternative(OTHER, 4.0)))
    other = unmoved.otherwise_than(EMPTY)
    assert other is not None
    assert other.board == ONE
    assert [(each.board, each.nats) for each in other.alternatives] == [(EMPTY, -0.3), (OTHER, 3.7)]
    assert other.otherwise_than(EMPTY) is other
    assert seen(EMPTY).otherwise_than(EMPTY) is None
