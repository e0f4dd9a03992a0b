"""A strip on the data line of SPI (GPIO10), through spidev: works on every Raspberry Pi, and the only way on a Pi 5.

It needs `dtparam=spi=on` and membership of the group spi, no root. Each frame is one transfer: a frame in two pieces
would be latched by the LEDs after the first.
"""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from hardware import ws2812_code
from hardware.errors import DeviceClosedError, DeviceMissingError, InvalidValueError, StripError
from hardware.ports import Colour
from hardware.strip_wiring import StripWiring

log = logging.getLogger(__name__)

BUFFER_SIZE_FILE = Path("/sys/module/spidev/parameters/bufsiz")
USUAL_BUFFER_SIZE = 4096


class SpiDevice(Protocol):
    """The part of spidev.SpiDev that is used here."""

    max_speed_hz: int
    mode: int

    def open(self, bus: int, device: int) -> None:
        """Open /dev/spidev<bus>.<device>."""
        ...

    def writebytes2(self, values: NDArray[np.uint8]) -> None:
        """Send the bytes; one transfer as long as they fit into spidev's buffer."""
        ...

    def close(self) -> None:
        """Let go of the device."""
        ...


def spidev_device() -> SpiDevice:
    """A closed device of the spidev package.

    Raises:
        DeviceMissingError: When the package is not installed.
    """
    try:
        import spidev
    except ImportError as error:
        raise DeviceMissingError(
            "strip: the Python package spidev is not installed; install python3-spidev from the system, or spidev"
        ) from error
    device: SpiDevice = spidev.SpiDev()
    return device


class SpiStrip:
    """A `Strip` through /dev/spidev."""

    def __init__(
        self,
        wiring: StripWiring,
        *,
        bus: int = 0,
        device: int = 0,
        new_device: Callable[[], SpiDevice] = spidev_device,
        buffer_size_file: Path = BUFFER_SIZE_FILE,
    ) -> None:
        """Open the device and make the strip dark.

        Args:
            wiring: The strip.
            bus: Number of the SPI bus; 0 has its data line on GPIO10.
            device: Number of the chip select, which no strip is wired to.
            new_device: Gives the closed spidev device; a double in tests.
            buffer_size_file: Where the kernel says how many bytes one transfer may have.

        Raises:
            InvalidValueError: When a frame of this strip does not fit into one transfer.
            DeviceMissingError: When there is no such device, no right to open it, or no package spidev.
            StripError: When the device cannot be set up or written to.
        """
        self._wiring = wiring
        self._path = f"/dev/spidev{bus}.{device}"
        _refuse_too_long(wiring, self._path, _buffer_size(buffer_size_file))
        self._device: SpiDevice | None = None
        opened = new_device()
        try:
            opened.open(bus, device)
        except FileNotFoundError as error:
            raise DeviceMissingError(
                f"strip: there is no {self._path}; switch SPI on (dtparam=spi=on in config.txt) and start the Pi again"
            ) from error
        except PermissionError as error:
            raise DeviceMissingError(
                f"strip: no right to open {self._path}; add the user to the group spi and log in again"
            ) from error
        except OSError as error:
            raise DeviceMissingError(f"strip: {self._path} cannot be opened: {error.strerror}") from error
        self._device = opened
        try:
            opened.mode = 0
            opened.max_speed_hz = ws2812_code.SPI_HZ
            self._send(np.zeros((wiring.length, 3), dtype=np.uint8))
        except (OSError, StripError) as error:
            self._device = None
            opened.close()
            raise StripError(f"strip: {self._path} cannot be set to {ws2812_code.SPI_HZ} Hz and written to") from error

    @property
    def length(self) -> int:
        """The number of LEDs that are used."""
        return self._wiring.length

    def show(self, colours: Sequence[Colour]) -> None:
        """Light the LEDs, exactly one colour for each.

        Raises:
            InvalidValueError: When the number of colours is not the length of the strip.
            StripError: When the device refuses the transfer.
            DeviceClosedError: After `close()`.
        """
        self._send(self._wiring.limit(colours))

    def close(self) -> None:
        """Make the strip dark and let go of the device; when that fails it is logged. The second time does nothing."""
        if self._device is None:
            return
        try:
            self._send(np.zeros((self._wiring.length, 3), dtype=np.uint8))
        except StripError:
            # Whoever closes has other devices to close too, and can do nothing here.
            log.exception("strip: it could not be made dark")
        finally:
            self._device.close()
            self._device = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _send(self, levels: NDArray[np.uint8]) -> None:
        if self._device is None:
            raise DeviceClosedError("strip: used after it had been closed")
        frame = ws2812_code.encode(self._wiring.wire_bytes(levels))
        try:
            self._device.writebytes2(frame)
        except OSError as error:
            raise StripError(f"strip: {self._path} refused a frame of {frame.size} bytes: {error.strerror}") from error


def _refuse_too_long(wiring: StripWiring, path: str, buffer_size: int) -> None:
    channels_a_led = len(wiring.colour_order.value)
    size = ws2812_code.frame_bytes(wiring.led_count * channels_a_led)
    if size > buffer_size:
        most = ws2812_code.channels_in(buffer_size) // channels_a_led
        raise InvalidValueError(
            f"strip: {wiring.led_count} LEDs need frames of {size} bytes, but {path} sends at most {buffer_size} in "
            f"one transfer, which is {most} LEDs; use fewer, or give the kernel a larger spidev.bufsiz"
        )


def _buffer_size(file: Path) -> int:
    try:
        return int(file.read_text(encoding="ascii"))
    except OSError:  # No spidev in this kernel (opening will say so), or one that tells nobody.
        return USUAL_BUFFER_SIZE
