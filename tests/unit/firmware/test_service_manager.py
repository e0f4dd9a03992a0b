"""What the service manager is told, over a real datagram socket, and that only judged pictures put its watchdog off."""

import logging
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.bootstrap import open_judge
from firmware.journal import MemoryJournal
from firmware.loop import Loop
from firmware.patterns import LED_COUNT
from firmware.service_manager import ServiceManager
from firmware.session import Session
from hardware.errors import DeviceAbsentError, DeviceBusyError, DeviceMissingError, HardwareError
from hardware.kept_camera import KeptCamera
from hardware.ports import Camera
from hardware.simulated.camera import CameraFault, SimulatedCamera
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.sounder import SimulatedSounder
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.table import Table
from referee.position import Position


class Manager:
    """The other end: what systemd hears."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.setblocking(False)
        self.socket.bind(address)

    def heard(self) -> list[str]:
        messages = []
        while True:
            try:
                messages.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return messages


@pytest.fixture(params=["path", "abstract"])
def manager_and_address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Manager, str]]:
    address = str(tmp_path / "notify") if request.param == "path" else f"@pop10-test-{os.getpid()}"
    manager = Manager(address.replace("@", "\0", 1) if address.startswith("@") else address)
    yield manager, address
    manager.socket.close()


def test_it_hears_ready_work_and_the_end(manager_and_address: tuple[Manager, str]) -> None:
    manager, address = manager_and_address
    with ServiceManager.of({"NOTIFY_SOCKET": address}) as told:
        assert manager.heard() == ["READY=1"]
        told.at_work()
        told.at_work()
        assert manager.heard() == ["WATCHDOG=1", "WATCHDOG=1"]
    assert manager.heard() == ["STOPPING=1"]


def test_the_end_is_told_when_the_loop_breaks_too(manager_and_address: tuple[Manager, str]) -> None:
    manager, address = manager_and_address
    with pytest.raises(RuntimeError, match="a bug"), ServiceManager(address):
        raise RuntimeError("a bug")
    assert manager.heard() == ["READY=1", "STOPPING=1"]


class Plug:
    """Opens a simulated camera, as long as it is plugged in."""

    def __init__(self, clock: SimulatedClock) -> None:
        self._clock = clock
        self.camera: SimulatedCamera | None = None
        self.error: HardwareError | None = None

    def open(self) -> Camera:
        if self.error is not None:
            raise self.error
        self.camera = SimulatedCamera(Table(), self._clock)
        return self.camera

    def fail(self, fault: CameraFault, error: HardwareError) -> None:
        """From now on it fails, and cannot be opened again."""
        assert self.camera is not None
        self.camera.break_down(fault)
        self.error = error


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[tuple[Manager, Plug, Loop, SimulatedClock]]:
    """A loop that is watched over; what it said at its beginning is heard already."""
    manager = Manager(str(tmp_path / "notify"))
    clock = SimulatedClock()
    plug = Plug(clock)
    with ServiceManager(str(tmp_path / "notify")) as told, KeptCamera(plug.open, clock) as camera:
        loop = Loop(
            camera=camera,
            strip=SimulatedStrip(LED_COUNT, clock),
            sounder=SimulatedSounder(clock),
            clock=clock,
            judge=open_judge(None),
            session=Session(Position.start()),
            journal=MemoryJournal(),
            at_work=told.at_work,
        )
        for _ in range(3):
            loop.step()
        assert manager.heard() == ["READY=1", *["WATCHDOG=1"] * 3]
        yield manager, plug, loop, clock
    manager.socket.close()


WATCHDOG_SECONDS = 60.0
"""Of the service's unit file."""


def test_an_unplugged_camera_is_no_hang_and_does_not_end_the_service(
    watched: tuple[Manager, Plug, Loop, SimulatedClock],
) -> None:
    manager, plug, loop, clock = watched
    plug.fail(CameraFault.UNPLUGGED, DeviceAbsentError("camera: there is no /dev/video7; is it plugged in?"))
    last_heard = began = clock.now()
    while clock.now() - began < 5 * WATCHDOG_SECONDS:
        loop.step()
        if "WATCHDOG=1" in manager.heard():
            last_heard = clock.now()
        assert clock.now() - last_heard < WATCHDOG_SECONDS / 6
    plug.error = None
    loop.step()
    assert manager.heard() == ["WATCHDOG=1"]


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (CameraFault.HANG, DeviceBusyError("camera: /dev/video7 is held by pop10")),
        (CameraFault.HANG, DeviceMissingError("camera: /dev/video7 gives no pictures")),
    ],
)
def test_a_camera_that_hangs_does(
    watched: tuple[Manager, Plug, Loop, SimulatedClock], fault: CameraFault, error: HardwareError
) -> None:
    manager, plug, loop, clock = watched
    plug.fail(fault, error)
    began = clock.now()
    while clock.now() - began < WATCHDOG_SECONDS:
        loop.step()
    assert manager.heard() == []


def test_nothing_is_said_when_nobody_asked() -> None:
    with ServiceManager.of({}) as told:
        told.at_work()


def test_a_manager_that_is_gone_stops_no_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING), ServiceManager(str(tmp_path / "nobody")) as told:
        told.at_work()
    assert "could not be told WATCHDOG=1" in caplog.text
