"""A table with a board on it: what hands do to the discs, how these fall, and when all is at rest.

Time goes in frames: `step()` lets one frame's time pass and says what there is to see then. What is asked for is queued
in three lanes that run side by side: the board, the light, and bystanders. The table knows no rules: any disc can be
put in or taken out; only what cannot happen (an eighth disc in a column) is refused, when it is asked for.
"""

from collections import deque
from collections.abc import Callable, Sequence
from enum import Enum

from hardware.errors import InvalidValueError
from hardware.ports import Colour
from hardware.simulated.motions import Motion, Motions, Pace
from hardware.simulated.scene import COLUMNS, ROWS, Columns, Cover, DiscColour, Light, Scene, Shift
from hardware.simulated.table_state import TableState, stacks

__all__ = ["Pace", "Table"]


class Lane(Enum):
    """What goes on at the same time as the others, one thing after the other."""

    BOARD = "board"
    LIGHT = "light"
    PEOPLE = "people"


class Table:
    """The board, its discs, hands and light.

    Args:
        frames_per_second: How many steps make a second.
        columns: What lies in the board at the start.
        pace: How long hands take.
    """

    def __init__(
        self, *, frames_per_second: float = 10.0, columns: Columns = ((),) * COLUMNS, pace: Pace | None = None
    ) -> None:
        if frames_per_second <= 0:
            raise InvalidValueError(f"table: frames_per_second must be above 0, got {frames_per_second}")
        self.frames_per_second = frames_per_second
        self._state = TableState(stacks(columns))
        self._motions = Motions(self._state, frames_per_second, pace or Pace())
        self._planned: list[list[DiscColour]] = stacks(columns)
        self._lanes: dict[Lane, deque[Callable[[], Motion]]] = {lane: deque() for lane in Lane}
        self._running: dict[Lane, Motion] = {}

    # What is so

    @property
    def columns(self) -> Columns:
        """The discs that lie at rest in each column, bottom first; one in the air or jammed is not among them."""
        return self._state.columns

    @property
    def planned(self) -> Columns:
        """What `columns` will be when all that was asked for has happened."""
        return tuple(tuple(stack) for stack in self._planned)

    @property
    def is_busy(self) -> bool:
        """Whether something that was asked for is still to happen or to end."""
        return bool(self._running) or any(self._lanes.values())

    @property
    def is_at_rest(self) -> bool:
        """Whether the board can be judged now: nothing moves, nothing is jammed, nobody is in front."""
        return self._state.is_at_rest

    @property
    def scene(self) -> Scene:
        """What there is to see now."""
        return self._state.scene

    def step(self) -> Scene:
        """Let one frame's time pass."""
        for lane, queue in self._lanes.items():
            if lane not in self._running and queue:
                self._running[lane] = queue.popleft()()
            motion = self._running.get(lane)
            if motion is not None and next(motion, StopIteration) is StopIteration:
                del self._running[lane]
        return self.scene

    # What people do

    def drop(self, column: int, colour: DiscColour) -> None:
        """A hand comes in over the column, lets a disc go, and leaves."""
        self._plan_drop(column, colour)
        self._lanes[Lane.BOARD].append(lambda: self._motions.drop(column, colour))

    def pop(self, column: int) -> DiscColour:
        """A hand pushes the bottom disc out and takes it away; those above fall one space. Gives the disc's colour."""
        stack = self._planned[_column(column)]
        if not stack:
            raise InvalidValueError(f"table: column {column} has no disc to pop")
        colour = stack.pop(0)
        self._lanes[Lane.BOARD].append(lambda: self._motions.pop(column))
        return colour

    def take(self, column: int) -> DiscColour:
        """A hand draws the topmost disc of a column out at the top and takes it away. Gives the disc's colour."""
        stack = self._planned[_column(column)]
        if not stack:
            raise InvalidValueError(f"table: column {column} has no disc to take")
        colour = stack.pop()
        self._lanes[Lane.BOARD].append(lambda: self._motions.take(column))
        return colour

    def arrange(self, columns: Columns, seconds: float = 1.5) -> None:
        """Hands are busy all over the board for a while; then these discs lie in it."""
        self._planned = stacks(columns)
        self._lanes[Lane.BOARD].append(lambda: self._motions.arrange(columns, seconds))

    def fill(self, columns: Columns) -> None:
        """At once, without a hand, these discs lie in the board: the scene is cut."""
        self._planned = stacks(columns)
        self._state.lying = stacks(columns)

    def jam(self, column: int, colour: DiscColour, row: float) -> None:
        """As `drop`, but the disc sticks at this height (such as 3.4) until it is loosened."""
        self._plan_drop(column, colour)
        lowest = len(self._planned[column]) - 1
        if row <= lowest:
            raise InvalidValueError(f"table: a disc can only stick above row {lowest} of column {column}, got {row}")
        self._lanes[Lane.BOARD].append(lambda: self._motions.drop(column, colour, stuck_at=row))

    def loosen(self, column: int) -> None:
        """The jammed disc of this column falls into its place."""
        _column(column)
        self._lanes[Lane.BOARD].append(lambda: self._motions.loosen(column))

    def hover(self, column: int, colour: DiscColour, seconds: float = 1.0) -> None:
        """A disc is held over a column and taken away again."""
        _column(column)
        self._lanes[Lane.BOARD].append(lambda: self._motions.hover(column, colour, seconds))

    def push(self, shift: Shift, seconds: float = 0.4) -> None:
        """The board is bumped and stands like this from then on."""
        self._lanes[Lane.BOARD].append(lambda: self._motions.push(shift, seconds))

    def wait(self, seconds: float) -> None:
        """Nobody touches the board for a while."""
        self._lanes[Lane.BOARD].append(lambda: self._motions.wait(seconds))

    def stand_in_front(self, cover: Cover, seconds: float) -> None:
        """Somebody's hand or head is in the way for a while."""
        self._lanes[Lane.PEOPLE].append(lambda: self._motions.stand_in_front(cover, seconds))

    def change_light(self, light: Light, seconds: float = 0.3) -> None:
        """The light, or how the camera takes it, goes over to this."""
        self._lanes[Lane.LIGHT].append(lambda: self._motions.change_light(light, seconds))

    def show_strip(self, colours: Sequence[Colour]) -> None:
        """The LED strip under the board is lit like this from now on."""
        self._state.strip = tuple(colours)

    def _plan_drop(self, column: int, colour: DiscColour) -> None:
        stack = self._planned[_column(column)]
        if len(stack) >= ROWS:
            raise InvalidValueError(f"table: column {column} is full, no disc can be dropped into it")
        stack.append(colour)


def _column(column: int) -> int:
    if not 0 <= column < COLUMNS:
        raise InvalidValueError(f"table: column must be 0 to {COLUMNS - 1}, got {column}")
    return column
