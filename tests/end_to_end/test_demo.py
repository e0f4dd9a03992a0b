"""Whole simulated games from rendered frames to rulings, lights and sounds: nothing invented, nothing missed.

About five seconds a game and two a broken rule on one core.
"""

import json
import subprocess
import sys
import urllib.request
from functools import cache
from pathlib import Path

import pytest

from firmware.cli import run
from firmware.config import load, parse
from firmware.demo.account import Due, due_rulings
from firmware.demo.cheats import Cheat
from firmware.demo.script import Act, Script, write_script
from firmware.demo.stage import FAST, Stage
from firmware.events import Pressed
from firmware.journal import replay
from firmware.patterns import COLUMNS, LED_COUNT, RED_SCORE, YELLOW_SCORE
from firmware.session import Session
from firmware.tunes import tune
from hardware.ports import Colour
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.options import SceneOptions
from referee.board import Disc
from referee.controls import Resign
from referee.position import Phase
from referee.rules import FOUR_IN_A_ROW, POP_OUT, Rules
from referee.rules_text import rules_text
from referee.ruling import Corrected, Won, as_json
from referee.violation import ViolationKind

PATIENCE_FRAMES = 3000
DEMO = [sys.executable, "-P", "-m", "firmware", "demo"]


def open_stage(script: Script, seed: int) -> Stage:
    return Stage(script, SimulatedClock(), FAST, options=SceneOptions(seed=seed))


def same(told: list[dict[str, object]], due: tuple[Due, ...]) -> None:
    """Every ruling that is due was made, in order, and no other."""
    for ruling, wanted in zip(told, due, strict=False):
        assert {key: ruling.get(key) for key in wanted} == wanted
    assert len(told) == len(due)


@cache
def stored_game() -> Stage:
    """A game from a full grid, played to its end and closed."""
    with open_stage(write_script(1, stored=True), 1) as stage:
        for _ in range(PATIENCE_FRAMES):
            if stage.players.ended:
                break
            stage.step()
        stage.linger(lambda: None)
    return stage


def test_a_stored_game_is_written_down_as_it_was_played() -> None:
    stage = stored_game()
    same([as_json(ruling) for ruling in stage.journal.rulings], due_rulings(write_script(1, stored=True)))
    assert stage.players.missed == 0
    assert stage.is_over


def test_its_journal_replayed_gives_the_same_rulings() -> None:
    stage = stored_game()
    assert replay(stage.journal.entries, Session(write_script(1, stored=True).start)) == stage.journal.rulings


def test_every_frame_that_ruled_is_heard() -> None:
    stage = stored_game()
    last_words = [entry.rulings[-1] for entry in stage.journal.entries if entry.rulings]
    assert [played.tune for played in stage.sounder.history] == [tune(ruling) for ruling in last_words]


def test_the_lights_show_the_score_when_it_is_over_and_go_out_at_the_end() -> None:
    stage = stored_game()
    win = stage.journal.rulings[-1]
    assert isinstance(win, Won)
    while_won = stage.strip.history[-2].colours
    loser_lights = YELLOW_SCORE if win.player is Disc.RED else RED_SCORE
    lit = [while_won[n] != Colour.DARK for n in loser_lights]
    assert lit == [n < win.score.of(win.player.other) for n in range(10)]
    assert any(while_won[n] != Colour.DARK for n in COLUMNS)
    assert stage.strip.history[-1].colours == (Colour.DARK,) * LED_COUNT


def test_no_light_stands_for_a_point_that_was_not_scored() -> None:
    stage = stored_game()
    position = stage.session.snapshot.position
    assert position is not None
    for shown in stage.strip.history:
        # The place after the last point breathes while it is that player's turn.
        assert all(shown.colours[n] == Colour.DARK for n in RED_SCORE[position.score.red + 1 :])
        assert all(shown.colours[n] == Colour.DARK for n in YELLOW_SCORE[position.score.yellow + 1 :])


