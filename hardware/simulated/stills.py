"""Single pictures with their labels, as many as are wanted: for tests of the reading and for training."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypedDict

import cv2
import numpy as np

from hardware.ports import Image
from hardware.simulated.options import SceneOptions
from hardware.simulated.palette import DISC_COLOURS, FRAME_COLOURS, INTERCHANGEABLE
from hardware.simulated.random_scene import random_scene
from hardware.simulated.renderer import Renderer, Rendering
from hardware.simulated.scene import COLUMNS, ROWS, Columns, Cover, CoverKind, DiscColour, Scene
from hardware.simulated.textures import Random

SIZES = ((640, 480), (640, 480), (640, 480), (640, 360), (480, 640), (800, 600))
"""Widths and heights that pictures have, in pixels."""

LETTERS = {DiscColour.FIRST: "R", DiscColour.SECOND: "Y"}
"""How labels write the two kinds of disc."""


class Label(TypedDict):
    """The truth about a picture, as `labels.json` has it.

    `grid` is six rows, the top one first; `holes` the 42 middles in pixels, row 6 first, left to right; `corners` the
    middles of the corner holes, clockwise from top left.
    """

    file: str
    grid: list[str]
    corners: list[list[float]]
    occluded: bool
    any_colours: bool
    disc_set: str
    frame: str
    tags: list[str]
    holes: list[list[float]]


def render_still(seed: int, size: tuple[int, int] | None = None) -> tuple[Image, Label]:
    """A picture of a random board in a random look.

    Args:
        seed: The same seed gives the same picture.
        size: Width and height in pixels; one of `SIZES` when it is not told.
    Returns: BGR uint8, and its label.
    """
    random = np.random.default_rng((seed, 3))
    width, height = size or SIZES[int(random.integers(0, len(SIZES)))]
    options = random_scene(seed, width, height)
    columns = random_columns(random)
    covers = tuple(_random_covers(random))
    rendering = Renderer(options).render(replace(Scene.of_columns(columns), covers=covers))
    return rendering.pixels, label(f"still_{seed:06d}.jpg", options, columns, rendering, hand=bool(covers))


def write(folder: Path, count: int, seed: int, size: tuple[int, int] | None = None) -> Path:
    """Write pictures of consecutive seeds with their `labels.json`.

    Args:
        folder: Where to; it is made when it is not there.
        count: How many.
        seed: The first seed.
        size: As for `render_still`.
    Returns: The path of the labels.

    Raises:
        OSError: When the folder cannot be made, or written into.
    """
    folder.mkdir(parents=True, exist_ok=True)
    labels = []
    for each in range(seed, seed + count):
        pixels, truth = render_still(each, size)
        # Not cv2.imwrite: it says on standard error itself that a folder cannot be written.
        packed = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 95])[1]
        (folder / truth["file"]).write_bytes(packed.tobytes())
        labels.append(truth)
    path = folder / "labels.json"
    path.write_text(json.dumps(labels) + "\n", encoding="utf-8")
    return path


def label(file: str, options: SceneOptions, columns: Columns, rendering: Rendering, *, hand: bool = False) -> Label:
    """The truth about a picture."""
    disc_set = _nearest_name(
        {name: [[*first, *second] for first, second in pairs] for name, pairs in DISC_COLOURS.items()},
        [*options.discs.first, *options.discs.second],
    )
    frame = _nearest_name(
        {name: [list(c) for c in shades] for name, shades in FRAME_COLOURS.items()}, options.frame.colour
    )
    holes = [[round(float(x), 2), round(float(y), 2)] for x, y in rendering.holes]
    corner_numbers = (0, COLUMNS - 1, ROWS * COLUMNS - 1, (ROWS - 1) * COLUMNS)
    return Label(
        file=file,
        grid=grid_rows(columns),
        corners=[holes[number] for number in corner_numbers],
        occluded=bool(rendering.covered.any()),
        any_colours=disc_set in INTERCHANGEABLE,
        disc_set=disc_set,
        frame=frame,
        tags=[*options.tags, *(["hand"] if hand else [])],
        holes=holes,
    )


def grid_rows(columns: Columns) -> list[str]:
    """Six texts of seven letters, the top row first."""
    return [
        "".join(LETTERS[stack[row]] if row < len(stack) else "." for stack in columns) for row in reversed(range(ROWS))
    ]


def random_columns(random: Random) -> Columns:
    """A board as games have it: empty, being filled row by row, full, played on, or a few discs."""
    kind = random.choice(["empty", "setup", "full", "played", "sparse"], p=[0.06, 0.22, 0.12, 0.4, 0.2])
    match str(kind):
        case "empty":
            heights = [0] * COLUMNS
        case "setup":
            row = int(random.integers(0, ROWS))
            heights = [row + int(done) for done in random.random(COLUMNS) < random.random()]
        case "full":
            heights = [ROWS] * COLUMNS
        case "played":
            heights = np.clip(ROWS - random.poisson(1.6, COLUMNS), 0, ROWS).tolist()
        case _:
            heights = np.clip(random.poisson(1.2, COLUMNS), 0, ROWS).tolist()
    share = float(random.choice([0.5, 0.5, 0.5, random.uniform(0.1, 0.9)]))
    return tuple(
        tuple(DiscColour.FIRST if random.random() < share else DiscColour.SECOND for _ in range(height))
        for height in heights
    )


def _random_covers(random: Random) -> Iterator[Cover]:
    """Now and then a hand, over the board or beside it, or a head before it."""
    kind = CoverKind.HAND if random.random() < 0.5 else CoverKind.PINCH
    person = int(random.integers(0, 1000))
    chance = random.random()
    if chance < 0.05:
        yield Cover(
            kind, float(random.uniform(0, 6)), float(random.uniform(0, 5)), float(random.uniform(-120, 120)), person
        )
    elif chance < 0.13:
        yield Cover(
            kind, float(random.uniform(0, 6)), float(random.uniform(6.3, 7)), float(random.uniform(40, 140)), person
        )
    elif chance < 0.15:
        yield Cover(CoverKind.HEAD, float(random.uniform(-4, 10)), float(random.uniform(-6, 2)), -90, person)
    elif chance < 0.2:
        yield Cover(
            kind, float(random.uniform(7.2, 8)), float(random.uniform(0, 5)), float(random.uniform(-40, 40)), person
        )


def _nearest_name(names: dict[str, list[list[float]]], colour: object) -> str:
    wanted = np.asarray(colour)
    return min(names, key=lambda name: min(float(np.abs(np.asarray(one) - wanted).sum()) for one in names[name]))
