"""The two colours of the discs, learned from the board at hand, and what they say about every cell.

The cell model answers from shapes and may be in doubt about a hole, or about which disc is which under a lamp. The
discs of one set, however, share two colours, up to light that changes slowly over the board. So the cells that hold
discs most likely teach the two colours, and the colours then speak about all cells: which of the two a disc has, and
whether a doubtful cell looks like a disc of this set or like the empty holes around it. There are no fixed ranges of
hue anywhere.

Colours are measured as logarithms: lightness, red against green, blue against both. Shade moves the first one only.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cells import CELL_PIXELS, Image, in_game_order
from vision.decode import EMPTY, RED, YELLOW, Evidence, decode
from vision.lattice import COLUMNS, HOLES, ROWS

Samples = NDArray[np.float64]
"""Colour of each cell, shape (7, 6, 3): column from the left, row from the bottom; channels as a function says."""

CORE_RADIUS = 4.3
"""Pixels around the middle of a straightened cell that are taken for its colour; a hole's radius is 5 to 7."""

DARK_LEVEL = 10.0
"""Grey levels added before taking logarithms: below that, noise and the camera's black decide the ratio of channels."""

USUAL_SPREAD = np.array([0.12, 0.10, 0.10])
"""Standard deviations of the discs of one colour around what light and colour predict, as measured on usual boards."""

USUAL_SPREAD_COUNT = 4.0
"""Number of discs that the usual spread counts for."""

SLOPE_COUNT = 6.0
"""Number of discs that no slope of the light at all counts for."""

DEGREES_OF_FREEDOM = 4.0
"""Of the Student distribution around a disc colour: a few discs shine, or lie in shade."""

ROUNDS = 8

CHROMA_SLOPE = 0.5
"""Share of the fitted slope that is believed for the two colour channels: light changes in amount more than in hue."""

_OFFSETS = np.arange(CELL_PIXELS) - (CELL_PIXELS - 1) / 2
_CORE = np.hypot(_OFFSETS[:, None], _OFFSETS) <= CORE_RADIUS

_COLUMN, _ROW = (axis.reshape(-1).astype(np.float64) for axis in np.mgrid[0:COLUMNS, 0:ROWS])
_PLACE = np.stack([(_COLUMN - (COLUMNS - 1) / 2) / 3.0, (_ROW - (ROWS - 1) / 2) / 2.5], axis=-1)


def middle_colours(board: Image) -> Samples:
    """Give the median colour of each cell's middle, BGR, 0 to 255.

    Args:
        board: As `vision.cells.Sampler.straighten` gives it.
    """
    cells = board.reshape(ROWS, CELL_PIXELS, COLUMNS, CELL_PIXELS, 3).transpose(0, 2, 1, 3, 4)
    return in_game_order(np.median(cells[:, :, _CORE], axis=2).astype(np.float64))


def light_and_chroma(bgr: Samples) -> Samples:
    """Turn BGR, 0 to 255, into lightness, red against green, and blue against both, all logarithms."""
    blue, green, red = np.moveaxis(np.log(bgr + DARK_LEVEL), -1, 0)
    return np.stack([(blue + green + red) / 6.0, red - green, blue - (green + red) / 2.0], axis=-1)


@dataclass(frozen=True, slots=True, eq=False)
class ColourModel:
    """Two disc colours under one light."""

    means: NDArray[np.float64]
    """In the middle of the board, red discs first, shape (2, 3)."""
    slope: NDArray[np.float64]
    """Change from the middle to the right and to the upper edge, shape (2, 3)."""
    spread: NDArray[np.float64]
    """Standard deviations, shape (3,)."""

    def log_densities(self, samples: Samples) -> NDArray[np.float64]:
        """Log-density of each cell's colour for a red and for a yellow disc, shape (7, 6, 2).

        Args:
            samples: As `light_and_chroma` gives them.
        """
        expected = self.means + (_PLACE @ self.slope)[:, None]
        deviation = (samples.reshape(HOLES, 1, 3) - expected) / self.spread
        squared = (deviation**2).sum(axis=-1)
        # But for a constant near 0 this is the Student density in three dimensions.
        freedom = DEGREES_OF_FREEDOM
        logs = -0.5 * (freedom + 3) * np.log1p(squared / freedom) - np.log(self.spread).sum() - 1.5 * np.log(2 * np.pi)
        return np.asarray(logs.reshape(COLUMNS, ROWS, 2), dtype=np.float64)


