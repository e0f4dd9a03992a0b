import pytest

from referee.board import Board, Disc
from referee.errors import IllegalActionError, PositionTextError
from referee.position import Drop, Phase, Pop, Position, Redrop, Score, Stop
from referee.rules import POP10, Rules, RulesError

FULL = "YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR r pop 0-0 -"
EMPTY = "......./......./......./......./......./......."


def test_the_game_begins_with_red_dropping_anywhere() -> None:
    start = Position.start()
    assert str(start) == f"{EMPTY} r setup 0-0 -"
    assert start.legal_actions() == tuple(Drop(column) for column in range(7))
    assert start.apply(Drop(3)).turn is Disc.YELLOW


def test_a_column_that_has_its_disc_of_the_row_is_closed_until_the_row_is_full() -> None:
    position = Position.start()
    for column in range(6):
        position = position.apply(Drop(column))
    assert position.legal_actions() == (Drop(6),)
    with pytest.raises(IllegalActionError):
        position.apply(Drop(0))
    assert position.apply(Drop(6)).legal_actions() == tuple(Drop(column) for column in range(7))


def test_after_42_drops_red_pops() -> None:
    position = Position.start()
    while position.phase is Phase.SETUP:
        position = position.apply(position.legal_actions()[0])
    assert (position.phase, position.turn, position.board.is_full) == (Phase.POP, Disc.RED, True)


def test_a_line_during_setup_counts_for_nothing() -> None:
    position = Position.start()
    for column in [0, 6, 1, 5, 2, 4, 3]:
        position = position.apply(Drop(column))
    assert position.score == Score(0, 0)
    assert position.phase is Phase.SETUP


def test_the_first_disc_from_a_full_grid_goes_back_into_its_own_column() -> None:
    position = Position.parse("YRYRYRY/RYRYRYR/YRYRYRY/YRYRYRY/RYRYRYR/RYRYRYR r pop 0-0 -").apply(Pop(0))
    assert position.phase is Phase.REDROP
    assert position.legal_actions() == (Redrop(0),)
    assert position.apply(Redrop(0)).turn is Disc.YELLOW


def test_a_redrop_goes_into_another_column_while_one_has_room() -> None:
    position = Position.parse("R....Y./Y.Y.YRR/RRY.RRR/YYYRYYR/YYYYRRR/RYYYRRY r redrop 4-3 c")
    assert Redrop(2) not in position.legal_actions()
    assert Redrop(3) in position.legal_actions()


def test_a_scoring_pop_must_be_followed_by_another() -> None:
    before = Position.parse("R.Y...R/Y.R.YYY/YRY.YRY/RYR.RYR/YRYRRYY/RRRRYRR r pop 3-5 -")
    after = before.apply(Pop(0))
    assert (after.turn, after.phase, after.score) == (Disc.RED, Phase.POP, Score(4, 5))
    assert all(isinstance(action, Pop) for action in after.legal_actions())


def test_ten_points_win_in_the_middle_of_a_turn() -> None:
    before = Position.parse("R.Y...R/Y.R.YYY/YRY.YRY/RYR.RYR/YRYRRYY/RRRRYRR r pop 9-5 -")
    after = before.apply(Pop(0))
    assert after.phase is Phase.OVER
    assert after.winner is Disc.RED
    assert after.legal_actions() == ()


def test_who_has_no_disc_at_the_bottom_is_passed_over_at_the_start_of_a_turn() -> None:
    before = Position.parse("......./......./......./......./YYY..../RRR.R.. r redrop 3-3 g")
    after = before.apply(Redrop(5))
    assert (after.turn, after.phase) == (Disc.RED, Phase.POP)


def test_who_has_no_disc_at_the_bottom_is_passed_over_in_the_middle_of_a_turn() -> None:
    before = Position.parse("......./......./R....../RR...../RYR..../YYYR... r pop 3-3 -")
    assert before.scores(3)
    after = before.apply(Pop(3))
    assert (after.turn, after.phase, after.score) == (Disc.YELLOW, Phase.POP, Score(4, 3))


