"""Recordings as cameras."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.errors import CameraLostError, DeviceClosedError, DeviceMissingError, InvalidValueError
from hardware.recording import PictureFolder, VideoFile, in_order
from hardware.simulated.clocks import SimulatedClock


def picture(level: int) -> np.ndarray:
    return np.full((48, 64, 3), level, np.uint8)


@pytest.fixture
def video(tmp_path: Path) -> Path:
    file = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 25.0, (64, 48))
    for level in (20, 60, 100, 140):
        writer.write(picture(level))
    writer.release()
    return file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number, level in ((2, 60), (10, 100), (1, 20)):
        cv2.imwrite(str(tmp_path / f"frame{number}.png"), picture(level))
    (tmp_path / "notes.txt").write_text("not a picture")
    return tmp_path


def test_a_video_gives_every_picture_at_its_pace(video: Path) -> None:
    clock = SimulatedClock(10.0)
    with VideoFile(video, clock) as camera:
        assert camera.frames_per_second == pytest.approx(25)
        frames = [camera.read() for _ in range(4)]
        assert [frame.number for frame in frames] == [0, 1, 2, 3]
        assert [frame.captured_at for frame in frames] == pytest.approx([10.0, 10.04, 10.08, 10.12])
        assert [round(float(frame.pixels.mean()), -1) for frame in frames] == [20, 60, 100, 140]
        assert clock.now() == pytest.approx(10.12)
        with pytest.raises(CameraLostError, match=r"game.avi is at its end, after 4 pictures"):
            camera.read()


def test_a_folder_gives_its_pictures_in_the_order_of_their_numbers(folder: Path) -> None:
    with PictureFolder(folder, SimulatedClock(), frames_per_second=5) as camera:
        frames = [camera.read() for _ in range(3)]
        assert [int(frame.pixels[0, 0, 0]) for frame in frames] == [20, 60, 100]
        assert [frame.captured_at for frame in frames] == pytest.approx([0.0, 0.2, 0.4])
        with pytest.raises(CameraLostError, match="at its end, after 3 pictures"):
            camera.read()


def test_nothing_is_left_out_for_a_slow_reader(folder: Path) -> None:
    clock = SimulatedClock()
    with PictureFolder(folder, clock) as camera:
        camera.read()
        clock.wait(60)
        assert [camera.read().number, camera.read().number] == [1, 2]


def test_a_picture_that_is_due_later_than_the_timeout_is_waited_for_again(folder: Path) -> None:
    clock = SimulatedClock()
    with PictureFolder(folder, clock, frames_per_second=0.2) as camera:
        camera.read()
        for _ in range(2):
            with pytest.raises(CameraLostError, match=r"no frame for 2.0 s"):
                camera.read()
        assert camera.read().number == 1


def test_a_broken_picture_is_named(folder: Path) -> None:
    (folder / "frame0.png").write_bytes(b"not a picture")
    with PictureFolder(folder, SimulatedClock()) as camera, pytest.raises(CameraLostError, match=r"frame0.png is no"):
        camera.read()


def test_a_closed_recording_gives_nothing(video: Path) -> None:
    camera = VideoFile(video, SimulatedClock())
    camera.close()
    camera.close()
    with pytest.raises(DeviceClosedError):
        camera.read()


def test_what_is_no_recording_is_one_sentence(tmp_path: Path) -> None:
    text = tmp_path / "notes.avi"
    text.write_text("not a video")
    with pytest.raises(DeviceMissingError, match="there is no file"):
        VideoFile(tmp_path / "absent.avi", SimulatedClock())
    with pytest.raises(DeviceMissingError, match=r"notes.avi is no video that can be decoded here"):
        VideoFile(text, SimulatedClock())
    with pytest.raises(DeviceMissingError, match="there is no folder"):
        PictureFolder(tmp_path / "absent", SimulatedClock())
    with pytest.raises(DeviceMissingError, match="holds no picture"):
        PictureFolder(tmp_path, SimulatedClock())


def test_a_pace_of_nothing_is_refused(folder: Path) -> None:
    with pytest.raises(InvalidValueError, match="frames_per_second must be above 0, got 0"):
        PictureFolder(folder, SimulatedClock(), frames_per_second=0)


def test_names_of_every_kind_can_be_put_in_order() -> None:
    names = ["b.png", "a10.png", "a.png", "10.png", "a2b1.png", "a2.png", "9.png", "a02.png"]
    ordered = [file.name for file in sorted(map(Path, names), key=in_order)]
    assert ordered.index("a02.png") < ordered.index("a2b1.png") < ordered.index("a10.png")
    assert ordered.index("9.png") < ordered.index("10.png")
