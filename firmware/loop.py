"""Wait for what happens at the table, and have done what the session asks for: the only part that waits."""

from collections import deque
from collections.abc import Callable, Sequence
from datetime import time
from functools import partial
from queue import Empty, SimpleQueue
from typing import assert_never

from firmware.adopting import InUse
from firmware.config import Config
from firmware.events import (
    BoardDeclared,
    CameraLost,
    DeviceFailed,
    Entry,
    Event,
    Named,
    Pressed,
    Record,
    SightChanged,
    SounderSet,
    SoundSwitched,
    StripDimmed,
    Tick,
    ViewpointChanged,
)
from firmware.inbox import (
    Adopt,
    Answer,
    DeclareBoard,
    Dim,
    Inbox,
    Inspect,
    Mute,
    Names,
    Part,
    Request,
    SetUpWish,
    Trial,
    TryOut,
)
from firmware.journal import Journal
from firmware.judge import Judge
from firmware.language import speak
from firmware.outputs import Outputs, Screen
from firmware.quiet import is_silenced, wall_clock
from firmware.replays import Replays
from firmware.session import Session
from firmware.snapshot import Sight
from firmware.tryout import TUNE, Tried, Tryouts
from firmware.viewpoint import Viewpoint
from firmware.witness import KeepsPictures, Witness
from hardware.errors import CameraAbsentError, CameraLostError
from hardware.ports import ButtonPressed, Camera, Clock, Colour, Sounder, Strip
from referee.controls import Button
from referee.translation import gettext as _

CAMERA_PAUSE_SECONDS = 0.5
"""How long to wait before a lost camera is asked again."""
LIGHTS_PAUSE_SECONDS = 0.1
"""How long lights that are tried stand still at most while the camera is lost."""


