"""How much light falls on each part of the picture: daylight, a lamp, hard shadows, the LEDs of our own strip."""

from collections.abc import Sequence
from typing import cast

import cv2
import numpy as np

from hardware.ports import Colour
from hardware.simulated.options import LightOptions, Shadow
from hardware.simulated.projection import Floats, Projection
from hardware.simulated.textures import noise


def illumination(light: LightOptions, width: int, height: int, seed: int, lamp: float = 1.0) -> Floats:
    """Factors for the colours, float32, shape (height, width, 3).

    Args:
        light: The light.
        width: Of the picture in pixels.
        height: Of the picture in pixels.
        seed: Decides where a hard shadow lies.
        lamp: How bright the lamp is, 0 to 1.
    """
    small_width, small_height = max(8, width // 4), max(6, height // 4)
    x = np.linspace(0, 1, small_width, dtype=np.float32)[None, :]
    y = np.linspace(0, height / width, small_height, dtype=np.float32)[:, None]
    down = y * (width / height)
    even = 1 + light.gradient[0] * (2 * x - 1) + light.gradient[1] * (2 * down - 1)
    place_x, place_y = light.lamp_place[0], light.lamp_place[1] * height / width
    spot = np.exp(-((x - place_x) ** 2 + (y - place_y) ** 2) / (light.lamp_spread**2))
    result = even[:, :, None] * np.asarray(light.daylight, np.float32)
    beam = spot[:, :, None] * np.asarray(light.lamp, np.float32) * np.float32(lamp)
    if light.shadow is not Shadow.NONE:
        free = 1 - np.float32(light.shadow_strength) * _shadow(light.shadow, small_width, small_height, seed)
        result = result * (0.35 + 0.65 * free[:, :, None])
        beam = beam * free[:, :, None]
    return cast(Floats, cv2.resize(np.maximum(result + beam, 0.02), (width, height), interpolation=cv2.INTER_LINEAR))


def strip_glow(strip: Sequence[Colour], projection: Projection, bottom: float) -> Floats:
    """What the LEDs under the board add, float32 in grey levels of 0 to 255, shape (height, width, 3).

    Args:
        strip: The LEDs, left to right.
        projection: The camera.
        bottom: The lower edge of the frame, as y in board coordinates.
    """
    width, height = projection.width // 8, projection.height // 8
    x = np.arange(width, dtype=np.float32)[None, :]
    y = np.arange(height, dtype=np.float32)[:, None]
    glow = np.zeros((height, width, 3), np.float32)
    across = np.linspace(-0.6, 6.6, max(2, len(strip)))
    places = (
        projection.pinhole(np.stack([across, np.full_like(across, bottom + 0.3), np.zeros_like(across) - 0.4], 1)) / 8
    )
    pitch = float(np.linalg.norm(places[-1] - places[0])) / 7.2
    for colour, place in zip(strip, places, strict=False):
        if colour != Colour.DARK:
            square = (x - place[0]) ** 2 + (y - place[1]) ** 2
            reach = np.exp(-square / (0.12 * pitch**2)) + 0.12 * np.exp(-square / (1.5 * pitch**2))
            glow += reach[:, :, None] * np.array([colour.blue, colour.green, colour.red], np.float32)
    return cast(Floats, cv2.resize(glow, (projection.width, projection.height), interpolation=cv2.INTER_LINEAR))


def _shadow(kind: Shadow, width: int, height: int, seed: int) -> Floats:
    """1 in the shadow, 0 in the light, shape (height, width)."""
    random = np.random.default_rng((seed, 5))
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    angle = float(random.uniform(0, np.pi * 2))
    along = x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle))
    sharp = float(random.uniform(8, 60))
    match kind:
        case Shadow.BLINDS:
            wave = np.sin(along * float(random.uniform(6, 25)))
        case Shadow.LEAVES:
            wave = noise(random, width, height, int(random.integers(3, 9)), 3)
        case _:
            wave = along - float(random.uniform(-0.4, 0.4))
    return cast(Floats, 1 / (1 + np.exp(np.clip(-wave * sharp / 2, -30, 30))))
