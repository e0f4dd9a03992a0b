"""Buzzers on mock pins. What the mock does not show (a pin left high) is tried on a real kernel: tests/hardware."""

import time

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.errors import DeviceBusyError, DeviceClosedError, DeviceMissingError, InvalidValueError, SounderError
from hardware.gpio_sounder import ActiveBuzzer, NoSounder, PassiveBuzzer
from hardware.ports import Tone, Tune
from hardware.tune_player import TunePlayer

BEEP = Tune((Tone(880.0, 0.02), Tone.rest(0.02), Tone(1320.0, 0.02)))
LONG = Tune((Tone(660.0, 30.0),))


def wait_for_level(pin: object, wanted: float) -> None:
    deadline = time.monotonic() + 2
    while pin.state != wanted:  # type: ignore[attr-defined]
        assert time.monotonic() < deadline, f"the pin never got {wanted}"
        time.sleep(0.001)


def test_a_passive_buzzer_plays_tone_rest_tone_and_ends_low(mock_pins: MockFactory) -> None:
    pin = mock_pins.pin(12)
    with PassiveBuzzer(mock_pins, 12) as sounder:
        pin.clear_states()
        sounder.play(BEEP)
        assert sounder.wait_until_silent(2)
        assert [state.state for state in pin.states] == [0, 0.5, 0, 0.5, 0]
        assert pin.frequency is None


def test_an_active_buzzer_plays_the_rhythm(mock_pins: MockFactory) -> None:
    pin = mock_pins.pin(12)
    with ActiveBuzzer(mock_pins, 12) as sounder:
        pin.clear_states()
        sounder.play(BEEP)
        assert sounder.wait_until_silent(2)
        assert [bool(state.state) for state in pin.states] == [False, True, False, True, False]


@pytest.mark.parametrize("kind", [PassiveBuzzer, ActiveBuzzer])
def test_playing_comes_back_at_once_and_silence_ends_a_tune(
    mock_pins: MockFactory, kind: type[PassiveBuzzer | ActiveBuzzer]
) -> None:
    with kind(mock_pins, 12) as sounder:
        start = time.monotonic()
        sounder.play(LONG)
        assert time.monotonic() - start < 1
        assert not sounder.wait_until_silent(0.05)
        sounder.silence()
        assert sounder.wait_until_silent(2)
        assert mock_pins.pin(12).state == 0


def test_a_newer_tune_ends_an_older_one(mock_pins: MockFactory) -> None:
    with PassiveBuzzer(mock_pins, 12) as sounder:
        sounder.play(LONG)
        wait_for_level(mock_pins.pin(12), 0.5)
        sounder.play(BEEP)
        assert sounder.wait_until_silent(2)
        assert mock_pins.pin(12).state == 0


@pytest.mark.parametrize("kind", [PassiveBuzzer, ActiveBuzzer])
def test_closing_in_the_middle_of_a_tone_leaves_the_pin_low(
    mock_pins: MockFactory, kind: type[PassiveBuzzer | ActiveBuzzer]
) -> None:
    pin = mock_pins.pin(12)
    sounder = kind(mock_pins, 12)
    sounder.play(LONG)
    time.sleep(0.05)
    sounder.close()
    sounder.close()
    assert pin.state == 0
    with pytest.raises(DeviceClosedError):
        sounder.play(BEEP)
    with pytest.raises(DeviceClosedError):
        sounder.silence()


@pytest.mark.parametrize("frequency_hz", [110.0, 219.0, 2001.0, 4000.0])
def test_a_tone_that_software_pulses_cannot_make_is_refused_at_once(
    mock_pins: MockFactory, frequency_hz: float
) -> None:
    with PassiveBuzzer(mock_pins, 12) as sounder, pytest.raises(InvalidValueError, match="plays 220 to 2000 Hz, got"):
        sounder.play(Tune((Tone(frequency_hz, 0.1),)))


def test_a_pin_in_use_by_this_program_is_one_sentence(mock_pins: MockFactory) -> None:
    with PassiveBuzzer(mock_pins, 12), pytest.raises(DeviceBusyError) as caught:
        ActiveBuzzer(mock_pins, 12)
    assert str(caught.value) == (
        "sounder.pin: GPIO12 is in use by another part of this program; give sounder.pin another pin"
    )


def test_a_pin_that_does_not_exist_is_one_sentence(mock_pins: MockFactory) -> None:
    with pytest.raises(DeviceMissingError, match=r"sounder.pin: GPIO99 cannot be used"):
        PassiveBuzzer(mock_pins, 99)


def test_no_sounder_takes_tunes_until_it_is_closed() -> None:
    with NoSounder() as sounder:
        sounder.play(BEEP)
        sounder.silence()
    with pytest.raises(DeviceClosedError):
        sounder.play(BEEP)


class BrokenVoice:
    """A voice that fails from the second tone on."""

    def __init__(self) -> None:
        self.sounds = 0
        self.closed = 0

    def refuse(self, tone: Tone) -> None:
        pass

    def sound(self, frequency_hz: float) -> None:
        self.sounds += 1
        if self.sounds == 2:
            raise SounderError(f"no {frequency_hz} Hz any more")

    def rest(self) -> None:
        pass

    def close(self) -> None:
        self.closed += 1


def test_a_failure_on_the_thread_is_told_at_the_next_use_and_the_thread_lives_on() -> None:
    voice = BrokenVoice()
    with TunePlayer(voice) as sounder:
        sounder.play(BEEP)
        assert sounder.wait_until_silent(2)
        with pytest.raises(SounderError, match=r"no 1320.0 Hz any more"):
            sounder.play(BEEP)
        sounder.play(BEEP)
        assert sounder.wait_until_silent(2)
        assert voice.sounds == 4
    assert voice.closed == 1
