"""The machine as a whole: corner cases at a real table."""

import random
from functools import cache

import pytest

from referee.board import Board, Disc
from referee.controls import AgreeDraw, Button, DeclareTurn, Resign, SetScore
from referee.errors import ControlError
from referee.explain import explain
from referee.position import Phase, Pop, Position, Redrop, Score
from referee.record import Move, Remark, Result
from referee.referee import Referee, Standing
from referee.ruling import (
    Accepted,
    Corrected,
    Drawn,
    Dropped,
    Ending,
    NewGame,
    Passed,
    Popped,
    Redropped,
    Ruling,
    ScoreSet,
    SetupComplete,
    TurnDeclared,
    Unclear,
    Undone,
    Violation,
    Won,
    as_json,
)
from referee.violation import ViolationKind
from tests.games import random_game, shuffled_full_board

EMPTY = Board.empty()
MIDGAME = Position.parse("R....Y./Y.Y.YRR/RRY.RRR/YYYRYYR/YYYYRRR/RYYYRRY r redrop 4-3 c")
SCORING = Position.parse("R.Y...R/Y.R.YYY/YRY.YRY/RYR.RYR/YRYRRYY/RRRRYRR r pop 3-5 -")
TRACELESS = Position.parse("YRY.YRY/YRY.YRY/RYR.RYR/RYR.RYR/YRYRYRY/RYRRRYR r pop 3-3 -")


def kinds(rulings: tuple[Ruling, ...]) -> list[type]:
    return [type(ruling) for ruling in rulings]


def after(position: Position, *actions: Pop | Redrop) -> Board:
    for action in actions:
        position = position.apply(action)
    return position.board


class TestBoards:
    def test_the_same_board_again_says_nothing(self) -> None:
        referee = Referee(Position.start())
        board = EMPTY.dropped(3, Disc.RED)
        assert kinds(referee.observe(board, 0.0)) == [Dropped]
        assert referee.observe(board, 1.0) == ()
        assert referee.observe(board, 900.0) == ()

    def test_a_set_stored_full_starts_with_the_first_pop_whatever_its_arrangement(self) -> None:
        referee = Referee(Position.start())
        full = shuffled_full_board(random.Random(2))
        assert kinds(referee.observe(full, 0.0)) == [SetupComplete]
        assert referee.position == Position.stored(full)
        assert referee.record.start == Position.stored(full)

    def test_a_start_may_say_that_yellow_pops_first(self) -> None:
        board = shuffled_full_board(random.Random(3))
        position = Position.parse(f"{board} y pop 0-0 -")
        yellow = next(column for column in range(7) if board[column, 0] is Disc.YELLOW)
        rulings = Referee(position).observe(after(position, Pop(yellow)), 0.0)
        assert isinstance(rulings[0], Popped)
        assert rulings[0].player is Disc.YELLOW

    def test_many_skipped_drops_are_made_up_in_a_legal_order(self) -> None:
        positions = list(random_game(random.Random(5)))
        referee = Referee(Position.start())
        rulings = referee.observe(positions[17].board, 0.0)
        assert kinds(rulings) == [Dropped] * 17
        assert all(isinstance(ruling, Dropped) and ruling.inferred for ruling in rulings)
        assert as_json(rulings[0])["order"] == "inferred"
        assert referee.position == positions[17]

    def test_the_last_drop_and_the_first_pop_may_both_be_missed(self) -> None:
        positions = list(random_game(random.Random(7)))
        referee = Referee(Position.start())
        referee.observe(positions[40].board, 0.0)
        rulings = referee.observe(positions[43].board, 1.0)
        assert kinds(rulings)[:4] == [Dropped, Dropped, SetupComplete, Popped]
        assert referee.position == positions[43]

    def test_a_pop_and_its_redrop_seen_as_one_are_ruled_in_order(self) -> None:
        position = MIDGAME.apply(Redrop(3))
        pop, redrop = Pop(1), Redrop(6)
        assert not position.scores(1)
        rulings = Referee(position).observe(after(position, pop, redrop), 0.0)
        assert kinds(rulings) == [Popped, Redropped]
        assert "order" not in as_json(rulings[0])

    def test_nothing_is_said_after_the_end_whatever_moves(self) -> None:
        position = Position.parse(str(SCORING).replace("3-5", "9-5"))
        referee = Referee(position)
        assert kinds(referee.observe(after(position, Pop(0)), 0.0)) == [Popped, Won]
        for board in [EMPTY, shuffled_full_board(random.Random(1)), EMPTY.with_cell(3, 3, Disc.RED)]:
            assert referee.observe(board, 1.0) == ()
        assert referee.position.phase is Phase.OVER

    def test_a_player_who_cannot_pop_at_the_start_is_passed_over_with_the_first_board(self) -> None:
        position = Position.parse("......./......./......./......./YYY..../RRR.R.. y pop 3-3 -")
        referee = Referee(position)
        assert kinds(referee.observe(position.board, 0.0)) == [Passed]
        assert referee.position.turn is Disc.RED

    def test_a_board_on_which_neither_can_pop_is_drawn(self) -> None:
        referee = Referee(Position.parse(f"{EMPTY} r pop 9-9 -"))
        assert kinds(referee.observe(EMPTY, 0.0)) == [Drawn]
        assert referee.record.result is Result.DRAW

    def test_a_pass_in_the_middle_of_a_turn_is_ruled_after_the_pop(self) -> None:
        position = Position.parse("......./......./R....../RR...../RYR..../YYYR... r pop 3-3 -")
        rulings = Referee(position).observe(after(position, Pop(3)), 0.0)
        assert kinds(rulings) == [Popped, Passed]
        assert rulings[1] == Passed(position.apply(Pop(3)), Disc.RED)


