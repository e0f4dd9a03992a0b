"""How things move on the table: hands coming and going, discs falling, pushes, lamps. One generator a motion.

Each motion changes the `TableState` and yields once for every frame that passes.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hardware.errors import InvalidValueError
from hardware.simulated.scene import Columns, Cover, CoverKind, DiscColour, Light, PlacedDisc, Shift
from hardware.simulated.table_state import TableState, stacks

GRAVITY = 280.0
"""Rows per second squared: 9.8 m/s² for a hole pitch of 35 mm."""

ABOVE = 6.55
"""The row at which a disc is held over a column."""

FAR = 9.0
"""How far along its arm a hand comes from."""

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


class Motions:
    """What can happen on a table.

    Args:
        state: What is moved.
        frames_per_second: How many frames make a second.
        pace: How long hands take.
    """

    def __init__(self, state: TableState, frames_per_second: float, pace: Pace) -> None:
        self._state = state
        self._frames_per_second = frames_per_second
        self._pace = pace

    def _frames(self, seconds: float) -> int:
        return 0 if seconds <= 0 else max(1, round(seconds * self._frames_per_second))

    def wait(self, seconds: float) -> Motion:
        """Nobody touches the board."""
        for _ in range(self._frames(seconds)):
            yield

    def _come(self, cover: Cover, disc: PlacedDisc | None) -> Motion:
        """The hand comes along its arm from outside to where it acts, with a disc or without."""
        frames = self._frames(self._pace.reach)
        yield from self._along_the_arm(
            cover, disc, [FAR * (1 - frame / frames) ** 1.5 for frame in range(1, frames + 1)]
        )

    def _leave(self, cover: Cover, disc: PlacedDisc | None) -> Motion:
        """The hand goes away along its arm, with a disc or without."""
        frames = self._frames(self._pace.reach)
        yield from self._along_the_arm(cover, disc, [FAR * (frame / frames) ** 1.5 for frame in range(1, frames + 1)])
        self._state.cover = None
        self._state.moving = []

    def _along_the_arm(self, cover: Cover, disc: PlacedDisc | None, distances: list[float]) -> Motion:
        angle = math.radians(cover.arm_degrees)
        for away in distances:
            right, up = away * math.cos(angle), away * math.sin(angle)
            self._state.cover = replace(cover, column=cover.column + right, row=cover.row + up)
            smear = FAR / len(distances) * abs(math.sin(angle)) * 0.3 if 0 < away < FAR else 0.0
            self._state.moving = (
                [replace(disc, column=disc.column + right, row=disc.row + up, smear=smear)] if disc else []
            )
            yield

    def drop(self, column: int, colour: DiscColour, stuck_at: float | None = None) -> Motion:
        """A hand lets a disc go over a column; with `stuck_at` it jams at that row."""
        held = PlacedDisc(colour, column, ABOVE)
        hand = Cover(CoverKind.PINCH, column, ABOVE + 0.25, 75.0 - 10.0 * (column - 3), person=_person(colour))
        yield from self._come(hand, held)
        yield from self.wait(self._pace.hold)
        target = float(len(self._state.lying[column])) if stuck_at is None else stuck_at
        yield from self._fall(column, [held], [target])
        if stuck_at is None:
            self._state.lying[column].append(colour)
        else:
            self._state.jammed[column] = PlacedDisc(colour, column, stuck_at)
        self._state.moving = []
        yield from self._leave(hand, None)

    def _fall(self, column: int, discs: list[PlacedDisc], targets: list[float]) -> Motion:
        """Discs of one column fall freely to their places."""
        period = 1 / self._frames_per_second
        elapsed = 0.4 * period  # nobody lets go just as the shutter opens
        start = [disc.row for disc in discs]
        while any(row - GRAVITY * elapsed**2 / 2 > target for row, target in zip(start, targets, strict=True)):
            smear = GRAVITY * elapsed * min(0.012, period / 2)
            self._state.moving = [
                replace(disc, column=column, row=max(target, row - GRAVITY * elapsed**2 / 2), smear=smear)
                for disc, row, target in zip(discs, start, targets, strict=True)
            ]
            yield
            elapsed += period

    def pop(self, column: int) -> Motion:
        """A hand pushes the bottom disc out and takes it away."""
        bottom = self._state.lying[column][0]
        hand = Cover(CoverKind.HAND, column + 0.25, -0.95, -60.0 + 8.0 * (column - 3), person=_person(bottom))
        yield from self._come(hand, None)
        yield from self.wait(self._pace.hold)
        stack = self._state.lying[column]
        self._state.lying[column] = []
        frames = self._frames(self._pace.push)
        for frame in range(1, frames + 1):
            down = (frame - 0.3) / frames
            smear = 0.3 / frames
            self._state.moving = [PlacedDisc(colour, column, row - down, smear) for row, colour in enumerate(stack)]
            yield
        self._state.lying[column] = stack[1:]
        popped = PlacedDisc(stack[0], column, -1.2)
        yield from self._leave(replace(hand, kind=CoverKind.PINCH), popped)

    def take(self, column: int) -> Motion:
        """A hand draws the topmost disc out at the top."""
        colour = self._state.lying[column][-1]
        row = len(self._state.lying[column]) - 1
        hand = Cover(CoverKind.PINCH, column, row + 0.7, 80.0, person=_person(colour))
        yield from self._come(hand, None)
        self._state.lying[column].pop()
        frames = self._frames(self._pace.push)
        for frame in range(1, frames + 1):
            up = (ABOVE - row) * frame / frames
            self._state.moving = [PlacedDisc(colour, column, row + up, 0.4 / frames)]
            self._state.cover = replace(hand, row=hand.row + up)
            yield
        yield from self._leave(replace(hand, row=ABOVE + 0.25), PlacedDisc(colour, column, ABOVE))

    def arrange(self, columns: Columns, seconds: float) -> Motion:
        """Hands before the board for a while, and then other discs in it."""
        hand = Cover(CoverKind.HAND, 2.5, 3.0, -70.0)
        yield from self._come(hand, None)
        frames = self._frames(seconds)
        for frame in range(frames):
            wobble = math.sin(frame * 1.7)
            self._state.cover = replace(hand, column=2.5 + 2 * wobble, row=3 + math.cos(frame * 1.1))
            if frame == frames // 2:
                self._state.lying = stacks(columns)
                self._state.jammed.clear()
            yield
        yield from self._leave(hand, None)

    def loosen(self, column: int) -> Motion:
        """The jammed disc falls into its place; raises `InvalidValueError` when there is none."""
        disc = self._state.jammed.pop(column, None)
        if disc is None:
            raise InvalidValueError(f"table: no disc is jammed in column {column}")
        yield from self._fall(column, [disc], [float(len(self._state.lying[column]))])
        self._state.lying[column].append(disc.colour)
        self._state.moving = []

    def hover(self, column: int, colour: DiscColour, seconds: float) -> Motion:
        """A disc held over a column and taken away again."""
        hand = Cover(CoverKind.PINCH, column, ABOVE + 0.25, 75.0, person=_person(colour))
        held = PlacedDisc(colour, column, ABOVE)
        yield from self._come(hand, held)
        yield from self.wait(seconds)
        yield from self._leave(hand, held)

    def push(self, shift: Shift, seconds: float) -> Motion:
        """The board shakes and comes to stand elsewhere."""
        start = self._state.shift
        frames = self._frames(seconds)
        self._state.shaken = True
        for frame in range(1, frames + 1):
            part = frame / frames
            shake = 0.15 * math.sin(2.6 * frame) * (1 - part)
            self._state.shift = Shift(
                start.right + (shift.right - start.right) * part + shake,
                start.down + (shift.down - start.down) * part,
                start.turn_degrees + (shift.turn_degrees - start.turn_degrees) * part,
                start.lean_degrees + (shift.lean_degrees - start.lean_degrees) * part + 4 * shake,
            )
            yield
        self._state.shift = shift
        self._state.shaken = False

    def stand_in_front(self, cover: Cover, seconds: float) -> Motion:
        """Somebody comes before the board and goes."""
        frames = self._frames(seconds)
        angle = math.radians(cover.arm_degrees)
        for frame in range(frames):
            away = 7.0 * max(0.0, 1 - min(frame + 1, frames - frame) * 3 / self._frames_per_second)
            self._state.bystander = replace(
                cover, column=cover.column + away * math.cos(angle), row=cover.row + away * math.sin(angle)
            )
            yield
        self._state.bystander = None

    def change_light(self, light: Light, seconds: float) -> Motion:
        """The light goes over to another, evenly."""
        start = self._state.light
        frames = self._frames(seconds)
        for frame in range(1, frames + 1):
            part = frame / frames
            self._state.light = Light(
                start.lamp + (light.lamp - start.lamp) * part,
                start.exposure + (light.exposure - start.exposure) * part,
                start.warmth + (light.warmth - start.warmth) * part,
            )
            yield
        self._state.light = light


def _person(colour: DiscColour) -> int:
    return 0 if colour is DiscColour.FIRST else 1
