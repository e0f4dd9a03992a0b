"""Chance in the words that looks are described in."""

from typing import TypeVar

import numpy as np

from hardware.simulated.options import Bgr
from hardware.simulated.textures import Random

Choice = TypeVar("Choice")


def pick(random: Random, weights: dict[Choice, float]) -> Choice:
    """One of the keys, each as likely as its weight says."""
    choices = list(weights)
    share = np.array(list(weights.values()))
    return choices[int(random.choice(len(choices), p=share / share.sum()))]


def near_colour(random: Random, colour: Bgr, spread: float = 0.06) -> Bgr:
    """Nearly this colour."""
    blue, green, red = np.clip(np.array(colour) * (1 + spread * random.standard_normal(3)), 0.01, 1).tolist()
    return blue, green, red


def light_colour(random: Random, level: float, spread: float) -> Bgr:
    """Light of about this brightness, cold to warm."""
    bright = max(0.05, level + spread * float(random.standard_normal()))
    warm = float(random.normal(0, 0.1))
    return bright * (1 - warm), bright, bright * (1 + warm)


def log_uniform(random: Random, low: float, high: float) -> float:
    """A number of the range, each factor as likely as another."""
    return float(np.exp(random.uniform(np.log(low), np.log(high))))
