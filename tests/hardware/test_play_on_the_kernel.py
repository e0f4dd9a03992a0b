"""`pop10 play` on the kernel's camera, strip, buzzer and buttons, ended in every way that a service ends.

The bits of the strip cannot be seen in the kernel, so they are written down where the program hands them to spidev.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hardware.ports import Colour
from hardware.simulated.options import SceneOptions
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Scene
from hardware.strip_wiring import StripWiring
from hardware.ws2812_code import encode

PROJECT = Path(__file__).parents[2]
NAME = Path("/sys/class/video4linux/video1/name")
ACCEPT, UNDO, NEW_GAME, BUZZER = 17, 27, 22, 12

pytestmark = [
    pytest.mark.skipif(
        not (NAME.exists() and NAME.read_text().startswith("vivid")), reason="no vivid: run inside .ci/vm.sh"
    ),
    pytest.mark.usefixtures("spi_statistics"),
]

PROGRAM = """
import sys
from pathlib import Path
import spidev

class Watched:
    \"\"\"A device that writes down the last frame before it is sent.\"\"\"
    def __init__(self): object.__setattr__(self, "device", Real())
    def __getattr__(self, name): return getattr(self.device, name)
    def __setattr__(self, name, value): setattr(self.device, name, value)
    def writebytes2(self, values):
        FRAME.write_bytes(bytes(values))
        self.device.writebytes2(values)

FRAME, ENDING, GAMES = Path(sys.argv[1]), *sys.argv[2:]
Real, spidev.SpiDev = spidev.SpiDev, Watched

if ENDING == "exception":
    from firmware.judge import Judge
    look, count = Judge.look, iter(range(10**6))
    def look_or_fail(self, bgr, at):
        if next(count) == 40:
            raise RuntimeError("a bug in the loop")
        return look(self, bgr, at)
    Judge.look = look_or_fail

from firmware.cli import main
sys.argv = ["pop10", "play", "--json", "--fresh", "--port", "0", "--host", "127.0.0.1", "--journal", GAMES]
main()
"""


@pytest.fixture
def board_in_sight() -> Iterator[None]:
    """An empty board before the camera, at rest."""
    subprocess.run([str(PROJECT / ".ci/camera-loop.sh"), "640", "480"], check=True, timeout=60)
    command = ["v4l2-ctl", "-d", "/dev/video1", "--stream-out-mmap", "--stream-from=-"]
    node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    picture = Renderer(SceneOptions(seed=3)).render(Scene()).pixels.tobytes()
    assert node.stdin is not None
    for _ in range(5):
        node.stdin.write(picture)
        node.stdin.flush()
    yield
    node.kill()
    node.communicate(timeout=20)


def wait_for(file: Path, text: str, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while text not in file.read_text():
        assert time.monotonic() < end, f"{text!r} never came; there is {file.read_text()!r}"
        time.sleep(0.1)


@pytest.mark.usefixtures("board_in_sight")
@pytest.mark.parametrize("ending", ["SIGTERM", "SIGINT", "exception"])
def test_however_it_ends_the_strip_is_dark_and_the_buzzer_low(tmp_path: Path, lines: Any, ending: str) -> None:
    frame, told, errors = tmp_path / "frame", tmp_path / "told", tmp_path / "errors"
    wiring = StripWiring()
    dark = encode(wiring.wire_bytes(wiring.limit([Colour.DARK] * wiring.length))).tobytes()
    with told.open("w") as out, errors.open("w") as troubles:
        program = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(frame), ending, str(tmp_path / "games")],
            cwd=PROJECT,
            env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"},
            stdout=out,
            stderr=troubles,
        )
        try:
            wait_for(errors, "buttons: accept on GPIO17")
            if ending == "exception":
                wait_for(errors, "a bug in the loop")
            else:
                end = time.monotonic() + 60
                while not frame.exists() or frame.read_bytes() in (b"", dark):
                    assert time.monotonic() < end, "no light ever came on"
                    time.sleep(0.05)
                lines.pull(NEW_GAME, is_up=False)
                time.sleep(0.1)
                lines.pull(NEW_GAME, is_up=True)
                wait_for(told, '"new-game"')
                program.send_signal(signal.Signals[ending])
            status = program.wait(30)
        finally:
            program.kill()
            program.wait(10)
    assert frame.read_bytes() == dark
    assert [lines.level(BUZZER) for _ in range(20)] == [0] * 20
    assert status == {"SIGTERM": 0, "SIGINT": 130, "exception": 1}[ending], errors.read_text()
