import random

from referee.board import Board, Disc
from referee.explain import drops_needed, explain, is_within_reach
from referee.position import Phase, Pop, Position, Redrop
from tests.games import random_game, shuffled_full_board


def test_a_board_like_the_position_needs_nothing() -> None:
    position = Position.stored(shuffled_full_board(random.Random(1))).settled()
    (way,) = explain(position, position.board)
    assert way.actions == ()


def test_every_way_leads_to_the_board_by_legal_actions() -> None:
    rng = random.Random(2)
    for number in range(6):
        positions = list(random_game(rng, stored=bool(number % 2)))
        for index in range(0, len(positions) - 4, 3):
            before, seen = positions[index], positions[index + rng.randrange(1, 5)]
            ways = explain(before, seen.board, turns=3)
            assert any(way.position == seen for way in ways)
            for way in ways:
                position = before
                for action in way.actions:
                    position = position.apply(action)
                assert position == way.position
                assert position.board == seen.board
                assert way.orders >= 1


def test_two_scoring_pops_seen_as_one_have_two_orders() -> None:
    position = Position.parse("......./......./......./......./YYYYYYY/RRRRRRR r pop 0-0 -")
    board = position.apply(Pop(0)).apply(Pop(6)).board
    ways = explain(position, board)
    assert {way.orders for way in ways if len(way.actions) == 2} == {2}


def test_a_board_with_a_disc_of_the_wrong_colour_has_no_way() -> None:
    position = Position.stored(shuffled_full_board(random.Random(4))).settled()
    disc = position.board[3, 2]
    assert disc is not None
    board = position.board.with_cell(3, 2, disc.other)
    assert explain(position, board) == ()
    assert not is_within_reach(position, board)


def test_a_floating_disc_has_no_way() -> None:
    position = Position.start()
    assert explain(position, Board.empty().with_cell(2, 1, Disc.RED)) == ()


def test_a_game_that_is_over_leads_nowhere() -> None:
    position = Position.parse("......./......./......./......./......./RR.YY.. r over 10-3 -")
    assert explain(position, position.board.popped(0)) == ()
    assert len(explain(position, position.board)) == 1


def test_the_search_does_not_reach_beyond_the_turns_it_is_given() -> None:
    positions = list(random_game(random.Random(6), stored=True))
    start = next(
        index
        for index, position in enumerate(positions[:-6])
        if position.phase is Phase.POP
        and isinstance(next_action(position, positions[index + 1]), Pop)
        and [each.phase for each in positions[index + 1 : index + 5]]
        == [Phase.REDROP, Phase.POP, Phase.REDROP, Phase.POP]
    )
    assert explain(positions[start], positions[start + 4].board, turns=1) == ()
    assert explain(positions[start], positions[start + 4].board, turns=2) != ()


def next_action(before: Position, after: Position) -> Pop | Redrop | None:
    for action in before.legal_actions():
        if before.apply(action) == after and isinstance(action, Pop | Redrop):
            return action
    return None


def test_drops_needed_counts_what_is_missing_on_top() -> None:
    assert drops_needed(0, 0, 0, 0) == 0
    assert drops_needed(0b01, 0b10, 0b101, 0b010) == 1  # R Y, wanted R Y R
    assert drops_needed(0b01, 0b10, 0b0, 0b1) == 0  # R Y, wanted Y
    assert drops_needed(0b1, 0b0, 0b0, 0b1) == 1  # R, wanted Y


def test_setup_rows_are_filled_in_a_legal_order_whatever_was_missed() -> None:
    positions = list(random_game(random.Random(12)))
    for index in [7, 15, 30, 41]:
        ways = explain(positions[0], positions[index].board)
        assert [way.position for way in ways] == [positions[index]]
    assert explain(positions[20], positions[19].board) == ()
