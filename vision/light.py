"""Light that changes: all over the picture, as a shadow on a cell, or as the glow of coloured lamps beside the board.

Gains are ratios of encoded grey levels. A camera encodes by a power of the light, so a light that doubles everywhere
multiplies every encoded level by the same factor, whatever the surface; that holds for each channel.

What covers the plastic also changes it. It is told from light by the cells beside it: in another light they hold what
they held, behind a hand they do not.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cells import CELL_PIXELS
from vision.lattice import COLUMNS, HOLES, ROWS
from vision.look import CORNERS, IN_HOLE, usual_distance
from vision.medians import median
from vision.patches import Pixels

PLASTIC_CHANGE = 28.0
"""Distance in BGR levels from which a corner is not the plastic that it was, shadows apart."""
PLASTIC_NOISE = 4.0
"""The same in usual distances of all corners."""
SAME_LIGHT = 12.0
"""Largest difference of a channel, in levels, of a colour that is as it was."""
CLEARLY_MORE = 1.2
"""How many times as many colours must be as they were for the light to be as it was, whatever most of them say."""
UNCHANGED_SHARE = 0.15
"""Share of the colours that another light would change plainly, from which their being as they were rules it out."""
DARK = 6.0
"""Levels added before a ratio is taken, so that noise in the dark makes no gain."""


def fit_gains(now: Pixels, before: Pixels) -> Pixels:
    """Fit the gain of each channel from some colours to others, BGR 0-255, shapes (m, k, 3).

    The median, so that up to half of them may have changed; shape (3,), ones where nothing is bright enough to tell.
    """
    gains = np.ones(3, np.float32)
    present, past = now.reshape(-1, 3), before.reshape(-1, 3)
    usable = (past > 20.0) & (past < 245.0) & (present < 245.0) & (present > 4.0)
    ratios = present / np.maximum(past, 1.0)
    for channel in range(3):
        chosen = ratios[usable[:, channel], channel]
        if len(chosen) >= 6:
            gains[channel] = median(chosen)
    return gains


def is_as_it_was(gains: Pixels, now: Pixels, before: Pixels) -> bool:
    """Tell whether the light is as it was, although gains were fitted to what most colours seem to call for.

    Then something covers most of what the gains were fitted to: a head looks like a change of light to its majority.
    Another light changes every colour; what stays just as it was beside a head speaks for the light as it was.

    Args:
        gains: Of the three channels, shape (3,).
        now: Colours, BGR 0-255, shape (m, k, 3).
        before: The same as they were.
    """
    in_that_light = before * gains
    unchanged = _apart(now, before) < SAME_LIGHT
    explained = _apart(now, in_that_light) < SAME_LIGHT
    told_apart = _apart(in_that_light, before) > 2.0 * SAME_LIGHT
    stayed = np.count_nonzero(unchanged & told_apart) > UNCHANGED_SHARE * np.count_nonzero(told_apart)
    return bool(stayed or np.count_nonzero(unchanged) > CLEARLY_MORE * np.count_nonzero(explained))


def _apart(first: Pixels, second: Pixels) -> Pixels:
    """How far colours are from others in the channel in which they are farthest, shapes (m, k, 3) to (m, k)."""
    apart = np.abs(first - second)
    # Three long comparisons are faster than numpy's many short ones along the last axis.
    return np.asarray(np.maximum(np.maximum(apart[..., 0], apart[..., 1]), apart[..., 2]))


def in_shadow_or_sun(expected: Pixels, now: Pixels) -> Pixels:
    """Bring the samples of each hole to the brightness they have now, within the bounds of a shadow or a lamp on it."""
    means_now, means = (np.einsum("ijk->i", samples) for samples in (now, expected))
    local = np.clip(means_now / np.maximum(means, 1.0), 0.6, 1.6)
    return np.asarray(expected * local[:, None, None], dtype=np.float32)


def _corner_weights() -> Pixels:
    """How much each corner of a patch counts at each sample within the hole, bilinear, shape (n, 4)."""
    first, last = CORNERS
    down, right = (np.asarray(place) for place in np.divmod(IN_HOLE, CELL_PIXELS))
    down, right = (down - first) / (last - first), (right - first) / (last - first)
    corners = ((1 - down) * (1 - right), (1 - down) * right, down * (1 - right), down * right)
    return np.stack(corners, axis=1).astype(np.float32)


_CORNER_WEIGHTS = _corner_weights()


@dataclass(frozen=True, slots=True, eq=False)
class Plastic:
    """The frame's plastic in the corners of the patches, now against as expected."""

    now: Pixels
    """Colour of the corners of each patch, BGR, shape (42, 4, 3), in the order of `vision.look.Look.corners`."""
    expected: Pixels
    changed: NDArray[np.bool_]
    """Corners that are not the plastic that they were, shape (42, 4)."""

    @classmethod
    def compare(cls, now: Pixels, expected: Pixels) -> "Plastic":
        """Compare the corners of patches, BGR, shapes (42, 4, 3)."""
        present, past = now, expected
        brightness = (present * past).sum(axis=2) / np.maximum((past**2).sum(axis=2), 1.0)
        shaded = past * np.clip(brightness, 0.45, 1.4)[..., None]
        away = np.linalg.norm(present - shaded, axis=2)
        return cls(
            now=present,
            expected=past,
            changed=np.asarray(away > max(PLASTIC_CHANGE, PLASTIC_NOISE * usual_distance(away))),
        )

    def without_light(self, samples: Pixels, holes: NDArray[np.bool_]) -> tuple[Pixels, Pixels]:
        """Take off the light that the corners of some holes show, running evenly between them.

        Args:
            samples: Their samples, BGR, shape (m, n, 3).
            holes: Which holes they are of, shape (42,), m of them.
        Returns: The samples without a light that falls on things, and without one that veils them.
        """
        gains = np.clip((self.now[holes] + DARK) / (self.expected[holes] + DARK), 0.4, 4.0)
        veils = np.clip(self.now[holes] - self.expected[holes], -30.0, 150.0)
        fallen = samples / np.einsum("nc,mck->mnk", _CORNER_WEIGHTS, gains)
        veiled = np.maximum(samples - np.einsum("nc,mck->mnk", _CORNER_WEIGHTS, veils), 0.0)
        return fallen.astype(np.float32), veiled.astype(np.float32)

    def covered(self, lit: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Tell the holes with something in front of the plastic beside them.

        Args:
            lit: Holes that are known to be in another light, shape (42,): a changed corner beside one is lit too.
        """
        changed = _nodes(self.changed)
        beside_lit = _nodes(np.repeat(lit[:, None], 4, axis=1))
        return _beside(changed & ~beside_lit)

    def beside(self, lit: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Tell the holes that share a corner with one of these, shape (42,)."""
        return _beside(_nodes(np.repeat(lit[:, None], 4, axis=1)))


def _nodes(corners: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Join the corners of the holes, shape (42, 4), at the 7x8 points where they meet: any of them counts."""
    grid = corners.reshape(ROWS, COLUMNS, 2, 2)
    nodes = np.zeros((ROWS + 1, COLUMNS + 1), np.bool_)
    for down in (0, 1):
        for right in (0, 1):
            nodes[down : down + ROWS, right : right + COLUMNS] |= grid[:, :, down, right]
    return nodes


def _beside(nodes: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell the holes with one of these points at a corner, shape (42,)."""
    return np.asarray((nodes[:-1, :-1] | nodes[:-1, 1:] | nodes[1:, :-1] | nodes[1:, 1:]).reshape(HOLES))
