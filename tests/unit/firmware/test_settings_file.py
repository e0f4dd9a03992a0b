"""Changing settings: everything else stays, nothing bad gets in, and a power cut at any point leaves old or new."""

import subprocess
import sys
from pathlib import Path

import pytest

from firmware.cli import run
from firmware.config import Config, load, parse, to_toml
from firmware.errors import ConfigError
from firmware.settings_file import Value, change, last_good, restore, value_of

WRITTEN = """\
# the table in the kitchen
[strip]
brightness_percent = 40   # dazzles otherwise
order = "9-0 10-26" # "#" is no comment in here

[sounder]   # loud
kind = 'active'
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "pop10.toml"
    file.write_text(WRITTEN)
    return file


def test_only_the_one_value_changes(file: Path) -> None:
    config = change(file, {"strip.brightness_percent": 30})
    assert config.strip.brightness_percent == 30
    assert file.read_text() == WRITTEN.replace("40 ", "30 ")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("camera.device", 'a "quoted" # \\ word'),
        ("strip.order", ""),
        ("strip.is_reversed", True),
        ("sounder.kind", "none"),
        ("sounder.pin", 13),
        ("buttons.accept", -1),
        ("camera.device", "/dev/v4l/by-id/ä b"),
    ],
)
def test_what_is_set_is_read_and_comments_stay(file: Path, key: str, value: Value) -> None:
    config = change(file, {key: value})
    table, _, name = key.partition(".")
    assert getattr(getattr(config, table), name) == value
    assert load(file) == config
    for comment in ("# the table in the kitchen", "# dazzles otherwise", "# loud", '# "#" is no comment in here'):
        assert comment in file.read_text()


def test_every_key_can_be_set_into_no_file(tmp_path: Path) -> None:
    file = tmp_path / "new" / "pop10.toml"
    for line, table in _keys():
        key, _, value = line.partition(" = ")
        change(file, {f"{table}.{key}": value_of(f"{table}.{key}", value.strip('"'))})
    assert load(file) == Config()
    assert file.read_text().count("[strip]") == 1


def _keys() -> list[tuple[str, str]]:
    table, found = "", []
    for line in to_toml(Config()).splitlines():
        if line.startswith("["):
            table = line.strip("[]")
        elif " = " in line and not line.startswith("#"):
            found.append((line.partition("  #")[0], table))
    return found


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"strip.brightness_percent": 101}, "strip.brightness_percent: expected a whole number from 0 to 100, got 101"),
        ({"strip.brightness": 10}, "strip.brightness: there is no such key"),
        ({"lamp.on": True}, "lamp: there is no such key"),
        ({"sounder.mute": True, "sounder.pin": "x"}, "sounder.pin: expected a whole number from 0 to 27, got 'x'"),
    ],
)
def test_what_is_refused_changes_nothing(file: Path, changes: dict[str, Value], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        change(file, changes)
    assert file.read_text() == WRITTEN
    assert sorted(path.name for path in file.parent.iterdir()) == [file.name]


def test_to_change_nothing_makes_the_file_and_leaves_one_that_is_there(file: Path, tmp_path: Path) -> None:
    new = tmp_path / "new" / "pop10.toml"
    assert change(new, {}) == Config()
    assert new.read_text() == ""
    change(file, {})
    assert file.read_text() == WRITTEN
    assert not last_good(file).exists()


def test_a_value_in_a_form_that_is_not_understood_is_left_to_people(file: Path) -> None:
    file.write_text("sounder = { pin = 13 }\n")
    with pytest.raises(ConfigError):
        change(file, {"sounder.pin": 14})
    assert file.read_text() == "sounder = { pin = 13 }\n"


def test_the_last_good_settings_are_kept_and_taken_again(file: Path) -> None:
    change(file, {"sounder.pin": 13})
    assert last_good(file).read_text() == WRITTEN
    file.write_text("[sounder\n")  # as by a person
    assert restore(file).sounder.pin == Config().sounder.pin
    assert file.read_text() == WRITTEN
    assert last_good(file).read_text() == WRITTEN


def test_settings_that_are_a_link_stay_one(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.toml"
    link.symlink_to(file)
    change(link, {"sounder.pin": 13})
    assert link.is_symlink()
    assert load(file).sounder.pin == 13


CUT = """
import os, sys
from pathlib import Path
from firmware.settings_file import change

file, old = Path(sys.argv[1]), Path(sys.argv[1]).read_text()
left, counting, count = 0, False, 0

def cut(event, arguments):
    # Each thing that is done to a file is told here before it is done: the power fails at one of them.
    global count
    if counting and event in ("open", "os.rename", "os.mkdir", "os.remove", "os.link", "os.truncate"):
        count += 1
        if count > left:
            os._exit(9)

sys.addaudithook(cut)
fsync = os.fsync
def fsync_or_cut(descriptor):
    cut("open", ())
    fsync(descriptor)
    cut("open", ())
os.fsync = fsync_or_cut
texts = []
for left in range(100):
    file.write_text(old)
    child = os.fork()
    if child == 0:
        counting = True
        change(file, {"strip.brightness_percent": 30, "sounder.mute": True})
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(status, repr(file.read_text()))
    if status == 0:
        break
"""


def test_a_power_cut_at_any_point_leaves_the_old_or_the_new_settings(file: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", CUT, str(file)], capture_output=True, text=True, timeout=100, check=True
    )
    lines = [line.split(" ", 1) for line in ran.stdout.splitlines()]
    assert lines[-1][0] == "0"
    assert len(lines) > 8
    new = change(file, {"strip.brightness_percent": 30, "sounder.mute": True})
    texts = [text for _, text in lines]
    assert set(texts) == {repr(WRITTEN), texts[-1]}
    assert texts == sorted(texts, key=lambda text: text != repr(WRITTEN))  # once new, for ever new
    assert new.sounder.mute
    assert parse(file.read_text(), "") == new


def test_the_command_changes_and_restores(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["config", "set", "sounder.mute", "true", "--config", str(file)]) == 0
    assert load(file).sounder.mute is True
    assert run(["config", "set", "camera.device", "2", "--config", str(file)]) == 0
    assert load(file).camera.device == "2"
    assert run(["config", "restore", "--config", str(file)]) == 0
    assert load(file).camera.device == ""
    assert run(["config", "set", "sounder.mute", "loud", "--config", str(file)]) == 2
    assert "sounder.mute: expected true or false, got 'loud'" in capsys.readouterr().err
    times = ["sounder.quiet_from", "22:00", "sounder.quiet_until", "07:30"]
    assert run(["config", "set", *times[:2], "--config", str(file)]) == 2
    assert run(["config", "set", *times[:3], "--config", str(file)]) == 2
    assert "got none for sounder.quiet_until" in capsys.readouterr().err
    assert run(["config", "set", *times, "--config", str(file)]) == 0
    assert load(file).sounder.quiet_until == "07:30"
    assert run(["config", "set", "sounder", "loud", "--config", str(file)]) == 2
