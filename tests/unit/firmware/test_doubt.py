"""Which board stands there where a picture shows two: the game so far has its say."""

import pytest

from firmware.doubt import UNLAWFUL_NATS, decide
from firmware.events import BoardSettled, LookAgain, Record, SightChanged, Trust
from firmware.session import Session
from firmware.snapshot import Sight
from referee.board import Board, Disc
from referee.position import Drop, Position
from referee.referee import Referee
from referee.ruling import Violation, as_json
from vision.seen import Alternative

EMPTY = Board.empty()
UNLAWFUL = EMPTY.dropped(6, Disc.YELLOW)
"""Yellow's disc, where Red has to drop."""
LAWFUL = UNLAWFUL.dropped(3, Disc.RED)
"""The same with the red disc that came before it."""


def settled(board: Board, *others: tuple[Board, float], is_guess: bool = False) -> BoardSettled:
    return BoardSettled(board, 1.0, tuple(Alternative(other, nats) for other, nats in others), is_guess)


def chosen(board: Board, *others: tuple[Board, float]) -> Board | None:
    return decide(settled(board, *others), Referee(Position.start()))


@pytest.mark.parametrize(("nats", "board"), [(0.1, LAWFUL), (2.0, LAWFUL), (4.2, None), (9.0, UNLAWFUL)])
def test_a_disc_that_was_missed_is_likelier_than_a_broken_rule_unless_the_picture_speaks_plainly_against_it(
    nats: float, board: Board | None
) -> None:
    assert chosen(UNLAWFUL, (LAWFUL, nats)) == board


@pytest.mark.parametrize(("nats", "board"), [(1.0, EMPTY.dropped(6, Disc.RED)), (3.5, UNLAWFUL), (7.0, UNLAWFUL)])
def test_the_first_disc_is_of_the_wrong_colour_where_the_picture_is_sure_enough(nats: float, board: Board) -> None:
    assert chosen(UNLAWFUL, (EMPTY.dropped(6, Disc.RED), nats)) == board


def test_a_lawful_board_that_is_far_less_likely_leaves_doubts_where_a_disc_may_be_a_wall() -> None:
    assert chosen(UNLAWFUL, (LAWFUL, 5.5)) is None


def test_an_accusation_wants_more_certainty_than_a_turn() -> None:
    lawful = EMPTY.dropped(0, Disc.RED)
    assert chosen(lawful, (lawful.dropped(0, Disc.RED), 1.0)) == lawful
    assert chosen(UNLAWFUL, (UNLAWFUL.dropped(6, Disc.YELLOW), 2.0)) is None


@pytest.mark.parametrize("nats", [1.0, 4.0])
def test_a_lawful_board_is_believed_against_everything_that_is_less_likely(nats: float) -> None:
    lawful = EMPTY.dropped(0, Disc.RED)
    assert chosen(lawful, (EMPTY, nats), (UNLAWFUL, 0.1)) == lawful


def test_a_broken_rule_is_not_believed_where_hardly_anything_was_seen() -> None:
    assert chosen(UNLAWFUL, (EMPTY, 2.0)) is None


def test_of_two_lawful_boards_that_are_as_likely_none_is_taken() -> None:
    assert chosen(EMPTY.dropped(0, Disc.RED), (EMPTY.dropped(1, Disc.RED), 0.2)) is None


def test_a_board_in_another_place_is_believed_while_nothing_has_changed_since_the_last_one() -> None:
    referee = Referee(Position.start())
    referee.observe(UNLAWFUL, 0.0)
    assert decide(settled(EMPTY, (UNLAWFUL, 2.0)), referee) == EMPTY


def test_a_guess_accuses_nobody_but_may_show_that_a_rule_was_kept() -> None:
    referee = Referee(Position.start())
    assert decide(settled(UNLAWFUL, is_guess=True), referee) is None
    assert decide(settled(UNLAWFUL, (LAWFUL, 1.0), is_guess=True), referee) == LAWFUL


def test_a_guess_begins_no_game() -> None:
    assert decide(settled(EMPTY, is_guess=True), None) is None
    assert decide(settled(EMPTY), None) == EMPTY


def test_an_unlawful_alternative_has_no_advantage() -> None:
    assert chosen(UNLAWFUL, (EMPTY.dropped(5, Disc.YELLOW), UNLAWFUL_NATS)) == UNLAWFUL


def test_what_is_not_decided_is_looked_at_again_and_not_written_down() -> None:
    session = Session(Position.start())
    effects = session.handle(BoardSettled(UNLAWFUL, 1.0, (Alternative(LAWFUL, 4.2),)))
    assert LookAgain() in effects
    assert not [effect for effect in effects if isinstance(effect, Record)]
    assert session.snapshot.seen is None


def test_the_board_that_is_chosen_is_ruled_on_written_down_and_trusted() -> None:
    session = Session(Position.start())
    effects = session.handle(BoardSettled(UNLAWFUL, 1.0, (Alternative(LAWFUL, 1.0),)))
    (record,) = (effect.entry for effect in effects if isinstance(effect, Record))
    assert [as_json(ruling)["ruling"] for ruling in record.rulings] == ["drop", "drop"]
    assert record.event == BoardSettled(LAWFUL, 1.0), "what is written down gives the same rulings again"
    assert Trust(LAWFUL) in effects
    assert session.snapshot.seen == LAWFUL


def test_what_is_guessed_is_ruled_on_and_the_board_stays_hidden_until_it_is_seen() -> None:
    session = Session(Position.start())
    session.handle(SightChanged(Sight.HIDDEN, 0.5))
    session.handle(settled(EMPTY.dropped(0, Disc.RED), (EMPTY, 0.3), is_guess=True))
    assert session.snapshot.position == Position.start().apply(Drop(0))
    assert session.snapshot.sight is Sight.HIDDEN


def test_a_rule_that_is_plainly_broken_is_called() -> None:
    session = Session(Position.start())
    effects = session.handle(BoardSettled(UNLAWFUL, 1.0, (Alternative(LAWFUL, 9.0),)))
    (record,) = (effect.entry for effect in effects if isinstance(effect, Record))
    assert [type(ruling) for ruling in record.rulings] == [Violation]


def test_while_a_violation_stands_the_picture_alone_counts() -> None:
    session = Session(Position.start())
    session.handle(BoardSettled(UNLAWFUL, 1.0))
    worse = UNLAWFUL.dropped(6, Disc.YELLOW)
    session.handle(BoardSettled(worse, 2.0, (Alternative(LAWFUL, 3.5),)))
    assert session.snapshot.seen == worse
