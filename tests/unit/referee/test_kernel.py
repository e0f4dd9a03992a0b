import itertools
import random

import pytest

from referee.board import Disc
from referee.kernel import count_actions, state_of, successors
from referee.perft import perft
from referee.position import Phase, Position
from referee.rules import Rules
from tests.games import shuffled_full_board

HOUSE_RULES = [
    Rules(),
    Rules(may_stop_after_scoring=True),
    Rules(own_column_always=True),
    Rules(fill_with_opponents_discs=True),
    Rules(last_scored_goes_back=True, points_to_win=15),
    Rules(points_to_win=1, starts=Disc.YELLOW),
]


@pytest.mark.parametrize("rules", HOUSE_RULES)
def test_the_kernel_plays_as_the_position_does_under_every_house_rule(rules: Rules) -> None:
    rng = random.Random(3)
    for number in range(12):
        position = Position.stored(shuffled_full_board(rng), rules).settled() if number % 2 else Position.start(rules)
        for _ in range(150):
            legal = position.legal_actions()
            state = state_of(position)
            children = [child for _, child in successors(state, rules)]
            assert children == [state_of(position.apply(action)) for action in legal]
            assert count_actions(state, rules) == len(legal)
            if position.phase is Phase.OVER:
                break
            position = position.apply(rng.choice(legal))


@pytest.mark.parametrize("rules", HOUSE_RULES)
def test_counting_agrees_with_playing_every_sequence(rules: Rules) -> None:
    rng = random.Random(9)
    position = Position.stored(shuffled_full_board(rng), rules).settled()
    for _ in range(30):
        if position.phase is not Phase.OVER:
            position = position.apply(rng.choice(position.legal_actions()))

    def played(position: Position, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(played(position.apply(action), depth - 1) for action in position.legal_actions())

    for depth in range(5):
        assert perft(position, depth) == played(position, depth)


def test_a_negative_depth_is_refused() -> None:
    with pytest.raises(ValueError, match="-1"):
        perft(Position.start(), -1)


def test_rows_of_the_setup_are_counted_as_permutations() -> None:
    counts = [perft(Position.start(), depth) for depth in range(1, 8)]
    assert counts == list(itertools.accumulate([7, 6, 5, 4, 3, 2, 1], lambda product, choices: product * choices))