def test_when_neither_can_pop_the_game_is_drawn() -> None:
    settled = Position.parse(f"{EMPTY} y pop 9-9 -").settled()
    assert settled.phase is Phase.OVER
    assert settled.winner is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "got 0 parts"),
        (f"{EMPTY} r setup 0-0", "got 4 parts"),
        (f"{EMPTY} b setup 0-0 -", "turn must be r or y"),
        (f"{EMPTY} r play 0-0 -", "phase must be"),
        (f"{EMPTY} r setup 0:0 -", "score must be"),
        (f"{EMPTY} r setup 0-0 h", "hand must be"),
        (f"{EMPTY} r setup 1-0 -", "nobody scores during setup"),
        (f"{EMPTY} r redrop 0-0 -", "hand must name the column"),
        (f"{EMPTY} r pop 0-0 a", "hand must be '-'"),
        (f"{EMPTY} r pop 10-0 -", "10 points end the game"),
        (FULL.replace("pop", "setup"), "the setup is over"),
        (FULL.replace("pop 0-0 -", "redrop 0-0 a"), "cannot be full"),
        ("......./......./......./...R.../......./....... r pop 0-0 -", "floats above the empty cell d1"),
        ("RRRR.../RRRR.../RRRR.../RRRR.../RRRR.../RRRR... r pop 0-0 -", "24 red discs"),
        ("......./......./ r pop 0-0 -", "6 rows"),
    ],
)
def test_a_text_that_names_no_position_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(PositionTextError, match=said):
        Position.parse(text)


def test_a_stored_game_needs_a_full_grid() -> None:
    with pytest.raises(PositionTextError):
        Position.stored(Board.empty())
    assert Position.stored(Board.parse(FULL.split()[0])) == Position.parse(FULL)


class TestHouseRules:
    SCORING = "R.Y...R/Y.R.YYY/YRY.YRY/RYR.RYR/YRYRRYY/RRRRYRR r pop 3-5 -"

    def test_a_turn_may_stop_after_a_scoring_pop_only(self) -> None:
        rules = Rules(may_stop_after_scoring=True)
        before = Position.parse(self.SCORING, rules)
        assert Stop() not in before.legal_actions()
        after = before.apply(Pop(0))
        assert Stop() in after.legal_actions()
        assert after.apply(Stop()).turn is Disc.YELLOW
        with pytest.raises(IllegalActionError):
            Position.parse(self.SCORING).apply(Pop(0)).apply(Stop())

    def test_the_own_column_may_be_allowed_always(self) -> None:
        text = "R....Y./Y.Y.YRR/RRY.RRR/YYYRYYR/YYYYRRR/RYYYRRY r redrop 4-3 c"
        assert Redrop(2) in Position.parse(text, Rules(own_column_always=True)).legal_actions()

    def test_each_may_fill_with_the_discs_of_the_other(self) -> None:
        position = Position.start(Rules(fill_with_opponents_discs=True)).apply(Drop(0))
        assert position.board[0, 0] is Disc.YELLOW
        assert position.turn is Disc.YELLOW

    def test_the_last_scored_disc_may_go_back_when_nothing_can_be_popped_on(self) -> None:
        text = "......./......./R....../RR...../RYR..../YYYR... r pop 3-3 -"
        after = Position.parse(text, Rules(last_scored_goes_back=True)).apply(Pop(3))
        assert (after.phase, after.hand, after.score) == (Phase.REDROP, 3, Score(3, 3))

    def test_fewer_points_may_win(self) -> None:
        after = Position.parse(self.SCORING.replace("3-5", "2-0"), Rules(points_to_win=3)).apply(Pop(0))
        assert after.winner is Disc.RED

    def test_yellow_may_start_the_setup_and_the_popping(self) -> None:
        position = Position.start(Rules(starts=Disc.YELLOW))
        assert position.turn is Disc.YELLOW
        while position.phase is Phase.SETUP:
            position = position.apply(position.legal_actions()[0])
        assert position.turn is Disc.YELLOW

    @pytest.mark.parametrize("points", [0, 16])
    def test_the_points_to_win_are_1_to_15(self, points: int) -> None:
        with pytest.raises(RulesError, match="1 to 15"):
            Rules(points_to_win=points)

    def test_none_is_on_unless_chosen(self) -> None:
        assert Rules() == POP10
