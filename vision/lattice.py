"""Where the 42 holes of a board are in a picture, as one value.

The lattice plane is the front plane of the frame, measured in hole pitches: the hole of column c (0 at the left) and
row r (0 at the bottom) has its centre at (c, 5 - r), so that plane y runs downwards as pixels do. A homography takes
the plane to an ideal picture, one radial coefficient takes the ideal picture to the real one.

This module knows geometry only. Finding a lattice in a picture is left to `vision.locate`, its cells to `vision.cells`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.errors import DegenerateLatticeError
from vision.medians import median

COLUMNS = 7
ROWS = 6
HOLES = COLUMNS * ROWS

Points = NDArray[np.float64]
"""Points of shape (n, 2), x then y."""

HOLE_PLANE: Points = (
    np.stack(np.meshgrid(np.arange(COLUMNS), np.arange(ROWS)), axis=-1).reshape(-1, 2).astype(np.float64)
)
"""The 42 hole centres in the plane, shape (42, 2), top row first, left to right."""
HOLE_PLANE.setflags(write=False)

CORNER_PLANE: Points = np.array([[0, 0], [COLUMNS - 1, 0], [COLUMNS - 1, ROWS - 1], [0, ROWS - 1]], dtype=np.float64)
"""The corner holes in the plane, shape (4, 2), clockwise from top left."""
CORNER_PLANE.setflags(write=False)

USUAL_HOLE_RADIUS = 0.39
"""Hole radius over hole pitch of common boards; they range from about 0.33 to 0.46."""


def apply_homography(homography: NDArray[np.float64], points: Points) -> Points:
    """Map points of shape (n, 2) by a 3x3 homography; what lies on its horizon goes to the origin."""
    if not len(points):
        return points
    mapped = cv2.perspectiveTransform(np.asarray(points, dtype=np.float64)[:, None, :], homography)
    return np.asarray(mapped[:, 0, :], dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """The place of the 7x6 holes in one picture.

    An ideal pixel that is u away from the distortion centre, in units of the distortion scale, lands
    u * (1 + distortion * |u|^2) away from it.
    """

    homography: NDArray[np.float64]
    """Plane to ideal pixels, float64, shape (3, 3), read-only, its last element 1."""
    distortion: float = 0.0
    """Radial coefficient; negative is barrel distortion, 0 is none."""
    distortion_centre: tuple[float, float] = (0.0, 0.0)
    """Pixel that the radial distortion leaves in place."""
    distortion_scale: float = 1.0
    """Pixels that count as radius 1 in the distortion."""
    hole_radius: float = USUAL_HOLE_RADIUS
    """Radius of a hole's rim in the front plane, in pitches."""

    def __post_init__(self) -> None:
        """Check and freeze the numbers.

        Raises: DegenerateLatticeError when they describe no lattice.
        """
        matrix = np.array(self.homography, dtype=np.float64)
        if matrix.shape != (3, 3):
            raise DegenerateLatticeError(f"a homography has shape (3, 3), got {matrix.shape}")
        if (
            not np.isfinite(matrix).all()
            or abs(matrix[2, 2]) < 1e-12
            or abs(np.linalg.det(matrix / matrix[2, 2])) < 1e-12
        ):
            raise DegenerateLatticeError("a homography must be finite and invertible")
        if not 0.05 < self.hole_radius < 0.5:
            raise DegenerateLatticeError(f"hole_radius must be 0.05 to 0.5 of a pitch, got {self.hole_radius}")
        if not self.distortion_scale > 0.0:
            raise DegenerateLatticeError(f"distortion_scale must be positive, got {self.distortion_scale}")
        matrix /= matrix[2, 2]
        matrix.setflags(write=False)
        object.__setattr__(self, "homography", matrix)

    @classmethod
    def from_corner_holes(cls, corners: ArrayLike, *, hole_radius: float = USUAL_HOLE_RADIUS) -> "Lattice":
        """Make an undistorted lattice from the centres of its corner holes.

        Args:
            corners: Pixels, shape (4, 2), clockwise from top left.
            hole_radius: Radius of a hole in pitches.
        Raises: DegenerateLatticeError when the corners are no convex quadrilateral.
        """
        quadrilateral = np.asarray(corners, dtype=np.float64)
        if quadrilateral.shape != (4, 2):
            raise DegenerateLatticeError(f"corner holes have shape (4, 2), got {quadrilateral.shape}")
        before = quadrilateral - np.roll(quadrilateral, 1, axis=0)
        after = np.roll(quadrilateral, -1, axis=0) - quadrilateral
        turns = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
        if not (turns > 0).all():
            raise DegenerateLatticeError(f"corner holes must be convex and clockwise, got {quadrilateral.tolist()}")
        homography = cv2.getPerspectiveTransform(CORNER_PLANE.astype(np.float32), quadrilateral.astype(np.float32))
        return cls(np.asarray(homography, dtype=np.float64), hole_radius=hole_radius)

    def project(self, points: ArrayLike) -> Points:
        """Take plane points, shape (n, 2), to pixels of the picture, float64, shape (n, 2)."""
        ideal = apply_homography(self.homography, np.asarray(points, dtype=np.float64))
        if self.distortion == 0.0:
            return ideal
        x, y = ideal[:, 0] - self.distortion_centre[0], ideal[:, 1] - self.distortion_centre[1]
        stretch = (x * x + y * y) * (self.distortion / self.distortion_scale**2)
        ideal[:, 0] += x * stretch
        ideal[:, 1] += y * stretch
        return ideal

    def project_table(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        """Take plane points to pixels in the precision that `cv2.remap` works in.

        Args:
            points: Shape (rows, columns, 2), float32; at least one.
        Returns: Of the same shape.
        """
        table = np.asarray(cv2.perspectiveTransform(points, self.homography), dtype=np.float32)
        if self.distortion != 0.0:
            # As complex numbers, for numpy is slow at pairs.
            place = table.view(np.complex64)
            away = place - np.complex64(complex(*self.distortion_centre))
            place += away * (np.abs(away) ** 2 * np.float32(self.distortion / self.distortion_scale**2))
        return table

    def unproject(self, pixels: ArrayLike) -> Points:
        """Take pixels, shape (n, 2), to plane points, float64, shape (n, 2)."""
        ideal = np.asarray(pixels, dtype=np.float64)
        if self.distortion != 0.0:
            centre = np.asarray(self.distortion_centre)
            target = (ideal - centre) / self.distortion_scale
            distance = np.linalg.norm(target, axis=1, keepdims=True)
            radius = distance.copy()
            # Newton on radius * (1 + k radius^2) = distance; mild distortion converges in a few steps.
            for _ in range(5):
                error = radius * (1.0 + self.distortion * radius**2) - distance
                radius -= error / (1.0 + 3.0 * self.distortion * radius**2)
            ideal = centre + target * (radius / np.maximum(distance, 1e-12)) * self.distortion_scale
        return apply_homography(np.linalg.inv(self.homography).astype(np.float64), ideal)

    def holes(self) -> Points:
        """Give the 42 hole centres in pixels, float64, shape (42, 2), row 6 (top) first, left to right."""
        return self.project(HOLE_PLANE)

    def corner_holes(self) -> Points:
        """Give the corner hole centres in pixels, float64, shape (4, 2), clockwise from top left."""
        return self.project(CORNER_PLANE)

    def outlines(self, samples: int = 32, *, radius: float | None = None) -> NDArray[np.float64]:
        """Give points along the 42 rims in pixels, in order of angle from plane x towards plane y (clockwise as seen).

        Args:
            samples: Points a rim.
            radius: Radius in pitches to use in place of the hole radius.
        Returns: float64, shape (42, samples, 2), holes in the order of `holes`.
        """
        angles = np.arange(samples) * (2.0 * np.pi / samples)
        circle = np.stack([np.cos(angles), np.sin(angles)], axis=-1) * (self.hole_radius if radius is None else radius)
        return self.project((HOLE_PLANE[:, None, :] + circle).reshape(-1, 2)).reshape(HOLES, samples, 2)

    def pitches(self) -> NDArray[np.float64]:
        """Give the hole pitch in pixels at each hole, float64, shape (42,): the root of the area of a cell there."""
        steps = np.array([(0.25, 0.0), (-0.25, 0.0), (0.0, 0.25), (0.0, -0.25)])
        around = (steps[:, None, :] + HOLE_PLANE).reshape(-1, 2)
        right, left, down, up = self.project(around).reshape(len(steps), HOLES, 2)
        across, along = (right - left) * 2.0, (down - up) * 2.0
        return np.sqrt(np.abs(across[:, 0] * along[:, 1] - across[:, 1] * along[:, 0]))

    def pitch_pixels(self) -> float:
        """Give the median of the local hole pitch, in pixels."""
        return median(self.pitches())

    def scaled(self, factor: float) -> "Lattice":
        """Give the lattice of the same picture resized by a factor.

        Pixel centres are at whole numbers, so resizing takes x to (x + 0.5) * factor - 0.5, as `cv2.resize` does.
        """
        shift = 0.5 * factor - 0.5
        resize = np.array([[factor, 0.0, shift], [0.0, factor, shift], [0.0, 0.0, 1.0]])
        return replace(
            self,
            homography=resize @ self.homography,
            distortion_centre=(self.distortion_centre[0] * factor + shift, self.distortion_centre[1] * factor + shift),
            distortion_scale=self.distortion_scale * factor,
        )

    def moved(self, offset: Sequence[float]) -> "Lattice":
        """Give the lattice of the same picture moved by (x, y) pixels, for instance after cutting a border off."""
        move = np.array([[1.0, 0.0, offset[0]], [0.0, 1.0, offset[1]], [0.0, 0.0, 1.0]])
        centre = (self.distortion_centre[0] + offset[0], self.distortion_centre[1] + offset[1])
        return replace(self, homography=move @ self.homography, distortion_centre=centre)

    def shifted(self, columns: float, rows: float) -> "Lattice":
        """Give the lattice whose top left hole is where this one has plane point (columns, rows): the window moved."""
        move = np.array([[1.0, 0.0, columns], [0.0, 1.0, rows], [0.0, 0.0, 1.0]])
        return replace(self, homography=self.homography @ move)
