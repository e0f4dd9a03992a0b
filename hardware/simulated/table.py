"""A table with a board on it: what hands do to the discs, how these fall, and when all is at rest.

Time goes in frames: `step()` lets one frame's time pass and says what there is to see then. What is asked for is queued
in three lanes that run side by side: the board, the light, and bystanders. The table knows no rules: any disc can be
put in or taken out; only what cannot happen (an eighth disc in a column) is refused, when it is asked for.
"""

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from hardware.errors import InvalidValueError
from hardware.ports import Colour
from hardware.simulated.scene import (
    COLUMNS,
    ROWS,
    Columns,
    Cover,
    CoverKind,
    DiscColour,
    Light,
    PlacedDisc,
    Scene,
    Shift,
)

GRAVITY = 280.0
"""Rows per second squared: 9.8 m/s² for a hole pitch of 35 mm."""

ABOVE = 6.55
"""The row at which a disc is held over a column."""

Motion = Iterator[None]


@dataclass(frozen=True, slots=True)
class Pace:
    """How long hands take, in seconds; each part is at least one frame unless it is 0.

    Attributes:
        reach: A hand comes in, or goes away.
        hold: It stays before it lets go or pushes.
        push: A disc is pushed out of the bottom.
    """

    reach: float = 0.5
    hold: float = 0.2
    push: float = 0.3


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
        self._pace = pace or Pace()
        self._lying: list[list[DiscColour]] = _checked(columns)
        self._planned: list[list[DiscColour]] = _checked(columns)
        self._moving: list[PlacedDisc] = []
        self._jammed: dict[int, PlacedDisc] = {}
        self._cover: Cover | None = None
        self._bystander: Cover | None = None
        self._shift = Shift()
        self._shaken = False
        self._light = Light()
        self._strip: tuple[Colour, ...] = ()
        self._lanes: dict[str, deque[Callable[[], Motion]]] = {"board": deque(), "light": deque(), "people": deque()}
        self._running: dict[str, Motion] = {}

    # What is so

    @property
    def columns(self) -> Columns:
        """The discs that lie at rest in each column, bottom first; one in the air or jammed is not among them."""
        return tuple(tuple(stack) for stack in self._lying)

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
        return not (self._moving or self._jammed or self._cover or self._bystander or self._shaken)

    @property
    def scene(self) -> Scene:
        """What there is to see now."""
        resting = Scene.of_columns(self.columns).discs
        covers = tuple(cover for cover in (self._bystander, self._cover) if cover is not None)
        discs = (*resting, *self._jammed.values(), *self._moving)
        return Scene(discs, covers, self._shift, self._light, self._strip)

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
        self._lanes["board"].append(lambda: self._drop(column, colour))

    def pop(self, column: int) -> DiscColour:
        """A hand pushes the bottom disc out and takes it away; those above fall one space. Gives the disc's colour."""
        stack = self._planned[_column(column)]
        if not stack:
            raise InvalidValueError(f"table: column {column} has no disc to pop")
        colour = stack.pop(0)
        self._lanes["board"].append(lambda: self._pop(column))
        return colour

    def take(self, column: int) -> DiscColour:
        """A hand draws the topmost disc of a column out at the top and takes it away. Gives the disc's colour."""
        stack = self._planned[_column(column)]
        if not stack:
            raise InvalidValueError(f"table: column {column} has no disc to take")
        colour = stack.pop()
        self._lanes["board"].append(lambda: self._take(column))
        return colour

    def arrange(self, columns: Columns, seconds: float = 1.5) -> None:
        """Hands are busy all over the board for a while; then these discs lie in it."""
        self._planned = _checked(columns)
        self._lanes["board"].append(lambda: self._arrange(columns, seconds))

    def fill(self, columns: Columns) -> None:
        """At once, without a hand, these discs lie in the board: the scene is cut."""
        self._planned = _checked(columns)
        self._lying = _checked(columns)

    def jam(self, column: int, colour: DiscColour, row: float) -> None:
        """As `drop`, but the disc sticks at this height (such as 3.4) until it is loosened."""
        self._plan_drop(column, colour)
        lowest = len(self._planned[column]) - 1
        if row <= lowest:
            raise InvalidValueError(f"table: a disc can only stick above row {lowest} of column {column}, got {row}")
        self._lanes["board"].append(lambda: self._drop(column, colour, stuck_at=row))

    def loosen(self, column: int) -> None:
        """The jammed disc of this column falls into its place."""
        self._lanes["board"].append(lambda: self._loosen(_column(column)))

    def hover(self, column: int, colour: DiscColour, seconds: float = 1.0) -> None:
        """A disc is held over a column and taken away again."""
        self._lanes["board"].append(lambda: self._hover(_column(column), colour, seconds))

    def push(self, shift: Shift, seconds: float = 0.4) -> None:
        """The board is bumped and stands like this from then on."""
        self._lanes["board"].append(lambda: self._push(shift, seconds))

    def wait(self, seconds: float) -> None:
        """Nobody touches the board for a while."""
        self._lanes["board"].append(lambda: self._pause(seconds))

    def stand_in_front(self, cover: Cover, seconds: float) -> None:
        """Somebody's hand or head is in the way for a while."""
        self._lanes["people"].append(lambda: self._stand_in_front(cover, seconds))

    def change_light(self, light: Light, seconds: float = 0.3) -> None:
        """The light, or how the camera takes it, goes over to this."""
        self._lanes["light"].append(lambda: self._change_light(light, seconds))

    def show_strip(self, colours: Sequence[Colour]) -> None:
        """The LED strip under the board is lit like this from now on."""
        self._strip = tuple(colours)

    # How it goes

    def _plan_drop(self, column: int, colour: DiscColour) -> None:
        stack = self._planned[_column(column)]
        if len(stack) >= ROWS:
            raise InvalidValueError(f"table: column {column} is full, no disc can be dropped into it")
        stack.append(colour)

    def _frames(self, seconds: float) -> int:
        return 0 if seconds <= 0 else max(1, round(seconds * self.frames_per_second))

    def _pause(self, seconds: float) -> Motion:
        for _ in range(self._frames(seconds)):
            yield

    def _come(self, cover: Cover, disc: PlacedDisc | None, *, leaving: bool = False) -> Motion:
        """The hand goes along its arm from outside to where it acts, or back, with a disc or without."""
        frames = self._frames(self._pace.reach)
        angle = math.radians(cover.arm_degrees)
        far = 9.0
        for frame in range(1, frames + 1):
            away = far * (frame / frames if leaving else 1 - frame / frames) ** 1.5
            right, up = away * math.cos(angle), away * math.sin(angle)
            self._cover = replace(cover, column=cover.column + right, row=cover.row + up)
            smear = far / frames * abs(math.sin(angle)) * 0.3 if 0 < away < far else 0.0
            self._moving = [replace(disc, column=disc.column + right, row=disc.row + up, smear=smear)] if disc else []
            yield
        if leaving:
            self._cover = None
            self._moving = []

    def _drop(self, column: int, colour: DiscColour, stuck_at: float | None = None) -> Motion:
        held = PlacedDisc(colour, column, ABOVE)
        hand = Cover(CoverKind.PINCH, column, ABOVE + 0.25, 75.0 - 10.0 * (column - 3), person=_person(colour))
        yield from self._come(hand, held)
        yield from self._pause(self._pace.hold)
        target = float(len(self._lying[column])) if stuck_at is None else stuck_at
        yield from self._fall(column, [held], [target])
        if stuck_at is None:
            self._lying[column].append(colour)
        else:
            self._jammed[column] = PlacedDisc(colour, column, stuck_at)
        self._moving = []
        yield from self._come(hand, None, leaving=True)

    def _fall(self, column: int, discs: list[PlacedDisc], targets: list[float]) -> Motion:
        """Discs of one column fall freely to their places."""
        period = 1 / self.frames_per_second
        elapsed = 0.4 * period  # nobody lets go just as the shutter opens
        start = [disc.row for disc in discs]
        while any(row - GRAVITY * elapsed**2 / 2 > target for row, target in zip(start, targets, strict=True)):
            smear = GRAVITY * elapsed * min(0.012, period / 2)
            self._moving = [
                replace(disc, column=column, row=max(target, row - GRAVITY * elapsed**2 / 2), smear=smear)
                for disc, row, target in zip(discs, start, targets, strict=True)
            ]
            yield
            elapsed += period

    def _pop(self, column: int) -> Motion:
        bottom = self._lying[column][0]
        hand = Cover(CoverKind.HAND, column + 0.25, -0.95, -60.0 + 8.0 * (column - 3), person=_person(bottom))
        yield from self._come(hand, None)
        yield from self._pause(self._pace.hold)
        stack = self._lying[column]
        self._lying[column] = []
        frames = self._frames(self._pace.push)
        for frame in range(1, frames + 1):
            down = (frame - 0.3) / frames
            smear = 0.3 / frames
            self._moving = [PlacedDisc(colour, column, row - down, smear) for row, colour in enumerate(stack)]
            yield
        self._lying[column] = stack[1:]
        popped = PlacedDisc(stack[0], column, -1.2)
        yield from self._come(replace(hand, kind=CoverKind.PINCH), popped, leaving=True)

    def _take(self, column: int) -> Motion:
        colour = self._lying[column][-1]
        row = len(self._lying[column]) - 1
        hand = Cover(CoverKind.PINCH, column, row + 0.7, 80.0, person=_person(colour))
        yield from self._come(hand, None)
        self._lying[column].pop()
        frames = self._frames(self._pace.push)
        for frame in range(1, frames + 1):
            up = (ABOVE - row) * frame / frames
            self._moving = [PlacedDisc(colour, column, row + up, 0.4 / frames)]
            self._cover = replace(hand, row=hand.row + up)
            yield
        yield from self._come(replace(hand, row=ABOVE + 0.25), PlacedDisc(colour, column, ABOVE), leaving=True)

    def _arrange(self, columns: Columns, seconds: float) -> Motion:
        hand = Cover(CoverKind.HAND, 2.5, 3.0, -70.0)
        yield from self._come(hand, None)
        frames = self._frames(seconds)
        for frame in range(frames):
            wobble = math.sin(frame * 1.7)
            self._cover = replace(hand, column=2.5 + 2 * wobble, row=3 + math.cos(frame * 1.1))
            if frame == frames // 2:
                self._lying = _checked(columns)
                self._jammed.clear()
            yield
        yield from self._come(hand, None, leaving=True)

    def _loosen(self, column: int) -> Motion:
        disc = self._jammed.pop(column, None)
        if disc is None:
            raise InvalidValueError(f"table: no disc is jammed in column {column}")
        yield from self._fall(column, [disc], [float(len(self._lying[column]))])
        self._lying[column].append(disc.colour)
        self._moving = []

    def _hover(self, column: int, colour: DiscColour, seconds: float) -> Motion:
        hand = Cover(CoverKind.PINCH, column, ABOVE + 0.25, 75.0, person=_person(colour))
        held = PlacedDisc(colour, column, ABOVE)
        yield from self._come(hand, held)
        yield from self._pause(seconds)
        yield from self._come(hand, held, leaving=True)

    def _push(self, shift: Shift, seconds: float) -> Motion:
        start = self._shift
        frames = self._frames(seconds)
        self._shaken = True
        for frame in range(1, frames + 1):
            part = frame / frames
            shake = 0.15 * math.sin(2.6 * frame) * (1 - part)
            self._shift = Shift(
                start.right + (shift.right - start.right) * part + shake,
                start.down + (shift.down - start.down) * part,
                start.turn_degrees + (shift.turn_degrees - start.turn_degrees) * part,
                start.lean_degrees + (shift.lean_degrees - start.lean_degrees) * part + 4 * shake,
            )
            yield
        self._shift = shift
        self._shaken = False

    def _stand_in_front(self, cover: Cover, seconds: float) -> Motion:
        frames = self._frames(seconds)
        angle = math.radians(cover.arm_degrees)
        for frame in range(frames):
            away = 7.0 * max(0.0, 1 - min(frame + 1, frames - frame) * 3 / self.frames_per_second)
            self._bystander = replace(
                cover, column=cover.column + away * math.cos(angle), row=cover.row + away * math.sin(angle)
            )
            yield
        self._bystander = None

    def _change_light(self, light: Light, seconds: float) -> Motion:
        start = self._light
        frames = self._frames(seconds)
        for frame in range(1, frames + 1):
            part = frame / frames
            self._light = Light(
                start.lamp + (light.lamp - start.lamp) * part,
                start.exposure + (light.exposure - start.exposure) * part,
                start.warmth + (light.warmth - start.warmth) * part,
            )
            yield
        self._light = light


def _column(column: int) -> int:
    if not 0 <= column < COLUMNS:
        raise InvalidValueError(f"table: column must be 0 to {COLUMNS - 1}, got {column}")
    return column


def _checked(columns: Sequence[Sequence[DiscColour]]) -> list[list[DiscColour]]:
    if len(columns) != COLUMNS or any(len(stack) > ROWS for stack in columns):
        heights = [len(stack) for stack in columns]
        raise InvalidValueError(f"table: {COLUMNS} columns of at most {ROWS} discs are wanted, got heights {heights}")
    return [list(stack) for stack in columns]


def _person(colour: DiscColour) -> int:
    return 0 if colour is DiscColour.FIRST else 1
