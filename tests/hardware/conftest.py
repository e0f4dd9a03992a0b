"""Devices of a real kernel without a Pi: run with `.ci/vm.sh run python -m pytest tests/hardware`.

The kernel has a simulated GPIO chip with the label of a Pi 4, whose lines are read and pulled through sysfs, an SPI bus
with /dev/spidev0.0, and the camera test device vivid (/dev/video0; /dev/video1 is its output). Wiring of the tests:
buzzer on GPIO12, buttons on GPIO17, GPIO27, GPIO22 and GPIO3 against ground, SPI on GPIO8 to GPIO11.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.gpio_chip import PinFactory, open_header

SIMULATED_LINES = "devices/platform/gpio-sim*/gpiochip*"


class Lines:
    """The simulated lines, as somebody with a meter and a wire sees them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def level(self, pin: int) -> int:
        return int((self.folder / f"sim_gpio{pin}/value").read_text())

    def pull(self, pin: int, *, is_up: bool) -> None:
        (self.folder / f"sim_gpio{pin}/pull").write_text("pull-up" if is_up else "pull-down")


@pytest.fixture
def lines() -> Lines:
    folders = list(Path("/sys").glob(SIMULATED_LINES))
    if not folders:
        pytest.skip("no simulated GPIO chip: run inside .ci/vm.sh")
    found = Lines(folders[0])
    for pin in (3, 17, 22, 27):
        found.pull(pin, is_up=True)
    return found


@pytest.fixture
def header(lines: Lines) -> Iterator[PinFactory]:  # noqa: ARG001 - skips where there are none, and resets them
    factory = open_header()
    yield factory
    factory.close()


@pytest.fixture
def spi_statistics() -> Path:
    folder = Path("/sys/bus/spi/devices/spi0.0/statistics")
    if not folder.is_dir() or not Path("/dev/spidev0.0").exists():
        pytest.skip("no /dev/spidev0.0: run inside .ci/vm.sh")
    return folder


def v4l2_control(device: str, setting: str) -> None:
    subprocess.run(["v4l2-ctl", "-d", device, "-c", setting], check=True, timeout=20)
