"""Quiet hours: silent from one time of day to the other, also over midnight, and loud again afterwards."""

from collections.abc import Iterator
from datetime import time

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware.config import parse
from firmware.quiet import QuietHours, QuietSounder, wall_clock
from firmware.rig import open_sounder
from firmware.tunes import FAULT, POINT
from hardware.errors import DeviceClosedError
from hardware.gpio_sounder import NoSounder
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.sounder import SimulatedSounder


@pytest.fixture
def mock_pins() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()
    factory.close()


@pytest.mark.parametrize(
    ("begins", "ends", "quiet", "loud"),
    [
        ("22:00", "07:30", ["22:00", "23:59", "00:00", "07:29"], ["21:59", "07:30", "12:00"]),
        ("13:00", "15:00", ["13:00", "14:59"], ["12:59", "15:00", "00:00"]),
        ("08:00", "08:00", ["08:00", "07:59", "00:00", "23:59"], []),
    ],
)
def test_hours_begin_and_end_on_the_minute(begins: str, ends: str, quiet: list[str], loud: list[str]) -> None:
    hours = QuietHours(time.fromisoformat(begins), time.fromisoformat(ends))
    assert [now for now in quiet + loud if hours.holds(time.fromisoformat(now))] == quiet


def test_it_falls_silent_and_sounds_again() -> None:
    clock, now = SimulatedClock(), time(21, 59)
    inner = SimulatedSounder(clock)
    with QuietSounder(inner, QuietHours(time(22), time(7)), lambda: now) as sounder:
        sounder.play(POINT)
        assert inner.playing
        now = time(22)
        sounder.play(FAULT)  # a newer signal ends the older one, in quiet hours too
        assert not inner.playing
        now = time(7)
        sounder.play(FAULT)
        assert inner.playing
        sounder.silence()
        assert not inner.playing
    assert [played.tune for played in inner.history] == [POINT, FAULT]
    with pytest.raises(DeviceClosedError):
        inner.play(POINT)


def test_the_settings_make_a_quiet_sounder(mock_pins: MockFactory) -> None:
    notes: list[str] = []
    settings = parse("[sounder]\nquiet_from = '22:00'\nquiet_until = '07:30'\n", "").sounder
    with open_sounder(settings, mock_pins, notes) as sounder:
        assert isinstance(sounder, QuietSounder)
    assert notes == ["sounder: a passive buzzer on GPIO12, silent from 22:00 to 07:30"]


def test_mute_opens_no_buzzer_at_all(mock_pins: MockFactory) -> None:
    notes: list[str] = []
    assert isinstance(open_sounder(parse("[sounder]\nmute = true\n", "").sounder, mock_pins, notes), NoSounder)
    assert notes == ["sounder: silent, as the settings say"]


def test_the_clock_on_the_wall_tells_a_time_of_day() -> None:
    assert time.min <= wall_clock() <= time.max
