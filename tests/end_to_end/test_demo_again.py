"""`pop10 demo --journal`, killed and started again: it goes on where it stood. Half a minute."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.cli import run
from firmware.demo.account import due_rulings
from firmware.demo.script import Script, rest_of, write_script
from firmware.events import BoardSettled, Record
from firmware.past_games import PastGames
from firmware.taking_up import begin
from firmware.unfinished import Venue
from referee.position import Phase, Position
from referee.record import Result
from referee.rules import Rules
from tests.unit.firmware.test_past_games import live

SEED = 3
DEMO = [sys.executable, "-P", "-m", "firmware", "demo", "--fast", "--json", "--stored", "--seed", str(SEED)]
POPS_TO_SEVEN = Rules(points_to_win=7)
KILLED_AFTER = (1, 6, 15)
"""Rulings told by each of the programs that are killed."""


def told_until_killed(command: list[str], rulings: int) -> list[dict[str, object]]:
    """What a program says before it is killed, once it has told so many rulings."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as program:
        assert program.stdout is not None
        lines = [program.stdout.readline() for _ in range(rulings)]
        program.kill()
        lines += program.stdout.readlines()
    return [json.loads(line) for line in lines if line.endswith("\n")]


def test_a_demonstration_that_is_killed_again_and_again_is_one_game(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    command = [*DEMO, "--journal", str(path)]
    told: list[dict[str, object]] = []
    for rulings in KILLED_AFTER:
        told += told_until_killed(command, rulings - len(told) if rulings > len(told) else 1)
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    assert ended.stderr.startswith("pop10 demo: Welcome back. ")
    told += [json.loads(line) for line in ended.stdout.splitlines()]
    due = due_rulings(write_script(SEED, stored=True))
    kept = list(PastGames(path).rulings(1))
    assert [{key: ruling.get(key) for key in wanted} for ruling, wanted in zip(kept, due, strict=True)] == list(due)
    assert [game.result for game in PastGames(path).all()] != [Result.OPEN]
    # What was on disk and not yet told when it was killed is not told again.
    places = iter([{key: ruling[key] for key in ruling if key != "written"} for ruling in kept])
    assert all(any(ruling == each for each in places) for ruling in told)
    assert len(told) >= len(due) - len(KILLED_AFTER)


def test_another_game_can_be_begun_and_a_game_of_the_table_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.sqlite"
    start = write_script(SEED, stored=True).start
    live(path, BoardSettled(start.board, 1.0))
    told_until_killed([*DEMO, "--journal", str(path)], 1)
    for_the_table = begin(path, None, 0.0)
    assert for_the_table.session.snapshot.position is None
    assert for_the_table.journal is not None
    for_the_table.journal.close()
    assert [(game.number, game.result) for game in PastGames(path).all()] == [(2, Result.OPEN), (1, Result.OPEN)]
    told_until_killed([*DEMO, "--journal", str(path)], 1)
    assert len(PastGames(path).all()) == 3
    assert run(["demo", "--fast", "--json", "--stored", "--seed", "1", "--fresh", "--journal", str(path)]) == 0
    assert capsys.readouterr().err == ""
    assert [game.number for game in PastGames(path).all()] == [4, 3, 2, 1]


def test_a_game_of_other_rules_is_played_on_by_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.sqlite"
    begun = begin(
        path, None, 0.0, rules=POPS_TO_SEVEN, new_start=Position.start(POPS_TO_SEVEN), venue=Venue.DEMONSTRATION
    )
    assert begun.journal is not None
    for effect in begun.session.handle(BoardSettled(Position.start().board, 1.0)):
        if isinstance(effect, Record):
            begun.journal.write(effect.entry)
    begun.journal.close()
    assert run(["demo", "--fast", "--json", "--journal", str(path)]) == 0
    captured = capsys.readouterr()
    assert "goes on by its own rules" in captured.err
    win = json.loads(captured.out.splitlines()[-1])
    assert (win["ruling"], max(win["score"].values())) == ("win", 7)


def test_without_a_journal_there_is_nothing_to_leave_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["demo", "--fresh"]) == 2
    assert capsys.readouterr().err == "pop10: --fresh is of the journal: add --journal\n"


@pytest.mark.parametrize("phase", [Phase.SETUP, Phase.POP, Phase.REDROP])
def test_the_rest_is_what_was_decided_or_else_leads_to_an_end(phase: Phase) -> None:
    script, other = write_script(SEED), write_script(SEED + 1)
    number, step = next(
        (number, step) for number, step in enumerate(script.steps) if number > 5 and step.before.phase is phase
    )
    assert rest_of(script, step.before, 1) == Script(step.before, script.steps[number:])
    rest = rest_of(other, step.before, 1)
    assert rest.steps[0].before == step.before
    assert rest == rest_of(other, step.before, 1)
    last = rest.steps[-1]
    assert last.before.apply(last.action).phase is Phase.OVER  # type: ignore[union-attr]
