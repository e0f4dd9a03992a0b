"""A table in the middle of an evening: games played before, one under way, and every page of it served.

The one under way is a demonstration that stops after a point, so that its last line, its pictures and its last seconds
are there; the camera goes on looking, and the pages can be steered.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from typing import Final

from playwright.sync_api import Browser, Page

from firmware.album import Album, album_beside
from firmware.demo.script import Act, Script, write_script
from firmware.demo.stage import FAST, Stage
from firmware.durable_journal import DurableJournal
from firmware.events import BoardSettled, Named, Record
from firmware.inbox import Inbox
from firmware.replays import Replays
from firmware.scoreboard.evidence import Evidence
from firmware.scoreboard.feed import Feed
from firmware.scoreboard.server import Served, serve
from firmware.scoreboard.setup import SetUp
from firmware.session import Session
from firmware.taking_up import begin
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.options import SceneOptions
from referee.board import Board, Disc
from referee.position import Pop
from tests.browsing import TELEVISION, open_page

SEED: Final = 3
POINTS: Final = 4
"""After so many the players rest."""
FIRST_EVENING: Final = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
PLAYERS: Final = ("Ada", "Bo", "Cy")
PAST_GAMES: Final = 6
PAGES: Final = {
    "scoreboard": ("", "#again"),
    "control": ("control", "button:visible:has-text('Accept')"),
    "setup": ("setup#camera", "#picture"),
    "game": ("game/{game}", "#pictures figure img"),
    "games": ("games", "#games a"),
    "standings": ("standings", "#colours tbody tr"),
}
"""Every page by name: what follows the table's address, and what of its content comes last."""
ALL_PICTURES: Final = "() => [...document.images].every(image => !image.checkVisibility() || image.naturalWidth > 0)"
PATIENCE_SECONDS: Final = 300.0
RESTING_SECONDS: Final = 0.3
"""Between two pictures then, so that the browser has the processor for itself."""


@dataclass
class Exhibit:
    """What there is to see.

    Attributes:
        served: The pages.
        game: The number of the game that is under way.
    """

    served: Served
    game: int

    @contextmanager
    def entered(self, browser: Browser, size: tuple[int, int] = TELEVISION, *, is_dark: bool = False) -> Iterator[Page]:
        """A page whose browser has given the table's code; it must not complain about anything while it is open."""
        with open_page(browser, self.served.control_url, size, is_dark=is_dark) as page:
            page.locator(PAGES["control"][1]).first.wait_for()
            yield page

    def go(self, page: Page, name: str) -> None:
        """Open one of `PAGES` and wait until it shows what comes last."""
        path, last = PAGES[name]
        # What stands behind # alone loads nothing anew.
        page.goto("about:blank")
        page.goto(self.served.urls[0] + path.format(game=self.game))
        page.locator(last).first.wait_for()
        page.wait_for_function(ALL_PICTURES)


@contextmanager
def exhibit(folder: Path) -> Iterator[Exhibit]:
    """Serve it on this machine at any free port, once the players rest.

    Args:
        folder: Where its journal, pictures and settings go.
    """
    path = folder / "games.sqlite"
    play_past_games(path)
    feed, replays = Feed(PAST_GAMES, is_kept=True), Replays(PAST_GAMES)
    inbox: Inbox = SimpleQueue()
    rests, is_over = Event(), Event()

    def run() -> None:
        with open_stage(path, feed, replays, inbox) as stage:
            while not is_over.wait(RESTING_SECONDS if rests.is_set() else 0):
                stage.step()
                if stage.players.ended:
                    rests.set()

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        assert rests.wait(PATIENCE_SECONDS), "the players did not come to rest"
        setup = SetUp(folder / "pop10.toml", devices=("simulated: camera, strip, sounder and buttons",))
        with serve(feed, inbox, "127.0.0.1", 0, Evidence(path, replays), setup) as served:
            yield Exhibit(served, PAST_GAMES + 1)
    finally:
        is_over.set()
        thread.join(30)


@contextmanager
def open_stage(path: Path, feed: Feed, replays: Replays, inbox: Inbox) -> Iterator[Stage]:
    """The game that is under way, with names; SQLite's files belong to the thread that opens them."""
    clock = SimulatedClock()
    script = resting(write_script(SEED, stored=True))
    begun = begin(path, None, clock.now(), is_fresh=True, new_start=script.start)
    assert begun.journal is not None, begun.notes
    assert begun.journal.game_offset == PAST_GAMES
    for effect in begun.session.handle(Named("Ada", "Bo", clock.now())):
        if isinstance(effect, Record):
            begun.journal.write(effect.entry)
    album = Album(album_beside(path), game_offset=PAST_GAMES)
    feed.show(begun.session.snapshot)
    with Stage(
        script,
        clock,
        FAST,
        options=SceneOptions(seed=SEED),
        screens=(feed,),
        announce=feed.announce,
        inbox=inbox,
        kept=begun.journal,
        album=album,
        replays=replays,
        session=begun.session,
    ) as stage:
        yield stage
    album.close()
    begun.journal.close()


def play_past_games(path: Path) -> None:
    """Some games of three players on two evenings, with a broken rule here and there."""
    chance = random.Random(SEED)
    for number in range(PAST_GAMES):
        at = FIRST_EVENING + timedelta(days=7 * (number // 3), minutes=20 * (number % 3))
        journal = DurableJournal(path, lambda at=at: at)  # type: ignore[misc]
        script = write_script(100 + number, stored=True)
        journal.begin(script.start)
        session = Session(script.start)
        red, yellow = chance.sample(PLAYERS, 2)
        events: list[Named | BoardSettled] = [Named(red, yellow, 0.0)]
        wrong = with_another_disc(script.start.board)
        if number % 2:
            events += [BoardSettled(wrong, 1.0), BoardSettled(script.start.board, 2.0)]
        events += [BoardSettled(step.after.board, 3.0) for step in script.steps if isinstance(step, Act)]
        for event in events:
            for effect in session.handle(event):
                if isinstance(effect, Record):
                    journal.write(effect.entry)
        journal.close()


def with_another_disc(board: Board) -> Board:
    """The full board after Red, who is to pop, has popped a disc of Yellow's."""
    return board.popped(next(column for column in range(7) if board[column, 0] is Disc.YELLOW))


def resting(script: Script) -> Script:
    """A game up to a pop that scores."""
    points = 0
    for number, step in enumerate(script.steps, start=1):
        if isinstance(step, Act) and isinstance(step.action, Pop) and step.before.scores(step.action.column):
            points += 1
            if points == POINTS:
                return Script(script.start, script.steps[:number])
    return script
