"""What works on this machine and what does not, one finding at a time, each with what to do about it."""

import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.errors import ConfigError

if TYPE_CHECKING:
    from firmware.config import Config


class State(Enum):
    """How a part of the machine is."""

    WORKS = "works"
    ABSENT = "absent"
    """Not here, and not needed for the demonstration or for pictures."""
    FAILS = "fails"


@dataclass(frozen=True, slots=True)
class Finding:
    """One part of the machine.

    Attributes:
        part: Which.
        state: How it is.
        found: What was found, a sentence.
        mend: What to do about it; empty when nothing is to be done.
    """

    part: str
    state: State
    found: str
    mend: str = ""

    def in_json(self) -> dict[str, object]:
        """The finding for programs."""
        return {"part": self.part, "state": self.state.value, "found": self.found, "mend": self.mend}


def findings() -> Iterator[Finding]:
    """Look at every part; a part that fails stops no other."""
    checks: tuple[Callable[[], Finding], ...] = (
        _python,
        _board,
        _power,
        _boot_settings,
        _pictures,
        _eye,
        _settings,
        _code,
        _camera,
        _strip,
        _pins,
        _groups,
    )
    for check in checks:
        yield check()


def _python() -> Finding:
    found = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    if sys.maxsize <= 2**32:
        return Finding("python", State.FAILS, found, "a 64-bit system is needed: OpenCV has no builds for 32 bits")
    return Finding("python", State.WORKS, found)


def _board() -> Finding:
    from hardware.board_model import detect

    board = detect()
    if board is None:
        return Finding("computer", State.ABSENT, "no Raspberry Pi: the demonstration, pictures and USB cameras work")
    return Finding("computer", State.WORKS, board.name)


def _power() -> Finding:
    from hardware.power import look

    power = look()
    if power is None:
        return Finding("power", State.ABSENT, "this machine does not count under-voltage")
    mend = "use the supply that was made for this Pi, and feed the strip from one of its own"
    if power.is_low:
        return Finding("power", State.FAILS, "under-voltage now", mend)
    if power.was_low:
        return Finding("power", State.FAILS, "under-voltage since the Pi was switched on", mend)
    if power.is_slowed:
        return Finding("power", State.FAILS, "the processor is held back for heat", "give it air, or a fan")
    return Finding("power", State.WORKS, "no under-voltage since the Pi was switched on")


def _boot_settings() -> Finding:
    from hardware.board_model import detect, missing_config_lines

    board = detect()
    if board is None:
        return Finding("boot", State.ABSENT, "no Raspberry Pi, so there is no config.txt")
    missing = missing_config_lines(board)
    if missing is None:
        return Finding("boot", State.ABSENT, "there is no config.txt to be read")
    if missing:
        mend = "add them, each as a line of its own, and start the Pi again; needed for an LED strip only"
        return Finding("boot", State.ABSENT, f"config.txt lacks {', '.join(missing)}", mend)
    return Finding("boot", State.WORKS, "config.txt says what an LED strip needs")


def _pictures() -> Finding:
    try:
        import cv2
    except ImportError as error:
        mend = "on Debian and Raspberry Pi OS: sudo apt-get install libgl1 libglib2.0-0t64 (Bookworm: libglib2.0-0)"
        return Finding("opencv", State.FAILS, f"OpenCV cannot be loaded: {error}", mend)
    return Finding("opencv", State.WORKS, f"OpenCV {cv2.__version__}")


def _eye() -> Finding:
    """Whether the whole way from a picture to a board works here, and how fast, on a board that was just drawn."""
    try:
        from firmware.bootstrap import open_judge
        from firmware.events import SightChanged
        from firmware.snapshot import Sight
        from hardware.simulated.options import SceneOptions
        from hardware.simulated.renderer import Renderer
        from hardware.simulated.scene import Scene
        from referee.board import Board
    except ImportError as error:
        return Finding("eye", State.FAILS, f"cannot be loaded: {error}", "see the line about opencv")
    judge = open_judge(Board.empty())
    renderer = Renderer(SceneOptions())
    began = time.perf_counter()
    events = judge.look(renderer.render(Scene()).pixels, 0.0)
    first = time.perf_counter() - began
    frames = 5
    began = time.perf_counter()
    for number in range(1, frames + 1):
        judge.look(renderer.render(Scene()).pixels, number / 10)
    each = (time.perf_counter() - began) / frames
    if not any(isinstance(event, SightChanged) and event.sight is Sight.CLEAR for event in events):
        return Finding("eye", State.FAILS, "does not find a simulated board", "this is a fault of pop10: report it")
    found = f"sees a simulated board, first after {first:.1f} s, then {1000 * each:.0f} ms a frame with its drawing"
    return Finding("eye", State.WORKS, found)


