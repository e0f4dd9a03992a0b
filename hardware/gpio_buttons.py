"""Push buttons on pins, through gpiozero."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from hardware import pins
from hardware.delivery import guarded
from hardware.errors import InvalidValueError
from hardware.gpio_chip import PinFactory, pin_errors
from hardware.pins import PinUse, refuse_clashes
from hardware.ports import ButtonPressed, Clock, Deliver

BOUNCE_SECONDS = 0.015
"""A level counts once it is stable for this long; from 0.05 s on quick taps are lost."""


@dataclass(frozen=True, slots=True)
class ButtonWiring:
    """One button.

    Attributes:
        name: What it is for.
        pin: BCM number.
        pulls_up: Whether the pin is held high and the button bridges it to ground; else the button bridges to 3.3 V.
        hold_seconds: How long it must be held to count, above 0; None counts each press at once.
    """

    name: str
    pin: int
    pulls_up: bool = True
    hold_seconds: float | None = None

    def __post_init__(self) -> None:
        """Refuse a hold of no length.

        Raises:
            InvalidValueError: When it is not above 0.
        """
        if self.hold_seconds is not None and not self.hold_seconds > 0:
            raise InvalidValueError(f"buttons.{self.name}: hold_seconds must be above 0, got {self.hold_seconds}")


DEFAULT_BUTTONS = (
    ButtonWiring("accept", pins.ACCEPT_PIN),
    ButtonWiring("undo", pins.UNDO_PIN),
    ButtonWiring("new-game", pins.NEW_GAME_PIN),
    ButtonWiring("shutdown", pins.SHUTDOWN_PIN, hold_seconds=3.0),
)


class GpioButtons:
    """`Buttons` on pins of the header."""

    def __init__(
        self,
        wirings: Iterable[ButtonWiring],
        deliver: Deliver,
        clock: Clock,
        *,
        factory: PinFactory,
        bounce_seconds: float = BOUNCE_SECONDS,
    ) -> None:
        """Take the pins and listen.

        Args:
            wirings: The buttons, each with a name and a pin of its own; there may be none.
            deliver: Gets each press, on a thread of gpiozero's.
            clock: The time of the presses.
            factory: The pins, from `open_header()`.
            bounce_seconds: How long a level must be stable to count.

        Raises:
            InvalidValueError: When two buttons have one name, or a pin is not on the header.
            DeviceBusyError: When two buttons want one pin, or somebody else has it.
            DeviceMissingError: When there is no such pin.
        """
        self._wirings = tuple(wirings)
        if len(set(self.names)) != len(self.names):
            raise InvalidValueError(f"buttons: the names must differ, got {', '.join(self.names)}")
        refuse_clashes(PinUse(wiring.pin, f"buttons.{wiring.name}") for wiring in self._wirings)
        self._deliver = guarded(deliver)
        self._clock = clock
        self._closed = False
        self._buttons: list[Any] = []
        try:
            for wiring in self._wirings:
                self._buttons.append(self._listen(wiring, factory, bounce_seconds))
        except BaseException:
            self.close()
            raise

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the buttons that are there."""
        return tuple(wiring.name for wiring in self._wirings)

    def close(self) -> None:
        """Deliver nothing any more and let go of the pins; the second time does nothing."""
        self._closed = True
        while self._buttons:
            button = self._buttons.pop()
            # gpiozero leaves lgpio's callback behind: the next event of this pin, once the factory is closed, would
            # raise in lgpio's one callback thread, which ends every other button too (seen with 2.0.1.post3).
            button.pin.when_changed = None
            button.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _listen(self, wiring: ButtonWiring, factory: PinFactory, bounce_seconds: float) -> Any:
        from gpiozero import Button

        with pin_errors(wiring.pin, f"buttons.{wiring.name}"):
            button = Button(
                wiring.pin,
                pull_up=wiring.pulls_up,
                bounce_time=bounce_seconds,
                hold_time=wiring.hold_seconds or 1,
                pin_factory=factory,
            )
        if wiring.hold_seconds is None:
            button.when_pressed = self._reporter(wiring.name)
        else:
            button.when_held = self._reporter(wiring.name)
        return button

    def _reporter(self, name: str) -> Callable[[], None]:
        def report() -> None:
            if not self._closed:
                self._deliver(ButtonPressed(name, self._clock.now()))

        return report
