"""From what the eye sees to events: each change of sight once, each board at rest once."""

from dataclasses import dataclass, field, replace

import numpy as np

from firmware.bootstrap import open_judge
from firmware.events import BoardSettled, DeviceFailed, DeviceMended, Event, SightChanged, Tick
from firmware.judge import Judge
from firmware.picture_size import NEW_SIZE_PICTURES, TOLD_SECONDS
from firmware.snapshot import Sight
from firmware.viewpoint import Viewpoint
from hardware.ports import Image
from hardware.simulated.options import SceneOptions, ViewOptions
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import DiscColour, Scene
from referee.board import Board, Disc
from vision.lattice import Lattice
from vision.seen import Alternative, BoardHidden, BoardLost, BoardSeen, HiddenReason, LostReason, Observation
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
    told: list[Board] = field(default_factory=list)

    def look(self, bgr: Image, at: float) -> Observation:
        assert bgr is PICTURE
        assert at >= 0
        return self.course.pop(0)

    def confirm(self, board: Board) -> None:
        self.trusted.append(board)

    def take_word(self, board: Board) -> None:
        self.told.append(board)


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


def test_what_is_trusted_reaches_the_eye_as_somebodys_word_where_it_saw_another_board() -> None:
    eye = ScriptedEye([])
    judge = Judge(eye, StabilityFilter(EMPTY))
    judge.trust(EMPTY)
    assert (eye.trusted, eye.told) == ([EMPTY], [])
    judge.trust(ONE_DROP)
    assert (eye.trusted, eye.told) == ([EMPTY], [ONE_DROP])


def test_after_the_camera_was_lost_any_sight_is_news() -> None:
    judge = Judge(ScriptedEye([SEEN, SEEN]), StabilityFilter(EMPTY))
    judge.look(PICTURE, 0.0)
    judge.forget_sight()
    assert judge.look(PICTURE, 1.0) == (SightChanged(Sight.CLEAR, 1.0),)


@dataclass
class MarkedEye:
    """Sees one red disc where the picture is bright."""

    trusted: list[Board] = field(default_factory=list)
    told: list[Board] = field(default_factory=list)

    def look(self, bgr: Image, at: float) -> Observation:
        assert at >= 0
        column = int(bgr[0, :, 0].argmax()) * 7 // bgr.shape[1]
        return BoardSeen(EMPTY.dropped(column, Disc.RED), 1.0, LATTICE)

    def confirm(self, board: Board) -> None:
        self.trusted.append(board)

    def take_word(self, board: Board) -> None:
        self.told.append(board)


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
    assert eye.told == [EMPTY.dropped(0, Disc.RED)]


def test_what_else_a_picture_may_show_goes_with_the_board_at_rest_in_the_names_of_the_players() -> None:
    other = Alternative(EMPTY.dropped(2, Disc.RED), 1.5)
    eye = ScriptedEye([replace(CHANGED, alternatives=(other,))] * 3)
    judge = Judge(eye, StabilityFilter(EMPTY), Viewpoint(is_swapped=True))
    events = [event for number in range(3) for event in judge.look(PICTURE, number / 2)]
    (settled,) = (event for event in events if isinstance(event, BoardSettled))
    assert settled.board == EMPTY.dropped(3, Disc.YELLOW)
    assert settled.alternatives == (Alternative(EMPTY.dropped(2, Disc.YELLOW), 1.5),)


def test_where_another_board_was_chosen_the_one_that_was_seen_is_told_again_when_it_is_plain() -> None:
    chosen = EMPTY.dropped(2, Disc.RED)
    doubtful = replace(CHANGED, alternatives=(Alternative(chosen, 1.5),))
    judge = Judge(ScriptedEye([doubtful] * 2 + [CHANGED] * 4), StabilityFilter(EMPTY))
    told = []
    for number in range(6):
        events = judge.look(PICTURE, number / 2)
        told += [event.board for event in events if isinstance(event, BoardSettled)]
        if number == 1:
            judge.trust(chosen)
    assert told == [ONE_DROP, ONE_DROP]


def test_a_board_at_rest_that_tells_nothing_yet_is_told_again() -> None:
    doubtful = BoardHidden(HiddenReason.UNSURE, frozenset({(3, 0)}), LATTICE, replace(CHANGED, confidence=0.6))
    judge = Judge(ScriptedEye([doubtful] * 8), StabilityFilter(EMPTY), Viewpoint(is_swapped=True))
    told = []
    for number in range(8):
        events = judge.look(PICTURE, number / 2)
        for event in events:
            if isinstance(event, BoardSettled):
                assert event.is_guess
                told.append(event.board)
                judge.look_again()
    assert told == [EMPTY.dropped(3, Disc.YELLOW)] * 2


SMALL = Renderer(SceneOptions())
LARGE = Renderer(SceneOptions(view=ViewOptions(width=800, height=600, hole_pitch_pixels=60.0)))
EMPTY_SCENE = Scene()
ONE_DROP_SCENE = Scene.of_columns(((), (), (), (DiscColour.FIRST,), (), (), ()))


def test_a_single_picture_of_another_size_is_left_out_and_told_and_soon_forgotten() -> None:
    judge = open_judge(EMPTY)
    assert judge.look(SMALL.render(EMPTY_SCENE).pixels, 0.0) == (SightChanged(Sight.CLEAR, 0.0),)
    told = "a picture is 800x600 pixels, those before were 640x480; it is left out"
    for at in (0.1, 0.3):
        assert judge.look(LARGE.render(ONE_DROP_SCENE).pixels, at) == (DeviceFailed("camera", told, at),)
        assert judge.look(SMALL.render(EMPTY_SCENE).pixels, at + 0.1) == (Tick(at + 0.1),)
    assert judge.view is not None
    assert judge.view.bgr.shape == (480, 640, 3)
    over = 0.3 + TOLD_SECONDS
    assert judge.look(SMALL.render(EMPTY_SCENE).pixels, over) == (DeviceMended("camera", over),)
    assert judge.look(SMALL.render(EMPTY_SCENE).pixels, over + 0.1) == (Tick(over + 0.1),)


def test_a_camera_that_gives_another_size_from_now_on_is_looked_at_anew_with_the_board_that_is_known() -> None:
    judge = open_judge(EMPTY)
    events: list[Event] = []
    pictures = [SMALL.render(EMPTY_SCENE)] * 2 + [SMALL.render(ONE_DROP_SCENE)] * 4
    pictures += [LARGE.render(ONE_DROP_SCENE)] * (NEW_SIZE_PICTURES + 4)
    for number, rendered in enumerate(pictures):
        seen = judge.look(rendered.pixels, number / 5)
        if BoardSettled(ONE_DROP, number / 5) in seen:
            judge.trust(ONE_DROP)
        events += seen
    assert [event.board for event in events if isinstance(event, BoardSettled)] == [ONE_DROP]
    messages = [event.message for event in events if isinstance(event, DeviceFailed)]
    assert messages[-1] == "the pictures are 800x600 pixels now and were 640x480; the board is looked for anew"
    assert len(messages) == NEW_SIZE_PICTURES
    assert judge.view is not None
    assert isinstance(judge.view.observation, BoardSeen)
    assert judge.view.observation.board == ONE_DROP
    assert judge.view.bgr.shape == (600, 800, 3)