class TestViolations:
    def test_a_violation_is_said_once_and_the_position_stays(self) -> None:
        referee = Referee(MIDGAME)
        wrong = MIDGAME.board.popped(0)
        assert kinds(referee.observe(wrong, 0.0)) == [Violation]
        assert referee.observe(wrong, 1.0) == ()
        assert referee.observe(wrong.popped(1), 2.0) == ()
        assert referee.position == MIDGAME
        assert referee.standing is Standing.VIOLATION
        assert referee.fault is not None

    def test_after_the_board_is_put_right_play_goes_on(self) -> None:
        referee = Referee(MIDGAME)
        referee.observe(MIDGAME.board.popped(0), 0.0)
        assert kinds(referee.observe(MIDGAME.board, 1.0)) == [Corrected]
        assert kinds(referee.observe(MIDGAME.apply(Redrop(3)).board, 2.0)) == [Redropped]

    def test_what_legally_happened_follows_the_correction(self) -> None:
        referee = Referee(MIDGAME)
        referee.observe(MIDGAME.board.dropped(2, Disc.RED), 0.0)
        rulings = referee.observe(MIDGAME.board.dropped(3, Disc.RED), 1.0)
        assert kinds(rulings) == [Corrected, Redropped]

    def test_a_wrong_act_after_a_legal_one_that_was_missed_is_found(self) -> None:
        position = MIDGAME.apply(Redrop(3))
        held = position.apply(Pop(1))
        assert held.phase is Phase.REDROP
        rulings = Referee(position).observe(held.board.dropped(1, Disc.YELLOW), 0.0)
        assert isinstance(rulings[0], Violation)
        assert rulings[0].fault.kind is ViolationKind.REDROP_OWN_COLUMN
        assert rulings[0].fault.remedy.target == held.board

    def test_a_scored_disc_dropped_back_unseen_is_called_so(self) -> None:
        wrong = after(SCORING, Pop(0)).dropped(1, Disc.RED)
        rulings = Referee(SCORING).observe(wrong, 0.0)
        assert isinstance(rulings[0], Violation)
        assert rulings[0].fault.kind is ViolationKind.REDROP_SCORED_DISC
        assert rulings[0].position == SCORING

    def test_a_turn_played_by_the_wrong_player_is_not_your_disc(self) -> None:
        positions = list(random_game(random.Random(11), stored=True))
        position = next(each for each in positions[60:] if each.phase is Phase.POP)
        theirs = Position.parse(
            str(position).replace(" r pop ", " y pop ")
            if position.turn is Disc.RED
            else str(position).replace(" y pop ", " r pop ")
        )
        turn = theirs.apply(theirs.legal_actions()[0])
        turn = turn.apply(turn.legal_actions()[0])
        rulings = Referee(position).observe(turn.board, 0.0)
        assert isinstance(rulings[0], Violation)
        assert rulings[0].fault.kind is ViolationKind.NOT_YOUR_DISC

    def test_an_impossible_board_is_a_change_that_names_what_is_impossible(self) -> None:
        rulings = Referee(MIDGAME).observe(MIDGAME.board.with_cell(3, 5, Disc.RED), 0.0)
        assert isinstance(rulings[0], Violation)
        told = as_json(rulings[0])
        assert told["kind"] == "board-changed"
        assert "floats" in str(told["message"])

    def test_the_words_name_the_column_the_rule_and_what_to_do(self) -> None:
        told = as_json(Referee(MIDGAME).observe(MIDGAME.board.dropped(2, Disc.RED), 0.0)[0])
        assert told["column"] == "c"
        assert told["cells"] == ["c6"]
        assert told["rule"] == 4
        assert "push the 6 lowest discs of column c out" in str(told["remedy"]).lower()
        assert "Accept" in str(told["remedy"])


