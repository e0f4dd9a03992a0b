"""How well a camera is aimed at a board: the fit, and what is wrong with the angle, the size or the light.

For people who set a camera up. Nothing here decides whether a board can be read: a fault is what is likely to spoil the
reading later, when a hand throws its shadow or the evening comes.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells import Sampler
from vision.colours import frame_colours
from vision.lattice import COLUMNS, ROWS, Lattice
from vision.locate import locate, refine
from vision.located import Located, NotLocated, NotLocatedReason
from vision.picture import Image, check_picture

SMALLEST_GOOD_PITCH: Final = 20.0
"""Pixels from one hole to the next below which discs are told with little to spare."""
NEAREST_EDGE: Final = 0.6
"""Pitches from the middle of a hole to the edge of the picture: nearer, a part of the rim is cut off."""
LEANING_DEGREES: Final = 8.0
"""Rows that lean by more are taken for a camera that was not put upright."""
NARROWEST: Final = 0.86
"""Width over height of a cell, as seen, below which the camera looks from the side, by some 35 degrees or more."""
WIDEST: Final = 1.3
"""The same above which it looks from above or below, by some 40 degrees or more; rows are closer in some sets."""
SLANT_ACROSS: Final = 1.2
"""How much longer one outer column may look than the other; a camera in front of the board stays below 1.13."""
SLANT_DOWN: Final = 1.27
"""How much longer the top row may look than the bottom row, or the other way round; usual cameras stay below 1.2."""
DARK_LEVEL: Final = 100.0
"""Level of the lighter tenth of the board, 0 to 255 in its strongest channel, below which noise counts for more.

Frames may be black; discs, or what is seen through empty holes, never all are."""
LIGHTER: Final = 90
"""Percentile of the board that tells how much light there is."""
BRIGHT_LEVEL: Final = 250
"""Level of all three channels from which on a pixel has no colour any more."""
BRIGHT_SHARE: Final = 0.03
"""Share of the board without colour that a lamp's reflection makes."""
UNEVEN: Final = 3.0
"""Light on the plastic at its brightest tenth over that at its darkest tenth."""
WINDOW_SHARE: Final = 0.2
"""Share without colour of what is around the board, from which on there is a window behind it."""
AGAINST_LEVEL: Final = 110.0
"""Level of the frame's plastic below which such a window is stronger than the light on the board."""
BLURRED_WIDTH: Final = 0.075
"""Pitches over which a rim fades; more is out of focus, or moved."""

_RIM_ANGLES: Final = 12
_RIM_SAMPLES: Final = 21
_CLEAR_EDGE: Final = 25.0
"""Grey levels between both sides of a rim from which its sharpness can be told."""


class AimFault(Enum):
    """What is wrong."""

    TOO_SMALL = "too-small"
    CUT_OFF = "cut-off"
    LEANING = "leaning"
    FROM_THE_SIDE = "from-the-side"
    FROM_ABOVE_OR_BELOW = "from-above-or-below"
    DARK = "dark"
    GLARE = "glare"
    UNEVEN_LIGHT = "uneven-light"
    AGAINST_THE_LIGHT = "against-the-light"
    BLURRED = "blurred"


@dataclass(frozen=True, slots=True)
class Aimed:
    """A grid was found."""

    lattice: Lattice
    fit: float
    """How well 7x6 holes fit into the picture, 0 to 1; what is in front of them counts against it."""
    pitch_pixels: float
    """From one hole to the next."""
    faults: tuple[AimFault, ...]
    """What is wrong, the worst first; empty is good."""


@dataclass(frozen=True, slots=True)
class NotAimed:
    """No grid was found."""

    reason: NotLocatedReason
    fit: float
    """Of the best guess, 0 to 1."""
    faults: tuple[AimFault, ...]
    """What of the light may be the cause."""


def judge_aim(bgr: Image, lattice: Lattice | None = None) -> Aimed | NotAimed:
    """Tell how well the camera is aimed.

    Args:
        bgr: Picture, BGR uint8, shape (height, width, 3).
        lattice: Where the holes are, if that is known; otherwise the whole picture is searched, which takes longer.
    Raises: NotAPictureError when the array is no picture.
    """
    check_picture(bgr)
    found = refine(bgr, lattice) if lattice is not None else locate(bgr)
    if isinstance(found, NotLocated) and lattice is not None:
        found = locate(bgr)
    match found:
        case Located(lattice=lattice, fit=fit):
            faults = (*_faults_of_place(bgr, lattice), *_faults_of_light(bgr, lattice))
            return Aimed(lattice, fit, lattice.pitch_pixels(), faults)
        case NotLocated(reason=reason, fit=fit):
            dark = _light_of(bgr) < DARK_LEVEL
            return NotAimed(reason, fit, (AimFault.DARK,) if dark else ())


