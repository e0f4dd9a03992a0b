"""What may be sent to the strip."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import InvalidValueError
from hardware.ports import Colour
from hardware.strip_wiring import ColourOrder, StripWiring, parse_order

WHITE = Colour(255, 255, 255)
channels = st.integers(0, 255)
colours = st.builds(Colour, channels, channels, channels)


def test_brightness_scales_every_channel() -> None:
    levels = StripWiring(length=2).limit([Colour(200, 100, 0), Colour(4, 255, 40)])
    assert levels.tolist() == [[50, 25, 0], [1, 63, 10]]


def test_a_faint_channel_stays_lit() -> None:
    assert StripWiring(length=1).limit([Colour(1, 2, 0)]).tolist() == [[1, 1, 0]]


def test_no_brightness_is_dark() -> None:
    assert not StripWiring(length=3, brightness_percent=0).limit([WHITE] * 3).any()


def test_the_default_strip_all_white_keeps_to_the_budget() -> None:
    wiring = StripWiring()
    levels = wiring.limit([WHITE] * 27)
    assert wiring.milliamps(np.full((27, 3), 255, np.uint8)) == 27 + 27 * 60
    assert 400 < wiring.milliamps(levels) <= 500  # 63/255 of full would draw 427 mA: under the budget by itself


def test_a_frame_over_the_budget_is_dimmed_evenly() -> None:
    wiring = StripWiring(length=60, brightness_percent=100, budget_milliamps=300)
    levels = wiring.limit([Colour(255, 128, 0)] * 60)
    assert wiring.milliamps(levels) <= 300
    assert wiring.milliamps(levels + np.uint8(1)) > 290
    assert len({tuple(row) for row in levels.tolist()}) == 1
    assert levels[0, 0] == pytest.approx(2 * levels[0, 1], abs=2)


@given(st.lists(colours, min_size=1, max_size=40), st.integers(0, 100), st.integers(60, 3000), st.integers(0, 5))
def test_no_frame_ever_exceeds_brightness_or_budget(
    shown: list[Colour], percent: int, budget: int, first_led: int
) -> None:
    wiring = StripWiring(length=len(shown), brightness_percent=percent, budget_milliamps=budget, first_led=first_led)
    levels = wiring.limit(shown)
    assert wiring.milliamps(levels) <= budget
    assert levels.max(initial=0) <= max(255 * percent / 100, 1 if percent else 0)


@pytest.mark.parametrize("order", ColourOrder)
def test_every_colour_order_puts_each_channel_in_its_place(order: ColourOrder) -> None:
    wiring = StripWiring(length=1, colour_order=order, brightness_percent=100, budget_milliamps=1000)
    frame = wiring.wire_bytes(wiring.limit([Colour(200, 100, 50)]))
    assert frame[0].tolist() == [{"R": 200, "G": 100, "B": 50, "W": 0}[channel] for channel in order.value]


def test_what_is_not_used_of_a_longer_wire_is_told_to_be_dark() -> None:
    wiring = StripWiring(length=2, first_led=1, unused=3, is_reversed=True, colour_order=ColourOrder.RGB)
    frame = wiring.wire_bytes(np.array([[1, 2, 3], [4, 5, 6]], dtype=np.uint8))
    assert frame.tolist() == [[0, 0, 0], [4, 5, 6], [1, 2, 3], [0, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert wiring.led_count == 6
    assert wiring.milliamps(np.zeros((2, 3), dtype=np.uint8)) == 6


def test_direction_and_first_led_move_the_frame_along_the_wire() -> None:
    levels = np.array([[1, 0, 0], [2, 0, 0], [3, 0, 0]], np.uint8)
    order = ColourOrder.RGB
    assert StripWiring(length=3, colour_order=order).wire_bytes(levels)[:, 0].tolist() == [1, 2, 3]
    skipped = StripWiring(length=3, colour_order=order, first_led=2)
    assert skipped.wire_bytes(levels)[:, 0].tolist() == [0, 0, 1, 2, 3]
    backwards = StripWiring(length=3, colour_order=order, first_led=1, is_reversed=True)
    assert backwards.wire_bytes(levels)[:, 0].tolist() == [0, 3, 2, 1]


def test_the_order_along_the_wire_is_followed() -> None:
    levels = np.array([[led, 0, 0] for led in range(6)], np.uint8)
    wiring = StripWiring(length=6, colour_order=ColourOrder.RGB, order=parse_order("2-0 3-5"))
    assert wiring.wire_bytes(levels)[:, 0].tolist() == [2, 1, 0, 3, 4, 5]
    turned = StripWiring(length=6, colour_order=ColourOrder.RGB, order=parse_order("2-0 3-5"), is_reversed=True)
    assert turned.wire_bytes(levels)[:, 0].tolist() == [5, 4, 3, 0, 1, 2]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("", ()),
        ("3", (3,)),
        ("0-2, 4", (0, 1, 2, 4)),
        ("9-7 0", (9, 8, 7, 0)),
        ("9-0 10-26", (*range(9, -1, -1), *range(10, 27))),
    ],
)
def test_an_order_is_read_from_text(text: str, order: tuple[int, ...]) -> None:
    assert parse_order(text) == order


@pytest.mark.parametrize("text", ["a-b", "1-", "-3", "1..4"])
def test_a_text_that_is_no_order_is_refused(text: str) -> None:
    with pytest.raises(InvalidValueError, match="order must be numbers and ranges such as '9-0 10-26'"):
        parse_order(text)


def test_a_frame_of_another_length_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="27 colours wanted, got 2"):
        StripWiring().limit([WHITE, WHITE])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"length": 0}, "strip: length must be 1 or more, got 0"),
        ({"first_led": -1}, "strip: first_led must be 0 or more, got -1"),
        ({"unused": -1}, "strip: unused must be 0 or more, got -1"),
        ({"length": 3, "order": (0, 1, 1)}, "strip: order must name each LED of 0 to 2 once"),
        ({"brightness_percent": 101}, "strip: brightness_percent must be 0 to 100, got 101"),
        ({"length": 300, "budget_milliamps": 300}, "must be above 300, which 300 dark LEDs draw, got 300"),
    ],
)
def test_a_strip_that_cannot_be_is_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidValueError, match=message):
        StripWiring(**settings)