class Loop:
    """One table: its camera, lights and sounds, and the session that decides.

    Args:
        camera: Looks at the board.
        strip: Shows the lights.
        sounder: Plays the tunes.
        clock: The time of all of them.
        judge: Makes events of pictures.
        session: Makes effects of events.
        journal: Gets each entry before anything is announced.
        screens: Get each new state of the table.
        album: Gets a picture of the grid for each ruling, after it was announced.
        replays: Gets the pictures, and what was ruled, so that the last seconds can be looked at again.
        inbox: Where buttons and other threads put what they want.
        in_use: The settings that it began with, and what can be adjusted to others.
        open_judge: Opens another judge, which looks from elsewhere; None where the camera stays where it is.
        at_work: Called after each picture that was judged, and when the camera was looked for that is not plugged in;
            whoever watches over the loop hears from it here.
        time_of_day: For the hours in which the settings keep the sounder silent.
    """

    def __init__(
        self,
        *,
        camera: Camera,
        strip: Strip,
        sounder: Sounder,
        clock: Clock,
        judge: Judge,
        session: Session,
        journal: Journal,
        screens: Sequence[Screen] = (),
        album: KeepsPictures | None = None,
        replays: Replays | None = None,
        inbox: Inbox | None = None,
        in_use: InUse | None = None,
        open_judge: Callable[[Viewpoint], Judge] | None = None,
        at_work: Callable[[], None] | None = None,
        time_of_day: Callable[[], time] = wall_clock,
    ) -> None:
        self._camera = camera
        self._clock = clock
        self._judge = judge
        self._session = session
        self._witness = Witness(album, replays)
        self._in_use = in_use if in_use is not None else InUse()
        self._open_judge = open_judge
        self._tryouts = Tryouts(clock)
        self._outputs = Outputs(
            strip=strip,
            sounder=sounder,
            clock=clock,
            journal=journal,
            screens=screens,
            tryouts=self._tryouts,
            trust=lambda board: self._judge.trust(board),
            look_again=lambda: self._judge.look_again(),
        )
        self._at_work = at_work
        self._inbox: Inbox = inbox if inbox is not None else SimpleQueue()
        self._time_of_day = time_of_day
        self._sounder_settings = self._in_use.begun.sounder
        self._is_silenced = False
        self._note_silence()

    @property
    def lights(self) -> tuple[Colour, ...]:
        """What the strip was last asked to show."""
        return self._outputs.lights

    def step(self) -> None:
        """Wait for the next picture, press or request, and do all that follows from it."""
        self._note_silence()
        try:
            wanted = self._inbox.get_nowait()
        except Empty:
            self._process(self._look())
            return
        if isinstance(wanted, Request):
            self._fulfil(wanted)
        elif not self._tryouts.takes(wanted):
            self._process((_pressed(wanted),))

    def _fulfil(self, request: Request) -> None:
        late = request.refused(self._session.snapshot)
        if late is not None:
            request.answer(late)
            return
        at = self._clock.now()
        match request.wish:
            case Names(red=red, yellow=yellow):
                entries = self._process((Named(red, yellow, at),))
            case Mute(is_muted=is_muted):
                self._process((SoundSwitched(is_muted, at),))
                request.answer(Answer((), "", self._session.snapshot))
                return
            case Dim(percent=percent):
                self._process((StripDimmed(percent, at),))
                request.answer(Answer((), "", self._session.snapshot))
                return
            case Trial(part=part):
                request.answer(Answer((), self._begin_trial(part, at), self._session.snapshot))
                return
            case Inspect() | TryOut() | Adopt() as wish:
                request.answer(self._set_up(wish, at))
                return
            case DeclareBoard(board=board):
                entries = self._process((BoardDeclared(board, at),))
            case control:
                entries = self._process((Pressed(control, at),))
        # What a device that failed meanwhile has to say comes behind the entry of the wish.
        request.answer(Answer(entries[0].rulings, entries[0].refused, self._session.snapshot))

    def _process(self, first: tuple[Event, ...]) -> list[Entry]:
        """Let events happen, and keep the evidence of it; what was written down."""
        entries = self._let_happen(first)
        for entry in entries:
            self._keep(self._witness.happened(entry, self._judge.view))
        return entries

    def _let_happen(self, first: tuple[Event, ...]) -> list[Entry]:
        """Let events happen, and whatever comes of them; what was written down of it."""
        events = deque(first)
        entries: list[Entry] = []
        while events:
            # A device that fails is an event of its own, for afterwards: no state is followed by an older one.
            event = events.popleft()
            for effect in self._session.handle(event):
                if isinstance(effect, Record):
                    entries.append(effect.entry)
                events.extend(self._outputs.perform(effect, self._session.snapshot.brightness_percent))
            if event == SightChanged(Sight.CLEAR, event.at):
                self._keep(self._witness.expected(self._session.snapshot.game, self._judge.view))
        return entries

    def _keep(self, picture: Callable[[], None] | None) -> None:
        if picture is not None:
            self._let_happen(self._outputs.attempt("pictures", picture))

    def _look(self) -> tuple[Event, ...]:
        tryout, now = self._tryouts.now, self._session.snapshot
        if tryout is not None and tryout.moves and now.sight is Sight.CAMERA_LOST:
            # Asking a camera that is lost takes longer than one LED is lit; it is asked again after the last of them.
            self._clock.wait(LIGHTS_PAUSE_SECONDS)
            return (CameraLost(now.trouble, self._clock.now()),)
        try:
            frame = self._camera.read()
        except CameraLostError as error:
            # Whoever watches over the loop is to end it when it hangs, not because of a plug.
            if isinstance(error, CameraAbsentError) and self._at_work is not None:
                self._at_work()
            self._judge.forget_sight()
            self._clock.wait(CAMERA_PAUSE_SECONDS)
            return (CameraLost(str(error), self._clock.now()),)
        events = self._judge.look(frame.pixels, frame.captured_at)
        if self._at_work is not None:
            self._at_work()
        self._witness.see(self._judge.view, frame.captured_at)
        return events

    def _begin_trial(self, part: Part, at: float) -> str:
        """Let a part be tried; why nothing comes of it, empty when something does."""
        match part:
            case Part.STRIP:
                return self._try_out(Tried.COLOURS, at)
            case Part.SOUNDER:
                self._process(self._outputs.play(TUNE))
                return self._outputs.failure("sounder")
            case _:
                assert_never(part)

    def _try_out(self, tried: Tried | None, at: float) -> str:
        """Try something, or end that; why nothing is to be seen of it, empty when something is."""
        is_strip = tried is not None and tried is not Tried.BUTTONS
        if is_strip and self._session.snapshot.brightness_percent == 0:
            return _("the brightness of the lights is at 0 %, so nothing would be seen of them")
        self._tryouts.begin(tried)
        # Whatever is to be lit now is lit now, also when no picture comes.
        self._process((Tick(at),))
        return self._outputs.failure("strip") if is_strip else ""

    def _set_up(self, wish: SetUpWish, at: float) -> Answer:
        refused = ""
        config: Config | None = None
        match wish:
            case TryOut(tried=tried):
                refused = self._try_out(tried, at)
            case Adopt(config=wanted):
                config, refused = wanted, self._adopt(wanted, at)
            case Inspect(config=asked):
                config = asked
            case _:
                assert_never(wish)
        return Answer(
            (),
            refused,
            self._session.snapshot,
            view=self._judge.view,
            tryout=self._tryouts.now,
            at=self._clock.now(),
            later=self._in_use.counts_later(config, self._judge.viewpoint) if config is not None else (),
        )

    def _adopt(self, config: Config, at: float) -> str:
        """Let changed settings count, as far as they can at once; what of it failed, in words."""
        speak(config.people.language)
        failed = [self._adjust(device, partial(adjust, config)) for device, adjust in self._in_use.devices.items()]
        viewpoint = Viewpoint.of(config)
        if viewpoint != self._judge.viewpoint and self._open_judge is not None and self._session.can_look_anew:
            self._judge = self._open_judge(viewpoint)
            self._process((ViewpointChanged(at),))
        if "sounder" in self._in_use.devices:
            self._sounder_settings = config.sounder
            self._note_silence()
        # In another language the same state is told in other words.
        self._outputs.show(self._session.snapshot)
        return "; ".join(filter(None, failed))

    def _note_silence(self) -> None:
        """Tell everybody whether the settings keep the sounder silent now: quiet hours begin and end by themselves."""
        now = is_silenced(self._sounder_settings, self._time_of_day())
        if now is not self._is_silenced:
            self._is_silenced = now
            self._process((SounderSet(now, self._clock.now()),))

    def _adjust(self, device: str, adjust: Callable[[], bool]) -> str:
        """Let a device take other settings; why it could not, empty when it could."""
        events = self._outputs.adjust(device, adjust)
        self._process(events)
        return next((event.message for event in events if isinstance(event, DeviceFailed)), "")


def _pressed(wanted: ButtonPressed) -> Event:
    """What a press says; a name that no button of the game has is a fault of the wiring, and ends nothing."""
    names = [button.value for button in Button]
    if wanted.name not in names:
        message = f"{wanted.name!r} was pressed, and must be one of {', '.join(names)}; nothing was done"
        return DeviceFailed("buttons", message, wanted.at)
    return Pressed(Button(wanted.name), wanted.at)
