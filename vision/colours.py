"""The two colours of the discs, learned from the board at hand, and what they say about every cell.

The cell model answers from shapes and may be in doubt about a hole, or about which disc is which under a lamp. The
discs of one set, however, share two colours, up to light that changes slowly over the board. So the cells that hold
discs most likely teach the two colours, and the colours then speak about all cells: which of the two a disc has, and
whether a doubtful cell looks like a disc of this set or like the empty holes around it. There are no fixed ranges of
hue anywhere.

Colours are measured as logarithms: lightness, red against green, blue against both. Shade moves the first one only.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cells import CELL_PIXELS, in_game_order
from vision.decode import EMPTY, RED, YELLOW, Evidence, decode
from vision.lattice import COLUMNS, HOLES, ROWS
from vision.picture import Image

Samples = NDArray[np.float64]
"""Colour of each cell, shape (7, 6, 3): column from the left, row from the bottom; channels as a function says."""

CORE_RADIUS = 5.0
"""Pixels around the middle of a straightened cell that are taken for its colour; a hole's radius is 5 to 7."""

COLOURFUL_SHARE = 0.5
"""Share of them that counts, the most colourful: the wall of a deep hole and the shine of a lamp are left out."""

FRAME_OFFSET = 6.5
"""Pixels from a cell's middle, both ways, from which on a pixel shows the frame between four holes."""

DARK_LEVEL = 10.0
"""Grey levels added before taking logarithms: below that, noise and the camera's black decide the ratio of channels."""

USUAL_SPREAD = np.array([0.14, 0.10, 0.22])
"""Standard deviations of the discs of one colour around what light and colour predict. Blue spreads most: yellow and
red discs have little of it, and a haze of reflected light changes that little by much."""

USUAL_SPREAD_COUNT = 4.0
"""Number of discs that the usual spread counts for."""

LEAST_SPREAD = 0.6
"""Share of the usual spread below which no board is believed to be."""

SLOPE_COUNT = 6.0
"""Number of discs that no slope of the light at all counts for."""

CHROMA_SLOPE = 0.5
"""Share of the fitted slope that is believed for the two colour channels: light changes in amount more than in hue."""

DEGREES_OF_FREEDOM = 4.0
"""Of the Student distribution around a disc colour: a few discs shine, or lie in shade."""

UNKNOWN_DENSITY = 1.0 / 27.0
"""Density of a colour about which nothing is known: three units along each axis."""

FIRST_COUNT = 1.0
"""Number of other discs of a colour at which that colour is half believed; a disc does not vouch for itself."""

ROUNDS = 4

STORY_WEIGHT = 0.5
"""Weight of the discs' testimony where whole models are compared: discs that lie together share their light."""

CLEAR_DIFFERENCE = np.array([0.9, 0.55, 1.5])
"""Differences in lightness, red against green and blue from which on two colours are surely meant to be two."""

USUAL_BORDER, BORDER_WIDTH = 0.5, 0.08
"""Red against green of a lone colour at which it may be called red or yellow, and how fast that changes."""

ORDER_WIDTH = 0.12
"""Difference of two colours in red against green that makes it e times likelier that the redder one is the red one."""

LARGEST_NAME_ODDS = 4.0
"""Bound on those log-odds: a lamp may do a lot, and the cell model has its say."""

ALIKE_COST = 20.0
"""What a model pays at most in log-probability when its two colours are alike: no set is made so."""

_OFFSETS = np.arange(CELL_PIXELS) - (CELL_PIXELS - 1) / 2
_CORE = np.hypot(_OFFSETS[:, None], _OFFSETS) <= CORE_RADIUS
_FRAME = np.minimum(np.abs(_OFFSETS[:, None]), np.abs(_OFFSETS)) >= FRAME_OFFSET

_COLUMN, _ROW = (axis.reshape(-1).astype(np.float64) for axis in np.mgrid[0:COLUMNS, 0:ROWS])
_PLACE = np.stack([(_COLUMN - (COLUMNS - 1) / 2) / 3.0, (_ROW - (ROWS - 1) / 2) / 2.5], axis=-1)


