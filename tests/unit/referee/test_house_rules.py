"""House rules that need the whole game, not a single position."""

import random

from referee.board import Board, Disc
from referee.controls import Button, ChooseRules, DeclareTurn, Resign
from referee.notation import format_record
from referee.position import Phase, Position, Redrop, Stop
from referee.record import Result
from referee.referee import Referee
from referee.replay import parse_record
from referee.rules import POP_OUT, Rules
from referee.ruling import Drawn, Dropped, Ending, Popped, Stopped, TurnDeclared, Violation
from tests.games import random_game

# Red and Yellow can each move one disc to and fro between two columns.
SHUTTLE = "......./......./......./......./......./RY.R.Y. r pop 0-0 -"


def shuttled(rules: Rules) -> tuple[Referee, list[object]]:
    position = Position.parse(SHUTTLE, rules)
    referee = Referee(position)
    told: list[object] = []
    for number in range(16):
        column, target = [(0, 2), (1, 4), (2, 0), (4, 1)][number // 2 % 4]
        if position.phase is Phase.OVER or referee.position.phase is Phase.OVER:
            break
        if position.phase is Phase.POP:
            action = next(action for action in position.legal_actions() if getattr(action, "column", None) == column)
        else:
            action = Redrop(target)
        position = position.apply(action)
        told.extend(referee.observe(position.board, float(number)))
    return referee, told


def test_the_players_own_disc_is_the_wrong_colour_where_the_opponents_fill_the_grid() -> None:
    referee = Referee(Position.start(Rules(fill_with_opponents_discs=True)))
    (called,) = referee.observe(Board.empty().dropped(3, Disc.RED), 0.0)
    assert isinstance(called, Violation)
    assert called.message == "The disc dropped into column d is Red, but Red has to drop Yellow."
    assert "push the lowest disc of column d out at the bottom (red)" in called.remedy.lower()


def test_the_third_time_a_position_stands_the_game_is_drawn_where_that_is_the_rule() -> None:
    referee, told = shuttled(Rules(draw_at_third_repetition=True))
    assert isinstance(told[-1], Drawn)
    assert told[-1].ending is Ending.REPETITION
    assert referee.record.result is Result.DRAW
    assert parse_record(format_record(referee.record)) == referee.record


def test_play_can_go_on_for_ever_otherwise() -> None:
    referee, told = shuttled(Rules())
    assert len(told) == 16
    assert referee.position.phase is Phase.POP


def test_the_loser_starts_the_next_game_where_that_is_the_rule() -> None:
    for loser_starts, starts in [(True, Disc.YELLOW), (False, Disc.RED)]:
        referee = Referee(Position.start(Rules(loser_starts=loser_starts)))
        referee.press(Resign(Disc.YELLOW), 0.0)
        referee.press(Button.NEW_GAME, 1.0)
        assert referee.position.turn is starts
        assert referee.position.rules.starts is starts


def test_a_player_who_has_scored_ends_the_turn_by_saying_that_it_is_the_opponents() -> None:
    rules = Rules(may_stop_after_scoring=True)
    line = Position.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YYRYRYY/RRRRYRY r pop 0-0 -", rules)
    referee = Referee(line)
    referee.observe(line.board.popped(1), 1.0)
    assert referee.position.may_stop
    assert [type(ruling) for ruling in referee.press(DeclareTurn(Disc.YELLOW), 2.0)] == [Stopped, TurnDeclared]
    assert referee.position.turn is Disc.YELLOW
    assert format_record(referee.record).endswith("\nb+,.\n")
    referee.press(Button.UNDO, 3.0)
    assert referee.position.turn is Disc.RED
    assert referee.position.may_stop


def test_rules_that_are_chosen_hold_from_the_next_game_on_and_are_in_its_record() -> None:
    referee = Referee(Position.start())
    chosen = Rules(points_to_win=3, starts=Disc.YELLOW)
    assert referee.press(ChooseRules(chosen), 0.0) == ()
    assert referee.next_rules == chosen
    assert referee.position.rules == Rules()
    referee.press(Button.NEW_GAME, 1.0)
    assert referee.position == Position.start(chosen)
    assert '[Rules "points_to_win=3 starts=yellow"]' in format_record(referee.record)
    referee.press(Button.UNDO, 2.0)
    assert referee.position.rules == Rules()
    referee.press(Button.NEW_GAME, 3.0)
    assert referee.position == Position.start(chosen)


def test_another_game_can_be_chosen_for_the_next_one() -> None:
    referee = Referee(Position.start())
    referee.press(ChooseRules(POP_OUT), 0.0)
    referee.press(Button.NEW_GAME, 1.0)
    dropped = referee.observe(Board.empty().dropped(3, Disc.RED), 2.0)
    assert [type(ruling) for ruling in dropped] == [Dropped]
    assert referee.position.phase is Phase.PLAY


def test_a_turn_that_stops_after_a_scoring_pop_is_seen_with_the_opponents_next_pop() -> None:
    rules = Rules(may_stop_after_scoring=True)
    for seed in range(100):
        for position in random_game(random.Random(seed), stored=True):
            position = Position.parse(str(position), rules)
            if position.phase is not Phase.POP:
                continue
            for action in position.legal_actions():
                scored = position.apply(action)
                if not scored.may_stop:
                    continue
                stopped = scored.apply(Stop())
                if stopped.turn is position.turn or stopped.phase is Phase.OVER:
                    continue
                after = stopped.apply(stopped.legal_actions()[0])
                referee = Referee(position)
                referee.observe(scored.board, 0.0)
                rulings = referee.observe(after.board, 1.0)
                assert [type(ruling) for ruling in rulings][:2] == [Stopped, Popped]
                assert parse_record(format_record(referee.record)) == referee.record
                return
    raise AssertionError("no scoring pop found")
