"""Medians of few numbers, without the time that numpy's own takes to begin: they are asked for all the time."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.number[Any]]


def middle(ordered: Numbers) -> float:
    """Give the median of sorted numbers, at least one, shape (n,)."""
    last = len(ordered) - 1
    return 0.5 * float(ordered[last // 2] + ordered[(last + 1) // 2])


def median(values: Numbers) -> float:
    """Give the median of some numbers, at least one, any shape."""
    return middle(np.sort(values, axis=None))


def medians(values: Numbers) -> NDArray[np.float64]:
    """Give the median of each column of some numbers, at least one row of them, shape (m, k) to (k,)."""
    ordered = np.sort(values, axis=0)
    last = len(ordered) - 1
    return np.asarray(0.5 * (ordered[last // 2].astype(np.float64) + ordered[(last + 1) // 2]))
