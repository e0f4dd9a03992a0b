"""The right GPIO chip, and the errors of gpiozero and lgpio as sentences; with a double of lgpio."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.errors import DeviceBusyError, DeviceMissingError
from hardware.gpio_chip import find_header_chip, open_header, pin_errors

PROJECT = Path(__file__).parents[3]


class LgpioError(Exception):
    """lgpio.error, which is known by its module."""


LgpioError.__module__ = "lgpio"


def fake_lgpio(labels: dict[int, str | None]) -> Any:
    """An lgpio with chips of these labels; None cannot be opened."""

    def gpiochip_open(number: int) -> int:
        if labels[number] is None:
            raise LgpioError("can not open gpiochip")
        return number

    return SimpleNamespace(
        error=LgpioError,
        gpiochip_open=gpiochip_open,
        gpiochip_close=lambda _handle: 0,
        gpio_get_chip_info=lambda handle: [0, 54, f"gpiochip{handle}", labels[handle]],
    )


def devices(tmp_path: Path, numbers: list[int]) -> Path:
    for number in numbers:
        (tmp_path / f"gpiochip{number}").touch()
    return tmp_path


@pytest.mark.parametrize(
    ("labels", "wanted"),
    [
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1", 10: "gpio-brcmstb"}, 4),
        ({0: "pinctrl-rp1", 10: "gpio-brcmstb"}, 0),
        ({2: None, 11: "pinctrl-rp1"}, 11),
    ],
)
def test_the_header_is_found_by_its_label(tmp_path: Path, labels: dict[int, str | None], wanted: int) -> None:
    assert find_header_chip(fake_lgpio(labels), devices(tmp_path, list(labels))) == wanted


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ({}, "there is no GPIO chip in .*; buttons and buzzer need a Raspberry Pi"),
        ({0: "INT34C5:00"}, "no GPIO chip is that of a Raspberry Pi's header: gpiochip0 is INT34C5:00$"),
        ({0: None}, "gpiochip0 cannot be opened; add the user to the group gpio"),
    ],
)
def test_no_header_is_one_sentence(tmp_path: Path, labels: dict[int, str | None], message: str) -> None:
    with pytest.raises(DeviceMissingError, match=message):
        find_header_chip(fake_lgpio(labels), devices(tmp_path, list(labels)))


@pytest.mark.skipif(importlib.util.find_spec("lgpio") is None, reason="lgpio is not installed")
def test_importing_lgpio_leaves_folder_and_environment_as_they_were(tmp_path: Path) -> None:
    """In a process of its own, since it is imported once only."""
    program = """
import os
from hardware.gpio_chip import import_lgpio
lgpio = import_lgpio()
print(os.getcwd(), os.listdir(), os.environ.get("LG_WD"), lgpio.__name__)
"""
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    environment.pop("LG_WD", None)
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert ended.stdout == f"{tmp_path} [] None lgpio\n"


def test_the_empty_stub_of_lgpio_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace())
    with pytest.raises(DeviceMissingError, match="the installed lgpio is an empty stub"):
        open_header()


def test_lgpio_that_is_absent_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(DeviceMissingError, match="lgpio is not installed; install python3-lgpio"):
        open_header()


def test_every_way_to_be_refused_a_pin_is_one_sentence() -> None:
    from gpiozero import exc

    cases = [
        (exc.GPIOPinInUse("in use"), DeviceBusyError, "sounder.pin: GPIO12 is in use by another part of this program"),
        (LgpioError("GPIO busy"), DeviceBusyError, "GPIO12 is held by another program, or by the kernel"),
        (LgpioError("bad handle"), DeviceMissingError, "sounder.pin: GPIO12 cannot be used: bad handle"),
        (exc.PinUnknownPi("no revision"), DeviceMissingError, "this is no Raspberry Pi, so it has no GPIO12"),
        (exc.BadPinFactory("none"), DeviceMissingError, "there is no library for the pins; install python3-lgpio"),
        (exc.PinInvalidPin("12 is no pin"), DeviceMissingError, "GPIO12 cannot be used: 12 is no pin"),
    ]
    for foreign, kind, message in cases:
        with pytest.raises(kind) as caught, pin_errors(12, "sounder.pin"):
            raise foreign
        assert message in str(caught.value)
        assert caught.value.__cause__ is foreign


def test_a_bug_is_not_dressed_up_as_a_pin() -> None:
    with pytest.raises(KeyError), pin_errors(12, "sounder.pin"):
        raise KeyError("x")
