"""The signal table: told apart without colour, slow enough for every eye, and true to the state at each tick."""

import itertools
from collections.abc import Iterator
from functools import cache

import pytest

from firmware.patterns import COLUMNS, LED_COUNT, RED_SCORE, YELLOW_SCORE, Rhythm, colours, level
from firmware.signals import BLIND_SECONDS, SCORED_SECONDS, Signal, Situation, pattern, situation
from firmware.snapshot import Sight, Snapshot
from hardware.ports import Colour
from referee.board import Disc
from referee.position import Position
from referee.record import Record, Result
from referee.ruling import Accepted, NewGame, Popped

STEP = 0.05
SPAN = 12.0
TIMES = tuple(n * STEP for n in range(int(SPAN / STEP)))
ASYMMETRIC = "R.RYRYY/Y.YYYRR/YYRRRRR/RRYRRRR/YYYYYRR/RRYRYYY"


def grey(colour: Colour) -> float:
    """Luma, 0 to 1."""
    return (0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue) / 255


@cache
def film(now: Situation) -> tuple[tuple[float, ...], ...]:
    """Grey levels of every LED over time."""
    shown = pattern(now)
    return tuple(tuple(grey(colour) for colour in colours(shown, at)) for at in TIMES)


def meanings() -> Iterator[Situation]:
    """Every signal, for each player that it can be about, at the same score and columns."""
    score, due = (3, 3), (1, 4)
    for player in Disc:
        yield Situation(Signal.SETUP_DUE, (0, 0), player, due)
        for signal in (Signal.POP_DUE, Signal.REDROP_DUE):
            yield Situation(signal, score, player, due)
        for signal in (Signal.SCORED, Signal.PASSED, Signal.HIDDEN):
            yield Situation(signal, score, player)
        yield Situation(Signal.WON, (10, 3) if player is Disc.RED else (3, 10), player)
    yield Situation(Signal.IDLE)
    yield Situation(Signal.VIOLATION, score, Disc.RED, (4,))
    yield Situation(Signal.VIOLATION, score, Disc.RED, (5,))
    yield Situation(Signal.VIOLATION, score, Disc.RED)
    for signal in (Signal.CORRECTED, Signal.UNCLEAR, Signal.BOARD_LOST, Signal.CAMERA_LOST, Signal.DRAWN):
        yield Situation(signal, score)


MEANINGS = tuple(meanings())


def test_the_table_is_complete() -> None:
    assert {now.signal for now in MEANINGS} == set(Signal)


@pytest.mark.parametrize(
    ("one", "other"),
    tuple(itertools.combinations(MEANINGS, 2)),
    ids=lambda now: f"{now.signal.value}-{now.player.player if now.player else 'nobody'}-{now.columns}",
)
def test_two_meanings_differ_in_grey_levels_or_rhythm(one: Situation, other: Situation) -> None:
    apart = 0
    for first, second in zip(film(one), film(other), strict=True):
        apart += max(abs(a - b) for a, b in zip(first, second, strict=True)) > 0.1
    assert apart * STEP >= SPAN / 12, "they look alike almost all of the time"


@pytest.mark.parametrize("rhythm", Rhythm)
def test_a_rhythm_flashes_at_most_three_times_in_any_second(rhythm: Rhythm) -> None:
    fine = [level(rhythm, n / 200) for n in range(200 * 10)]
    rises = [n / 200 for n in range(1, len(fine)) if fine[n] - fine[n - 1] > 0.1]
    for begin in rises:
        assert sum(begin <= at < begin + 1 for at in rises) <= 3


def test_rhythms_are_told_apart_by_their_course() -> None:
    courses = {rhythm: tuple(round(level(rhythm, at), 2) for at in TIMES) for rhythm in Rhythm}
    assert len(set(courses.values())) == len(Rhythm)


@pytest.mark.parametrize("now", MEANINGS, ids=lambda now: now.signal.value)
def test_a_pattern_lights_each_led_once_and_only_those_that_exist(now: Situation) -> None:
    numbers = [lamp.number for lamp in pattern(now).lamps]
    assert len(numbers) == len(set(numbers))
    assert all(0 <= number < LED_COUNT for number in numbers)
    assert len(colours(pattern(now), 0.0)) == LED_COUNT


@pytest.mark.parametrize("points", range(11))
def test_each_point_has_its_light(points: int) -> None:
    shown = colours(pattern(Situation(Signal.CORRECTED, (points, 10 - points))), 0.3)
    assert sum(shown[n] != Colour.DARK for n in RED_SCORE) == points
    assert sum(shown[n] != Colour.DARK for n in YELLOW_SCORE) == 10 - points


