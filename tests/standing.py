"""A table that nobody plays at, all of twins, with the real eye and the real loop behind the real server: to set up."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread

from firmware.adjusting import AdjustableSounder, AdjustableStrip
from firmware.adopting import InUse
from firmware.bootstrap import open_judge
from firmware.config import Config, load
from firmware.config import Sounder as SounderSettings
from firmware.config import Strip as StripSettings
from firmware.demo.players import columns_of
from firmware.journal import MemoryJournal
from firmware.loop import Loop
from firmware.patterns import LED_COUNT
from firmware.scoreboard.feed import Feed
from firmware.scoreboard.server import Served, serve
from firmware.scoreboard.setup import SetUp
from firmware.session import Session
from firmware.viewpoint import Viewpoint
from firmware.wiring import strip_wiring
from hardware.gpio_sounder import NoSounder
from hardware.ports import Sounder, Strip
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.clocks import SystemClock
from hardware.simulated.options import SceneOptions
from hardware.simulated.sounder import SimulatedSounder
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.table import Table
from hardware.simulated.wired_strip import WiredStrip
from referee.board import Board
from referee.controls import Button

FULL = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YRYRYRR/RYRYRYY")
"""Not the same from the other side."""
FRAMES_PER_SECOND = 10.0
PATIENCE_SECONDS = 120.0


@dataclass
class StandingTable:
    """What stands on it, and what it was told."""

    file: Path
    table: Table
    camera: SimulatedCamera
    buttons: SimulatedButtons
    session: Session
    journal: MemoryJournal
    strips: list[SimulatedStrip]
    sounders: list[SimulatedSounder]
    served: Served

    @property
    def settings(self) -> Config:
        """What the file says now."""
        return load(self.file)

    @property
    def strip(self) -> SimulatedStrip:
        """The strip as it was opened last."""
        return self.strips[-1]

    @property
    def sounder(self) -> SimulatedSounder:
        """The sounder as it was opened last."""
        return self.sounders[-1]


@contextmanager
def standing_table(
    file: Path,
    *,
    board: Board = FULL,
    mounted: StripSettings | None = None,
    options: SceneOptions | None = None,
    is_behind: bool = False,
) -> Iterator[StandingTable]:
    """Serve it on this machine at any free port.

    Args:
        file: Its settings; the defaults count where there is none.
        board: What stands in the grid.
        mounted: How the strip is really mounted.
        options: What the camera's pictures look like.
        is_behind: Whether the camera stands on the other side.
    """
    config = load(file) if file.exists() else Config()
    clock, inbox, feed = SystemClock(), SimpleQueue(), Feed()  # type: tuple[SystemClock, Inbox, Feed]
    table = Table(frames_per_second=FRAMES_PER_SECOND, columns=columns_of(board))
    camera = SimulatedCamera(table, clock, options, is_behind=is_behind)
    strips: list[SimulatedStrip] = []
    sounders: list[SimulatedSounder] = []

    def open_strip(settings: StripSettings) -> Strip:
        strips.append(SimulatedStrip(LED_COUNT, clock))
        return WiredStrip(strips[-1], strip_wiring(settings), strip_wiring(mounted or StripSettings()))

    def open_sounder(settings: SounderSettings) -> Sounder:
        sounders.append(SimulatedSounder(clock))
        return NoSounder() if settings.mute or settings.kind == "none" else sounders[-1]

    strip = AdjustableStrip(open_strip(config.strip), config.strip, open_strip)
    sounder = AdjustableSounder(config.sounder, open_sounder)
    buttons = SimulatedButtons([button.value for button in Button], inbox.put, clock)
    session, journal = Session(), MemoryJournal()
    loop = Loop(
        camera=camera,
        strip=strip,
        sounder=sounder,
        clock=clock,
        judge=open_judge(None, Viewpoint.of(config)),
        session=session,
        journal=journal,
        screens=(feed,),
        inbox=inbox,
        in_use=InUse(config, {"strip": strip.adopt, "sounder": sounder.adopt}),
        open_judge=lambda viewpoint: open_judge(None, viewpoint),
    )
    ended, begun = Event(), Event()

    def run() -> None:
        while not ended.is_set():
            loop.step()
            begun.set()

    feed.show(session.snapshot)
    thread = Thread(target=run, daemon=True)
    thread.start()
    # The first look takes longest: what the eye needs is loaded for it.
    assert begun.wait(PATIENCE_SECONDS)
    setup = SetUp(file, devices=("strip: a twin",), press=buttons.press)
    try:
        with serve(feed, inbox, "127.0.0.1", 0, setup=setup) as served:
            yield StandingTable(file, table, camera, buttons, session, journal, strips, sounders, served)
    finally:
        ended.set()
        thread.join(30)
