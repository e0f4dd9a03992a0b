"""What is wanted on the set-up page: the body of `POST /api/setup`, read into values."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from firmware.orders import Body, OrderError, as_told, read_body
from firmware.settings_file import Value
from firmware.tryout import Tried
from hardware.strip_wiring import CHANNELS
from referee.translation import gettext as _

OFFERED: Final = (
    "people.language",
    "camera.is_mirrored",
    "discs.redder",
    "strip.colour_order",
    "strip.is_reversed",
    "strip.order",
    "strip.first_led",
    "strip.brightness_percent",
    "sounder.kind",
    "sounder.mute",
)
"""The settings that can be changed on the page; pins and devices are left to whoever wires them."""
SEVERAL: Final = "several"
"""What LEDs look like that take a channel more, or one less, than they are sent."""
SOUNDER: Final = "sounder"


@dataclass(frozen=True, slots=True)
class Set:
    """Settings to be changed, by their keys; all of them or none."""

    changes: dict[str, Value]


@dataclass(frozen=True, slots=True)
class Try:
    """A part to be tried; None ends what is tried now, and the sounder has an end of its own."""

    tried: Tried | None
    is_sounder: bool = False


@dataclass(frozen=True, slots=True)
class Looks:
    """What the strip looked like when it was to be red, and to be green: of `CHANNELS`, or `SEVERAL`."""

    red: str
    green: str


@dataclass(frozen=True, slots=True)
class PressTwin:
    """A simulated button to be pressed."""

    button: str


@dataclass(frozen=True, slots=True)
class Finish:
    """The set-up is done."""


Order = Set | Try | Looks | PressTwin | Finish


def parse_setup_order(body: bytes) -> Order:
    """What somebody wants of the set-up.

    Args:
        body: A JSON object with `action` and what that needs besides.

    Raises:
        OrderError: With the reason in words.
    """
    tree = read_body(body)
    action = tree.get("action")
    parse = ACTIONS.get(action) if isinstance(action, str) else None
    if parse is None:
        raise _refusal("action", ACTIONS, action)
    return parse(tree)


def _set(body: Body) -> Set:
    changes = body.get("settings")
    if not isinstance(changes, dict) or not changes:
        raise OrderError(_("settings must be an object of keys and values, got {got}").format(got=as_told(changes)))
    for key, value in changes.items():
        if key not in OFFERED:
            raise _refusal("settings", OFFERED, key)
        if not isinstance(value, bool | int | float | str):
            words = _("{key} must be a text, a number, true or false, got {got}")
            raise OrderError(words.format(key=key, got=as_told(value)))
    return Set(changes)


def _try(body: Body) -> Try:
    part = body.get("part")
    if part == SOUNDER:
        return Try(None, is_sounder=True)
    for tried in Tried:
        if part == tried.value:
            return Try(tried)
    raise _refusal("part", (*(tried.value for tried in Tried), SOUNDER), part)


def _looks(body: Body) -> Looks:
    known = (*CHANNELS, SEVERAL)
    red, green = body.get("red"), body.get("green")
    for key, looks in (("red", red), ("green", green)):
        if looks not in known and not (key == "green" and red == SEVERAL):
            raise _refusal(key, known, looks)
    return Looks(str(red), str(green))


def _press(body: Body) -> PressTwin:
    button = body.get("button")
    if not isinstance(button, str):
        raise OrderError(_("button must be the name of a button, got {got}").format(got=as_told(button)))
    return PressTwin(button)


def _refusal(key: str, wanted: Iterable[str], got: object) -> OrderError:
    words = _("{key} must be one of {wanted}, got {got}")
    return OrderError(words.format(key=key, wanted=", ".join(wanted), got=as_told(got)))


ACTIONS: Final[dict[str, Callable[[Body], Order]]] = {
    "set": _set,
    "try": _try,
    "stop": lambda _body: Try(None),
    "looks": _looks,
    "press": _press,
    "finish": lambda _body: Finish(),
}
"""What can be wanted, and how the rest of the body is read."""
