"""The strip on the kernel's /dev/spidev0.0. The bits themselves cannot be seen here, only what the kernel counts."""

import subprocess
import sys
from pathlib import Path

import pytest

from hardware import probe
from hardware.errors import InvalidValueError
from hardware.ports import Colour
from hardware.probe import StripDriver
from hardware.spi_strip import SpiStrip
from hardware.strip_wiring import StripWiring
from hardware.ws2812_code import frame_bytes

PROJECT = Path(__file__).parents[2]


def count(statistics: Path, name: str) -> int:
    return int((statistics / name).read_text())


def test_frames_for_1_to_445_leds_go_out_in_one_transfer_each(spi_statistics: Path) -> None:
    names = ("messages", "transfers", "bytes", "errors")
    for length in range(1, 446):
        strip = SpiStrip(StripWiring(length=length, budget_milliamps=1000))
        before = [count(spi_statistics, name) for name in names]
        strip.show([Colour(255, 100, 0)] * length)
        after = [count(spi_statistics, name) for name in names]
        strip.close()
        changes = [late - early for late, early in zip(after, before, strict=True)]
        assert changes == [1, 1, frame_bytes(3 * length), 0], f"{length} LEDs"


@pytest.mark.usefixtures("spi_statistics")
def test_more_are_refused_in_words() -> None:
    with pytest.raises(InvalidValueError) as caught:
        SpiStrip(StripWiring(length=446, budget_milliamps=1000))
    assert str(caught.value) == (
        "strip: 446 LEDs need frames of 4105 bytes, but /dev/spidev0.0 sends at most 4096 in one transfer, which is "
        "445 LEDs; use fewer, or give the kernel a larger spidev.bufsiz"
    )


@pytest.mark.usefixtures("spi_statistics")
def test_rpi_ws281x_without_a_pis_registers_fails_in_words_and_exits_well() -> None:
    pytest.importorskip("rpi_ws281x", reason="rpi-ws281x is not installed")
    program = """
from hardware import board_model
from hardware.errors import StripError
from hardware.strip_wiring import StripWiring
from hardware.ws281x import Ws281xStrip
try:
    Ws281xStrip(StripWiring(), board=board_model.detect()).close()
except StripError as error:
    print(error)
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True, timeout=60, check=False
    )
    assert "rpi_ws281x cannot start on GPIO10: ws2811_init failed" in ended.stdout
    assert ended.returncode == 0, f"exit status {ended.returncode}: {ended.stderr}"


@pytest.mark.usefixtures("spi_statistics")
def test_the_choice_of_a_driver_falls_on_spi() -> None:
    choice = probe.choose(StripWiring())
    assert choice.driver is StripDriver.SPI
    assert choice.reason == "strip: the driver spi works on GPIO10"
