"""Reading held against labelled pictures: what came out, at which stage it went wrong, and how long each stage took."""

import json
import time
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import msgspec
import numpy as np

from firmware.errors import PictureError, SourceError
from firmware.pictures import read_picture
from hardware.ports import Image
from referee.board import COLUMNS, ROWS
from vision.lattice import Lattice
from vision.locate import Located, locate
from vision.still import StillReading, Unreadable, UnreadableReason, read_board

LABELS = "labels.json"
SHIFTED_PITCHES = 0.5
"""Corner holes further off than this make it another grid than the board's."""
SWAP = str.maketrans("RY", "YR")
CELLS = frozenset(".RY?")
CORNERS = 4
FAR_PIXEL = 1 << 20
"""OpenCV reads no picture that is wider or higher, so no corner hole lies further off."""


class Label(msgspec.Struct, frozen=True):
    """The truth about one picture; the file may say more.

    Attributes:
        file: Name of the picture, beside the labels.
        grid: Six rows, top row first; `?` is not judged.
        corners: Middles of the corner holes in pixels, clockwise from top left; empty when they are not known.
        occluded: Whether something hides holes: to abstain is right, too.
        any_colours: Whether either colour may be called red.
    """

    file: str
    grid: tuple[str, ...]
    corners: tuple[tuple[float, float], ...] = ()
    occluded: bool = False
    any_colours: bool = False


class Outcome(Enum):
    """What came of one picture."""

    RIGHT = "right"
    WRONG = "wrong"
    ABSTAINED = "abstained"
    NO_PICTURE = "no picture"


class Stage(Enum):
    """Where a picture that was looked at and not read right went wrong."""

    GRID_NOT_FOUND = "grid not found"
    GRID_SHIFTED = "grid shifted"
    HIDDEN = "hidden"
    UNSURE = "unsure"
    COLOUR = "colour"
    BACKGROUND = "background"


@dataclass(frozen=True, slots=True)
class Row:
    """One picture judged.

    Attributes:
        file: Its name.
        outcome: What came of it.
        stage: Where it went wrong; None when it was read right, or there was no picture.
        wrong_cells: Cells that differ from the truth; 0 when no board was given.
        locate_seconds: Time to find the grid.
        read_seconds: Time to read the cells.
        trouble: Why there was no picture; empty when there was one.
    """

    file: str
    outcome: Outcome
    stage: Stage | None
    wrong_cells: int
    locate_seconds: float
    read_seconds: float
    trouble: str = ""


def load_labels(folder: Path) -> list[Label]:
    """Read the labels of a folder.

    Raises:
        SourceError: When there are none, or they cannot be understood.
    """
    file = folder / LABELS
    try:
        # Editors under Windows begin a file with a byte order mark, which is no JSON.
        labels = msgspec.json.decode(file.read_bytes().removeprefix(BOM_UTF8), type=list[Label])
    except OSError as error:
        raise SourceError(f"{file}: cannot be read: {error.strerror}") from error
    except msgspec.MsgspecError as error:
        raise SourceError(f"{file}: no list of labels: {error}") from error
    if not labels:
        raise SourceError(f"{file}: holds no labels")
    for number, label in enumerate(labels, 1):
        fault = _fault(label)
        if fault:
            raise SourceError(f"{file}: label {number}, of {label.file!r}: {fault}")
    return labels


def _fault(label: Label) -> str:
    """What a label says that cannot be; empty when all of it can."""
    if len(label.grid) != ROWS:
        return f"grid must be {ROWS} rows, top row first, got {len(label.grid)}"
    for number, row in enumerate(label.grid, 1):
        if len(row) != COLUMNS or not CELLS.issuperset(row):
            wanted = f"rows of {COLUMNS} cells, each one of '.', 'R', 'Y' and '?'"
            return f"grid must have {wanted}, got {row!r} as row {number}"
    if label.corners and len(label.corners) != CORNERS:
        return f"corners must be {CORNERS} points, clockwise from top left, or none, got {len(label.corners)}"
    for corner in label.corners:
        if not all(abs(value) <= FAR_PIXEL for value in corner):
            return f"corners must be in pixels, at most {FAR_PIXEL} either way, got {corner[0]:g}, {corner[1]:g}"
    return ""


def judge_folder(folder: Path, labels: list[Label]) -> Iterator[Row]:
    """Read each picture and hold it against its label; one that cannot be opened is a row, not a stop."""
    for label in labels:
        try:
            bgr = read_picture(folder / label.file)
        except PictureError as error:
            yield Row(label.file, Outcome.NO_PICTURE, None, 0, 0.0, 0.0, str(error))
        else:
            yield judge(label, bgr)


