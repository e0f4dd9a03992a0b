"""`pop10 play` as a service manager sees it: ready, at work, at its end; and the strip dark after a kill."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hardware.simulated.options import SceneOptions
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Scene

PROJECT = Path(__file__).parents[2]
NAME = Path("/sys/class/video4linux/video1/name")

pytestmark = [
    pytest.mark.skipif(
        not (NAME.exists() and NAME.read_text().startswith("vivid")), reason="no vivid: run inside .ci/vm.sh"
    ),
    pytest.mark.usefixtures("lines"),
]


def heard_until(manager: socket.socket, message: str, seconds: float = 60) -> list[str]:
    heard: list[str] = []
    end = time.monotonic() + seconds
    while message not in heard:
        manager.settimeout(max(end - time.monotonic(), 0.1))
        heard.append(manager.recv(4096).decode())
    return heard


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL])
def test_the_manager_hears_all_and_the_strip_is_dark_afterwards(
    tmp_path: Path, spi_statistics: Path, ending: signal.Signals
) -> None:
    subprocess.run([str(PROJECT / ".ci/camera-loop.sh"), "640", "480"], check=True, timeout=60)
    command = ["v4l2-ctl", "-d", "/dev/video1", "--stream-out-mmap", "--stream-from=-"]
    picture = Renderer(SceneOptions(seed=3)).render(Scene()).pixels.tobytes()
    node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.bind(str(tmp_path / "notify"))
    environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "NOTIFY_SOCKET": str(tmp_path / "notify")}
    pop10 = [sys.executable, "-P", "-m", "firmware"]
    play = [*pop10, "play", "--headless", "--fresh", "--port", "0", "--host", "127.0.0.1"]
    play += ["--journal", str(tmp_path / "games")]
    program = subprocess.Popen(play, cwd=PROJECT, env=environment, stderr=subprocess.DEVNULL)
    try:
        assert node.stdin is not None
        for _ in range(5):
            node.stdin.write(picture)
            node.stdin.flush()
        assert heard_until(manager, "READY=1") == ["READY=1"]
        assert heard_until(manager, "WATCHDOG=1") == ["WATCHDOG=1"]
        program.send_signal(ending)
        if ending is signal.SIGTERM:
            assert set(heard_until(manager, "STOPPING=1")) <= {"WATCHDOG=1", "STOPPING=1"}
            assert program.wait(30) == 0
        else:
            assert program.wait(30) == -signal.SIGKILL
    finally:
        for child in (program, node):
            child.kill()
            child.communicate(timeout=20)
        manager.close()
    before = int((spi_statistics / "messages").read_text())
    ran = subprocess.run([*pop10, "dark"], cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "it is dark" in ran.stdout
    assert int((spi_statistics / "messages").read_text()) > before
