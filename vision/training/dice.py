"""Chance for scenes, in the words scenes are described in. Everything follows from one seed."""

import math
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Thing = TypeVar("Thing")
Values = NDArray[np.float32]


class Dice:
    """A seeded source of chance that answers in plain floats and float32 arrays."""

    def __init__(self, seed: int | Sequence[int]) -> None:
        """Start the sequence that belongs to a seed."""
        self._generator = np.random.default_rng(seed)

    def chance(self, probability: float) -> bool:
        """Whether something of this probability happens."""
        return bool(self._generator.random() < probability)

    def between(self, low: float, high: float) -> float:
        """A number in a range, all alike."""
        return float(self._generator.uniform(low, high))

    def magnitude(self, low: float, high: float) -> float:
        """A positive number in a range, all orders of magnitude alike."""
        return math.exp(self.between(math.log(low), math.log(high)))

    def about(self, middle: float, spread: float) -> float:
        """A normally distributed number."""
        return float(self._generator.normal(middle, spread))

    def whole(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return int(self._generator.integers(low, high + 1))

    def one_of(self, things: Sequence[Thing]) -> Thing:
        """One of several things, all alike."""
        return things[self.whole(0, len(things) - 1)]

    def weighted(self, weights: Sequence[float]) -> int:
        """An index, by weights that need not add up to 1."""
        total = np.cumsum(weights)
        return int(np.searchsorted(total, self._generator.random() * total[-1], side="right"))

    def normals(self, shape: tuple[int, ...], spread: float = 1.0) -> Values:
        """An array of normally distributed numbers."""
        return (self._generator.standard_normal(shape, dtype=np.float32) * np.float32(spread)).astype(np.float32)

    def uniforms(self, shape: tuple[int, ...], low: float, high: float) -> Values:
        """An array of numbers in a range."""
        drawn = self._generator.random(shape, dtype=np.float32)
        return (low + (high - low) * drawn).astype(np.float32)
