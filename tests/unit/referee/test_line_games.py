"""Four in a Row and PopOut, by the same engine."""

import random
from collections.abc import Iterator

import pytest

from referee.actions import Drop, Pop
from referee.board import Board, Disc
from referee.controls import Button, Resign, SetScore
from referee.diagnose import diagnose
from referee.errors import ControlError, PositionTextError
from referee.explain import explain
from referee.kernel import state_of, successors
from referee.notation import format_record
from referee.perft import perft
from referee.position import Phase, Position, Score
from referee.record import Result
from referee.referee import Referee
from referee.replay import parse_record
from referee.rules import FOUR_IN_A_ROW, POP_OUT, Game, Rules
from referee.ruling import Accepted, Corrected, Drawn, Dropped, Popped, Violation, Won
from referee.violation import ViolationKind

GAMES = [FOUR_IN_A_ROW, POP_OUT]


def played(rules: Rules, *actions: Drop | Pop) -> Position:
    position = Position.start(rules)
    for action in actions:
        position = position.apply(action)
    return position


def random_line_game(rng: random.Random, rules: Rules) -> Iterator[Position]:
    position = Position.start(rules)
    yield position
    while position.phase is not Phase.OVER:
        position = position.apply(rng.choice(position.legal_actions()))
        yield position


def test_a_disc_may_go_into_any_column_with_room() -> None:
    position = played(FOUR_IN_A_ROW, *[Drop(0)] * 6)
    assert position.legal_actions() == tuple(Drop(column) for column in range(1, 7))
    assert str(position) == "Y....../R....../Y....../R....../Y....../R...... r play 0-0 -"
    assert Position.parse(str(position), FOUR_IN_A_ROW) == position


def test_a_line_of_four_wins_at_once() -> None:
    moves = [Drop(column) for column in [0, 0, 1, 1, 2, 2, 3]]
    position = played(FOUR_IN_A_ROW, *moves)
    assert (position.phase, position.winner, position.legal_actions()) == (Phase.OVER, Disc.RED, ())


def test_a_full_grid_without_a_line_is_a_draw() -> None:
    columns = [0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 2, 3, 2, 3, 3, 2, 3, 2, 2, 3, 2, 3]
    columns += [4, 5, 4, 5, 5, 4, 5, 4, 4, 5, 4, 5, 6, 6, 6, 6, 6, 6]
    position = played(FOUR_IN_A_ROW, *[Drop(column) for column in columns])
    assert position.board.is_full
    assert (position.phase, position.winner) == (Phase.OVER, None)


def test_only_popout_lets_an_own_disc_be_popped() -> None:
    assert Pop(0) in played(POP_OUT, Drop(0), Drop(0)).legal_actions()
    assert Pop(0) not in played(POP_OUT, Drop(0)).legal_actions()
    assert Pop(0) not in played(FOUR_IN_A_ROW, Drop(0), Drop(0)).legal_actions()
    assert played(POP_OUT, Drop(0), Drop(0), Pop(0)).board == Board.empty().with_cell(0, 0, Disc.YELLOW)


BOTH = "......./......./......./R....../YRRR.../RYYY... r play 0-0 -"


def test_a_pop_that_makes_a_line_for_both_is_won_by_who_popped_or_drawn_as_the_rules_say() -> None:
    after = Position.parse(BOTH, POP_OUT).apply(Pop(0))
    assert (after.phase, after.winner) == (Phase.OVER, Disc.RED)
    drawn = Position.parse(BOTH, Rules(game=Game.POP_OUT, popper_wins=False)).apply(Pop(0))
    assert (drawn.phase, drawn.winner) == (Phase.OVER, None)


def test_a_pop_may_make_a_line_for_the_opponent_alone() -> None:
    text = "......./......./......./......./Y....../RYYY... r play 0-0 -"
    assert Position.parse(text, POP_OUT).apply(Pop(0)).winner is Disc.YELLOW


@pytest.mark.parametrize(
    "text",
    [
        "......./......./......./......./......./....... r setup 0-0 -",
        "......./......./......./......./......./RRRR... y play 0-0 -",
    ],
)
def test_what_is_no_position_of_these_games_is_refused(text: str) -> None:
    with pytest.raises(PositionTextError):
        Position.parse(text, FOUR_IN_A_ROW)
    with pytest.raises(PositionTextError):
        Position.parse(text.replace("setup", "play"))


