"""A straightened board to a board in the game's terms: shapes, then colours, then gravity.

The cell model speaks first. What gravity makes of it teaches the colours of the discs, the colours speak about every
cell, and gravity decides again. Whether the answer is good enough to be told is left to the caller.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from referee.board import Board, Cell
from vision.cell_model import HIDDEN, CellJudge
from vision.colours import (
    ColourModel,
    Samples,
    frame_colours,
    learn_from,
    light_and_chroma,
    middle_colours,
    weigh_colours,
)
from vision.decode import EMPTY, RED, YELLOW, Decoded, Evidence, decode
from vision.lattice import COLUMNS, ROWS
from vision.picture import Image

LIKELY_HIDDEN: Final = 0.5
"""Probability above which a cell counts as covered."""

COLOUR_ROUNDS: Final = 2
"""Times that the colours are learned; the second time from the board that the first one gave."""

Bgr = tuple[int, int, int]
"""Blue, green and red, 0 to 255."""

NOMINAL_COLOURS: Final[dict[str, Bgr]] = {
    "red": (30, 30, 200),
    "orange": (20, 120, 240),
    "yellow": (30, 210, 240),
    "green": (60, 150, 40),
    "blue": (190, 90, 30),
    "purple": (150, 50, 110),
    "pink": (170, 120, 240),
    "white": (230, 230, 230),
    "black": (25, 25, 25),
}
"""What people call the colours of discs. Used only to tell which of the two learned colours is meant by which name."""


@dataclass(frozen=True, slots=True)
class DiscNames:
    """What the players call the colours of their discs; keys of `NOMINAL_COLOURS`."""

    red: str
    """Colour of the discs that the game calls red."""
    yellow: str
    """Colour of the discs that the game calls yellow."""


@dataclass(frozen=True, slots=True, eq=False)
class CellReading:
    """The most likely board, however sure."""

    board: Board
    probabilities: NDArray[np.float64]
    """Of empty, red and yellow in each cell, shape (7, 6, 3): column from the left, row from the bottom."""
    confidence: float
    """Probability that all 42 cells are as in the board, 0 to 1."""
    hidden: tuple[Cell, ...]
    """Cells in front of which something lies, or where there is no hole."""
    colours: ColourModel
    """The colours of the discs; that of discs which are not there is a guess."""
    red_bgr: Bgr | None
    """How red discs look, None where there are none."""
    yellow_bgr: Bgr | None


def read_cells(board: Image, judge: CellJudge, names: DiscNames | None = None) -> CellReading:
    """Read a straightened board.

    Args:
        board: As `vision.cells.Sampler.straighten` gives it.
        judge: The trained network, asked once or more often.
        names: The colours of the discs, where the players have said; otherwise the redder ones are red.
    """
    logs = judge.log_probabilities(board)
    middles = middle_colours(board)
    samples = light_and_chroma(middles)
    frame = light_and_chroma(frame_colours(board))
    shapes: Evidence = logs[..., :HIDDEN]
    decoded, colours = _with_colours(shapes, samples, frame)
    if names is not None and _are_swapped(colours, decoded, names):
        colours = replace(colours, means=colours.means[::-1], weights=colours.weights[:, ::-1])
        decoded = _swapped(decoded)
    hidden_chance = np.exp(logs[..., HIDDEN])
    hidden = tuple(
        (column, row) for column in range(COLUMNS) for row in range(ROWS) if hidden_chance[column, row] > LIKELY_HIDDEN
    )
    return CellReading(
        decoded.board,
        decoded.probabilities,
        decoded.confidence * (1.0 - float(hidden_chance.max())),
        hidden,
        colours,
        _typical(middles, decoded, RED),
        _typical(middles, decoded, YELLOW),
    )


def _with_colours(shapes: Evidence, samples: Samples, frame: Samples) -> tuple[Decoded, ColourModel]:
    """Let the discs teach their colours, and the colours speak; every story about the colours counts by its chance."""
    evidence = shapes
    for _ in range(COLOUR_ROUNDS):
        stories = learn_from(evidence, samples)
        told = [(story, weigh_colours(shapes, samples, frame, story)) for story in stories if story.chance > 0.001]
        likeliest, evidence = max(told, key=lambda each: each[0].chance)
    decoded = [(story, decode(each)) for story, each in told]
    best = next(each for story, each in decoded if story is likeliest)
    confidence = sum(story.chance * each.confidence for story, each in decoded if each.board == best.board)
    return replace(best, confidence=confidence), likeliest


def _swapped(decoded: Decoded) -> Decoded:
    """The same with the colours called the other way round."""
    return Decoded(
        Board(decoded.board.yellow, decoded.board.red),
        decoded.probabilities[..., [EMPTY, YELLOW, RED]],
        decoded.confidence,
        decoded.against_gravity,
    )


def _are_swapped(colours: ColourModel, decoded: Decoded, names: DiscNames) -> bool:
    """Whether the two learned colours fit the names better the other way round."""
    named = np.array([[NOMINAL_COLOURS[names.red], NOMINAL_COLOURS[names.yellow]]], dtype=np.float64)
    wanted = light_and_chroma(named)[0]
    apart = np.abs(colours.means[:, None] - wanted).sum(axis=-1)
    count = decoded.probabilities[..., [RED, YELLOW]].sum(axis=(0, 1))
    straight = count[0] * apart[0, 0] + count[1] * apart[1, 1]
    crossed = count[0] * apart[0, 1] + count[1] * apart[1, 0]
    return bool(crossed < straight)


def _typical(middles: Samples, decoded: Decoded, state: int) -> Bgr | None:
    there = middles[decoded.probabilities[..., state] > 0.5]
    if not len(there):
        return None
    blue, green, red = (round(float(channel)) for channel in np.median(there, axis=0))
    return blue, green, red
