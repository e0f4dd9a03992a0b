"""What the lights say: a table from the state of the game to a light pattern.

The lights are derived from the whole state at every tick, never from what was lit before, so nothing stays lit wrongly.
Every signal differs from every other by place or rhythm, not by colour alone.
"""

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from firmware.patterns import COLUMNS, PULSE_SECONDS, RED_SCORE, SCORE_LIGHTS, YELLOW_SCORE, Pattern, Rhythm, lit
from firmware.snapshot import Sight, Snapshot
from hardware.ports import Colour
from referee.board import Disc
from referee.position import Action, Phase, Stop
from referee.record import Result
from referee.ruling import (
    Corrected,
    Passed,
    Popped,
    Ruling,
)

SCORED_SECONDS = 1.5
PASSED_SECONDS = 2.0
CORRECTED_SECONDS = 1.5
BLIND_SECONDS = 2.0
"""How long the board must be hidden or lost before the lights say so.

A hand at work is no news, and lights that answered every hidden frame would hide the next one by their own glow.
"""

WHITE = Colour(255, 255, 255)
DISC_LIGHT = {Disc.RED: Colour(255, 0, 0), Disc.YELLOW: Colour(255, 170, 0)}
SCORE_PLACES = {Disc.RED: RED_SCORE, Disc.YELLOW: YELLOW_SCORE}


class Signal(Enum):
    """What the table has to say."""

    IDLE = "idle"
    SETUP_DUE = "setup-due"
    POP_DUE = "pop-due"
    REDROP_DUE = "redrop-due"
    SCORED = "scored"
    PASSED = "passed"
    VIOLATION = "violation"
    CORRECTED = "corrected"
    UNCLEAR = "unclear"
    HIDDEN = "hidden"
    BOARD_LOST = "board-lost"
    CAMERA_LOST = "camera-lost"
    WON = "won"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Situation:
    """One signal with what it speaks of.

    Attributes:
        signal: What the table has to say.
        score: Discs set aside, Red's and Yellow's.
        player: Whose turn it is; of `SCORED`, `PASSED` and `WON` the player they are about; None when nobody's.
        columns: The columns it concerns, 0 at the left: where a disc may go or be popped, or where something is wrong.
    """

    signal: Signal
    score: tuple[int, int] = (0, 0)
    player: Disc | None = None
    columns: tuple[int, ...] = ()


def situation(snapshot: Snapshot, at: float) -> Situation:
    """What the table has to say now: trouble first, then what was just ruled, then what is due.

    Args:
        snapshot: The state of the table.
        at: The time now, in monotonic seconds; what was just ruled is shown for a short while only.
    """
    position = snapshot.position
    score = (position.score.red, position.score.yellow) if position is not None else (0, 0)
    if snapshot.sight is Sight.CAMERA_LOST:
        return Situation(Signal.CAMERA_LOST, score)
    if position is None or snapshot.is_waiting:
        return Situation(Signal.BOARD_LOST if snapshot.sight is Sight.BOARD_LOST else Signal.IDLE)
    if snapshot.violation is not None:
        column = snapshot.violation.fault.column
        return Situation(Signal.VIOLATION, score, position.turn, () if column is None else (column,))
    blind = at - snapshot.sight_since >= BLIND_SECONDS
    if snapshot.sight is Sight.BOARD_LOST and blind:
        return Situation(Signal.BOARD_LOST, score, position.turn)
    if snapshot.unclear:
        return Situation(Signal.UNCLEAR, score, position.turn)
    just = _just_ruled(snapshot.last, at - snapshot.last_at, score)
    if just is not None:
        return just
    if position.phase is Phase.OVER:
        winner = _winner(snapshot)
        return Situation(Signal.DRAWN, score) if winner is None else Situation(Signal.WON, score, winner)
    if snapshot.sight is Sight.HIDDEN and blind:
        return Situation(Signal.HIDDEN, score, position.turn)
    return _due(position.phase, score, position.turn, _columns(position.legal_actions()))


def _just_ruled(last: Ruling | None, ago: float, score: tuple[int, int]) -> Situation | None:
    """What the last ruling shows for a while."""
    match last:
        case Popped(player=player, scored=True) if ago < SCORED_SECONDS:
            return Situation(Signal.SCORED, score, player)
        case Passed(player=player) if ago < PASSED_SECONDS:
            return Situation(Signal.PASSED, score, player)
        case Corrected() if ago < CORRECTED_SECONDS:
            return Situation(Signal.CORRECTED, score)
        case _:
            return None


def _winner(snapshot: Snapshot) -> Disc | None:
    """Who has won the game that is over: by the rules, or because the other gave up."""
    if snapshot.position is not None and snapshot.position.winner is not None:
        return snapshot.position.winner
    result = snapshot.record.result if snapshot.record is not None else Result.OPEN
    return {Result.RED: Disc.RED, Result.YELLOW: Disc.YELLOW}.get(result)


