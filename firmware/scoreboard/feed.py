"""From the loop to the watchers: one state, replaced whole, and the rulings in order.

The loop writes on its own thread; watchers wait on the server's. A watcher that does not keep up never holds up the
loop or another watcher: states are skipped, since only the newest counts, and of rulings a limited number is kept.
"""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime
from threading import Lock
from typing import Final

from firmware.scoreboard.state import Json, state, told
from firmware.snapshot import Sight, Snapshot
from firmware.words import calling
from referee.record import Record
from referee.ruling import Ruling, as_json

RULINGS_KEPT: Final = 1000
"""So many can be asked for again by a watcher that was away."""
RULINGS_SHOWN: Final = 12
KEEP_ALIVE_SECONDS: Final = 10.0
"""How long a stream is silent at most; a watcher that is gone is noticed by then."""


class Feed:
    """What the watchers see; a screen of the loop, and told of each ruling once it is written down.

    Args:
        game_offset: Added to the number of the game at the table, so that it is its number in the journal.
        is_kept: Whether games are kept, so that there is a page for each.
        now: The wall clock, for the day of a game that is not kept.
    """

    def __init__(
        self,
        game_offset: int = 0,
        *,
        is_kept: bool = False,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._is_kept = is_kept
        self._now = now
        self._game_offset = game_offset
        self._lock = Lock()
        self._rulings: deque[tuple[int, str]] = deque(maxlen=RULINGS_KEPT)
        self._shown: deque[tuple[int, Ruling]] = deque(maxlen=RULINGS_SHOWN)
        self._told: tuple[Json, ...] = ()
        self._told_for: tuple[int, object] = (0, None)
        self._count = 0
        self._state_text = "{}"
        self._state_number = 0
        self._record: Record | None = None
        self._game = 0
        self._first_shown: dict[int, str] = {}
        self._is_starting = True
        self._server: asyncio.AbstractEventLoop | None = None
        self._news: asyncio.Event = asyncio.Event()
        self._ended = False

    def announce(self, ruling: Ruling) -> None:
        """A ruling was made; called on the loop's thread."""
        with self._lock:
            self._count += 1
            self._rulings.append((self._count, json.dumps(as_json(ruling))))
            self._shown.append((self._count, ruling))
        self._wake()

    def remember(self, rulings: Sequence[Ruling]) -> None:
        """What was ruled before the program began; it is shown, but is no news."""
        for ruling in rulings[-RULINGS_SHOWN:]:
            self._count += 1
            self._shown.append((self._count, ruling))

    def show(self, snapshot: Snapshot) -> None:
        """The table has changed; called on the loop's thread."""
        text = json.dumps({**state(snapshot, self._tell(snapshot), self._game_offset), "kept": self._is_kept})
        with self._lock:
            self._state_text = text
            self._state_number += 1
            self._record = snapshot.record
            self._game = snapshot.game
            if snapshot.game > 0:
                # A new game that was taken back has never been.
                kept = {game: date for game, date in self._first_shown.items() if game <= snapshot.game}
                self._first_shown = {snapshot.game: self._now().isoformat(timespec="seconds"), **kept}
            self._is_starting = snapshot.sight is Sight.WAITING
        self._wake()

    def _tell(self, snapshot: Snapshot) -> tuple[Json, ...]:
        """The last rulings in words; whoever is given a name is called by it in all of them."""
        if self._told_for != (self._count, snapshot.tags):
            called = calling(snapshot.tags)
            self._told = tuple(told(number, ruling, called) for number, ruling in self._shown)
            self._told_for = (self._count, snapshot.tags)
        return self._told

    @property
    def state_text(self) -> str:
        """The newest state as JSON."""
        with self._lock:
            return self._state_text

    @property
    def record(self) -> Record | None:
        """What has been played of the present game."""
        with self._lock:
            return self._record

    @property
    def present(self) -> tuple[Record, int, str] | None:
        """What `record` gives, its number in the journal, and when it was first shown, in the form of ISO 8601."""
        with self._lock:
            if self._record is None:
                return None
            return self._record, self._game_offset + self._game, self._first_shown[self._game]

    @property
    def is_starting(self) -> bool:
        """Whether the first picture is still being looked at, which takes seconds on a small computer."""
        with self._lock:
            return self._is_starting

    def serve_on(self, server: asyncio.AbstractEventLoop) -> None:
        """Name the event loop that the watchers wait on."""
        self._server = server

    def end(self) -> None:
        """Let every stream end; called on the server's thread."""
        self._ended = True
        self._news.set()

    async def rulings(self, after: int | None) -> AsyncIterator[str]:
        """Rulings as server-sent events, each with its number as id.

        Args:
            after: The number of the last one that the watcher had; None begins with the next that is made.
        """
        last = self._count if after is None or after > self._count else after
        yield ": rulings as they are made\n\n"
        while not self._ended:
            with self._lock:
                new = [(number, text) for number, text in self._rulings if number > last]
            if new:
                last = new[-1][0]
                yield "".join(f"id: {number}\ndata: {text}\n\n" for number, text in new)
            elif not await self._wait():
                yield ": still here\n\n"

    async def states(self) -> AsyncIterator[str]:
        """States as server-sent events: the present one at once, then each time the newest."""
        sent = -1
        while not self._ended:
            with self._lock:
                number, text = self._state_number, self._state_text
            if number != sent:
                sent = number
                yield f"data: {text}\n\n"
            elif not await self._wait():
                yield ": still here\n\n"

    async def _wait(self) -> bool:
        """Until something is new, which is True, or too long nothing was."""
        news = self._news
        try:
            await asyncio.wait_for(news.wait(), KEEP_ALIVE_SECONDS)
        except TimeoutError:
            return False
        return True

    def _wake(self) -> None:
        server = self._server
        if server is not None and not server.is_closed():
            server.call_soon_threadsafe(self._wake_watchers)

    def _wake_watchers(self) -> None:
        # Those who wait hold the old event; those who come later wait for the next.
        news, self._news = self._news, asyncio.Event()
        news.set()