def judge(label: Label, bgr: Image) -> Row:
    """Read one picture and hold it against its label."""
    began = time.perf_counter()
    found = locate(bgr)
    located = time.perf_counter()
    abstained = Outcome.RIGHT if label.occluded else Outcome.ABSTAINED
    if not isinstance(found, Located):
        stage = None if label.occluded else Stage.GRID_NOT_FOUND
        return Row(label.file, abstained, stage, 0, located - began, 0.0)
    reading = read_board(bgr, found.lattice)
    spent = (located - began, time.perf_counter() - located)
    shifted = _is_shifted(label, found.lattice)
    match reading:
        case Unreadable(error=error):
            doubt = Stage.HIDDEN if error is UnreadableReason.HIDDEN else Stage.UNSURE
            stage = None if label.occluded else Stage.GRID_SHIFTED if shifted else doubt
            return Row(label.file, abstained, stage, 0, *spent)
        case StillReading(board=board):
            wrong = wrong_cells(label, str(board))
            if not wrong:
                return Row(label.file, Outcome.RIGHT, None, 0, *spent)
            colours = all({told, true} == {"R", "Y"} for told, true in wrong)
            stage = Stage.GRID_SHIFTED if shifted else Stage.COLOUR if colours else Stage.BACKGROUND
            return Row(label.file, Outcome.WRONG, stage, len(wrong), *spent)


def wrong_cells(label: Label, board: str) -> list[tuple[str, str]]:
    """Cells that were told wrong, each with what was told and what is true; either way round where that is allowed."""
    truth = "".join(label.grid)
    told = board.replace("/", "")
    readings = (told, told.translate(SWAP)) if label.any_colours else (told,)
    return min(([(a, b) for a, b in zip(way, truth, strict=True) if b not in (a, "?")] for way in readings), key=len)


def _is_shifted(label: Label, lattice: Lattice) -> bool:
    if not label.corners:
        return False
    holes = lattice.holes()
    corners, true = holes[[0, 6, 41, 35]], np.asarray(label.corners)
    pitch = float(np.linalg.norm(true[1] - true[0])) / 6
    return bool(np.linalg.norm(corners - true, axis=1).max() > SHIFTED_PITCHES * pitch)


@dataclass(frozen=True, slots=True)
class Summary:
    """All pictures of a folder together."""

    rows: tuple[Row, ...]

    def count(self, outcome: Outcome) -> int:
        """Pictures with this outcome."""
        return sum(row.outcome is outcome for row in self.rows)

    @property
    def wrong_cells(self) -> int:
        """Wrong cells of all boards that were given."""
        return sum(row.wrong_cells for row in self.rows)

    @property
    def stages(self) -> dict[str, int]:
        """How many pictures went wrong at each stage."""
        counted = Counter(row.stage for row in self.rows)
        return {stage.value: counted[stage] for stage in Stage}

    @property
    def milliseconds(self) -> dict[str, float]:
        """Median time of each stage, over the pictures that there were; 0 when there was none."""
        looked_at = [row for row in self.rows if row.outcome is not Outcome.NO_PICTURE]
        return {
            "locate": _median_milliseconds([row.locate_seconds for row in looked_at]),
            "read": _median_milliseconds([row.read_seconds for row in looked_at]),
        }

    def in_json(self) -> str:
        """One JSON object."""
        outcomes = {outcome.value: self.count(outcome) for outcome in Outcome}
        more = {"pictures": len(self.rows), **outcomes, "wrong_cells": self.wrong_cells}
        return json.dumps({**more, "stages": self.stages, "median_milliseconds": self.milliseconds})

    def in_text(self) -> str:
        """A few lines for people."""
        total = len(self.rows)
        lines = [f"{total} pictures"]
        lines += [f"  {outcome.value:<16} {self.count(outcome):4}" for outcome in Outcome]
        lines.append(f"  {'wrong cells':<16} {self.wrong_cells:4}")
        lines.append("where it went wrong")
        lines += [f"  {stage:<16} {count:4}" for stage, count in self.stages.items()]
        lines.append("median time")
        lines += [f"  {stage:<16} {spent:6.1f} ms" for stage, spent in self.milliseconds.items()]
        return "\n".join(lines)


def _median_milliseconds(seconds: list[float]) -> float:
    return round(1000 * float(np.median(seconds)), 1) if seconds else 0.0
