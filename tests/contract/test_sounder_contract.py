"""What every sounder driver must do, by name. A new driver is one more entry in `BENCHES`."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.drivers import SOUNDERS
from hardware.errors import DeviceClosedError
from hardware.gpio_chip import PinFactory, open_header
from hardware.gpio_sounder import ActiveBuzzer, PassiveBuzzer
from hardware.ports import Clock, Sounder, Tone, Tune
from hardware.simulated.clocks import SimulatedClock, SystemClock
from hardware.simulated.sounder import SimulatedSounder

LONG = Tune((Tone(440, 0.6),))
SHORT = Tune((Tone(880, 0.1),))


@dataclass(frozen=True)
class SounderBench:
    """An open sounder, whether it sounds now, and the clock by which it plays; pins that are closed after it."""

    sounder: Sounder
    sounds: Callable[[], bool]
    clock: Clock
    pins: PinFactory | None = None


def simulated() -> SounderBench:
    clock = SimulatedClock()
    sounder = SimulatedSounder(clock)
    return SounderBench(sounder, lambda: sounder.sounding is not None, clock)


def on_mock_pins(kind: type[PassiveBuzzer | ActiveBuzzer]) -> SounderBench:
    pins = MockFactory(pin_class=MockPWMPin)
    return SounderBench(kind(pins, 12), lambda: bool(pins.pin(12).state), SystemClock(), pins)


def on_the_kernel(kind: type[PassiveBuzzer | ActiveBuzzer]) -> SounderBench:
    levels = list(Path("/sys").glob("devices/platform/gpio-sim*/gpiochip*/sim_gpio12/value"))
    if not levels:
        pytest.skip("no simulated GPIO chip: run inside .ci/vm.sh")
    pins = open_header()
    # A tone is high half of the time: look often enough to hit it.
    return SounderBench(
        kind(pins, 12), lambda: any(int(levels[0].read_text()) for _ in range(200)), SystemClock(), pins
    )


def none() -> SounderBench:
    pytest.skip("the driver none never sounds; its own tests say what it does")


BENCHES: dict[str, Callable[[], SounderBench]] = {
    "active": lambda: on_mock_pins(ActiveBuzzer),
    "active of the kernel": lambda: on_the_kernel(ActiveBuzzer),
    "none": none,
    "passive": lambda: on_mock_pins(PassiveBuzzer),
    "passive of the kernel": lambda: on_the_kernel(PassiveBuzzer),
    "simulated": simulated,
}
"""Opens each driver, or skips the test with the reason why it cannot be opened here."""


def test_every_sounder_driver_is_on_the_bench() -> None:
    assert {name.split()[0] for name in BENCHES} == set(SOUNDERS)


@pytest.fixture(params=sorted(BENCHES))
def bench(request: pytest.FixtureRequest):
    bench = BENCHES[request.param]()
    yield bench
    bench.sounder.close()
    if bench.pins is not None:
        bench.pins.close()


def test_playing_does_not_wait_for_the_tune(bench: SounderBench) -> None:
    start = time.monotonic()
    bench.sounder.play(LONG)
    assert time.monotonic() - start < 0.3
    bench.clock.wait(0.2)
    assert bench.sounds()


def test_a_tune_ends_by_itself(bench: SounderBench) -> None:
    bench.sounder.play(SHORT)
    bench.clock.wait(0.4)
    assert not bench.sounds()


def test_a_newer_tune_ends_an_older_one(bench: SounderBench) -> None:
    bench.sounder.play(LONG)
    bench.sounder.play(SHORT)
    bench.clock.wait(0.4)
    assert not bench.sounds()


def test_silence_ends_what_sounds_and_may_be_repeated(bench: SounderBench) -> None:
    bench.sounder.silence()
    bench.sounder.play(LONG)
    bench.sounder.silence()
    bench.sounder.silence()
    bench.clock.wait(0.1)
    assert not bench.sounds()


def test_closing_leaves_it_silent_and_may_be_done_twice(bench: SounderBench) -> None:
    bench.sounder.play(LONG)
    bench.sounder.close()
    bench.sounder.close()
    assert not bench.sounds()
    with pytest.raises(DeviceClosedError):
        bench.sounder.play(SHORT)
    with pytest.raises(DeviceClosedError):
        bench.sounder.silence()


def test_an_exception_in_the_block_leaves_it_silent(bench: SounderBench) -> None:
    bench.sounder.play(LONG)
    with pytest.raises(RuntimeError, match="wrong"), bench.sounder:
        raise RuntimeError("something is wrong")
    assert not bench.sounds()