def _pixels(board: Image, part: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """The pixels of a part of each cell, shape (6, 7, n, 3), top row first."""
    cells = board.reshape(ROWS, CELL_PIXELS, COLUMNS, CELL_PIXELS, 3).transpose(0, 2, 1, 3, 4)
    return np.asarray(cells[:, :, part], dtype=np.uint8)


def middle_colours(board: Image) -> Samples:
    """Give the median colour of the more colourful part of each cell's middle, BGR, 0 to 255.

    Args:
        board: As `vision.cells.Sampler.straighten` gives it.
    """
    pixels = _pixels(board, _CORE)
    grey = pixels.min(axis=-1).astype(np.int16) - pixels.max(axis=-1)
    count = int(pixels.shape[2] * COLOURFUL_SHARE)
    chosen = np.argsort(grey, axis=2, kind="stable")[:, :, :count, None]
    return in_game_order(np.median(np.take_along_axis(pixels, chosen, axis=2), axis=2).astype(np.float64))


def frame_colours(board: Image) -> Samples:
    """Give the median colour of the frame at each cell's corners, BGR, 0 to 255."""
    return in_game_order(np.median(_pixels(board, _FRAME), axis=2).astype(np.float64))


def light_and_chroma(bgr: Samples) -> Samples:
    """Turn BGR, 0 to 255, into lightness, red against green, and blue against both, all logarithms."""
    blue, green, red = np.moveaxis(np.log(bgr + DARK_LEVEL), -1, 0)
    return np.stack([(blue + green + red) / 6.0, red - green, blue - (green + red) / 2.0], axis=-1)


@dataclass(frozen=True, slots=True, eq=False)
class ColourModel:
    """Two disc colours under one light, and what they were learned from."""

    means: NDArray[np.float64]
    """In the middle of the board, red discs first, shape (2, 3)."""
    slope: NDArray[np.float64]
    """Change from the middle to the right and to the upper edge, shape (2, 3)."""
    spread: NDArray[np.float64]
    """Standard deviations, shape (3,)."""
    weights: NDArray[np.float64]
    """How much each cell taught each colour, 0 to 1, shape (42, 2)."""
    chance: float = 1.0
    """Probability of this model among those that were tried on the same board."""

    def log_densities(self, samples: Samples) -> NDArray[np.float64]:
        """Log-density of each cell's colour for a red and for a yellow disc, shape (7, 6, 2).

        What a cell itself taught is left out of the answer about it, and a colour that hardly another cell taught is
        hardly believed: else the one blue hole of a board would be the proof that the set has blue discs.

        Args:
            samples: Those that the model was learned from, as `light_and_chroma` gives them.
        """
        flat = samples.reshape(HOLES, 1, 3) - (_PLACE @ self.slope)[:, None]
        total = self.weights.sum(axis=0)
        others = np.maximum(total - self.weights, 1e-6)[..., None]
        means = (total[:, None] * self.means - self.weights[..., None] * flat) / others
        own = (self.weights[..., None] * (flat - self.means) ** 2).sum(axis=1)
        count = self.weights.sum() + USUAL_SPREAD_COUNT
        variance = (self.spread**2 * count - own) / (count - self.weights.sum(axis=1, keepdims=True))
        variance = np.maximum(variance, (LEAST_SPREAD * USUAL_SPREAD) ** 2)
        widened = variance[:, None] * (1.0 + 1.0 / (others + 0.5))
        squared = ((flat - means) ** 2 / widened).sum(axis=-1)
        # But for a constant near 0 this is the Student density in three dimensions.
        freedom = DEGREES_OF_FREEDOM
        logs = -0.5 * (freedom + 3) * np.log1p(squared / freedom) - 0.5 * np.log(2 * np.pi * widened).sum(axis=-1)
        believed = others[..., 0] / (others[..., 0] + FIRST_COUNT)
        mixed = np.logaddexp(np.log(believed) + logs, np.log((1 - believed) * UNKNOWN_DENSITY))
        return np.asarray(mixed.reshape(COLUMNS, ROWS, 2), dtype=np.float64)


def _fitted(colours: NDArray[np.float64], weights: NDArray[np.float64], slope: NDArray[np.float64]) -> ColourModel:
    """One step of maximisation, from the slope of the step before."""
    means = weights.T @ (colours - _PLACE @ slope) / weights.sum(axis=0)[:, None]
    left = (weights[..., None] * (colours[:, None] - means)).sum(axis=1)
    normal = (_PLACE * weights.sum(axis=1)[:, None]).T @ _PLACE + SLOPE_COUNT * np.eye(2)
    slope = np.linalg.solve(normal, _PLACE.T @ left)
    slope[:, 1:] *= CHROMA_SLOPE
    deviation = colours[:, None] - means - (_PLACE @ slope)[:, None]
    total = (weights[..., None] * deviation**2).sum(axis=(0, 1)) + USUAL_SPREAD_COUNT * USUAL_SPREAD**2
    variance = total / (weights.sum() + USUAL_SPREAD_COUNT)
    return ColourModel(means, slope, np.sqrt(np.maximum(variance, (LEAST_SPREAD * USUAL_SPREAD) ** 2)), weights)


def learn_colours(samples: Samples, probabilities: NDArray[np.float64], believed: float) -> tuple[ColourModel, ...]:
    """Learn the colours of the discs.

    Expectation and maximisation over which disc has which colour; how likely a cell holds a disc is taken as given.
    That the colours are called the other way round, or that all discs are red, or all yellow, is weighed as well.

    Args:
        samples: As `light_and_chroma` gives them.
        probabilities: Of the three states of each cell, shape (7, 6, 3).
        believed: Exponent on the odds of red against yellow in them, 0 to 1.
    Returns: Models with two colours, straight and swapped, with red discs only, and with yellow discs only, each with
        its chance.
    """
    colours = samples.reshape(HOLES, 3)
    discs = probabilities[..., [RED, YELLOW]].reshape(HOLES, 2) + 1e-9
    presence = discs.sum(axis=1)
    prior = believed * np.log(discs / presence[:, None])
    two = _fitted(colours, discs, np.zeros((2, 3)))
    for _ in range(ROUNDS):
        odds = prior + two.log_densities(samples).reshape(HOLES, 2)
        shares = np.exp(odds - np.logaddexp(odds[:, :1], odds[:, 1:]))
        two = _fitted(colours, presence[:, None] * shares, two.slope)
    stories = [two, replace(two, means=two.means[::-1], weights=two.weights[:, ::-1])]
    for only in (0, 1):
        weights = np.full((HOLES, 2), 1e-9)
        weights[:, only] = presence
        one = _fitted(colours, weights, np.zeros((2, 3)))
        stories.append(_fitted(colours, weights, one.slope))
    scores = [STORY_WEIGHT * _testimony(story, samples, presence, prior) + _plausibility(story) for story in stories]
    chances = np.exp(np.array(scores) - np.logaddexp.reduce(scores))
    return tuple(replace(story, chance=float(chance)) for story, chance in zip(stories, chances, strict=True))


def _is_of_one_colour(story: ColourModel) -> bool:
    return bool(story.weights.sum(axis=0).min() < 1e-6)


def _testimony(
    story: ColourModel, samples: Samples, presence: NDArray[np.float64], prior: NDArray[np.float64]
) -> float:
    """How well a story fits the discs; one of one colour must say of every disc that it has that colour."""
    logs = prior + story.log_densities(samples).reshape(HOLES, 2)
    told = logs[:, story.weights.sum(axis=0).argmax()] if _is_of_one_colour(story) else np.logaddexp(*logs.T)
    return float((presence * told).sum())


def _plausibility(story: ColourModel) -> float:
    """Log-odds of a story before looking at the discs: what sets are like, and that red is the redder of two."""
    if _is_of_one_colour(story):
        only = int(story.weights.sum(axis=0).argmax())
        redder = (story.means[only, 1] - USUAL_BORDER) / BORDER_WIDTH * (1 if only == 0 else -1)
    else:
        apart = float(np.linalg.norm((story.means[0] - story.means[1]) / CLEAR_DIFFERENCE))
        redder = (story.means[0, 1] - story.means[1, 1]) / ORDER_WIDTH
    bounded = float(np.clip(redder, -LARGEST_NAME_ODDS, LARGEST_NAME_ODDS))
    named = -float(np.logaddexp(0.0, -bounded))
    return named if _is_of_one_colour(story) else named - ALIKE_COST * max(0.0, 1.0 - apart) ** 2


def learn_from(evidence: Evidence, samples: Samples, believed: float = 0.5) -> tuple[ColourModel, ...]:
    """Learn the colours of the discs that evidence and gravity together see on a board."""
    return learn_colours(samples, decode(evidence).probabilities, believed)


LARGEST_COLOUR_ODDS = 4.0
"""Bound on what a cell's colour may add to the log-odds of red against yellow."""

LARGEST_PRESENCE_ODDS = 2.0
LARGEST_ABSENCE_ODDS = 3.0
"""Bounds on what a cell's colour may add to the log-odds of a disc against an empty hole, and take from them: things in
the colour of the discs are behind an empty hole more often than a disc has the colour of what is behind."""

SHINE = 0.2
"""Lightness above that of all discs at which the word of a colour counts half."""

EMPTY_SPREADS = (np.array([0.08, 0.06, 0.06]), np.array([0.24, 0.18, 0.18]))
"""Standard deviations of the colour of an empty hole around that of one near it: before a wall, and in a room."""

EMPTY_REACH = 2.0
"""Hole pitches over which empty holes tell about each other: the room behind changes over the board."""

EMPTY_WEIGHT = 0.7
"""Share of empty holes that look like those around them."""

TRAY_WEIGHT = 0.15
"""Share of the other empty holes that show the hue of the frame: the tray behind, or the hole's own wall."""

TRAY_SPREAD = np.array([0.15, 0.20])
"""Standard deviations of the two colour channels of such a hole around those of the frame."""

TRAY_LIGHTNESS_DENSITY = 0.4
"""Density of its lightness: light or dark, in 2.5 units."""

_DISTANCE = ((_COLUMN[:, None] - _COLUMN) ** 2 + (_ROW[:, None] - _ROW) ** 2).astype(np.float64)
_NEARNESS = np.exp(-_DISTANCE / (2 * EMPTY_REACH**2)) * (1 - np.eye(HOLES))


def _log_density_of_empty(samples: Samples, frame: Samples, empty: NDArray[np.float64]) -> NDArray[np.float64]:
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
    off_frame = (colours - frame.reshape(HOLES, 3))[:, 1:] / TRAY_SPREAD
    tray = np.exp(-0.5 * (off_frame**2).sum(axis=-1)) * TRAY_LIGHTNESS_DENSITY / (TRAY_SPREAD.prod() * 2 * np.pi)
    other = TRAY_WEIGHT * tray + (1 - TRAY_WEIGHT) * UNKNOWN_DENSITY
    return np.asarray(np.log((1 - believed) * other + believed * density + 1e-6), dtype=np.float64)


def weigh_colours(evidence: Evidence, samples: Samples, frame: Samples, model: ColourModel) -> Evidence:
    """Add to evidence what the colours say.

    Args:
        evidence: Log-probabilities of the cell model, shape (7, 6, 3).
        samples: Colours of the cells, as `light_and_chroma` gives them.
        frame: Colours of the frame around the cells, likewise.
        model: The colours of the discs.
    Returns: Evidence of the same shape.
    """
    logs = model.log_densities(samples)
    weighed = evidence.copy()
    # Shine washes the hue out: what is lighter than every disc should be is heard less.
    lightest = model.means[:, 0].max() + (_PLACE @ model.slope[:, 0]).reshape(COLUMNS, ROWS)
    shine = np.maximum(samples[..., 0] - lightest, 0.0)
    heard = 1.0 / (1.0 + (shine / SHINE) ** 2)
    favour = heard * np.clip(logs[..., 0] - logs[..., 1], -LARGEST_COLOUR_ODDS, LARGEST_COLOUR_ODDS)
    disc = np.logaddexp(evidence[..., RED], evidence[..., YELLOW])
    odds = evidence[..., RED] - evidence[..., YELLOW] + favour
    chance_of_empty = np.exp(evidence[..., EMPTY]).reshape(HOLES)
    empty = _log_density_of_empty(samples, frame, chance_of_empty).reshape(COLUMNS, ROWS)
    presence = np.logaddexp(logs[..., 0], logs[..., 1]) - np.log(2) - empty
    disc = disc + np.clip(presence, -LARGEST_ABSENCE_ODDS, LARGEST_PRESENCE_ODDS)
    weighed[..., RED] = disc - np.logaddexp(0, -odds)
    weighed[..., YELLOW] = disc - np.logaddexp(0, odds)
    return weighed
