"""A camera that is always being read."""

import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest

from hardware.errors import CameraLostError, DeviceClosedError
from hardware.ports import Image
from hardware.reading_camera import PatienceWithFailures, ReadingCamera
from hardware.simulated.clocks import SystemClock


class Pictures:
    """A source that gives numbered pictures when it is told to."""

    def __init__(self) -> None:
        self.allowed = threading.Semaphore(0)
        self.given = 0
        self.error: Exception | None = None
        self.closed = threading.Event()

    def grab(self) -> Image:
        self.allowed.acquire()
        if self.error is not None:
            raise self.error
        self.given += 1
        return np.full((2, 2, 3), self.given, np.uint8)

    def let(self, count: int) -> None:
        wanted = self.given + count
        self.allowed.release(count)
        deadline = time.monotonic() + 2
        while self.given < wanted and time.monotonic() < deadline:
            time.sleep(0.001)
        time.sleep(0.01)

    def close(self) -> None:
        self.closed.set()


@pytest.fixture
def source() -> Pictures:
    return Pictures()


@pytest.fixture
def camera(source: Pictures) -> Iterator[ReadingCamera]:
    with ReadingCamera(source, SystemClock(), "test") as opened:
        yield opened
        source.error = CameraLostError("the end of the test")
        source.allowed.release()


def test_old_pictures_are_dropped_and_the_numbers_tell(source: Pictures, camera: ReadingCamera) -> None:
    source.let(1)
    assert camera.read().number == 0
    source.let(5)
    newest = camera.read()
    assert (newest.number, int(newest.pixels[0, 0, 0])) == (5, 6)


def test_no_picture_is_given_twice(source: Pictures, camera: ReadingCamera) -> None:
    source.let(1)
    camera.read()
    with pytest.raises(CameraLostError, match=r"no frame for 0.1 s from camera test"):
        camera.read(0.1)
    source.let(1)
    assert camera.read().number == 1


def test_a_picture_has_the_time_of_its_taking(source: Pictures, camera: ReadingCamera) -> None:
    before = time.monotonic()
    source.let(1)
    after = time.monotonic()
    time.sleep(0.05)
    assert before <= camera.read().captured_at <= after


def test_a_hanging_camera_holds_nobody_longer_than_his_timeout(camera: ReadingCamera) -> None:
    start = time.monotonic()
    with pytest.raises(CameraLostError):
        camera.read(0.2)
    assert 0.15 < time.monotonic() - start < 1


def test_a_camera_that_is_lost_says_so_at_once_and_again(source: Pictures, camera: ReadingCamera) -> None:
    source.error = CameraLostError("unplugged")
    source.allowed.release()
    for _ in range(2):
        start = time.monotonic()
        with pytest.raises(CameraLostError, match="unplugged"):
            camera.read(5)
        assert time.monotonic() - start < 1
    assert source.closed.wait(1)


def test_a_bug_on_the_thread_is_not_taken_for_a_lost_camera(source: Pictures, camera: ReadingCamera) -> None:
    source.error = KeyError("a bug")
    source.allowed.release()
    with pytest.raises(KeyError, match="a bug"):
        camera.read()


def test_closing_wakes_who_waits_and_lets_go_of_the_source(source: Pictures) -> None:
    camera = ReadingCamera(source, SystemClock(), "test")
    threading.Timer(0.1, source.allowed.release).start()
    camera.close()
    camera.close()
    assert source.closed.wait(1)
    with pytest.raises(DeviceClosedError):
        camera.read()


def test_closing_leaves_a_hanging_camera_behind(source: Pictures, caplog: pytest.LogCaptureFixture) -> None:
    camera = ReadingCamera(source, SystemClock(), "test")
    start = time.monotonic()
    camera.close()
    assert time.monotonic() - start < 3
    assert "camera test: it hangs" in caplog.text
    source.allowed.release()
    assert source.closed.wait(1)


def test_a_spoilt_picture_is_forgiven_and_a_row_of_them_is_not() -> None:
    patience = PatienceWithFailures(patience_seconds=0.05, pause_seconds=0.01)
    for _ in range(20):
        patience.failed("test", "a spark")
        patience.succeeded()

    def fail_for_ever() -> None:
        while True:
            patience.failed("test", "a cut cable")

    start = time.monotonic()
    with pytest.raises(CameraLostError, match="camera test gives no pictures any more: a cut cable"):
        fail_for_ever()
    assert time.monotonic() - start < 1
