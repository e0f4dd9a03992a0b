"""Wait for what happens at the table, and perform what the session asks for: the only part that does either."""

from collections import deque
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Protocol, assert_never

from firmware.errors import JournalError
from firmware.events import (
    BoardDeclared,
    BoardSettled,
    CameraLost,
    DeviceFailed,
    Effect,
    Entry,
    Event,
    Light,
    Named,
    Pressed,
    Publish,
    Record,
    SightChanged,
    Silence,
    Sound,
    SoundSwitched,
    StripDimmed,
    Trust,
)
from firmware.inbox import Answer, DeclareBoard, Dim, Inbox, Look, Mute, Names, Part, Request, Trial
from firmware.journal import Journal
from firmware.judge import Judge
from firmware.patterns import LED_COUNT
from firmware.replays import Replays
from firmware.session import Session
from firmware.snapshot import Sight, Snapshot
from firmware.tunes import HIGH_HZ, LOW_HZ, MIDDLE_HZ, beeps
from firmware.view import grid_jpeg, live_jpeg
from firmware.words import sentence
from hardware.errors import CameraLostError, HardwareError
from hardware.ports import Camera, Clock, Colour, Sounder, Strip
from referee.controls import Button

CAMERA_PAUSE_SECONDS = 0.5
"""How long to wait before a lost camera is asked again."""
TRIAL_SECONDS = 1.0
TRIAL_COLOURS = (Colour(255, 0, 0), Colour(0, 255, 0), Colour(0, 0, 255))
"""In this order, so that a wrong order of the LEDs' channels is seen."""
TRIAL_TUNE = beeps((LOW_HZ, 0.2), (None, 0.1), (MIDDLE_HZ, 0.2), (None, 0.1), (HIGH_HZ, 0.4))


class Screen(Protocol):
    """Whatever shows the table to people."""

    def show(self, snapshot: Snapshot) -> None:
        """The state of the table has changed."""
        ...