def _faults_of_place(bgr: Image, lattice: Lattice) -> list[AimFault]:
    holes = lattice.holes()
    pitch = lattice.pitch_pixels()
    grid = holes.reshape(ROWS, COLUMNS, 2)
    faults = []
    if pitch < SMALLEST_GOOD_PITCH:
        faults.append(AimFault.TOO_SMALL)
    size = np.array(bgr.shape[1::-1], dtype=np.float64)
    if float(np.minimum(holes, size - 1 - holes).min()) < NEAREST_EDGE * pitch:
        faults.append(AimFault.CUT_OFF)
    across, down = grid[ROWS // 2, -1] - grid[ROWS // 2, 0], grid[-1, COLUMNS // 2] - grid[0, COLUMNS // 2]
    # From the side and above at once rows lean too, but columns do not.
    if min(abs(np.arctan2(across[1], across[0])), abs(np.arctan2(down[0], down[1]))) > np.radians(LEANING_DEGREES):
        faults.append(AimFault.LEANING)
    widths = np.linalg.norm(grid[:, -1] - grid[:, 0], axis=1) / (COLUMNS - 1)
    heights = np.linalg.norm(grid[-1] - grid[0], axis=1) / (ROWS - 1)
    shape = float(np.median(widths) / np.median(heights))
    if shape < NARROWEST or _slant(heights[0], heights[-1]) > SLANT_ACROSS:
        faults.append(AimFault.FROM_THE_SIDE)
    if shape > WIDEST or _slant(widths[0], widths[-1]) > SLANT_DOWN:
        faults.append(AimFault.FROM_ABOVE_OR_BELOW)
    return faults


def _slant(first: float, last: float) -> float:
    return max(first, last) / max(min(first, last), 1e-6)


def _faults_of_light(bgr: Image, lattice: Lattice) -> list[AimFault]:
    board = Sampler(lattice, (bgr.shape[0], bgr.shape[1])).straighten(bgr)
    level = _light_of(board)
    faults = []
    if level < DARK_LEVEL:
        faults.append(AimFault.DARK)
    # What is as bright in the holes as around the board is seen through them, and does not shine back from it.
    is_window_behind = _window_share(bgr, lattice) > WINDOW_SHARE
    if not is_window_behind and float((board.min(axis=2) >= BRIGHT_LEVEL).mean()) > BRIGHT_SHARE:
        faults.append(AimFault.GLARE)
    plastic = frame_colours(board)
    dim, bright = np.percentile(plastic.mean(axis=-1), (10, 90))
    if bright > UNEVEN * max(float(dim), 1.0):
        faults.append(AimFault.UNEVEN_LIGHT)
    if is_window_behind and float(np.median(plastic.max(axis=-1))) < AGAINST_LEVEL:
        faults.append(AimFault.AGAINST_THE_LIGHT)
    if _rim_width(bgr, lattice) > BLURRED_WIDTH:
        faults.append(AimFault.BLURRED)
    return faults


def _light_of(bgr: Image) -> float:
    return float(np.percentile(bgr.max(axis=2), LIGHTER))


def _window_share(bgr: Image, lattice: Lattice) -> float:
    """Share of the picture outside the board that has no colour any more; 0 where the board fills it."""
    border = np.array([[-0.9, -0.9], [COLUMNS - 0.1, -0.9], [COLUMNS - 0.1, ROWS - 0.1], [-0.9, ROWS - 0.1]])
    outside = np.full(bgr.shape[:2], 255, np.uint8)
    cv2.fillConvexPoly(outside, np.rint(lattice.project(border)).astype(np.int32), 0)
    levels = bgr.min(axis=2)[outside > 0]
    return float((levels >= BRIGHT_LEVEL).mean()) if levels.size else 0.0


def _rim_width(bgr: Image, lattice: Lattice) -> float:
    """Over how many pitches the rims fade, the sharper half of them; 0 where none can be told."""
    reach = np.linspace(0.7, 1.3, _RIM_SAMPLES) * lattice.hole_radius
    profiles = np.stack([_around(bgr, lattice, radius) for radius in reach], axis=-1)
    span = profiles.max(axis=-1) - profiles.min(axis=-1)
    steepest = np.abs(np.diff(profiles, axis=-1)).max(axis=-1) / (reach[1] - reach[0])
    clear = span > _CLEAR_EDGE
    return float(np.percentile(span[clear] / steepest[clear], 30)) if clear.any() else 0.0


def _around(bgr: Image, lattice: Lattice, radius: float) -> NDArray[np.float64]:
    """Grey levels along a ring around each hole, shape (42 * _RIM_ANGLES,)."""
    points = lattice.outlines(_RIM_ANGLES, radius=radius).reshape(-1, 2).astype(np.float32)
    across, down = points[:, :1], points[:, 1:]
    colours = cv2.remap(bgr, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(colours.reshape(-1, 3).mean(axis=-1), dtype=np.float64)