@cache
def ambiguous() -> tuple[Position, Board]:
    """A position and a board that two pops in either order lead to, with another disc in the hand."""
    for seed in range(200):
        for position in random_game(random.Random(seed), stored=True):
            if position.phase is not Phase.POP:
                continue
            for first in position.legal_actions():
                second = position.apply(first)
                if second.phase is not Phase.POP or second.turn is not position.turn:
                    continue
                for pop in second.legal_actions():
                    ways = explain(position, second.apply(pop).board)
                    hands = {way.position.hand for way in ways}
                    if len(ways) == 2 and len(hands) == 2 and None not in hands:
                        return position, second.apply(pop).board
    raise AssertionError("no such position found")


class TestUnclear:
    def test_ways_that_differ_are_announced_as_candidates(self) -> None:
        position, board = ambiguous()
        referee = Referee(position)
        rulings = referee.observe(board, 0.0)
        assert kinds(rulings) == [Unclear]
        assert isinstance(rulings[0], Unclear)
        assert len(rulings[0].candidates) == 2
        assert referee.position == position
        assert referee.standing is Standing.UNCLEAR
        assert referee.observe(board, 5.0) == ()

    def test_it_waits_as_long_as_players_would_not_notice(self) -> None:
        position, board = ambiguous()
        referee = Referee(position, patience_seconds=4.0)
        assert referee.observe(board, 10.0) == ()
        assert referee.tick(13.9) == ()
        assert kinds(referee.tick(14.0)) == [Unclear]
        assert referee.tick(15.0) == ()

    def test_the_next_board_settles_it_before_it_is_announced(self) -> None:
        position, board = ambiguous()
        referee = Referee(position, patience_seconds=4.0)
        referee.observe(board, 10.0)
        truth = referee.candidates[1]
        target = truth.redrop_columns()[0]
        rulings = referee.observe(truth.apply(Redrop(target)).board, 12.0)
        assert kinds(rulings) == [Popped, Popped, Redropped]
        assert referee.standing is Standing.AGREED

    def test_a_redrop_into_the_one_column_settles_whose_disc_it_was(self) -> None:
        position, board = ambiguous()
        referee = Referee(position)
        referee.observe(board, 0.0)
        one, other = referee.candidates
        assert other.hand is not None
        rulings = referee.observe(board.dropped(other.hand, position.turn), 1.0)
        assert isinstance(rulings[-1], Redropped)
        assert rulings[-1].came_from == one.hand

    def test_accept_takes_the_likeliest(self) -> None:
        position, board = ambiguous()
        referee = Referee(position)
        referee.observe(board, 0.0)
        likeliest = referee.candidates[0]
        assert kinds(referee.press(Button.ACCEPT, 1.0)) == [Accepted, Popped, Popped]
        assert referee.position == likeliest


class TestTurnWithoutTrace:
    FULL_TURN = (Pop(3), Redrop(3))

    def test_the_board_looks_as_before(self) -> None:
        assert after(TRACELESS, *self.FULL_TURN) == TRACELESS.board

    def test_accept_passes_it_and_the_record_tells(self) -> None:
        referee = Referee(TRACELESS)
        assert referee.observe(TRACELESS.board, 0.0) == ()
        assert kinds(referee.press(Button.ACCEPT, 1.0)) == [Accepted, Popped, Redropped]
        assert referee.position.turn is Disc.YELLOW
        assert [type(entry) for entry in referee.record.entries] == [Move, Move, Remark]

    def test_declaring_the_turn_passes_it_too(self) -> None:
        referee = Referee(TRACELESS)
        assert kinds(referee.press(DeclareTurn(Disc.YELLOW), 1.0)) == [Popped, Redropped, TurnDeclared]

    def test_the_opponents_next_pop_is_explained_by_it(self) -> None:
        referee = Referee(TRACELESS)
        yellow = TRACELESS.apply(Pop(3)).apply(Redrop(3))
        pop = next(action for action in yellow.legal_actions() if isinstance(action, Pop))
        rulings = referee.observe(yellow.apply(pop).board, 0.0)
        assert kinds(rulings)[:3] == [Popped, Redropped, Popped]


