"""One journal, one program: the second is refused by a lock that dies with the first, whatever ends that."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.cli import run
from firmware.events import BoardSettled
from firmware.past_games import PastGames
from firmware.sole_keeper import JournalInUseError, sole_keeper
from referee.board import Board
from tests.unit.firmware.test_past_games import live

KEEPER = """
import sys
from pathlib import Path
from firmware.sole_keeper import sole_keeper
with sole_keeper(Path(sys.argv[1])):
    print("kept", flush=True)
    sys.stdin.read()
"""


@contextmanager
def another_keeper(journal: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-P", "-c", KEEPER, str(journal)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "kept\n"
        yield program
        program.kill()


def test_a_second_program_is_told_who_has_the_journal_until_that_is_killed(tmp_path: Path) -> None:
    path, other_name = tmp_path / "games.sqlite", tmp_path / "link.sqlite"
    live(path, BoardSettled(Board.empty(), 1.0))
    other_name.symlink_to(path)
    with another_keeper(path) as keeper:
        for name in (path, other_name):
            with pytest.raises(JournalInUseError) as refused, sole_keeper(name):
                pass
            assert str(refused.value) == (
                f"{name}: another pop10 (process {keeper.pid}) keeps its games there; end that one, or name another"
                " file with --journal"
            )
        assert [game.number for game in PastGames(path).all()] == [1]
        keeper.kill()
        keeper.wait()
        with sole_keeper(path):
            pass
    with sole_keeper(path):
        pass


def test_a_second_demonstration_is_refused_and_games_can_be_looked_at_meanwhile(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "two.sqlite"
    live(path, BoardSettled(Board.empty(), 1.0))
    with another_keeper(path) as keeper:
        assert run(["demo", "--fast", "--json", "--journal", str(path)]) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith(f"pop10: {path}: another pop10 (process {keeper.pid}) keeps its games there;")
        assert told.err.count("\n") == 1
        for command in (["list"], ["show", "1"], ["export", "1"]):
            assert run(["games", *command, "--journal", str(path)]) == 0
    assert len(PastGames(path).all()) == 1


def test_a_second_referee_is_refused_before_it_touches_any_device(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings, pictures, path = tmp_path / "pop10.toml", tmp_path / "pictures", tmp_path / "pl.sqlite"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "0.png"), np.zeros((480, 640, 3), np.uint8))
    settings.write_text(f'[camera]\ndriver = "folder"\ndevice = "{pictures}"\n')
    with another_keeper(path):
        assert run(["play", "--json", "--config", str(settings), "--journal", str(path)]) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert "another pop10" in told.err


def test_a_folder_that_cannot_be_made_is_left_to_the_journal_to_tell(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with sole_keeper(tmp_path / "file" / "games.sqlite"):
        pass
