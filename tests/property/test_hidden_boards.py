"""Games of which a random third of the boards is never shown end with the right score, turn and winner."""

import os
import random

import pytest

from referee.referee import Referee
from referee.ruling import Unclear
from tests.games import random_game

GAMES = int(os.environ.get("POP10_HIDDEN_GAMES", "40"))
"""500 games take about half a minute."""

SECONDS_BETWEEN_BOARDS = 3.0
PATIENCE_SECONDS = 4.0


def test_a_third_of_the_boards_is_hidden_and_every_game_ends_right() -> None:
    boards = unclear = 0
    for number in range(GAMES):
        rng = random.Random(number)
        positions = list(random_game(rng, stored=bool(number % 2)))
        referee = Referee(positions[0], patience_seconds=PATIENCE_SECONDS)
        for index, position in enumerate(positions[1:], start=1):
            if rng.random() < 1 / 3 and position is not positions[-1]:
                continue
            rulings = referee.observe(position.board, index * SECONDS_BETWEEN_BOARDS)
            boards += 1
            unclear += sum(isinstance(ruling, Unclear) for ruling in rulings)
        referee.tick(len(positions) * SECONDS_BETWEEN_BOARDS + PATIENCE_SECONDS)
        assert referee.position == positions[-1], f"game {number}"
        assert referee.record.final == positions[-1], f"game {number}"
    assert unclear < boards / 100


@pytest.mark.parametrize("stored", [False, True])
def test_without_patience_the_games_end_right_too(stored: bool) -> None:
    for number in range(10):
        rng = random.Random(f"no patience {number}")
        positions = list(random_game(rng, stored=stored))
        referee = Referee(positions[0])
        for position in positions[1:]:
            if rng.random() < 2 / 3 or position is positions[-1]:
                referee.observe(position.board, 0.0)
        assert referee.position == positions[-1], f"game {number}"
