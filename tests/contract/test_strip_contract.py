"""What every strip driver must do, by name. A new driver is one more entry in `BENCHES`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.board_model import decode
from hardware.drivers import STRIPS
from hardware.errors import DeviceClosedError, InvalidValueError
from hardware.ports import Colour, Strip
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.strip import SimulatedStrip
from hardware.spi_strip import SpiStrip
from hardware.strip_wiring import StripWiring
from hardware.ws281x import User, Ws281xStrip
from hardware.ws2812_code import LATCH_BYTES, LEAD_BYTES, encode

RED, BLUE = Colour(255, 0, 0), Colour(0, 0, 255)


@dataclass(frozen=True)
class StripBench:
    """An open strip of three LEDs, and which of its LEDs are lit according to what was last sent to it."""

    strip: Strip
    lit: Callable[[], Sequence[bool]]


def simulated() -> StripBench:
    strip = SimulatedStrip(3, SimulatedClock())
    return StripBench(strip, lambda: [colour != Colour.DARK for colour in strip.colours])


class SpiDouble:
    """A device of spidev."""

    max_speed_hz = 0
    mode = 0

    def __init__(self) -> None:
        self.sent = np.zeros(0, np.uint8)

    def open(self, bus: int, device: int) -> None: ...

    def writebytes2(self, values: NDArray[np.uint8]) -> None:
        self.sent = values.copy()

    def close(self) -> None: ...


def spi() -> StripBench:
    device = SpiDouble()
    strip = SpiStrip(StripWiring(length=3), new_device=lambda: device)
    dark = encode(np.zeros(3, np.uint8))[LEAD_BYTES:-LATCH_BYTES]
    return StripBench(
        strip, lambda: [bool((led != dark).any()) for led in device.sent[LEAD_BYTES:-LATCH_BYTES].reshape(3, -1)]
    )


def spi_of_the_kernel() -> StripBench:
    if not Path("/dev/spidev0.0").exists():
        pytest.skip("no /dev/spidev0.0: run inside .ci/vm.sh")
    sent: list[Sequence[Colour]] = []

    class Watched(SpiStrip):
        """What the kernel sent cannot be read back, so what it took without an error counts as sent."""

        def _send(self, levels: NDArray[np.uint8]) -> None:
            super()._send(levels)
            sent.append([Colour(*led) for led in levels.tolist()])

    strip = Watched(StripWiring(length=3))
    return StripBench(strip, lambda: [colour != Colour.DARK for colour in sent[-1]])


class PixelStripDouble:
    """A PixelStrip of rpi_ws281x."""

    def __init__(self) -> None:
        self.next: dict[int, bool] = {}
        self.lit: list[bool] = []

    def begin(self) -> None: ...

    def setPixelColorRGB(self, n: int, red: int, green: int, blue: int, white: int = 0) -> None:  # noqa: N802
        self.next[n] = any((red, green, blue, white))

    def show(self) -> None:
        self.lit = [self.next[number] for number in sorted(self.next)]

    def _cleanup(self) -> None: ...


def ws281x() -> StripBench:
    library = PixelStripDouble()
    strip = Ws281xStrip(
        StripWiring(length=3),
        board=decode(0xC03114),
        user=User(is_root=False),
        new_library=lambda _wiring, _pin, _dma: library,
    )
    return StripBench(strip, lambda: library.lit)


BENCHES: dict[str, Callable[[], StripBench]] = {
    "simulated": simulated,
    "spi": spi,
    "spi of the kernel": spi_of_the_kernel,
    "ws281x": ws281x,
}
"""Opens each driver with three LEDs, or skips the test with the reason why it cannot be opened here."""


def test_every_strip_driver_is_on_the_bench() -> None:
    assert {name.split()[0] for name in BENCHES} == set(STRIPS)


@pytest.fixture(params=sorted(BENCHES))
def bench(request: pytest.FixtureRequest):
    bench = BENCHES[request.param]()
    yield bench
    bench.strip.close()


def test_it_shows_a_colour_for_each_led(bench: StripBench) -> None:
    assert bench.strip.length == 3
    bench.strip.show([RED, Colour.DARK, BLUE])
    assert list(bench.lit()) == [True, False, True]


@pytest.mark.parametrize("count", [0, 2, 4])
def test_another_number_of_colours_is_refused(bench: StripBench, count: int) -> None:
    bench.strip.show([RED, RED, BLUE])
    with pytest.raises(InvalidValueError, match="3"):
        bench.strip.show([BLUE] * count)
    assert list(bench.lit()) == [True, True, True]


def test_closing_leaves_it_dark_and_may_be_done_twice(bench: StripBench) -> None:
    bench.strip.show([RED] * 3)
    bench.strip.close()
    bench.strip.close()
    assert not any(bench.lit())
    with pytest.raises(DeviceClosedError):
        bench.strip.show([RED] * 3)


def test_an_exception_in_the_block_leaves_it_dark(bench: StripBench) -> None:
    bench.strip.show([BLUE] * 3)
    with pytest.raises(RuntimeError, match="wrong"), bench.strip:
        raise RuntimeError("something is wrong")
    assert not any(bench.lit())
