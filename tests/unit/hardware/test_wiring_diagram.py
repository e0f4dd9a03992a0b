"""The wiring diagram draws the default settings, on the pins where a Pi's header really has them."""

import re
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from gpiozero.pins.mock import MockFactory

from firmware.config import Config
from hardware.gpio_buttons import DEFAULT_BUTTONS
from hardware.pins import BUZZER_PIN, SPI0_PINS, STRIP_DATA_PIN

DIAGRAM = Path(__file__).parents[3] / "hardware/wiring.svg"
SVG = "{http://www.w3.org/2000/svg}"
DEFAULTS = {
    "strip": STRIP_DATA_PIN,
    "sounder": BUZZER_PIN,
    **{f"buttons.{button.name}": button.pin for button in DEFAULT_BUTTONS},
}


@pytest.fixture(scope="module")
def drawing() -> ElementTree.Element:
    return ElementTree.parse(DIAGRAM).getroot()


def wires(drawing: ElementTree.Element) -> list[ElementTree.Element]:
    return [path for path in drawing.iter(f"{SVG}path") if "data-part" in path.attrib]


def test_every_default_pin_is_drawn_once_and_no_other(drawing: ElementTree.Element) -> None:
    drawn = [
        (path.get("data-part"), int(path.get("data-gpio", ""))) for path in wires(drawing) if "data-gpio" in path.attrib
    ]
    assert sorted(drawn) == sorted(DEFAULTS.items())


def test_each_signal_leaves_the_header_where_a_pi_has_that_pin(
    drawing: ElementTree.Element, mock_pins: MockFactory
) -> None:
    header = mock_pins.board_info.headers["J8"]
    for path in wires(drawing):
        name = header.pins[int(path.get("data-header", ""))].name
        if "data-gpio" in path.attrib:
            assert name == f"GPIO{path.get('data-gpio')}", path.get("data-part")
        else:
            wanted = "5V" if "power" in path.get("class", "") else "GND"
            assert name == wanted, path.get("data-part")


def test_the_settings_of_the_program_have_the_same_defaults() -> None:
    settings = Config()
    assert settings.strip.data_pin == DEFAULTS["strip"]
    assert settings.sounder.pin == DEFAULTS["sounder"]
    for field in msgspec.structs.fields(settings.buttons):
        if field.name != "pulls_up":
            assert getattr(settings.buttons, field.name) == DEFAULTS[f"buttons.{field.name.replace('_', '-')}"]


def test_each_wire_begins_at_the_circle_of_its_pin(drawing: ElementTree.Element) -> None:
    circles = {circle.get("id"): circle for circle in drawing.iter(f"{SVG}circle") if "id" in circle.attrib}
    assert len(circles) == 40
    touched = set()
    for path in wires(drawing):
        pin = circles[f"pin-{path.get('data-header')}"]
        begin = re.match(r"M (\d+) (\d+) ", path.get("d", ""))
        assert begin is not None
        assert begin.groups() == (pin.get("cx"), pin.get("cy"))
        touched.add(pin.get("id"))
    assert {name for name, circle in circles.items() if "used" in circle.get("class", "")} == touched


def test_the_pins_are_named_in_the_picture_and_spi_is_warned_of(drawing: ElementTree.Element) -> None:
    texts = " ".join(element.text or "" for element in drawing.iter(f"{SVG}text"))
    for pin in DEFAULTS.values():
        assert f"GPIO{pin}" in texts
    others = sorted(set(SPI0_PINS) - {STRIP_DATA_PIN})
    assert f"GPIO{', '.join(map(str, others[:-1]))} and {others[-1]}" in texts
