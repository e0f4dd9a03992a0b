"""Wait for what happens at the table, and perform what the session asks for: the only part that does either."""

from collections import deque
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Protocol, assert_never

from firmware.events import (
    CameraLost,
    DeviceFailed,
    Effect,
    Event,
    Light,
    Pressed,
    Publish,
    Record,
    Sound,
    Trust,
)
from firmware.journal import Journal
from firmware.judge import Judge
from firmware.patterns import LED_COUNT
from firmware.session import Session
from firmware.snapshot import Snapshot
from hardware.errors import CameraLostError, HardwareError
from hardware.ports import ButtonPressed, Camera, Clock, Colour, Sounder, Strip
from referee.controls import Button

CAMERA_PAUSE_SECONDS = 0.5
"""How long to wait before a lost camera is asked again."""


class Screen(Protocol):
    """Whatever shows the table to people."""

    def show(self, snapshot: Snapshot) -> None:
        """The state of the table has changed."""
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
        presses: Where the buttons put what was pressed.
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
        presses: "SimpleQueue[ButtonPressed] | None" = None,
    ) -> None:
        self._camera = camera
        self._strip = strip
        self._sounder = sounder
        self._clock = clock
        self._judge = judge
        self._session = session
        self._journal = journal
        self._screens = tuple(screens)
        self._lights: tuple[Colour, ...] = (Colour.DARK,) * LED_COUNT
        self._failures: dict[str, str] = {}
        self._presses: SimpleQueue[ButtonPressed] = presses if presses is not None else SimpleQueue()

    @property
    def lights(self) -> tuple[Colour, ...]:
        """What the strip was last asked to show."""
        return self._lights

    def step(self) -> None:
        """Wait for the next picture or press, and do all that follows from it."""
        events = deque(self._next())
        while events:
            # A device that fails is an event of its own, for afterwards: no state is followed by an older one.
            for effect in self._session.handle(events.popleft()):
                events.extend(self._perform(effect))

    def _next(self) -> tuple[Event, ...]:
        try:
            press = self._presses.get_nowait()
        except Empty:
            pass
        else:
            return (Pressed(Button(press.name), press.at),)
        try:
            frame = self._camera.read()
        except CameraLostError as error:
            self._judge.forget_sight()
            self._clock.wait(CAMERA_PAUSE_SECONDS)
            return (CameraLost(str(error), self._clock.now()),)
        return self._judge.look(frame.pixels, frame.captured_at)

    def _perform(self, effect: Effect) -> tuple[Event, ...]:
        """Do it; what came of it is an event only when it failed."""
        match effect:
            case Record(entry=entry):
                self._journal.write(entry)
            case Light(colours=colours):
                self._lights = colours
                return self._try("strip", lambda: self._strip.show(colours))
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

    def _try(self, device: str, deed: Callable[[], None]) -> tuple[Event, ...]:
        """A game goes on without lights or sounds, but not in silence about it."""
        try:
            deed()
        except HardwareError as error:
            if self._failures.get(device) != str(error):
                self._failures[device] = str(error)
                return (DeviceFailed(device, str(error), self._clock.now()),)
        return ()
