import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.simulated.options import SceneOptions
from hardware.simulated.projection import Projection, hole_middles
from hardware.simulated.random_scene import random_scene, table_scene
from hardware.simulated.stills import grid_rows, random_columns, render_still, write


def test_the_same_seed_gives_the_same_still() -> None:
    first, second = render_still(7), render_still(7)
    assert (first[0] == second[0]).all()
    assert first[1] == second[1]
    assert first[1] != render_still(8)[1]


@pytest.mark.parametrize("make", [random_scene, table_scene])
def test_every_look_has_all_its_holes_in_the_picture(make: object) -> None:
    assert callable(make)
    pitches = []
    for seed in range(150):
        options = make(seed)
        assert isinstance(options, SceneOptions)
        holes = Projection.of_view(options.view).in_picture(hole_middles(options.frame))
        assert (holes > 0).all()
        assert (holes < [options.view.width, options.view.height]).all()
        grid = holes.reshape(6, 7, 2)
        pitches.append(np.linalg.norm(np.diff(grid, axis=1), axis=2).mean())
    assert min(pitches) > 8
    assert max(pitches) < 115


def test_looks_are_of_many_kinds() -> None:
    looks = [random_scene(seed) for seed in range(200)]
    tags = {tag for look in looks for tag in look.tags}
    assert {"deep-holes", "steep-angle", "far", "backlit", "busy-background", "person-behind", "noisy"} <= tags
    assert len({look.frame.shape for look in looks}) == 3
    assert len({look.discs.relief for look in looks}) == 6
    assert len({look.room.backdrop for look in looks}) == 7
    assert max(look.view.yaw_degrees for look in looks) > 30


def test_boards_obey_gravity_and_are_full_empty_and_in_between() -> None:
    random = np.random.default_rng(1)
    counts = [sum(len(stack) for stack in random_columns(random)) for _ in range(300)]
    assert min(counts) == 0
    assert max(counts) == 42
    assert len(set(counts)) > 25


def test_a_grid_is_written_top_row_first() -> None:
    columns = next(
        candidate
        for candidate in (random_columns(np.random.default_rng(seed)) for seed in range(100))
        if sum(len(stack) for stack in candidate) == 20 or len(candidate[0]) == 1
    )
    rows = grid_rows(columns)
    assert [len(row) for row in rows] == [7] * 6
    assert [sum(row[column] != "." for row in rows) for column in range(7)] == [len(stack) for stack in columns]
    for column in range(7):
        assert "".join(row[column] for row in rows).lstrip(".").count(".") == 0


def test_written_stills_have_labels_in_the_form_of_the_scorer(tmp_path: Path) -> None:
    path = write(tmp_path / "new" / "stills", count=3, seed=40, size=(320, 240))
    labels = json.loads(path.read_text(encoding="utf-8"))
    assert [entry["file"] for entry in labels] == ["still_000040.jpg", "still_000041.jpg", "still_000042.jpg"]
    for entry in labels:
        picture = cv2.imread(str(path.parent / entry["file"]))
        assert picture is not None
        assert picture.shape == (240, 320, 3)
        assert len(entry["holes"]) == 42
        assert entry["corners"] == [entry["holes"][number] for number in (0, 6, 41, 35)]
        assert isinstance(entry["occluded"], bool)
        assert isinstance(entry["any_colours"], bool)


def test_the_two_kinds_of_disc_can_be_told_apart_at_the_labelled_holes() -> None:
    told = 0
    wanted = 0
    for seed in range(16):
        pixels, label = render_still(seed, (400, 300))
        letters = "".join(label["grid"])
        if label["occluded"] or letters.count("R") < 4 or letters.count("Y") < 4:
            continue
        lab = cv2.cvtColor(cv2.GaussianBlur(pixels, (3, 3), 0), cv2.COLOR_BGR2LAB).astype(float)
        samples = {"R": [], "Y": []}
        for letter, (x, y) in zip(letters, label["holes"], strict=True):
            if letter != ".":
                samples[letter].append(lab[round(y), round(x), 1:])
        apart = np.linalg.norm(np.median(samples["R"], axis=0) - np.median(samples["Y"], axis=0))
        wanted += 1
        told += bool(apart > 5)
    assert wanted >= 6
    assert told >= 0.85 * wanted


def test_a_picture_that_cannot_be_written_is_an_error_and_nothing_chatters(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "still_000040.jpg").mkdir()
    with pytest.raises(IsADirectoryError):
        write(tmp_path, count=1, seed=40, size=(320, 240))
    assert capfd.readouterr().err == ""
