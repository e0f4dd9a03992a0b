"""`pop10 doctor` lets a person try real pins and a real SPI bus; Ctrl-C leaves the strip dark and the buzzer low."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).parents[2]
ACCEPT, UNDO, NEW_GAME, SHUTDOWN, BUZZER = 17, 27, 22, 3, 12


def start(told: Path, folder: Path, *options: str) -> subprocess.Popen[bytes]:
    with told.open("w") as out:
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "firmware", "doctor", *options],
            cwd=PROJECT,
            env={**os.environ, "XDG_CONFIG_HOME": str(folder)},
            stdout=out,
            stderr=subprocess.STDOUT,
        )


def wait_for(file: Path, text: str, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while text not in file.read_text():
        assert time.monotonic() < end, f"{text!r} never came; there is {file.read_text()!r}"
        time.sleep(0.1)


def test_each_button_is_told_and_the_last_one_ends_it(tmp_path: Path, lines: Any) -> None:
    told = tmp_path / "told"
    program = start(told, tmp_path, "--buttons")
    try:
        wait_for(told, "press each once")
        for pin, name, seconds in ((ACCEPT, "accept", 0.2), (UNDO, "undo", 0.2), (NEW_GAME, "new-game", 0.2)):
            lines.pull(pin, is_up=False)
            time.sleep(seconds)
            lines.pull(pin, is_up=True)
            wait_for(told, f"buttons: {name}\n")
        lines.pull(SHUTDOWN, is_up=False)
        wait_for(told, "buttons: all 4 work")
        assert program.wait(30) == 0
    finally:
        program.kill()
        program.wait(10)


@pytest.mark.parametrize(("option", "sign"), [("--sound", "sound: a point"), ("--strip", "LEDs green")])
def test_ctrl_c_ends_it_clean(tmp_path: Path, lines: Any, spi_statistics: Path, option: str, sign: str) -> None:
    told = tmp_path / "told"
    program = start(told, tmp_path, option)
    try:
        wait_for(told, sign)
        before = int((spi_statistics / "messages").read_text())
        program.send_signal(signal.SIGINT)
        assert program.wait(30) == 130
    finally:
        program.kill()
        program.wait(10)
    assert "Traceback" not in told.read_text()
    assert [lines.level(BUZZER) for _ in range(20)] == [0] * 20
    if option == "--strip":
        assert int((spi_statistics / "messages").read_text()) > before  # the frame that makes it dark
