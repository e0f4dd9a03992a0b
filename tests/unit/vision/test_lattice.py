"""The lattice value: geometry only."""

import numpy as np
import pytest

from vision.errors import DegenerateLatticeError
from vision.lattice import CORNER_PLANE, HOLE_PLANE, Lattice

SLANTED = ((100.0, 80.0), (500.0, 60.0), (460.0, 380.0), (120.0, 420.0))


def distorted() -> Lattice:
    plain = Lattice.from_corner_holes(SLANTED)
    return Lattice(plain.homography, -0.12, (320.0, 240.0), 400.0, 0.4)


def test_holes_run_from_the_top_left_along_the_rows() -> None:
    holes = Lattice.from_corner_holes(((10, 20), (70, 20), (70, 70), (10, 70))).holes()
    assert holes.shape == (42, 2)
    np.testing.assert_allclose(
        holes[[0, 1, 6, 7, 35, 41]], [[10, 20], [20, 20], [70, 20], [10, 30], [10, 70], [70, 70]], atol=1e-4
    )


def test_the_corner_holes_are_those_it_was_made_from() -> None:
    lattice = Lattice.from_corner_holes(SLANTED)
    np.testing.assert_allclose(lattice.corner_holes(), SLANTED, atol=1e-3)
    np.testing.assert_allclose(lattice.holes()[[0, 6, 41, 35]], lattice.corner_holes(), atol=1e-9)


@pytest.mark.parametrize("lattice", [Lattice.from_corner_holes(SLANTED), distorted()], ids=["plain", "distorted"])
def test_unproject_undoes_project(lattice: Lattice) -> None:
    points = np.concatenate([HOLE_PLANE, CORNER_PLANE * 1.4 - 1.0])
    np.testing.assert_allclose(lattice.unproject(lattice.project(points)), points, atol=1e-6)


@pytest.mark.parametrize("lattice", [Lattice.from_corner_holes(SLANTED), distorted()], ids=["plain", "distorted"])
def test_a_table_of_points_is_projected_as_the_points_are(lattice: Lattice) -> None:
    table = HOLE_PLANE.astype(np.float32).reshape(6, 7, 2) + np.float32(0.3)
    projected = lattice.project_table(table)
    assert projected.shape == table.shape
    np.testing.assert_allclose(projected.reshape(-1, 2), lattice.project(HOLE_PLANE + 0.3), atol=1e-3)


@pytest.mark.parametrize("lattice", [Lattice.from_corner_holes(SLANTED), distorted()], ids=["plain", "distorted"])
@pytest.mark.parametrize("factor", [0.25, 0.5, 3.0])
def test_a_scaled_lattice_fits_the_resized_picture(lattice: Lattice, factor: float) -> None:
    np.testing.assert_allclose(lattice.scaled(factor).holes(), (lattice.holes() + 0.5) * factor - 0.5, atol=1e-6)
    assert lattice.scaled(factor).pitch_pixels() == pytest.approx(lattice.pitch_pixels() * factor)


@pytest.mark.parametrize("lattice", [Lattice.from_corner_holes(SLANTED), distorted()], ids=["plain", "distorted"])
def test_a_moved_lattice_fits_the_cut_picture(lattice: Lattice) -> None:
    np.testing.assert_allclose(
        lattice.moved((-40.0, 12.5)).holes(), lattice.holes() + np.array([-40.0, 12.5]), atol=1e-6
    )


def test_a_shifted_window_starts_one_column_further_right() -> None:
    lattice = distorted()
    np.testing.assert_allclose(lattice.shifted(1, 0).holes()[:6], lattice.holes()[1:7], atol=1e-6)
    np.testing.assert_allclose(lattice.shifted(0, -1).holes()[7:], lattice.holes()[:-7], atol=1e-6)


def test_outlines_lie_one_radius_from_the_holes() -> None:
    lattice = Lattice.from_corner_holes(((0, 0), (60, 0), (60, 50), (0, 50)), hole_radius=0.4)
    outlines = lattice.outlines(16)
    assert outlines.shape == (42, 16, 2)
    np.testing.assert_allclose(np.linalg.norm(outlines - lattice.holes()[:, None], axis=2), 4.0, atol=1e-4)
    np.testing.assert_allclose(
        np.linalg.norm(lattice.outlines(8, radius=0.2) - lattice.holes()[:, None], axis=2), 2.0, atol=1e-4
    )


def test_the_pitch_is_in_pixels() -> None:
    assert Lattice.from_corner_holes(((0, 0), (72, 0), (72, 60), (0, 60))).pitch_pixels() == pytest.approx(
        12.0, abs=1e-4
    )


@pytest.mark.parametrize(
    "corners",
    [((0, 0), (0, 5), (6, 5), (6, 0)), ((0, 0), (6, 0), (1, 1), (0, 5)), ((0, 0), (6, 0), (6, 5))],
    ids=["anticlockwise", "not-convex", "three"],
)
def test_corners_that_make_no_board_are_refused(corners: tuple[tuple[float, float], ...]) -> None:
    with pytest.raises(DegenerateLatticeError):
        Lattice.from_corner_holes(corners)


@pytest.mark.parametrize("homography", [np.eye(2), np.zeros((3, 3)), np.full((3, 3), np.nan), np.diag([1.0, 0.0, 1.0])])
def test_a_homography_that_cannot_be_inverted_is_refused(homography: np.ndarray) -> None:
    with pytest.raises(DegenerateLatticeError):
        Lattice(homography)


def test_a_lattice_cannot_be_changed() -> None:
    lattice = Lattice.from_corner_holes(SLANTED)
    with pytest.raises(ValueError, match="read-only"):
        lattice.homography[0, 0] = 2.0
