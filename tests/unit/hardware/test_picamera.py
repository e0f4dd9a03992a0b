"""The Pi's own camera, with a double of picamera2 that has its shapes and habits; only a Pi can show the rest."""

import math
import sys
import threading
import time
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.camera_choice import CameraChoice, Found, choose
from hardware.errors import CameraError, CameraLostError, DeviceBusyError, DeviceMissingError
from hardware.picamera import PiCamera, PiCameraDevice, PiCameraSettings, find_cameras, import_picamera2
from hardware.simulated.clocks import SystemClock
from hardware.v4l2_devices import V4l2Device

BLUE_GREEN_RED = (40, 90, 200)
AUTOMATIC = {"ExposureTime": 12000, "AnalogueGain": 2.0, "ColourGains": (1.8, 1.4)}


class FakeRequest:
    def __init__(self, camera: "FakePicamera2") -> None:
        self.camera = camera

    def make_array(self, name: str) -> np.ndarray:
        stream = self.camera.camera_config[name]
        width, height = stream["size"]
        picture = np.full((height, width, 3), BLUE_GREEN_RED, np.uint8)
        if stream["format"] == "RGB888":
            return picture
        assert stream["format"] == "YUV420"
        return cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)

    def get_metadata(self) -> dict[str, Any]:
        return {"Lux": 80.0, **AUTOMATIC, **self.camera.locked}

    def release(self) -> None:
        self.camera.out -= 1


class FakePicamera2:
    """Lends requests, takes configurations as dictionaries, hangs and dies when told to."""

    def __init__(self, number: int = 0) -> None:
        self.number = number
        self.camera_config: dict[str, Any] = {}
        self.controls: list[dict[str, Any]] = []
        self.locked: dict[str, Any] = {}
        self.started = False
        self.closed = threading.Event()
        self.hangs = threading.Event()
        self.freed = threading.Event()
        self.dies = False
        self.out = 0
        self.stride: int | None = None

    def create_video_configuration(self, **parts: Any) -> dict[str, Any]:
        assert set(parts) <= {"main", "lores", "raw", "transform", "colour_space", "buffer_count", "controls", "queue"}
        return dict(parts)

    def configure(self, configuration: dict[str, Any]) -> None:
        assert configuration["lores"]["size"][0] <= configuration["main"]["size"][0]
        lores = configuration["lores"]
        self.camera_config = {**configuration, "lores": {**lores, "stride": self.stride or lores["size"][0]}}

    def start(self) -> None:
        self.started = True

    def capture_request(self) -> FakeRequest:
        assert self.started
        time.sleep(0.005)
        if self.hangs.is_set():
            self.freed.wait(10)
        if self.dies:
            raise RuntimeError("Camera frontend has timed out!")
        self.out += 1
        assert self.out == 1, "a request was not given back"
        return FakeRequest(self)

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.controls.append(controls)
        self.locked = {name: controls[name] for name in AUTOMATIC}

    def close(self) -> None:
        if self.hangs.is_set():
            self.freed.wait(10)
        self.closed.set()


def module(
    camera: FakePicamera2, cameras: list[dict[str, Any]] | None = None, error: RuntimeError | None = None
) -> Any:
    listed = cameras or [
        {"Model": "imx708", "Location": 2, "Rotation": 180, "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a", "Num": 0},
        {"Model": "HD Webcam", "Location": 2, "Id": "/base/scb/pcie@7d500000/usb@0,0-1.2:1.0-046d:0825", "Num": 1},
    ]

    def make(number: int) -> FakePicamera2:
        if error is not None:
            raise error
        camera.number = number
        return camera

    make.global_camera_info = lambda: listed  # type: ignore[attr-defined]
    return SimpleNamespace(Picamera2=make)


def opened(camera: FakePicamera2, settings: PiCameraSettings | None = None) -> PiCamera:
    return PiCamera(0, settings, clock=SystemClock(), library=lambda: module(camera))


def test_the_judged_picture_is_small_and_bgr() -> None:
    with opened(FakePicamera2()) as camera:
        pixels = camera.read().pixels
        assert pixels.shape == (480, 640, 3)
        assert np.allclose(pixels[100, 100], BLUE_GREEN_RED, atol=4)


def test_the_full_picture_is_large_and_bgr_and_only_taken_when_asked_for() -> None:
    fake = FakePicamera2()
    with opened(fake) as camera:
        pixels = camera.full_picture()
        assert pixels.shape == (972, 1296, 3)
        assert tuple(pixels[100, 100]) == BLUE_GREEN_RED
        assert fake.camera_config["main"]["format"] == "RGB888"


