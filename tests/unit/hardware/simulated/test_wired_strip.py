"""What comes out of LEDs that are mounted otherwise than was told, and how that tells their order."""

from itertools import product

import pytest

from hardware.errors import InvalidValueError
from hardware.ports import Colour
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.wired_strip import WiredStrip
from hardware.strip_wiring import CHANNELS, ColourOrder, StripWiring, order_by_looks, with_white

SHOWN = {"red": Colour(255, 0, 0), "green": Colour(0, 255, 0), "blue": Colour(0, 0, 255)}
LENGTH = 5
DARK = Colour.DARK


def shown(colours: list[Colour], told: StripWiring, mounted: StripWiring) -> tuple[Colour, ...]:
    strip = SimulatedStrip(LENGTH, SimulatedClock())
    WiredStrip(strip, told, mounted).show(colours)
    return strip.colours


def looks(name: str, told: ColourOrder, mounted: ColourOrder) -> str:
    """What somebody says who sees the LEDs."""
    seen = shown(
        [SHOWN[name]] * LENGTH,
        StripWiring(LENGTH, told),
        StripWiring(LENGTH, mounted),
    )
    named = [each for each, colour in SHOWN.items() if set(seen) == {colour}]
    return named[0] if named else "several"


@pytest.mark.parametrize(("told", "mounted"), list(product(ColourOrder, ColourOrder)))
def test_two_colours_tell_any_order(told: ColourOrder, mounted: ColourOrder) -> None:
    if len(told.value) != len(mounted.value):
        assert looks("red", told, mounted) == "several"
        told = with_white(told)
        assert len(told.value) == len(mounted.value)
    found = order_by_looks(told, looks("red", told, mounted), looks("green", told, mounted))
    assert found is mounted
    assert [looks(name, found, mounted) for name in CHANNELS] == list(CHANNELS)


@pytest.mark.parametrize(
    ("red", "green", "said"),
    [
        ("red", "red", "red and green cannot both look red"),
        ("white", "green", "must look red, green, blue, got 'white'"),
    ],
)
def test_what_no_order_looks_like_is_refused(red: str, green: str, said: str) -> None:
    with pytest.raises(InvalidValueError, match=said):
        order_by_looks(ColourOrder.GRB, red, green)


def test_an_order_with_white_that_is_not_known_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="LEDs of the order BRGW are not known"):
        order_by_looks(ColourOrder.GRBW, red_looks="red", green_looks="blue")


@pytest.mark.parametrize(
    "wiring",
    [
        StripWiring(LENGTH, is_reversed=True),
        StripWiring(LENGTH, order=(2, 0, 1, 4, 3)),
        StripWiring(LENGTH, order=(2, 0, 1, 4, 3), is_reversed=True, first_led=1, colour_order=ColourOrder.RGBW),
        StripWiring(LENGTH, first_led=2, unused=4),
    ],
)
def test_what_is_told_rightly_comes_out_as_it_was_shown(wiring: StripWiring) -> None:
    colours = [Colour(10 * number, 5, 200) for number in range(LENGTH)]
    assert shown(colours, wiring, wiring) == tuple(colours)


def test_a_strip_fed_from_its_other_end_shows_the_other_end() -> None:
    lit = [SHOWN["red"], DARK, DARK, DARK, DARK]
    assert shown(lit, StripWiring(LENGTH), StripWiring(LENGTH, is_reversed=True)) == tuple(reversed(lit))


def test_a_wrong_number_of_colours_is_refused_as_by_every_strip() -> None:
    with pytest.raises(InvalidValueError, match="5 colours are wanted"):
        shown([DARK], StripWiring(LENGTH), StripWiring(LENGTH))
