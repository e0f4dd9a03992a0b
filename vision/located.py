"""The answers to where the board is."""

from dataclasses import dataclass
from enum import Enum

from vision.lattice import Lattice


class NotLocatedReason(Enum):
    """Why there is no lattice."""

    TOO_SMALL = "the holes are too small to be told"
    NOTHING_LIKE_A_LATTICE = "no regular pattern of holes"
    POOR_FIT = "a pattern, but not 7x6 holes in a frame"
    OUT_OF_VIEW = "the board is outside the picture"
    RIMS_NOT_THERE = "the board is not where it was, or is hidden"


@dataclass(frozen=True, slots=True)
class Located:
    """The lattice was found."""

    lattice: Lattice
    """In pixels of the picture that was given."""
    fit: float
    """How sure it is, 0 to 1."""


@dataclass(frozen=True, slots=True)
class NotLocated:
    """There is no board to be seen, or none that can be told."""

    reason: NotLocatedReason
    fit: float = 0.0
    """The fit of the best guess, 0 to 1."""
