"""Which drivers there are, by name. The twins are drivers like any other."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from hardware.errors import UnknownDriverError
from hardware.ports import Buttons, Camera, Clock, Sounder, Strip
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.clocks import SimulatedClock, SystemClock
from hardware.simulated.sounder import SimulatedSounder
from hardware.simulated.strip import SimulatedStrip

Driver = TypeVar("Driver")

CAMERAS: Mapping[str, Callable[..., Camera]] = {"simulated": SimulatedCamera}
STRIPS: Mapping[str, Callable[..., Strip]] = {"simulated": SimulatedStrip}
SOUNDERS: Mapping[str, Callable[..., Sounder]] = {"simulated": SimulatedSounder}
BUTTONS: Mapping[str, Callable[..., Buttons]] = {"simulated": SimulatedButtons}
CLOCKS: Mapping[str, Callable[..., Clock]] = {"system": SystemClock, "simulated": SimulatedClock}


def driver(drivers: Mapping[str, Callable[..., Driver]], name: str) -> Callable[..., Driver]:
    """The class that drives a device, such as `driver(STRIPS, "simulated")`; calling it opens the device.

    Raises:
        UnknownDriverError: When no driver has this name.
    """
    if name not in drivers:
        raise UnknownDriverError(f"driver must be one of {', '.join(sorted(drivers))}, got {name!r}")
    return drivers[name]
