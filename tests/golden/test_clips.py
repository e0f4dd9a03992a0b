"""Recorded games, two frames a second: every board that stood still passes, in time, and no other."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.board import Board
from vision.eye import Eye
from vision.lattice import Lattice
from vision.locate import Located, locate
from vision.picture import Image
from vision.settle import StabilityFilter

CLIPS = Path(__file__).parents[2].parent / "shared" / "renders" / "clips"
MOST_FRAMES_LATE = 4


def clips() -> list[object]:
    if not CLIPS.is_dir():
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"no clips in {CLIPS}"))]
    return [pytest.param(path.parent, id=path.parent.name) for path in sorted(CLIPS.glob("*/truth.json"))]


def place(bgr: Image) -> Lattice | None:
    found = locate(bgr)
    return found.lattice if isinstance(found, Located) else None


@pytest.mark.parametrize("clip", clips())
def test_every_board_at_rest_settles_in_time_and_no_other(clip: Path) -> None:
    truth = json.loads((clip / "truth.json").read_text(encoding="utf-8"))
    start = Board.parse(truth["start"].split()[0])
    due: list[tuple[int, Board]] = []
    settled: list[tuple[int, Board]] = []
    eye, settle = Eye(place, lambda _: None, expected=start), StabilityFilter(start)
    for number, frame in enumerate(truth["frames"]):
        if frame["status"] == "stable" and Board.parse(frame["board"]) != (due[-1][1] if due else start):
            due.append((number, Board.parse(frame["board"])))
        at = number / truth["fps"]
        picture = np.asarray(cv2.imread(str(clip / frame["file"])), dtype=np.uint8)
        board = settle.observe(eye.look(picture, at), at)
        if board is not None:
            eye.confirm(board)
            settled.append((number, board))
    assert [board for _, board in settled] == [board for _, board in due]
    for (given, _), (first, _) in zip(settled, due, strict=True):
        assert 0 <= given - first <= MOST_FRAMES_LATE
