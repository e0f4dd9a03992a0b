"""Tunes: told apart by rhythm, short, and at pitches that a buzzer can do."""

from firmware import tunes
from hardware.ports import Tune

TUNES = {name: value for name, value in vars(tunes).items() if isinstance(value, Tune)}


def rhythm(tune: Tune) -> tuple[tuple[bool, float], ...]:
    """What an active buzzer makes of a tune: sound or rest, and how long."""
    return tuple((tone.is_rest, round(tone.seconds, 2)) for tone in tune.tones)


def test_no_two_tunes_have_the_same_rhythm() -> None:
    assert len(TUNES) > 8
    assert len({rhythm(tune) for tune in TUNES.values()}) == len(TUNES)


def test_tunes_are_short_and_within_the_pitches_of_a_buzzer() -> None:
    for name, tune in TUNES.items():
        assert tune.seconds <= 2.5, name
        assert all(tone.frequency_hz is None or 600 <= tone.frequency_hz <= 2000 for tone in tune.tones), name
