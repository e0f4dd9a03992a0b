import random

import pytest

from referee.board import Board, Disc
from referee.messages import message, remedy_text
from referee.violation import Fault, PutIn, Remedy, TakeOut, ViolationKind, remedy_towards
from tests.games import shuffled_full_board

RED, YELLOW = Disc.RED, Disc.YELLOW


def column(*discs: Disc) -> Board:
    return Board.from_columns([list(discs), *[[]] * 6])


@pytest.mark.parametrize(
    ("seen", "wanted", "steps"),
    [
        (column(RED), column(RED, YELLOW), (PutIn(0, (YELLOW,)),)),
        (column(RED, YELLOW), column(YELLOW), (TakeOut(0, (RED,)),)),
        (column(YELLOW, RED), column(YELLOW), (TakeOut(0, (YELLOW, RED)), PutIn(0, (YELLOW,)))),
        (column(RED, RED), column(YELLOW, RED, RED), (TakeOut(0, (RED, RED)), PutIn(0, (YELLOW, RED, RED)))),
        (column(RED, RED), column(RED), (TakeOut(0, (RED,)),)),
        (column(RED), column(RED), ()),
    ],
)
def test_a_column_is_emptied_only_as_far_as_it_must_be(seen: Board, wanted: Board, steps: tuple[object, ...]) -> None:
    remedy = remedy_towards(wanted, seen)
    assert remedy.steps == steps
    assert [*remedy.boards(seen)][-1:] == ([wanted] if steps else [])


def test_the_steps_lead_from_any_board_to_any_other() -> None:
    rng = random.Random(1)
    for _ in range(50):
        seen, wanted = shuffled_full_board(rng), shuffled_full_board(rng)
        for _ in range(10):
            wanted = wanted.popped(rng.randrange(7))
        *_, last = remedy_towards(wanted, seen).boards(seen)
        assert last == wanted


def test_a_floating_disc_falls_before_the_steps() -> None:
    seen = Board.empty().with_cell(0, 3, RED)
    *_, last = remedy_towards(column(YELLOW), seen).boards(seen)
    assert last == column(YELLOW)


@pytest.mark.parametrize("kind", ViolationKind)
def test_every_kind_has_words_a_rule_and_a_way_out(kind: ViolationKind) -> None:
    fault = Fault(kind, RED, 3, 2, ((3, 0),), (3,), Remedy((TakeOut(3, (RED,)), PutIn(3, (YELLOW,))), Board.empty()))
    assert message(fault).endswith(".")
    assert "{" not in message(fault) + remedy_text(fault)
    assert 1 <= fault.rule <= 6
    assert "Accept" in remedy_text(fault)
    assert fault.mirrored().mirrored() == fault


def test_without_steps_there_is_still_accept() -> None:
    fault = Fault(ViolationKind.BOARD_CHANGED, RED, None, None, (), (1, 2), Remedy((), Board.empty()))
    assert remedy_text(fault).startswith("Press Accept")
    assert "columns b, c" in message(fault)
