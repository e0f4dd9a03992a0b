"""Buzzers on a pin, through gpiozero: passive ones get a tone, active ones are switched, and there may be none."""

import time
from types import TracebackType
from typing import Self

from hardware.errors import DeviceClosedError, InvalidValueError, SounderError
from hardware.gpio_chip import PinFactory, pin_errors
from hardware.pins import BUZZER_PIN
from hardware.ports import Tone, Tune
from hardware.tune_player import TunePlayer

LOWEST_HZ = 220.0
HIGHEST_HZ = 2000.0
"""The pulses are made in software: above this they get uneven."""

_MIDDLE_TONE = "A5"
_OCTAVES = 2
_OWNER = "sounder.pin"


class PassiveBuzzer(TunePlayer):
    """A buzzer without a circuit of its own: plays tones of 220 Hz to 2 kHz. Its pin is low whenever it rests."""

    def __init__(self, factory: PinFactory, pin: int = BUZZER_PIN) -> None:
        """Take the pin.

        Args:
            factory: The pins, from `open_header()`.
            pin: BCM number.

        Raises:
            DeviceBusyError: When somebody has the pin.
            DeviceMissingError: When there is no such pin.
        """
        super().__init__(_PassiveVoice(factory, pin))


class ActiveBuzzer(TunePlayer):
    """A buzzer that sounds by itself when it is switched on: plays the rhythm of a tune on its one pitch."""

    def __init__(self, factory: PinFactory, pin: int = BUZZER_PIN) -> None:
        """Take the pin.

        Args:
            factory: The pins, from `open_header()`.
            pin: BCM number.

        Raises:
            DeviceBusyError: When somebody has the pin.
            DeviceMissingError: When there is no such pin.
        """
        super().__init__(_ActiveVoice(factory, pin))


class NoSounder:
    """No buzzer is wired: a `Sounder` that takes every tune and plays none."""

    def __init__(self) -> None:
        self._closed = False

    def play(self, tune: Tune) -> None:  # noqa: ARG002 - the port's shape
        """Play nothing."""
        self._check()

    def silence(self) -> None:
        """Stay silent."""
        self._check()

    def close(self) -> None:
        """Take no tunes any more."""
        self._closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _check(self) -> None:
        if self._closed:
            raise DeviceClosedError("sounder: used after it had been closed")


class _PassiveVoice:
    def __init__(self, factory: PinFactory, pin: int) -> None:
        from gpiozero import TonalBuzzer
        from gpiozero.tones import Tone as GpiozeroTone

        self._tone = GpiozeroTone
        self._period_seconds = 1 / LOWEST_HZ
        with pin_errors(pin, _OWNER):
            self._buzzer = TonalBuzzer(pin, mid_tone=_MIDDLE_TONE, octaves=_OCTAVES, pin_factory=factory)

    def refuse(self, tone: Tone) -> None:
        if tone.frequency_hz is not None and not LOWEST_HZ <= tone.frequency_hz <= HIGHEST_HZ:
            raise InvalidValueError(
                f"sounder: a passive buzzer plays {LOWEST_HZ:.0f} to {HIGHEST_HZ:.0f} Hz, got {tone.frequency_hz} Hz"
            )

    def sound(self, frequency_hz: float) -> None:
        try:
            self._buzzer.play(self._tone.from_frequency(frequency_hz))
        except Exception as error:
            raise SounderError(f"sounder: the buzzer cannot play {frequency_hz} Hz: {error}") from error
        self._period_seconds = 1 / frequency_hz

    def rest(self) -> None:
        """Stop with the pin low.

        `TonalBuzzer.stop()` alone freezes the pin at the level that it happens to have (seen on lgpio): direct current
        through the coil. So the pulses get no width, the running one ends, and then they stop.
        """
        try:
            if self._buzzer.value is not None:
                self._buzzer.pwm_device.value = 0
                time.sleep(max(0.002, 1.5 * self._period_seconds))
                self._buzzer.stop()
            self._buzzer.pwm_device.pin.state = 0
        except Exception as error:
            raise SounderError(f"sounder: the buzzer cannot be silenced: {error}") from error

    def close(self) -> None:
        self.rest()
        self._buzzer.close()


class _ActiveVoice:
    def __init__(self, factory: PinFactory, pin: int) -> None:
        from gpiozero import Buzzer

        with pin_errors(pin, _OWNER):
            self._buzzer = Buzzer(pin, pin_factory=factory)

    def refuse(self, tone: Tone) -> None:
        """Every tone is its one pitch."""

    def sound(self, frequency_hz: float) -> None:  # noqa: ARG002 - it has one pitch
        self._switch(is_on=True)

    def rest(self) -> None:
        self._switch(is_on=False)

    def close(self) -> None:
        self.rest()
        self._buzzer.close()

    def _switch(self, *, is_on: bool) -> None:
        try:
            self._buzzer.value = is_on
        except Exception as error:
            raise SounderError(f"sounder: the buzzer cannot be switched: {error}") from error
