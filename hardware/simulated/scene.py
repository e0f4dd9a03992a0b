"""What there is to see on the table at one instant, in physical terms: discs, hands, light. No pixels, no time.

Lengths are in hole pitches. Columns count from 0 at the left, rows from 0 at the bottom, both as real numbers here: a
disc on its way down is at row 2.6.
"""

from dataclasses import dataclass, field
from enum import Enum

from hardware.ports import Colour

COLUMNS = 7
ROWS = 6


class DiscColour(Enum):
    """Which of the two kinds of disc; what they look like is the renderer's affair."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> "DiscColour":
        """The other kind."""
        return DiscColour.SECOND if self is DiscColour.FIRST else DiscColour.FIRST


Columns = tuple[tuple[DiscColour, ...], ...]
"""The discs of each of the seven columns, bottom first."""


@dataclass(frozen=True, slots=True)
class PlacedDisc:
    """A disc in the plane of the slots, in the board or above or below it.

    Attributes:
        colour: Which kind.
        column: Where it is across the board.
        row: How high its centre is; 0 to 5 are the rows, 6 and more is above the board, below 0 under it.
        smear: Rows that it moves while the shutter is open; 0 when it stands still.
    """

    colour: DiscColour
    column: float
    row: float
    smear: float = 0.0


class CoverKind(Enum):
    """What stands between camera and board."""

    HAND = "hand"
    PINCH = "pinch"
    HEAD = "head"


@dataclass(frozen=True, slots=True)
class Cover:
    """A hand with its arm, or a head, in front of the board.

    Attributes:
        kind: HAND with spread fingers, PINCH with thumb and finger closed as on a disc, or HEAD.
        column: Where the finger tips are (the middle of a head).
        row: How high they are.
        arm_degrees: Where the arm goes from the finger tips: 0 to the right, 90 up, -90 down.
        person: Whose it is; the same number keeps the same skin and sleeve.
    """

    kind: CoverKind
    column: float
    row: float
    arm_degrees: float
    person: int = 0


@dataclass(frozen=True, slots=True)
class Shift:
    """How the board stands compared with the start.

    Attributes:
        right: Hole pitches to the right, as the camera sees it.
        down: Hole pitches down (nearer on the table looks lower).
        turn_degrees: Turned about the upright.
        lean_degrees: Leaned sideways, clockwise.
    """

    right: float = 0.0
    down: float = 0.0
    turn_degrees: float = 0.0
    lean_degrees: float = 0.0


@dataclass(frozen=True, slots=True)
class Light:
    """The light and how the camera takes it, compared with the start.

    Attributes:
        lamp: How bright the lamp is, 0 off to 1 on; the daylight stays.
        exposure: Factor of the camera's exposure, above 0; 1 as at the start.
        warmth: White balance, -1 cold to 1 warm; 0 as at the start.
    """

    lamp: float = 1.0
    exposure: float = 1.0
    warmth: float = 0.0


@dataclass(frozen=True, slots=True)
class Scene:
    """All that the camera sees change.

    Attributes:
        discs: Every disc in or about the board.
        covers: Hands and heads in front, the nearest last.
        shift: How the board stands.
        light: The light.
        strip: The LEDs of the strip under the board, left to right; empty when there is none.
    """

    discs: tuple[PlacedDisc, ...] = ()
    covers: tuple[Cover, ...] = ()
    shift: Shift = field(default_factory=Shift)
    light: Light = field(default_factory=Light)
    strip: tuple[Colour, ...] = ()

    @classmethod
    def of_columns(cls, columns: Columns) -> "Scene":
        """A scene in which these discs lie at rest."""
        return cls(
            discs=tuple(
                PlacedDisc(colour, float(column), float(row))
                for column, stack in enumerate(columns)
                for row, colour in enumerate(stack)
            )
        )
