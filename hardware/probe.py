"""Trying a strip driver in a process of its own, since what it wraps may take the interpreter down, and choosing one.

Run as a program (`python -m hardware.probe DRIVER PIN WIRING`) this is that process: it opens the strip, which makes it
dark, and closes it again.
"""

import dataclasses
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from hardware import board_model
from hardware.errors import DeviceMissingError, HardwareError
from hardware.pins import STRIP_DATA_PIN
from hardware.ports import Strip
from hardware.spi_strip import SpiStrip
from hardware.strip_wiring import ColourOrder, StripWiring
from hardware.ws281x import Ws281xStrip

TIMEOUT_SECONDS = 20.0
_REFUSED_STATUS = 3


class StripDriver(Enum):
    """Drivers of real strips, in the order in which they are tried."""

    SPI = "spi"
    WS281X = "ws281x"


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What came of a try.

    Attributes:
        works: Whether the strip could be opened and written to.
        sentence: What happened, for people.
    """

    works: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class StripChoice:
    """A driver that works, and why it was taken.

    Attributes:
        driver: Which.
        reason: One sentence for people.
    """

    driver: StripDriver
    reason: str


Probe = Callable[[StripDriver, StripWiring, int], ProbeResult]


def open_strip(driver: StripDriver, wiring: StripWiring, pin: int) -> Strip:
    """Open a strip with a driver.

    Raises:
        HardwareError: When it cannot be opened.
    """
    match driver:
        case StripDriver.SPI:
            if pin != STRIP_DATA_PIN:
                raise DeviceMissingError(f"strip: the driver spi sends on GPIO{STRIP_DATA_PIN} only, got GPIO{pin}")
            return SpiStrip(wiring)
        case StripDriver.WS281X:
            return Ws281xStrip(wiring, pin=pin, board=board_model.detect())


def probe(driver: StripDriver, wiring: StripWiring, pin: int) -> ProbeResult:
    """Try a driver in a process of its own.

    Args:
        driver: Which.
        wiring: The strip.
        pin: BCM number of its data pin.
    """
    project = Path(__file__).parents[1]
    path = os.pathsep.join(part for part in (str(project), os.environ.get("PYTHONPATH", "")) if part)
    command = [sys.executable, "-m", "hardware.probe", driver.value, str(pin), _to_text(wiring)]
    try:
        ended = subprocess.run(  # noqa: S603 - this interpreter, with arguments made here
            command,
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return ProbeResult(False, f"strip: the driver {driver.value} hung for {TIMEOUT_SECONDS:.0f} s")
    if ended.returncode == 0:
        return ProbeResult(True, f"strip: the driver {driver.value} works on GPIO{pin}")
    if ended.returncode == _REFUSED_STATUS:
        return ProbeResult(False, ended.stdout.strip())
    if ended.returncode < 0:
        what = signal.Signals(-ended.returncode).name
        return ProbeResult(False, f"strip: the driver {driver.value} crashed with {what}")
    last = ended.stderr.strip().splitlines()[-1:] or [f"exit status {ended.returncode}"]
    return ProbeResult(False, f"strip: the driver {driver.value} failed: {last[0]}")


def choose(wiring: StripWiring, pin: int = STRIP_DATA_PIN, *, probe: Probe = probe) -> StripChoice:
    """Take the first driver that works: spi, which needs no root and knows every Pi, then ws281x.

    Args:
        wiring: The strip.
        pin: BCM number of its data pin.
        probe: Tries a driver; a double in tests.

    Raises:
        DeviceMissingError: When none works, with what each says.
    """
    said: list[str] = []
    for driver in StripDriver:
        result = probe(driver, wiring, pin)
        if result.works:
            besides = f" ({'; '.join(said)})" if said else ""
            return StripChoice(driver, f"{result.sentence}{besides}")
        said.append(result.sentence.removeprefix("strip: "))
    raise DeviceMissingError(f"strip: no driver fits: {'; '.join(said)}")


def _to_text(wiring: StripWiring) -> str:
    return json.dumps({**dataclasses.asdict(wiring), "colour_order": wiring.colour_order.value})


def _from_text(text: str) -> StripWiring:
    parts = json.loads(text)
    order = ColourOrder(parts["colour_order"])
    return StripWiring(**{**parts, "colour_order": order, "order": tuple(parts["order"])})


def main(driver: str, pin: str, wiring: str) -> int:
    """Open and close; the sentence of a refusal goes to standard output. Returns the exit status."""
    try:
        open_strip(StripDriver(driver), _from_text(wiring), int(pin)).close()
    except HardwareError as error:
        sys.stdout.write(f"{error}\n")
        return _REFUSED_STATUS
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
