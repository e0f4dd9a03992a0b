import numpy as np
import pytest

from hardware.errors import CameraLostError
from hardware.simulated.camera import CameraFault, SimulatedCamera
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.options import SceneOptions, SensorOptions, ViewOptions
from hardware.simulated.scene import DiscColour
from hardware.simulated.table import Table

SMALL = SceneOptions(view=ViewOptions(width=160, height=120, hole_pitch_pixels=12))
QUIET = SceneOptions(view=SMALL.view, sensor=SensorOptions(noise=0, blur=0, vignette=0))


def rig(options: SceneOptions = SMALL) -> tuple[SimulatedCamera, Table, SimulatedClock]:
    table, clock = Table(frames_per_second=10), SimulatedClock(100)
    return SimulatedCamera(table, clock, options), table, clock


def test_frames_come_at_the_tables_pace() -> None:
    camera, _, clock = rig()
    frames = [camera.read() for _ in range(3)]
    assert [frame.number for frame in frames] == [0, 1, 2]
    assert [frame.captured_at for frame in frames] == pytest.approx([100, 100.1, 100.2])
    assert clock.now() == pytest.approx(100.2)


def test_who_reads_too_rarely_misses_frames_and_gets_the_newest() -> None:
    camera, table, clock = rig()
    camera.read()
    table.drop(3, DiscColour.FIRST)
    clock.wait(5)
    frame = camera.read()
    assert frame.number == 50
    assert table.columns[3] == (DiscColour.FIRST,), "the table did not go on while nobody looked"


def test_an_unplugged_camera_fails_at_once_until_another_is_opened() -> None:
    camera, table, clock = rig()
    camera.break_down(CameraFault.UNPLUGGED)
    before = clock.now()
    for _ in range(2):
        with pytest.raises(CameraLostError, match="unplugged"):
            camera.read()
    assert clock.now() == before
    assert SimulatedCamera(table, clock, SMALL).read().number == 0


def test_a_hanging_camera_costs_the_whole_timeout_and_catches_up_when_mended() -> None:
    camera, _, clock = rig()
    camera.break_down(CameraFault.HANG)
    with pytest.raises(CameraLostError, match=r"2\.0 s"):
        camera.read()
    assert clock.now() == pytest.approx(102)
    camera.mend()
    assert camera.read().number == 20


def test_a_frozen_camera_gives_the_same_picture_with_new_numbers() -> None:
    camera, table, _ = rig()
    camera.break_down(CameraFault.FROZEN)
    table.drop(0, DiscColour.SECOND)
    frames = [camera.read() for _ in range(20)]
    assert frames[-1].number == 19
    assert (frames[0].pixels == frames[-1].pixels).all()
    camera.mend()
    assert (frames[0].pixels != camera.read().pixels).any()


def test_dropped_frames_leave_gaps() -> None:
    camera, _, _ = rig()
    camera.break_down(CameraFault.DROPPING)
    assert [camera.read().number for _ in range(3)] == [2, 5, 8]


def test_glare_whitens_the_middle_and_a_cover_darkens_all() -> None:
    camera, _, _ = rig(QUIET)
    plain = camera.read().pixels.astype(int)
    camera.break_down(CameraFault.GLARE)
    glare = camera.read().pixels.astype(int)
    assert (glare[55:65, 75:85] - plain[55:65, 75:85]).mean() > 50
    assert (glare >= plain).all()
    camera.break_down(CameraFault.COVERED)
    assert camera.read().pixels.mean() < 12
    camera.mend()
    assert np.abs(camera.read().pixels.astype(int) - plain).max() == 0
