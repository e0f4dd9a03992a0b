"""The pins of the header as gpiozero's factory, on the right GPIO chip, and its errors as sentences.

The header's chip has had several numbers on the Pi 5 (4, 0, 11), so it is found by its label. The factory is handed to
the drivers of sounder and buttons, so that one process opens the chip once and gpiozero sees every pin of it.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Protocol

from hardware.errors import DeviceBusyError, DeviceMissingError

HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm")
"""What the labels of the header's chips begin with: Pi 5, and all before (pinctrl-bcm2835, pinctrl-bcm2711)."""


class PinFactory(Protocol):
    """What gpiozero calls a factory: whatever makes its pins. Only closed here; the rest is gpiozero's business."""

    def close(self) -> None:
        """Let go of every pin."""
        ...


def open_header() -> PinFactory:
    """Open the pins of the header.

    Returns: A gpiozero LGPIOFactory, to be closed after the last driver that uses it.

    Raises:
        DeviceMissingError: When there is no such chip, no right to open it, no package for it, or this is no Pi.
    """
    lgpio = import_lgpio()
    chip = find_header_chip(lgpio)
    try:
        from gpiozero.pins.lgpio import LGPIOFactory

        factory: PinFactory = LGPIOFactory(chip=chip)
    except (ImportError, lgpio.error) as error:
        raise DeviceMissingError(f"pins: /dev/gpiochip{chip} cannot be opened: {error}") from error
    return factory


def import_lgpio() -> ModuleType:
    """Import lgpio, which opens a named pipe in the folder that it works in, and moves the program there.

    The folder of a service may be read-only, and nobody wants that pipe in his own; so it gets a passing one.

    Raises:
        DeviceMissingError: When the package is absent, or the empty stub of version 0.0.0.2.
    """
    before = Path.cwd()
    folder_set = os.environ.get("LG_WD")
    with tempfile.TemporaryDirectory(prefix="lgpio-") as folder:
        os.environ["LG_WD"] = folder
        try:
            import lgpio
        except ImportError as error:
            raise DeviceMissingError(
                "pins: the Python package lgpio is not installed; install python3-lgpio from the system"
            ) from error
        finally:
            os.chdir(before)
            if folder_set is None:
                del os.environ["LG_WD"]
            else:
                os.environ["LG_WD"] = folder_set
    if not hasattr(lgpio, "gpiochip_open"):
        raise DeviceMissingError(
            "pins: the installed lgpio is an empty stub; install python3-lgpio from the system, in an environment that "
            "sees the system's packages"
        )
    module: ModuleType = lgpio
    return module


def find_header_chip(lgpio: ModuleType, devices: Path = Path("/dev")) -> int:
    """The number of the chip that the header hangs on.

    Args:
        lgpio: The library.
        devices: Where the gpiochip devices are.

    Raises:
        DeviceMissingError: When no chip has such a label, with the labels that there are.
    """
    numbers = sorted(int(file.name.removeprefix("gpiochip")) for file in devices.glob("gpiochip[0-9]*"))
    if not numbers:
        raise DeviceMissingError(f"pins: there is no GPIO chip in {devices}; buttons and buzzer need a Raspberry Pi")
    seen = []
    for number in numbers:
        try:
            label = _label(lgpio, number)
        except lgpio.error:
            seen.append(f"gpiochip{number} cannot be opened")
            continue
        if label.startswith(HEADER_LABELS):
            return number
        seen.append(f"gpiochip{number} is {label}")
    hint = "; add the user to the group gpio and log in again" if "cannot be opened" in " ".join(seen) else ""
    raise DeviceMissingError(f"pins: no GPIO chip is that of a Raspberry Pi's header: {', '.join(seen)}{hint}")


def _label(lgpio: ModuleType, number: int) -> str:
    handle = lgpio.gpiochip_open(number)
    try:
        _status, _lines, _name, label = lgpio.gpio_get_chip_info(handle)
    finally:
        lgpio.gpiochip_close(handle)
    return str(label)


@contextmanager
def pin_errors(pin: int, owner: str) -> Iterator[None]:
    """Turn what gpiozero and lgpio raise while a pin is taken into one sentence.

    Args:
        pin: BCM number.
        owner: The part that wants it, in the words of its setting.

    Raises:
        DeviceBusyError: When somebody has the pin.
        DeviceMissingError: When there are no pins here, or not this one.
    """
    from gpiozero import exc

    try:
        yield
    except exc.GPIOPinInUse as error:
        raise DeviceBusyError(
            f"{owner}: GPIO{pin} is in use by another part of this program; give {owner} another pin"
        ) from error
    except exc.PinUnknownPi as error:
        raise DeviceMissingError(f"{owner}: this is no Raspberry Pi, so it has no GPIO{pin}") from error
    except exc.BadPinFactory as error:
        raise DeviceMissingError(f"{owner}: there is no library for the pins; install python3-lgpio") from error
    except (exc.GPIOZeroError, ValueError) as error:
        raise DeviceMissingError(f"{owner}: GPIO{pin} cannot be used: {error}") from error
    except Exception as error:
        # lgpio.error is an Exception of its own kind, of a package that may be absent.
        if type(error).__module__ != "lgpio":
            raise
        if "busy" in str(error):
            raise DeviceBusyError(
                f"{owner}: GPIO{pin} is held by another program, or by the kernel (SPI, I2C, an overlay); end it or "
                f"give {owner} another pin"
            ) from error
        raise DeviceMissingError(f"{owner}: GPIO{pin} cannot be used: {error}") from error
