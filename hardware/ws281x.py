"""A strip through rpi_ws281x: Raspberry Pi Zero to 4, on the pins of SPI, PWM or PCM. It knows no Pi 5.

The library takes the interpreter down at exit when its `begin()` failed or was never called: its exit hook then runs
on a device that is not there (seen with 5.0.0). So the board is asked first, and after a failure the hook is taken away
and the half-made object kept for the life of the process.
"""

import atexit
import logging
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from types import TracebackType
from typing import Protocol, Self

from hardware.board_model import BoardModel
from hardware.errors import DeviceClosedError, DeviceMissingError, InvalidValueError, StripError
from hardware.pins import STRIP_DATA_PIN
from hardware.ports import Colour
from hardware.strip_wiring import StripWiring

log = logging.getLogger(__name__)

SIGNAL_HZ = 800_000
DEFAULT_DMA = 10
CARD_DMA = 5
"""Used by the card reader of a Pi 3: taking it corrupts the card (jgarff/rpi_ws281x#224)."""


class Method(Enum):
    """What makes the signal; which one depends on the pin."""

    SPI = "SPI"
    PWM = "PWM"
    PCM = "PCM"


METHODS = {10: Method.SPI, 12: Method.PWM, 18: Method.PWM, 13: Method.PWM, 19: Method.PWM, 21: Method.PCM}
_SECOND_CHANNEL = (13, 19)


class Library(Protocol):
    """The part of rpi_ws281x.PixelStrip that is used here."""

    def begin(self) -> None:
        """Take the hardware; RuntimeError when that fails."""
        ...

    def setPixelColorRGB(self, n: int, red: int, green: int, blue: int, white: int = 0) -> None:  # noqa: N802 - theirs
        """Set one LED of the next frame."""
        ...

    def show(self) -> None:
        """Send the frame; RuntimeError when that fails."""
        ...

    def _cleanup(self) -> None:
        """Give the hardware back; also the exit hook."""
        ...


NewLibrary = Callable[[StripWiring, int, int], Library]
"""Makes the library's object from the wiring, the pin and the DMA channel."""


@dataclass(frozen=True, slots=True)
class User:
    """Who runs the program.

    Attributes:
        is_root: Whether everything is allowed.
    """

    is_root: bool

    @classmethod
    def current(cls) -> Self:
        """The user of this process."""
        return cls(os.geteuid() == 0)


def pixel_strip(wiring: StripWiring, pin: int, dma: int) -> Library:
    """A PixelStrip of the rpi_ws281x package, not begun.

    The channels arrive in wiring order already, so the library is told that the strip takes them as they come.

    Raises:
        DeviceMissingError: When the package is not installed.
    """
    try:
        import rpi_ws281x
    except ImportError as error:
        raise DeviceMissingError(
            "strip: the Python package rpi-ws281x is not installed; install it, or use the driver spi"
        ) from error
    has_white = "W" in wiring.colour_order.value
    order = rpi_ws281x.SK6812_STRIP_RGBW if has_white else rpi_ws281x.ws.WS2811_STRIP_RGB
    strip: Library = rpi_ws281x.PixelStrip(
        wiring.led_count,
        pin,
        SIGNAL_HZ,
        dma,
        invert=False,
        brightness=255,
        channel=1 if pin in _SECOND_CHANNEL else 0,
        strip_type=order,
    )
    return strip


# What failed to begin must not be collected either: freeing it runs the same code as the exit hook.
_failed: list[Library] = []


class Ws281xStrip:
    """A `Strip` through rpi_ws281x."""

    def __init__(
        self,
        wiring: StripWiring,
        *,
        pin: int = STRIP_DATA_PIN,
        dma: int = DEFAULT_DMA,
        board: BoardModel | None,
        user: User | None = None,
        new_library: NewLibrary = pixel_strip,
    ) -> None:
        """Take the hardware and make the strip dark.

        Args:
            wiring: The strip.
            pin: BCM number of the data pin, one of `METHODS`.
            dma: DMA channel.
            board: What `board_model.detect()` says.
            user: Who runs the program; None asks the system.
            new_library: Makes the library's object; a double in tests.

        Raises:
            InvalidValueError: When no signal comes from this pin, or the DMA channel is the card's.
            DeviceMissingError: When the board is not one that the library knows, the package is absent, or the user
                may not do this.
            StripError: When the library fails.
        """
        refuse(pin, dma, board, user if user is not None else User.current())
        self._wiring = wiring
        self._library: Library | None = None
        library = new_library(wiring, pin, dma)
        try:
            library.begin()
        except RuntimeError as error:
            atexit.unregister(library._cleanup)
            _failed.append(library)
            raise StripError(f"strip: rpi_ws281x cannot start on GPIO{pin}: {error}{_hint(pin)}") from error
        self._library = library
        try:
            self._dark()
        except StripError:
            self._release()
            raise

    @property
    def length(self) -> int:
        """The number of LEDs that are used."""
        return self._wiring.length

    def show(self, colours: Sequence[Colour]) -> None:
        """Light the LEDs, exactly one colour for each.

        Raises:
            InvalidValueError: When the number of colours is not the length of the strip.
            StripError: When the library fails.
            DeviceClosedError: After `close()`.
        """
        if self._library is None:
            raise DeviceClosedError("strip: used after it had been closed")
        for number, channels in enumerate(self._wiring.wire_bytes(self._wiring.limit(colours)).tolist()):
            self._library.setPixelColorRGB(number, *channels)
        try:
            self._library.show()
        except RuntimeError as error:
            raise StripError(f"strip: rpi_ws281x failed to send a frame: {error}") from error

    def close(self) -> None:
        """Make the strip dark and give the hardware back; failure is logged. The second time does nothing."""
        if self._library is None:
            return
        try:
            self._dark()
        except StripError:
            # Whoever closes has other devices to close too, and can do nothing here.
            log.exception("strip: it could not be made dark")
        finally:
            self._release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _dark(self) -> None:
        self.show([Colour.DARK] * self._wiring.length)

    def _release(self) -> None:
        if self._library is not None:
            atexit.unregister(self._library._cleanup)
            self._library._cleanup()
            self._library = None


def refuse(pin: int, dma: int, board: BoardModel | None, user: User) -> None:
    """See that the library can work here, before it is even imported.

    Raises:
        InvalidValueError: When no signal comes from this pin, or the DMA channel is the card's.
        DeviceMissingError: When the board or the user is not right for it.
    """
    if pin not in METHODS:
        known = ", ".join(f"GPIO{number}" for number in METHODS)
        raise InvalidValueError(f"strip: the driver ws281x gives its signal on {known}; got GPIO{pin}")
    if dma == CARD_DMA:
        raise InvalidValueError(f"strip: DMA channel {CARD_DMA} is the card reader's on a Pi 3; use {DEFAULT_DMA}")
    if board is None:
        raise DeviceMissingError("strip: the driver ws281x works on a Raspberry Pi only, and this is none")
    if not board.is_known_to_ws281x:
        raise DeviceMissingError(f"strip: rpi_ws281x does not know this board ({board.name}); use the driver spi")
    if METHODS[pin] is not Method.SPI and not user.is_root:
        raise DeviceMissingError(
            f"strip: {METHODS[pin].value} on GPIO{pin} needs root; wire the strip to GPIO{STRIP_DATA_PIN}, which needs "
            "the groups spi and gpio only"
        )


def _hint(pin: int) -> str:
    if METHODS[pin] is Method.SPI:
        return "; switch SPI on (dtparam=spi=on in config.txt) and be in the groups spi and gpio"
    return ""
