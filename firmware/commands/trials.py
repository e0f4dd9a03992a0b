"""The devices that `pop10 doctor --strip/--sound/--buttons/--camera` lets a person try, opened as the settings say."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from queue import SimpleQueue
from typing import TYPE_CHECKING

from firmware.output import complain, write_line

if TYPE_CHECKING:
    from firmware.config import Config
    from hardware.ports import ButtonPressed, Camera, Clock, Sounder, Strip

PARTS = ("strip", "sound", "buttons", "camera")


def try_part(part: str, config: "Config", *, is_simulated: bool) -> bool:
    """Let a person try one part, real or its twin.

    Returns: Whether it could be tried.

    Raises:
        ConfigError: When its settings cannot be.
    """
    from firmware import trials
    from hardware.errors import HardwareError
    from hardware.simulated.clocks import SimulatedClock, SystemClock

    clock: Clock = SimulatedClock() if is_simulated else SystemClock()
    try:
        match part:
            case "strip":
                with _strip(config, clock, is_simulated=is_simulated) as strip:
                    trials.try_strip(strip, clock, write_line)
            case "sound":
                with _sounder(config, clock, is_simulated=is_simulated) as sounder:
                    trials.try_sounder(sounder, clock, write_line)
            case "buttons":
                with _buttons(config, clock, is_simulated=is_simulated) as (presses, names):
                    trials.try_buttons(presses, names, write_line)
            case _:
                with _camera(config, clock, is_simulated=is_simulated) as camera:
                    return trials.try_camera(camera, write_line)
    except HardwareError as error:
        complain(f"pop10 doctor: {error}")
        return False
    return True


@contextmanager
def _strip(config: "Config", clock: "Clock", *, is_simulated: bool) -> Iterator["Strip"]:
    from firmware.patterns import LED_COUNT
    from firmware.wiring import strip_wiring
    from hardware.errors import DeviceMissingError
    from hardware.probe import StripDriver, choose, open_strip, probe
    from hardware.simulated.strip import SimulatedStrip

    if is_simulated:
        yield SimulatedStrip(LED_COUNT, clock)
        return
    settings = config.strip
    if settings.driver == "none":
        raise DeviceMissingError("strip: none, as the settings say")
    wiring = strip_wiring(settings)
    if settings.driver == "auto":
        choice = choose(wiring, settings.data_pin)
        driver, reason = choice.driver, choice.reason
    else:
        driver = StripDriver(settings.driver)
        tried = probe(driver, wiring, settings.data_pin)
        if not tried.works:
            raise DeviceMissingError(tried.sentence)
        reason = tried.sentence
    write_line(reason)
    with open_strip(driver, wiring, settings.data_pin) as strip:
        yield strip


@contextmanager
def _sounder(config: "Config", clock: "Clock", *, is_simulated: bool) -> Iterator["Sounder"]:
    from hardware.errors import DeviceMissingError
    from hardware.gpio_chip import open_header
    from hardware.gpio_sounder import ActiveBuzzer, PassiveBuzzer
    from hardware.simulated.sounder import SimulatedSounder

    if is_simulated:
        yield SimulatedSounder(clock)
        return
    settings = config.sounder
    if settings.kind == "none":
        raise DeviceMissingError("sounder: none, as the settings say")
    with ExitStack() as opened:
        factory = open_header()
        opened.callback(factory.close)
        # Whoever tries a sounder wants to hear it, muted or at night too.
        buzzer = PassiveBuzzer if settings.kind == "passive" else ActiveBuzzer
        yield opened.enter_context(buzzer(factory, settings.pin))


@contextmanager
def _buttons(
    config: "Config", clock: "Clock", *, is_simulated: bool
) -> Iterator[tuple["SimpleQueue[ButtonPressed]", tuple[str, ...]]]:
    from firmware.wiring import button_wirings
    from hardware.gpio_buttons import GpioButtons
    from hardware.gpio_chip import open_header
    from hardware.simulated.buttons import SimulatedButtons

    wirings = button_wirings(config.buttons)
    names = tuple(wiring.name for wiring in wirings)
    presses: SimpleQueue[ButtonPressed] = SimpleQueue()
    with ExitStack() as opened:
        if is_simulated:
            twins = opened.enter_context(SimulatedButtons(names, presses.put, clock))
            for name in names:
                twins.press(name)
        else:
            factory = open_header()
            opened.callback(factory.close)
            # Here the button that shuts the computer down only says that it works.
            opened.enter_context(GpioButtons(wirings, presses.put, clock, factory=factory))
        yield presses, names


@contextmanager
def _camera(config: "Config", clock: "Clock", *, is_simulated: bool) -> Iterator["Camera"]:
    from firmware.rig import open_camera
    from hardware.simulated.camera import SimulatedCamera
    from hardware.simulated.table import Table

    if is_simulated:
        with SimulatedCamera(Table(), clock) as twin:
            yield twin
        return
    camera, reason = open_camera(config.camera, clock)
    with camera:
        write_line(f"camera: {reason}")
        yield camera
