"""Light over the board: slow changes, lamps, hard shadows, glare. All factors and sums of amounts of light."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.training.dice import Dice, Values


def soft_step(distance: NDArray[np.floating[Any]], width: float) -> Values:
    """1 where the distance is negative, 0 where it is positive, a ramp of this width between."""
    return np.asarray(np.clip(0.5 - distance / np.float32(width), 0.0, 1.0), dtype=np.float32)


def light_field(dice: Dice, x: Values, y: Values, strength: float) -> Values:
    """Draw how bright the light is over the board.

    Args:
        dice: Chance.
        x: Plane coordinates in hole pitches, shape (height, width).
        y: The same downwards.
        strength: 0 for hardly any slow change, 1 for much.
    Returns: Factors, shape (height, width, 1).
    """
    field = (x - 3) * (strength * dice.about(0, 0.12)) + (y - 2.5) * (strength * dice.about(0, 0.12))
    if dice.chance(0.3):
        field = field + dice.between(-0.6, 1.2) * spot(dice, x, y, (0.8, 4.0))
    if dice.chance(0.25):  # lenses darken the picture towards its corners
        aside = ((x - 3) / 3.5) ** 2 + ((y - 2.5) / 3.0) ** 2
        field = field - dice.between(0, 0.5) * aside
    field = np.exp(np.clip(field, -2, 2))
    if dice.chance(0.15):  # the edge of a shadow, or a patch of sun
        angle = dice.between(0, np.pi)
        across = (x - dice.between(0, 6)) * np.cos(angle) + (y - dice.between(0, 5)) * np.sin(angle)
        patch = soft_step(across, dice.between(0.02, 0.5))
        if dice.chance(0.5):
            patch = patch * soft_step(-(across + dice.between(0.5, 4)), 0.2)
        change = dice.between(0.25, 0.75) - 1 if dice.chance(0.6) else dice.magnitude(0.3, 5)
        field = field * (1 + patch * change)
    return np.asarray(field[..., None], dtype=np.float32)


def spot(dice: Dice, x: Values, y: Values, sizes: tuple[float, float]) -> Values:
    """Draw a round spot of light somewhere on the board, 1 in its middle, shape (height, width)."""
    dx, dy = x - dice.between(-1, 7), (y - dice.between(-1, 6)) * dice.between(0.6, 1.5)
    size = dice.between(*sizes)
    return np.exp(-(dx**2 + dy**2) / np.float32(2 * size * size)).astype(np.float32)
