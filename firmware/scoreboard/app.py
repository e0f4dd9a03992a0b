"""The application: which address gives what."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from firmware import inbox
from firmware.durable_journal import headed
from firmware.orders import OrderError, parse_dated_order
from firmware.scoreboard.access import WINDOW_SECONDS, Access, Verdict
from firmware.scoreboard.body import BodyError, read_body
from firmware.scoreboard.evidence import Evidence, began, evidence_routes
from firmware.scoreboard.feed import Feed
from firmware.scoreboard.guard import Guard
from firmware.scoreboard.pages import Page, load_pages
from firmware.scoreboard.setup import Door, SetUp, setup_routes
from firmware.scoreboard.turn_list import turn_routes
from firmware.snapshot import Sight
from firmware.view import live_jpeg
from firmware.words import calling, sentence
from referee.controls import Button, CorrectTurn
from referee.notation import format_record
from referee.ruling import as_json
from referee.translation import gettext as _

COOKIE: Final = "pop10"
CODE_HEADER: Final = "x-pop10-code"
ANSWER_SECONDS: Final = 5.0
"""How long the loop may take; it answers between two pictures."""

Post = Callable[[inbox.Request], None]
"""Puts a request where the loop takes it."""


def make_app(
    feed: Feed,
    access: Access,
    post: Post,
    pages: dict[str, Page],
    names: Iterable[str],
    evidence: Evidence | None = None,
    setup: SetUp | None = None,
) -> ASGIApp:
    """Put it together.

    Args:
        feed: What is watched.
        access: Who may steer.
        post: Where wishes go.
        pages: The files by name; read anew when people are spoken to in another language.
        names: Names of this machine, as a browser may call it.
        evidence: Of the games, where they are kept.
        setup: What can be set up, where something can.
    """
    table = _Table(feed, access, post, evidence)
    routes = [
        Route("/api/state", table.state),
        Route("/api/events", table.events),
        Route("/api/live", table.live),
        Route("/api/record", table.record),
        *turn_routes(feed),
        Route("/api/control", table.control, methods=["POST"]),
        Route("/api/login", table.login, methods=["POST"]),
        Route("/api/camera", table.camera),
        *(evidence_routes(evidence) if evidence is not None else ()),
        Route("/", _page(pages, "index.html")),
        Route("/control", _page(pages, "control.html")),
        Route("/setup", _page(pages, "setup.html")),
        Route("/games", _page(pages, "games.html")),
        Route("/standings", _page(pages, "standings.html")),
        Route("/game/{number:int}", _page(pages, "game.html")),
        *(Route(f"/{name}", _page(pages, name)) for name in pages if not name.endswith(".html")),
    ]
    if setup is not None:
        door = Door(table.refusal, table.ask, lambda: pages.update(load_pages()), lambda: feed.is_starting)
        routes += setup_routes(setup, door)
    return Guard(Starlette(routes=routes), names)


def _page(pages: dict[str, Page], name: str) -> Callable[[Request], Response]:
    def answer(_request: Request) -> Response:
        page = pages[name]
        return Response(page.content, media_type=page.media_type, headers={"Cache-Control": "no-cache"})

    return answer


class _Table:
    """The addresses under `/api`."""

    def __init__(self, feed: Feed, access: Access, post: Post, evidence: Evidence | None) -> None:
        self._feed = feed
        self._access = access
        self._post = post
        self._evidence = evidence

    async def state(self, _request: Request) -> Response:
        return Response(self._feed.state_text, media_type="application/json", headers={"Cache-Control": "no-store"})

    async def events(self, request: Request) -> Response:
        after = request.headers.get("last-event-id", "")
        return _stream(self._feed.rulings(int(after) if after.isdecimal() and len(after) < 16 else None))

    async def live(self, _request: Request) -> Response:
        return _stream(self._feed.states())

    def record(self, _request: Request) -> Response:
        present = self._feed.present
        if present is None:
            return PlainTextResponse(f"{_('no game has begun yet')}\n", 404)
        record, number, first_shown = present
        text = format_record(headed(record, number, began(self._evidence, number) or first_shown))
        return PlainTextResponse(text, headers={"Cache-Control": "no-store"})

    async def login(self, request: Request) -> Response:
        """Give a browser that knows the code a token, so that the code is typed once."""
        refusal = self.refusal(request, with_token=False)
        if refusal is not None:
            return refusal
        answer = JSONResponse({"ok": True})
        answer.set_cookie(COOKIE, self._access.new_token(), httponly=True, samesite="strict")
        return answer

    async def control(self, request: Request) -> Response:
        refusal = self.refusal(request)
        if refusal is not None:
            return refusal
        try:
            wish, revision = parse_dated_order(await read_body(request))
        except OrderError as error:
            return JSONResponse({"error": str(error)}, 422)
        except BodyError as error:
            return JSONResponse({"error": str(error)}, 413)
        answer = await self.ask(wish, revision)
        if answer is None:
            return JSONResponse({"error": _("the table does not answer; what was asked for may still happen")}, 503)
        if answer.refused:
            return JSONResponse({"error": answer.refused}, 409 if answer.is_late else 422)
        position = answer.snapshot.position
        return JSONResponse(
            {
                "ok": True,
                "rulings": [as_json(ruling) for ruling in answer.rulings],
                "position": str(position) if position is not None else None,
                "text": _said(wish, answer),
                "revision": answer.snapshot.revision,
            }
        )

    async def camera(self, request: Request) -> Response:
        """What the camera sees now; a picture of people's rooms, so the code is needed."""
        refusal = self.refusal(request)
        if refusal is not None:
            return refusal
        answer = await self.ask(inbox.Inspect())
        if answer is None or answer.view is None or answer.snapshot.sight is Sight.CAMERA_LOST:
            return JSONResponse({"error": _("there is no picture")}, 503)
        picture = await run_in_threadpool(live_jpeg, answer.view)
        return Response(picture, media_type="image/jpeg", headers={"Cache-Control": "no-store"})

    async def ask(self, wish: inbox.Wish | inbox.SetUpWish, revision: int | None = None) -> inbox.Answer | None:
        """Ask the loop, where the game has not gone on since that revision, and wait; None when it takes too long."""
        server = asyncio.get_running_loop()
        came: asyncio.Future[inbox.Answer] = server.create_future()

        def take(answer: inbox.Answer) -> None:
            if not came.done():
                came.set_result(answer)

        def answer_from_the_loop(answer: inbox.Answer) -> None:
            # The server may have ended while the loop was at it.
            if not server.is_closed():
                server.call_soon_threadsafe(take, answer)

        self._post(inbox.Request(wish, answer_from_the_loop, revision))
        try:
            return await asyncio.wait_for(came, ANSWER_SECONDS)
        except TimeoutError:
            return None

    def refusal(self, request: Request, *, with_token: bool = True) -> Response | None:
        """The answer to somebody who may not steer; None for those who may."""
        address = request.client.host if request.client is not None else ""
        token = request.cookies.get(COOKIE) if with_token else None
        match self._access.judge(address, request.headers.get(CODE_HEADER), token):
            case Verdict.ALLOWED:
                return None
            case Verdict.MISSING:
                return JSONResponse({"error": _("the table's code is needed")}, 401)
            case Verdict.WRONG:
                return JSONResponse({"error": _("this is not the table's code")}, 403)
            case Verdict.TOO_MANY:
                wait = {"Retry-After": str(int(WINDOW_SECONDS))}
                return JSONResponse({"error": _("too many wrong codes; wait a minute")}, 429, wait)


def _said(wish: inbox.Wish, answer: inbox.Answer) -> str:
    """What came of a wish, in words for whoever had it; empty where there is nothing to tell but that it is done."""
    if wish is Button.UNDO and not answer.rulings:
        return _("There is nothing left to take back")
    # A correction tells all later turns again; what no longer fits is in its first ruling.
    rulings = answer.rulings[:1] if isinstance(wish, CorrectTurn) else answer.rulings
    called = calling(answer.snapshot.tags)
    return ". ".join(sentence(ruling, called) for ruling in rulings)


def _stream(events: AsyncIterator[str]) -> Response:
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(events, media_type="text/event-stream", headers=headers)
