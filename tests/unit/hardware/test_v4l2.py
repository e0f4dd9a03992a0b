"""V4L2 cameras with a double of OpenCV's capture; the real one is tried on a real kernel: tests/hardware."""

import math
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware import v4l2_devices
from hardware.errors import CameraLostError, DeviceBusyError, DeviceMissingError
from hardware.ports import Image
from hardware.simulated.clocks import SystemClock
from hardware.v4l2 import V4l2Camera, V4l2Settings
from hardware.v4l2_devices import Capabilities, V4l2Device, find_cameras, holders


class FakeCapture:
    """A camera with the habits of real ones."""

    def __init__(self, *, is_open: bool = True, ignores: tuple[int, ...] = (), absent: tuple[int, ...] = ()) -> None:
        self.is_open = is_open
        self.ignores = ignores
        self.absent = absent
        self.brightness = 100
        self.when_locked = 100
        self.plugged = True
        self.released = 0
        self.values: dict[int, float] = {
            cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*"YUYV"),
            cv2.CAP_PROP_FRAME_WIDTH: 1280,
            cv2.CAP_PROP_FRAME_HEIGHT: 720,
            cv2.CAP_PROP_FPS: 10,
            cv2.CAP_PROP_AUTO_EXPOSURE: 3,
            cv2.CAP_PROP_EXPOSURE: 157,
            cv2.CAP_PROP_AUTO_WB: 1,
            cv2.CAP_PROP_WB_TEMPERATURE: 4600,
            cv2.CAP_PROP_AUTOFOCUS: 1,
            cv2.CAP_PROP_FOCUS: 30,
        }

    def isOpened(self) -> bool:  # noqa: N802
        return self.is_open

    def read(self) -> tuple[bool, Image | None]:
        time.sleep(0.005)
        if not self.plugged:
            return False, None
        is_manual = self.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
        return True, np.full((48, 64, 3), self.when_locked if is_manual else self.brightness, np.uint8)

    def get(self, property_id: int) -> float:
        return -1.0 if property_id in self.absent else self.values[property_id]

    def set(self, property_id: int, value: float) -> bool:
        if property_id in self.absent:
            return False
        if property_id not in self.ignores:
            self.values[property_id] = value
        return True

    def release(self) -> None:
        self.released += 1


def settled(capture: FakeCapture, lines: int) -> tuple[str, ...]:
    """The report once it has so many lines."""
    settings = V4l2Settings(settle_seconds=0.02)
    with V4l2Camera("/dev/video0", settings, clock=SystemClock(), new_capture=lambda _device: capture) as camera:
        deadline = time.monotonic() + 5
        while len(camera.report) < lines and time.monotonic() < deadline:
            camera.read()
        return camera.report


def test_what_came_of_the_settings_is_read_back_and_said() -> None:
    assert settled(FakeCapture(), 4) == (
        "picture: 640x480 MJPG at 30 a second, as asked for",
        "exposure: locked at 157",
        "white balance: locked at 4600",
        "focus: locked at 30",
    )


def test_a_camera_that_says_yes_and_does_nothing_is_seen_through() -> None:
    ignores = (cv2.CAP_PROP_FOURCC, cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_WB_TEMPERATURE)
    report = settled(FakeCapture(ignores=ignores), 4)
    assert report[0] == "picture: 640x480 YUYV at 30 a second; asked for was 640x480 MJPG at 30 a second"
    assert report[1] == "exposure: the camera said that it was locked, but it is not"


def test_controls_that_are_absent_are_named() -> None:
    report = settled(FakeCapture(absent=(cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS)), 4)
    assert report[3] == "focus: this camera cannot lock it"


def test_a_lock_that_changes_the_picture_is_taken_back() -> None:
    capture = FakeCapture()
    capture.when_locked = 20
    report = settled(capture, 5)
    assert report[4] == "exposure: the picture changed when it was locked, so it is automatic again"
    assert capture.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3