def test_exposure_gain_and_colour_gains_are_locked_at_what_they_settled_to() -> None:
    fake = FakePicamera2()
    with opened(fake, PiCameraSettings(settle_seconds=0.05)) as camera:
        deadline = time.monotonic() + 5
        while len(camera.report) < 4 and time.monotonic() < deadline:
            camera.read()
        assert fake.controls == [{"AeEnable": False, "AwbEnable": False, **AUTOMATIC}]
        assert camera.report == (
            "picture: 640x480 judged, 1296x972 kept",
            "ExposureTime: locked at 12000",
            "AnalogueGain: locked at 2",
            "ColourGains: locked at 1.8 and 1.4",
        )


def test_automatics_may_be_left_on() -> None:
    fake = FakePicamera2()
    with opened(fake, PiCameraSettings(settle_seconds=math.inf)) as camera:
        for _ in range(5):
            camera.read()
    assert fake.controls == []
    assert fake.closed.is_set()


def test_a_capture_that_hangs_is_noticed_in_two_seconds_and_left_behind() -> None:
    fake = FakePicamera2()
    camera = opened(fake)
    camera.read()
    fake.hangs.set()
    start = time.monotonic()

    def read_on() -> None:
        while True:
            camera.read(1.0)

    with pytest.raises(CameraLostError, match=r"no frame for 1.0 s from camera 0 of libcamera"):
        read_on()
    assert time.monotonic() - start < 2.0
    camera.close()
    assert not fake.closed.is_set()
    fake.freed.set()
    assert fake.closed.wait(2)


def test_a_camera_that_dies_is_lost() -> None:
    fake = FakePicamera2()
    with opened(fake) as camera:
        fake.dies = True

        def read_on() -> None:
            while True:
                camera.read()

        with pytest.raises(CameraLostError, match="gives no pictures any more: Camera frontend has timed out"):
            read_on()
        assert fake.closed.wait(2)


def test_a_camera_that_is_taken_is_one_sentence() -> None:
    error = RuntimeError("Camera __init__ sequence did not complete.")
    with pytest.raises(DeviceBusyError, match=r"imx708 cannot be opened .*; another program may hold it"):
        PiCamera(0, clock=SystemClock(), library=lambda: module(FakePicamera2(), error=error))


def test_a_number_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(DeviceMissingError, match=r"libcamera sees 2 cameras, so there is no number 2; is its cable in"):
        PiCamera(2, clock=SystemClock(), library=lambda: module(FakePicamera2()))


def test_rows_with_padding_are_refused_and_the_camera_closed() -> None:
    fake = FakePicamera2()
    fake.stride = 704
    with pytest.raises(CameraError, match="rows of 640 pixels are padded to 704"):
        opened(fake)
    assert fake.closed.is_set()
    with pytest.raises(DeviceMissingError, match="must be a multiple of 64, got 600"):
        PiCameraSettings(judged_size=(600, 480))


def test_usb_cameras_of_libcamera_are_left_to_v4l2() -> None:
    assert find_cameras(module(FakePicamera2())) == (PiCameraDevice(0, "imx708"),)


def test_picamera2_that_is_absent_or_unfit_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(DeviceMissingError, match="picamera2 is not installed here; install python3-picamera2"):
        import_picamera2()


WEBCAM = V4l2Device("/dev/v4l/by-id/usb-HD", "/dev/video0", "HD Webcam")
SENSOR = PiCameraDevice(0, "imx708")


@pytest.mark.parametrize(
    ("found", "choice"),
    [
        (Found((SENSOR,), "", ()), CameraChoice("picamera2", "0", "imx708 on the camera port, the only camera here")),
        (
            Found((SENSOR,), "", (WEBCAM,)),
            CameraChoice("picamera2", "0", "imx708 on the camera port; 1 more is here, to be named in the settings"),
        ),
        (
            Found((), "", (WEBCAM,)),
            CameraChoice(
                "v4l2",
                "/dev/v4l/by-id/usb-HD",
                "HD Webcam on USB, since libcamera sees none on the camera port, the only camera here",
            ),
        ),
        (
            Found((), "camera: picamera2 is not installed here", (WEBCAM, WEBCAM, WEBCAM)),
            CameraChoice(
                "v4l2",
                "/dev/v4l/by-id/usb-HD",
                "HD Webcam on USB, since the camera port cannot be used; 2 more are here, to be named in the settings",
            ),
        ),
    ],
)
def test_the_choice_of_a_camera_says_why(found: Found, choice: CameraChoice) -> None:
    assert choose(found) == choice


def test_no_camera_says_what_was_looked_for() -> None:
    with pytest.raises(DeviceMissingError, match="libcamera sees no camera on the camera port; and no USB camera is"):
        choose(Found((), "", ()))
    with pytest.raises(DeviceMissingError, match="camera: picamera2 is not installed here; and no USB camera is"):
        choose(Found((), "camera: picamera2 is not installed here", ()))