@pytest.mark.parametrize("seed", range(1, 7))
def test_a_whole_game_is_ruled_exactly_as_it_was_played(capsys: pytest.CaptureFixture[str], seed: int) -> None:
    assert run(["demo", "--fast", "--headless", "--json", "--seed", str(seed)]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    same([json.loads(line) for line in captured.out.splitlines()], due_rulings(write_script(seed)))


@pytest.mark.parametrize("kind", ViolationKind, ids=lambda kind: kind.value)
def test_a_broken_rule_is_called_put_right_as_the_referee_says_and_play_goes_on(kind: ViolationKind) -> None:
    script = write_script(2, cheat=kind)
    at = next(number for number, step in enumerate(script.steps) if isinstance(step, Cheat))
    # Played from just before the fault to a little after it: what comes before is no different from a fair game.
    part = Script(script.steps[max(at - 2, 0)].before, script.steps[max(at - 2, 0) : at + 4])
    with open_stage(part, 2) as stage:
        for _ in range(PATIENCE_FRAMES):
            if stage.players.ended:
                break
            stage.step()
        same([as_json(ruling) for ruling in stage.journal.rulings], due_rulings(part))
        assert any(isinstance(ruling, Corrected) for ruling in stage.journal.rulings)
        assert stage.session.snapshot.violation is None
        assert stage.players.missed == 0


def test_without_a_terminal_the_demonstration_tells_in_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["demo", "--fast", "--stored", "--seed", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].split(":")[0] in ("Red wins", "Yellow wins")
    assert len(lines) == len(due_rulings(write_script(1, stored=True)))


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    assert write_script(5) == write_script(5)
    assert write_script(5) != write_script(6)
    assert write_script(5).steps[-1].before.phase is Phase.POP


def test_the_first_game_is_played_by_the_rules_of_the_settings_that_it_is_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "pop10.toml"
    settings.write_text("[rules]\npoints_to_win = 3\n")
    assert run(["demo", "--fast", "--json", "--stored", "--seed", "1", "--config", str(settings)]) == 0
    won = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (won["ruling"], max(won["score"].values())) == ("win", 3)
    settings.write_text('[rules]\ngame = "popout"\n')
    assert run(["demo", "--fast", "--json", "--seed", "1", "--config", str(settings)]) == 0
    first, *_, last = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (first["ruling"], last["ruling"]) == ("drop", "win")
    assert " play 0-0 " in first["position"]


def test_in_quiet_hours_the_demonstration_is_silent_as_a_real_table_is() -> None:
    settings = parse('[sounder]\nquiet_from = "08:00"\nquiet_until = "08:00"\n', "quiet all day")
    stage = Stage(write_script(1, stored=True), SimulatedClock(), FAST, options=SceneOptions(seed=1), settings=settings)
    while not stage.journal.rulings:
        stage.step()
    assert stage.sounder.history == ()
    assert stage.session.snapshot.is_silenced


def test_the_settings_that_the_set_up_is_to_write_need_not_be_there_yet(tmp_path: Path) -> None:
    settings = tmp_path / "new.toml"
    command = [*DEMO, "--web", "--fast", "--json", "--stored", "--port", "0", "--config", str(settings)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as program:
        try:
            assert program.stderr is not None
            url, code = (program.stderr.readline().split()[-1] for _ in range(2))
            assert not settings.exists()
            body = json.dumps({"action": "set", "settings": {"sounder.mute": True}}).encode()
            request = urllib.request.Request(f"{url}api/setup", body, {"X-Pop10-Code": code})
            with urllib.request.urlopen(request, timeout=60) as answer:
                assert answer.status == 200
            assert load(settings).sounder.mute
        finally:
            program.kill()


def test_rules_that_are_chosen_on_the_page_hold_for_the_next_game_as_on_a_real_table() -> None:
    """After the demonstration's own game, one of PopOut, played to its end."""
    command = [*DEMO, "--web", "--fast", "--json", "--stored", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        try:
            assert program.stdout is not None
            assert program.stderr is not None
            url = program.stderr.readline().split()[-1]
            code = program.stderr.readline().split()[-1]

            def order(**body: object) -> None:
                headers = {"X-Pop10-Code": code}
                request = urllib.request.Request(f"{url}api/control", json.dumps(body).encode(), headers)
                with urllib.request.urlopen(request, timeout=60) as answer:
                    assert answer.status == 200

            def played() -> list[dict[str, object]]:
                """The rulings of one game."""
                told: list[dict[str, object]] = []
                while not told or told[-1]["ruling"] not in ("win", "draw"):
                    assert program.stdout is not None
                    told.append(json.loads(program.stdout.readline()))
                return told

            played()
            order(action="rules", game="popout", starts="yellow")
            order(action="new-game")
            second = played()
            kinds = [(ruling["ruling"], ruling.get("player")) for ruling in second]
            assert kinds[:3] == [("new-game", None), ("drop", "yellow"), ("drop", "red")]
            assert {kind for kind, _ in kinds} <= {"new-game", "drop", "pop", "win", "draw"}
        finally:
            program.kill()


@pytest.mark.parametrize(
    "rules",
    [
        Rules(points_to_win=1, fill_with_opponents_discs=True, starts=Disc.YELLOW),
        Rules(own_column_always=True, may_stop_after_scoring=True, points_to_win=15),
        Rules(last_scored_goes_back=True),
        FOUR_IN_A_ROW,
        POP_OUT,
    ],
    ids=rules_text,
)
def test_the_players_know_all_rules(rules: Rules) -> None:
    for seed in range(5):
        script = write_script(seed, stored=True, rules=rules)
        last = script.steps[-1]
        assert isinstance(last, Act)
        assert last.after.rules == rules
        assert last.after.phase is Phase.OVER


def test_discs_of_the_opponent_are_dropped_where_the_rules_want_it() -> None:
    script = write_script(2, rules=Rules(fill_with_opponents_discs=True))
    part = Script(script.start, script.steps[:4])
    with open_stage(part, 2) as stage:
        for _ in range(PATIENCE_FRAMES):
            if stage.players.ended:
                break
            stage.step()
        same([as_json(ruling) for ruling in stage.journal.rulings], due_rulings(part))


def test_players_stop_when_the_referee_has_ended_the_game() -> None:
    with open_stage(write_script(1, stored=True), 1) as stage:
        while not stage.journal.rulings:
            stage.step()
        stage.session.handle(Pressed(Resign(Disc.RED), 0.0))
        for _ in range(PATIENCE_FRAMES):
            if stage.players.ended:
                break
            stage.step()
        assert stage.players.ended
        assert stage.players.missed <= 1, "what was under way may not be ruled on any more"
