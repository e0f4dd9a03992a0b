"""The commands as a person or a script meets them: every mistake is one line, status 2, and no traceback."""

import io
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from firmware import VERSION
from firmware.cli import run
from firmware.commands.options import GAMES
from referee.rules import Game

ROOT = Path(__file__).parents[3]
START = "......./......./......./......./......./....... r setup 0-0 -"


def complaint(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> str:
    """The one line that a command line earns."""
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1, captured.err
    assert "Traceback" not in captured.err
    return captured.err.rstrip("\n")


MISTAKES = [
    (["no-such-command"], "no-such-command"),
    (["--no-such-option"], "--no-such-option"),
    (["rule", "--start", "nonsense"], "nonsense"),
    (["rule", "--start"], "--start"),
    (["rule", "extra"], "extra"),
    (["rule", "--start", START.replace("0-0", "9-9")], "score"),
    (["perft"], "DEPTH"),
    (["perft", "many"], "many"),
    (["perft", "5000"], "5000"),
    (["perft", "-1"], "-1"),
    (["perft", "2", "--start", "x y z"], "x y z"),
    (["record"], "command"),
    (["record", "check"], "FILE"),
    (["record", "check", "/nowhere/game.txt"], "/nowhere/game.txt"),
    (["record", "show", "/"], "/"),
    (["read"], "IMAGE"),
    (["read", "--json"], "IMAGE"),
    (["watch"], "SOURCE"),
    (["watch", "/nowhere"], "/nowhere"),
    (["watch", "/dev/null"], "/dev/null"),
    (["watch", ".", "--fps", "0"], "fps"),
    (["watch", ".", "--fps", "fast"], "fast"),
    (["watch", ".", "--start", "..."], "..."),
    (["demo", "--seed", "luck"], "luck"),
    (["demo", "--seed", "-3"], "-3"),
    (["demo", "--cheat", "everything"], "everything"),
    (["demo", "--cheat"], "--cheat"),
    (["demo", "--stored", "--cheat", "wrong-row"], "--stored"),
    (["play", "--config", "/nowhere/pop10.toml"], "/nowhere/pop10.toml"),
    (["play", "--start", "x"], "--start"),
    (["demo", "--config", "/nowhere/pop10.toml"], "/nowhere/pop10.toml: there is no such file"),
    (["demo", "--web", "--config", "/nowhere/pop10.toml"], "/nowhere/pop10.toml: there is no such file"),
    (["render"], "--out"),
    (["render", "--out", "/dev/null/x"], "/dev/null/x"),
    (["bench", "vision", "/nowhere"], "/nowhere"),
    (["bench"], "command"),
    (["doctor", "please"], "please"),
    (["config"], "command"),
    (["config", "check", "/nowhere/pop10.toml"], "/nowhere/pop10.toml"),
    (["watch", ""], "'SOURCE': a name is wanted, got nothing"),
    (["record", "show", ""], "'FILE': a name is wanted, got nothing"),
    (["read", "a.jpg", ""], "'IMAGE...': a name is wanted, got nothing"),
    (["config", "check", ""], "a name is wanted, got nothing"),
    (["play", "--config", ""], "'--config': a name is wanted, got nothing"),
    (["demo", "--journal", ""], "'--journal': a name is wanted, got nothing"),
    (["games", "export", "1", ""], "a name is wanted, got nothing"),
    (["perft", "many"], "a whole number from 0 to 100 is wanted, got 'many'"),
    (["perft", "5000"], "a whole number from 0 to 100 is wanted, got '5000'"),
    (["demo", "--seed", "-3"], "a whole number of 0 or more is wanted, got '-3'"),
    (["watch", ".", "--fps", "fast"], "a number above 0, at most 1000, is wanted, got 'fast'"),
    (["watch", ".", "--fps", "0"], "a number above 0, at most 1000, is wanted, got '0'"),
    (["watch", ".", "--fps", "nan"], "a number above 0, at most 1000, is wanted, got 'nan'"),
    (["watch", ".", "--fps", "inf"], "a number above 0, at most 1000, is wanted, got 'inf'"),
    (["play", "--port", "70000"], "a whole number from 0 to 65535 is wanted, got '70000'"),
]


@pytest.mark.parametrize(("arguments", "named"), MISTAKES, ids=[" ".join(arguments) for arguments, _ in MISTAKES])
def test_a_mistake_is_answered_by_one_line_that_names_it(
    capsys: pytest.CaptureFixture[str], arguments: list[str], named: str
) -> None:
    assert named in complaint(capsys, arguments)


FILES = {
    "empty.txt": b"",
    "text.txt": b"no record\n",
    "broken-tag.txt": b'[Result "re\n\nd',
    "binary.txt": bytes(range(256)),
    "illegal.txt": b'[Result "*"]\n\nd d d d d d d\n',
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("command", ["check", "show"])
def test_a_file_that_is_no_legal_record_is_a_mistake(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, name: str
) -> None:
    file = tmp_path / name
    file.write_bytes(FILES[name])
    assert str(file) in complaint(capsys, ["record", command, str(file)])


def test_a_record_is_replayed_to_its_final_position(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text('[Red "Anna"]\n[Result "*"]\n\nd a\n')
    assert run(["record", "check", str(file)]) == 0
    assert capsys.readouterr().out == "......./......./......./......./......./Y..R... r setup 0-0 -\n"


def test_a_record_is_shown_in_words_with_its_grid(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text('[Red "Anna"]\n[Result "*"]\n\nd a\n')
    assert run(["record", "show", str(file)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Red: Anna\n")
    assert "1. Red drops into d.\n  2. Yellow drops into a.\n" in told
    assert "1  Y . . R . . .\n        a b c d e f g\n" in told


@pytest.mark.parametrize(
    ("tag", "doubt"),
    [
        ('[Game "Chess"]', "tag Game is 'Chess', neither a number nor the game's name; the turns are read as Pop 10"),
        ('[Game "popout"]', "tag Game is 'popout', neither a number nor the game's name; the turns are read as Pop 10"),
        ('[Date "yesterday"]', "tag Date is 'yesterday'; wanted a day like 2026.11.29, with ? for what is not known"),
        ('[Date "2026.02.30"]', "tag Date is '2026.02.30'; wanted a day like 2026.11.29, with ? for what is not known"),
        ('[Game "12"]\n[Date "2026.11.29"]', ""),
        ('[Game "Pop 10"]\n[Date "????.??.??"]', ""),
        ('[Date "2026.??.31"]', ""),
        ("", ""),
    ],
)
def test_what_is_odd_in_the_head_of_a_record_is_said_and_the_turns_are_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, tag: str, doubt: str
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(f'{tag}\n[Result "*"]\n\nd a\n')
    assert run(["record", "check", str(file)]) == 0
    captured = capsys.readouterr()
    assert captured.out == "......./......./......./......./......./Y..R... r setup 0-0 -\n"
    assert captured.err == (f"pop10 record: {file}: {doubt}\n" if doubt else "")


def test_the_last_word_of_perft_is_the_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["perft", "3"]) == 0
    assert capsys.readouterr().out.split()[-1] == "210"


def test_the_version_is_that_of_the_project(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"pop10 {VERSION}\n"
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"].get("version", VERSION) == VERSION


@pytest.mark.parametrize("command", ["rule", "perft", "record", "read", "watch", "demo", "config"])
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert run([command, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"Usage: pop10 {command}")


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    assert "Commands:" in capsys.readouterr().out


def pop10(*arguments: str, typed: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-P", "-m", "firmware", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, cwd=ROOT, check=False, timeout=60)


RUBBISH = [
    b"rubbish",
    b"",
    b"   ",
    b"\xff\xfe",
    b"[1]",
    b"{}",
    b"null",
    b"[" * 100_000,
    b"9" * 10_000,
    b'{"board": 3}',
    b'{"board": "RY"}',
    b'{"board": "......./......./......./......./......./...X..."}',
    b'{"button": "destroy"}',
    b'{"button": ["undo"]}',
    b'{"colour": "red"}',
    b'{"board": "......./......./......./......./......./.......", "button": "undo"}',
]


def test_rule_answers_every_line_and_serves_on_after_rubbish() -> None:
    drop = b'{"board": "......./......./......./......./......./...R..."}'
    done = pop10("rule", typed=b"\n".join([*RUBBISH, drop]) + b"\n")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers[:-1] == [[]] * len(RUBBISH)
    assert [ruling["ruling"] for ruling in answers[-1]] == ["drop"]
    complaints = done.stderr.decode().splitlines()
    assert [line.split(": ")[1] for line in complaints] == [f"line {n}" for n in range(1, len(RUBBISH) + 1)]
    assert all(len(line) < 250 for line in complaints)
    assert done.returncode == 2


def test_a_record_on_standard_input_that_is_no_text_is_refused() -> None:
    done = pop10("record", "check", "-", typed=b"\xff\xfe")
    assert done.returncode == 2
    assert done.stderr.decode() == "pop10: -: a game record is text in UTF-8, got something else\n"


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_name_of_a_file_that_is_no_text_is_shown_byte_by_byte(more: tuple[str, ...], tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-m", "firmware", "read", *more, tmp_path / "caf\udce9.jpg"]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, check=False, timeout=60)
    assert done.returncode == 1
    if more:
        answer = json.loads(done.stdout)
        assert answer["file"] == f"{tmp_path}/caf\\xe9.jpg"
        assert answer["message"] == f"{tmp_path}/caf\\xe9.jpg: there is no such file"
    else:
        assert done.stderr.decode() == f"pop10 read: {tmp_path}/caf\\xe9.jpg: there is no such file\n"


def test_rule_without_rubbish_ends_well() -> None:
    done = pop10("rule", typed=b'{"board": "......./......./......./......./......./...R..."}\n{"button": "undo"}')
    assert done.returncode == 0
    assert done.stderr == b""
    assert len(done.stdout.splitlines()) == 2


def test_rule_flushes_each_answer() -> None:
    command = [sys.executable, "-P", "-m", "firmware", "rule"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(b'{"board": "......./......./......./......./......./...R..."}\n')
        running.stdin.flush()
        assert json.loads(running.stdout.readline())[0]["ruling"] == "drop"
        running.stdin.close()
        assert running.wait(timeout=30) == 0


def test_a_reader_that_goes_away_is_no_reason_for_a_traceback() -> None:
    command = [sys.executable, "-P", "-m", "firmware", "rule"]
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=ROOT, **streams) as running:  # type: ignore[call-overload]
        running.stdout.close()
        _, told = running.communicate(b'{"button": "new-game"}\n' * 2000, timeout=30)
    assert b"Traceback" not in told
    assert b"BrokenPipe" not in told


@pytest.mark.parametrize("command", ["games list --journal {}", "demo --web --config {}"])
def test_a_name_that_no_file_can_have_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert run(command.format(tmp_path / ("a" * 300)).split()) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert said[0].endswith("File name too long")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["rule", "perft 2", "read /nowhere.jpg"])
def test_a_closed_standard_stream_is_no_reason_for_a_traceback(command: str, closed: str) -> None:
    shell = f"{sys.executable} -P -m firmware {command} {closed}"
    done = subprocess.run(["/bin/sh", "-c", shell], stdin=subprocess.DEVNULL, capture_output=True, cwd=ROOT, timeout=60)
    assert done.returncode in (0, 1)
    assert b"Traceback" not in done.stderr


def test_a_full_disk_is_told_in_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-P", "-m", "firmware", "perft", "2"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, cwd=ROOT, timeout=60)
    assert done.returncode == 2
    assert done.stderr.decode() == "pop10: standard output cannot be written: No space left on device\n"


def test_rule_loads_neither_pictures_nor_screens() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-X", "importtime", "-m", "firmware", "rule"],
        input=b'{"button": "new-game"}\n',
        capture_output=True,
        cwd=ROOT,
        check=True,
        timeout=60,
    )
    loaded = {line.split("|")[-1].strip().split(".")[0] for line in done.stderr.decode().splitlines()}
    assert not loaded & {"cv2", "numpy", "rich", "msgspec", "gpiozero"}


def test_every_game_of_the_set_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(GAMES) == {game.value for game in Game}
    for game, count in [("pop10", 210), ("four-in-a-row", 343), ("popout", 392)]:
        assert run(["perft", "3", "--game", game]) == 0
        assert capsys.readouterr().out.split()[-1] == str(count)


def ruled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], *lines: dict[str, str]
) -> list[list[dict[str, object]]]:
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert run(["rule", *arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_rule_referees_popout(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    empty = "......./......./......./......./"
    boards = [f"{empty}......./R......", f"{empty}Y....../R......", f"{empty}......./Y......"]
    answers = ruled(monkeypatch, capsys, ["--game", "popout"], *({"board": board} for board in boards))
    assert [[ruling["ruling"] for ruling in rulings] for rulings in answers] == [["drop"], ["drop"], ["pop"]]
    assert answers[-1][0]["position"] == f"{empty}......./Y...... y play 0-0 -"


def test_rule_knows_house_rules(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    start = "......./......./......./......./......./RRRR... r pop 0-0 -"
    board = "......./......./......./......./......./.RRR..."
    (rulings,) = ruled(monkeypatch, capsys, ["--start", start, "--rule", "points-to-win=1"], {"board": board})
    assert [ruling["ruling"] for ruling in rulings] == ["pop", "win"]
    (rulings,) = ruled(monkeypatch, capsys, ["--rule", "starts=yellow"], {"board": board.replace(".RRR", "...Y")})
    assert rulings[0]["player"] == "yellow"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rule", "moon"], "--rule: wanted one of game, points_to_win,"),
        (["--rule", "points_to_win=16"], "--rule: points_to_win must be 1 to 15, got 16"),
        (["--rule", "may_stop_after_scoring=maybe"], "may_stop_after_scoring=no, got 'maybe'"),
        (["--rule", "starts=blue"], "--rule: starts must be one of red, yellow, got 'blue'"),
        (["--rule", "game=popout"], "--rule: the game is chosen with --game popout"),
        (["--game", "popout", "--rule", "points_to_win=3"], "points_to_win is a rule of pop10, not of popout"),
    ],
)
@pytest.mark.parametrize(
    "command", [["rule"], ["perft", "1"], ["watch", "nowhere"], ["play"]], ids=lambda words: words[0]
)
def test_a_house_rule_that_is_not_known_is_a_mistake(
    capsys: pytest.CaptureFixture[str], command: list[str], arguments: list[str], said: str
) -> None:
    assert said in complaint(capsys, [*command, *arguments])


def test_pictures_are_written_into_a_folder_that_may_not_be_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda _file, mode: mode != os.R_OK)
    assert run(["render", "--out", str(tmp_path), "--count", "1"]) == 0
    assert (tmp_path / "labels.json").exists()
    assert capsys.readouterr().err == ""


def test_a_journal_that_may_not_be_read_is_a_mistake(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = tmp_path / "games.sqlite"
    journal.touch()
    monkeypatch.setattr(os, "access", lambda _file, mode: mode != os.R_OK)
    assert str(journal) in complaint(capsys, ["demo", "--fast", "--headless", "--journal", str(journal)])
