"""Medians are those of numpy, of odd and even numbers of them."""

import numpy as np
import pytest

from vision.medians import median, medians, middle


@pytest.mark.parametrize("count", [1, 2, 3, 8, 101])
def test_medians_are_those_of_numpy(count: int) -> None:
    values = np.random.default_rng(count).normal(size=(count, 3)).astype(np.float32)
    assert median(values) == pytest.approx(float(np.median(values)))
    assert medians(values) == pytest.approx(np.median(values, axis=0))
    assert middle(np.sort(values[:, 0])) == pytest.approx(float(np.median(values[:, 0])))


def test_whole_numbers_have_medians_between_them() -> None:
    assert median(np.array([1, 4, 2, 3])) == 2.5
    assert medians(np.array([[1, 10], [2, 30]])).tolist() == [1.5, 20.0]
