"""From board coordinates to pixels and back: a pinhole camera and one term of radial distortion.

Everything is drawn as the pinhole sees it and bent in one step at the end (`bend`); labels go the same way (`distort`).
Board coordinates are told in `options`.
"""

from dataclasses import dataclass
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Image
from hardware.simulated.options import FrameOptions, ViewOptions
from hardware.simulated.scene import COLUMNS, ROWS, Shift

Floats = NDArray[np.floating[Any]]
"""Float32 at run time; mypy loses the width when Python numbers mix in."""
Matrix = NDArray[np.float64]

MIDDLE = np.array([(COLUMNS - 1) / 2, (ROWS - 1) / 2, 0.0])
"""The point of the board that the view places, in board coordinates: near the middle of the front face."""


def hole_middles(frame: FrameOptions) -> Matrix:
    """Middles of the holes on the front face in board coordinates, top row first, shape (42, 3)."""
    return np.array([[column, row * frame.row_pitch, 0.0] for row in range(ROWS) for column in range(COLUMNS)])


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """A camera in front of the board.

    Attributes:
        width: Picture width in pixels.
        height: Picture height in pixels.
        intrinsic: Shape (3, 3): focal length and principal point in pixels.
        rotation: Shape (3, 3), board axes to camera axes (x right, y down, z forward).
        translation: Shape (3,): the board's origin in camera axes, in hole pitches.
        distortion: A picture point at distance r of the middle, r = 1 at half the width, shows what the pinhole has at
            r (1 + distortion r²), scaled so that nothing outside the pinhole's picture is needed.
    """

    width: int
    height: int
    intrinsic: Matrix
    rotation: Matrix
    translation: Matrix
    distortion: float

    @classmethod
    def of_view(cls, view: ViewOptions, shift: Shift | None = None) -> "Projection":
        """The camera of these options, after the board was shifted."""
        shift = shift or Shift()
        focal = view.focal_widths * view.width
        intrinsic = np.array([[focal, 0, view.width / 2], [0, focal, view.height / 2], [0, 0, 1.0]])
        lean = _turn(2, np.radians(view.roll_degrees))
        look = _turn(0, np.radians(view.pitch_degrees))
        rotation = lean @ look @ _turn(1, np.radians(view.yaw_degrees))
        pixel = np.array([view.centre[0] * view.width, view.centre[1] * view.height, 1.0])
        middle = focal / view.hole_pitch_pixels * np.linalg.solve(intrinsic, pixel)
        moved = _turn(2, np.radians(shift.lean_degrees)) @ _turn(1, np.radians(shift.turn_degrees))
        middle = middle + rotation @ np.array([shift.right, shift.down, 0.0])
        rotation = rotation @ moved
        return cls(view.width, view.height, intrinsic, rotation, middle - rotation @ MIDDLE, view.distortion)

    @property
    def eye(self) -> Matrix:
        """Where the camera is, in board coordinates, shape (3,)."""
        return -self.rotation.T @ self.translation

    def pinhole(self, points: Matrix) -> Matrix:
        """Board points, shape (n, 3), to pixels of the pinhole's picture, shape (n, 2)."""
        seen = np.asarray(points, dtype=np.float64) @ self.rotation.T + self.translation
        pixels = seen @ self.intrinsic.T
        return pixels[:, :2] / np.maximum(pixels[:, 2:], 1e-3)

    def in_picture(self, points: Matrix) -> Matrix:
        """Board points, shape (n, 3), to pixels of the finished picture, shape (n, 2)."""
        return self.distort(self.pinhole(points))

    def homography(self, origin: Matrix, right: Matrix, down: Matrix) -> Matrix:
        """For a plane in board coordinates: (a, b, 1) to the pixel of origin + a right + b down, shape (3, 3)."""
        columns = np.stack([right, down, origin], axis=1)
        in_camera = self.rotation @ columns
        in_camera[:, 2] += self.translation
        return self.intrinsic @ in_camera

    def directions(self, box: tuple[int, int, int, int]) -> tuple[Floats, Floats, Floats]:
        """Board directions x, y, z of the rays through the pixels of a box (left, top, right, bottom), z forward 1."""
        left, top, right, bottom = box
        back = self.rotation.T @ np.linalg.inv(self.intrinsic)
        across = np.arange(left, right, dtype=np.float32)[None, :]
        along = np.arange(top, bottom, dtype=np.float32)[:, None]
        x, y, z = (
            np.float32(row[0]) * across + np.float32(row[1]) * along + np.float32(row[2]) for row in back.tolist()
        )
        return x, y, z

    def distort(self, pixels: Matrix) -> Matrix:
        """Pixels of the pinhole's picture to those of the finished picture, shape (n, 2)."""
        if self.distortion == 0:
            return pixels
        middle = np.array([self.width / 2, self.height / 2])
        unit = self.width / 2
        source = (np.asarray(pixels) - middle) / unit
        result = source.copy()
        for _ in range(12):
            square = (result**2).sum(axis=1, keepdims=True)
            result = source / (self._scale * (1 + self.distortion * square))
        return cast(Matrix, result * unit + middle)

    def bend(self, bgr: Image) -> Image:
        """The pinhole's picture to the finished one."""
        if self.distortion == 0:
            return bgr
        return cast(Image, cv2.remap(bgr, *self.bending(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))

    def bending(self) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
        """Maps for `cv2.remap` that do what `bend` does."""
        unit = self.width / 2
        x = (np.arange(self.width, dtype=np.float32)[None, :] - self.width / 2) / unit
        y = (np.arange(self.height, dtype=np.float32)[:, None] - self.height / 2) / unit
        factor = np.float32(self._scale) * (1 + np.float32(self.distortion) * (x * x + y * y))
        first, second = cv2.convertMaps(
            x * factor * unit + self.width / 2, y * factor * unit + self.height / 2, cv2.CV_16SC2
        )
        return cast(NDArray[np.int16], first), cast(NDArray[np.uint16], second)

    @property
    def _scale(self) -> float:
        """Keeps the corners (barrel) or the middles of the long sides (cushion) inside the pinhole's picture."""
        corner = 1 + (self.height / self.width) ** 2
        return 1 / (1 + self.distortion * corner) if self.distortion > 0 else 1.0


def _turn(axis: int, angle: float) -> Matrix:
    """Rotation about one axis by an angle in radians, shape (3, 3)."""
    cosine, sine = np.cos(angle), np.sin(angle)
    first, second = [(1, 2), (2, 0), (0, 1)][axis]
    matrix = np.eye(3)
    matrix[first, first] = matrix[second, second] = cosine
    matrix[first, second], matrix[second, first] = -sine, sine
    return matrix
