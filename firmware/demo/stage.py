"""A whole rig made of twins, with two players at its table: what `pop10 demo` and the end-to-end tests run."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from queue import SimpleQueue
from types import TracebackType
from typing import Self

from firmware.adjusting import AdjustableSounder, AdjustableStrip
from firmware.adopting import InUse
from firmware.bootstrap import open_judge
from firmware.config import Config
from firmware.config import Sounder as SounderSettings
from firmware.config import Strip as StripSettings
from firmware.demo.players import Players, columns_of
from firmware.demo.script import Script
from firmware.inbox import Inbox
from firmware.journal import AnnouncingJournal, Journal, Journals, MemoryJournal, NoJournal
from firmware.loop import Loop
from firmware.outputs import Screen
from firmware.patterns import LED_COUNT, dimmed
from firmware.quiet import QuietHours, QuietSounder
from firmware.replays import Replays
from firmware.session import Session
from firmware.viewpoint import Viewpoint
from firmware.wiring import strip_wiring
from firmware.witness import KeepsPictures
from hardware.gpio_sounder import NoSounder
from hardware.ports import Clock, Sounder, Strip
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.options import SceneOptions
from hardware.simulated.sounder import SimulatedSounder
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.table import Pace, Table
from hardware.simulated.wired_strip import WiredStrip
from referee.controls import Button
from referee.position import Phase
from referee.ruling import Ruling

UNHURRIED = Pace()
HURRIED = Pace(reach=0.1, hold=0.0, push=0.1)
"""The fewest frames in which hands still come, act and go."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """How fast a demonstration is.

    Attributes:
        frames_per_second: Pictures that the camera takes.
        pace: How long hands take.
        thinking_seconds: How long players think before each action.
    """

    frames_per_second: float
    pace: Pace
    thinking_seconds: float


FOR_PEOPLE = Tempo(frames_per_second=15.0, pace=UNHURRIED, thinking_seconds=0.6)
FAST = Tempo(frames_per_second=8.0, pace=HURRIED, thinking_seconds=0.0)


class Stage:
    """A table with everything simulated, from the first frame to the end of the game.

    Args:
        script: What the players will do.
        clock: The time; a simulated one goes as fast as the machine can.
        tempo: How fast they play.
        options: What the camera's pictures look like.
        screens: Get each new state of the table.
        announce: Is told each ruling once it is written down.
        inbox: Where other threads put what they want.
        kept: A journal that outlasts the program, besides the one in memory.
        album: Gets a picture for each ruling.
        replays: Gets the pictures, to be looked at again.
        settings: How everything is mounted; what is changed of them later no longer fits that.
        session: Where the game stands, if it is not just begun; the script must go on from there.
    """

    def __init__(
        self,
        script: Script,
        clock: Clock,
        tempo: Tempo,
        *,
        options: SceneOptions,
        screens: tuple[Screen, ...] = (),
        announce: Callable[[Ruling], None] = lambda _: None,
        inbox: Inbox | None = None,
        kept: Journal | None = None,
        album: KeepsPictures | None = None,
        replays: Replays | None = None,
        settings: Config | None = None,
        session: Session | None = None,
    ) -> None:
        settings = settings if settings is not None else Config()
        viewpoint = Viewpoint.of(settings)
        if viewpoint.is_swapped:
            discs = replace(options.discs, first=options.discs.second, second=options.discs.first)
            options = replace(options, discs=discs)
        table = Table(
            frames_per_second=tempo.frames_per_second, columns=columns_of(script.start.board), pace=tempo.pace
        )
        self._clock = clock
        self._tempo = tempo
        self.journal = MemoryJournal()
        self.session = session if session is not None else Session(script.start)
        self.camera = SimulatedCamera(table, clock, options, is_behind=viewpoint.is_mirrored)
        self._table = table
        self._mounted = strip_wiring(settings.strip)
        strip = AdjustableStrip(self._open_strip(settings.strip), settings.strip, self._open_strip)
        sounder = AdjustableSounder(settings.sounder, self._open_sounder)
        presses: Inbox = inbox if inbox is not None else SimpleQueue()
        self.buttons = SimulatedButtons([button.value for button in Button], presses.put, clock)
        self.players = Players(script, table, thinking_seconds=tempo.thinking_seconds)
        self._loop = Loop(
            camera=self.camera,
            strip=strip,
            sounder=sounder,
            clock=clock,
            judge=open_judge(script.start.board, viewpoint),
            session=self.session,
            journal=AnnouncingJournal(Journals(kept if kept is not None else NoJournal(), self.journal), announce),
            album=album,
            replays=replays,
            screens=screens,
            inbox=presses,
            in_use=InUse(settings, {"strip": strip.adopt, "sounder": sounder.adopt}),
            open_judge=lambda other: open_judge(None, other),
        )

    def _open_strip(self, settings: StripSettings) -> Strip:
        self.strip = SimulatedStrip(LED_COUNT, self._clock)
        self._brightness_percent = settings.brightness_percent
        return WiredStrip(self.strip, strip_wiring(settings), self._mounted)

    def _open_sounder(self, settings: SounderSettings) -> Sounder:
        self.sounder = SimulatedSounder(self._clock)
        hours = QuietHours.of(settings)
        if settings.is_silent:
            return NoSounder()
        return QuietSounder(self.sounder, hours) if hours is not None else self.sounder

    def step(self) -> None:
        """Let the players look and act, then take one picture and rule on it."""
        self.players.act(self.session.snapshot, self._clock.now())
        self._loop.step()
        # What shines into the picture is what LEDs really give under the brightness limit of a strip's driver.
        self._table.show_strip(dimmed(self.strip.colours, self._brightness_percent))

    def play(self, script: Script) -> None:
        """Let the players lay out the board of another script and play it."""
        self._table.arrange(columns_of(script.start.board))
        self.players = Players(script, self._table, thinking_seconds=self._tempo.thinking_seconds)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, as the referee sees it."""
        position = self.session.snapshot.position
        return position is not None and position.phase is Phase.OVER

    def linger(self, refresh: Callable[[], None]) -> None:
        """Let the last tune be heard to its end.

        Args:
            refresh: Called after each frame.
        """
        while self.sounder.playing is not None:
            self.step()
            refresh()

    def close(self) -> None:
        """Lights out, sound off."""
        self.camera.close()
        self.strip.close()
        self.sounder.close()
        self.buttons.close()

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()
