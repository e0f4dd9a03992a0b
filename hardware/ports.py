"""What pop10 asks of its devices, in its own words, and the values that pass between them.

A driver is a class that fits one of the Protocols here. Every driver keeps these habits:

- it opens its device in the constructor and raises a `HardwareError` there when it cannot;
- it works in a `with` statement, and `close()` may be called twice;
- closing leaves the strip dark and the sounder silent, also when the block ends by an exception;
- foreign exceptions become a `HardwareError` at its edge, used after closing it raises `DeviceClosedError`;
- times are monotonic seconds of the one `Clock` of the program.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import ClassVar, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from hardware.errors import InvalidValueError

Image = NDArray[np.uint8]
"""A BGR picture, shape (height, width, 3), row 0 at the top."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the camera.

    Attributes:
        pixels: BGR uint8, shape (height, width, 3), read-only.
        captured_at: When it was taken, in monotonic seconds.
        number: Counts the pictures that the camera took, from 0; a gap means frames that nobody asked for in time.
    """

    pixels: Image
    captured_at: float
    number: int

    def __post_init__(self) -> None:
        """Lock the pixels.

        Raises:
            InvalidValueError: When the picture is not BGR uint8.
        """
        if self.pixels.dtype != np.uint8 or self.pixels.ndim != 3 or self.pixels.shape[2] != 3:
            raise InvalidValueError(
                f"a frame must be uint8 of shape (height, width, 3), got {self.pixels.dtype} {self.pixels.shape}"
            )
        locked = self.pixels.view()
        locked.flags.writeable = False
        object.__setattr__(self, "pixels", locked)


@dataclass(frozen=True, slots=True)
class Colour:
    """Light of one LED before any brightness limit; each channel 0 to 255."""

    red: int
    green: int
    blue: int

    DARK: ClassVar["Colour"]

    def __post_init__(self) -> None:
        """Refuse channels out of range.

        Raises:
            InvalidValueError: When a channel is not 0 to 255.
        """
        for name in ("red", "green", "blue"):
            value = getattr(self, name)
            if not 0 <= value <= 255:
                raise InvalidValueError(f"colour: {name} must be 0 to 255, got {value}")


Colour.DARK = Colour(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Tone:
    """One sound, or one silence, of a tune.

    Attributes:
        frequency_hz: Pitch, above 0; None is a rest. An active buzzer knows only sound and rest.
        seconds: Length, above 0.
    """

    frequency_hz: float | None
    seconds: float

    def __post_init__(self) -> None:
        """Refuse what cannot be played.

        Raises:
            InvalidValueError: When the pitch or the length is not above 0.
        """
        if self.frequency_hz is not None and not self.frequency_hz > 0:
            raise InvalidValueError(f"tone: frequency_hz must be above 0, got {self.frequency_hz}")
        if not self.seconds > 0:
            raise InvalidValueError(f"tone: seconds must be above 0, got {self.seconds}")

    @classmethod
    def rest(cls, seconds: float) -> Self:
        """A silence of this length."""
        return cls(None, seconds)

    @property
    def is_rest(self) -> bool:
        """Whether nothing sounds."""
        return self.frequency_hz is None


@dataclass(frozen=True, slots=True)
class Tune:
    """Tones and rests, one after the other; at least one."""

    tones: tuple[Tone, ...]

    def __post_init__(self) -> None:
        """Refuse the empty tune.

        Raises:
            InvalidValueError: When there is no tone in it.
        """
        if not self.tones:
            raise InvalidValueError("tune: at least one tone is wanted, got none")

    @property
    def seconds(self) -> float:
        """How long it takes to play."""
        return sum(tone.seconds for tone in self.tones)


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A button was pressed: once for each press, however long its contact bounces.

    A button that must be held (to shut down) reports when it has been held for long enough.

    Attributes:
        name: The name that the button was given when the driver was built, such as "accept".
        at: Monotonic seconds of the press.
    """

    name: str
    at: float


Deliver = Callable[[ButtonPressed], None]
"""Takes a press; called from the driver's own thread, so it only puts the event on a queue."""


class Clock(Protocol):
    """The time of the program: monotonic seconds, from any start."""

    def now(self) -> float:
        """The time now."""
        ...

    def wait(self, seconds: float) -> None:
        """Come back after this time; at once for 0 or less."""
        ...


class Camera(Protocol):
    """Looks at the board. Only the newest picture counts; older ones are dropped, never queued."""

    def read(self, timeout_seconds: float = 2.0) -> Frame:
        """Wait for a picture newer than the one given last, and give the newest.

        Raises:
            CameraLostError: When none came within the timeout, or none will come any more.
            DeviceClosedError: After `close()`.
        """
        ...

    def close(self) -> None:
        """Let go of the device."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None: ...


class Strip(Protocol):
    """A row of coloured LEDs, number 0 first."""

    @property
    def length(self) -> int:
        """The number of LEDs."""
        ...

    def show(self, colours: Sequence[Colour]) -> None:
        """Light the LEDs, exactly one colour for each.

        Raises:
            InvalidValueError: When the number of colours is not the length of the strip.
            StripError: When the strip cannot be written to.
            DeviceClosedError: After `close()`.
        """
        ...

    def close(self) -> None:
        """Make the strip dark and let go of the device."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None: ...


class Sounder(Protocol):
    """Plays tunes in the background."""

    def play(self, tune: Tune) -> None:
        """Start the tune and come back at once; a tune that still sounds ends here.

        Raises:
            SounderError: When the sounder cannot be driven.
            DeviceClosedError: After `close()`.
        """
        ...

    def silence(self) -> None:
        """End what sounds now, if anything.

        Raises:
            SounderError: When the sounder cannot be driven.
            DeviceClosedError: After `close()`.
        """
        ...

    def close(self) -> None:
        """Make it silent and let go of the device."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None: ...


class Buttons(Protocol):
    """Push buttons, each with a name.

    The constructor takes the names and a `Deliver`, which gets each press. A `Deliver` that raises loses that press and
    nothing more: later presses still arrive, and the error is logged.
    """

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the buttons that are there."""
        ...

    def close(self) -> None:
        """Deliver nothing any more and let go of the device."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None: ...
