"""Whether the Raspberry Pi gets enough power, as its firmware counts it; and switching it off."""

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hardware.errors import HardwareError

THROTTLED_FILE = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")

_UNDER_VOLTAGE_NOW = 1 << 0
_SLOWED_NOW = 1 << 1 | 1 << 2 | 1 << 3
_UNDER_VOLTAGE_BEFORE = 1 << 16
_SLOWED_BEFORE = 1 << 17 | 1 << 18 | 1 << 19


@dataclass(frozen=True, slots=True)
class Power:
    """What the firmware has counted since the Pi was switched on.

    Attributes:
        is_low: Under-voltage at this moment.
        was_low: Under-voltage at some time.
        is_slowed: The processor is held back now, for want of power or for heat.
        was_slowed: It was at some time.
    """

    is_low: bool
    was_low: bool
    is_slowed: bool
    was_slowed: bool


def ask_firmware() -> str:
    """What the firmware says, such as "50005" or "throttled=0x50005"; empty where there is none to ask."""
    try:
        return THROTTLED_FILE.read_text(encoding="ascii").strip()
    except OSError:
        command = shutil.which("vcgencmd")
    if command is None:
        return ""
    try:
        ended = subprocess.run(  # noqa: S603 - the system's own command
            [command, "get_throttled"], capture_output=True, text=True, timeout=5, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ended.stdout.strip() if ended.returncode == 0 else ""


def look(ask: Callable[[], str] = ask_firmware) -> Power | None:
    """The state of the power; None where nobody counts it.

    Source: raspberrypi.com, documentation, vcgencmd, "get_throttled".
    """
    text = ask().rpartition("=")[2]
    try:
        bits = int(text, 16)
    except ValueError:
        return None
    return Power(
        bool(bits & _UNDER_VOLTAGE_NOW),
        bool(bits & _UNDER_VOLTAGE_BEFORE),
        bool(bits & _SLOWED_NOW),
        bool(bits & _SLOWED_BEFORE),
    )


def switch_off() -> None:
    """Ask the system to shut the computer down, which ends this program too.

    Raises:
        HardwareError: When the system refuses, or is not one that can be asked.
    """
    command = shutil.which("systemctl")
    if command is None:
        raise HardwareError("power: the computer cannot be shut down from here: there is no systemctl")
    ended = subprocess.run(  # noqa: S603 - the system's own command
        [command, "--no-ask-password", "poweroff"], capture_output=True, text=True, timeout=20, check=False
    )
    if ended.returncode != 0:
        said = ended.stderr.strip().splitlines()[-1:] or [f"exit status {ended.returncode}"]
        raise HardwareError(f"power: the computer cannot be shut down from here: {said[0]}")
