"""The real devices of one table, opened as the settings say; what is not there is named and done without."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import time

from firmware.config import Buttons as ButtonSettings
from firmware.config import Camera as CameraSettings
from firmware.config import Config
from firmware.config import Sounder as SounderSettings
from firmware.config import Strip as StripSettings
from firmware.errors import ConfigError
from firmware.patterns import LED_COUNT
from firmware.quiet import QuietHours, QuietSounder
from hardware import camera_choice, probe
from hardware.errors import DeviceBusyError, DeviceMissingError, HardwareError, InvalidValueError
from hardware.gpio_buttons import ButtonWiring, GpioButtons
from hardware.gpio_chip import PinFactory, open_header
from hardware.gpio_sounder import ActiveBuzzer, NoSounder, PassiveBuzzer
from hardware.kept_camera import KeptCamera
from hardware.picamera import PiCamera
from hardware.pins import PinUse, refuse_clashes, spi_uses
from hardware.ports import ButtonPressed, Camera, Clock, Deliver, Sounder, Strip
from hardware.power import switch_off
from hardware.simulated.strip import SimulatedStrip
from hardware.strip_wiring import ColourOrder, StripWiring, parse_order
from hardware.v4l2 import V4l2Camera
from referee.controls import Button

SHUTDOWN = "shutdown"
SHUTDOWN_SECONDS = 3.0
"""How long that button must be held: children press buttons."""


@dataclass(frozen=True, slots=True)
class Rig:
    """Open devices.

    Attributes:
        camera: Looks at the board; opens itself again after it was lost.
        strip: Shows the lights; one without LEDs when there is none.
        sounder: Plays the tunes; a silent one when there is none.
        notes: A sentence for each device: what was taken and why, or what is missing.
    """

    camera: Camera
    strip: Strip
    sounder: Sounder
    notes: tuple[str, ...]


@contextmanager
def open_rig(config: Config, clock: Clock, deliver: Deliver) -> Iterator[Rig]:
    """Open everything; leaving makes the strip dark and the sounder silent.

    Args:
        config: Which devices, on which pins.
        clock: Their time.
        deliver: Gets each press of a button, on another thread.

    Raises:
        ConfigError: When the settings cannot be: two parts on one pin, an order of LEDs that is none.
        DeviceMissingError: When there is no camera; everything else can be done without.
    """
    wiring = strip_wiring(config.strip)
    refuse_pin_clashes(config)
    notes: list[str] = []
    with ExitStack() as opened:
        camera, reason = open_camera(config.camera, clock)
        opened.enter_context(camera)
        notes.append(f"camera: {reason}")
        strip = opened.enter_context(_open_strip(config.strip, wiring, clock, notes))
        factory = _open_pins(opened, notes)
        sounder = opened.enter_context(open_sounder(config.sounder, factory, notes))
        if factory is not None:
            _open_buttons(opened, config.buttons, factory, clock, deliver, notes)
        yield Rig(camera, strip, sounder, tuple(notes))


def strip_wiring(settings: StripSettings) -> StripWiring:
    """The strip as the settings tell it.

    Raises:
        ConfigError: When they contradict themselves.
    """
    try:
        return StripWiring(
            length=LED_COUNT,
            colour_order=ColourOrder(settings.colour_order),
            first_led=settings.first_led,
            order=parse_order(settings.order),
            is_reversed=settings.is_reversed,
            brightness_percent=settings.brightness_percent,
            budget_milliamps=settings.budget_milliamps,
        )
    except InvalidValueError as error:
        raise ConfigError(f"settings: {error}") from error


def refuse_pin_clashes(config: Config) -> None:
    """See that no two parts want one pin, before any is opened.

    Raises:
        ConfigError: With the names of both settings.
    """
    uses: list[PinUse] = []
    if config.strip.driver in ("auto", "spi"):
        uses += spi_uses("strip")
    elif config.strip.driver == "ws281x":
        uses.append(PinUse(config.strip.data_pin, "strip.data_pin"))
    if config.sounder.kind != "none":
        uses.append(PinUse(config.sounder.pin, "sounder.pin"))
    uses += [
        PinUse(wiring.pin, f"buttons.{wiring.name.replace('-', '_')}") for wiring in button_wirings(config.buttons)
    ]
    try:
        refuse_clashes(uses)
    except (DeviceBusyError, InvalidValueError) as error:
        raise ConfigError(f"settings: {error}") from error


def button_wirings(settings: ButtonSettings) -> tuple[ButtonWiring, ...]:
    """The buttons that are there, named as the referee names them; and the one that shuts the computer down."""
    pins = {Button.ACCEPT: settings.accept, Button.UNDO: settings.undo, Button.NEW_GAME: settings.new_game}
    wirings = tuple(ButtonWiring(button.value, pin, settings.pulls_up) for button, pin in pins.items() if pin >= 0)
    if settings.shutdown < 0:
        return wirings
    return (*wirings, ButtonWiring(SHUTDOWN, settings.shutdown, settings.pulls_up, SHUTDOWN_SECONDS))


def taking_out_shutdown(deliver: Deliver, switch_off: Callable[[], None] = switch_off) -> Deliver:
    """Hand over every press but that of the shutdown button, which is no matter of the game.

    Args:
        deliver: Gets the other presses.
        switch_off: Shuts the computer down; the system then ends this program like any other.
    """

    def take(pressed: ButtonPressed) -> None:
        if pressed.name == SHUTDOWN:
            switch_off()
        else:
            deliver(pressed)

    return take


def open_camera(settings: CameraSettings, clock: Clock) -> tuple[KeptCamera, str]:
    """The camera, and why it was taken.

    Raises:
        ConfigError: When the settings name it in a way that its driver does not know.
        DeviceMissingError: When there is none.
    """
    found = camera_choice.look()
    if settings.driver == "auto" and not settings.device:
        choice = camera_choice.choose(found)
        driver, device, reason = choice.driver, choice.device, choice.reason
    else:
        driver, device, reason = _told_camera(settings, found)
    if driver == "picamera2":
        return KeptCamera(lambda: PiCamera(int(device), clock=clock), clock), reason
    return KeptCamera(lambda: V4l2Camera(device, clock=clock), clock), reason


def _told_camera(settings: CameraSettings, found: camera_choice.Found) -> tuple[str, str, str]:
    """Driver, device and reason of a camera that the settings name, whole or in part."""
    driver = settings.driver
    if driver == "auto":
        driver = "picamera2" if settings.device.isdecimal() else "v4l2"
    if driver == "picamera2":
        if settings.device and not settings.device.isdecimal():
            raise ConfigError(f"settings: camera.device: with picamera2 a number is wanted, got {settings.device!r}")
        return driver, settings.device or "0", f"number {settings.device or '0'} of libcamera, as the settings say"
    if settings.device:
        return driver, settings.device, f"{settings.device}, as the settings say"
    if not found.on_usb:
        raise DeviceMissingError("camera: the settings say v4l2, and no USB camera is plugged in")
    return driver, found.on_usb[0].path, f"{found.on_usb[0].name}, the first on USB, as the settings say"


def _open_strip(settings: StripSettings, wiring: StripWiring, clock: Clock, notes: list[str]) -> Strip:
    if settings.driver == "none":
        notes.append("strip: none, as the settings say")
        return SimulatedStrip(LED_COUNT, clock, kept=1)
    try:
        if settings.driver == "auto":
            choice = probe.choose(wiring, settings.data_pin)
            notes.append(choice.reason)
            return probe.open_strip(choice.driver, wiring, settings.data_pin)
        driver = probe.StripDriver(settings.driver)
        # What the driver wraps may take the program down with it, so it is tried in a process of its own first.
        tried = probe.probe(driver, wiring, settings.data_pin)
        notes.append(tried.sentence)
        if tried.works:
            return probe.open_strip(driver, wiring, settings.data_pin)
    except HardwareError as error:
        notes.append(f"{error}; going on without lights")
    return SimulatedStrip(LED_COUNT, clock, kept=1)


def _open_pins(opened: ExitStack, notes: list[str]) -> PinFactory | None:
    try:
        factory = open_header()
    except HardwareError as error:
        notes.append(f"{error}; going on without sounder and buttons")
        return None
    opened.callback(factory.close)
    return factory


def open_sounder(settings: SounderSettings, factory: PinFactory | None, notes: list[str]) -> Sounder:
    """The sounder; a silent one where there is none, or the settings say so.

    Args:
        settings: Which, and when it is silent.
        factory: The header's pins; None where there are none.
        notes: Gets a sentence about it.
    """
    if settings.mute or settings.kind == "none":
        notes.append("sounder: silent, as the settings say")
        return NoSounder()
    if factory is None:
        return NoSounder()
    try:
        sounder = (PassiveBuzzer if settings.kind == "passive" else ActiveBuzzer)(factory, settings.pin)
    except HardwareError as error:
        notes.append(f"{error}; going on without a sounder")
        return NoSounder()
    if not settings.quiet_from:
        notes.append(f"sounder: a {settings.kind} buzzer on GPIO{settings.pin}")
        return sounder
    hours = QuietHours(time.fromisoformat(settings.quiet_from), time.fromisoformat(settings.quiet_until))
    until = f"silent from {settings.quiet_from} to {settings.quiet_until}"
    notes.append(f"sounder: a {settings.kind} buzzer on GPIO{settings.pin}, {until}")
    return QuietSounder(sounder, hours)


def _open_buttons(
    opened: ExitStack, settings: ButtonSettings, factory: PinFactory, clock: Clock, deliver: Deliver, notes: list[str]
) -> None:
    wirings = button_wirings(settings)
    try:
        opened.enter_context(GpioButtons(wirings, taking_out_shutdown(deliver), clock, factory=factory))
    except HardwareError as error:
        notes.append(f"{error}; going on without buttons")
        return
    names = ", ".join(f"{wiring.name} on GPIO{wiring.pin}" for wiring in wirings) or "none, as the settings say"
    notes.append(f"buttons: {names}")