def test_a_violation_flashes_at_its_column_and_nowhere_else() -> None:
    at_rest, flashing = (
        {n for n in COLUMNS if colours(pattern(Situation(Signal.VIOLATION, (1, 0), Disc.RED, (2,))), at)[n] != dark}
        for dark in (Colour.DARK,)
        for at in (1.5, 0.05)
    )
    assert at_rest == set()
    assert flashing == {COLUMNS[2]}


def snapshot(text: str, **changes: object) -> Snapshot:
    """A quiet table at a position, but for some changes."""
    position = Position.parse(text)
    quiet: dict[str, object] = {
        "position": position,
        "seen": position.board,
        "sight": Sight.CLEAR,
        "sight_since": 0.0,
        "violation": None,
        "unclear": False,
        "last": None,
        "last_at": 0.0,
        "trouble": "",
    }
    return Snapshot(**(quiet | changes))  # type: ignore[arg-type]


def test_what_is_due_is_shown_with_the_columns_where_it_can_be_done() -> None:
    now = situation(snapshot(f"{ASYMMETRIC} r pop 0-2 -"), at=9.0)
    assert now == Situation(Signal.POP_DUE, (0, 2), Disc.RED, (0, 1, 3))


def test_a_hand_at_work_changes_no_light_until_it_stays() -> None:
    hidden = snapshot(f"{ASYMMETRIC} r pop 0-2 -", sight=Sight.HIDDEN, sight_since=10.0)
    assert situation(hidden, at=10.0 + BLIND_SECONDS / 2).signal is Signal.POP_DUE
    assert situation(hidden, at=10.0 + BLIND_SECONDS).signal is Signal.HIDDEN


def test_a_point_is_celebrated_for_a_short_while() -> None:
    text = f"{ASYMMETRIC} r pop 1-2 -"
    position = Position.parse(text)
    scored = Popped(position, Disc.RED, 3, True, position.score, ((3, 0),))
    just = snapshot(text, last=scored, last_at=20.0)
    assert situation(just, at=20.0).signal is Signal.SCORED
    assert situation(just, at=20.0 + SCORED_SECONDS).signal is Signal.POP_DUE


@pytest.mark.parametrize("last", [None, Accepted, NewGame])
def test_a_win_stays_a_win_whatever_is_ruled_afterwards(last: type[Accepted | NewGame] | None) -> None:
    text = f"{ASYMMETRIC} r over 10-2 -"
    position = Position.parse(text)
    after = snapshot(text, last=None if last is None else last(position), last_at=20.0)
    assert situation(after, at=30.0) == Situation(Signal.WON, (10, 2), Disc.RED)


@pytest.mark.parametrize(
    ("result", "signal", "player"),
    [(Result.YELLOW, Signal.WON, Disc.YELLOW), (Result.DRAW, Signal.DRAWN, None), (Result.OPEN, Signal.DRAWN, None)],
)
def test_a_game_that_the_players_ended_is_shown_as_they_ended_it(
    result: Result, signal: Signal, player: Disc | None
) -> None:
    text = f"{ASYMMETRIC} r over 1-2 -"
    record = Record(Position.start(), result=result)
    ended = snapshot(text, record=record, last=Accepted(Position.parse(text)), last_at=20.0)
    assert situation(ended, at=20.5) == Situation(signal, (1, 2), player)


@pytest.mark.parametrize("signal", [Signal.SETUP_DUE, Signal.POP_DUE, Signal.REDROP_DUE, Signal.HIDDEN])
@pytest.mark.parametrize("points", [10, 14])
def test_whose_turn_it_is_is_seen_too_when_more_points_are_wanted_than_there_are_lights(
    signal: Signal, points: int
) -> None:
    red, yellow = (film(Situation(signal, (points, points), player)) for player in Disc)
    assert all(light > 0 for moment in red for light in (moment[n] for n in RED_SCORE))
    assert red != yellow
    last = [moment[RED_SCORE[-1]] for moment in red]
    assert max(last) - min(last) > 0.1 or max(last) < 0.1


def test_a_lost_camera_outranks_all() -> None:
    lost = snapshot(f"{ASYMMETRIC} r pop 0-2 -", sight=Sight.CAMERA_LOST, unclear=True)
    assert situation(lost, at=0.0).signal is Signal.CAMERA_LOST
