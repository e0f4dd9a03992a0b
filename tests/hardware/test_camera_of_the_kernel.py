"""The V4L2 driver on the kernel's camera test device, vivid."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from firmware import rig
from firmware.config import Camera
from hardware.camera_choice import CameraChoice
from hardware.errors import CameraLostError, DeviceAbsentError, DeviceBusyError
from hardware.kept_camera import KeptCamera
from hardware.simulated.clocks import SystemClock
from hardware.v4l2 import V4l2Camera, V4l2Settings
from hardware.v4l2_devices import find_cameras

PROJECT = Path(__file__).parents[2]
DEVICE = "/dev/video0"
NAME = Path("/sys/class/video4linux/video0/name")

pytestmark = pytest.mark.skipif(
    not (NAME.exists() and NAME.read_text().startswith("vivid")), reason="no vivid: run inside .ci/vm.sh"
)


def unplug() -> None:
    subprocess.run(["v4l2-ctl", "-d", DEVICE, "-c", "disconnect=1"], check=True, timeout=20)


def test_only_the_capture_node_is_a_camera() -> None:
    assert [(camera.path, camera.node, camera.name) for camera in find_cameras()] == [(DEVICE, DEVICE, "vivid")]


def test_pictures_come_in_the_size_that_was_asked_for_and_the_report_tells_the_rest() -> None:
    with V4l2Camera(DEVICE, V4l2Settings(settle_seconds=0.2), clock=SystemClock()) as camera:
        assert camera.read().pixels.shape == (480, 640, 3)
        end = time.monotonic() + 5
        while len(camera.report) < 4 and time.monotonic() < end:
            camera.read()
        # vivid knows no MJPG, and OpenCV says True to it all the same.
        assert camera.report[0].endswith("asked for was 640x480 MJPG at 30 a second")
        assert "MJPG" not in camera.report[0].split(";")[0]
        assert camera.report[1] == "exposure: this camera cannot lock it"


def test_a_picture_after_a_pause_is_fresh() -> None:
    with V4l2Camera(DEVICE, clock=SystemClock()) as camera:
        first = camera.read()
        time.sleep(1.5)
        frame = camera.read()
        assert time.monotonic() - frame.captured_at < 0.3
        assert frame.number > first.number + 3


def test_a_second_opener_is_told_who_holds_the_camera() -> None:
    program = f"""
import cv2
capture = cv2.VideoCapture({DEVICE!r}, cv2.CAP_V4L2)
assert capture.read()[0]
print("held", flush=True)
input()
"""
    holder = subprocess.Popen(
        [sys.executable, "-c", program], cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(DeviceBusyError) as caught:
            V4l2Camera(DEVICE, clock=SystemClock())
        assert f"camera: {DEVICE} is held by python" in str(caught.value)
        assert f"(process {holder.pid}); end that first" in str(caught.value)
    finally:
        holder.communicate("\n", timeout=20)


def test_unplugging_is_noticed_within_two_seconds_and_plugging_in_mends_it() -> None:
    clock = SystemClock()
    with KeptCamera(lambda: V4l2Camera(DEVICE, clock=clock), clock) as camera:
        numbers = [camera.read().number for _ in range(3)]
        unplug()
        start = time.monotonic()

        def read_on() -> None:
            while True:
                camera.read()

        with pytest.raises(CameraLostError, match="gives no pictures any more"):
            read_on()
        assert time.monotonic() - start < 2
        # vivid is back as soon as its last user has let go of it.
        end = time.monotonic() + 10
        while time.monotonic() < end and len(numbers) < 6:
            try:
                numbers.append(camera.read().number)
            except CameraLostError:
                continue
        assert numbers == sorted(set(numbers))
        assert len(numbers) == 6


def test_where_no_camera_is_named_the_one_that_is_there_takes_the_place_of_one_that_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gone = CameraChoice("v4l2", "/dev/v4l/by-id/gone", "it was there when it was chosen")
    monkeypatch.setattr(rig, "choose_camera", lambda _settings: gone)
    with rig.open_camera(Camera(driver="v4l2"), SystemClock())[0] as camera:
        assert camera.read().pixels.shape == (480, 640, 3)
    with pytest.raises(DeviceAbsentError, match="there is no /dev/v4l/by-id/gone"):
        rig.open_camera(Camera(driver="v4l2", device=gone.device), SystemClock())