def _settings() -> Finding:
    from firmware.config import default_path, load
    from firmware.settings_file import last_good

    file = default_path()
    try:
        load()
    except ConfigError as error:
        kept = ", or take the last good ones with 'pop10 config restore'" if last_good(file).exists() else ""
        return Finding("settings", State.FAILS, str(error), f"mend that line in {file}, or move the file away{kept}")
    there = file.exists()
    return Finding("settings", State.WORKS, f"{file} is good" if there else f"no {file}: every setting has its default")


def _code() -> Finding:
    """Where the code of a table is that runs here; not the code itself, as reports are shown to others."""
    from firmware.code_file import FILE_NAME, OF_THE_SERVICE, readable_code
    from firmware.database import default_path

    files = dict.fromkeys((OF_THE_SERVICE, default_path().with_name(FILE_NAME)))
    kept = [str(file) for file in files if readable_code(file) is not None]
    if not kept:
        return Finding("code", State.ABSENT, "no table runs here whose code for steering you may read")
    return Finding("code", State.WORKS, f"the code for steering is in {' and '.join(kept)}")


def _camera() -> Finding:
    from firmware.rig import choose_camera
    from hardware.errors import HardwareError

    settings = _settings_or_defaults().camera
    try:
        choice = choose_camera(settings)
    except HardwareError as error:
        return Finding("camera", State.ABSENT, str(error), "plug in a USB camera, or on a Pi one of its own")
    if choice.driver != "picamera2" and not Path(choice.device).exists():
        mend = "plug it in, or name another as camera.device; 'pop10 config set camera.device \"\"' takes the first"
        return Finding("camera", State.FAILS, f"there is no {choice.device}, which the settings name", mend)
    return Finding("camera", State.WORKS, choice.reason)


def _strip() -> Finding:
    from firmware.wiring import strip_wiring
    from hardware.errors import DeviceMissingError, HardwareError
    from hardware.probe import StripDriver, choose, probe

    settings = _settings_or_defaults().strip
    if settings.driver == "none":
        return Finding("strip", State.ABSENT, "none, as the settings say")
    try:
        if settings.driver == "auto":
            found = choose(strip_wiring(settings), settings.data_pin).reason
        else:
            tried = probe(StripDriver(settings.driver), strip_wiring(settings), settings.data_pin)
            if not tried.works:
                raise DeviceMissingError(tried.sentence)
            found = tried.sentence
    except HardwareError as error:
        mend = "on a Pi: switch SPI on with 'sudo raspi-config nonint do_spi 0' and be in the groups spi and gpio"
        return Finding("strip", State.ABSENT, str(error), mend)
    return Finding("strip", State.WORKS, found)


def _settings_or_defaults() -> "Config":
    """The settings as they count; what is wrong with them is told by the line about them."""
    from firmware.config import Config, load

    try:
        return load()
    except ConfigError:
        return Config()


def _pins() -> Finding:
    from hardware.errors import HardwareError
    from hardware.gpio_chip import open_header

    try:
        open_header().close()
    except HardwareError as error:
        mend = "buttons and sounder need a Raspberry Pi, its group gpio and the package lgpio"
        return Finding("pins", State.ABSENT, str(error), mend)
    return Finding("pins", State.WORKS, "the header's pins can be used")


def _groups() -> Finding:
    """Whether the devices that are here may be opened by this user."""
    devices = [path for pattern in ("gpiochip*", "spidev*", "video*") for path in sorted(Path("/dev").glob(pattern))]
    barred = [path for path in devices if not os.access(path, os.R_OK | os.W_OK)]
    if barred:
        names = ", ".join(map(str, barred))
        mend = "sudo usermod -aG gpio,spi,video $USER, then log in again"
        return Finding("rights", State.FAILS, f"no right to use {names}", mend)
    if not devices:
        return Finding("rights", State.ABSENT, "no pins, SPI or video devices are here")
    return Finding("rights", State.WORKS, f"all {len(devices)} devices of pins, SPI and video can be opened")
