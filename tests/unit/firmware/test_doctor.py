"""The doctor: every part has a state and a sentence, and what is missing here is no failure."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware import doctor
from firmware.cli import run
from firmware.doctor import Finding, State


def parts(capsys: pytest.CaptureFixture[str], status: int) -> dict[str, dict[str, str]]:
    assert run(["doctor", "--json"]) == status
    return {found["part"]: found for found in map(json.loads, capsys.readouterr().out.splitlines())}


def test_every_part_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/nowhere")
    found = parts(capsys, 0)
    wanted = [
        "python",
        "computer",
        "power",
        "boot",
        "opencv",
        "eye",
        "settings",
        "code",
        "camera",
        "strip",
        "pins",
        "rights",
    ]
    assert list(found) == wanted
    assert all(set(part) == {"part", "state", "found", "mend"} for part in found.values())
    assert found["eye"]["state"] == "works"
    assert all(part["found"] for part in found.values())


def test_bad_settings_fail_with_what_to_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "pop10").mkdir()
    (tmp_path / "pop10" / "pop10.toml").write_text("[strip]\nbrightness_percent = 250\n")
    settings = parts(capsys, 1)["settings"]
    assert settings["state"] == "fails"
    assert "got 250" in settings["found"]
    assert str(tmp_path) in settings["mend"]


def test_people_read_the_mend_under_what_was_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def two() -> list[Finding]:
        return [Finding("eye", State.WORKS, "sees"), Finding("camera", State.ABSENT, "none", "plug one in")]

    findings: Callable[[], list[Finding]] = two
    monkeypatch.setattr(doctor, "findings", findings)
    assert run(["doctor"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "works   eye       sees",
        "absent  camera    none",
        "                  > plug one in",
    ]


@pytest.mark.parametrize(
    ("text", "part", "state", "said"),
    [
        ("[buttons]\nundo = 17\n", "settings", "fails", "GPIO17 is taken by buttons.accept"),
        ("[strip]\norder = 'hello'\n", "settings", "fails", "order must be numbers and ranges"),
        ("[strip]\ndriver = 'none'\n", "strip", "absent", "none, as the settings say"),
        ("[strip]\ndriver = 'spi'\n", "strip", "absent", "spi"),
        ("[camera]\ndriver = 'v4l2'\ndevice = '/dev/video99'\n", "camera", "fails", "there is no /dev/video99"),
    ],
)
def test_what_the_settings_say_is_looked_at_and_every_part_is_told(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    text: str,
    part: str,
    state: str,
    said: str,
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "pop10").mkdir()
    (tmp_path / "pop10" / "pop10.toml").write_text(text)
    found = parts(capsys, 1 if state == "fails" else 0)
    assert len(found) == 12
    assert found[part]["state"] == state
    assert said in found[part]["found"]
