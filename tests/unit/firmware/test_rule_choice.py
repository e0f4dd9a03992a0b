"""Settings and command line choose the rules; the journal and the record keep them."""

from dataclasses import fields, replace
from pathlib import Path

import msgspec
import pytest

from firmware.commands.options import GAMES
from firmware.config import HouseRules, parse
from firmware.database import open_database
from firmware.errors import UserMistakeError
from firmware.events import BoardSettled, Record
from firmware.rule_choice import OF_ONE_GAME, chosen_rules, from_settings
from firmware.scoreboard.state import state
from firmware.session import Session
from firmware.taking_up import begin
from firmware.words import house_rules
from referee.board import Board, Disc
from referee.notation import format_record
from referee.replay import parse_record
from referee.rules import POP10, POP_OUT, Game, Rules

ALL_CHOSEN = """
[rules]
points_to_win = 7
starts = "yellow"
loser_starts = true
may_stop_after_scoring = true
own_column_always = true
fill_with_opponents_discs = true
last_scored_goes_back = true
draw_at_third_repetition = true
"""
EMPTY = BoardSettled(Board.empty(), 0.0)


def test_settings_and_rules_know_the_same_names_and_defaults() -> None:
    assert {field.name for field in msgspec.structs.fields(HouseRules)} == {field.name for field in fields(Rules)}
    assert from_settings(HouseRules()) == POP10
    assert set(GAMES) == {game.value for game in Game}
    assert set(OF_ONE_GAME) < {field.name for field in fields(Rules)}


def test_every_house_rule_of_the_settings_counts() -> None:
    rules = chosen_rules(None, (), parse(ALL_CHOSEN, "pop10.toml").rules)
    assert len(house_rules(rules)) == 8
    assert rules == Rules(Game.POP_10, 7, Disc.YELLOW, True, True, True, True, True, True)


def test_the_command_line_counts_over_the_settings() -> None:
    settings = parse(ALL_CHOSEN, "pop10.toml").rules
    rules = chosen_rules(None, ("points_to_win=3", "own-column-always=no"), settings)
    assert rules.points_to_win == 3
    assert not rules.own_column_always
    assert rules.may_stop_after_scoring


def test_settings_of_one_game_are_left_out_of_another() -> None:
    rules = chosen_rules("popout", (), parse(ALL_CHOSEN, "pop10.toml").rules)
    assert rules == replace(POP_OUT, starts=Disc.YELLOW, loser_starts=True, draw_at_third_repetition=True)
    with pytest.raises(UserMistakeError):
        chosen_rules("four-in-a-row", ("popper_wins=no",))


def test_a_game_that_begins_with_the_first_board_has_the_rules_in_state_and_record() -> None:
    rules = Rules(points_to_win=7, starts=Disc.YELLOW)
    session = Session(None, rules)
    assert session.snapshot.rules == rules
    session.handle(EMPTY)
    snapshot = session.snapshot
    assert snapshot.position is not None
    assert snapshot.position.turn is Disc.YELLOW
    shown = state(snapshot, ())
    assert shown["points_to_win"] == 7
    told = shown["rules"]
    assert isinstance(told, dict)
    assert (told["game"], told["name"]) == ("pop10", "Pop 10")
    assert told["house"] == ["7 points win", "Yellow starts"]
    assert told["text"] == "points_to_win=7 starts=yellow"
    assert (told["values"]["points_to_win"], told["values"]["starts"]) == (7, "yellow")
    assert snapshot.record is not None
    text = format_record(snapshot.record)
    assert '[Rules "points_to_win=7 starts=yellow"]' in text
    assert parse_record(text).start.rules == rules


def test_popout_does_not_begin_with_a_full_board() -> None:
    session = Session(None, POP_OUT)
    session.handle(BoardSettled(Board.parse("/".join(["YRYRYRY", "RYRYRYR"] * 3)), 0.0))
    assert session.snapshot.position is None
    assert "not empty" in session.snapshot.trouble


def test_a_game_of_other_rules_is_taken_up_by_its_own_also_when_nothing_told_its_start(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    begun = begin(path, None, 0.0, rules=POP_OUT)
    assert begun.journal is not None
    for event in (EMPTY, BoardSettled(Board.empty().with_cell(3, 0, Disc.RED), 1.0)):
        for effect in begun.session.handle(event):
            if isinstance(effect, Record):
                begun.journal.write(effect.entry)
    begun.journal.close()
    again = begin(path, None, 2.0)
    assert again.journal is not None
    again.journal.close()
    assert again.session.snapshot.rules == POP_OUT
    assert again.session.snapshot.position == begun.session.snapshot.position
    assert any("by its own rules (PopOut)" in note for note in again.notes)
    connection, _ = open_database(path, lambda: None)  # type: ignore[arg-type, return-value]
    assert '[Rules "game=popout"]' in connection.execute("SELECT record FROM game").fetchone()[0]
    connection.close()