def test_automatics_may_be_left_on() -> None:
    capture = FakeCapture()
    settings = V4l2Settings(settle_seconds=math.inf)
    with V4l2Camera("/dev/video0", settings, clock=SystemClock(), new_capture=lambda _device: capture) as camera:
        for _ in range(5):
            camera.read()
    assert capture.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3
    assert capture.released == 1


def test_unplugging_is_noticed_within_two_seconds() -> None:
    capture = FakeCapture()
    with V4l2Camera("/dev/video77", clock=SystemClock(), new_capture=lambda _device: capture) as camera:
        camera.read()
        capture.plugged = False
        start = time.monotonic()
        message = "camera /dev/video77 gives no pictures any more: its device is gone; is it unplugged?"

        def read_on() -> None:
            while True:
                camera.read()

        with pytest.raises(CameraLostError) as caught:
            read_on()
        assert time.monotonic() - start < 2
        assert str(caught.value) == message


def test_a_camera_that_is_not_there_is_one_sentence() -> None:
    capture = FakeCapture(is_open=False)
    with pytest.raises(DeviceMissingError, match=r"there is no /dev/video77; is it plugged in"):
        V4l2Camera("/dev/video77", clock=SystemClock(), new_capture=lambda _device: capture)
    assert capture.released == 1


def test_of_a_camera_that_is_not_there_opencv_says_nothing_either(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(DeviceMissingError, match="there is no /dev/video99"):
        V4l2Camera("/dev/video99", clock=SystemClock())
    assert capfd.readouterr() == ("", "")


def test_who_holds_a_camera_is_said(tmp_path: Path) -> None:
    device = tmp_path / "video0"
    device.touch()
    with device.open(), pytest.raises(DeviceBusyError, match=r"video0 is held by this program itself; end that first"):
        V4l2Camera(str(device), clock=SystemClock(), new_capture=lambda _device: FakeCapture(is_open=False))
    with pytest.raises(
        DeviceMissingError, match="gives no pictures; it is no camera, or another user's program has it"
    ):
        V4l2Camera(str(device), clock=SystemClock(), new_capture=lambda _device: FakeCapture(is_open=False))


def test_holders_are_named_with_their_process(tmp_path: Path) -> None:
    device = tmp_path / "video0"
    device.touch()
    for number, name in ((412, "obs"), (77, "firefox"), (9, "bash")):
        folder = tmp_path / str(number) / "fd"
        folder.mkdir(parents=True)
        (folder.parent / "comm").write_text(f"{name}\n")
        (folder / "3").symlink_to(device if name != "bash" else "/dev/null")
    assert holders(str(device), tmp_path) == ("firefox (process 77)", "obs (process 412)")


def test_cameras_are_found_under_their_stable_names(tmp_path: Path) -> None:
    nodes = {
        "video0": Capabilities("unicam", "unicam", True),
        "video1": Capabilities("uvcvideo", "HD Webcam", True),
        "video2": Capabilities("uvcvideo", "HD Webcam", False),
        "video10": Capabilities("uvcvideo", "Other Webcam", True),
        "video13": Capabilities("bcm2835-isp", "bcm2835-isp", True),
        "video20": None,
    }
    for name in nodes:
        (tmp_path / name).touch()
    by_id = tmp_path / "v4l/by-id"
    by_id.mkdir(parents=True)
    (by_id / "usb-Maker_HD_Webcam-video-index0").symlink_to("../../video1")
    found = find_cameras(tmp_path, lambda node: nodes[node.name])
    assert found == (
        V4l2Device(str(by_id / "usb-Maker_HD_Webcam-video-index0"), str(tmp_path / "video1"), "HD Webcam"),
        V4l2Device(str(tmp_path / "video10"), str(tmp_path / "video10"), "Other Webcam"),
    )


def test_a_file_is_no_camera(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    assert v4l2_devices.query(tmp_path / "video0") is None
    assert v4l2_devices.query(tmp_path / "video1") is None
