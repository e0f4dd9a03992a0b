"""The loop over twins: what fails is told and play goes on; what is pressed comes before what is seen."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import time
from queue import SimpleQueue

import numpy as np

from firmware.adopting import InUse
from firmware.config import Config, parse
from firmware.errors import JournalError
from firmware.events import CameraLost, Entry
from firmware.inbox import Adopt, Answer, DeclareBoard, Dim, Inbox, Inspect, Mute, Names, Part, Request, Trial, TryOut
from firmware.journal import MemoryJournal, replay
from firmware.judge import Judge
from firmware.loop import CAMERA_PAUSE_SECONDS, Loop
from firmware.patterns import LED_COUNT
from firmware.session import Session
from firmware.snapshot import Sight, Snapshot
from firmware.tryout import BUTTONS_SECONDS, COLOUR_SECONDS, COLOURS, LED_SECONDS, WHITE, Tried
from firmware.witness import KeepsPictures
from hardware.errors import StripError
from hardware.ports import ButtonPressed, Colour, Image
from hardware.simulated.camera import CameraFault, SimulatedCamera
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.sounder import SimulatedSounder
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.table import Table
from referee.board import Board, Disc
from referee.controls import Button, SetScore
from referee.position import Position, Score
from referee.ruling import Dropped, Popped, Undone
from vision.lattice import Lattice
from vision.seen import BoardSeen, Observation
from vision.settle import StabilityFilter

EMPTY = Board.empty()
ONE_DROP = EMPTY.dropped(3, Disc.RED)
TWO_DROPS = ONE_DROP.dropped(4, Disc.YELLOW)
ANYWHERE = Lattice(np.eye(3))


@dataclass
class ToldEye:
    """Sees the boards that it was told, whatever is in the picture; the last one for ever."""

    boards: list[Board]
    trusted: list[Board] = field(default_factory=list)

    def look(self, bgr: Image, at: float) -> Observation:
        assert bgr.ndim == 3
        assert at >= 0
        return BoardSeen(self.boards.pop(0) if len(self.boards) > 1 else self.boards[0], 1.0, ANYWHERE)

    def confirm(self, board: Board) -> None:
        self.trusted.append(board)

    def take_word(self, board: Board) -> None:
        self.trusted.append(board)


@dataclass
class KeptScreen:
    """Keeps what it was shown."""

    shown: list[Snapshot] = field(default_factory=list)

    def show(self, snapshot: Snapshot) -> None:
        self.shown.append(snapshot)


class Rig:
    """A table of twins around a told eye."""

    def __init__(
        self, *boards: Board, journal: MemoryJournal | None = None, album: KeepsPictures | None = None
    ) -> None:
        self.clock = SimulatedClock()
        self.camera = SimulatedCamera(Table(), self.clock)
        self.strip = SimulatedStrip(LED_COUNT, self.clock)
        self.sounder = SimulatedSounder(self.clock)
        self.eye = ToldEye(list(boards))
        self.session = Session(Position.start())
        self.journal = journal if journal is not None else MemoryJournal()
        self.screen = KeptScreen()
        self.inbox: Inbox = SimpleQueue()
        self.loop = Loop(
            camera=self.camera,
            strip=self.strip,
            sounder=self.sounder,
            clock=self.clock,
            judge=Judge(self.eye, StabilityFilter(EMPTY)),
            session=self.session,
            journal=self.journal,
            screens=(self.screen,),
            album=album,
            inbox=self.inbox,
        )

    def steps(self, count: int) -> Iterator[None]:
        for _ in range(count):
            self.loop.step()
            yield

    def run(self, count: int) -> None:
        for _ in self.steps(count):
            pass


def test_a_board_at_rest_is_ruled_on_lit_sounded_and_shown() -> None:
    rig = Rig(EMPTY, ONE_DROP)
    rig.run(6)
    assert [type(ruling) for ruling in rig.journal.rulings] == [Dropped]
    assert len(rig.sounder.history) == 1
    assert len(rig.strip.history) == 6
    assert isinstance(rig.screen.shown[-1].last, Dropped)
    assert rig.eye.trusted == [ONE_DROP]


def test_a_press_comes_before_the_next_picture() -> None:
    rig = Rig(EMPTY, ONE_DROP)
    rig.run(6)
    rig.inbox.put(ButtonPressed(Button.UNDO.value, rig.clock.now()))
    before = rig.clock.now()
    rig.run(1)
    assert isinstance(rig.journal.rulings[-1], Undone)
    assert rig.clock.now() == before


def test_a_press_that_no_button_of_the_game_has_is_told_and_play_goes_on() -> None:
    rig = Rig(EMPTY, ONE_DROP)
    for _ in range(2):
        rig.inbox.put(ButtonPressed("applause", rig.clock.now()))
    rig.run(8)
    assert rig.screen.shown[-1].failures == (
        "buttons: 'applause' was pressed, and must be one of accept, undo, new-game; nothing was done",
    )
    assert [type(ruling) for ruling in rig.journal.rulings] == [Dropped]


def test_a_request_is_answered_with_what_came_of_it() -> None:
    rig = Rig(EMPTY, ONE_DROP)
    rig.run(6)
    answers: list[Answer] = []
    rig.inbox.put(Request(Button.UNDO, answers.append))
    rig.inbox.put(Request(SetScore(Score(1, 0)), answers.append))
    rig.inbox.put(Request(Names("Ada", ""), answers.append))
    rig.run(3)
    undone, score, named = answers
    assert isinstance(undone.rulings[0], Undone)
    assert undone.refused == ""
    assert undone.snapshot.position == Position.start()
    assert score.rulings == ()
    assert score.refused == "nobody scores during setup"
    assert named.snapshot.record is not None
    assert named.snapshot.record.tags == (("Red", "Ada"),)


def test_a_muted_sounder_is_silent_until_it_may_be_heard_again() -> None:
    rig = Rig(EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, ONE_DROP)
    answers: list[Answer] = []
    rig.inbox.put(Request(Mute(True), answers.append))
    rig.run(12)
    assert isinstance(rig.session.snapshot.last, Dropped)
    assert rig.sounder.history == ()
    rig.inbox.put(Request(Mute(False), answers.append))
    rig.inbox.put(ButtonPressed(Button.UNDO.value, rig.clock.now()))
    rig.run(2)
    assert len(rig.sounder.history) == 1
    assert [answer.refused for answer in answers] == ["", ""]


def test_a_brightness_that_is_chosen_is_on_the_strip_before_the_next_picture() -> None:
    rig = Rig(EMPTY)
    rig.run(3)
    bright = rig.strip.colours
    at = rig.clock.now()
    answers: list[Answer] = []
    rig.inbox.put(Request(Dim(20), answers.append))
    rig.run(1)
    assert rig.clock.now() == at
    assert sum(led.red for led in rig.strip.colours) < 0.3 * sum(led.red for led in bright)
    assert answers[0].snapshot.brightness_percent == 20
    rig.run(3)
    assert sum(led.red for led in rig.strip.colours) < 0.3 * sum(led.red for led in bright)


def test_a_board_that_is_declared_is_ruled_on_and_the_eye_told() -> None:
    rig = Rig(EMPTY)
    rig.run(3)
    answers: list[Answer] = []
    rig.inbox.put(Request(DeclareBoard(ONE_DROP), answers.append))
    rig.run(1)
    assert [type(ruling) for ruling in answers[0].rulings] == [Dropped]
    assert rig.eye.trusted[-1] == ONE_DROP
    assert rig.screen.shown[-1].seen == ONE_DROP


def test_the_strip_is_tried_in_red_green_and_blue_and_then_shows_the_game_again() -> None:
    rig = Rig(EMPTY)
    rig.run(3)
    rig.inbox.put(Request(Trial(Part.STRIP), lambda _: None))
    rig.run(1)
    began = rig.clock.now()
    shown: list[tuple[Colour, ...]] = []
    while rig.clock.now() - began < 3 * COLOUR_SECONDS - 0.2:
        rig.run(1)
        if not shown or shown[-1] != rig.loop.lights:
            shown.append(rig.loop.lights)
    assert shown == [(colour,) * LED_COUNT for colour in COLOURS.values()]
    while rig.clock.now() - began < 3 * COLOUR_SECONDS:
        rig.run(1)
    assert rig.loop.lights not in shown


def test_the_sounder_is_tried_with_a_tune() -> None:
    rig = Rig(EMPTY)
    rig.inbox.put(Request(Trial(Part.SOUNDER), lambda _: None))
    rig.run(1)
    assert len(rig.sounder.history) == 1


class FullDisk(MemoryJournal):
    """Takes nothing until there is room."""

    has_room = False

    def write(self, entry: Entry) -> None:
        if not self.has_room:
            raise JournalError("the disk is full")
        super().write(entry)


def test_a_journal_that_cannot_be_written_is_told_and_play_goes_on() -> None:
    rig = Rig(EMPTY, ONE_DROP, journal=FullDisk())
    rig.run(6)
    assert isinstance(rig.session.snapshot.last, Dropped)
    (told,) = rig.session.snapshot.failures
    assert told.startswith("journal: the disk is full; the game goes on, and what is missing is written as soon as")


class FullAlbum:
    """Takes nothing."""

    def keep(self, game: int, caption: str, jpeg: bytes) -> None:
        assert len(jpeg) > 0
        raise JournalError(f"no room for a picture {caption}of game {game}")


def test_a_journal_that_fails_because_of_the_pictures_failure_is_told_too() -> None:
    """What fails is written down; where that fails as well, it is no less told."""
    rig = Rig(EMPTY, ONE_DROP, journal=FullDisk(), album=FullAlbum())
    rig.run(1)
    pictures, journal = rig.session.snapshot.failures
    assert pictures.startswith("pictures: no room for a picture of game 1")
    assert journal.startswith("journal: the disk is full")


def test_a_journal_that_can_be_written_again_is_trouble_no_more() -> None:
    disk = FullDisk()
    rig = Rig(EMPTY, ONE_DROP, journal=disk)
    rig.run(6)
    assert rig.session.snapshot.failures != ()
    disk.has_room = True
    rig.eye.boards = [TWO_DROPS]
    rig.run(6)
    assert rig.session.snapshot.failures == ()
    assert rig.screen.shown[-1].failures == ()


def test_a_lost_camera_is_told_asked_again_and_forgotten() -> None:
    rig = Rig(EMPTY)
    rig.run(2)
    rig.camera.break_down(CameraFault.UNPLUGGED)
    before = rig.clock.now()
    rig.run(3)
    assert rig.session.snapshot.sight is Sight.CAMERA_LOST
    assert "unplugged" in rig.session.snapshot.trouble
    assert rig.clock.now() - before == 3 * CAMERA_PAUSE_SECONDS, "a lost camera must not be asked without a pause"
    lost = [entry for entry in rig.journal.entries if isinstance(entry.event, CameraLost)]
    assert len(lost) == 1, "that it is still lost is not written down again and again"
    rig.camera.mend()
    rig.run(1)
    assert rig.session.snapshot.sight is Sight.CLEAR
    assert rig.session.snapshot.trouble == ""


def test_a_broken_strip_and_sounder_stop_no_game() -> None:
    rig = Rig(EMPTY, ONE_DROP)
    rig.strip.break_down()
    rig.sounder.break_down()
    rig.run(6)
    assert [type(ruling) for ruling in rig.journal.rulings] == [Dropped]
    assert len(rig.session.snapshot.failures) == 2
    assert rig.screen.shown[-1].failures == rig.session.snapshot.failures


def test_nothing_is_announced_before_it_is_written_down() -> None:
    rig = Rig(EMPTY, ONE_DROP)
    order: list[str] = []

    class Watched(MemoryJournal):
        def write(self, entry: Entry) -> None:
            if entry.rulings:
                order.append("journal")
            super().write(entry)

    class Telling(KeptScreen):
        def show(self, snapshot: Snapshot) -> None:
            if snapshot.last is not None:
                order.append("screen")

    loop = Loop(
        camera=rig.camera,
        strip=rig.strip,
        sounder=rig.sounder,
        clock=rig.clock,
        judge=Judge(rig.eye, StabilityFilter(EMPTY)),
        session=rig.session,
        journal=Watched(),
        screens=(Telling(),),
    )
    for _ in range(6):
        loop.step()
    assert order == ["journal", "screen"]


def ask(rig: Rig, wish: Inspect | TryOut | Adopt | Dim | Trial) -> Answer:
    """What the loop says to it at once."""
    answers: list[Answer] = []
    rig.inbox.put(Request(wish, answers.append))
    rig.run(1)
    return answers[0]


def test_leds_are_tried_one_after_the_other_and_then_the_strip_shows_what_the_game_says_by_then() -> None:
    rig = Rig(*[EMPTY] * 60, ONE_DROP)
    rig.run(3)
    began = rig.clock.now()
    ask(rig, TryOut(Tried.LEDS))
    lit: list[int] = []
    while (tryout := ask(rig, Inspect()).tryout) is not None:
        number = tryout.led(rig.clock.now())
        assert number is not None
        assert rig.strip.colours == tuple(WHITE if each == number else Colour.DARK for each in range(LED_COUNT))
        if lit[-1:] != [number]:
            lit.append(number)
        rig.run(1)
    assert lit == list(range(LED_COUNT))
    assert rig.clock.now() - began >= LED_SECONDS * LED_COUNT
    rig.run(1)
    at_once = Rig(EMPTY, ONE_DROP)
    at_once.run(8)
    assert isinstance(rig.session.snapshot.last, Dropped), "a game that is under way meanwhile is ruled on"
    assert {light != Colour.DARK for light in rig.strip.colours} == {True, False}
    assert [light != Colour.DARK for light in rig.strip.colours] == [
        light != Colour.DARK for light in at_once.strip.colours
    ], "what was tried leaves nothing lit, and nothing dark"


def test_no_led_is_skipped_while_the_camera_is_lost_which_is_asked_again_afterwards() -> None:
    rig = Rig(EMPTY)
    rig.run(3)
    rig.camera.break_down(CameraFault.HANG)
    rig.run(1)
    assert rig.session.snapshot.sight is Sight.CAMERA_LOST
    ask(rig, TryOut(Tried.LEDS))
    lit: list[int] = []
    while (tryout := ask(rig, Inspect()).tryout) is not None:
        number = tryout.led(rig.clock.now())
        assert number is not None
        assert rig.strip.colours[number] == WHITE
        if lit[-1:] != [number]:
            lit.append(number)
        rig.run(1)
    assert lit == list(range(LED_COUNT))
    rig.camera.mend()
    rig.run(1)
    assert rig.session.snapshot.sight is Sight.CLEAR


def test_one_colour_is_shown_until_somebody_has_said_what_it_is() -> None:
    rig = Rig(EMPTY)
    rig.run(3)
    before = rig.strip.colours
    answer = ask(rig, TryOut(Tried.RED))
    assert answer.tryout is not None
    assert rig.strip.colours == (COLOURS["red"],) * LED_COUNT, "at once, not with the next picture"
    rig.run(20)
    assert rig.strip.colours == (COLOURS["red"],) * LED_COUNT
    ask(rig, TryOut(Tried.GREEN))
    assert rig.strip.colours == (COLOURS["green"],) * LED_COUNT
    assert ask(rig, TryOut(None)).tryout is None
    assert [light != Colour.DARK for light in rig.strip.colours] == [light != Colour.DARK for light in before]


def test_lights_that_are_tried_are_as_bright_as_was_chosen() -> None:
    rig = Rig(EMPTY)
    rig.run(3)
    ask(rig, Dim(20))
    for wish in (TryOut(Tried.RED), Trial(Part.STRIP)):
        assert ask(rig, wish).refused == ""
        assert set(rig.strip.colours) == {Colour(51, 0, 0)}
    ask(rig, Dim(0))
    ask(rig, TryOut(None))
    for wish in (TryOut(Tried.LEDS), Trial(Part.STRIP)):
        assert "0 %" in ask(rig, wish).refused
        assert ask(rig, Inspect()).tryout is None
    assert ask(rig, TryOut(Tried.BUTTONS)).refused == ""


def test_a_strip_that_does_not_work_says_so_when_it_is_tried() -> None:
    rig = Rig(EMPTY)
    rig.strip.break_down()
    assert "broken" in ask(rig, TryOut(Tried.LEDS)).refused


def test_buttons_that_are_tried_are_told_and_do_nothing_until_the_try_ends_by_itself() -> None:
    rig = Rig(EMPTY, ONE_DROP)
    rig.run(6)
    standing = rig.session.snapshot.position
    ask(rig, TryOut(Tried.BUTTONS))
    for name in (Button.UNDO.value, Button.NEW_GAME.value):
        rig.inbox.put(ButtonPressed(name, rig.clock.now()))
        rig.run(1)
    tryout = ask(rig, Inspect()).tryout
    assert tryout is not None
    assert tryout.presses == ("undo", "new-game")
    assert rig.session.snapshot.position == standing
    rig.clock.wait(BUTTONS_SECONDS)
    rig.inbox.put(ButtonPressed(Button.UNDO.value, rig.clock.now()))
    rig.run(1)
    assert isinstance(rig.journal.rulings[-1], Undone)
    assert ask(rig, Inspect()).tryout is None


def test_a_camera_on_the_other_side_is_believed_at_once_where_nothing_was_played() -> None:
    full = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YRYRYRR/RYRYRYY")
    rig = AnewRig(full, full.mirrored())
    rig.run(4)
    assert rig.session.snapshot.position == Position.stored(full)
    answer = ask(rig, Adopt(parse("[camera]\nis_mirrored = true", "")))
    assert answer.later == ()
    rig.run(4)
    assert rig.session.snapshot.position == Position.stored(full.mirrored())
    assert rig.session.snapshot.violation is None
    assert replay(rig.journal.entries, session := Session()) == rig.journal.rulings
    assert session.snapshot.position == rig.session.snapshot.position


def test_a_game_that_is_under_way_is_not_turned_round() -> None:
    full = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YRYRYRR/RYRYRYY")
    rig = AnewRig(full, full.popped(0))
    rig.run(4)
    rig.eye.boards = [full.popped(0)]
    rig.run(4)
    answer = ask(rig, Adopt(parse('[camera]\nis_mirrored = true\n[discs]\nredder = "yellow"', "")))
    assert answer.later == ("camera.is_mirrored", "discs.redder")
    rig.run(4)
    assert rig.session.snapshot.violation is None
    assert isinstance(rig.session.snapshot.last, Popped)
    assert ask(rig, Adopt(parse("", ""))).later == ()


def test_settings_that_no_open_device_takes_count_from_the_next_start() -> None:
    rig = Rig(EMPTY)
    told = ask(rig, Adopt(parse("[strip]\nis_reversed = true\n[sounder]\nmute = true", "")))
    assert told.later == ("strip.is_reversed", "sounder.mute")
    assert ask(rig, Inspect(parse("[strip]\nis_reversed = true", ""))).later == ("strip.is_reversed",)


def test_a_strip_that_is_opened_anew_and_works_is_told_of_no_more() -> None:
    rig = Rig(EMPTY)
    rig.strip.break_down()
    rig.run(2)
    assert [failure for failure in rig.session.snapshot.failures if "broken" in failure]

    def mend(config: Config) -> bool:
        if config.strip.is_reversed:
            raise StripError("still not there")
        rig.strip.mend()
        return True

    rig.loop = Loop(
        camera=rig.camera,
        strip=rig.strip,
        sounder=rig.sounder,
        clock=rig.clock,
        judge=Judge(rig.eye, StabilityFilter(EMPTY)),
        session=rig.session,
        journal=rig.journal,
        inbox=rig.inbox,
        in_use=InUse(devices={"strip": mend}),
    )
    rig.run(2)
    assert ask(rig, Adopt(parse("[strip]\nis_reversed = true", ""))).refused == "still not there"
    assert len(rig.session.snapshot.failures) == 1
    assert ask(rig, Adopt(Config())).refused == ""
    assert rig.session.snapshot.failures == ()


class AnewRig(Rig):
    """A table whose first board decides, and whose eye can be opened anew.

    Args:
        first: What the eye sees.
        anew: What the next eye sees.
    """

    def __init__(self, first: Board, anew: Board) -> None:
        super().__init__(first)
        self.session = Session()
        self.loop = Loop(
            camera=self.camera,
            strip=self.strip,
            sounder=self.sounder,
            clock=self.clock,
            judge=Judge(self.eye, StabilityFilter(None)),
            session=self.session,
            journal=self.journal,
            inbox=self.inbox,
            open_judge=lambda viewpoint: Judge(ToldEye([anew]), StabilityFilter(None), viewpoint),
        )


def test_quiet_hours_that_begin_and_end_are_shown_as_sound_that_is_off() -> None:
    rig = Rig(EMPTY)
    clock_on_the_wall = [time(21, 59)]
    settings = parse('[sounder]\nquiet_from = "22:00"\nquiet_until = "07:30"\n', "test")
    loop = Loop(
        camera=rig.camera,
        strip=rig.strip,
        sounder=rig.sounder,
        clock=rig.clock,
        judge=Judge(rig.eye, StabilityFilter(EMPTY)),
        session=rig.session,
        journal=rig.journal,
        screens=(rig.screen,),
        in_use=InUse(settings, {"sounder": lambda _: False}),
        inbox=rig.inbox,
        time_of_day=lambda: clock_on_the_wall[0],
    )
    told = []
    for now in (time(21, 59), time(22, 0), time(7, 29), time(7, 30), time(23, 0)):
        clock_on_the_wall[0] = now
        loop.step()
        told.append(rig.screen.shown[-1].is_silenced)
    assert told == [False, True, True, False, True]
    rig.inbox.put(Request(Adopt(Config()), lambda _: None))
    loop.step()
    assert not rig.screen.shown[-1].is_silenced
