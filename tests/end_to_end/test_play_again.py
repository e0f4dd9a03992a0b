"""`pop10 play` broken off in the middle of a game and begun again, with twins for the devices. Ten seconds and more."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware import rig, taking_up
from firmware.cli import run
from firmware.config import Config
from firmware.demo.account import due_rulings
from firmware.demo.players import Players, columns_of
from firmware.demo.script import write_script
from firmware.demo.stage import FAST
from firmware.patterns import LED_COUNT
from firmware.session import Session
from hardware.ports import Clock, Deliver, Frame
from hardware.simulated import clocks
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.options import SceneOptions
from hardware.simulated.sounder import SimulatedSounder
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.table import Table
from referee.rules import Rules

SEED = 3
FRAMES_BEFORE = 70
"""In the middle of the game; the whole takes about three times as many."""


class Evening:
    """A table with two players, who go on whatever becomes of the program."""

    def __init__(self) -> None:
        self.script = write_script(SEED, stored=True)
        self.table = Table(
            frames_per_second=FAST.frames_per_second, columns=columns_of(self.script.start.board), pace=FAST.pace
        )
        self.players = Players(self.script, self.table)
        self.session: Session | None = None
        self.frames_left = FRAMES_BEFORE
        self.code_file = Path()
        self.code = ""

    @contextmanager
    def rig(self, _config: Config, clock: Clock, _deliver: Deliver) -> Iterator[rig.Rig]:
        camera = WatchedCamera(self, clock)
        yield rig.Rig(camera, SimulatedStrip(LED_COUNT, clock), SimulatedSounder(clock), ("camera: simulated",))

    def begin(self, path: Path, start: None, at: float, *, rules: Rules, is_fresh: bool) -> taking_up.Beginning:
        begun = BEGIN(path, start, at, rules=rules, is_fresh=is_fresh)
        self.session = begun.session
        self.code_file = path.with_name("code")
        return begun


BEGIN = taking_up.begin


class WatchedCamera(SimulatedCamera):
    """Lets the players act before each picture, and the program be interrupted."""

    def __init__(self, evening: Evening, clock: Clock) -> None:
        super().__init__(evening.table, clock, SceneOptions(seed=SEED))
        self._evening = evening

    def read(self) -> Frame:
        evening = self._evening
        if evening.frames_left == 0 or evening.players.ended:
            raise KeyboardInterrupt
        evening.frames_left -= 1
        evening.code = evening.code_file.read_text().strip()
        assert evening.session is not None
        evening.players.act(evening.session.snapshot, self._clock.now())
        return super().read()


def test_a_game_that_was_broken_off_goes_on_where_it_stood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = Evening()
    monkeypatch.setattr(rig, "open_rig", evening.rig)
    monkeypatch.setattr(taking_up, "begin", evening.begin)
    monkeypatch.setattr(clocks, "SystemClock", SimulatedClock)
    settings = tmp_path / "pop10.toml"
    settings.touch()
    command = ["play", "--json", "--host", "127.0.0.1", "--port", "0"]
    command += ["--config", str(settings), "--journal", str(tmp_path / "games.sqlite")]
    assert run(command) == 130
    before = capsys.readouterr()
    assert "Welcome back" not in before.err
    assert f"code {evening.code}" in before.err
    assert not evening.code_file.exists()
    evening.frames_left = -1
    assert run(command) == 130
    after = capsys.readouterr()
    assert "pop10 play: Welcome back. " in after.err
    told_before, told_after = ([json.loads(line) for line in part.out.splitlines()] for part in (before, after))
    assert told_before
    assert told_after
    told, due = told_before + told_after, due_rulings(evening.script)
    for ruling, wanted in zip(told, due, strict=False):
        assert {key: ruling.get(key) for key in wanted} == wanted
    assert len(told) == len(due)
