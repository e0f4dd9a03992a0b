"""A disk that is full, a folder that cannot be written, a card that turns read-only in the middle of a game.

Real file systems, mounted for the test: needs root; skipped with the reason where nothing can be mounted. A minute.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from firmware.album import Album, album_beside
from firmware.cli import run
from firmware.demo.account import due_rulings
from firmware.demo.script import write_script
from firmware.demo.stage import FAST, Stage
from firmware.durable_journal import DurableJournal
from firmware.errors import JournalError
from firmware.journal import MemoryJournal
from firmware.past_games import PastGames
from firmware.taking_up import Beginning, begin
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.options import SceneOptions
from referee.record import Result
from referee.ruling import as_json
from tests.end_to_end.test_demo_again import told_until_killed

SEED = 3
SCRIPT = write_script(SEED, stored=True)
MOST_FRAMES = 3000
CARD_MEGABYTES = 8


def command(*words: str | Path) -> None:
    """Run it; what it complains about is the reason for a skip."""
    ran = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        pytest.skip(f"{words[0]}: {ran.stderr.strip() or ran.returncode}")


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """Mounts something at a folder of its own, until the end of the test."""
    with ExitStack() as until_the_end:

        def mount(*options: str | Path) -> Path:
            place = tmp_path / "mounted"
            place.mkdir(exist_ok=True)
            command("mount", *options, place)
            until_the_end.callback(subprocess.run, ["umount", "-l", str(place)], check=False)
            return place

        yield mount


class Evening:
    """A demonstration with a journal and an album in a folder, played frame by frame."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "games.sqlite"
        self.begun: Beginning = begin(self.path, SCRIPT.start, 0.0)
        assert self.begun.journal is not None, self.begun.notes
        self.announced = MemoryJournal()
        self.album = Album(album_beside(self.path))
        self.stage = Stage(
            SCRIPT,
            SimulatedClock(),
            FAST,
            options=SceneOptions(seed=SEED),
            kept=self.begun.journal,
            album=self.album,
        )

    def play(self, frames: int = MOST_FRAMES) -> None:
        for _ in range(frames):
            if self.stage.players.ended:
                break
            self.stage.step()

    def end(self) -> None:
        """As the program does."""
        self.stage.close()
        self.album.close()
        assert self.begun.journal is not None
        self.begun.journal.close()

    @property
    def ruled(self) -> list[dict[str, object]]:
        return [as_json(ruling) for ruling in self.stage.journal.rulings]


def kept(path: Path) -> list[dict[str, object]]:
    """The rulings that the journal holds of its first game."""
    return [{key: ruling[key] for key in ruling if key != "written"} for ruling in PastGames(path).rulings(1)]


def test_a_full_disk_is_told_the_game_goes_on_and_all_is_written_once_there_is_room(
    mounted: Callable[..., Path],
) -> None:
    disk = mounted("-t", "tmpfs", "-o", "size=200k", "pop10-test")
    evening = Evening(disk)
    for _ in range(MOST_FRAMES):
        evening.play(1)
        if any(failure.startswith("journal: ") for failure in evening.stage.session.snapshot.failures):
            break
    (told,) = (each for each in evening.stage.session.snapshot.failures if each.startswith("journal: "))
    assert "the disk is full; the game goes on, and what is missing is written as soon as" in told
    assert str(evening.path) in told
    before = kept(evening.path)
    assert before
    assert before == evening.ruled[: len(before)]
    ruled_before = len(evening.ruled)
    evening.play(30)
    assert len(evening.ruled) > ruled_before, "the game does not go on"
    command("mount", "-o", "remount,size=20m", disk)
    evening.play()
    assert evening.stage.session.snapshot.failures == ()
    evening.end()
    assert len(evening.ruled) == len(due_rulings(SCRIPT))
    assert kept(evening.path) == evening.ruled
    assert PastGames(evening.path).all()[0].result is not Result.OPEN


def test_a_disk_that_stays_full_loses_nothing_that_was_written(mounted: Callable[..., Path]) -> None:
    disk = mounted("-t", "tmpfs", "-o", "size=200k", "pop10-test")
    evening = Evening(disk)
    evening.play()
    assert len(evening.ruled) == len(due_rulings(SCRIPT)), "the game does not go on"
    with pytest.raises(JournalError, match=r"disk is full; what happened last is not kept \(\d+ entries\)"):
        evening.end()
    written = kept(evening.path)
    assert 0 < len(written) < len(evening.ruled)
    assert written == evening.ruled[: len(written)]
    command("mount", "-o", "remount,size=20m", disk)
    again = begin(evening.path, None, 0.0)
    assert again.journal is not None
    assert again.session.snapshot.last is not None
    assert as_json(again.session.snapshot.last) == written[-1]
    again.journal.close()


