"""The set-up as other programs and its page reach it: the camera aimed, settings changed, parts tried.

Settings are written here and then handed to the loop, which makes them count; parts are tried by the loop. Everything
needs the table's code: the picture shows people's rooms, and the rest moves what stands on the table.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, assert_never

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from firmware import inbox, language, settings_file
from firmware.adopting import values
from firmware.config import Config, Sounder, load
from firmware.errors import ConfigError
from firmware.orders import OrderError
from firmware.quiet import is_silenced, wall_clock
from firmware.scoreboard.aiming import Aiming
from firmware.scoreboard.body import BodyError, read_body
from firmware.scoreboard.setup_orders import (
    OFFERED,
    SEVERAL,
    Finish,
    Looks,
    PressTwin,
    Set,
    Try,
    parse_setup_order,
)
from firmware.scoreboard.setup_words import led_name
from firmware.scoreboard.state import Json
from firmware.settings_file import Value
from firmware.snapshot import Sight
from firmware.wiring import SHUTDOWN, button_wirings, strip_wiring
from hardware.errors import HardwareError
from hardware.strip_wiring import order_by_looks, with_white
from referee.translation import gettext as _

COLOUR_ORDER: Final = "strip.colour_order"
NO_ANSWER: Final = 503


@dataclass(frozen=True, slots=True)
class SetUp:
    """What is set up.

    Attributes:
        file: The settings' file.
        lasts: Whether it outlives the program.
        devices: What was opened and what is missing, a sentence each.
        press: Presses a simulated button; None where the buttons are real.
    """

    file: Path
    lasts: bool = True
    devices: tuple[str, ...] = ()
    press: Callable[[str], None] | None = None

    @property
    def is_first(self) -> bool:
        """Whether nothing was ever set up here."""
        return not self.file.exists()

    def settings(self) -> Config:
        """The settings as the file has them now.

        Raises:
            ConfigError: When they are refused.
        """
        return Config() if self.is_first else load(self.file)


@dataclass(frozen=True, slots=True)
class Door:
    """How requests come in and wishes get to the loop.

    Attributes:
        refusal: The answer to somebody who may not steer; None for those who may.
        ask: Asks the loop; None when it does not answer.
        retell: Is called after the language was changed.
        is_starting: Whether the loop is at its first look, for which it may need longer than it is waited for.
    """

    refusal: Callable[[Request], Response | None]
    ask: Callable[[inbox.SetUpWish | inbox.Trial], Awaitable[inbox.Answer | None]]
    retell: Callable[[], None]
    is_starting: Callable[[], bool]


class NoAnswerError(Exception):
    """The loop does not answer in time, or has nothing to show."""


def setup_routes(setup: SetUp, door: Door) -> list[Route]:
    """The addresses of the set-up.

    Args:
        setup: What is set up.
        door: Who may come in, and the way to the loop.
    """
    desk = _Desk(setup, door)
    return [
        Route("/api/setup", desk.answering(desk.told)),
        Route("/api/setup", desk.answering(desk.ordered), methods=["POST"]),
        Route("/api/setup/aim", desk.answering(desk.aim)),
        Route("/api/setup/picture", desk.picture),
        Route("/api/setup/try", desk.answering(desk.tried)),
    ]


class _Desk:
    def __init__(self, setup: SetUp, door: Door) -> None:
        self._setup = setup
        self._door = door
        self._aiming = Aiming()
        self._changing = asyncio.Lock()

    def answering(self, answer: Callable[[Request], Awaitable[Json]]) -> Callable[[Request], Awaitable[Response]]:
        """An address that only those with the code reach, and that says what is refused."""

        async def answer_or_say_why(request: Request) -> Response:
            refusal = self._door.refusal(request)
            if refusal is not None:
                return refusal
            try:
                return JSONResponse(await answer(request), headers={"Cache-Control": "no-store"})
            except (OrderError, ConfigError, HardwareError) as error:
                # Whoever is at the page has not opened a file; which one it is stands on the last step.
                return JSONResponse({"error": str(error).removeprefix(f"{self._setup.file}: ")}, 422)
            except BodyError as error:
                return JSONResponse({"error": str(error)}, 413)
            except NoAnswerError as error:
                return JSONResponse({"error": str(error)}, NO_ANSWER)

        return answer_or_say_why

    async def told(self, _request: Request) -> Json:
        """The settings, and what of the hardware there is."""
        config = await run_in_threadpool(self._setup.settings)
        answer = await self._ask(inbox.Inspect(config))
        return {
            "file": str(self._setup.file),
            "is_first": self._setup.is_first,
            "lasts": self._setup.lasts,
            "settings": _offered(config),
            "later": _of_the_page(answer.later),
            "languages": [{"code": code, "name": language.NAMES.get(code, code)} for code in language.languages()],
            "devices": list(self._setup.devices),
            "buttons": _buttons(config),
            "can_press": self._setup.press is not None,
            "silence": _silence(config.sounder),
        }

    async def aim(self, _request: Request) -> Json:
        """How the camera is aimed."""
        answer = await self._ask(inbox.Inspect())
        # The last picture of a camera that is lost is none of now.
        if answer.view is None or answer.snapshot.sight is Sight.CAMERA_LOST:
            raise NoAnswerError(answer.snapshot.trouble or _("there is no picture"))
        return await run_in_threadpool(self._aiming.judge, answer.view)

    async def picture(self, request: Request) -> Response:
        """The picture that was judged last, with the grid that was found drawn over it."""
        refusal = self._door.refusal(request)
        if refusal is not None:
            return refusal
        jpeg = await run_in_threadpool(self._aiming.picture)
        if jpeg is None:
            return JSONResponse({"error": _("there is no picture")}, NO_ANSWER)
        return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "no-store"})

    async def tried(self, _request: Request) -> Json:
        """What is tried now, and what was pressed meanwhile."""
        return _trial(await self._ask(inbox.Inspect()))

    async def ordered(self, request: Request) -> Json:
        """Do what is wanted."""
        order = parse_setup_order(await read_body(request))
        match order:
            case Set(changes):
                return await self._change(changes)
            case Try(is_sounder=True):
                answer = await self._ask(inbox.Trial(inbox.Part.SOUNDER))
                config = await run_in_threadpool(self._setup.settings)
                if answer.refused:
                    raise OrderError(answer.refused)
                return {"ok": True, "silence": _silence(config.sounder)}
            case Try(tried):
                answer = await self._ask(inbox.TryOut(tried))
                if answer.refused:
                    raise OrderError(answer.refused)
                return {"ok": True, **_trial(answer)}
            case Looks():
                return await self._take_looks(order)
            case PressTwin(button):
                if self._setup.press is None:
                    raise OrderError(_("the buttons of this table are real: press them with a finger"))
                self._setup.press(button)
                return {"ok": True}
            case Finish():
                return await self._change({})
            case _:
                assert_never(order)

    async def _take_looks(self, looks: Looks) -> Json:
        """Write the colour order that makes the strip look so, or the first one to try with a channel more or less."""
        config = await run_in_threadpool(self._setup.settings)
        told = strip_wiring(config.strip).colour_order
        is_other = SEVERAL in (looks.red, looks.green)
        order = with_white(told) if is_other else order_by_looks(told, looks.red, looks.green)
        await self._ask(inbox.TryOut(None))
        return {**await self._change({COLOUR_ORDER: order.value}), "again": is_other, "order": order.value}

    async def _change(self, changes: dict[str, Value]) -> Json:
        """Write settings and let them count."""
        # One after the other, so that the loop's last word is about the file's last.
        async with self._changing:
            config = await run_in_threadpool(settings_file.change, self._setup.file, changes)
            answer = await self._ask(inbox.Adopt(config))
        self._door.retell()
        return {
            "ok": True,
            "settings": _offered(config),
            "later": _of_the_page(answer.later),
            "trouble": answer.refused,
        }

    async def _ask(self, wish: inbox.SetUpWish | inbox.Trial) -> inbox.Answer:
        answer = await self._door.ask(wish)
        if answer is None and isinstance(wish, inbox.Inspect) and self._door.is_starting():
            raise NoAnswerError(_("the table is still starting: its first look at the board takes some seconds"))
        if answer is None:
            raise NoAnswerError(_("the table does not answer; what was asked for may still happen"))
        return answer


def _offered(config: Config) -> Json:
    return {key: value for key, value in values(config).items() if key in OFFERED}


def _buttons(config: Config) -> list[Json]:
    """Those that can be tried: the one that shuts the computer down does so at any time."""
    wirings = button_wirings(config.buttons)
    return [{"name": wiring.name, "pin": wiring.pin} for wiring in wirings if wiring.name != SHUTDOWN]


def _of_the_page(later: tuple[str, ...]) -> list[str]:
    """The keys that the page can tell about; others were changed by somebody else's hand."""
    return [key for key in later if key in OFFERED]


def _trial(answer: inbox.Answer) -> Json:
    tryout = answer.tryout
    led = tryout.led(answer.at) if tryout is not None else None
    return {
        "part": tryout.tried.value if tryout is not None else None,
        "led": led,
        "led_name": led_name(led) if led is not None else "",
        "presses": list(tryout.presses) if tryout is not None else [],
    }


def _silence(settings: Sounder) -> str:
    """Why nothing is to be heard, as a word; empty when something is."""
    if settings.kind == "none":
        return "none"
    if settings.mute:
        return "mute"
    return "quiet" if is_silenced(settings, wall_clock()) else ""
