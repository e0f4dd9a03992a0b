"""What the firmware counts of under-voltage."""

from pathlib import Path

import pytest

from hardware import power
from hardware.errors import HardwareError
from hardware.power import Power, look, switch_off


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


def system_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str) -> None:
    command = tmp_path / "systemctl"
    command.write_text(f"#!/bin/sh\n{does}\n")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))


def test_switching_off_asks_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system_that(tmp_path, monkeypatch, f'echo "$@" > {tmp_path}/asked')
    switch_off()
    assert (tmp_path / "asked").read_text() == "--no-ask-password poweroff\n"


def test_a_system_that_refuses_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system_that(tmp_path, monkeypatch, 'echo "Call to PowerOff failed: Access denied" >&2; exit 1')
    with pytest.raises(HardwareError, match="cannot be shut down from here: Call to PowerOff failed: Access denied"):
        switch_off()
    (tmp_path / "systemctl").unlink()
    with pytest.raises(HardwareError, match="there is no systemctl"):
        switch_off()
