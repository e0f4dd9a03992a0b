"""What every camera driver must do, by name. A new driver is one more entry in `BENCHES`."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest

from hardware.drivers import CAMERAS
from hardware.errors import CameraLostError, DeviceClosedError
from hardware.ports import Camera
from hardware.simulated.camera import CameraFault, SimulatedCamera
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.table import Table


@dataclass(frozen=True)
class CameraBench:
    """An open camera and, where the bench can do it, a way to make it hang."""

    camera: Camera
    hang: Callable[[], None] | None


def simulated() -> CameraBench:
    camera = SimulatedCamera(Table(), SimulatedClock())
    return CameraBench(camera, lambda: camera.break_down(CameraFault.HANG))


BENCHES: dict[str, Callable[[], CameraBench]] = {"simulated": simulated}
"""Opens each driver, or skips the test with the reason why it cannot be opened here."""


def test_every_camera_driver_is_on_the_bench() -> None:
    assert set(BENCHES) == set(CAMERAS)


@pytest.fixture(params=sorted(BENCHES))
def bench(request: pytest.FixtureRequest):
    bench = BENCHES[request.param]()
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
