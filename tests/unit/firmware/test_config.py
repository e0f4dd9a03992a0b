"""The configuration tree: defaults without a file, and refusals that say file, key, wanted and got."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.config import Config, load, parse, to_toml
from firmware.errors import ConfigError
from firmware.settings_file import change

ROOT = Path(__file__).resolve().parents[3]


def test_every_key_has_a_default() -> None:
    assert parse("", "pop10.toml") == Config()


def test_what_is_written_is_read_back() -> None:
    assert parse(to_toml(Config()), "pop10.toml") == Config()


def test_a_key_changes_only_itself() -> None:
    config = parse("[strip]\nbrightness_percent = 40\n", "pop10.toml")
    assert config.strip.brightness_percent == 40
    assert config.strip.budget_milliamps == Config().strip.budget_milliamps
    assert config.sounder == Config().sounder


REFUSED = [
    (
        "[strip]\nbrightness_percent = 250",
        "pop10.toml: strip.brightness_percent: expected a whole number from 0 to 100, got 250",
    ),
    (
        "[strip]\nbrightness_percent = 'full'",
        "pop10.toml: strip.brightness_percent: expected a whole number from 0 to 100, got 'full'",
    ),
    (
        "[strip]\nbrightness_percent = 2.5",
        "pop10.toml: strip.brightness_percent: expected a whole number from 0 to 100, got 2.5",
    ),
    ("[sounder]\nmute = 1", "pop10.toml: sounder.mute: expected true or false, got 1"),
    (
        "[strip]\ncolour_order = 'XYZ'",
        "pop10.toml: strip.colour_order: expected one of GRB, RGB, BRG, RBG, GBR, BGR, GRBW, RGBW, got 'XYZ'",
    ),
    ("[buttons]\nundo = -2", "pop10.toml: buttons.undo: expected a whole number from -1 to 27, got -2"),
    (
        "[sounder]\nquiet_from = '24:00'",
        "pop10.toml: sounder.quiet_from: expected a time of day such as '22:00', or nothing, got '24:00'",
    ),
    (
        "[sounder]\nquiet_from = '22:00'",
        "pop10.toml: sounder: expected quiet_from and quiet_until both or neither, got {quiet_from = '22:00'}",
    ),
    ("sounder = 3", "pop10.toml: sounder: expected a table, [sounder], got 3"),
    (
        "[sounder]\nloud = 1",
        "pop10.toml: sounder.loud: there is no such key; sounder may have kind, pin, mute, quiet_from, quiet_until",
    ),
    (
        "[lamp]\non = 1",
        "pop10.toml: lamp: there is no such key; "
        "the file may have people, camera, discs, strip, sounder, buttons, rules",
    ),
    ("[rules]\npoints_to_win = 16", "pop10.toml: rules.points_to_win: expected a whole number from 1 to 15, got 16"),
    (
        "[rules]\ngame = 'chess'",
        "pop10.toml: rules.game: expected one of pop10, four-in-a-row, popout, got 'chess'",
    ),
    ("[sounder]\nmute = 'no'", "pop10.toml: sounder.mute: expected true or false, got 'no'"),
    ("[strip]\nfirst_led = true", "pop10.toml: strip.first_led: expected a whole number from 0 to 10, got true"),
    ("[camera]\ndevice = 0", "pop10.toml: camera.device: expected a text in quotation marks, got 0"),
    (
        "[sounder]\nquiet_from = 22:00:00",
        "pop10.toml: sounder.quiet_from: expected a time of day such as '22:00', or nothing, got 22:00:00",
    ),
    (
        "[sounder]\nquiet_from = '22:00\\n'".replace("'", '"'),
        "pop10.toml: sounder.quiet_from: expected a time of day such as '22:00', or nothing, got '22:00\\n'",
    ),
    ("[strip]\nfirst_led.a = 1", "pop10.toml: strip.first_led: expected a whole number from 0 to 10, got {a = 1}"),
    (
        "'' = 1",
        "pop10.toml: '': there is no such key; the file may have people, camera, discs, strip, sounder, buttons, rules",
    ),
    ("[buttons]\nundo = 17", "pop10.toml: GPIO17 is taken by buttons.accept; give buttons.undo another pin"),
    ("[buttons]\naccept = 10", "pop10.toml: GPIO10 is taken by strip (SPI MOSI); give buttons.accept another pin"),
    ("[strip]\ndata_pin = 12", "pop10.toml: GPIO12 is taken by strip.data_pin; give sounder.pin another pin"),
    (
        "[strip]\ndriver = 'ws281x'\n[buttons]\naccept = 9",
        "pop10.toml: GPIO9 is taken by strip (SPI MISO); give buttons.accept another pin",
    ),
    ("[strip]\ncount = 20", "pop10.toml: strip.count: expected a whole number from 27 to 445, got 20"),
    (
        "[strip]\ndriver = 'spi'\ndata_pin = 18",
        "pop10.toml: strip.data_pin: expected 10 with the driver spi, got 18",
    ),
    (
        "[strip]\ndata_pin = 5",
        "pop10.toml: strip.data_pin: expected one of 10, 12, 18, 13, 19, 21 with the driver auto, got 5",
    ),
    (
        "[strip]\norder = '0-99999999999'",
        "pop10.toml: strip: order must be numbers and ranges such as '9-0 10-26', got '0-99999999999' in it",
    ),
    (
        "[camera]\ndriver = 'picamera2'\ndevice = 'front'",
        "pop10.toml: camera: expected the number of the camera as device with the driver picamera2, "
        "got {driver = 'picamera2', device = 'front'}",
    ),
    (
        "[camera]\ndriver = 'folder'",
        "pop10.toml: camera: expected the path of the recording as device with the driver folder, "
        "got {driver = 'folder'}",
    ),
    ("\ufeff[strip]", "pop10.toml: begins with a byte order mark; save it as UTF-8 without one"),
]


@pytest.mark.parametrize(("text", "said"), REFUSED)
def test_a_refusal_says_file_key_wanted_and_got(text: str, said: str) -> None:
    with pytest.raises(ConfigError) as refused:
        parse(text, "pop10.toml")
    assert str(refused.value) == said


def test_a_value_of_any_length_is_answered_on_one_line() -> None:
    with pytest.raises(ConfigError) as refused:
        parse(f"[camera]\ndriver = '{'x' * 5000}'", "pop10.toml")
    assert len(str(refused.value)) < 200


def test_brackets_in_brackets_without_end_are_refused() -> None:
    with pytest.raises(ConfigError, match="brackets in brackets"):
        parse(f"a = {'[' * 5000}", "pop10.toml")


def test_text_that_is_no_toml_is_refused_with_its_place() -> None:
    with pytest.raises(ConfigError, match=r"pop10.toml: not TOML: .*line 2"):
        parse("[strip]\nbrightness_percent = \n", "pop10.toml")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "pop10.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="UTF-8"):
        load(file)


def test_what_never_ends_is_refused_at_once(tmp_path: Path) -> None:
    # Each gets only so long, as reading would wait for ever, or take all memory.
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for name, kind in ((pipe, "pipe"), (Path("/dev/full"), "device")):
        command = [sys.executable, "-P", "-m", "firmware", "config", "check", str(name)]
        said = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False, timeout=60)
        assert said.returncode == 2
        assert said.stderr == f"pop10: {name}: must be a file of text, got a {kind}\n"
        with pytest.raises(ConfigError, match=f"got a {kind}"):
            change(name, {"sounder.mute": True})


def test_a_file_that_was_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such file"):
        load(tmp_path / "pop10.toml")


def test_the_usual_file_may_be_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert load() == Config()


def test_every_key_is_shown_with_meaning_range_and_default() -> None:
    lines = to_toml(Config()).splitlines()
    keys = [number for number, line in enumerate(lines) if " = " in line and not line.startswith("#")]
    assert len(keys) > 20
    for number in keys:
        comment, (key, _, value) = lines[number - 1], lines[number].partition(" = ")
        assert comment.startswith("# ")
        assert len(comment.split(". ")[0]) > 8, key
        assert comment.endswith(f"; default {value}")
    brightness = lines.index("brightness_percent = 25")
    assert "0 to 100" in lines[brightness - 1]