def learn_colours(samples: Samples, probabilities: NDArray[np.float64], believed: float) -> ColourModel:
    """Learn the colours of the discs.

    Expectation and maximisation over which disc has which colour; how likely a cell holds a disc is taken as given.

    Args:
        samples: As `light_and_chroma` gives them.
        probabilities: Of the three states of each cell, shape (7, 6, 3).
        believed: Exponent on the odds of red against yellow in them, 0 to 1.
    """
    colours = samples.reshape(HOLES, 3)
    discs = probabilities[..., [RED, YELLOW]].reshape(HOLES, 2) + 1e-9
    presence = discs.sum(axis=1)
    prior = believed * np.log(discs / presence[:, None])
    weights = discs
    slope = np.zeros((2, 3))
    for _ in range(ROUNDS):
        means = weights.T @ (colours - _PLACE @ slope) / weights.sum(axis=0)[:, None]
        left = (weights[..., None] * (colours[:, None] - means)).sum(axis=1)
        normal = (_PLACE * presence[:, None]).T @ _PLACE + SLOPE_COUNT * np.eye(2)
        slope = np.linalg.solve(normal, _PLACE.T @ left)
        slope[:, 1:] *= CHROMA_SLOPE
        deviation = colours[:, None] - means - (_PLACE @ slope)[:, None]
        total = (weights[..., None] * deviation**2).sum(axis=(0, 1)) + USUAL_SPREAD_COUNT * USUAL_SPREAD**2
        variance = total / (weights.sum() + USUAL_SPREAD_COUNT)
        spread = np.sqrt(np.maximum(variance, (0.6 * USUAL_SPREAD) ** 2))
        model = ColourModel(means, slope, spread)
        odds = prior + model.log_densities(samples).reshape(HOLES, 2)
        odds -= odds.max(axis=1, keepdims=True)
        shares = np.exp(odds)
        weights = presence[:, None] * shares / shares.sum(axis=1, keepdims=True)
    return model


def learn_from(evidence: Evidence, samples: Samples, believed: float = 0.5) -> ColourModel:
    """Learn the colours of the discs that evidence and gravity together see on a board."""
    return learn_colours(samples, decode(evidence).probabilities, believed)


LARGEST_COLOUR_ODDS = 4.0
"""Bound on what a cell's colour may add to the log-odds of red against yellow."""

LARGEST_PRESENCE_ODDS = 4.0
"""Bound on what a cell's colour may add to the log-odds of a disc against an empty hole."""

EMPTY_SPREADS = (np.array([0.08, 0.06, 0.06]), np.array([0.24, 0.18, 0.18]))
"""Standard deviations of the colour of an empty hole around that of one near it: before a wall, and in a room."""

EMPTY_REACH = 2.0
"""Hole pitches over which empty holes tell about each other: the room behind changes over the board."""

EMPTY_WEIGHT = 0.7
"""Share of empty holes that look like those around them; the rest looks like anything."""

ANY_COLOUR_DENSITY = 1.0 / 27.0
"""Density of the colour of an empty hole about which nothing is known: three units along each axis."""

_DISTANCE = ((_COLUMN[:, None] - _COLUMN) ** 2 + (_ROW[:, None] - _ROW) ** 2).astype(np.float64)
_NEARNESS = np.exp(-_DISTANCE / (2 * EMPTY_REACH**2)) * (1 - np.eye(HOLES))


def _log_density_of_empty(samples: Samples, empty: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log-density of each cell's colour if it is empty, given how likely the other cells are, shape (42,)."""
    colours = samples.reshape(HOLES, 3)
    apart = colours[:, None] - colours
    alike = np.zeros((HOLES, HOLES))
    for spread in EMPTY_SPREADS:
        alike += np.exp(-0.5 * ((apart / spread) ** 2).sum(axis=-1)) / (spread.prod() * (2 * np.pi) ** 1.5)
    alike /= len(EMPTY_SPREADS)
    weight = _NEARNESS * empty
    known = weight.sum(axis=1)
    density = (weight * alike).sum(axis=1) / (known + 0.5)
    believed = EMPTY_WEIGHT * known / (known + 1.5)
    return np.asarray(np.log((1 - believed) * ANY_COLOUR_DENSITY + believed * density + 1e-6), dtype=np.float64)


def weigh_colours(evidence: Evidence, samples: Samples, model: ColourModel) -> Evidence:
    """Add to evidence what the colours say.

    Args:
        evidence: Log-probabilities of the cell model, shape (7, 6, 3).
        samples: As `light_and_chroma` gives them.
        model: The colours of the discs.
    Returns: Evidence of the same shape.
    """
    logs = model.log_densities(samples)
    weighed = evidence.copy()
    favour = np.clip(logs[..., 0] - logs[..., 1], -LARGEST_COLOUR_ODDS, LARGEST_COLOUR_ODDS)
    disc = np.logaddexp(evidence[..., RED], evidence[..., YELLOW])
    odds = evidence[..., RED] - evidence[..., YELLOW] + favour
    empty = _log_density_of_empty(samples, np.exp(evidence[..., EMPTY]).reshape(HOLES)).reshape(COLUMNS, ROWS)
    presence = np.logaddexp(logs[..., 0], logs[..., 1]) - np.log(2) - empty
    disc = disc + np.clip(presence, -LARGEST_PRESENCE_ODDS, LARGEST_PRESENCE_ODDS)
    weighed[..., RED] = disc - np.logaddexp(0, -odds)
    weighed[..., YELLOW] = disc - np.logaddexp(0, odds)
    return weighed
