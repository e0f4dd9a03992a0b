"""Buzzer and buttons on the kernel's GPIO lines."""

import queue
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hardware import board_model
from hardware.board_model import Processor
from hardware.errors import DeviceBusyError
from hardware.gpio_buttons import BOUNCE_SECONDS, DEFAULT_BUTTONS, GpioButtons
from hardware.gpio_chip import PinFactory
from hardware.gpio_sounder import ActiveBuzzer, PassiveBuzzer
from hardware.ports import ButtonPressed, Tone, Tune
from hardware.simulated.clocks import SystemClock

PROJECT = Path(__file__).parents[2]


def tap(lines: Any, pin: int, seconds: float = 0.06) -> None:
    lines.pull(pin, is_up=False)
    time.sleep(seconds)
    lines.pull(pin, is_up=True)
    time.sleep(0.06)


def drained(inbox: "queue.SimpleQueue[ButtonPressed]") -> list[str]:
    time.sleep(0.1)
    names = []
    while not inbox.empty():
        names.append(inbox.get().name)
    return names


@pytest.mark.usefixtures("lines")
def test_the_board_is_a_pi_4() -> None:
    board = board_model.detect()
    assert board is not None
    assert board.processor is Processor.BCM2711


def test_presses_reach_the_queue(lines: Any, header: PinFactory) -> None:
    inbox: queue.SimpleQueue[ButtonPressed] = queue.SimpleQueue()
    with GpioButtons(DEFAULT_BUTTONS, inbox.put, SystemClock(), factory=header):
        time.sleep(0.05)
        for pin in (17, 27, 22, 17):
            tap(lines, pin)
        assert drained(inbox) == ["accept", "undo", "new-game", "accept"]


def test_a_bouncing_contact_is_one_press(lines: Any, header: PinFactory) -> None:
    inbox: queue.SimpleQueue[ButtonPressed] = queue.SimpleQueue()
    with GpioButtons(DEFAULT_BUTTONS, inbox.put, SystemClock(), factory=header):
        time.sleep(0.05)
        last = time.monotonic()
        for is_up in (False, True) * 6:
            lines.pull(17, is_up=is_up)
            last, before = time.monotonic(), last
            if last - before > BOUNCE_SECONDS / 2:
                pytest.skip("this machine is too busy to bounce fast enough")
        tap(lines, 17)
        assert drained(inbox) == ["accept"]


def test_only_a_held_button_shuts_down(lines: Any, header: PinFactory) -> None:
    inbox: queue.SimpleQueue[ButtonPressed] = queue.SimpleQueue()
    shutdown = DEFAULT_BUTTONS[-1]
    with GpioButtons([shutdown], inbox.put, SystemClock(), factory=header):
        time.sleep(0.05)
        tap(lines, 3, 0.5)
        assert drained(inbox) == []
        tap(lines, 3, 3.3)
        assert drained(inbox) == ["shutdown"]


def test_buttons_live_on_after_a_bug_of_their_taker(lines: Any, header: PinFactory) -> None:
    presses: list[str] = []

    def deliver(pressed: ButtonPressed) -> None:
        presses.append(pressed.name)
        if len(presses) == 1:
            raise RuntimeError("a bug of the taker")

    with GpioButtons(DEFAULT_BUTTONS, deliver, SystemClock(), factory=header):
        time.sleep(0.05)
        for pin in (17, 17, 27):
            tap(lines, pin)
        time.sleep(0.1)
    assert presses == ["accept", "accept", "undo"]


@pytest.mark.parametrize("kind", [PassiveBuzzer, ActiveBuzzer])
def test_the_pin_is_low_after_each_of_50_tunes(
    lines: Any, header: PinFactory, kind: type[PassiveBuzzer | ActiveBuzzer]
) -> None:
    with kind(header, 12) as sounder:
        for number in range(50):
            pitch = 600.0 + 23.7 * number
            sounder.play(Tune((Tone(pitch, 0.011), Tone.rest(0.007), Tone(pitch * 1.1, 0.013))))
            assert sounder.wait_until_silent(5), f"tune {number} did not end"
            # Not once: a stray pulse would come within a few milliseconds.
            assert [lines.level(12) for _ in range(5)] == [0] * 5, f"high after tune {number}"


def test_the_buzzer_really_sounds(lines: Any, header: PinFactory) -> None:
    with PassiveBuzzer(header, 12) as sounder:
        sounder.play(Tune((Tone(440.0, 0.3),)))
        levels = []
        while not sounder.wait_until_silent(0):
            levels.append(lines.level(12))
        assert 0.2 < sum(levels) / len(levels) < 0.8


def test_a_tune_that_is_cut_short_or_closed_leaves_the_pin_low(lines: Any, header: PinFactory) -> None:
    for _ in range(10):
        with PassiveBuzzer(header, 12) as sounder:
            sounder.play(Tune((Tone(700.0, 30.0),)))
            time.sleep(0.013)
            sounder.silence()
            assert sounder.wait_until_silent(5)
            assert lines.level(12) == 0
            sounder.play(Tune((Tone(700.0, 30.0),)))
            time.sleep(0.013)
        assert lines.level(12) == 0


@contextmanager
def another_program_holds(pin: int) -> Iterator[None]:
    program = f"""
from hardware.gpio_chip import open_header
from gpiozero import LED
led = LED({pin}, pin_factory=open_header())
print("held", flush=True)
input()
"""
    holder = subprocess.Popen(
        [sys.executable, "-c", program], cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        yield
    finally:
        holder.communicate("\n", timeout=20)


def test_a_pin_of_another_program_is_one_sentence(header: PinFactory) -> None:
    with another_program_holds(12), pytest.raises(DeviceBusyError) as caught:
        PassiveBuzzer(header, 12)
    assert str(caught.value) == (
        "sounder.pin: GPIO12 is held by another program, or by the kernel (SPI, I2C, an overlay); end it or give "
        "sounder.pin another pin"
    )


def test_a_pin_of_this_program_is_one_sentence(header: PinFactory) -> None:
    with (
        PassiveBuzzer(header, 17),
        pytest.raises(DeviceBusyError, match=r"buttons.accept: GPIO17 is in use by another part of this program"),
    ):
        GpioButtons(DEFAULT_BUTTONS, print, SystemClock(), factory=header)


@pytest.mark.usefixtures("spi_statistics")
def test_a_pin_of_spi_is_held_by_the_kernel(header: PinFactory) -> None:
    with pytest.raises(DeviceBusyError, match=r"sounder.pin: GPIO10 is held by another program, or by the kernel"):
        ActiveBuzzer(header, 10)


def test_pins_are_free_again_after_closing(header: PinFactory) -> None:
    for _ in range(3):
        with GpioButtons(DEFAULT_BUTTONS, print, SystemClock(), factory=header), PassiveBuzzer(header, 12):
            pass
