"""From what the eye sees to events: each change of sight once, each board at rest once."""

from dataclasses import dataclass, field

import numpy as np

from firmware.events import BoardSettled, Event, SightChanged, Tick
from firmware.judge import Judge
from firmware.snapshot import Sight
from firmware.viewpoint import Viewpoint
from hardware.ports import Image
from referee.board import Board, Disc
from vision.lattice import Lattice
from vision.seen import BoardHidden, BoardLost, BoardSeen, HiddenReason, LostReason, Observation
from vision.settle import StabilityFilter

EMPTY = Board.empty()
ONE_DROP = EMPTY.dropped(3, Disc.RED)
LATTICE = Lattice(np.eye(3))
PICTURE = np.zeros((48, 64, 3), np.uint8)
SEEN = BoardSeen(EMPTY, 1.0, LATTICE)
CHANGED = BoardSeen(ONE_DROP, 1.0, LATTICE)
HIDDEN = BoardHidden(HiddenReason.COVERED, frozenset({(3, 0)}), LATTICE)
LOST = BoardLost(LostReason.NOT_FOUND)


@dataclass
class ScriptedEye:
    """Sees what it was told, one after the other."""

    course: list[Observation]
    trusted: list[Board] = field(default_factory=list)

    def look(self, bgr: Image, at: float) -> Observation:
        assert bgr is PICTURE
        assert at >= 0
        return self.course.pop(0)

    def confirm(self, board: Board) -> None:
        self.trusted.append(board)


def judged(*course: Observation) -> list[tuple[Event, ...]]:
    judge = Judge(ScriptedEye(list(course)), StabilityFilter(EMPTY))
    return [judge.look(PICTURE, number / 2) for number in range(len(course))]


def test_a_change_of_sight_is_told_once() -> None:
    assert judged(SEEN, SEEN, HIDDEN, HIDDEN, LOST, SEEN) == [
        (SightChanged(Sight.CLEAR, 0.0),),
        (Tick(0.5),),
        (SightChanged(Sight.HIDDEN, 1.0),),
        (Tick(1.5),),
        (SightChanged(Sight.BOARD_LOST, 2.0),),
        (SightChanged(Sight.CLEAR, 2.5),),
    ]


def test_a_board_is_told_when_it_stands_still_and_not_again() -> None:
    events = judged(SEEN, CHANGED, CHANGED, CHANGED, CHANGED)
    settled = [event for frame in events for event in frame if isinstance(event, BoardSettled)]
    assert [event.board for event in settled] == [ONE_DROP]
    assert settled[0].at <= 1.5, "half a second apart, two frames that agree are enough"


def test_sight_comes_before_the_board_that_it_shows() -> None:
    events = judged(HIDDEN, CHANGED, CHANGED)
    assert [type(event) for frame in events for event in frame][-2:] == [SightChanged, BoardSettled]


def test_what_is_trusted_reaches_the_eye() -> None:
    eye = ScriptedEye([])
    Judge(eye, StabilityFilter(EMPTY)).trust(ONE_DROP)
    assert eye.trusted == [ONE_DROP]


def test_after_the_camera_was_lost_any_sight_is_news() -> None:
    judge = Judge(ScriptedEye([SEEN, SEEN]), StabilityFilter(EMPTY))
    judge.look(PICTURE, 0.0)
    judge.forget_sight()
    assert judge.look(PICTURE, 1.0) == (SightChanged(Sight.CLEAR, 1.0),)


@dataclass
class MarkedEye:
    """Sees one red disc where the picture is bright."""

    trusted: list[Board] = field(default_factory=list)

    def look(self, bgr: Image, at: float) -> Observation:
        assert at >= 0
        column = int(bgr[0, :, 0].argmax()) * 7 // bgr.shape[1]
        return BoardSeen(EMPTY.dropped(column, Disc.RED), 1.0, LATTICE)

    def confirm(self, board: Board) -> None:
        self.trusted.append(board)


def test_a_camera_on_the_other_side_sees_column_a_at_the_left() -> None:
    picture = np.zeros((42, 70, 3), np.uint8)
    picture[:, 2] = 255
    judge = Judge(MarkedEye(), StabilityFilter(None), Viewpoint(is_mirrored=True))
    judge.look(picture, 0.0)
    assert judge.view is not None
    assert judge.view.observation == BoardSeen(EMPTY.dropped(6, Disc.RED), 1.0, LATTICE)
    assert judge.view.bgr[0, 67, 0] == 255


def test_discs_that_look_red_are_yellows_where_the_settings_say_so() -> None:
    eye = MarkedEye()
    judge = Judge(eye, StabilityFilter(None), Viewpoint(is_swapped=True))
    judge.look(np.zeros((42, 70, 3), np.uint8), 0.0)
    assert judge.view is not None
    seen = judge.view.observation
    assert seen == BoardSeen(EMPTY.dropped(0, Disc.YELLOW), 1.0, LATTICE)
    assert isinstance(seen, BoardSeen)
    judge.trust(seen.board)
    assert eye.trusted == [EMPTY.dropped(0, Disc.RED)]
