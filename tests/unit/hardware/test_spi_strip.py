"""The strip through spidev, with a double of the device."""

import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.errors import DeviceClosedError, DeviceMissingError, InvalidValueError, StripError
from hardware.ports import Colour
from hardware.spi_strip import SpiStrip
from hardware.strip_wiring import ColourOrder, StripWiring
from hardware.ws2812_code import encode

RED = Colour(255, 0, 0)


class FakeSpi:
    """A device of spidev that keeps what it is sent."""

    def __init__(self, *, open_error: OSError | None = None, send_error: OSError | None = None) -> None:
        self.max_speed_hz = 500_000
        self.mode = 3
        self.transfers: list[NDArray[np.uint8]] = []
        self.closed = 0
        self.opened: tuple[int, int] | None = None
        self.open_error = open_error
        self.send_error = send_error

    def open(self, bus: int, device: int) -> None:
        if self.open_error is not None:
            raise self.open_error
        self.opened = (bus, device)

    def writebytes2(self, values: NDArray[np.uint8]) -> None:
        if self.send_error is not None:
            raise self.send_error
        self.transfers.append(values.copy())

    def close(self) -> None:
        self.closed += 1


def buffer_size(tmp_path: Path, size: int) -> Path:
    file = tmp_path / "bufsiz"
    file.write_text(f"{size}\n")
    return file


def test_a_frame_is_one_transfer_in_the_line_code() -> None:
    spi = FakeSpi()
    wiring = StripWiring(length=2, colour_order=ColourOrder.GRB, brightness_percent=100)
    with SpiStrip(wiring, new_device=lambda: spi) as strip:
        assert (spi.opened, spi.max_speed_hz, spi.mode, strip.length) == ((0, 0), 2_400_000, 0, 2)
        del spi.transfers[:]
        strip.show([RED, Colour(0, 0, 255)])
        assert len(spi.transfers) == 1
        wanted = encode(np.array([0, 255, 0, 0, 0, 255], np.uint8))
        assert spi.transfers[0].tolist() == wanted.tolist()


def test_it_is_dark_when_opened_and_when_closed_and_closes_twice() -> None:
    spi = FakeSpi()
    dark = encode(np.zeros(81, np.uint8)).tolist()
    strip = SpiStrip(StripWiring(), new_device=lambda: spi)
    assert [frame.tolist() for frame in spi.transfers] == [dark]
    strip.show([RED] * 27)
    strip.close()
    strip.close()
    assert spi.transfers[-1].tolist() == dark
    assert (len(spi.transfers), spi.closed) == (3, 1)
    with pytest.raises(DeviceClosedError):
        strip.show([RED] * 27)


def test_an_exception_in_the_block_leaves_it_dark() -> None:
    spi = FakeSpi()

    def play() -> None:
        with SpiStrip(StripWiring(), new_device=lambda: spi) as strip:
            strip.show([RED] * 27)
            raise RuntimeError("something else")

    with pytest.raises(RuntimeError, match="something else"):
        play()
    assert spi.transfers[-1].tolist() == encode(np.zeros(81, np.uint8)).tolist()


@pytest.mark.parametrize("order", [ColourOrder.GRB, ColourOrder.GRBW])
def test_frames_over_the_kernels_buffer_are_refused_before_anything_is_opened(
    tmp_path: Path, order: ColourOrder
) -> None:
    most = {ColourOrder.GRB: 445, ColourOrder.GRBW: 333}[order]
    spi = FakeSpi()
    file = buffer_size(tmp_path, 4096)
    fits = StripWiring(length=most, colour_order=order, budget_milliamps=1000)
    SpiStrip(fits, new_device=lambda: spi, buffer_size_file=file).close()
    spi = FakeSpi()
    with pytest.raises(InvalidValueError) as caught:
        SpiStrip(
            StripWiring(length=most, first_led=1, colour_order=order, budget_milliamps=1000),
            new_device=lambda: spi,
            buffer_size_file=file,
        )
    assert f"{most + 1} LEDs need frames of" in str(caught.value)
    assert f"which is {most} LEDs" in str(caught.value)
    assert spi.opened is None


def test_a_larger_buffer_takes_longer_strips(tmp_path: Path) -> None:
    wiring = StripWiring(length=900, budget_milliamps=2000)
    SpiStrip(wiring, new_device=FakeSpi, buffer_size_file=buffer_size(tmp_path, 65536)).close()


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (FileNotFoundError(2, "No such file"), "there is no /dev/spidev0.0; switch SPI on"),
        (PermissionError(13, "Permission denied"), "no right to open /dev/spidev0.0; add the user to the group spi"),
        (OSError(5, "Input/output error"), "/dev/spidev0.0 cannot be opened: Input/output error"),
    ],
)
def test_a_device_that_cannot_be_opened_is_one_sentence(error: OSError, message: str) -> None:
    with pytest.raises(DeviceMissingError, match=message):
        SpiStrip(StripWiring(), new_device=lambda: FakeSpi(open_error=error))


def test_a_device_that_refuses_the_first_frame_is_closed_again() -> None:
    spi = FakeSpi(send_error=OSError(90, "Message too long"))
    with pytest.raises(StripError, match="cannot be set to 2400000 Hz"):
        SpiStrip(StripWiring(), new_device=lambda: spi)
    assert spi.closed == 1


def test_a_transfer_that_fails_later_is_a_strip_error_and_closing_still_lets_go() -> None:
    spi = FakeSpi()
    strip = SpiStrip(StripWiring(), new_device=lambda: spi)
    spi.send_error = OSError(5, "Input/output error")
    with pytest.raises(StripError, match="refused a frame of 334 bytes: Input/output error"):
        strip.show([RED] * 27)
    strip.close()
    strip.close()
    assert spi.closed == 1


def test_an_absent_library_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(DeviceMissingError, match="the Python package spidev is not installed; install python3-spidev"):
        SpiStrip(StripWiring())
