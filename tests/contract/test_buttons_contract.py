"""What every buttons driver must do, by name. A new driver is one more entry in `BENCHES`."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.drivers import BUTTONS
from hardware.gpio_buttons import BOUNCE_SECONDS, ButtonWiring, GpioButtons
from hardware.gpio_chip import PinFactory, open_header
from hardware.ports import ButtonPressed, Buttons, Deliver
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.clocks import SimulatedClock, SystemClock

NAMES = ("accept", "undo")
PINS = {"accept": 17, "undo": 27}
WIRINGS = [ButtonWiring(name, PINS[name]) for name in NAMES]


@dataclass(frozen=True)
class ButtonsBench:
    """Two open buttons, "accept" and "undo", and a way to push one; `bouncing` with a bad contact."""

    buttons: Buttons
    push: Callable[[str], None]
    push_bouncing: Callable[[str], None]
    pins: PinFactory | None = None


def simulated(deliver: Deliver) -> ButtonsBench:
    clock = SimulatedClock()
    buttons = SimulatedButtons(NAMES, deliver, clock)

    def push(name: str, bounces: int = 0) -> None:
        buttons.press(name, bounces=bounces)
        clock.wait(0.3)

    return ButtonsBench(buttons, push, lambda name: push(name, 6))


def gpio(deliver: Deliver) -> ButtonsBench:
    pins = MockFactory(pin_class=MockPWMPin)
    buttons = GpioButtons(WIRINGS, deliver, SystemClock(), factory=pins)

    def push(name: str) -> None:
        pins.pin(PINS[name]).drive_low()
        time.sleep(0.01)
        pins.pin(PINS[name]).drive_high()

    def push_bouncing(_name: str) -> None:
        pytest.skip("gpiozero's mock pins do not debounce; those of the kernel do")

    return ButtonsBench(buttons, push, push_bouncing, pins)


def gpio_of_the_kernel(deliver: Deliver) -> ButtonsBench:
    folders = list(Path("/sys").glob("devices/platform/gpio-sim*/gpiochip*"))
    if not folders:
        pytest.skip("no simulated GPIO chip: run inside .ci/vm.sh")

    def pull(name: str, way: str) -> None:
        (folders[0] / f"sim_gpio{PINS[name]}/pull").write_text(way)

    for name in NAMES:
        pull(name, "pull-up")
    pins = open_header()
    buttons = GpioButtons(WIRINGS, deliver, SystemClock(), factory=pins)
    time.sleep(0.05)

    def push(name: str) -> None:
        pull(name, "pull-down")
        time.sleep(0.1)
        pull(name, "pull-up")
        time.sleep(0.1)

    def push_bouncing(name: str) -> None:
        last = time.monotonic()
        for way in ("pull-down", "pull-up") * 6:
            pull(name, way)
            last, before = time.monotonic(), last
            if last - before > BOUNCE_SECONDS / 2:
                pytest.skip("this machine is too busy to bounce fast enough")
        push(name)

    return ButtonsBench(buttons, push, push_bouncing, pins)


BENCHES: dict[str, Callable[[Deliver], ButtonsBench]] = {
    "gpio": gpio,
    "gpio of the kernel": gpio_of_the_kernel,
    "simulated": simulated,
}
"""Opens each driver, or skips the test with the reason why it cannot be opened here."""


class Taker:
    """Keeps what is delivered; raises once on request."""

    def __init__(self) -> None:
        self.pressed: list[ButtonPressed] = []
        self.fails = False

    def __call__(self, pressed: ButtonPressed) -> None:
        if self.fails:
            self.fails = False
            raise RuntimeError("the taker has a bug")
        self.pressed.append(pressed)

    def names(self, wanted: int) -> list[str]:
        """What came, after waiting a moment for as many as are wanted."""
        end = time.monotonic() + 1
        while len(self.pressed) < wanted and time.monotonic() < end:
            time.sleep(0.01)
        return [pressed.name for pressed in self.pressed]


def test_every_buttons_driver_is_on_the_bench() -> None:
    assert {name.split()[0] for name in BENCHES} == set(BUTTONS)


@pytest.fixture
def taker() -> Taker:
    return Taker()


@pytest.fixture(params=sorted(BENCHES))
def bench(request: pytest.FixtureRequest, taker: Taker):
    bench = BENCHES[request.param](taker)
    yield bench
    bench.buttons.close()
    if bench.pins is not None:
        bench.pins.close()


def test_each_press_is_delivered_once_with_its_name_and_time(bench: ButtonsBench, taker: Taker) -> None:
    assert bench.buttons.names == NAMES
    for name in ("accept", "undo", "undo"):
        bench.push(name)
    assert taker.names(3) == ["accept", "undo", "undo"]
    assert taker.pressed[0].at <= taker.pressed[1].at < taker.pressed[2].at


def test_a_bouncing_contact_is_one_press(bench: ButtonsBench, taker: Taker) -> None:
    bench.push_bouncing("accept")
    bench.push_bouncing("accept")
    assert taker.names(2) == ["accept", "accept"]


def test_a_bug_of_the_taker_loses_that_press_only(
    bench: ButtonsBench, taker: Taker, caplog: pytest.LogCaptureFixture
) -> None:
    taker.fails = True
    bench.push("accept")
    bench.push("undo")
    assert taker.names(1) == ["undo"]
    assert "accept" in caplog.text
    assert "the taker has a bug" in caplog.text


def test_the_buttons_close_twice(bench: ButtonsBench) -> None:
    with bench.buttons:
        pass
    bench.buttons.close()
