from referee.coach import advise, best_turn
from referee.position import Drop, Phase, Pop, Position

SCORING = Position.parse("R.Y...R/Y.R.YYY/YRY.YRY/RYR.RYR/YRYRRYY/RRRRYRR r pop 3-5 -")


def test_what_scores_is_told_with_its_line() -> None:
    advice = advise(SCORING)
    assert (0, ((0, 0), (1, 0), (2, 0), (3, 0))) in advice.scoring
    assert advice.blocked == (4,)
    assert Pop(0) in advice.legal


def test_in_the_setup_nothing_scores_and_nothing_is_blocked() -> None:
    advice = advise(Position.start())
    assert (advice.scoring, advice.blocked) == ((), ())
    assert len(advice.legal) == 7


def test_the_best_turn_is_legal_and_scores_at_least_as_much_as_the_first_legal_one() -> None:
    position = SCORING
    for action in best_turn(SCORING):
        position = position.apply(action)
    assert position.turn is not SCORING.turn or position.phase is Phase.OVER
    assert position.score.red > SCORING.score.red


def test_a_turn_of_the_setup_is_one_drop_and_the_end_has_none() -> None:
    assert [type(action) for action in best_turn(Position.start())] == [Drop]
    over = Position.parse("......./......./......./......./......./RR.YY.. r over 10-3 -")
    assert best_turn(over) == ()
