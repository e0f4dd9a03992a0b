"""Whole games with light, hands, a bump and the strip, counted by the bench."""

from firmware.game_bench import _compare, play_game


def test_a_disturbed_game_is_ruled_without_a_fault() -> None:
    outcome = play_game(1)
    assert outcome.fault is None
    assert outcome.right == outcome.due > 20


def test_a_missing_a_wrong_and_an_invented_ruling_are_told_apart() -> None:
    due = ({"ruling": "pop", "column": "a"}, {"ruling": "pop", "column": "b"})
    given = [{"ruling": "pop", "column": "a", "scored": True}, {"ruling": "pop", "column": "b"}]
    assert _compare(due, given) == (2, None)
    missing, wrong, invented = _compare(due, given[:1]), _compare(due, given[::-1]), _compare(due, [*given, given[0]])
    assert missing[0] == 1
    assert "missing" in str(missing[1])
    assert wrong[0] == 0
    assert "should be" in str(wrong[1])
    assert invented[0] == 2
    assert "invented" in str(invented[1])
