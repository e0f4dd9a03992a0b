"""Settings that were changed while the program runs: which of them count at once, and which from the next start on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import msgspec

from firmware.config import Config
from firmware.settings_file import Value
from firmware.viewpoint import Viewpoint

VIEWPOINT: Final = ("camera.is_mirrored", "discs.redder")
LANGUAGE: Final = "people.language"
OF_THE_START: Final = ("strip.driver", "strip.data_pin")
"""What a device that is opened anew does not take."""

Adjust = Callable[[Config], bool]
"""Makes the settings count for one open device; whether it was opened anew. Raises a `HardwareError` when it cannot."""


@dataclass(frozen=True, slots=True)
class InUse:
    """The settings that the program runs by, and what can be adjusted to others.

    Attributes:
        begun: Those that it began with.
        devices: What adjusts open devices, by the name of the table of their settings.
    """

    begun: Config = field(default_factory=Config)
    devices: Mapping[str, Adjust] = field(default_factory=dict)

    def counts_later(self, wanted: Config, seen_from: Viewpoint) -> tuple[str, ...]:
        """The keys of wanted settings that do not count before the next start.

        Args:
            wanted: All settings as they are wanted.
            seen_from: From where the eye looks now.
        """
        before, after = values(self.begun), values(wanted)
        later = [key for key in after if after[key] != before[key] and not self._counts_at_once(key)]
        turned = Viewpoint.of(wanted)
        if turned.is_mirrored != seen_from.is_mirrored:
            later.append(VIEWPOINT[0])
        if turned.is_swapped != seen_from.is_swapped:
            later.append(VIEWPOINT[1])
        return tuple(later)

    def _counts_at_once(self, key: str) -> bool:
        table = key.partition(".")[0]
        return key in (*VIEWPOINT, LANGUAGE) or (table in self.devices and key not in OF_THE_START)


def values(config: Config) -> dict[str, Value]:
    """Every setting by its key, such as `sounder.mute`."""
    found: dict[str, Value] = {}
    for table in msgspec.structs.fields(config):
        part = getattr(config, table.name)
        for key in msgspec.structs.fields(part):
            found[f"{table.name}.{key.name}"] = getattr(part, key.name)
    return found
