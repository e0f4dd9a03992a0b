"""Plays tunes on a thread of its own, so that the loop never waits for a sound, and a newer tune ends an older one."""

import logging
import threading
import time
from types import TracebackType
from typing import Protocol, Self

from hardware.errors import DeviceClosedError, SounderError
from hardware.ports import Tone, Tune

log = logging.getLogger(__name__)

END_SECONDS = 2.0
"""How long closing waits for the thread; a voice that takes longer is broken."""


class Voice(Protocol):
    """Something that sounds or rests; used by one thread."""

    def refuse(self, tone: Tone) -> None:
        """See that the tone can be played.

        Raises:
            InvalidValueError: When it cannot.
        """
        ...

    def sound(self, frequency_hz: float) -> None:
        """Sound from now on.

        Raises:
            SounderError: When it does not.
        """
        ...

    def rest(self) -> None:
        """Be silent from now on.

        Raises:
            SounderError: When it does not.
        """
        ...

    def close(self) -> None:
        """Let go of the device."""
        ...


class TunePlayer:
    """A `Sounder` that plays on a voice."""

    def __init__(self, voice: Voice) -> None:
        """Start the thread; the voice is closed with the player."""
        self._voice = voice
        self._changed = threading.Condition()
        self._orders = 0
        self._taken = 0
        self._tune: Tune | None = None
        self._resting = True
        self._failure: SounderError | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="tune player", daemon=True)
        self._thread.start()

    def play(self, tune: Tune) -> None:
        """Start the tune and come back at once; a tune that still sounds ends here.

        Raises:
            InvalidValueError: When the voice has no such tone.
            SounderError: When the sounder failed since it was last used.
            DeviceClosedError: After `close()`.
        """
        for tone in tune.tones:
            self._voice.refuse(tone)
        self._order(tune)

    def silence(self) -> None:
        """End what sounds now, within some milliseconds.

        Raises:
            SounderError: When the sounder failed since it was last used.
            DeviceClosedError: After `close()`.
        """
        self._order(None)

    def wait_until_silent(self, timeout_seconds: float) -> bool:
        """Wait for the end of what was ordered; False when it still sounds after the timeout."""
        with self._changed:
            return self._changed.wait_for(lambda: self._resting, timeout_seconds)

    def close(self) -> None:
        """End what sounds, and let go of the device; the second time does nothing."""
        with self._changed:
            if self._closed:
                return
            self._closed = True
            self._changed.notify_all()
        self._thread.join(END_SECONDS)
        if self._thread.is_alive():
            log.error("sounder: its thread did not end within %.0f s", END_SECONDS)
        self._voice.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _order(self, tune: Tune | None) -> None:
        with self._changed:
            if self._closed:
                raise DeviceClosedError("sounder: used after it had been closed")
            failure, self._failure = self._failure, None
            if failure is not None:
                raise failure
            self._tune = tune
            self._orders += 1
            self._resting = False
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(self._is_called)
                if self._closed:
                    return
                self._taken, tune = self._orders, self._tune
            failure: SounderError | None = None
            try:
                self._perform(tune)
            except SounderError as error:
                failure = error
            with self._changed:
                self._failure = failure or self._failure
                self._resting = self._orders == self._taken
                self._changed.notify_all()

    def _perform(self, tune: Tune | None) -> None:
        """Play until the end of the tune or another order; silent afterwards in every case."""
        try:
            ends = time.monotonic()
            for tone in tune.tones if tune is not None else ():
                if tone.frequency_hz is None:
                    self._voice.rest()
                else:
                    self._voice.sound(tone.frequency_hz)
                ends += tone.seconds
                with self._changed:
                    if self._changed.wait_for(self._is_called, max(ends - time.monotonic(), 0.0)):
                        return
        finally:
            self._voice.rest()

    def _is_called(self) -> bool:
        """Whether there is an order that was not taken up yet, or the end."""
        return self._closed or self._orders != self._taken
