"""The strip through rpi_ws281x: a double of the library, and the real one's exit in a process of its own."""

import atexit
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.board_model import BoardModel, decode
from hardware.errors import DeviceClosedError, DeviceMissingError, InvalidValueError, StripError
from hardware.ports import Colour
from hardware.strip_wiring import ColourOrder, StripWiring
from hardware.ws281x import User, Ws281xStrip

PI_4 = decode(0xC03114)
PI_5 = decode(0xD04170, "Raspberry Pi 5 Model B Rev 1.0")
ROOT = User(is_root=True)
SOMEONE = User(is_root=False)
PROJECT = Path(__file__).parents[3]


class FakeLibrary:
    """A PixelStrip that keeps what it shows."""

    def __init__(self, begin_error: RuntimeError | None = None) -> None:
        self.begin_error = begin_error
        self.show_error: RuntimeError | None = None
        self.pixels: dict[int, tuple[int, ...]] = {}
        self.shown: list[dict[int, tuple[int, ...]]] = []
        self.cleanups = 0
        atexit.register(self._cleanup)

    def begin(self) -> None:
        if self.begin_error is not None:
            raise self.begin_error

    def setPixelColorRGB(self, n: int, red: int, green: int, blue: int, white: int = 0) -> None:  # noqa: N802
        self.pixels[n] = (red, green, blue, white)

    def show(self) -> None:
        if self.show_error is not None:
            raise self.show_error
        self.shown.append(dict(self.pixels))

    def _cleanup(self) -> None:
        self.cleanups += 1


def opened(library: FakeLibrary, wiring: StripWiring | None = None) -> Ws281xStrip:
    return Ws281xStrip(
        wiring or StripWiring(), board=PI_4, user=SOMEONE, new_library=lambda _wiring, _pin, _dma: library
    )


def test_channels_reach_the_library_in_wiring_order_and_within_brightness() -> None:
    library = FakeLibrary()
    with opened(library, StripWiring(length=2, first_led=1, colour_order=ColourOrder.GRBW)) as strip:
        strip.show([Colour(200, 100, 40), Colour(0, 0, 0)])
        assert library.shown[-1] == {0: (0, 0, 0, 0), 1: (25, 50, 10, 0), 2: (0, 0, 0, 0)}


def test_it_is_dark_when_opened_and_when_closed_and_closes_twice() -> None:
    library = FakeLibrary()
    strip = opened(library)
    dark = dict.fromkeys(range(27), (0, 0, 0, 0))
    assert library.shown == [dark]
    strip.show([Colour(255, 255, 255)] * 27)
    strip.close()
    strip.close()
    assert library.shown[-1] == dark
    assert library.cleanups == 1
    with pytest.raises(DeviceClosedError):
        strip.show([Colour.DARK] * 27)


def test_a_failed_begin_is_one_sentence_and_its_exit_hook_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    library = FakeLibrary(RuntimeError("ws2811_init failed with code -14 (Unable to initialize SPI)"))
    gone: list[object] = []
    monkeypatch.setattr(atexit, "unregister", gone.append)
    with pytest.raises(StripError, match=r"cannot start on GPIO10: ws2811_init .*; switch SPI on"):
        opened(library)
    assert gone == [library._cleanup]
    assert library.cleanups == 0


def test_a_frame_that_fails_is_a_strip_error_and_closing_still_gives_the_hardware_back() -> None:
    library = FakeLibrary()
    strip = opened(library)
    library.show_error = RuntimeError("ws2811_render failed with code -15 (SPI transfer error)")
    with pytest.raises(StripError, match="failed to send a frame: ws2811_render failed"):
        strip.show([Colour.DARK] * 27)
    strip.close()
    assert library.cleanups == 1


@pytest.mark.parametrize(
    ("board", "user", "pin", "dma", "kind", "message"),
    [
        (None, ROOT, 10, 10, DeviceMissingError, "works on a Raspberry Pi only"),
        (PI_5, ROOT, 10, 10, DeviceMissingError, "does not know this board (Raspberry Pi 5 Model B Rev 1.0); use the"),
        (PI_4, SOMEONE, 18, 10, DeviceMissingError, "PWM on GPIO18 needs root; wire the strip to GPIO10"),
        (PI_4, SOMEONE, 21, 10, DeviceMissingError, "PCM on GPIO21 needs root; wire the strip to GPIO10"),
        (PI_4, ROOT, 17, 10, InvalidValueError, "GPIO10, GPIO12, GPIO18, GPIO13, GPIO19, GPIO21; got GPIO17"),
        (PI_4, ROOT, 10, 5, InvalidValueError, "DMA channel 5 is the card reader's on a Pi 3; use 10"),
    ],
)
def test_what_cannot_work_is_refused_before_the_library_is_touched(
    board: BoardModel | None, user: User, pin: int, dma: int, kind: type[Exception], message: str
) -> None:
    def never(_wiring: StripWiring, _pin: int, _dma: int) -> FakeLibrary:
        raise AssertionError("the library was made")

    with pytest.raises(kind) as caught:
        Ws281xStrip(StripWiring(), pin=pin, dma=dma, board=board, user=user, new_library=never)
    assert message in str(caught.value)


def test_the_real_library_failing_to_begin_does_not_crash_the_interpreter_at_exit() -> None:
    pytest.importorskip("rpi_ws281x", reason="rpi-ws281x is not installed")
    program = """
from hardware.board_model import decode
from hardware.errors import StripError
from hardware.strip_wiring import StripWiring
from hardware.ws281x import Ws281xStrip
try:
    Ws281xStrip(StripWiring(), board=decode(0xC03114))  # says it is a Pi 4, which the library then finds untrue
except StripError as error:
    print(error)
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True, timeout=60, check=False
    )
    assert "rpi_ws281x cannot start on GPIO10: ws2811_init failed" in ended.stdout
    assert ended.returncode == 0, f"exit status {ended.returncode}: {ended.stderr}"


def test_the_real_library_does_crash_when_left_alone() -> None:
    """Why the driver takes the exit hook away; when this fails, that care is no longer needed."""
    pytest.importorskip("rpi_ws281x", reason="rpi-ws281x is not installed")
    program = "import rpi_ws281x; strip = rpi_ws281x.PixelStrip(27, 10)"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60, check=False)
    assert ended.returncode < 0


def test_an_absent_library_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rpi_ws281x", None)
    with pytest.raises(DeviceMissingError, match="the Python package rpi-ws281x is not installed; install it, or use"):
        Ws281xStrip(StripWiring(), board=PI_4, user=SOMEONE)
