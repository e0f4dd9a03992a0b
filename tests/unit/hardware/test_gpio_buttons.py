"""Buttons on mock pins. Bounce and gpiozero's own thread show on a real kernel only: tests/hardware."""

import logging
import queue
import time

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.errors import DeviceBusyError, InvalidValueError
from hardware.gpio_buttons import DEFAULT_BUTTONS, ButtonWiring, GpioButtons
from hardware.ports import ButtonPressed
from hardware.simulated.clocks import SimulatedClock


def press(factory: MockFactory, pin: int) -> None:
    factory.pin(pin).drive_low()
    factory.pin(pin).drive_high()


def test_each_press_is_delivered_with_name_and_time(mock_pins: MockFactory) -> None:
    inbox: queue.SimpleQueue[ButtonPressed] = queue.SimpleQueue()
    clock = SimulatedClock(5.0)
    with GpioButtons(DEFAULT_BUTTONS, inbox.put, clock, factory=mock_pins) as buttons:
        assert buttons.names == ("accept", "undo", "new-game", "shutdown")
        press(mock_pins, 17)
        clock.wait(1.0)
        press(mock_pins, 27)
        assert inbox.get(timeout=1) == ButtonPressed("accept", 5.0)
        assert inbox.get(timeout=1) == ButtonPressed("undo", 6.0)
        assert inbox.empty()


def test_a_button_against_3_volts_counts_when_it_goes_high(mock_pins: MockFactory) -> None:
    presses: list[ButtonPressed] = []
    wiring = ButtonWiring("accept", 17, pulls_up=False)
    with GpioButtons([wiring], presses.append, SimulatedClock(), factory=mock_pins):
        mock_pins.pin(17).drive_high()
        assert [pressed.name for pressed in presses] == ["accept"]


def test_a_button_that_must_be_held_counts_only_then(mock_pins: MockFactory) -> None:
    inbox: queue.SimpleQueue[ButtonPressed] = queue.SimpleQueue()
    wiring = ButtonWiring("shutdown", 3, hold_seconds=0.3)
    with GpioButtons([wiring], inbox.put, SimulatedClock(), factory=mock_pins):
        press(mock_pins, 3)
        time.sleep(0.6)
        assert inbox.empty()
        mock_pins.pin(3).drive_low()
        assert inbox.get(timeout=2).name == "shutdown"
        time.sleep(0.6)
        assert inbox.empty()
        mock_pins.pin(3).drive_high()


def test_there_may_be_no_button(mock_pins: MockFactory) -> None:
    with GpioButtons([], print, SimulatedClock(), factory=mock_pins) as buttons:
        assert buttons.names == ()


def test_an_error_of_the_taker_loses_one_press_and_no_more(
    mock_pins: MockFactory, caplog: pytest.LogCaptureFixture
) -> None:
    presses: list[ButtonPressed] = []

    def deliver(pressed: ButtonPressed) -> None:
        if not caplog.records:
            raise RuntimeError("a bug of the taker")
        presses.append(pressed)

    with caplog.at_level(logging.ERROR), GpioButtons(DEFAULT_BUTTONS, deliver, SimulatedClock(), factory=mock_pins):
        press(mock_pins, 17)
        press(mock_pins, 17)
    assert len(presses) == 1
    assert "the press of button accept could not be delivered" in caplog.text


def test_nothing_is_delivered_after_closing_and_the_pins_are_free_again(mock_pins: MockFactory) -> None:
    presses: list[ButtonPressed] = []
    buttons = GpioButtons(DEFAULT_BUTTONS, presses.append, SimulatedClock(), factory=mock_pins)
    buttons.close()
    buttons.close()
    press(mock_pins, 17)
    assert presses == []
    GpioButtons(DEFAULT_BUTTONS, presses.append, SimulatedClock(), factory=mock_pins).close()


def test_two_buttons_on_one_pin_are_refused_with_both_names(mock_pins: MockFactory) -> None:
    wirings = [ButtonWiring("accept", 17), ButtonWiring("undo", 17)]
    with pytest.raises(DeviceBusyError, match=r"GPIO17 is taken by buttons.accept; give buttons.undo another pin"):
        GpioButtons(wirings, print, SimulatedClock(), factory=mock_pins)


def test_a_pin_in_use_frees_the_buttons_taken_before(mock_pins: MockFactory) -> None:
    undo = [ButtonWiring("undo", 27)]
    with (
        GpioButtons(undo, print, SimulatedClock(), factory=mock_pins),
        pytest.raises(DeviceBusyError, match=r"buttons.undo: GPIO27 is in use by another part of this program"),
    ):
        GpioButtons(DEFAULT_BUTTONS, print, SimulatedClock(), factory=mock_pins)
    GpioButtons(DEFAULT_BUTTONS, print, SimulatedClock(), factory=mock_pins).close()


def test_two_buttons_of_one_name_are_refused(mock_pins: MockFactory) -> None:
    wirings = [ButtonWiring("undo", 17), ButtonWiring("undo", 27)]
    with pytest.raises(InvalidValueError, match="the names must differ, got undo, undo"):
        GpioButtons(wirings, print, SimulatedClock(), factory=mock_pins)


def test_a_hold_of_no_length_is_refused() -> None:
    with pytest.raises(InvalidValueError, match=r"buttons.shutdown: hold_seconds must be above 0, got 0"):
        ButtonWiring("shutdown", 3, hold_seconds=0)
