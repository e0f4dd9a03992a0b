"""Drivers import what they wrap only when they are opened."""

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[3]


def test_naming_the_drivers_imports_no_library_of_the_pi() -> None:
    program = """
import sys
import hardware.camera_choice, hardware.drivers, hardware.gpio_chip, hardware.kept_camera, hardware.probe
print(sorted({"gpiozero", "lgpio", "picamera2", "libcamera", "rpi_ws281x", "spidev"} & set(sys.modules)))
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True, timeout=60, check=True
    )
    assert ended.stdout == "[]\n"
