"""The camera on the Pi's own port, through picamera2: judged at low resolution, kept at full resolution.

Only a Pi has picamera2 and libcamera (from the system: python3-picamera2); what is written here follows its
manual and its source, and was tried against a double of it.

Exposure, gain and colour gains are locked once they have settled: left alone, the white balance jumps whenever a hand
comes in. A camera with a loose cable blocks a capture for ever, so it is read on a thread that may be left behind.
"""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import cv2
import numpy as np

from hardware.errors import CameraError, CameraLostError, DeviceBusyError, DeviceMissingError
from hardware.ports import Clock, Image
from hardware.reading_camera import END_SECONDS, ReadingCamera

PLANE_ALIGNMENT = 64
"""Widths of the judged picture are multiples of this, so that the rows of its planes have no padding."""


@dataclass(frozen=True, slots=True)
class PiCameraSettings:
    """What the camera is asked for.

    Attributes:
        judged_size: Width and height of the pictures that are judged, in pixels; the width a multiple of 64.
        full_size: Width and height of the pictures that are kept as evidence.
        longest_exposure_seconds: The longest time between two pictures that dim light may lead to.
        settle_seconds: After how long the automatics are locked; infinity leaves them on.
    """

    judged_size: tuple[int, int] = (640, 480)
    full_size: tuple[int, int] = (1296, 972)
    longest_exposure_seconds: float = 0.1
    settle_seconds: float = 3.0

    def __post_init__(self) -> None:
        """Refuse sizes that cannot be taken apart.

        Raises:
            DeviceMissingError: When the judged width is no multiple of 64.
        """
        if self.judged_size[0] % PLANE_ALIGNMENT:
            raise DeviceMissingError(
                f"camera: the width of judged pictures must be a multiple of {PLANE_ALIGNMENT}, "
                f"got {self.judged_size[0]}"
            )


@dataclass(frozen=True, slots=True)
class PiCameraDevice:
    """A camera that libcamera sees.

    Attributes:
        number: Its index.
        name: Name of the sensor, such as "imx708".
    """

    number: int
    name: str


def import_picamera2() -> ModuleType:
    """Import picamera2.

    Raises:
        DeviceMissingError: When it is absent, or does not fit the installed NumPy.
    """
    try:
        import picamera2
    except ImportError as error:
        raise DeviceMissingError(
            "camera: picamera2 is not installed here; install python3-picamera2 from the system, in an environment "
            "that sees the system's packages"
        ) from error
    except ValueError as error:  # Compiled parts of Bookworm's packages refuse NumPy 2 like this.
        raise DeviceMissingError(
            f"camera: the system's picamera2 does not fit this environment's packages ({error}); on Bookworm it needs "
            "NumPy below 2"
        ) from error
    module: ModuleType = picamera2
    return module


def find_cameras(picamera2: ModuleType) -> tuple[PiCameraDevice, ...]:
    """The cameras on the Pi's own ports; USB cameras, which libcamera lists too, are left to V4L2."""
    listed = picamera2.Picamera2.global_camera_info()
    return tuple(PiCameraDevice(int(info["Num"]), str(info["Model"])) for info in listed if "usb" not in info["Id"])


class PiCamera(ReadingCamera):
    """A `Camera` of picamera2."""

    def __init__(
        self,
        number: int = 0,
        settings: PiCameraSettings | None = None,
        *,
        clock: Clock,
        library: Callable[[], ModuleType] = import_picamera2,
    ) -> None:
        """Open the camera and begin to read.

        Args:
            number: Its index among libcamera's cameras.
            settings: What it is asked for; None asks for the defaults.
            clock: Says when a picture was taken.
            library: Gives picamera2; a double in tests.

        Raises:
            DeviceMissingError: When picamera2 or the camera is absent.
            DeviceBusyError: When another program has the camera.
            CameraError: When it refuses the settings.
        """
        self._pi_source = _PiSource(library(), number, settings or PiCameraSettings())
        super().__init__(self._pi_source, clock, self._pi_source.name)

    @property
    def report(self) -> tuple[str, ...]:
        """What was asked of the camera and what it does, as sentences; more of them once it has settled."""
        return self._pi_source.report

    def full_picture(self, timeout_seconds: float = 2.0) -> Image:
        """The next picture at full resolution, for evidence: BGR uint8.

        Raises:
            CameraLostError: When none came within the timeout.
        """
        return self._pi_source.full_picture(timeout_seconds)


