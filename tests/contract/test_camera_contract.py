"""What every camera driver must do, by name. A new driver is one more entry in `BENCHES`."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.drivers import CAMERAS
from hardware.errors import CameraLostError, DeviceClosedError, DeviceMissingError
from hardware.picamera import PiCamera
from hardware.ports import Camera
from hardware.recording import PictureFolder, VideoFile
from hardware.simulated.camera import CameraFault, SimulatedCamera
from hardware.simulated.clocks import SimulatedClock, SystemClock
from hardware.simulated.table import Table
from hardware.v4l2 import V4l2Camera


@dataclass(frozen=True)
class CameraBench:
    """An open camera and, where the bench can do it, a way to make it hang."""

    camera: Camera
    hang: Callable[[], None] | None


def simulated(_folder: Path) -> CameraBench:
    camera = SimulatedCamera(Table(), SimulatedClock())
    return CameraBench(camera, lambda: camera.break_down(CameraFault.HANG))


def picture(level: int) -> np.ndarray:
    return np.full((48, 64, 3), level, np.uint8)


def file(folder: Path) -> CameraBench:
    writer = cv2.VideoWriter(str(folder / "game.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for level in range(0, 250, 25):
        writer.write(picture(level))
    writer.release()
    return CameraBench(VideoFile(folder / "game.avi", SimulatedClock()), None)


def folder_of_pictures(folder: Path) -> CameraBench:
    for level in range(0, 250, 25):
        cv2.imwrite(str(folder / f"{level}.png"), picture(level))
    return CameraBench(PictureFolder(folder, SimulatedClock()), None)


def v4l2(_folder: Path) -> CameraBench:
    if not Path("/dev/video0").exists():
        pytest.skip("no /dev/video0: run inside .ci/vm.sh")
    return CameraBench(V4l2Camera("/dev/video0", clock=SystemClock()), None)


def picamera2(_folder: Path) -> CameraBench:
    try:
        return CameraBench(PiCamera(clock=SystemClock()), None)
    except DeviceMissingError as error:
        pytest.skip(str(error))


BENCHES: dict[str, Callable[[Path], CameraBench]] = {
    "file": file,
    "folder": folder_of_pictures,
    "picamera2": picamera2,
    "simulated": simulated,
    "v4l2": v4l2,
}
"""Opens each driver, or skips the test with the reason why it cannot be opened here."""


def test_every_camera_driver_is_on_the_bench() -> None:
    assert set(BENCHES) == set(CAMERAS)


@pytest.fixture(params=sorted(BENCHES))
def bench(request: pytest.FixtureRequest, tmp_path: Path):
    bench = BENCHES[request.param](tmp_path)
    yield bench
    bench.camera.close()


def test_a_frame_is_a_locked_picture_in_bgr(bench: CameraBench) -> None:
    frame = bench.camera.read()
    assert frame.pixels.dtype == np.uint8
    assert frame.pixels.ndim == 3
    assert frame.pixels.shape[2] == 3
    with pytest.raises(ValueError, match="read-only"):
        frame.pixels[0, 0, 0] = 1


def test_each_frame_is_newer_than_the_last(bench: CameraBench) -> None:
    frames = [bench.camera.read() for _ in range(4)]
    assert all(earlier.number < later.number for earlier, later in pairwise(frames))
    assert all(earlier.captured_at < later.captured_at for earlier, later in pairwise(frames))


def test_a_closed_camera_says_so_and_closes_twice(bench: CameraBench) -> None:
    bench.camera.close()
    bench.camera.close()
    with pytest.raises(DeviceClosedError):
        bench.camera.read()


def test_an_exception_in_the_block_closes_the_camera(bench: CameraBench) -> None:
    with pytest.raises(RuntimeError, match="fell over"), bench.camera:
        raise RuntimeError("somebody fell over the cable")
    with pytest.raises(DeviceClosedError):
        bench.camera.read()


def test_a_hanging_camera_is_lost_after_the_timeout(bench: CameraBench) -> None:
    if bench.hang is None:
        pytest.skip("this bench cannot make its camera hang")
    bench.camera.read()
    bench.hang()
    with pytest.raises(CameraLostError, match=r"0\.3 s"):
        bench.camera.read(timeout_seconds=0.3)
