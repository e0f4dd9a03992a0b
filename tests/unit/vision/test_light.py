"""Light told from change."""

import numpy as np
import pytest

from vision.light import Plastic, fit_gains, in_shadow_or_sun, is_as_it_was
from vision.look import IN_HOLE, usual_distance

RANDOM = np.random.default_rng(5)
BLUE = np.array([170.0, 60.0, 30.0], np.float32)


def plastic() -> np.ndarray:
    return np.tile(BLUE, (42, 4, 1)) + RANDOM.normal(0.0, 2.0, (42, 4, 3)).astype(np.float32)


def test_gains_are_found_though_two_cells_in_five_changed() -> None:
    before = RANDOM.uniform(40, 180, (40, 16, 3)).astype(np.float32)
    now = before * np.array([1.2, 0.9, 0.7], np.float32)
    now[:16] = RANDOM.uniform(40, 180, (16, 16, 3))
    assert fit_gains(now, before) == pytest.approx([1.2, 0.9, 0.7], abs=0.05)


def test_in_the_dark_no_gain_is_made_up() -> None:
    dark = np.full((40, 16, 3), 3.0, np.float32)
    assert fit_gains(dark * 2.0, dark) == pytest.approx([1.0, 1.0, 1.0])


def test_a_head_before_most_of_the_board_is_no_light_and_a_lamp_is() -> None:
    before = RANDOM.uniform(40, 180, (40, 16, 3)).astype(np.float32)
    head = before + RANDOM.normal(0.0, 2.0, before.shape).astype(np.float32)
    head[:26] = np.array([50.0, 80.0, 130.0]) + RANDOM.normal(0.0, 8.0, (26, 16, 3))
    assert is_as_it_was(fit_gains(head, before), head, before)
    lamp = before * np.array([1.3, 1.2, 0.9], np.float32)
    lamp[:18] = RANDOM.uniform(40, 180, (18, 16, 3))
    assert not is_as_it_was(fit_gains(lamp, before), lamp, before)


def test_what_stays_as_it_was_beside_a_dark_head_speaks_for_the_light_as_it_was() -> None:
    before = RANDOM.uniform(80, 180, (40, 16, 3)).astype(np.float32)
    head = before.copy()
    head[:30] = RANDOM.uniform(6.0, 18.0, (30, 16, 3))
    assert is_as_it_was(fit_gains(head, before), head, before)
    lamp_off = before * 0.1 + RANDOM.normal(0.0, 1.0, before.shape).astype(np.float32)
    assert not is_as_it_was(fit_gains(lamp_off, before), lamp_off, before)


def test_the_usual_distance_is_that_of_what_is_in_sight() -> None:
    equal = np.exp(RANDOM.normal(0.0, 0.4, 42)).astype(np.float32)
    assert usual_distance(equal) == pytest.approx(float(np.median(equal)))
    covered = equal.copy()
    covered[:30] += 40.0
    assert usual_distance(covered) < 3.0


def test_a_shadow_is_taken_on_within_bounds() -> None:
    expected = np.full((2, len(IN_HOLE), 3), 100.0, np.float32)
    now = expected * np.array([0.8, 0.2], np.float32)[:, None, None]
    assert in_shadow_or_sun(expected, now)[:, 0, 0] == pytest.approx([80.0, 60.0])


def test_a_shadow_on_the_plastic_is_no_hand() -> None:
    expected = plastic()
    assert not Plastic.compare(expected * 0.6, expected).changed.any()


def test_skin_on_a_corner_is_told_and_concerns_the_four_holes_around_it() -> None:
    expected = plastic()
    now = expected.copy()
    # The bottom right corner of hole 8 is the top left one of hole 16.
    for hole, corner in ((8, 3), (9, 2), (15, 1), (16, 0)):
        now[hole, corner] = (110.0, 140.0, 200.0)
    compared = Plastic.compare(now, expected)
    covered = compared.covered(np.zeros(42, np.bool_))
    assert np.flatnonzero(covered).tolist() == [8, 9, 15, 16]


def test_a_changed_corner_beside_a_cell_that_is_known_to_be_lit_is_no_hand() -> None:
    expected = plastic()
    now = expected.copy()
    now[35] += np.array([60.0, 90.0, 20.0], np.float32)
    compared = Plastic.compare(now, expected)
    lit = np.arange(42) == 35
    assert compared.changed[35].all()
    assert not compared.covered(lit).any()


def test_a_veil_of_light_is_taken_off_evenly_between_the_corners() -> None:
    expected = plastic()
    veil = np.array([40.0, 30.0, 80.0], np.float32)
    compared = Plastic.compare(expected + veil, expected)
    holes = np.arange(42) == 3
    disc = np.full((1, len(IN_HOLE), 3), 90.0, np.float32)
    _, unveiled = compared.without_light(disc + veil, holes)
    assert unveiled == pytest.approx(disc, abs=1.0)