class _PiSource:
    def __init__(self, picamera2: ModuleType, number: int, settings: PiCameraSettings) -> None:
        self._settings = settings
        self._camera = _opened(picamera2, number)
        self.name = f"{number} of libcamera"
        try:
            self._configure()
            self._camera.start()
        except (RuntimeError, ValueError) as error:
            self._camera.close()
            raise CameraError(f"camera {self.name} does not take the settings: {error}") from error
        width, height = settings.judged_size
        full_width, full_height = settings.full_size
        self.report: tuple[str, ...] = (f"picture: {width}x{height} judged, {full_width}x{full_height} kept",)
        self._started_at = time.monotonic()
        self._asked: Mapping[str, Any] | None = None
        self._is_locked = False
        self._full = threading.Condition()
        self._full_wanted = False
        self._full_picture: Image | None = None

    def grab(self) -> Image:
        try:
            request = self._camera.capture_request()
            try:
                judged = request.make_array("lores")
                if self._full_wanted:
                    self._hand_over(request.make_array("main"))
                if not self._is_locked:
                    self._go_on_locking(request.get_metadata())
            finally:
                request.release()
        except (RuntimeError, OSError) as error:
            raise CameraLostError(f"camera {self.name} gives no pictures any more: {error}") from error
        return np.asarray(cv2.cvtColor(judged, cv2.COLOR_YUV2BGR_I420), dtype=np.uint8)

    def full_picture(self, timeout_seconds: float) -> Image:
        with self._full:
            self._full_picture, self._full_wanted = None, True
            self._full.wait_for(lambda: self._full_picture is not None, timeout_seconds)
            if self._full_picture is None:
                raise CameraLostError(f"no full picture for {timeout_seconds:.1f} s from camera {self.name}")
            return self._full_picture

    def close(self) -> None:
        """Close the camera; one that hangs does not come back from it, so somebody else waits."""
        closing = threading.Thread(target=self._camera.close, name="closing camera", daemon=True)
        closing.start()
        closing.join(END_SECONDS)

    def _configure(self) -> None:
        longest = round(self._settings.longest_exposure_seconds * 1e6)
        self._camera.configure(
            self._camera.create_video_configuration(
                # picamera2 calls this RGB888; in memory, and so in NumPy, it is blue, green, red.
                main={"size": self._settings.full_size, "format": "RGB888"},
                lores={"size": self._settings.judged_size, "format": "YUV420"},
                buffer_count=4,
                controls={"FrameDurationLimits": (33333, longest)},
            )
        )
        stride = self._camera.camera_config["lores"]["stride"]
        if stride != self._settings.judged_size[0]:
            raise ValueError(f"rows of {self._settings.judged_size[0]} pixels are padded to {stride}")

    def _hand_over(self, picture: Image) -> None:
        with self._full:
            self._full_picture, self._full_wanted = picture, False
            self._full.notify_all()

    def _go_on_locking(self, metadata: Mapping[str, Any]) -> None:
        """Lock what was in force when it had settled; see on the pictures that follow whether it is."""
        if self._asked is None:
            if time.monotonic() - self._started_at >= self._settings.settle_seconds:
                self._asked = {name: metadata[name] for name in ("ExposureTime", "AnalogueGain", "ColourGains")}
                self._camera.set_controls({"AeEnable": False, "AwbEnable": False, **self._asked})
                self._locked_at = time.monotonic()
            return
        # Controls take some pictures to arrive.
        if time.monotonic() - self._locked_at >= _ARRIVE_SECONDS:
            self._is_locked = True
            self.report += tuple(
                f"{name}: locked at {_text(metadata[name])}"
                if np.allclose(metadata[name], asked, rtol=0.05)
                else f"{name}: asked for {_text(asked)}, the camera keeps {_text(metadata[name])}"
                for name, asked in self._asked.items()
            )


_ARRIVE_SECONDS = 0.5


def _opened(picamera2: ModuleType, number: int) -> Any:
    found = picamera2.Picamera2.global_camera_info()
    if number >= len(found):
        raise DeviceMissingError(
            f"camera: libcamera sees {len(found)} cameras, so there is no number {number}; is its cable in?"
        )
    try:
        return picamera2.Picamera2(number)
    except RuntimeError as error:
        raise DeviceBusyError(
            f"camera: {found[number]['Model']} cannot be opened ({error}); another program may hold it"
        ) from error


def _text(value: float | tuple[float, ...]) -> str:
    values = value if isinstance(value, tuple) else (value,)
    return " and ".join(f"{one:g}" for one in values)
