"""Whole games before the simulated rig, each in a scene of its own, and how many rulings were right.

The players do not wait for the referee: each action is followed by a short rest. Meanwhile the light changes, hands and
heads pass in front, discs are held over columns and taken away again, the strip under the board is lit, and once a game
the board is bumped.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from firmware.demo.account import Due, due_rulings
from firmware.demo.players import COLOUR, columns_of
from firmware.demo.script import Act, Script, write_script
from firmware.watching import Watching
from hardware.ports import Colour
from hardware.simulated.random_scene import table_scene
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Cover, CoverKind, DiscColour, Light, Shift
from hardware.simulated.table import Pace, Table
from referee.position import Drop, Pop, Redrop, Stop
from referee.ruling import as_json

FRAMES_PER_SECOND = 5.0
REST_SECONDS = 0.6
"""For so long the board is left alone after each action, three frames: few are enough."""
STRIP_LEVELS = (0, 20, 64)
"""Levels of the strip's channels, up to the quarter of full brightness to which it is capped."""
LEDS = 24


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """What came of one game.

    Attributes:
        seed: Of the game and its scene.
        frames: Pictures looked at.
        due: Rulings that the players' actions call for.
        right: How many of these were given, in order, before the first that was wrong or missing.
        fault: What was wrong first, in words; None when nothing was.
    """

    seed: int
    frames: int
    due: int
    right: int
    fault: str | None


def play_game(seed: int) -> GameOutcome:
    """Play the game of a seed to its end; seeds divisible by four begin with the empty grid."""
    chance = random.Random(seed)  # noqa: S311 - a game, not a secret
    script = write_script(seed, stored=seed % 4 != 0)
    pace = Pace(reach=chance.choice((0.2, 0.4)), hold=chance.choice((0.0, 0.2)), push=chance.choice((0.2, 0.3)))
    table = Table(frames_per_second=FRAMES_PER_SECOND, columns=columns_of(script.start.board), pace=pace)
    renderer = Renderer(table_scene(seed))
    watching = Watching(script.start)
    given: list[dict[str, object]] = []
    frames = 0
    for _ in _course(script, table, chance):
        picture = renderer.render(table.step()).pixels
        given += [as_json(ruling) for ruling in watching.look(picture, frames / FRAMES_PER_SECOND)]
        frames += 1
    due = due_rulings(script)
    right, fault = _compare(due, given)
    return GameOutcome(seed, frames, len(due), right, fault)


def _course(script: Script, table: Table, chance: random.Random) -> Iterator[None]:
    """What happens at the table, frame by frame."""
    rest = max(3, round(REST_SECONDS * FRAMES_PER_SECOND))
    bumped_before = chance.randrange(1, len(script.steps))
    yield from (None for _ in range(rest))
    for number, step in enumerate(script.steps):
        if not isinstance(step, Act):
            raise TypeError("the games of the bench are lawful")
        if number == bumped_before:
            table.push(_any_shift(chance))
        _disturb(table, chance)
        match step.action:
            case Drop(column) | Redrop(column):
                table.drop(column, COLOUR[step.before.turn])
            case Pop(column):
                table.pop(column)
            case Stop():
                raise ValueError("the games of the bench know no house rules")
        yield
        while table.is_busy:
            yield
        yield from (None for _ in range(rest))


def _disturb(table: Table, chance: random.Random) -> None:
    if chance.random() < 0.2:
        light = Light(chance.choice((0.0, 0.5, 1.0, 1.0)), chance.uniform(0.6, 1.4), chance.uniform(-0.6, 0.6))
        table.change_light(light, chance.choice((0.2, 1.0, 3.0)))
    if chance.random() < 0.15:
        kind = chance.choice(tuple(CoverKind))
        cover = Cover(kind, chance.uniform(0, 6), chance.uniform(0, 5), chance.uniform(-120, 120), chance.randrange(99))
        table.stand_in_front(cover, chance.choice((0.3, 0.6, 2.0)))
    if chance.random() < 0.15:
        table.hover(chance.randrange(7), chance.choice(tuple(DiscColour)), chance.choice((0.2, 0.6)))
    if chance.random() < 0.3:
        levels = [[chance.choice(STRIP_LEVELS) for _ in range(3)] for _ in range(LEDS)]
        table.show_strip([Colour(*level) for level in levels])


def _any_shift(chance: random.Random) -> Shift:
    return Shift(chance.uniform(-0.8, 0.8), chance.uniform(-0.3, 0.3), chance.uniform(-4, 4), chance.uniform(-2, 2))


def _compare(due: tuple[Due, ...], given: list[dict[str, object]]) -> tuple[int, str | None]:
    for number, want in enumerate(due):
        if number >= len(given):
            return number, f"ruling {number} is missing: {want}"
        got = given[number]
        if any(got.get(key) != value for key, value in want.items()):
            return number, f"ruling {number} should be {want}, it is {got}"
    if len(given) > len(due):
        return len(due), f"a ruling was invented: {given[len(due)]}"
    return len(due), None
