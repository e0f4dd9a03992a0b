"""The real devices of one table, opened as the settings say; what is not there is named and done without."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from firmware.adjusting import AdjustableSounder, AdjustableStrip
from firmware.adopting import InUse
from firmware.config import Buttons as ButtonSettings
from firmware.config import Camera as CameraSettings
from firmware.config import Config
from firmware.config import Sounder as SounderSettings
from firmware.config import Strip as StripSettings
from firmware.patterns import LED_COUNT
from firmware.quiet import QuietHours, QuietSounder
from firmware.wiring import SHUTDOWN, button_wirings, refuse_contradictions, strip_wiring
from hardware import camera_choice, probe, v4l2_devices
from hardware.camera_choice import CameraChoice
from hardware.errors import DeviceAbsentError, DeviceMissingError, HardwareError
from hardware.gpio_buttons import GpioButtons
from hardware.gpio_chip import PinFactory, open_header
from hardware.gpio_sounder import ActiveBuzzer, NoSounder, PassiveBuzzer
from hardware.kept_camera import KeptCamera
from hardware.picamera import PiCamera
from hardware.ports import ButtonPressed, Camera, Clock, Deliver, Sounder, Strip
from hardware.power import switch_off
from hardware.recording import PictureFolder, VideoFile
from hardware.simulated.strip import SimulatedStrip
from hardware.v4l2 import V4l2Camera


@dataclass(frozen=True, slots=True)
class Rig:
    """Open devices.

    Attributes:
        camera: Looks at the board; opens itself again after it was lost.
        strip: Shows the lights; one without LEDs when there is none.
        sounder: Plays the tunes; a silent one when there is none.
        notes: A sentence for each device: what was taken and why, or what is missing.
        in_use: The settings that it was opened by, and what adjusts its devices to others.
    """

    camera: Camera
    strip: Strip
    sounder: Sounder
    notes: tuple[str, ...]
    in_use: InUse = field(default_factory=InUse)


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
    refuse_contradictions(config)
    notes: list[str] = []
    with ExitStack() as opened:
        camera, reason = open_camera(config.camera, clock)
        opened.enter_context(camera)
        notes.append(f"camera: {reason}")
        strip = opened.enter_context(_open_strip(config.strip, clock, notes))
        factory = _open_pins(opened, notes)
        sounder = opened.enter_context(
            AdjustableSounder(config.sounder, lambda settings: open_sounder(settings, factory, notes))
        )
        if factory is not None:
            _open_buttons(opened, config.buttons, factory, clock, deliver, notes)
        in_use = InUse(config, {"strip": strip.adopt, "sounder": sounder.adopt})
        yield Rig(camera, strip, sounder, tuple(notes), in_use)


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


def open_camera(settings: CameraSettings, clock: Clock) -> tuple[Camera, str]:
    """The camera, and why it was taken.

    Raises:
        DeviceMissingError: When there is none.
    """
    choice = choose_camera(settings)
    if choice.driver == "picamera2":
        return KeptCamera(lambda: PiCamera(int(choice.device), clock=clock), clock), choice.reason
    # A recording is over at its end; opened again it would tell the same game once more.
    if choice.driver == "file":
        return VideoFile(Path(choice.device), clock), choice.reason
    if choice.driver == "folder":
        return PictureFolder(Path(choice.device), clock), choice.reason
    return KeptCamera(lambda: _open_usb(choice.device, clock, is_named=bool(settings.device)), clock), choice.reason


def _open_usb(device: str, clock: Clock, *, is_named: bool) -> Camera:
    """The camera, or, where the settings name none and it is gone, another that is plugged in now.

    Raises:
        HardwareError: When neither can be opened.
    """
    try:
        return V4l2Camera(device, clock=clock)
    except DeviceAbsentError:
        others = () if is_named else v4l2_devices.find_cameras()
        if not others:
            raise
        return V4l2Camera(others[0].path, clock=clock)


def choose_camera(settings: CameraSettings) -> CameraChoice:
    """Which camera is to be taken, and why, without opening it.

    Raises:
        DeviceMissingError: When there is none.
    """
    if settings.driver in ("file", "folder"):
        return CameraChoice(settings.driver, settings.device, f"the recording {settings.device}, as the settings say")
    found = camera_choice.look()
    if settings.driver == "auto" and not settings.device:
        return camera_choice.choose(found)
    driver = settings.driver
    if driver == "auto":
        driver = "picamera2" if settings.device.isdecimal() else "v4l2"
    if driver == "picamera2":
        number = settings.device or "0"
        return CameraChoice(driver, number, f"number {number} of libcamera, as the settings say")
    if settings.device:
        return CameraChoice(driver, settings.device, f"{settings.device}, as the settings say")
    if not found.on_usb:
        raise DeviceMissingError("camera: the settings say v4l2, and no USB camera is plugged in")
    first = found.on_usb[0]
    return CameraChoice(driver, first.path, f"{first.name}, the first on USB, as the settings say")


def _open_strip(settings: StripSettings, clock: Clock, notes: list[str]) -> AdjustableStrip:
    try:
        driver = _choose_strip(settings, notes)
        if driver is not None:

            def reopen(changed: StripSettings) -> Strip:
                return probe.open_strip(driver, strip_wiring(changed), settings.data_pin)

            return AdjustableStrip(reopen(settings), settings, reopen)
    except HardwareError as error:
        notes.append(f"{error}; going on without lights")
    return AdjustableStrip(_no_strip(clock), settings, lambda _: _no_strip(clock))


def _no_strip(clock: Clock) -> Strip:
    return SimulatedStrip(LED_COUNT, clock, kept=1)


def _choose_strip(settings: StripSettings, notes: list[str]) -> probe.StripDriver | None:
    """The driver that works here; None where the settings want none, or the one that they want does not."""
    if settings.driver == "none":
        notes.append("strip: none, as the settings say")
        return None
    wiring = strip_wiring(settings)
    if settings.driver == "auto":
        choice = probe.choose(wiring, settings.data_pin)
        notes.append(choice.reason)
        return choice.driver
    driver = probe.StripDriver(settings.driver)
    # What the driver wraps may take the program down with it, so it is tried in a process of its own first.
    tried = probe.probe(driver, wiring, settings.data_pin)
    notes.append(tried.sentence)
    return driver if tried.works else None


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
    if settings.is_silent:
        notes.append("sounder: silent, as the settings say")
        return NoSounder()
    if factory is None:
        return NoSounder()
    try:
        sounder = (PassiveBuzzer if settings.kind == "passive" else ActiveBuzzer)(factory, settings.pin)
    except HardwareError as error:
        notes.append(f"{error}; going on without a sounder")
        return NoSounder()
    hours = QuietHours.of(settings)
    if hours is None:
        notes.append(f"sounder: a {settings.kind} buzzer on GPIO{settings.pin}")
        return sounder
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
