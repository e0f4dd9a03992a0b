"""What every clock must do, by name."""

import pytest

from hardware.drivers import CLOCKS
from hardware.ports import Clock


@pytest.fixture(params=sorted(CLOCKS))
def clock(request: pytest.FixtureRequest) -> Clock:
    return CLOCKS[request.param]()


def test_waiting_takes_its_time(clock: Clock) -> None:
    start = clock.now()
    clock.wait(0.02)
    assert clock.now() - start >= 0.0199


@pytest.mark.parametrize("seconds", [0.0, -5.0])
def test_nothing_to_wait_for_comes_back_at_once(clock: Clock, seconds: float) -> None:
    start = clock.now()
    clock.wait(seconds)
    assert 0 <= clock.now() - start < 1
