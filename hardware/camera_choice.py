"""Which camera to take when nobody said which, and why, in one sentence."""

from dataclasses import dataclass

from hardware import picamera, v4l2_devices
from hardware.errors import DeviceMissingError
from hardware.picamera import PiCameraDevice
from hardware.v4l2_devices import V4l2Device


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """A camera and the reason for it.

    Attributes:
        driver: Name of the driver, "picamera2" or "v4l2".
        device: What the driver opens: a number for picamera2, else a stable name.
        reason: One sentence for people.
    """

    driver: str
    device: str
    reason: str


@dataclass(frozen=True, slots=True)
class Found:
    """The cameras that there are.

    Attributes:
        on_the_port: Cameras on the Pi's own port.
        port_trouble: Why that port cannot be looked at; empty when it can.
        on_usb: Cameras that V4L2 sees.
    """

    on_the_port: tuple[PiCameraDevice, ...]
    port_trouble: str
    on_usb: tuple[V4l2Device, ...]


def look() -> Found:
    """See which cameras there are."""
    on_usb = v4l2_devices.find_cameras()
    try:
        library = picamera.import_picamera2()
    except DeviceMissingError as error:
        return Found((), str(error), on_usb)
    return Found(picamera.find_cameras(library), "", on_usb)


def choose(found: Found) -> CameraChoice:
    """The Pi's own camera first, since it can be locked in every respect; else the first on USB.

    Raises:
        DeviceMissingError: When there is none, with what was looked for.
    """
    if found.on_the_port:
        camera = found.on_the_port[0]
        more = len(found.on_the_port) + len(found.on_usb) - 1
        return CameraChoice("picamera2", str(camera.number), f"{camera.name} on the camera port{_besides(more)}")
    if found.on_usb:
        usb = found.on_usb[0]
        why = "libcamera sees none on the camera port" if not found.port_trouble else "the camera port cannot be used"
        more = len(found.on_usb) - 1
        return CameraChoice("v4l2", usb.path, f"{usb.name} on USB, since {why}{_besides(more)}")
    trouble = found.port_trouble or "camera: libcamera sees no camera on the camera port"
    raise DeviceMissingError(f"{trouble}; and no USB camera is plugged in")


def _besides(more: int) -> str:
    """What was passed over."""
    if not more:
        return ", the only camera here"
    return f"; {more} more {'is' if more == 1 else 'are'} here, to be named in the settings"