class TestUndo:
    def test_the_board_that_was_taken_back_is_not_ruled_again(self) -> None:
        referee = Referee(MIDGAME)
        board = MIDGAME.apply(Redrop(3)).board
        referee.observe(board, 0.0)
        assert kinds(referee.press(Button.UNDO, 1.0)) == [Undone]
        assert referee.position == MIDGAME
        assert referee.standing is Standing.UNDONE
        assert referee.observe(board, 2.0) == ()

    def test_putting_the_board_back_says_nothing_and_play_goes_on(self) -> None:
        referee = Referee(MIDGAME)
        referee.observe(MIDGAME.apply(Redrop(3)).board, 0.0)
        referee.press(Button.UNDO, 1.0)
        assert referee.observe(MIDGAME.board.popped(1), 2.0) == ()
        assert referee.observe(MIDGAME.board, 3.0) == ()
        assert referee.standing is Standing.AGREED
        assert kinds(referee.observe(MIDGAME.apply(Redrop(1)).board, 4.0)) == [Redropped]

    def test_it_goes_back_to_any_depth(self) -> None:
        positions = list(random_game(random.Random(8)))
        referee = Referee(positions[0])
        for number, position in enumerate(positions[1:]):
            referee.observe(position.board, float(number))
        for position in reversed(positions[:-1]):
            assert kinds(referee.press(Button.UNDO, 0.0)) == [Undone]
            assert referee.position == position
        assert referee.press(Button.UNDO, 0.0) == ()

    def test_a_violation_is_withdrawn_first(self) -> None:
        referee = Referee(MIDGAME)
        referee.observe(MIDGAME.board.popped(0), 0.0)
        assert kinds(referee.press(Button.UNDO, 1.0)) == [Undone]
        assert referee.position == MIDGAME
        assert referee.fault is None

    def test_accept_after_undo_takes_the_board_as_it_is(self) -> None:
        referee = Referee(MIDGAME)
        referee.observe(MIDGAME.apply(Redrop(3)).board, 0.0)
        referee.press(Button.UNDO, 1.0)
        assert kinds(referee.press(Button.ACCEPT, 2.0)) == [Accepted, Redropped]


class TestAccept:
    @pytest.mark.parametrize(
        ("start", "board", "position"),
        [
            (  # The redrop into the own column counts: the turn passes.
                MIDGAME,
                MIDGAME.board.dropped(2, Disc.RED),
                "R.R..Y./Y.Y.YRR/RRY.RRR/YYYRYYR/YYYYRRR/RYYYRRY y pop 4-3 -",
            ),
            (  # One disc more is out; the redrop is still due.
                MIDGAME,
                MIDGAME.board.popped(0),
                ".....Y./R.Y.YRR/YRY.RRR/RYYRYYR/YYYYRRR/YYYYRRY r redrop 4-3 c",
            ),
            (
                Position.start(),
                EMPTY.dropped(0, Disc.YELLOW),
                "......./......./......./......./......./Y...... y setup 0-0 -",
            ),
        ],
    )
    def test_play_goes_on_from_the_board_as_it_is(self, start: Position, board: Board, position: str) -> None:
        referee = Referee(start)
        assert kinds(referee.observe(board, 0.0)) == [Violation]
        assert kinds(referee.press(Button.ACCEPT, 1.0)) == [Accepted]
        assert str(referee.position) == position
        assert referee.standing is Standing.AGREED

    def test_a_board_that_cannot_be_is_not_accepted(self) -> None:
        referee = Referee(MIDGAME)
        referee.observe(MIDGAME.board.with_cell(3, 5, Disc.RED), 0.0)
        assert kinds(referee.press(Button.ACCEPT, 1.0)) == [Violation]
        assert referee.position == MIDGAME

    def test_it_can_be_undone(self) -> None:
        referee = Referee(MIDGAME)
        board = MIDGAME.board.dropped(2, Disc.RED)
        referee.observe(board, 0.0)
        referee.press(Button.ACCEPT, 1.0)
        referee.press(Button.UNDO, 2.0)
        assert referee.position == MIDGAME
        assert referee.standing is Standing.UNDONE


