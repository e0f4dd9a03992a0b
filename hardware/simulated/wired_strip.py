"""The strip's twin behind its wire: what comes out where the LEDs are mounted otherwise than the program was told."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

import numpy as np

from hardware.ports import Colour
from hardware.simulated.strip import SimulatedStrip
from hardware.strip_wiring import StripWiring


class WiredStrip:
    """Sends colours as it was told, to LEDs that take them as they are mounted.

    Args:
        strip: Shows what comes out; closed with this one.
        told: The wiring as the settings have it.
        mounted: The wiring as it is. Brightness and current of both are left aside.
    """

    def __init__(self, strip: SimulatedStrip, told: StripWiring, mounted: StripWiring) -> None:
        self._strip = strip
        self._told = told
        self._mounted = mounted

    @property
    def length(self) -> int:
        """The number of LEDs."""
        return self._strip.length

    def show(self, colours: Sequence[Colour]) -> None:
        """Light the LEDs; see `Strip.show`."""
        if len(colours) != self.length:
            self._strip.show(colours)
        levels = np.array([(colour.red, colour.green, colour.blue) for colour in colours], dtype=np.uint8)
        self._strip.show(self._received(self._told.wire_bytes(levels).reshape(-1).tolist()))

    def close(self) -> None:
        """Make it dark."""
        self._strip.close()

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def _received(self, sent: list[int]) -> tuple[Colour, ...]:
        """Each LED takes as many channels as it has from the wire and hands on the rest; what does not come is dark."""
        order = self._mounted.colour_order.value
        along: list[Colour] = []
        for place in range(self._mounted.first_led, self._mounted.first_led + self._mounted.length):
            taken = sent[place * len(order) : (place + 1) * len(order)]
            levels = dict(zip(order, taken + [0] * (len(order) - len(taken)), strict=True))
            white = levels.get("W", 0)
            along.append(Colour(*(min(255, levels[channel] + white) for channel in "RGB")))
        along = along[::-1] if self._mounted.is_reversed else along
        if not self._mounted.order:
            return tuple(along)
        places = {number: place for place, number in enumerate(self._mounted.order)}
        return tuple(along[places[number]] for number in range(self.length))
