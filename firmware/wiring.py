"""How the parts are wired, from the settings; what contradicts itself is refused before anything is opened."""

from typing import TYPE_CHECKING

from firmware.errors import ConfigError
from firmware.patterns import LED_COUNT
from hardware.errors import DeviceBusyError, InvalidValueError
from hardware.gpio_buttons import ButtonWiring
from hardware.pins import STRIP_DATA_PIN, PinUse, refuse_clashes, spi_uses
from hardware.strip_wiring import ColourOrder, StripWiring, parse_order
from hardware.ws281x import METHODS
from referee.controls import Button

if TYPE_CHECKING:
    from firmware.config import Buttons, Config, Strip

SHUTDOWN = "shutdown"
SHUTDOWN_SECONDS = 3.0
"""How long that button must be held: children press buttons."""


def refuse_contradictions(config: "Config") -> None:
    """See that the parts can be wired as the settings say, all of them at once.

    Raises:
        ConfigError: With the settings that do not go together.
    """
    strip_wiring(config.strip)
    refuse_data_pin(config.strip)
    refuse_pin_clashes(config)


def strip_wiring(settings: "Strip") -> StripWiring:
    """The strip as the settings tell it.

    Raises:
        ConfigError: When they contradict themselves.
    """
    try:
        return StripWiring(
            length=LED_COUNT,
            colour_order=ColourOrder(settings.colour_order),
            first_led=settings.first_led,
            unused=settings.count - LED_COUNT,
            order=parse_order(settings.order),
            is_reversed=settings.is_reversed,
            brightness_percent=settings.brightness_percent,
            budget_milliamps=settings.budget_milliamps,
        )
    except InvalidValueError as error:
        raise ConfigError(str(error)) from error


def refuse_data_pin(settings: "Strip") -> None:
    """See that the strip's driver can send on its pin.

    Raises:
        ConfigError: With the pins that it can send on.
    """
    usable = {"spi": (STRIP_DATA_PIN,), "none": (settings.data_pin,)}.get(settings.driver, tuple(METHODS))
    if settings.data_pin not in usable:
        names = ", ".join(map(str, usable))
        wanted = f"expected {'one of ' if len(usable) > 1 else ''}{names} with the driver {settings.driver}"
        raise ConfigError(f"strip.data_pin: {wanted}, got {settings.data_pin}")


def refuse_pin_clashes(config: "Config") -> None:
    """See that no two parts want one pin.

    Raises:
        ConfigError: With the names of both settings.
    """
    uses: list[PinUse] = []
    if config.strip.driver != "none":
        is_spi = config.strip.data_pin == STRIP_DATA_PIN
        uses += spi_uses("strip") if is_spi else (PinUse(config.strip.data_pin, "strip.data_pin"),)
    if config.sounder.kind != "none":
        uses.append(PinUse(config.sounder.pin, "sounder.pin"))
    uses += [
        PinUse(wiring.pin, f"buttons.{wiring.name.replace('-', '_')}") for wiring in button_wirings(config.buttons)
    ]
    try:
        refuse_clashes(uses)
    except (DeviceBusyError, InvalidValueError) as error:
        raise ConfigError(str(error)) from error


def button_wirings(settings: "Buttons") -> tuple[ButtonWiring, ...]:
    """The buttons that are there, named as the referee names them; and the one that shuts the computer down."""
    pins = {Button.ACCEPT: settings.accept, Button.UNDO: settings.undo, Button.NEW_GAME: settings.new_game}
    wirings = tuple(ButtonWiring(button.value, pin, settings.pulls_up) for button, pin in pins.items() if pin >= 0)
    if settings.shutdown < 0:
        return wirings
    return (*wirings, ButtonWiring(SHUTDOWN, settings.shutdown, settings.pulls_up, SHUTDOWN_SECONDS))