@pytest.mark.parametrize("rules", GAMES)
def test_the_kernel_plays_as_the_position_does(rules: Rules) -> None:
    rng = random.Random(5)
    for _ in range(20):
        for position in random_line_game(rng, rules):
            children = [child for _, child in successors(state_of(position), rules)]
            assert children == [state_of(position.apply(action)) for action in position.legal_actions()]


def test_the_positions_of_four_in_a_row_are_as_many_as_tromp_counted() -> None:
    """Source: OEIS A212693, legal positions after n plies, by John Tromp."""
    counted = [1, 7, 49, 238, 1120, 4263, 16422, 54859]
    layer = {state_of(Position.start(FOUR_IN_A_ROW))}
    for expected in counted:
        assert len(layer) == expected
        layer = {child for state in layer for _, child in successors(state, FOUR_IN_A_ROW)}


@pytest.mark.parametrize(
    ("board", "turn", "counts"),
    [
        ("......./......./......./......./......./.......", "r", [7, 49]),
        ("......./......./......./......./......./RRR....", "r", [7, 42]),
        ("......./......./......./......./......./YYY....", "y", [7, 42]),
        ("......./......./......./......./......./YYY....", "r", [7, 49, 301]),
        ("......./......./......./......./......./RRR....", "y", [7, 49, 301]),
    ],
)
def test_perft_is_that_of_another_program(board: str, turn: str, counts: list[int]) -> None:
    """Source: the tests of kz04px/faeries, games/tests/connect4/perft.rs."""
    position = Position.parse(f"{board} {turn} play 0-0 -", FOUR_IN_A_ROW)
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


def test_perft_of_four_in_a_row_to_depth_7_is_seven_to_the_power_but_for_the_full_column() -> None:
    # No line can be made before the seventh disc, and only a column dropped into seven times is refused by then.
    counts = [perft(Position.start(FOUR_IN_A_ROW), depth) for depth in range(1, 8)]
    assert counts == [7, 49, 343, 2401, 16807, 117649, 7**7 - 7]


@pytest.mark.parametrize(
    ("rules", "counts"),
    [
        (FOUR_IN_A_ROW, [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]),
        (POP_OUT, [7, 49, 392, 3087, 26320, 220626, 1965614]),
    ],
)
def test_perft_is_what_a_public_solver_of_both_games_counts(rules: Rules, counts: list[int]) -> None:
    """Source: TheTrustedComputer/Four-The-Win, connectfour.c at c6210554.

    Its functions that drop, pop, take both back and find lines, in its variants NORMAL and POPOUT, were compiled with a
    plain recursive count around them; the solver itself publishes no such numbers.
    """
    assert [perft(Position.start(rules), depth) for depth in range(1, len(counts) + 1)] == counts


def test_perft_of_popout_agrees_with_a_naive_count_on_lists() -> None:
    # A second count, written here without the engine.
    counts = [perft(Position.start(POP_OUT), depth) for depth in range(1, 7)]
    assert counts == [naive_popout([[] for _ in range(7)], "R", depth) for depth in range(1, 7)]


