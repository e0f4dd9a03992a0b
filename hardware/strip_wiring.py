"""How the strip is wired, and what may be sent to it: order of LEDs and channels, brightness and current. Pure.

The colours that a program shows become levels (what each channel of each LED gets, 0 to 255, within brightness and
current), and levels become bytes in the order of the wire. The two strip drivers share all of this.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from hardware.errors import InvalidValueError
from hardware.ports import Colour

Levels = NDArray[np.uint8]
"""Red, green and blue of each LED as it is sent, shape (length, 3)."""

IDLE_MILLIAMPS = 1.0
CHANNEL_MILLIAMPS = 20.0
FULL = 255


class ColourOrder(Enum):
    """The order in which the LEDs take their channels; most WS2812B want GRB. A W is white, which stays off."""

    GRB = "GRB"
    RGB = "RGB"
    BRG = "BRG"
    RBG = "RBG"
    GBR = "GBR"
    BGR = "BGR"
    GRBW = "GRBW"
    RGBW = "RGBW"


CHANNELS = {"red": "R", "green": "G", "blue": "B"}


def order_by_looks(told: ColourOrder, red_looks: str, green_looks: str) -> ColourOrder:
    """The order in which LEDs take their channels, from what they look like.

    >>> order_by_looks(ColourOrder.GRB, red_looks="green", green_looks="red")
    <ColourOrder.RGB: 'RGB'>

    Args:
        told: The order by which they were lit.
        red_looks: What they looked like, of `CHANNELS`, when they were to be red.
        green_looks: The same when they were to be green.

    Raises:
        InvalidValueError: When no order makes them look so.
    """
    for looks in (red_looks, green_looks):
        if looks not in CHANNELS:
            raise InvalidValueError(f"strip: the LEDs must look {', '.join(CHANNELS)}, got {looks!r}")
    if red_looks == green_looks:
        raise InvalidValueError(f"strip: red and green cannot both look {red_looks}; look again")
    blue_looks = next(name for name in CHANNELS if name not in (red_looks, green_looks))
    really = {"R": CHANNELS[red_looks], "G": CHANNELS[green_looks], "B": CHANNELS[blue_looks], "W": "W"}
    order = "".join(really[channel] for channel in told.value)
    try:
        return ColourOrder(order)
    except ValueError as error:
        raise InvalidValueError(f"strip: LEDs of the order {order} are not known; look again") from error


def with_white(order: ColourOrder) -> ColourOrder:
    """The first order to try for LEDs that take a channel more, or one less, than was told."""
    return ColourOrder.GRB if "W" in order.value else ColourOrder.GRBW


def parse_order(text: str) -> tuple[int, ...]:
    """The order of LEDs along the wire from its text: numbers and ranges, which may run backwards.

    >>> parse_order("3-0 4-5")
    (3, 2, 1, 0, 4, 5)

    Raises:
        InvalidValueError: When the text is something else.
    """
    order: list[int] = []
    for part in text.replace(",", " ").split():
        matched = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", part)
        if matched is None:
            raise InvalidValueError(f"strip: order must be numbers and ranges such as '9-0 10-26', got {part!r} in it")
        first = int(matched[1])
        last = int(matched[2]) if matched[2] is not None else first
        order += range(first, last + 1) if first <= last else range(first, last - 1, -1)
    return tuple(order)


@dataclass(frozen=True, slots=True)
class StripWiring:
    """A strip as it is mounted.

    Attributes:
        length: LEDs that are used, at least 1.
        colour_order: Order of the channels on the wire.
        first_led: LEDs at the start of the wire that stay dark, 0 or more; 1 mends a first LED that flickers for want
            of a level shifter.
        unused: LEDs at the end of the wire that stay dark as well, 0 or more; they are told so, since LEDs keep their
            last light.
        order: The LED at each place along the wire, as `parse_order` reads it from text; empty is 0, 1, 2 and so on.
        is_reversed: Whether that wire is fed from its other end.
        brightness_percent: What a channel gets of the level asked for, 0 to 100.
        budget_milliamps: The most that the whole strip may draw; frames that need more are dimmed evenly.
    """

    length: int = 27
    colour_order: ColourOrder = ColourOrder.GRB
    first_led: int = 0
    unused: int = 0
    order: tuple[int, ...] = ()
    is_reversed: bool = False
    brightness_percent: int = 25
    budget_milliamps: int = 500

    def __post_init__(self) -> None:
        """Refuse what cannot be built.

        Raises:
            InvalidValueError: When a value is out of its range, or the budget does not even feed the dark strip.
        """
        if self.length < 1:
            raise InvalidValueError(f"strip: length must be 1 or more, got {self.length}")
        if self.first_led < 0:
            raise InvalidValueError(f"strip: first_led must be 0 or more, got {self.first_led}")
        if self.unused < 0:
            raise InvalidValueError(f"strip: unused must be 0 or more, got {self.unused}")
        if self.order and sorted(self.order) != list(range(self.length)):
            raise InvalidValueError(f"strip: order must name each LED of 0 to {self.length - 1} once, got {self.order}")
        if not 0 <= self.brightness_percent <= 100:
            raise InvalidValueError(f"strip: brightness_percent must be 0 to 100, got {self.brightness_percent}")
        if self.budget_milliamps <= self.led_count * IDLE_MILLIAMPS:
            raise InvalidValueError(
                f"strip: budget_milliamps must be above {self.led_count * IDLE_MILLIAMPS:.0f}, which {self.led_count} "
                f"dark LEDs draw, got {self.budget_milliamps}"
            )

    @property
    def led_count(self) -> int:
        """LEDs on the wire, those that stay dark included."""
        return self.first_led + self.length + self.unused

    def limit(self, colours: Sequence[Colour]) -> Levels:
        """The levels that these colours come to within brightness and budget.

        A channel that is asked to shine at all is not rounded to dark by the brightness (the budget may do so).

        Raises:
            InvalidValueError: When there is not exactly one colour for each LED.
        """
        if len(colours) != self.length:
            raise InvalidValueError(f"strip: {self.length} colours wanted, got {len(colours)}")
        asked = np.array([(colour.red, colour.green, colour.blue) for colour in colours], dtype=np.float64)
        levels = np.floor(asked * self.brightness_percent / 100)
        if self.brightness_percent:
            levels = np.maximum(levels, asked > 0)
        spare = self.budget_milliamps - self.led_count * IDLE_MILLIAMPS
        wanted = levels.sum() * CHANNEL_MILLIAMPS / FULL
        if wanted > spare:
            levels = np.floor(levels * spare / wanted)
        return levels.astype(np.uint8)

    def milliamps(self, levels: Levels) -> float:
        """What the strip draws at these levels, by rule of thumb: 1 mA a LED and 20 mA a channel at full."""
        return self.led_count * IDLE_MILLIAMPS + float(levels.sum(dtype=np.int64)) * CHANNEL_MILLIAMPS / FULL

    def wire_bytes(self, levels: Levels) -> NDArray[np.uint8]:
        """The bytes of one frame in the order of the wire, before any line code, one row a LED.

        Returns: shape (led_count, channels); 3 channels, or 4 for an order with white.
        """
        order = self.colour_order.value
        frame = np.zeros((self.led_count, len(order)), dtype=np.uint8)
        along = levels[list(self.order)] if self.order else levels
        along = along[::-1] if self.is_reversed else along
        used = slice(self.first_led, self.first_led + self.length)
        for place, channel in enumerate(order):
            if channel != "W":
                frame[used, place] = along[:, "RGB".index(channel)]
        return frame
