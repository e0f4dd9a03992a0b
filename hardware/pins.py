"""Which part uses which pin of the header: the default wiring, and the refusal of clashes before anything is opened.

Pins are BCM numbers. The default wiring is the one that `wiring.svg` draws.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from hardware.errors import DeviceBusyError, InvalidValueError

STRIP_DATA_PIN = 10
BUZZER_PIN = 12
ACCEPT_PIN = 17
UNDO_PIN = 27
NEW_GAME_PIN = 22
SHUTDOWN_PIN = 3
"""GPIO3 has a pull-up of its own, and bridging it to ground wakes a Pi that was shut down."""

LAST_PIN = 27

# Switching SPI on gives these to the kernel (both chip selects), whatever is wired to them.
SPI0_PINS = {7: "CE1", 8: "CE0", 9: "MISO", 10: "MOSI", 11: "SCLK"}


@dataclass(frozen=True, slots=True)
class PinUse:
    """A pin that a part needs.

    Attributes:
        pin: BCM number.
        owner: The part, in the words of its setting, such as "buttons.accept".
    """

    pin: int
    owner: str


def spi_uses(owner: str) -> tuple[PinUse, ...]:
    """The pins that SPI takes for a part that is driven through it."""
    return tuple(PinUse(pin, f"{owner} (SPI {role})") for pin, role in SPI0_PINS.items())


def refuse_clashes(uses: Iterable[PinUse]) -> None:
    """See that no two parts want one pin.

    Args:
        uses: All pins of all parts; of two that clash, the later one is asked to move.

    Raises:
        InvalidValueError: When a pin is not on the header.
        DeviceBusyError: When two parts want the same pin; names both.
    """
    owners: dict[int, str] = {}
    for use in uses:
        if not 0 <= use.pin <= LAST_PIN:
            raise InvalidValueError(f"{use.owner}: pin must be GPIO0 to GPIO{LAST_PIN}, got {use.pin}")
        if use.pin in owners:
            raise DeviceBusyError(f"GPIO{use.pin} is taken by {owners[use.pin]}; give {use.owner} another pin")
        owners[use.pin] = use.owner
