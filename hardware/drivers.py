"""Which drivers there are, by name. The twins are drivers like any other.

Importing them imports no library of the Pi: each does that when it is opened.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

from hardware.errors import UnknownDriverError
from hardware.gpio_buttons import GpioButtons
from hardware.gpio_sounder import ActiveBuzzer, NoSounder, PassiveBuzzer
from hardware.picamera import PiCamera
from hardware.ports import Buttons, Camera, Clock, Sounder, Strip
from hardware.recording import PictureFolder, VideoFile
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.clocks import SimulatedClock, SystemClock
from hardware.simulated.sounder import SimulatedSounder
from hardware.simulated.strip import SimulatedStrip
from hardware.spi_strip import SpiStrip
from hardware.v4l2 import V4l2Camera
from hardware.ws281x import Ws281xStrip

Driver = TypeVar("Driver")

CAMERAS: Mapping[str, Callable[..., Camera]] = {
    "file": VideoFile,
    "folder": PictureFolder,
    "picamera2": PiCamera,
    "simulated": SimulatedCamera,
    "v4l2": V4l2Camera,
}
STRIPS: Mapping[str, Callable[..., Strip]] = {"simulated": SimulatedStrip, "spi": SpiStrip, "ws281x": Ws281xStrip}
SOUNDERS: Mapping[str, Callable[..., Sounder]] = {
    "active": ActiveBuzzer,
    "none": NoSounder,
    "passive": PassiveBuzzer,
    "simulated": SimulatedSounder,
}
BUTTONS: Mapping[str, Callable[..., Buttons]] = {"gpio": GpioButtons, "simulated": SimulatedButtons}
CLOCKS: Mapping[str, Callable[..., Clock]] = {"system": SystemClock, "simulated": SimulatedClock}


def driver(drivers: Mapping[str, Callable[..., Driver]], name: str) -> Callable[..., Driver]:
    """The class that drives a device, such as `driver(STRIPS, "simulated")`; calling it opens the device.

    Raises:
        UnknownDriverError: When no driver has this name.
    """
    if name not in drivers:
        raise UnknownDriverError(f"driver must be one of {', '.join(sorted(drivers))}, got {name!r}")
    return drivers[name]
