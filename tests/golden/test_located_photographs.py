"""The lattice on real photographs, where they are at hand: they are other people's and no part of the project."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.locate import Located, NotLocated, locate

PHOTOS = Path(__file__).parents[3] / "shared" / "photos"
SAMPLE = 5
"""Every so many-th photograph, so that the test stays quick."""
WITHIN_PITCHES = 0.25

pytestmark = pytest.mark.skipif(
    not (PHOTOS / "labels.json").exists(),
    reason="no labelled photographs beside the project (../shared/photos)",
)


def _sample() -> list[dict[str, object]]:
    labels: list[dict[str, object]] = json.loads((PHOTOS / "labels.json").read_text(encoding="utf-8"))
    return labels[::SAMPLE]


def _picture(label: dict[str, object]) -> np.ndarray:
    picture = cv2.imread(str(PHOTOS / str(label["file"])))
    assert picture is not None
    return picture


def test_the_corner_holes_of_photographs_are_found_within_a_quarter_of_a_pitch() -> None:
    off = {}
    for label in _sample():
        found = locate(_picture(label))
        corners = np.array(label["corners"], dtype=np.float64)
        if isinstance(found, Located):
            pitch = np.linalg.norm(corners[1] - corners[0]) / 6.0
            off[label["file"]] = np.linalg.norm(found.lattice.corner_holes() - corners, axis=1).max() / pitch
        else:
            off[label["file"]] = np.inf
    missed = {name: round(float(distance), 2) for name, distance in off.items() if distance > WITHIN_PITCHES}
    assert not missed


def test_what_is_beside_the_boards_of_photographs_is_no_board() -> None:
    mistaken = []
    for label in _sample():
        picture = _picture(label)
        corners = np.array(label["corners"], dtype=np.float64)
        pitch = np.linalg.norm(corners[1] - corners[0]) / 6.0
        left, right = corners[:, 0].min() - pitch, corners[:, 0].max() + pitch
        beside = picture[:, : int(left)] if left > picture.shape[1] - right else picture[:, int(right) :]
        if beside.shape[1] >= 100 and not isinstance(locate(np.ascontiguousarray(beside)), NotLocated):
            mistaken.append(label["file"])
    assert not mistaken
