"""What is on the table at this moment: discs that lie, move or are stuck, hands, how the board stands, the light."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from hardware.errors import InvalidValueError
from hardware.ports import Colour
from hardware.simulated.scene import COLUMNS, ROWS, Columns, Cover, DiscColour, Light, PlacedDisc, Scene, Shift


@dataclass(slots=True)
class TableState:
    """The state of the table; the motions change it.

    Attributes:
        lying: The discs at rest in each column, bottom first.
        moving: Discs in a hand or on their way.
        jammed: Discs that stick half way, by column.
        cover: The hand of the player who acts.
        bystander: Somebody else's hand or head.
        shift: How the board stands.
        shaken: Whether the board is being moved.
        light: The light.
        strip: The LEDs under the board.
    """

    lying: list[list[DiscColour]]
    moving: list[PlacedDisc] = field(default_factory=list)
    jammed: dict[int, PlacedDisc] = field(default_factory=dict)
    cover: Cover | None = None
    bystander: Cover | None = None
    shift: Shift = field(default_factory=Shift)
    shaken: bool = False
    light: Light = field(default_factory=Light)
    strip: tuple[Colour, ...] = ()

    @property
    def columns(self) -> Columns:
        """The discs that lie at rest, as a value."""
        return tuple(tuple(stack) for stack in self.lying)

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing moves, nothing is jammed and nobody is in front."""
        return not (self.moving or self.jammed or self.cover or self.bystander or self.shaken)

    @property
    def scene(self) -> Scene:
        """What there is to see."""
        resting = Scene.of_columns(self.columns).discs
        covers = tuple(cover for cover in (self.bystander, self.cover) if cover is not None)
        discs = (*resting, *self.jammed.values(), *self.moving)
        return Scene(discs, covers, self.shift, self.light, self.strip)


def stacks(columns: Sequence[Sequence[DiscColour]]) -> list[list[DiscColour]]:
    """Seven lists that may be changed.

    Raises:
        InvalidValueError: When there are not seven columns of at most six discs.
    """
    if len(columns) != COLUMNS or any(len(stack) > ROWS for stack in columns):
        heights = [len(stack) for stack in columns]
        raise InvalidValueError(f"table: {COLUMNS} columns of at most {ROWS} discs are wanted, got heights {heights}")
    return [list(stack) for stack in columns]
