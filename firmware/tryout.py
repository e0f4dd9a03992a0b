"""A part of the hardware being tried: a state with an end, which the loop holds beside the game and the game outlasts.

While the strip is tried it shows that, and afterwards what the game says by then. While the buttons are tried, presses
are told and do nothing else, so that nobody ends a game to see whether a button works.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, assert_never

from firmware.patterns import LED_COUNT
from firmware.tunes import HIGH_HZ, LOW_HZ, MIDDLE_HZ, beeps
from hardware.ports import ButtonPressed, Clock, Colour

COLOUR_SECONDS: Final = 1.0
LED_SECONDS: Final = 0.4
ASKED_SECONDS: Final = 60.0
"""How long one colour is shown while somebody is asked what it is."""
BUTTONS_SECONDS: Final = 60.0
"""How long after the last press buttons belong to the game again."""
PRESSES_KEPT: Final = 50

WHITE: Final = Colour(255, 255, 255)
COLOURS: Final = {"red": Colour(255, 0, 0), "green": Colour(0, 255, 0), "blue": Colour(0, 0, 255)}
"""In this order, so that a wrong order of the LEDs' channels is seen."""
TUNE: Final = beeps((LOW_HZ, 0.2), (None, 0.1), (MIDDLE_HZ, 0.2), (None, 0.1), (HIGH_HZ, 0.4))


class Tried(Enum):
    """What is tried."""

    COLOURS = "colours"
    """The whole strip in red, green and blue in turn."""
    LEDS = "leds"
    """One LED after the other."""
    RED = "red"
    """The whole strip in red, until somebody says what it looks like."""
    GREEN = "green"
    BUTTONS = "buttons"


@dataclass(frozen=True, slots=True)
class Tryout:
    """One try.

    Attributes:
        tried: What is tried.
        began: When, in monotonic seconds.
        presses: Names of the buttons pressed since then, the last `PRESSES_KEPT`.
        last_press: When the last of them was pressed; before that, when it began.
    """

    tried: Tried
    began: float
    presses: tuple[str, ...] = ()
    last_press: float = 0.0

    def is_over(self, at: float) -> bool:
        """Whether it has ended by itself."""
        match self.tried:
            case Tried.COLOURS:
                return at - self.began >= COLOUR_SECONDS * len(COLOURS)
            case Tried.LEDS:
                return at - self.began >= LED_SECONDS * LED_COUNT
            case Tried.RED | Tried.GREEN:
                return at - self.began >= ASKED_SECONDS
            case Tried.BUTTONS:
                return at - max(self.began, self.last_press) >= BUTTONS_SECONDS
            case _:
                assert_never(self.tried)

    @property
    def moves(self) -> bool:
        """Whether the lights change while it is tried."""
        return self.tried in (Tried.COLOURS, Tried.LEDS)

    def lights(self, at: float) -> tuple[Colour, ...]:
        """What the strip shows; nothing when it is not the strip that is tried, or it is over."""
        if self.is_over(at) or self.tried is Tried.BUTTONS:
            return ()
        match self.tried:
            case Tried.COLOURS:
                colour = tuple(COLOURS.values())[int((at - self.began) / COLOUR_SECONDS)]
                return (colour,) * LED_COUNT
            case Tried.LEDS:
                lit = self.led(at)
                return tuple(WHITE if number == lit else Colour.DARK for number in range(LED_COUNT))
            case Tried.RED | Tried.GREEN:
                return (COLOURS[self.tried.value],) * LED_COUNT
            case _:
                assert_never(self.tried)

    def led(self, at: float) -> int | None:
        """The LED that is lit, from 0, while they are tried one by one."""
        if self.tried is not Tried.LEDS or self.is_over(at):
            return None
        return int((at - self.began) / LED_SECONDS)

    def pressed(self, name: str, at: float) -> "Tryout":
        """The same after a press."""
        return replace(self, presses=(*self.presses, name)[-PRESSES_KEPT:], last_press=at)


class Tryouts:
    """What is tried at one table, one after the other.

    Args:
        clock: When they end.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tryout: Tryout | None = None

    def begin(self, tried: Tried | None) -> None:
        """Try something, in place of what is tried now; None ends that."""
        self._tryout = Tryout(tried, self._clock.now()) if tried is not None else None

    @property
    def now(self) -> Tryout | None:
        """What is tried now, until its end."""
        if self._tryout is not None and self._tryout.is_over(self._clock.now()):
            self._tryout = None
        return self._tryout

    def lights(self) -> tuple[Colour, ...]:
        """What the strip shows now in place of what the game says; nothing when that is to be seen."""
        tryout = self.now
        return tryout.lights(self._clock.now()) if tryout is not None else ()

    def takes(self, pressed: ButtonPressed) -> bool:
        """Whether a press belongs to the buttons that are tried, which is then noted."""
        tryout = self.now
        if tryout is None or tryout.tried is not Tried.BUTTONS:
            return False
        self._tryout = tryout.pressed(pressed.name, pressed.at)
        return True
