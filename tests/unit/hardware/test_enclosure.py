"""The printed parts: each compiles to one closed solid of the size that its parameters ask for."""

import json
import re
import shutil
import subprocess
from collections import Counter
from math import radians, tan
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

ENCLOSURE = Path(__file__).parents[3] / "hardware/enclosure"

pytestmark = pytest.mark.skipif(shutil.which("openscad") is None, reason="openscad is not installed")


def rendered(tmp_path: Path, name: str, **parameters: str | float) -> NDArray[np.float64]:
    """The triangles of a part, shape (n, 3 corners, 3), in millimetres."""
    out = tmp_path / "part.stl"
    settings = [f"-D{key}={json.dumps(value)}" for key, value in parameters.items()]
    ended = subprocess.run(
        ["openscad", "-o", str(out), *settings, str(ENCLOSURE / f"{name}.scad")],
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert "WARNING" not in ended.stderr, ended.stderr
    numbers = re.findall(r"vertex (\S+) (\S+) (\S+)", out.read_text())
    return np.array(numbers, dtype=np.float64).reshape(-1, 3, 3)


def check_closed_solid(triangles: NDArray[np.float64]) -> None:
    """Every edge belongs to exactly two triangles, which run along it in opposite directions, and all is one piece."""
    corners = [[tuple(point) for point in triangle] for triangle in np.round(triangles, 4).tolist()]
    edges = Counter((a, b) for p, q, r in corners for a, b in ((p, q), (q, r), (r, p)))
    assert all(count == 1 and edges[b, a] == 1 for (a, b), count in edges.items())
    parent = {point: point for triangle in corners for point in triangle}

    def root(point: tuple[float, ...]) -> tuple[float, ...]:
        while parent[point] != point:
            parent[point] = parent[parent[point]]
            point = parent[point]
        return point

    for a, b in edges:
        parent[root(a)] = root(b)
    assert len({root(point) for point in parent}) == 1


def volume(triangles: NDArray[np.float64]) -> float:
    """Cubic millimetres; above 0 when the triangles face outwards."""
    return float(np.einsum("ij,ij->i", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])).sum() / 6)


def size(triangles: NDArray[np.float64]) -> NDArray[np.float64]:
    points = triangles.reshape(-1, 3)
    return points.max(axis=0) - points.min(axis=0)


@pytest.mark.parametrize(
    ("distance", "tilt", "middle"), [(400.0, 12.0, 130.0), (320.0, 15.0, 105.0), (550.0, 8.0, 150.0)]
)
def test_the_camera_stand_is_a_closed_solid_with_the_lens_where_it_belongs(
    tmp_path: Path, distance: float, tilt: float, middle: float
) -> None:
    part = rendered(tmp_path, "camera_arm", camera_distance=distance, camera_tilt=tilt, grid_middle_height=middle)
    check_closed_solid(part)
    lens_height = middle + distance * tan(radians(tilt))
    assert lens_height + 12 < size(part)[2] < lens_height + 20
    assert size(part)[2] < 250, "higher than most printers"
    assert 20_000 < volume(part) < 150_000


@pytest.mark.parametrize(("piece", "leds", "pitch"), [("columns", 7, 1000 / 30), ("score", 10, 1000 / 60)])
def test_the_strip_holder_is_a_closed_solid_as_long_as_its_leds(
    tmp_path: Path, piece: str, leds: int, pitch: float
) -> None:
    part = rendered(tmp_path, "strip_holder", piece=piece)
    check_closed_solid(part)
    assert size(part)[0] == pytest.approx(leds * pitch, abs=0.01)
    assert volume(part) > 10_000


def test_another_strip_makes_another_holder(tmp_path: Path) -> None:
    narrow = rendered(tmp_path, "strip_holder", strip_width=8.2)
    wide = rendered(tmp_path, "strip_holder", strip_width=12.2)
    check_closed_solid(narrow)
    check_closed_solid(wide)
    assert size(wide)[1] > size(narrow)[1] + 2
