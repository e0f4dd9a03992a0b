"""Which Raspberry Pi this is, if it is one: read from what the kernel says, without any library.

Drivers ask before they construct what cannot work: rpi_ws281x knows no Pi 5 and, refused by the board, takes the
interpreter down at exit.
"""

from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path


class Processor(IntEnum):
    """The system on a chip, as numbered in the revision code."""

    BCM2835 = 0
    BCM2836 = 1
    BCM2837 = 2
    BCM2711 = 3
    BCM2712 = 4


_TYPES = {
    0x00: "A",
    0x01: "B",
    0x02: "A+",
    0x03: "B+",
    0x04: "2B",
    0x06: "Compute Module 1",
    0x08: "3B",
    0x09: "Zero",
    0x0A: "Compute Module 3",
    0x0C: "Zero W",
    0x0D: "3B+",
    0x0E: "3A+",
    0x10: "Compute Module 3+",
    0x11: "4B",
    0x12: "Zero 2 W",
    0x13: "400",
    0x14: "Compute Module 4",
    0x15: "Compute Module 4S",
    0x17: "5",
    0x18: "Compute Module 5",
    0x19: "500",
    0x1A: "Compute Module 5 Lite",
}
_NEW_STYLE = 1 << 23


@dataclass(frozen=True, slots=True)
class BoardModel:
    """A Raspberry Pi.

    Attributes:
        name: As the kernel says it, such as "Raspberry Pi 4 Model B Rev 1.4".
        revision: The revision code.
        processor: Its system on a chip; None when it is newer than this table.
    """

    name: str
    revision: int
    processor: Processor | None

    @property
    def is_known_to_ws281x(self) -> bool:
        """Whether rpi_ws281x 5 can drive a strip here: every Pi up to the 4, and none later (jgarff/rpi_ws281x#528)."""
        return self.processor is not None and self.processor <= Processor.BCM2711

    @property
    def config_lines(self) -> tuple[str, ...]:
        """What config.txt must say so that SPI keeps its speed and the strip its colours, besides `dtparam=spi=on`.

        SPI is clocked from the core, which changes its speed under load on these boards.
        Source: README of jgarff/rpi_ws281x, and its issue 381.
        """
        match self.processor:
            case Processor.BCM2837:
                return ("core_freq=250",)
            case Processor.BCM2711:
                return ("core_freq=500", "core_freq_min=500")
            case _:
                return ()


def detect(root: Path = Path("/")) -> BoardModel | None:
    """Ask the kernel for the board.

    Args:
        root: Where proc/ is found; another folder in tests.

    Returns: The board, or None when this is no Raspberry Pi.
    """
    tree = root / "proc/device-tree"
    facts = _cpuinfo(root / "proc/cpuinfo")
    revision = _revision(tree / "system/linux,revision", facts.get("Revision", ""))
    if revision is None:
        return None
    name = _text(tree / "model") or facts.get("Model", "")
    return decode(revision, name)


def decode(revision: int, name: str = "") -> BoardModel:
    """Take a revision code apart.

    Args:
        revision: The code, such as 0xC03114.
        name: What the kernel calls the board; made from the code when empty.

    Source: raspberrypi.com, documentation, "Raspberry Pi revision codes".
    """
    if not revision & _NEW_STYLE:  # Before the Pi 2 codes were numbers without parts.
        return BoardModel(name or "Raspberry Pi 1", revision, Processor.BCM2835)
    number = revision >> 12 & 0xF
    processor = Processor(number) if number in Processor.__members__.values() else None
    kind = _TYPES.get(revision >> 4 & 0xFF)
    return BoardModel(name or (f"Raspberry Pi {kind}" if kind else f"Raspberry Pi {revision:x}"), revision, processor)


CONFIG_FILES = ("boot/firmware/config.txt", "boot/config.txt")


def missing_config_lines(board: BoardModel, root: Path = Path("/")) -> tuple[str, ...] | None:
    """What config.txt does not say although the strip needs it: SPI, and the clock that SPI hangs on.

    Sections such as [pi4] are not looked at: a line counts wherever it stands.

    Args:
        board: The board.
        root: Where boot/ is found; another folder in tests.

    Returns: Lines to be added; None where there is no config.txt to be read.
    """
    for name in CONFIG_FILES:
        try:
            text = (root / name).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        there = {line.partition("#")[0].strip() for line in text.splitlines()}
        return tuple(line for line in ("dtparam=spi=on", *board.config_lines) if line not in there)
    return None


def _revision(tree_file: Path, text: str) -> int | None:
    try:
        return int.from_bytes(tree_file.read_bytes(), "big")
    except OSError:  # No device tree: old kernels say it in cpuinfo only.
        pass
    try:
        return int(text, 16)
    except ValueError:  # Other machines have no Revision, or one of another kind.
        return None


def _cpuinfo(file: Path) -> dict[str, str]:
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return {}
    pairs = (line.partition(":") for line in lines)
    return {key.strip(): value.strip() for key, colon, value in pairs if colon}


def _text(file: Path) -> str:
    try:
        return file.read_bytes().rstrip(b"\0").decode(errors="replace")
    except OSError:
        return ""