class TestNewGame:
    def test_an_empty_grid_begins_with_the_setup(self) -> None:
        referee = Referee(MIDGAME)
        referee.observe(EMPTY, 0.0)
        assert kinds(referee.press(Button.NEW_GAME, 1.0)) == [NewGame]
        assert referee.position == Position.start()
        assert kinds(referee.observe(EMPTY.dropped(2, Disc.RED), 2.0)) == [Dropped]

    def test_a_grid_that_is_still_being_cleared_is_waited_for(self) -> None:
        referee = Referee(MIDGAME)
        referee.press(Button.NEW_GAME, 1.0)
        assert referee.standing is Standing.WAITING
        assert referee.observe(MIDGAME.board.popped(0), 2.0) == ()
        assert referee.observe(EMPTY, 3.0) == ()
        assert kinds(referee.observe(EMPTY.dropped(2, Disc.RED), 4.0)) == [Dropped]

    def test_a_full_grid_begins_with_the_first_pop(self) -> None:
        referee = Referee(MIDGAME)
        referee.press(Button.NEW_GAME, 1.0)
        full = shuffled_full_board(random.Random(1))
        assert kinds(referee.observe(full, 2.0)) == [SetupComplete]
        assert referee.position == Position.stored(full)

    def test_a_grid_that_is_filled_up_is_waited_for_too(self) -> None:
        full = shuffled_full_board(random.Random(1))
        board = full.popped(2).popped(2).popped(5)
        referee = Referee(MIDGAME)
        referee.observe(board, 0.0)
        referee.press(Button.NEW_GAME, 1.0)
        for column in (2, 5):
            board = board.dropped(column, Disc.RED)
            assert referee.observe(board, 2.0) == ()
        assert kinds(referee.observe(full, 3.0)) == [SetupComplete]

    def test_play_that_goes_on_in_the_old_grid_is_called_and_emptying_it_puts_that_right(self) -> None:
        board = shuffled_full_board(random.Random(1)).popped(2).popped(5)
        referee = Referee(MIDGAME)
        referee.observe(board, 0.0)
        referee.press(Button.NEW_GAME, 1.0)
        (called,) = referee.observe(board.popped(3).dropped(5, Disc.RED), 2.0)
        assert isinstance(called, Violation)
        assert called.remedy == "Empty the grid. Or press Accept to play on from the board as it is."
        assert referee.observe(board.popped(4), 3.0) == ()
        assert kinds(referee.observe(EMPTY, 4.0)) == [Corrected]
        assert kinds(referee.observe(EMPTY.dropped(2, Disc.RED), 5.0)) == [Dropped]

    def test_play_that_goes_on_one_act_at_a_time_is_called_at_its_second_pop(self) -> None:
        board = shuffled_full_board(random.Random(1)).popped(2).popped(5)
        referee = Referee(MIDGAME)
        referee.observe(board, 0.0)
        referee.press(Button.NEW_GAME, 1.0)
        popped = board.popped(3)
        redropped = popped.dropped(5, Disc.RED)
        assert [referee.observe(each, 2.0) for each in (popped, redropped)] == [(), ()]
        assert kinds(referee.observe(redropped.popped(0), 3.0)) == [Violation]
        assert kinds(referee.observe(EMPTY, 4.0)) == [Corrected]

    def test_a_wrong_grid_that_is_filled_up_after_all_begins_with_the_first_pop(self) -> None:
        full = shuffled_full_board(random.Random(1))
        referee = Referee(MIDGAME)
        referee.observe(full.popped(2).popped(5), 0.0)
        referee.press(Button.NEW_GAME, 1.0)
        assert kinds(referee.observe(full.popped(3), 2.0)) == [Violation]
        assert kinds(referee.observe(full, 3.0)) == [Corrected, SetupComplete]

    def test_a_setup_that_began_unseen_is_told_where_it_is_lawful_and_else_called(self) -> None:
        old = shuffled_full_board(random.Random(1)).popped(2).popped(5)
        disc = Disc.YELLOW if old[0, 5] is Disc.RED else Disc.RED
        lawful = EMPTY.dropped(0, disc).dropped(1, disc.other).dropped(2, Disc.RED)
        wrong = lawful.dropped(2, disc).dropped(2, disc)
        for first_drops, expected in ((lawful, [Dropped] * 3), (wrong, [Violation])):
            referee = Referee(MIDGAME)
            referee.observe(old, 0.0)
            referee.press(Button.NEW_GAME, 1.0)
            assert kinds(referee.observe(first_drops, 2.0)) == expected

    def test_what_is_left_over_is_told_as_a_setup_once_that_goes_on(self) -> None:
        left_over = EMPTY.dropped(0, Disc.RED).dropped(1, Disc.YELLOW).dropped(2, Disc.RED)
        old = left_over.dropped(0, Disc.RED)
        referee = Referee(MIDGAME)
        referee.observe(Board.from_columns([column[::-1] for column in map(old.column, range(7))]), 0.0)
        referee.press(Button.NEW_GAME, 1.0)
        assert referee.observe(left_over, 2.0) == ()
        assert kinds(referee.observe(left_over.dropped(3, Disc.YELLOW), 3.0)) == [Dropped] * 4

    def test_undo_reaches_back_through_the_last_game_and_no_further(self) -> None:
        referee = Referee(Position.start())
        for game in range(4):
            referee.observe(EMPTY.dropped(game, Disc.RED), float(game))
            referee.observe(EMPTY, game + 0.5)
            referee.press(Button.NEW_GAME, game + 0.6)
        undone = 0
        while referee.press(Button.UNDO, 9.0):
            undone += 1
        assert undone == 2  # The new game and the drop before it.
        assert referee.position == Position.start()

    def test_the_names_of_the_players_are_taken_over_and_can_be_changed(self) -> None:
        referee = Referee(MIDGAME, tags=(("Red", "Ada"),))
        referee.press(Button.NEW_GAME, 1.0)
        assert referee.record.tags == (("Red", "Ada"),)
        referee.label((("Red", "Bob"),))
        assert referee.record.tags == (("Red", "Bob"),)

    def test_it_has_its_own_record_and_can_be_undone(self) -> None:
        referee = Referee(MIDGAME)
        referee.observe(MIDGAME.apply(Redrop(3)).board, 0.0)
        record = referee.record
        referee.press(Button.NEW_GAME, 1.0)
        assert referee.record.entries == ()
        referee.press(Button.UNDO, 2.0)
        assert referee.record == record