def _columns(actions: tuple[Action, ...]) -> tuple[int, ...]:
    return tuple(action.column for action in actions if not isinstance(action, Stop))


def _due(phase: Phase, score: tuple[int, int], player: Disc, columns: tuple[int, ...]) -> Situation:
    match phase:
        case Phase.SETUP | Phase.PLAY:
            return Situation(Signal.SETUP_DUE, score, player, columns)
        case Phase.POP:
            return Situation(Signal.POP_DUE, score, player, columns)
        case Phase.REDROP:
            return Situation(Signal.REDROP_DUE, score, player, columns)
        case Phase.OVER:
            return Situation(Signal.DRAWN, score)
        case _:
            assert_never(phase)


def pattern(now: Situation) -> Pattern:
    """The light pattern of a situation: the table of signals."""
    score = _score_lights(now.score)
    turn = _turn_light(now.score, now.player)
    at_columns = tuple(COLUMNS[column] for column in now.columns)
    light = DISC_LIGHT[now.player] if now.player is not None else WHITE
    match now.signal:
        case Signal.IDLE:
            return lit(COLUMNS, WHITE, Rhythm.WAVE, step_seconds=0.25)
        case Signal.SETUP_DUE:
            return lit(at_columns, light, Rhythm.FAINT).over(turn).over(score)
        case Signal.POP_DUE:
            return lit(at_columns, light, Rhythm.STEADY).over(turn).over(score)
        case Signal.REDROP_DUE:
            return lit(at_columns, light, Rhythm.PULSE).over(turn).over(score)
        case Signal.SCORED:
            return lit(_places(now.player)[: max(_points(now), 1)], light, Rhythm.WAVE, step_seconds=0.12).over(score)
        case Signal.PASSED:
            # Runs across the columns towards the player who is next.
            order = COLUMNS if now.player is Disc.RED else COLUMNS[::-1]
            return lit(order, light, Rhythm.WAVE, step_seconds=0.15).over(score)
        case Signal.VIOLATION:
            return lit(at_columns or COLUMNS, WHITE, Rhythm.TRIPLE).over(score)
        case Signal.CORRECTED:
            return lit(COLUMNS, WHITE, Rhythm.STEADY).over(score)
        case Signal.UNCLEAR:
            odd = lit(COLUMNS[1::2], WHITE, Rhythm.PULSE, delay_seconds=PULSE_SECONDS / 2)
            return lit(COLUMNS[::2], WHITE, Rhythm.PULSE).over(odd).over(score)
        case Signal.HIDDEN:
            return _turn_light(now.score, now.player, Rhythm.FAINT).over(score)
        case Signal.BOARD_LOST:
            return lit((COLUMNS[0], COLUMNS[-1]), WHITE, Rhythm.DOUBLE).over(score)
        case Signal.CAMERA_LOST:
            return lit(COLUMNS[2:5], WHITE, Rhythm.DOUBLE).over(score)
        case Signal.WON:
            winner = lit(_places(now.player), light, Rhythm.WAVE, step_seconds=0.15)
            return winner.over(lit(COLUMNS, light, Rhythm.BREATH)).over(score)
        case Signal.DRAWN:
            return lit(RED_SCORE, DISC_LIGHT[Disc.RED], Rhythm.BREATH).over(
                lit(YELLOW_SCORE, DISC_LIGHT[Disc.YELLOW], Rhythm.BREATH)
            )
        case _:
            assert_never(now.signal)


def _score_lights(score: tuple[int, int]) -> Pattern:
    red, yellow = score
    return lit(RED_SCORE[:red], DISC_LIGHT[Disc.RED], Rhythm.STEADY).over(
        lit(YELLOW_SCORE[:yellow], DISC_LIGHT[Disc.YELLOW], Rhythm.STEADY)
    )


def _turn_light(score: tuple[int, int], player: Disc | None, rhythm: Rhythm = Rhythm.BREATH) -> Pattern:
    """The next score light of the player whose turn it is; the last when all are lit and more points are wanted."""
    if player is None:
        return Pattern(())
    points = min(score[0] if player is Disc.RED else score[1], SCORE_LIGHTS - 1)
    return lit(SCORE_PLACES[player][points : points + 1], DISC_LIGHT[player], rhythm)


def _places(player: Disc | None) -> tuple[int, ...]:
    return SCORE_PLACES[player] if player is not None else RED_SCORE + YELLOW_SCORE


def _points(now: Situation) -> int:
    return min(now.score[0] if now.player is Disc.RED else now.score[1], SCORE_LIGHTS)
