import cv2
import numpy as np
import pytest

from hardware.simulated.options import FrameOptions, ViewOptions
from hardware.simulated.projection import MIDDLE, Projection, hole_middles
from hardware.simulated.scene import Shift

HOLES = hole_middles(FrameOptions())
STEEP = ViewOptions(yaw_degrees=30, pitch_degrees=25, roll_degrees=-12, hole_pitch_pixels=40)


def test_a_board_straight_ahead_has_its_holes_a_pitch_apart() -> None:
    view = ViewOptions(pitch_degrees=0, hole_pitch_pixels=50, centre=(0.5, 0.5))
    holes = Projection.of_view(view).in_picture(HOLES).reshape(6, 7, 2)
    assert holes[0, 1] - holes[0, 0] == pytest.approx([50, 0])
    assert holes[1, 0] - holes[0, 0] == pytest.approx([0, 50])
    assert holes.mean(axis=(0, 1)) == pytest.approx([320, 240])


def test_the_middle_stays_where_the_view_puts_it_however_the_camera_looks() -> None:
    assert Projection.of_view(STEEP).pinhole(MIDDLE[None])[0] == pytest.approx([320, 0.48 * 480])


def test_a_camera_that_looks_down_sees_the_top_larger() -> None:
    holes = Projection.of_view(ViewOptions(pitch_degrees=30)).in_picture(HOLES).reshape(6, 7, 2)
    assert np.linalg.norm(holes[0, 6] - holes[0, 0]) > np.linalg.norm(holes[5, 6] - holes[5, 0])


def test_a_shift_moves_the_board() -> None:
    at_rest = Projection.of_view(ViewOptions()).in_picture(HOLES)
    pushed = Projection.of_view(ViewOptions(), Shift(right=1.0)).in_picture(HOLES)
    assert (pushed - at_rest)[:, 0] == pytest.approx(48, rel=0.1)


def test_a_homography_agrees_with_the_projection_of_points() -> None:
    projection = Projection.of_view(STEEP)
    origin, right, down = np.array([1.0, 2.0, 0.4]), np.array([0.5, 0, 0.2]), np.array([0, 0.7, 0])
    pixel = projection.homography(origin, right, down) @ np.array([3, 2, 1.0])
    assert pixel[:2] / pixel[2] == pytest.approx(projection.pinhole((origin + 3 * right + 2 * down)[None])[0])


def test_rays_go_back_to_the_points_they_come_from() -> None:
    projection = Projection.of_view(STEEP)
    x, y, z = projection.directions((100, 80, 101, 81))
    direction = np.array([x[0, 0], y[0, 0], z[0, 0]])
    assert projection.pinhole((projection.eye + 7 * direction)[None])[0] == pytest.approx([100, 80], abs=1e-3)


@pytest.mark.parametrize("distortion", [0.08, -0.05])
def test_labels_bend_as_the_picture_does(distortion: float) -> None:
    projection = Projection.of_view(ViewOptions(distortion=distortion))
    straight = np.zeros((480, 640, 3), np.uint8)
    cv2.circle(straight, (560, 90), 6, (255, 255, 255), -1)
    rows, columns = np.nonzero(projection.bend(straight)[:, :, 0] > 128)
    assert projection.distort(np.array([[560.0, 90.0]]))[0] == pytest.approx([columns.mean(), rows.mean()], abs=0.5)
