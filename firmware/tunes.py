"""What the sounder plays: a table from a ruling to a tune.

Tunes are told apart by rhythm (number and length of the tones), since an active buzzer knows one pitch only. All are
short, and all pitches lie between 600 Hz and 2 kHz: a software PWM keeps these, and small buzzers are loud there.
"""

from typing import assert_never

from hardware.ports import Tone, Tune
from referee.ruling import (
    Accepted,
    Corrected,
    Drawn,
    Dropped,
    NewGame,
    Passed,
    Popped,
    Redropped,
    Revised,
    Ruling,
    ScoreSet,
    SetupComplete,
    Stopped,
    TurnDeclared,
    Unclear,
    Undone,
    Violation,
    Won,
)

LOW_HZ = 660.0
MIDDLE_HZ = 880.0
HIGH_HZ = 1320.0
TOP_HZ = 1760.0


def beeps(*parts: tuple[float | None, float]) -> Tune:
    """A tune from (pitch in Hz or None for a rest, seconds)."""
    return Tune(tuple(Tone(frequency_hz, seconds) for frequency_hz, seconds in parts))


TICK = beeps((MIDDLE_HZ, 0.04))
READY = beeps((MIDDLE_HZ, 0.1), (None, 0.1), (MIDDLE_HZ, 0.1), (None, 0.1), (HIGH_HZ, 0.3))
POINT = beeps((HIGH_HZ, 0.1), (None, 0.05), (TOP_HZ, 0.3))
NO_POINT = beeps((LOW_HZ, 0.12))
PASS = beeps((MIDDLE_HZ, 0.3), (None, 0.15), (LOW_HZ, 0.3))
FAULT = beeps((LOW_HZ, 0.6), (None, 0.15), (LOW_HZ, 0.6))
MENDED = beeps((LOW_HZ, 0.08), (None, 0.04), (MIDDLE_HZ, 0.08), (None, 0.04), (HIGH_HZ, 0.08))
QUESTION = beeps((MIDDLE_HZ, 0.08), (None, 0.3), (HIGH_HZ, 0.08))
BUTTON = beeps((TOP_HZ, 0.08))
VICTORY = beeps(
    (MIDDLE_HZ, 0.15),
    (None, 0.05),
    (MIDDLE_HZ, 0.15),
    (None, 0.05),
    (MIDDLE_HZ, 0.15),
    (None, 0.05),
    (HIGH_HZ, 0.5),
    (None, 0.1),
    (TOP_HZ, 0.8),
)
DRAW = beeps((MIDDLE_HZ, 0.5), (None, 0.2), (MIDDLE_HZ, 0.5), (None, 0.2), (LOW_HZ, 0.5))


def tune(ruling: Ruling) -> Tune:
    """The tune of a ruling."""
    match ruling:
        case Dropped() | Redropped():
            return TICK
        case SetupComplete():
            return READY
        case Popped(scored=scored):
            return POINT if scored else NO_POINT
        case Passed() | Stopped():
            return PASS
        case Won():
            return VICTORY
        case Drawn():
            return DRAW
        case Violation():
            return FAULT
        case Corrected():
            return MENDED
        case Unclear() | Revised():
            return QUESTION
        case Accepted() | Undone() | NewGame() | TurnDeclared() | ScoreSet():
            return BUTTON
        case _:
            assert_never(ruling)
