"""Candidates for holes: ellipse-like blobs in a picture, brighter or darker or of another hue than what surrounds them.

A blob is the inside of a closed outline in one of several two-valued pictures: each Lab channel, cut a little above and
a little below its local mean. Nothing here knows of boards; a hole may give no blob, or a crescent of it.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Image

SMALLEST_OUTLINE = 16
"""Points on the outline of the smallest blob: about 5 pixels across."""
LARGEST_DIAMETER = 0.14
"""Diameter of the largest hole over the longer side of the picture: seven holes and their gaps fill the width."""
MEAN_WINDOW = 41
"""Width of the window of the local mean, in pixels: more than a pitch of most boards in a picture 640 wide."""
MOST = 256
"""More than any difference of levels."""
MOST_OUTLINES = 1200
"""Outlines that are looked at, the largest and roundest first."""
ROUNDEST = 0.90
"""Least area over that of the ellipse of the same second moments: 1 for an ellipse, 0.95 for a rectangle."""
LONGEST = 3.2
"""Largest ratio of the axes: a crescent, or a hole seen at 60 degrees."""


@dataclass(frozen=True, slots=True, eq=False)
class Blobs:
    """Ellipse-like blobs, one row each."""

    centres: NDArray[np.float64]
    """Centroids in pixels, shape (n, 2)."""
    radii: NDArray[np.float64]
    """Radius of the circle of the same area, in pixels, shape (n,)."""
    votes: NDArray[np.float64]
    """Two-valued pictures that showed the blob, shape (n,)."""


def _masks(lab: Image, contrast: int) -> list[Image]:
    """Cut each channel around its local mean; each mask is 0 or 255."""
    masks: list[Image] = []
    for channel, step in zip(cv2.split(lab), (contrast, contrast // 2, contrast // 2), strict=True):
        difference = cv2.subtract(channel, cv2.blur(channel, (MEAN_WINDOW, MEAN_WINDOW)), dtype=cv2.CV_16S)
        masks.extend(np.asarray(cv2.inRange(difference, low, MOST), dtype=np.uint8) for low in (-step, step))
    return masks


def _outlines(masks: list[Image], longest: int) -> list[NDArray[np.int32]]:
    """Trace the masks and keep outlines of a length that a hole can have."""
    outlines: list[NDArray[np.int32]] = []
    for mask in masks:
        traced, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        fitting = (outline for outline in traced if SMALLEST_OUTLINE <= len(outline) <= longest)
        outlines.extend(np.asarray(outline, dtype=np.int32) for outline in fitting)
    return outlines


def _moments(outlines: list[NDArray[np.int32]]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Give areas (n,), centroids (n, 2) and central second moments xx, xy, yy over area (n, 3) of closed polygons.

    Source: Green's theorem on polygons, as in `cv2.moments`; here all polygons at once.
    """
    counts = np.array([len(outline) for outline in outlines])
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    points = np.concatenate(outlines)[:, 0].astype(np.float64)
    # Relative to each polygon's first point, or the high moments lose their digits.
    origins = points[starts]
    points -= np.repeat(origins, counts, axis=0)
    following = np.roll(points, -1, axis=0)
    following[starts + counts - 1] = points[starts]
    x, y = points.T
    u, v = following.T
    cross = x * v - u * y
    terms = np.stack(
        [
            cross,
            cross * (x + u),
            cross * (y + v),
            cross * (x * x + x * u + u * u),
            cross * (2 * x * y + x * v + u * y + 2 * u * v),
            cross * (y * y + y * v + v * v),
        ]
    )
    sums = np.add.reduceat(terms, starts, axis=1)
    area = sums[0] / 2.0
    safe = np.where(np.abs(area) < 1e-9, 1e-9, area)
    centre = sums[1:3] / (6.0 * safe)
    xx = sums[3] / (12.0 * safe) - centre[0] ** 2
    xy = sums[4] / (24.0 * safe) - centre[0] * centre[1]
    yy = sums[5] / (12.0 * safe) - centre[1] ** 2
    return np.abs(area), centre.T + origins, np.stack([xx, xy, yy], axis=1)


def _merge(centres: NDArray[np.float64], radii: NDArray[np.float64], roundness: NDArray[np.float64]) -> Blobs:
    """Join blobs that several masks show in one place."""
    order = np.argsort(-roundness * np.sqrt(radii))[:MOST_OUTLINES]
    centres, radii = centres[order], radii[order]
    x, y, size = centres[:, 0].astype(np.float32), centres[:, 1].astype(np.float32), radii.astype(np.float32)
    reach = 0.5 * size[:, None]
    near = (np.abs(x - x[:, None]) < reach) & (np.abs(y - y[:, None]) < reach)
    near &= (size < 3.2 * reach) & (size > reach)
    free = np.ones(len(radii), dtype=bool)
    kept: list[int] = []
    votes: list[int] = []
    for index in range(len(radii)):
        if free[index]:
            joined = near[index] & free
            free &= ~joined
            kept.append(index)
            votes.append(int(joined.sum()))
    return Blobs(centres[kept], radii[kept], np.array(votes, dtype=np.float64))


def find_blobs(lab: Image, contrast: int) -> Blobs:
    """Find the ellipse-like blobs of a picture.

    Args:
        lab: Lab picture, uint8, shape (height, width, 3), lightly smoothed.
        contrast: How far from its local mean a blob is at least, in levels of lightness; half as far in hue.
    """
    largest = LARGEST_DIAMETER * max(lab.shape[:2])
    outlines = _outlines(_masks(lab, contrast), int(largest * 4))
    if not outlines:
        return Blobs(np.zeros((0, 2)), np.zeros(0), np.zeros(0))
    area, centres, second = _moments(outlines)
    determinant = np.maximum(second[:, 0] * second[:, 2] - second[:, 1] ** 2, 1e-9)
    trace = second[:, 0] + second[:, 2]
    roundness = area / (4.0 * np.pi * np.sqrt(determinant))
    spread = np.sqrt(np.maximum(trace**2 / 4.0 - determinant, 0.0))
    axes = np.sqrt((trace / 2.0 + spread) / np.maximum(trace / 2.0 - spread, 1e-9))
    radii = np.sqrt(area / np.pi)
    good = (roundness > ROUNDEST) & (axes < LONGEST) & (radii > 2.5) & (radii < largest / 2.0)
    return _merge(centres[good], radii[good], roundness[good])
