"""A program that is asked to end, also in a hurry, first makes everything dark."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PROGRAM = """
import contextlib, signal, sys, time
from firmware.ending import end_on_request

@contextlib.contextmanager
def strip():
    try:
        yield
    finally:
        time.sleep(0.5)
        print("dark", flush=True)

# Whoever runs the tests may have started them so that they outlive a terminal; a program inherits that.
signal.signal(signal.SIGTERM, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_IGN if "nohup" in sys.argv else signal.SIG_DFL)
end_on_request()
with strip():
    print("lit", flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ([signal.SIGTERM], 0),
        ([signal.SIGHUP], 0),
        ([signal.SIGINT], 1),
        ([signal.SIGTERM, signal.SIGTERM, signal.SIGINT], 0),
        ([signal.SIGHUP, signal.SIGTERM], 0),
        ([signal.SIGINT, signal.SIGINT, signal.SIGHUP], 1),
    ],
)
def test_whoever_is_impatient_leaves_no_light_on(sent: list[signal.Signals], status: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "lit\n"
        for each in sent:
            running.send_signal(each)
            time.sleep(0.05)
        told, _ = running.communicate(timeout=30)
    assert told == "dark\n"
    assert running.returncode in (status, -signal.SIGINT if status else status)


def test_a_program_that_outlives_its_terminal_on_purpose_goes_on() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "nohup"], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "lit\n"
        running.send_signal(signal.SIGHUP)
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(timeout=1)
        running.terminate()
        assert running.stdout.read() == "dark\n"
        assert running.wait(timeout=30) == 0
