"""What every sounder driver must do, by name. A new driver is one more entry in `BENCHES`."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from hardware.drivers import SOUNDERS
from hardware.errors import DeviceClosedError
from hardware.ports import Clock, Sounder, Tone, Tune
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.sounder import SimulatedSounder

LONG = Tune((Tone(440, 0.6),))
SHORT = Tune((Tone(880, 0.1),))


@dataclass(frozen=True)
class SounderBench:
    """An open sounder, whether it sounds now, and the clock by which it plays."""

    sounder: Sounder
    sounds: Callable[[], bool]
    clock: Clock


def simulated() -> SounderBench:
    clock = SimulatedClock()
    sounder = SimulatedSounder(clock)
    return SounderBench(sounder, lambda: sounder.sounding is not None, clock)


BENCHES: dict[str, Callable[[], SounderBench]] = {"simulated": simulated}
"""Opens each driver, or skips the test with the reason why it cannot be opened here."""


def test_every_sounder_driver_is_on_the_bench() -> None:
    assert set(BENCHES) == set(SOUNDERS)


@pytest.fixture(params=sorted(BENCHES))
def bench(request: pytest.FixtureRequest):
    bench = BENCHES[request.param]()
    yield bench
    bench.sounder.close()


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
