"""Devices whose settings can change while they are in use: they are closed, and opened anew as the settings say."""

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

from firmware.config import Config
from firmware.config import Sounder as SounderSettings
from firmware.config import Strip as StripSettings
from hardware.errors import HardwareError, SounderError, StripError
from hardware.ports import Colour, Sounder, Strip, Tune


class AdjustableStrip:
    """A strip in front of the one that is open now.

    Args:
        strip: Open, as the settings say.
        settings: Those.
        reopen: Opens it again, by the same driver, as other settings say; raises a `HardwareError` when it cannot.
    """

    def __init__(self, strip: Strip, settings: StripSettings, reopen: Callable[[StripSettings], Strip]) -> None:
        self._strip: Strip | None = strip
        self._length = strip.length
        self._settings = settings
        self._reopen = reopen
        self._why = "the strip is not open"

    @property
    def length(self) -> int:
        """The number of LEDs."""
        return self._length

    def adopt(self, config: Config) -> bool:
        """Take other settings; what they say of driver and pin is left for the next start.

        Returns: Whether the strip was opened anew.

        Raises:
            StripError: When the strip cannot be opened as they say; it stays dark until other settings come.
        """
        if config.strip == self._settings and self._strip is not None:
            return False
        self._settings = config.strip
        if self._strip is not None:
            self._strip.close()
            self._strip = None
        try:
            self._strip = self._reopen(config.strip)
        except HardwareError as error:
            self._why = str(error)
            raise StripError(self._why) from error
        return True

    def show(self, colours: Sequence[Colour]) -> None:
        """Light the LEDs; see `Strip.show`."""
        if self._strip is None:
            raise StripError(self._why)
        self._strip.show(colours)

    def close(self) -> None:
        """Make it dark and let go of the device."""
        if self._strip is not None:
            self._strip.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


class AdjustableSounder:
    """A sounder in front of the one that is open now.

    Args:
        settings: What it is opened by.
        reopen: Opens it as settings say; a silent one where it cannot.
    """

    def __init__(self, settings: SounderSettings, reopen: Callable[[SounderSettings], Sounder]) -> None:
        self._settings = settings
        self._reopen = reopen
        self._sounder = reopen(settings)

    def adopt(self, config: Config) -> bool:
        """Take other settings.

        Returns: Whether the sounder was opened anew.

        Raises:
            SounderError: When the old one cannot be closed.
        """
        if config.sounder == self._settings:
            return False
        try:
            self._sounder.close()
        except HardwareError as error:
            raise SounderError(str(error)) from error
        self._settings = config.sounder
        self._sounder = self._reopen(config.sounder)
        return True

    def play(self, tune: Tune) -> None:
        """Start the tune; see `Sounder.play`."""
        self._sounder.play(tune)

    def silence(self) -> None:
        """End what sounds now, if anything."""
        self._sounder.silence()

    def close(self) -> None:
        """Make it silent and let go of the device."""
        self._sounder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
