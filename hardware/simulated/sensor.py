"""What lens, sensor and camera firmware do to a picture: blur, bend, exposure, colour cast, noise, sharpening, JPEG."""

from functools import cache
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Image
from hardware.simulated.options import SensorOptions
from hardware.simulated.projection import Projection
from hardware.simulated.scene import Light
from hardware.simulated.textures import noise

SPARE = 64
"""Pixels by which the noise is larger than the picture."""

GRAIN_LEVELS = 64.0
"""Strength of the stored noise: whole numbers are fine enough at this."""


class Sensor:
    """One camera's ways; what stays the same from picture to picture is worked out once.

    Args:
        options: Its ways.
        projection: For the size and the lens.
        seed: Decides noise and the form of glare.
    """

    def __init__(self, options: SensorOptions, projection: Projection, seed: int) -> None:
        self._options = options
        self._random = np.random.default_rng((seed, 31))
        width, height = projection.width, projection.height
        self._bending = projection.bending() if projection.distortion else None
        self._shake = _shake_kernel(options.motion_pixels, options.motion_degrees)
        self._vignette = _vignette(width, height, options.vignette) if options.vignette else None
        self._stray = _stray_light(options, width, height, self._random) if options.veil or options.glare else None
        self._grain = self._grain_of(width, height) if options.noise else None
        self._gain: float | None = None if options.auto_exposure else 1.0

    def develop(self, bgr: Image, light: Light | None = None) -> Image:
        """The camera's picture of what the pinhole shows, BGR uint8 of the same shape.

        Args:
            bgr: What the pinhole shows.
            light: For exposure and white balance, as they are now.
        """
        options = self._options
        light = light or Light()
        picture = bgr
        if self._shake is not None:
            picture = cast(Image, cv2.filter2D(picture, -1, self._shake, borderType=cv2.BORDER_REPLICATE))
        if options.blur > 0.25:
            picture = cast(Image, cv2.GaussianBlur(picture, (0, 0), options.blur))
        if self._bending is not None:
            picture = cast(Image, cv2.remap(picture, *self._bending, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
        if self._vignette is not None:
            picture = cast(Image, cv2.multiply(picture, self._vignette, scale=1 / 255))
        if self._stray is not None:
            picture = cast(Image, cv2.add(picture, self._stray))
        if options.saturation != 1:
            picture = cast(Image, cv2.transform(picture, _saturation_matrix(options.saturation)))
        if self._gain is None:
            brightness = float(np.mean(cv2.mean(picture)[:3])) / 255
            self._gain = float(np.clip((options.auto_exposure / max(brightness, 0.01)) ** 0.85, 0.4, 5))
        picture = cast(Image, cv2.LUT(picture, self._response(light, self._gain)))
        if options.sharpening:
            soft = cv2.GaussianBlur(picture, (0, 0), 1.4)
            picture = cast(Image, cv2.addWeighted(picture, 1 + options.sharpening, soft, -options.sharpening, 0))
        if self._grain is not None:
            height, width = picture.shape[:2]
            x, y = (int(self._random.integers(0, extra)) for extra in (SPARE, SPARE))
            picture = cast(Image, cv2.add(picture, self._grain[y : y + height, x : x + width], dtype=cv2.CV_8U))
        if options.jpeg_quality:
            packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, options.jpeg_quality])[1]
            picture = cast(Image, cv2.imdecode(packed, cv2.IMREAD_COLOR))
        return picture

    def _response(self, light: Light, locked_gain: float) -> NDArray[np.uint8]:
        """The table from grey level to grey level of each channel, shape (256, 1, 3)."""
        options = self._options
        level = np.arange(256, dtype=np.float32) / 255
        gain = options.exposure * light.exposure * locked_gain
        tables = []
        for balance in (1 - 0.25 * light.warmth, 1.0, 1 + 0.25 * light.warmth):
            exposed = level * gain * balance
            exposed = np.where(exposed > 0.8, 0.8 + 0.2 * np.tanh((exposed - 0.8) / 0.2), exposed)
            tables.append(np.clip(0.45 + (exposed - 0.45) * options.contrast, 0, 1))
        return (np.stack(tables, axis=1)[:, None, :] * 255).round().astype(np.uint8)

    def _grain_of(self, width: int, height: int) -> NDArray[np.int16]:
        """Noise of the right strength, larger than the picture: each picture takes another part of it."""
        tile = _grain_tile()
        repeats = (-(-(height + SPARE) // tile.shape[0]), -(-(width + SPARE) // tile.shape[1]), 1)
        strength = np.float32(self._options.noise / GRAIN_LEVELS)
        grain = (
            np.tile(tile, repeats)[: height + SPARE, : width + SPARE]
            if max(repeats) > 1
            else tile[: height + SPARE, : width + SPARE]
        )
        return cast(NDArray[np.int16], np.rint(grain * strength).astype(np.int16))


@cache
def _grain_tile() -> NDArray[np.int16]:
    """Noise with a standard deviation of `GRAIN_LEVELS`, grey and coloured, shape (720, 880, 3)."""
    random = np.random.default_rng(31)
    grey = random.standard_normal((720, 880), dtype=np.float32)
    colour = cv2.GaussianBlur(random.standard_normal((720, 880, 3), dtype=np.float32), (3, 3), 0.7)
    return cast(NDArray[np.int16], np.rint((colour * 1.2 + grey[:, :, None] * 0.6) * GRAIN_LEVELS).astype(np.int16))


def _vignette(width: int, height: int, strength: float) -> Image:
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    level = 1 - np.float32(strength) * np.clip((x * x + y * y) / 2, 0, 1) ** 1.5
    return cast(Image, np.repeat((level * 255).astype(np.uint8)[:, :, None], 3, axis=2))


def _stray_light(options: SensorOptions, width: int, height: int, random: np.random.Generator) -> Image:
    x = np.linspace(0, 1, width, dtype=np.float32)[None, :] - np.float32(options.glare_place[0])
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None] - np.float32(options.glare_place[1])
    blob = np.exp(-(x * x + y * y) / np.float32(random.uniform(0.01, 0.15)))
    level = options.veil + options.glare * blob * (1 + 0.1 * noise(random, width, height, 4, 2))
    return cast(Image, np.repeat((np.clip(level, 0, 1) * 255).astype(np.uint8)[:, :, None], 3, axis=2))


def _shake_kernel(length: float, degrees: float) -> NDArray[np.float32] | None:
    if length < 1:
        return None
    size = int(np.ceil(length)) | 1
    kernel = np.zeros((size, size), np.float32)
    reach = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))]) * (size - 1) / 2
    start, end = (np.round((size - 1) / 2 + sign * reach).astype(int).tolist() for sign in (-1, 1))
    cv2.line(kernel, start, end, 1.0, 1)
    return cast(NDArray[np.float32], kernel / kernel.sum())


def _saturation_matrix(saturation: float) -> NDArray[np.float32]:
    grey = np.tile(np.array([0.114, 0.587, 0.299], np.float32), (3, 1))
    return grey * np.float32(1 - saturation) + np.eye(3, dtype=np.float32) * np.float32(saturation)
