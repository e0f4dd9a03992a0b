"""Which Raspberry Pi this is."""

from pathlib import Path

import pytest

from hardware.board_model import Processor, decode, detect, missing_config_lines


@pytest.mark.parametrize(
    ("revision", "name", "processor", "is_known"),
    [
        (0x000E, "Raspberry Pi 1", Processor.BCM2835, True),
        (0xA22082, "Raspberry Pi 3B", Processor.BCM2837, True),
        (0xA020D3, "Raspberry Pi 3B+", Processor.BCM2837, True),
        (0x902120, "Raspberry Pi Zero 2 W", Processor.BCM2837, True),
        (0xC03114, "Raspberry Pi 4B", Processor.BCM2711, True),
        (0xC03130, "Raspberry Pi 400", Processor.BCM2711, True),
        (0xD04170, "Raspberry Pi 5", Processor.BCM2712, False),
        (0xB04180, "Raspberry Pi Compute Module 5", Processor.BCM2712, False),
        (0xD09990, "Raspberry Pi d09990", None, False),
    ],
)
def test_a_revision_code_says_board_and_processor(
    revision: int, name: str, processor: Processor | None, is_known: bool
) -> None:
    board = decode(revision)
    assert (board.name, board.processor, board.is_known_to_ws281x) == (name, processor, is_known)


def test_the_core_clock_is_fixed_where_spi_hangs_on_it() -> None:
    assert decode(0xA020D3).config_lines == ("core_freq=250",)
    assert decode(0xC03114).config_lines == ("core_freq=500", "core_freq_min=500")
    assert decode(0xD04170).config_lines == ()


def write(root: Path, path: str, content: bytes) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def test_the_device_tree_is_believed_first(tmp_path: Path) -> None:
    write(tmp_path, "proc/device-tree/system/linux,revision", (0xD04170).to_bytes(4, "big"))
    write(tmp_path, "proc/device-tree/model", b"Raspberry Pi 5 Model B Rev 1.0\0")
    write(tmp_path, "proc/cpuinfo", b"Revision\t: c03114\nModel\t\t: Another\n")
    board = detect(tmp_path)
    assert board is not None
    assert (board.name, board.processor) == ("Raspberry Pi 5 Model B Rev 1.0", Processor.BCM2712)


def test_an_old_kernel_says_it_in_cpuinfo(tmp_path: Path) -> None:
    write(tmp_path, "proc/cpuinfo", b"processor\t: 0\nRevision\t: a020d3\nModel\t\t: Raspberry Pi 3 Model B Plus\n")
    board = detect(tmp_path)
    assert board is not None
    assert (board.name, board.processor) == ("Raspberry Pi 3 Model B Plus", Processor.BCM2837)


@pytest.mark.parametrize("cpuinfo", [None, b"processor\t: 0\nmodel name\t: A PC\n", b"Revision\t: v2 of something\n"])
def test_another_machine_is_no_board(tmp_path: Path, cpuinfo: bytes | None) -> None:
    if cpuinfo is not None:
        write(tmp_path, "proc/cpuinfo", cpuinfo)
    assert detect(tmp_path) is None


@pytest.mark.parametrize(
    ("config", "missing"),
    [
        (b"", ("dtparam=spi=on", "core_freq=500", "core_freq_min=500")),
        (b"dtparam=spi=on\n[all]\ncore_freq=500  # for the strip\n", ("core_freq_min=500",)),
        (b"#dtparam=spi=on\ncore_freq=500\ncore_freq_min=500\n", ("dtparam=spi=on",)),
        (b"dtparam=spi=on\r\ncore_freq=500\r\ncore_freq_min=500\r\n", ()),
    ],
)
def test_lines_that_config_txt_lacks_are_named(tmp_path: Path, config: bytes, missing: tuple[str, ...]) -> None:
    write(tmp_path, "boot/firmware/config.txt", config)
    assert missing_config_lines(decode(0xC03114), tmp_path) == missing


def test_without_config_txt_nothing_is_asked_for(tmp_path: Path) -> None:
    assert missing_config_lines(decode(0xC03114), tmp_path) is None


def test_the_older_place_of_config_txt_is_known(tmp_path: Path) -> None:
    write(tmp_path, "boot/config.txt", b"dtparam=spi=on\n")
    assert missing_config_lines(decode(0xA020D3), tmp_path) == ("core_freq=250",)
