"""The server on a thread of its own, beside the loop; it begins and ends with a `with` block."""

import asyncio
import errno
import io
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from typing import Final

import segno
import uvicorn

from firmware.errors import UserMistakeError
from firmware.inbox import Inbox
from firmware.scoreboard.access import Access
from firmware.scoreboard.addresses import own_names, urls
from firmware.scoreboard.app import make_app
from firmware.scoreboard.evidence import Evidence
from firmware.scoreboard.feed import Feed
from firmware.scoreboard.pages import load_pages
from firmware.scoreboard.setup import SetUp
from referee.translation import gettext as _

CONNECTIONS: Final = 300
START_SECONDS: Final = 10.0
USUAL_PORT: Final = 8010


class AddressError(UserMistakeError):
    """The page cannot be served where it should be."""


@dataclass(frozen=True, slots=True)
class Served:
    """A page that can be opened.

    Attributes:
        urls: Its addresses, by number first.
        code: What control needs.
        is_first: Whether nothing was set up here yet.
    """

    urls: tuple[str, ...]
    code: str
    is_first: bool = False

    @property
    def control_url(self) -> str:
        """The control page with the code in it, behind `#`, so that it is in no log."""
        return f"{self.urls[0]}control#code={self.code}"

    @property
    def setup_url(self) -> str:
        """The set-up page with the code in it, in the same way."""
        return f"{self.urls[0]}setup#code={self.code}"

    def lines(self) -> tuple[str, ...]:
        """What is printed at the start."""
        return (
            *(_("scoreboard: {url}").format(url=url) for url in self.urls),
            _("control:    {url}, code {code}").format(url=f"{self.urls[0]}control", code=self.code),
            *(
                (f"set-up:     {self.urls[0]}setup, the same code; open it first, nothing is set up yet",)
                * self.is_first
            ),
        )

    def qr_code(self) -> str:
        """The control page's address, or first the set-up page's, as a QR code of block characters, several lines."""
        drawn = io.StringIO()
        segno.make(self.setup_url if self.is_first else self.control_url, micro=False).terminal(drawn, compact=True)
        return drawn.getvalue()


@contextmanager
def serve(
    feed: Feed,
    inbox: Inbox,
    host: str,
    port: int | None,
    evidence: Evidence | None = None,
    setup: SetUp | None = None,
) -> Iterator[Served]:
    """Serve until the block is left.

    Args:
        feed: What is shown.
        inbox: Where wishes go.
        host: A number or a name of this machine; `0.0.0.0` is all of its networks.
        port: The port; 0 takes any that is free, None the usual one or, when that is taken, any that is free.
        evidence: Of the games, where they are kept.
        setup: What can be set up.

    Raises:
        AddressError: When it cannot be listened on.
    """
    listening = _listen_usually(host) if port is None else _listen(host, port)
    access = Access(time.monotonic)
    app = make_app(feed, access, inbox.put, load_pages(), own_names(host), evidence, setup)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        limit_concurrency=CONNECTIONS,
        lifespan="off",
        server_header=False,
        # Whoever guesses codes could name any address in them; no proxy stands before a table.
        proxy_headers=False,
        timeout_graceful_shutdown=2,
        loop="asyncio",
        http="h11",
        ws="none",
    )
    server = _Server(config, feed)
    thread = Thread(target=server.run, kwargs={"sockets": [listening]}, name="scoreboard", daemon=True)
    thread.start()
    deadline = time.monotonic() + START_SECONDS
    while not server.started and thread.is_alive() and time.monotonic() < deadline:
        time.sleep(0.01)
    try:
        is_first = setup is not None and setup.lasts and setup.is_first
        yield Served(urls(host, listening.getsockname()[1]), access.code, is_first)
    finally:
        server.should_exit = True
        thread.join(START_SECONDS)
        listening.close()


class _Server(uvicorn.Server):
    """Ties the feed to the event loop that the watchers wait on."""

    def __init__(self, config: uvicorn.Config, feed: Feed) -> None:
        super().__init__(config)
        self._feed = feed

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        self._feed.serve_on(asyncio.get_running_loop())
        await super().serve(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Streams have no end of their own, and the server waits for all of them.
        self._feed.end()
        await super().shutdown(sockets)


def _listen_usually(host: str) -> socket.socket:
    try:
        return _listen(host, USUAL_PORT)
    except AddressError:
        return _listen(host, 0)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise _no_address(host) from error
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRNOTAVAIL:
            raise _no_address(host) from error
        raise AddressError(f"--port: {host} port {port} cannot be listened on: {error.strerror}") from error
    return listening


def _no_address(host: str) -> AddressError:
    takes = "0.0.0.0 takes all that it has, 127.0.0.1 is for programs on it alone"
    return AddressError(f"--host: {host} is no address of this machine; {takes}")
