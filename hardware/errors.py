"""What a broken or missing device raises: one family, so that the loop can turn all of it into events.

Most kinds are a builtin exception too, for callers who know that one. A driver translates the exceptions of the
library it wraps at its own edge (`raise CameraLostError(...) from error`). Messages say which device, what was wanted
and what came.
"""


class HardwareError(Exception):
    """A device does not do what it should, or a driver was used wrongly."""


class UnknownDriverError(HardwareError, LookupError):
    """No driver has the name that was asked for."""


class DeviceMissingError(HardwareError, OSError):
    """The device, or the library it needs, is not there or cannot be opened."""


class DeviceAbsentError(DeviceMissingError):
    """Nothing is plugged in where the device should be; once it is, it can be opened."""


class DeviceBusyError(HardwareError, OSError):
    """Another program, or another part of this one, holds the device."""


class DeviceClosedError(HardwareError, ValueError):
    """A driver was used after it had been closed."""


class InvalidValueError(HardwareError, ValueError):
    """A value that no device can take: a colour out of range, a tone of no length, a picture of the wrong shape."""


class CameraError(HardwareError):
    """The camera fails."""


class CameraLostError(CameraError, ConnectionError):
    """The camera gives no frames any more: hanging, unplugged, or its driver died. Close it and open it again."""


class CameraAbsentError(CameraLostError):
    """The camera is unplugged: nothing hangs, and it gives frames again once it is plugged in."""


class StripError(HardwareError, OSError):
    """The LED strip cannot be written to."""


class SounderError(HardwareError, OSError):
    """The sounder cannot be driven."""


class ButtonsError(HardwareError, OSError):
    """The buttons cannot be read."""
