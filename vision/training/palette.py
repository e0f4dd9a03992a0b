"""Colours of the things in a scene, wide on purpose: no colour may come to mean a disc.

Colours are RGB, float32, 0 to 1, as a display shows them; `linear` takes them to amounts of light.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.dice import Dice, Values

DISPLAY_GAMMA = 2.2


class DiscPair(NamedTuple):
    """The two colours of a set of discs, the redder first."""

    red: Values
    yellow: Values


def linear(colour: NDArray[np.float32]) -> Values:
    """Amounts of light behind displayed values."""
    return np.asarray(np.power(np.clip(colour, 0.0, 1.0), np.float32(DISPLAY_GAMMA)), dtype=np.float32)


def hue_saturation_value(hue: float, saturation: float, value: float) -> Values:
    """A colour from hue in degrees (any, it wraps), saturation and value (0 to 1)."""
    pixel = np.array([[[hue % 360.0, saturation, value]]], dtype=np.float32)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0], dtype=np.float32)


def _drawn(dice: Dice, hue: tuple[float, float], saturation: tuple[float, float], value: tuple[float, float]) -> Values:
    return hue_saturation_value(dice.between(*hue), dice.between(*saturation), dice.between(*value))


Range = tuple[float, float]
_ANY: Range = (0.0, 360.0)

_DISC_PAIRS: tuple[tuple[float, tuple[Range, Range, Range], tuple[Range, Range, Range]], ...] = (
    # weight, first disc (hue, saturation, value), second disc
    (0.62, ((-14, 9), (0.7, 1), (0.45, 1)), ((38, 64), (0.5, 1), (0.6, 1))),  # red, yellow
    (0.07, ((-12, 8), (0.7, 1), (0.5, 1)), ((24, 42), (0.75, 1), (0.75, 1))),  # red, orange
    (0.07, ((-12, 6), (0.55, 1), (0.3, 0.8)), ((44, 62), (0.25, 0.55), (0.75, 1))),  # dark red, pale yellow
    (0.06, ((-8, 18), (0.6, 1), (0.5, 1)), ((90, 165), (0.45, 1), (0.3, 0.9))),  # red, green
    (0.08, ((-14, 8), (0.7, 1), (0.5, 1)), (_ANY, (0, 0.4), (0.02, 0.14))),  # red, black
    (0.03, ((40, 62), (0.6, 1), (0.6, 1)), ((200, 250), (0.6, 1), (0.2, 0.9))),  # yellow, blue
    (0.03, ((-10, 10), (0.6, 1), (0.5, 1)), ((195, 250), (0.5, 1), (0.3, 0.95))),  # red, blue
    (0.03, (_ANY, (0.5, 1), (0.2, 0.9)), (_ANY, (0, 0.12), (0.7, 0.97))),  # any, white
    (0.01, (_ANY, (0, 0.1), (0.03, 0.15)), (_ANY, (0, 0.1), (0.7, 0.95))),  # black, white
    (0.03, (_ANY, (0.4, 1), (0.2, 1)), (_ANY, (0.4, 1), (0.2, 1))),  # any two
)
LEAST_DIFFERENCE = 0.5
"""Least sum of the channels' differences between the two discs of a set."""


def redness(colour: NDArray[np.float32]) -> float:
    """How much a displayed colour is the redder of two; a number to compare, without unit."""
    red, green, blue = (float(channel) for channel in colour)
    return (red - 0.6 * green - 0.4 * blue) + 0.15 * (red - green)


def draw_discs(dice: Dice) -> DiscPair:
    """Draw the two colours of a set."""
    _, first, second = _DISC_PAIRS[dice.weighted([pair[0] for pair in _DISC_PAIRS])]
    while True:
        one, other = _drawn(dice, *first), _drawn(dice, *second)
        if float(np.abs(one - other).sum()) > LEAST_DIFFERENCE:
            return DiscPair(one, other) if redness(one) >= redness(other) else DiscPair(other, one)


_FRAMES: tuple[tuple[float, Range, Range, Range], ...] = (
    (0.50, (205, 245), (0.5, 1), (0.15, 0.95)),  # blue
    (0.10, (170, 205), (0.4, 1), (0.3, 0.95)),  # teal
    (0.12, _ANY, (0, 0.4), (0.02, 0.2)),  # black
    (0.06, (40, 60), (0.6, 1), (0.6, 1)),  # yellow
    (0.05, (-10, 10), (0.6, 1), (0.4, 0.9)),  # red
    (0.05, (20, 40), (0.3, 0.7), (0.3, 0.9)),  # wood
    (0.06, (90, 160), (0.4, 1), (0.2, 0.8)),  # green
    (0.06, _ANY, (0, 0.15), (0.6, 1)),  # white
)


def draw_frame(dice: Dice, discs: DiscPair) -> Values:
    """Draw the colour of a frame; it seldom is that of the discs, and some lie in the dark before a bright room."""
    shade = dice.between(0.25, 0.7) if dice.chance(0.25) else 1.0
    for _ in range(6):
        _, hue, saturation, value = _FRAMES[dice.weighted([frame[0] for frame in _FRAMES])]
        frame = _drawn(dice, hue, saturation, value) * np.float32(shade)
        if min(float(np.abs(frame - disc).sum()) for disc in discs) > 0.35 or dice.chance(0.05):
            break
    return frame


def draw_skin(dice: Dice) -> Values:
    """Draw a colour of skin under some light."""
    return _drawn(dice, (8, 34), (0.2, 0.65), (0.25, 1))


def draw_any(dice: Dice, confusing: Sequence[Values] = ()) -> Values:
    """Draw the colour of a thing in the room; some are nearly those given as confusing."""
    if confusing and dice.chance(0.16):
        near = dice.one_of(confusing) * dice.between(0.75, 1.15) + dice.uniforms((3,), -0.04, 0.04)
        return np.asarray(np.clip(near, 0.0, 1.0), dtype=np.float32)
    match dice.weighted((0.36, 0.25, 0.29, 0.10)):
        case 0:
            return _drawn(dice, _ANY, (0, 0.15), (0, 1))
        case 1:
            return _drawn(dice, (12, 45), (0.15, 0.7), (0.15, 0.95))  # wood, skin, card
        case 2:
            return _drawn(dice, _ANY, (0.1, 0.6), (0.1, 0.9))
        case _:
            return _drawn(dice, _ANY, (0.4, 1), (0.15, 1))
