"""What the firmware counts of under-voltage."""

from pathlib import Path

import pytest

from hardware import power
from hardware.power import Power, look


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("throttled=0x0", Power(False, False, False, False)),
        ("0", Power(False, False, False, False)),
        ("throttled=0x50005", Power(True, True, True, True)),
        ("50000", Power(False, True, False, True)),
        ("throttled=0x80008", Power(False, False, True, True)),
        ("", None),
        ("VCHI initialization failed", None),
    ],
)
def test_the_bits_are_told_apart(text: str, wanted: Power | None) -> None:
    assert look(lambda: text) == wanted


def test_the_kernels_file_is_read_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "get_throttled"
    file.write_text("50005\n")
    monkeypatch.setattr(power, "THROTTLED_FILE", file)
    assert look() == Power(True, True, True, True)


def test_a_machine_without_that_firmware_counts_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(power, "THROTTLED_FILE", tmp_path / "absent")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert look() is None


def test_vcgencmd_is_asked_where_the_kernel_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = tmp_path / "vcgencmd"
    command.write_text("#!/bin/sh\necho throttled=0x10000\n")
    command.chmod(0o755)
    monkeypatch.setattr(power, "THROTTLED_FILE", tmp_path / "absent")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert look() == Power(False, True, False, False)