def test_a_card_that_turns_read_only_is_told_and_has_all_that_was_ruled_before(
    mounted: Callable[..., Path], tmp_path: Path
) -> None:
    """As Linux does it with a card that fails: the file system is aborted, and takes nothing any more."""
    if shutil.which("mkfs.ext4") is None:
        pytest.skip("mkfs.ext4 is not installed: apt-get install e2fsprogs")
    card = tmp_path / "card"
    with card.open("wb") as image:
        image.truncate(CARD_MEGABYTES * 2**20)
    command("mkfs.ext4", "-q", card)
    disk = mounted("-o", "loop", card)
    evening = Evening(disk)
    while len(evening.ruled) < 6:
        evening.play(1)
    ruled_before = list(evening.ruled)
    subprocess.run(["mount", "-o", "remount,abort", str(disk)], capture_output=True, check=False)
    with pytest.raises(OSError, match="Read-only file system"):
        (disk / "more").touch()
    evening.play(60)
    assert len(evening.ruled) > len(ruled_before), "the game does not go on"
    failures = evening.stage.session.snapshot.failures
    told = f"journal: {evening.path}: the disk fails (disk I/O error); the game goes on"
    assert any(failure.startswith(told) for failure in failures), failures
    with pytest.raises(JournalError, match="what happened last is not kept"):
        evening.end()
    command("umount", disk)
    # Status 1: it had to mend something, and could.
    assert subprocess.run(["e2fsck", "-fy", str(card)], capture_output=True, check=False).returncode in (0, 1)
    command("mount", "-o", "loop", card, disk)
    assert kept(evening.path) == ruled_before
    again = begin(evening.path, None, 0.0)
    assert again.journal is not None
    assert again.notes[-1].startswith("Welcome back.")
    again.journal.close()


def test_a_folder_that_cannot_be_written_is_told_and_the_game_in_it_is_taken_up_all_the_same(
    mounted: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    evening = Evening(folder)
    while len(evening.ruled) < 6:
        evening.play(1)
    evening.end()
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    disk = mounted("--bind", folder)
    command("mount", "-o", "remount,ro,bind", disk)
    path = disk / "games.sqlite"
    begun = begin(path, None, 0.0)
    assert begun.journal is None
    assert begun.notes[0] == f"{path}: the folder {disk} cannot be written; going on without a journal"
    assert begun.notes[1].startswith("Welcome back.")
    assert [as_json(ruling) for ruling in begun.rulings] == evening.ruled
    with pytest.raises(JournalError, match=r"pictures\.sqlite: the folder .* cannot be written"):
        Album(album_beside(path))
    assert run(["games", "list", "--json", "--journal", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == "1"
    assert run(["games", "delete", "1", "--yes", "--journal", str(path)]) == 2
    assert f"the folder {disk} cannot be written" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_demonstration_in_a_folder_that_cannot_be_written_goes_on_where_it_stood_and_says_that_it_is_not_kept(
    mounted: Callable[..., Path], tmp_path: Path
) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    words = [sys.executable, "-P", "-m", "firmware", "demo", "--fast", "--json", "--stored", "--seed", str(SEED)]
    told = told_until_killed([*words, "--journal", str(folder / "games.sqlite")], 6)
    # What was not yet in the file itself is put there, as SQLite cannot do so any more once the folder is closed.
    DurableJournal(folder / "games.sqlite").close()
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    disk = mounted("--bind", folder)
    command("mount", "-o", "remount,ro,bind", disk)
    path = disk / "games.sqlite"
    ran = subprocess.run([*words, "--journal", str(path)], capture_output=True, text=True, timeout=300, check=True)
    trouble, welcome = ran.stderr.splitlines()
    assert trouble == f"pop10 demo: {path}: the folder {disk} cannot be written; going on without a journal"
    assert welcome.startswith("pop10 demo: Welcome back.")
    told += [json.loads(line) for line in ran.stdout.splitlines()]
    due = iter(due_rulings(write_script(SEED, stored=True)))
    assert all(any({key: ruling.get(key) for key in wanted} == wanted for wanted in due) for ruling in told)
    assert told[-1]["ruling"] == "win"
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
