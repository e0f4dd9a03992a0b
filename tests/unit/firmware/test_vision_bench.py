"""Reading held against labels: what counts as wrong, and at which stage."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.cli import run
from firmware.errors import SourceError
from firmware.vision_bench import Label, Outcome, Stage, judge, judge_folder, load_labels, wrong_cells
from hardware.simulated.options import SceneOptions
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import DiscColour, Scene

GRID = (".......", ".......", ".......", "..R....", ".YRY...", "RYRYRYR")
BOARD = "/".join(GRID)


def test_each_wrong_cell_is_given_with_what_is_true() -> None:
    assert wrong_cells(Label("a", GRID), BOARD) == []
    assert wrong_cells(Label("a", GRID), BOARD.replace(".YRY", ".RRY")) == [("R", "Y")]


def test_cells_that_nobody_can_read_are_not_judged() -> None:
    unknown = (*GRID[:4], ".?RY...", GRID[5])
    assert wrong_cells(Label("a", unknown), BOARD) == []


def test_where_either_colour_may_be_red_both_readings_count() -> None:
    swapped = BOARD.translate(str.maketrans("RY", "YR"))
    assert wrong_cells(Label("a", GRID, any_colours=True), swapped) == []
    assert len(wrong_cells(Label("a", GRID), swapped)) == 11


def test_a_picture_without_a_board_is_a_row_and_no_stop(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "plain.png"), np.full((480, 640, 3), 90, np.uint8))
    labels = [Label("nowhere.png", GRID), Label("plain.png", GRID), Label("plain.png", GRID, occluded=True)]
    rows = list(judge_folder(tmp_path, labels))
    assert [row.outcome for row in rows] == [Outcome.NO_PICTURE, Outcome.ABSTAINED, Outcome.RIGHT]
    assert [row.stage for row in rows] == [None, Stage.GRID_NOT_FOUND, None]


def test_pictures_that_cannot_be_read_are_named_and_counted_by_themselves(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "empty.png").touch()
    labels = [{"file": "empty.png", "grid": GRID}, {"file": "nowhere.png", "grid": GRID, "occluded": True}]
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    assert run(["bench", "vision", str(tmp_path), "--json"]) == 1
    captured = capsys.readouterr()
    assert captured.err == (
        f"pop10 bench: {tmp_path / 'empty.png'}: is empty, and a picture is wanted\n"
        f"pop10 bench: {tmp_path / 'nowhere.png'}: there is no such file\n"
    )
    measured = json.loads(captured.out)
    assert (measured["no picture"], measured["abstained"], measured["right"]) == (2, 0, 0)
    assert measured["median_milliseconds"] == {"locate": 0.0, "read": 0.0}


def test_a_grid_beside_the_board_is_a_shifted_one() -> None:
    columns = tuple((DiscColour.FIRST, DiscColour.SECOND, DiscColour.FIRST) for _ in range(7))
    drawn = Renderer(SceneOptions()).render(Scene.of_columns(columns))
    truth = ("." * 7, "." * 7, "." * 7, "R" * 7, "Y" * 7, "R" * 7)
    corners = tuple((float(drawn.holes[n][0]), float(drawn.holes[n][1])) for n in (0, 6, 41, 35))
    aside = tuple((x + 60.0, y) for x, y in corners)
    assert judge(Label("a", truth, corners), drawn.pixels).stage in (None, Stage.HIDDEN, Stage.UNSURE)
    other = (*truth[:5], "Y" * 7)
    assert judge(Label("a", other, aside), drawn.pixels).stage is Stage.GRID_SHIFTED


@pytest.mark.parametrize("text", [None, "", "{}", "[]", '[{"file": "a"}]', "rubbish"])
def test_labels_that_are_none_are_refused(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "labels.json").write_text(text)
    with pytest.raises(SourceError, match=r"labels\.json"):
        load_labels(tmp_path)


def test_labels_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "labels.json").write_text(json.dumps([{"file": "a.png", "grid": GRID}]), encoding="utf-8-sig")
    assert load_labels(tmp_path) == [Label("a.png", GRID)]


SQUARE = ((10.0, 10.0), (90.0, 10.0), (90.0, 80.0), (10.0, 80.0))
WRONG_LABELS = [
    ({"grid": GRID[:5]}, "grid must be 6 rows, top row first, got 5"),
    ({"grid": (*GRID, GRID[0])}, "got 7"),
    ({"grid": ()}, "got 0"),
    ({"grid": (*GRID[:5], "RYRYRY")}, "got 'RYRYRY' as row 6"),
    ({"grid": (*GRID[:5], "RYRYRYRY")}, "got 'RYRYRYRY' as row 6"),
    ({"grid": ("..x....", *GRID[1:])}, "each one of '.', 'R', 'Y' and '?', got '..x....' as row 1"),
    ({"grid": (*GRID[:5], "ryryryr")}, "got 'ryryryr' as row 6"),
    ({"corners": SQUARE[:1]}, "corners must be 4 points, clockwise from top left, or none, got 1"),
    ({"corners": SQUARE[:3]}, "got 3"),
    ({"corners": (*SQUARE, SQUARE[0])}, "got 5"),
    ({"corners": ((1e308, -1e308), *SQUARE[1:])}, "at most 1048576 either way, got 1e+308, -1e+308"),
]


@pytest.mark.parametrize(("wrong", "told"), WRONG_LABELS)
def test_a_label_that_cannot_be_is_named_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, wrong: dict[str, object], told: str
) -> None:
    right = {"file": "a.png", "grid": GRID, "corners": SQUARE}
    (tmp_path / "labels.json").write_text(json.dumps([right, {**right, "file": "b.png", **wrong}]))
    assert run(["bench", "vision", str(tmp_path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert f"{tmp_path / 'labels.json'}: label 2, of 'b.png': " in captured.err
    assert told in captured.err


@pytest.mark.parametrize("corners", ["[[1e999, 0], [9, 0], [9, 8], [0, 8]]", "[[NaN, 0], [9, 0], [9, 8], [0, 8]]"])
def test_corners_that_are_no_numbers_are_refused(tmp_path: Path, corners: str) -> None:
    (tmp_path / "labels.json").write_text(f'[{{"file": "a.png", "grid": {json.dumps(GRID)}, "corners": {corners}}}]')
    with pytest.raises(SourceError, match=r"labels\.json: no list of labels"):
        load_labels(tmp_path)


def test_rendered_pictures_can_be_measured_as_they_are(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["render", "--out", str(tmp_path), "--count", "2", "--seed", "3"]) == 0
    capsys.readouterr()
    assert run(["bench", "vision", str(tmp_path), "--json"]) == 0
    measured = json.loads(capsys.readouterr().out)
    assert measured["pictures"] == 2
    assert measured["right"] + measured["wrong"] + measured["abstained"] == 2
    assert set(measured["median_milliseconds"]) == {"locate", "read"}
    assert run(["bench", "vision", str(tmp_path), "--list"]) == 0
    assert "where it went wrong" in capsys.readouterr().out
