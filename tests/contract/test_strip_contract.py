"""What every strip driver must do, by name. A new driver is one more entry in `BENCHES`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from hardware.drivers import STRIPS
from hardware.errors import DeviceClosedError, InvalidValueError
from hardware.ports import Colour, Strip
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.strip import SimulatedStrip

RED, BLUE = Colour(255, 0, 0), Colour(0, 0, 255)


@dataclass(frozen=True)
class StripBench:
    """An open strip of three LEDs, and which of its LEDs are lit according to what was last sent to it."""

    strip: Strip
    lit: Callable[[], Sequence[bool]]


def simulated() -> StripBench:
    strip = SimulatedStrip(3, SimulatedClock())
    return StripBench(strip, lambda: [colour != Colour.DARK for colour in strip.colours])


BENCHES: dict[str, Callable[[], StripBench]] = {"simulated": simulated}
"""Opens each driver with three LEDs, or skips the test with the reason why it cannot be opened here."""


def test_every_strip_driver_is_on_the_bench() -> None:
    assert set(BENCHES) == set(STRIPS)


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
