"""A whole table of twins behind the real loop, eye and server, on a thread: a test acts at it as people would."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Event, Thread

from firmware.bootstrap import open_judge
from firmware.demo.players import columns_of
from firmware.demo.stage import HURRIED
from firmware.inbox import Inbox
from firmware.journal import AnnouncingJournal, MemoryJournal
from firmware.loop import Loop
from firmware.patterns import LED_COUNT
from firmware.scoreboard.feed import Feed
from firmware.scoreboard.server import Served, serve
from firmware.session import Session
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.clocks import SystemClock
from hardware.simulated.options import SceneOptions
from hardware.simulated.sounder import SimulatedSounder
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.table import Table
from referee.position import Position

FRAMES_PER_SECOND = 6.0


@dataclass
class LiveTable:
    """What a test may look at and do.

    Attributes:
        table: The board with its discs; act on it by `do` only.
        strip: The lights.
        sounder: What was played.
        session: What the referee made of it.
        served: The page.
    """

    table: Table
    strip: SimulatedStrip
    sounder: SimulatedSounder
    session: Session
    served: Served
    acts: SimpleQueue[Callable[[], object]]

    def do(self, act: Callable[[], object]) -> None:
        """Let somebody do something at the table, between two pictures."""
        self.acts.put(act)


@contextmanager
def live_table(start: Position) -> Iterator[LiveTable]:
    """A table at this position, served on this machine at any free port."""
    clock = SystemClock()
    table = Table(frames_per_second=FRAMES_PER_SECOND, columns=columns_of(start.board), pace=HURRIED)
    strip, sounder = SimulatedStrip(LED_COUNT, clock), SimulatedSounder(clock)
    session, feed = Session(start), Feed()
    inbox: Inbox = SimpleQueue()
    acts: SimpleQueue[Callable[[], object]] = SimpleQueue()
    loop = Loop(
        camera=SimulatedCamera(table, clock, SceneOptions(seed=3)),
        strip=strip,
        sounder=sounder,
        clock=clock,
        judge=open_judge(start.board),
        session=session,
        journal=AnnouncingJournal(MemoryJournal(), feed.announce),
        screens=(feed,),
        inbox=inbox,
    )
    feed.show(session.snapshot)
    is_over = Event()

    def run() -> None:
        while not is_over.is_set():
            try:
                acts.get_nowait()()
            except Empty:
                loop.step()

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        with serve(feed, inbox, "127.0.0.1", 0) as served:
            yield LiveTable(table, strip, sounder, session, served, acts)
    finally:
        is_over.set()
        thread.join(30)
