"""Single turns as text; whole records are held against their reader in `test_replay`."""

import random
from itertools import pairwise

from referee.notation import is_whole_turn, turn_text
from referee.position import Pop, Position, Redrop
from referee.record import Move, Record
from referee.replay import read_turn
from referee.turns import turns
from tests.games import random_game

LINE = Position.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YYRYRYY/RRRRYRY r pop 0-0 -")


def test_a_turn_and_its_beginnings_are_written_as_the_record_writes_them() -> None:
    assert turn_text(LINE, ()) == ""
    assert turn_text(LINE, (Pop(1),)) == "b+"
    begun = (Pop(1), Pop(2))
    assert turn_text(LINE, begun) == "b+,c>"
    assert not is_whole_turn(LINE, begun)
    assert turn_text(LINE, (*begun, Redrop(1))) == "b+,c>b"
    assert is_whole_turn(LINE, (*begun, Redrop(1)))


def test_every_turn_of_random_games_is_read_back_from_its_text() -> None:
    for seed in range(10):
        positions = list(random_game(random.Random(seed), stored=seed % 2 == 0))
        start, moves = positions[0], []
        for before, after in pairwise(positions):
            moves.append(Move(next(act for act in before.legal_actions() if before.apply(act) == after)))
        record = Record(start, tuple(moves))
        for turn in turns(record):
            actions = tuple(moves[place].action for place in turn.moves)
            if actions:
                assert tuple(move.action for move in read_turn(turn.before, turn_text(turn.before, actions))) == actions
