"""The unit file: what systemd itself says of it, and that its program ends dark."""

import getpass
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.cli import run
from firmware.service_unit import Service, power_off_rule, unit_file

PROJECT = Path(__file__).parents[3]
EXPOSURE_ALLOWED = 4.0

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="no systemd-analyze here (Debian package systemd)"
)


@pytest.fixture(params=["pop10", "a folder with spaces, 100 %"])
def unit(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    checkout = tmp_path / request.param
    checkout.mkdir()
    (checkout / "pop10").write_text("#!/bin/sh\n")
    (checkout / "pop10").chmod(0o755)
    file = tmp_path / "pop10.service"
    file.write_text(unit_file(Service(checkout, checkout / ".venv", getpass.getuser(), checkout / "settings")))
    return file


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, timeout=60, check=False)


@needs_systemd
def test_systemd_finds_no_fault_in_it(unit: Path) -> None:
    verified = analyze("verify", "--man=no", str(unit))
    assert (verified.returncode, verified.stdout, verified.stderr) == (0, "", "")


@needs_systemd
def test_what_is_verified_would_be_refused_with_a_fault(unit: Path) -> None:
    unit.write_text(unit.read_text().replace("Type=notify", "Type=notified").replace("play --headless", ""))
    assert "notified" in analyze("verify", "--man=no", str(unit)).stderr


@needs_systemd
def test_it_is_exposed_little(unit: Path) -> None:
    told = analyze("security", "--offline=true", "--no-pager", str(unit))
    exposure = re.search(r"Overall exposure level for pop10.service: ([\d.]+)", told.stdout)
    assert exposure is not None, told.stdout + told.stderr
    assert float(exposure[1]) < EXPOSURE_ALLOWED


def test_no_word_is_left_to_be_filled_in(unit: Path) -> None:
    assert not re.search(r"@[A-Z]+@", unit.read_text())
    assert "@" not in power_off_rule("pi")


def test_it_asks_for_what_the_table_needs(unit: Path) -> None:
    settings = dict(line.split("=", 1) for line in unit.read_text().splitlines() if "=" in line)
    assert settings["Type"] == "notify"
    assert int(settings["WatchdogSec"]) > 0
    assert settings["Restart"] == "on-failure"
    assert set(settings["SupplementaryGroups"].split()) == {"gpio", "spi", "video"}
    assert settings["StateDirectory"] == "pop10"
    assert settings["ProtectSystem"] == "strict"
    assert settings["WantedBy"] == "multi-user.target"
    assert settings["ExecStopPost"].endswith('pop10" dark')


def test_dark_says_why_a_strip_that_is_not_there_is_not_dark(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    if Path("/dev/spidev0.0").exists():
        pytest.skip("a strip may be here")
    settings = tmp_path / "pop10.toml"
    settings.write_text('[strip]\ndriver = "spi"\n')
    assert run(["dark", "--config", str(settings)]) == 1
    assert "strip: " in capsys.readouterr().err
    settings.write_text('[strip]\ndriver = "none"\n')
    assert run(["dark", "--config", str(settings)]) == 0
