"""Which board stands there where a picture shows two: the game so far has its say."""

import pytest

from firmware.doubt import UNLAWFUL_NATS, likeliest
from firmware.events import BoardSettled, Record, Trust
from firmware.session import Session
from referee.board import Board, Disc
from referee.position import Position
from referee.referee import Referee
from referee.ruling import Violation, as_json
from vision.seen import Alternative

EMPTY = Board.empty()
UNLAWFUL = EMPTY.dropped(6, Disc.YELLOW)
"""Yellow's disc, where Red has to drop."""
LAWFUL = UNLAWFUL.dropped(3, Disc.RED)
"""The same with the red disc that came before it."""


def chosen(board: Board, *others: tuple[Board, float]) -> Board:
    return likeliest(Referee(Position.start()), board, [Alternative(other, nats) for other, nats in others])


@pytest.mark.parametrize(("nats", "board"), [(0.1, LAWFUL), (2.5, LAWFUL), (3.5, UNLAWFUL)])
def test_a_disc_that_was_missed_is_likelier_than_a_broken_rule_unless_the_picture_speaks_against_it(
    nats: float, board: Board
) -> None:
    assert chosen(UNLAWFUL, (LAWFUL, nats)) == board


def test_a_lawful_board_stays_whatever_else_is_nearly_as_likely() -> None:
    lawful = EMPTY.dropped(0, Disc.RED)
    assert chosen(lawful, (EMPTY.dropped(1, Disc.RED), 0.1), (UNLAWFUL, 0.1)) == lawful


def test_that_nothing_has_happened_is_no_alternative() -> None:
    assert chosen(UNLAWFUL, (EMPTY, 0.1)) == UNLAWFUL


def test_of_two_lawful_boards_the_likelier_counts() -> None:
    near, far = LAWFUL, UNLAWFUL.dropped(4, Disc.RED)
    assert chosen(UNLAWFUL, (far, 2.0), (near, 1.0)) == near


def test_an_unlawful_alternative_is_none() -> None:
    assert chosen(UNLAWFUL, (EMPTY.dropped(5, Disc.YELLOW), UNLAWFUL_NATS / 2)) == UNLAWFUL


def test_the_board_that_is_chosen_is_ruled_on_written_down_and_trusted() -> None:
    session = Session(Position.start())
    effects = session.handle(BoardSettled(UNLAWFUL, 1.0, (Alternative(LAWFUL, 1.0),)))
    (record,) = (effect.entry for effect in effects if isinstance(effect, Record))
    assert [as_json(ruling)["ruling"] for ruling in record.rulings] == ["drop", "drop"]
    assert record.event == BoardSettled(LAWFUL, 1.0), "what is written down gives the same rulings again"
    assert Trust(LAWFUL) in effects
    assert session.snapshot.seen == LAWFUL


def test_a_rule_that_is_plainly_broken_is_called() -> None:
    session = Session(Position.start())
    effects = session.handle(BoardSettled(UNLAWFUL, 1.0, (Alternative(LAWFUL, 4.5),)))
    (record,) = (effect.entry for effect in effects if isinstance(effect, Record))
    assert [type(ruling) for ruling in record.rulings] == [Violation]


def test_while_a_violation_stands_the_picture_alone_counts() -> None:
    session = Session(Position.start())
    session.handle(BoardSettled(UNLAWFUL, 1.0))
    worse = UNLAWFUL.dropped(6, Disc.YELLOW)
    session.handle(BoardSettled(worse, 2.0, (Alternative(LAWFUL, 0.1),)))
    assert session.snapshot.seen == worse