def naive_popout(columns: list[list[str]], player: str, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    other = "Y" if player == "R" else "R"
    for number in range(7):
        for what in ["drop", "pop"]:
            after = [list(column) for column in columns]
            if what == "drop" and len(after[number]) < 6:
                after[number].append(player)
            elif what == "pop" and after[number][:1] == [player]:
                after[number].pop(0)
            else:
                continue
            if depth == 1:
                total += 1
            elif not naive_line(after):
                total += naive_popout(after, other, depth - 1)
    return total


def naive_line(columns: list[list[str]]) -> bool:
    cells = {(c, r): disc for c, column in enumerate(columns) for r, disc in enumerate(column)}
    return any(
        all(cells.get((c + step * right, r + step * up)) == disc for step in range(4))
        for (c, r), disc in cells.items()
        for right, up in [(1, 0), (0, 1), (1, 1), (1, -1)]
    )


@pytest.mark.parametrize("rules", GAMES)
def test_whole_games_are_refereed_and_their_records_read_back(rules: Rules) -> None:
    for seed in range(10):
        positions = list(random_line_game(random.Random(seed), rules))
        referee = Referee(positions[0])
        for number, position in enumerate(positions[1:]):
            rulings = referee.observe(position.board, float(number))
            assert isinstance(rulings[0], Dropped | Popped)
            assert referee.position == position
        assert isinstance(rulings[-1], Won | Drawn)
        text = format_record(referee.record)
        assert f"game={rules.game.value}" in text
        assert parse_record(text) == referee.record
        assert referee.record.result is not Result.OPEN


@pytest.mark.parametrize("rules", GAMES)
def test_missed_boards_are_made_up_for(rules: Rules) -> None:
    for seed in range(30):
        rng = random.Random(seed)
        positions = list(random_line_game(rng, rules))
        referee = Referee(positions[0])
        missed = 0
        for position in positions[1:]:
            missed += 1
            if missed == 4 or rng.random() < 2 / 3 or position is positions[-1]:
                referee.observe(position.board, 0.0)
                missed = 0
        assert referee.position == positions[-1]


NEVER_IN_FOUR_IN_A_ROW = [
    (4_398_046_527_488, 34_359_738_368),
    (16_384, 34_359_738_368),
    (4_398_046_560_256, 34_630_270_976),
    (4_398_046_560_256, 34_628_173_824),
    (4_398_050_754_688, 34_630_270_977),
]
"""Boards between which discs vanish, as bits of Red and Yellow; found by the property tests."""


@pytest.mark.parametrize("rules", GAMES)
def test_boards_of_which_discs_vanish_are_answered(rules: Rules) -> None:
    referee = Referee(Position.start(rules))
    for number, (red, yellow) in enumerate(NEVER_IN_FOUR_IN_A_ROW):
        before = referee.position
        rulings = referee.observe(Board(red, yellow), float(number))
        assert rulings or referee.position == before
        if number in (0, 2):
            referee.press(Button.ACCEPT, float(number))


def test_ways_of_a_game_of_lines_are_found() -> None:
    before = played(POP_OUT, Drop(0), Drop(0))
    after = before.apply(Pop(0)).apply(Drop(3))
    (way,) = explain(before, after.board)
    assert way.actions == (Pop(0), Drop(3))


@pytest.mark.parametrize(
    ("rules", "board", "kind"),
    [
        (FOUR_IN_A_ROW, "......./......./......./......./......./RYY....", ViolationKind.WRONG_COLOUR),
        (POP_OUT, "......./......./......./......./......./R......", ViolationKind.NOT_YOUR_DISC),
        (FOUR_IN_A_ROW, "......./......./......./......./......./.Y.....", ViolationKind.DISC_REMOVED),
        (FOUR_IN_A_ROW, "......./......./......./......./......./R......", ViolationKind.DISC_REMOVED),
    ],
)
def test_what_is_wrong_in_a_game_of_lines_is_named(rules: Rules, board: str, kind: ViolationKind) -> None:
    position = played(rules, Drop(0), Drop(1))
    assert diagnose(position, Board.parse(board)).fault.kind is kind


def test_a_wrong_disc_may_be_accepted_and_the_turn_passes() -> None:
    position = played(FOUR_IN_A_ROW, Drop(0))
    referee = Referee(position)
    wrong = position.board.dropped(1, Disc.RED)
    assert isinstance(referee.observe(wrong, 0.0)[0], Violation)
    assert isinstance(referee.press(Button.ACCEPT, 1.0)[0], Accepted)
    assert (referee.position.turn, referee.position.phase) == (Disc.RED, Phase.PLAY)


def test_a_violation_is_put_right_and_a_game_without_score_refuses_one() -> None:
    position = played(FOUR_IN_A_ROW, Drop(0))
    referee = Referee(position)
    referee.observe(position.board.dropped(1, Disc.RED), 0.0)
    assert isinstance(referee.observe(position.board, 1.0)[0], Corrected)
    with pytest.raises(ControlError, match="no score"):
        referee.press(SetScore(Score(1, 0)), 2.0)
    assert isinstance(referee.press(Resign(Disc.YELLOW), 3.0)[0], Won)
    assert referee.record.result is Result.RED
    assert parse_record(format_record(referee.record)) == referee.record
