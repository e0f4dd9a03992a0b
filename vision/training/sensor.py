"""From light to pixels: white balance, exposure, blur, size in the picture, noise, JPEG."""

import cv2
import numpy as np

from vision.cells import BOARD_HEIGHT, BOARD_WIDTH
from vision.lattice import COLUMNS, ROWS
from vision.picture import Image
from vision.training.dice import Dice, Values
from vision.training.palette import DISPLAY_GAMMA


def _blurred(dice: Dice, light: Values, pitch: int, mild: bool) -> Values:
    blur = dice.magnitude(0.05, 0.7 if mild else 1.3) * pitch / 16
    if blur > 0.3:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), blur), dtype=np.float32)
    if not mild and dice.chance(0.15):  # moved while exposed
        length = dice.whole(2, max(2, pitch // 4))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, dice.whole(0, length - 1)), (length - 1, dice.whole(0, length - 1)), (1.0,))
        light = np.asarray(cv2.filter2D(light, -1, kernel / kernel.sum()), dtype=np.float32)
    return light


def _displayed(dice: Dice, light: Values, mild: bool) -> Values:
    """White balance, exposure, flare, the curve of the camera."""
    if dice.chance(0.7):
        light = light * np.exp(dice.normals((3,), 0.08 if mild else 0.15))
    reference = float(np.percentile(light.mean(axis=2), dice.between(60, 99))) + 1e-3
    if mild:
        light = light * np.float32(dice.between(0.35, 1.0) / reference)
    elif dice.chance(0.8):
        light = light * np.float32(dice.between(0.15, 1.2) / reference)
    if not mild and dice.chance(0.2):
        light = light * np.float32(dice.magnitude(0.1, 0.63))
    if dice.chance(0.3):
        light = light + dice.between(0, 0.06) * light.mean(axis=(0, 1))
    shown = np.power(np.clip(light, 0, 1), np.float32(1 / DISPLAY_GAMMA))
    if dice.chance(0.3):
        shown = np.clip((shown - 0.5) * dice.between(0.7, 1.4) + 0.5, 0, 1)
    if dice.chance(0.3):
        gray = shown.mean(axis=2, keepdims=True)
        shown = np.clip(gray + (shown - gray) * dice.between(0.4, 1.6), 0, 1)
    return np.asarray(shown, dtype=np.float32)


def photograph(dice: Dice, light: Values, pitch: int) -> Image:
    """Take the picture and straighten it again as `vision.cells` would.

    Args:
        dice: Chance.
        light: Amounts of light, RGB, shape (6 * pitch, 7 * pitch, 3).
        pitch: Pixels of it per hole pitch.
    Returns: BGR uint8, shape (96, 112, 3).
    """
    mild = dice.chance(0.7)
    shown = _displayed(dice, _blurred(dice, np.clip(light, 0, None).astype(np.float32), pitch, mild), mild)
    seen_pitch = dice.magnitude(16 if mild else 10.7, 40)
    size = (max(round(COLUMNS * seen_pitch), 40), max(round(ROWS * seen_pitch), 40))
    small = cv2.resize(shown, size, interpolation=cv2.INTER_AREA if seen_pitch < pitch else cv2.INTER_LINEAR)
    if dice.chance(0.7):
        noise = dice.normals(small.shape, dice.magnitude(0.0025, 0.04 if mild else 0.126))
        if dice.chance(0.4):
            noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), dice.between(0.4, 1.2)) * 2, dtype=np.float32)
        small = small + (noise * (1.2 - small) if dice.chance(0.5) else noise)
    pixels = np.ascontiguousarray((np.clip(small, 0, 1) * 255).astype(np.uint8)[..., ::-1])
    if dice.chance(0.7):
        quality = dice.whole(70 if mild else 35, 95)
        pixels = np.asarray(
            cv2.imdecode(cv2.imencode(".jpg", pixels, (cv2.IMWRITE_JPEG_QUALITY, quality))[1], cv2.IMREAD_COLOR),
            dtype=np.uint8,
        )
    fine = cv2.resize(pixels, (2 * BOARD_WIDTH, 2 * BOARD_HEIGHT), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.resize(fine, (BOARD_WIDTH, BOARD_HEIGHT), interpolation=cv2.INTER_AREA), dtype=np.uint8)
