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


def test_only_judged_pictures_put_the_watchdog_off(tmp_path: Path) -> None:
    manager = Manager(str(tmp_path / "notify"))
    clock = SimulatedClock()
    camera = SimulatedCamera(Table(), clock)
    with ServiceManager(str(tmp_path / "notify")) as told:
        loop = Loop(
            camera=camera,
            strip=SimulatedStrip(LED_COUNT, clock),
            sounder=SimulatedSounder(clock),
            clock=clock,
            judge=open_judge(None),
            session=Session(Position.start()),
            journal=MemoryJournal(),
            judged=told.at_work,
        )
        for _ in range(3):
            loop.step()
        assert manager.heard() == ["READY=1", *["WATCHDOG=1"] * 3]
        camera.break_down(CameraFault.UNPLUGGED)
        for _ in range(3):
            loop.step()
        assert manager.heard() == []
    manager.socket.close()


def test_nothing_is_said_when_nobody_asked() -> None:
    with ServiceManager.of({}) as told:
        told.at_work()


def test_a_manager_that_is_gone_stops_no_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING), ServiceManager(str(tmp_path / "nobody")) as told:
        told.at_work()
    assert "could not be told WATCHDOG=1" in caplog.text
