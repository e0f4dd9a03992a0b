"""Light patterns: which LED shines in which colour and rhythm, and what that is at one moment.

The strip has 27 LEDs: ten score lights for Red (0 to 9), seven under the columns a to g (10 to 16), ten score lights
for Yellow (17 to 26). A pattern knows nothing of the game; brightness limits and the order of LEDs are the driver's.

Rules kept here: a rhythm flashes at most three times in any second (WCAG 2.3.1), and no two rhythms give the same light
over time, so that they can be told apart without colour.
"""

import math
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from hardware.ports import Colour

SCORE_LIGHTS = 10
COLUMN_LIGHTS = 7
RED_SCORE = tuple(range(SCORE_LIGHTS))
COLUMNS = tuple(range(SCORE_LIGHTS, SCORE_LIGHTS + COLUMN_LIGHTS))
YELLOW_SCORE = tuple(range(SCORE_LIGHTS + COLUMN_LIGHTS, 2 * SCORE_LIGHTS + COLUMN_LIGHTS))
LED_COUNT = 2 * SCORE_LIGHTS + COLUMN_LIGHTS


class Rhythm(Enum):
    """How a light changes over time."""

    STEADY = "steady"
    FAINT = "faint"
    BREATH = "breath"
    PULSE = "pulse"
    DOUBLE = "double"
    TRIPLE = "triple"
    WAVE = "wave"


BREATH_SECONDS = 4.0
PULSE_SECONDS = 1.2
BURST_SECONDS = 2.0
BURST_FLASH_SECONDS = 0.17
BURST_STEP_SECONDS = 0.35
WAVE_SECONDS = 2.0
WAVE_LIT_SECONDS = 0.5
FAINT_LEVEL = 0.15
BREATH_LOW = 0.1


@dataclass(frozen=True, slots=True)
class Lamp:
    """One LED of a pattern.

    Attributes:
        number: Which LED, from 0.
        colour: Its colour at full level.
        rhythm: How its level changes.
        delay_seconds: How much later than others of the same rhythm it does so; makes a light that travels.
    """

    number: int
    colour: Colour
    rhythm: Rhythm
    delay_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Pattern:
    """Lamps by LED, at most one for each; the other LEDs are dark."""

    lamps: tuple[Lamp, ...]

    def over(self, below: "Pattern") -> "Pattern":
        """This pattern where it has lamps, the other elsewhere."""
        taken = {lamp.number for lamp in self.lamps}
        return Pattern(tuple(lamp for lamp in below.lamps if lamp.number not in taken) + self.lamps)


def lit(
    numbers: tuple[int, ...], colour: Colour, rhythm: Rhythm, *, step_seconds: float = 0.0, delay_seconds: float = 0.0
) -> Pattern:
    """The same colour and rhythm for some LEDs.

    Args:
        numbers: The LEDs, in the order in which a travelling light reaches them.
        colour: Their colour at full level.
        rhythm: How their level changes.
        step_seconds: How much later each LED does so than the one before it.
        delay_seconds: How much later all of them do so than patterns that began at the same time.
    """
    return Pattern(
        tuple(Lamp(number, colour, rhythm, delay_seconds + step * step_seconds) for step, number in enumerate(numbers))
    )


def level(rhythm: Rhythm, elapsed: float) -> float:
    """How bright a rhythm is, 0 to 1.

    Args:
        rhythm: Which rhythm.
        elapsed: Seconds since it began; before that (a delayed lamp) it goes on backwards without a jump.
    """
    match rhythm:
        case Rhythm.STEADY:
            return 1.0
        case Rhythm.FAINT:
            return FAINT_LEVEL
        case Rhythm.BREATH:
            # Starts high: whoever looks right after a ruling sees it at once.
            return BREATH_LOW + (1 - BREATH_LOW) * (0.5 + 0.5 * math.cos(2 * math.pi * elapsed / BREATH_SECONDS))
        case Rhythm.PULSE:
            return 1.0 if elapsed % PULSE_SECONDS < PULSE_SECONDS / 2 else 0.0
        case Rhythm.DOUBLE:
            return _burst(elapsed, flashes=2)
        case Rhythm.TRIPLE:
            return _burst(elapsed, flashes=3)
        case Rhythm.WAVE:
            return 1.0 if elapsed % WAVE_SECONDS < WAVE_LIT_SECONDS else FAINT_LEVEL
        case _:
            assert_never(rhythm)


def _burst(elapsed: float, flashes: int) -> float:
    """Some short flashes, then a pause, so that no second has more than the flashes of one burst."""
    step, into = divmod(elapsed % BURST_SECONDS, BURST_STEP_SECONDS)
    return 1.0 if step < flashes and into < BURST_FLASH_SECONDS else 0.0


def dimmed(shown: tuple[Colour, ...], percent: int) -> tuple[Colour, ...]:
    """The same light, fainter.

    Args:
        shown: A colour for each LED.
        percent: What is left of it, 0 to 100; a channel that is lit goes out at 0 only.
    """

    def fainter(channel: int) -> int:
        return max(round(channel * percent / 100), 1) if channel and percent else 0

    if percent == 100:
        return shown
    return tuple(Colour(fainter(led.red), fainter(led.green), fainter(led.blue)) for led in shown)


def colours(pattern: Pattern, elapsed: float) -> tuple[Colour, ...]:
    """What each LED shows.

    Args:
        pattern: What is shown.
        elapsed: Seconds since the pattern began.

    Returns: One colour for each of the 27 LEDs.
    """
    shown = [Colour.DARK] * LED_COUNT
    for lamp in pattern.lamps:
        share = level(lamp.rhythm, elapsed - lamp.delay_seconds)
        shown[lamp.number] = Colour(
            round(lamp.colour.red * share), round(lamp.colour.green * share), round(lamp.colour.blue * share)
        )
    return tuple(shown)