class TestDeclarations:
    def test_a_turn_is_declared(self) -> None:
        referee = Referee(MIDGAME)
        assert referee.press(DeclareTurn(Disc.YELLOW), 0.0)[0] == TurnDeclared(referee.position, Disc.YELLOW)
        assert (referee.position.turn, referee.position.phase) == (Disc.YELLOW, Phase.POP)

    def test_a_score_is_set(self) -> None:
        referee = Referee(MIDGAME)
        assert kinds(referee.press(SetScore(Score(7, 1)), 0.0)) == [ScoreSet]
        assert referee.position.score == Score(7, 1)
        assert kinds(referee.press(SetScore(Score(10, 1)), 0.0)) == [ScoreSet, Won]

    @pytest.mark.parametrize("score", [Score(11, 0), Score(10, 10), Score(-1, 0)])
    def test_a_score_that_cannot_be_is_refused(self, score: Score) -> None:
        with pytest.raises(ControlError):
            Referee(MIDGAME).press(SetScore(score), 0.0)

    def test_nobody_scores_during_setup(self) -> None:
        with pytest.raises(ControlError, match="setup"):
            Referee(Position.start()).press(SetScore(Score(1, 0)), 0.0)

    def test_players_may_agree_on_a_draw(self) -> None:
        referee = Referee(MIDGAME)
        assert referee.press(AgreeDraw(), 0.0) == (Drawn(referee.position, Ending.AGREED),)
        assert referee.record.result is Result.DRAW

    def test_a_player_may_resign(self) -> None:
        referee = Referee(MIDGAME)
        rulings = referee.press(Resign(Disc.RED), 0.0)
        assert rulings == (Won(referee.position, Disc.YELLOW, Score(4, 3), Ending.RESIGNED),)
        assert as_json(rulings[0])["by"] == "resigned"
        assert referee.record.result is Result.YELLOW

    def test_nothing_can_be_declared_once_the_game_is_over(self) -> None:
        referee = Referee(MIDGAME)
        referee.press(AgreeDraw(), 0.0)
        for control in [AgreeDraw(), Resign(Disc.RED), DeclareTurn(Disc.RED), SetScore(Score(1, 1))]:
            with pytest.raises(ControlError, match="over"):
                referee.press(control, 1.0)
        assert kinds(referee.press(Button.UNDO, 2.0)) == [Undone]
        assert referee.position == MIDGAME
