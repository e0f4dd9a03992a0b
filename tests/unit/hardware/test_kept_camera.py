"""A camera that comes back."""

import pytest

from hardware.errors import CameraAbsentError, CameraLostError, DeviceAbsentError, DeviceClosedError, DeviceMissingError
from hardware.kept_camera import KeptCamera
from hardware.ports import Camera
from hardware.simulated.camera import CameraFault, SimulatedCamera
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.table import Table


class Bench:
    """A table with a camera that is unplugged and plugged in again."""

    def __init__(self) -> None:
        self.clock = SimulatedClock()
        self.table = Table()
        self.opened: list[SimulatedCamera] = []
        self.is_plugged = True

    def open(self) -> Camera:
        if not self.is_plugged:
            raise DeviceAbsentError("camera: there is no /dev/v4l/by-id/usb-Test; is it plugged in?")
        self.opened.append(SimulatedCamera(self.table, self.clock))
        return self.opened[-1]

    def unplug(self) -> None:
        self.is_plugged = False
        self.opened[-1].break_down(CameraFault.UNPLUGGED)


def test_it_comes_back_by_itself_and_counts_on() -> None:
    bench = Bench()
    with KeptCamera(bench.open, bench.clock) as camera:
        numbers = [camera.read().number for _ in range(3)]
        bench.unplug()
        with pytest.raises(CameraLostError, match="unplugged"):
            camera.read()
        for _ in range(3):
            before = bench.clock.now()
            with pytest.raises(CameraAbsentError, match="not back yet: camera: there is no /dev/v4l/by-id/usb-Test"):
                camera.read()
            assert bench.clock.now() - before <= 2.0
        bench.is_plugged = True
        numbers += [camera.read().number for _ in range(3)]
        assert numbers == sorted(set(numbers))
        assert len(bench.opened) == 2


def test_a_hang_is_noticed_sooner_than_after_two_seconds() -> None:
    bench = Bench()
    with KeptCamera(bench.open, bench.clock) as camera:
        camera.read()
        bench.opened[-1].break_down(CameraFault.HANG)
        before = bench.clock.now()
        with pytest.raises(CameraLostError, match=r"no frame for 1.5 s"):
            camera.read()
        assert bench.clock.now() - before < 2
        assert camera.read().number > 0
        assert len(bench.opened) == 2


def test_a_camera_that_starts_slowly_is_not_opened_again_and_again() -> None:
    bench = Bench()
    with KeptCamera(bench.open, bench.clock) as camera:
        bench.opened[-1].break_down(CameraFault.HANG)
        for _ in range(2):
            with pytest.raises(CameraLostError, match=r"no frame for 2.0 s"):
                camera.read()
        bench.opened[-1].mend()
        camera.read()
        assert len(bench.opened) == 1


def test_a_camera_that_never_starts_is_opened_again() -> None:
    bench = Bench()
    with KeptCamera(bench.open, bench.clock) as camera:
        bench.opened[-1].break_down(CameraFault.HANG)
        for _ in range(3):
            with pytest.raises(CameraLostError):
                camera.read()
        camera.read()
        assert len(bench.opened) == 2


def test_it_does_not_try_without_pause() -> None:
    bench = Bench()
    camera = KeptCamera(bench.open, bench.clock, retry_seconds=1.0)
    camera.read()
    bench.unplug()
    with pytest.raises(CameraLostError):
        camera.read()
    start = bench.clock.now()
    for _ in range(4):
        with pytest.raises(CameraLostError):
            camera.read()
    assert bench.clock.now() - start >= 3.0
    camera.close()


def test_a_first_opening_that_fails_is_said_at_once() -> None:
    bench = Bench()
    bench.is_plugged = False
    with pytest.raises(DeviceMissingError):
        KeptCamera(bench.open, bench.clock)


def test_it_closes_twice_also_while_lost() -> None:
    bench = Bench()
    camera = KeptCamera(bench.open, bench.clock)
    bench.unplug()
    with pytest.raises(CameraLostError):
        camera.read()
    camera.close()
    camera.close()
    with pytest.raises(DeviceClosedError):
        camera.read()