class KeepsPictures(Protocol):
    """Where pictures go as evidence."""

    def keep(self, game: int, caption: str, jpeg: bytes) -> None:
        """Keep one.

        Raises:
            JournalError: When it cannot be written.
        """
        ...


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
        judged: Called after each picture that was judged; whoever watches over the loop hears from it here.
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
        album: "KeepsPictures | None" = None,
        replays: Replays | None = None,
        inbox: Inbox | None = None,
        judged: Callable[[], None] | None = None,
    ) -> None:
        self._camera = camera
        self._strip = strip
        self._sounder = sounder
        self._clock = clock
        self._judge = judge
        self._session = session
        self._journal = journal
        self._screens = tuple(screens)
        self._album = album
        self._replays = replays
        self._has_kept = False
        self._trial_since: float | None = None
        self._judged = judged
        self._lights: tuple[Colour, ...] = (Colour.DARK,) * LED_COUNT
        self._failures: dict[str, str] = {}
        self._inbox: Inbox = inbox if inbox is not None else SimpleQueue()

    @property
    def lights(self) -> tuple[Colour, ...]:
        """What the strip was last asked to show."""
        return self._lights

    def step(self) -> None:
        """Wait for the next picture, press or request, and do all that follows from it."""
        try:
            wanted = self._inbox.get_nowait()
        except Empty:
            self._process(self._look())
            return
        if isinstance(wanted, Request):
            self._fulfil(wanted)
        else:
            self._process((Pressed(Button(wanted.name), wanted.at),))

    def _fulfil(self, request: Request) -> None:
        at = self._clock.now()
        match request.wish:
            case Names(red=red, yellow=yellow):
                entries = self._process((Named(red, yellow, at),))
            case Look():
                view = self._judge.view
                picture = live_jpeg(view) if view is not None else b""
                request.answer(Answer((), "", self._session.snapshot, picture))
                return
            case Mute(is_muted=is_muted):
                self._process((SoundSwitched(is_muted, at),))
                request.answer(Answer((), "", self._session.snapshot))
                return
            case Dim(percent=percent):
                self._process((StripDimmed(percent, at),))
                request.answer(Answer((), "", self._session.snapshot))
                return
            case Trial(part=part):
                self._begin_trial(part)
                request.answer(Answer((), self._failures.get(part.value, ""), self._session.snapshot))
                return
            case DeclareBoard(board=board):
                entries = self._process((BoardDeclared(board, at),))
            case control:
                entries = self._process((Pressed(control, at),))
        # What a device that failed meanwhile has to say comes behind the entry of the wish.
        request.answer(Answer(entries[0].rulings, entries[0].refused, self._session.snapshot))

    def _process(self, first: tuple[Event, ...]) -> list[Entry]:
        """Let events happen, and whatever comes of them; what was written down of it."""
        events = deque(first)
        entries: list[Entry] = []
        while events:
            # A device that fails is an event of its own, for afterwards: no state is followed by an older one.
            event = events.popleft()
            for effect in self._session.handle(event):
                if isinstance(effect, Record):
                    entries.append(effect.entry)
                events.extend(self._perform(effect))
            if event == SightChanged(Sight.CLEAR, event.at):
                self._keep_beginning()
        for entry in entries:
            self._keep_evidence(entry)
        return entries

    def _keep_evidence(self, entry: Entry) -> None:
        """A picture of each ruling, and of each board at rest, so that there is one before; a game goes on without."""
        if self._replays is not None:
            self._replays.cut(entry)
        if entry.rulings or isinstance(entry.event, BoardSettled):
            self._keep_picture(entry.game, ". ".join(sentence(ruling) for ruling in entry.rulings))

    def _keep_beginning(self) -> None:
        """A board that was expected is no news when it is first seen, and yet is what the first ruling comes from."""
        if not self._has_kept and self._session.snapshot.game > 0:
            self._keep_picture(self._session.snapshot.game, "")

    def _keep_picture(self, game: int, caption: str) -> None:
        album, view = self._album, self._judge.view
        jpeg = grid_jpeg(view) if album is not None and view is not None else None
        if album is None or jpeg is None:
            return
        self._has_kept = True
        failed = self._try("pictures", lambda: album.keep(game, caption, jpeg))
        for event in failed:
            for effect in self._session.handle(event):
                self._perform(effect)

    def _look(self) -> tuple[Event, ...]:
        try:
            frame = self._camera.read()
        except CameraLostError as error:
            self._judge.forget_sight()
            self._clock.wait(CAMERA_PAUSE_SECONDS)
            return (CameraLost(str(error), self._clock.now()),)
        events = self._judge.look(frame.pixels, frame.captured_at)
        if self._judged is not None:
            self._judged()
        if self._replays is not None and self._judge.view is not None:
            self._replays.see(self._judge.view, frame.captured_at)
        return events

    def _perform(self, effect: Effect) -> tuple[Event, ...]:
        """Do it; what came of it is an event only when it failed."""
        match effect:
            case Record(entry=entry):
                return self._try("journal", lambda: self._journal.write(entry))
            case Light(colours=colours):
                shown = self._lights = self._trial_colours() or colours
                return self._try("strip", lambda: self._strip.show(shown))
            case Silence():
                return self._try("sounder", self._sounder.silence)
            case Sound(tune=tune):
                return self._try("sounder", lambda: self._sounder.play(tune))
            case Trust(board=board):
                self._judge.trust(board)
            case Publish(snapshot=snapshot):
                for screen in self._screens:
                    screen.show(snapshot)
            case _:
                assert_never(effect)
        return ()

    def _begin_trial(self, part: Part) -> None:
        match part:
            case Part.STRIP:
                self._trial_since = self._clock.now()
                self._try("strip", lambda: self._strip.show(self._trial_colours()))
            case Part.SOUNDER:
                self._try("sounder", lambda: self._sounder.play(TRIAL_TUNE))
            case _:
                assert_never(part)

    def _trial_colours(self) -> tuple[Colour, ...]:
        """What the strip shows while it is tried; none when it is not."""
        if self._trial_since is None:
            return ()
        place = int((self._clock.now() - self._trial_since) / TRIAL_SECONDS)
        return (TRIAL_COLOURS[place],) * LED_COUNT if place < len(TRIAL_COLOURS) else ()

    def _try(self, device: str, deed: Callable[[], None]) -> tuple[Event, ...]:
        """A game goes on without lights, sounds or a journal, but not in silence about it."""
        try:
            deed()
        except (HardwareError, JournalError) as error:
            if self._failures.get(device) != str(error):
                self._failures[device] = str(error)
                return (DeviceFailed(device, str(error), self._clock.now()),)
        return ()
