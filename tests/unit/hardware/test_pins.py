"""Pins that two parts want."""

import pytest

from hardware import pins
from hardware.errors import DeviceBusyError, InvalidValueError
from hardware.pins import PinUse, refuse_clashes, spi_uses

DEFAULT_USES = (
    *spi_uses("strip"),
    PinUse(pins.BUZZER_PIN, "sounder.pin"),
    PinUse(pins.ACCEPT_PIN, "buttons.accept"),
    PinUse(pins.UNDO_PIN, "buttons.undo"),
    PinUse(pins.NEW_GAME_PIN, "buttons.new_game"),
    PinUse(pins.SHUTDOWN_PIN, "buttons.shutdown"),
)


def test_the_default_wiring_has_no_clash() -> None:
    refuse_clashes(DEFAULT_USES)
    assert pins.STRIP_DATA_PIN in pins.SPI0_PINS


def test_a_clash_names_both_parts() -> None:
    with pytest.raises(DeviceBusyError) as caught:
        refuse_clashes([PinUse(17, "buttons.accept"), PinUse(17, "sounder.pin")])
    assert str(caught.value) == "GPIO17 is taken by buttons.accept; give sounder.pin another pin"


@pytest.mark.parametrize(("pin", "role"), [(7, "CE1"), (8, "CE0"), (9, "MISO"), (10, "MOSI"), (11, "SCLK")])
def test_pins_of_spi_are_the_strips(pin: int, role: str) -> None:
    with pytest.raises(DeviceBusyError) as caught:
        refuse_clashes([*spi_uses("strip"), PinUse(pin, "buttons.undo")])
    assert str(caught.value) == f"GPIO{pin} is taken by strip (SPI {role}); give buttons.undo another pin"


@pytest.mark.parametrize("pin", [-1, 28, 40])
def test_a_pin_off_the_header_is_refused(pin: int) -> None:
    with pytest.raises(InvalidValueError, match=rf"buttons.undo: pin must be GPIO0 to GPIO27, got {pin}"):
        refuse_clashes([PinUse(pin, "buttons.undo")])
