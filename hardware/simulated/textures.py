"""Surfaces from random numbers: plaster, wood, cloth, shelves, clutter. Each is a BGR float32 picture, 0 to 1."""

from typing import cast

import cv2
import numpy as np

from hardware.simulated.options import Backdrop, Bgr, TableTop
from hardware.simulated.projection import Floats

Random = np.random.Generator


def noise(random: Random, width: int, height: int, coarse: int, octaves: int = 3) -> Floats:
    """Smooth noise, standard deviation near 1, shape (height, width); so many (`coarse`) of its largest bumps fit."""
    total = np.zeros((height, width), np.float32)
    weight = 0.0
    for octave in range(octaves):
        cells = min(coarse * 2**octave, width)
        rows = max(2, cells * height // width)
        grid = random.standard_normal((rows, max(2, cells))).astype(np.float32)
        total += cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC) * np.float32(0.6**octave)
        weight += 0.36**octave
    return total * np.float32(1.4 / weight**0.5)


def tinted(shade: Floats, colour: Bgr) -> Floats:
    """A colour under a shade of 1 plus small numbers, shape (height, width, 3)."""
    return cast(Floats, np.clip(shade[:, :, None] * np.asarray(colour, np.float32), 0, 1))


def random_colour(random: Random, *, vivid: float = 0.5) -> Bgr:
    """Any colour: grey at vivid 0, strong at 1."""
    hue = int(random.integers(0, 180))
    saturation = int(255 * np.clip(random.normal(vivid, 0.14), 0, 1))
    value = int(255 * np.clip(random.normal(0.6, 0.22), 0.08, 1))
    blue, green, red = cv2.cvtColor(np.array([[[hue, saturation, value]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0] / 255.0
    return float(blue), float(green), float(red)


def wall(random: Random, kind: Backdrop, colour: Bgr, width: int = 480, height: int = 360) -> Floats:
    """What hangs or stands behind the table, shape (height, width, 3)."""
    result = _bare_wall(random, kind, colour, width, height)
    for _ in range(int(random.choice([0, 0, 0, 1, 3, 8]))):
        _hang_poster(random, result)
    return result


def _bare_wall(random: Random, kind: Backdrop, colour: Bgr, width: int, height: int) -> Floats:
    plain = tinted(1 + 0.02 * noise(random, width, height, 4), colour)
    match kind:
        case Backdrop.PLAIN:
            return plain
        case Backdrop.PLASTER:
            return tinted(1 + 0.03 * noise(random, width, height, 5, 6), colour)
        case Backdrop.PATTERN:
            return _pattern(random, plain, random_colour(random))
        case Backdrop.SHELF:
            return _shelf(random, plain)
        case Backdrop.WINDOW:
            return _windows(random, plain)
        case Backdrop.CLUTTER:
            return clutter(random, width, height)
        case Backdrop.CURTAIN:
            folds = np.sin(np.linspace(0, float(random.uniform(40, 160)), width, dtype=np.float32))[None, :]
            return tinted(0.85 + 0.15 * folds + 0.03 * noise(random, width, height, 5), colour)


def table_top(random: Random, kind: TableTop, colour: Bgr, size: int = 320) -> Floats:
    """What the board stands on, shape (size, size, 3)."""
    match kind:
        case TableTop.PLAIN:
            return tinted(1 + 0.02 * noise(random, size, size, 5), colour)
        case TableTop.WOOD:
            return wood(random, size, size, colour)
        case TableTop.CLOTH:
            weave = np.tile(np.array([[1.0, 0.93], [0.93, 1.0]], np.float32), (size // 2, size // 2))
            stripes = 1 + 0.12 * np.sin(np.arange(size, dtype=np.float32) * float(random.uniform(0.1, 0.5)))[None, :]
            return tinted(weave * stripes + 0.04 * noise(random, size, size, 6), colour)
        case TableTop.CHECKED:
            cell = int(random.integers(12, 40))
            index = np.arange(size) // cell
            board = ((index[:, None] + index[None, :]) % 2).astype(np.float32)
            other = np.asarray(random_colour(random), np.float32)
            return board[:, :, None] * other + (1 - board[:, :, None]) * np.asarray(colour, np.float32)
        case TableTop.SPECKLED:
            return tinted(1 + 0.18 * noise(random, size, size, 60, 3), colour)


def wood(random: Random, width: int, height: int, colour: Bgr) -> Floats:
    """Grain along the rows, shape (height, width, 3)."""
    bend = noise(random, width, height, 2, 3)
    across = np.arange(height, dtype=np.float32)[:, None] * np.float32(random.uniform(0.15, 0.5))
    grain = np.sin(across + 2.5 * bend)
    fibre = cv2.resize(random.standard_normal((height, max(2, width // 24))).astype(np.float32), (width, height))
    shade = 1 + 0.05 * grain + 0.05 * fibre + 0.03 * bend
    if random.random() < 0.5:
        planks = np.floor(np.arange(height) / height * random.integers(3, 9)).astype(np.int64)
        shade = shade * (1 + 0.1 * random.standard_normal(10).astype(np.float32)[planks][:, None])
    return tinted(shade, colour)


def clutter(random: Random, width: int, height: int, *, count: int = 55) -> Floats:
    """A heap of things of all sizes, few of them colourful, as an untidy room looks, shape (height, width, 3)."""
    first = random_colour(random, vivid=0.15)
    canvas = (tinted(1 + 0.15 * noise(random, width, height, 2), first) * 255).astype(np.uint8)
    usual = [random_colour(random, vivid=float(random.choice([0.05, 0.2, 0.35]))) for _ in range(4)]
    for _ in range(count):
        base = usual[int(random.integers(0, 4))] if random.random() < 0.8 else random_colour(random, vivid=0.7)
        light = float(random.normal(1, 0.3))
        colour = tuple(float(np.clip(255 * channel * light, 0, 255)) for channel in base)
        x, y = int(random.integers(0, width)), int(random.integers(0, height))
        w, h = (random.gamma(1.2, width * 0.045, 2) + 2).astype(int).tolist()
        turn = float(random.choice([0, 0, 90, random.uniform(0, 180)]))
        kind = random.random()
        if kind < 0.65:
            corners = cv2.boxPoints(((x, y), (w * 2, h * 2), turn)).astype(np.int32)
            cv2.fillConvexPoly(canvas, corners, colour, cv2.LINE_AA)
        elif kind < 0.85:
            cv2.ellipse(canvas, (x, y), (w, h), turn, 0, 360, colour, -1, cv2.LINE_AA)
        else:
            reach = random.integers(-width // 3, width // 3, 2)
            end = (x + int(reach[0]), y + int(reach[1]))
            cv2.line(canvas, (x, y), end, colour, int(random.integers(1, 5)), cv2.LINE_AA)
    shade = 1 + 0.1 * noise(random, width, height, 3, 5)
    return cast(Floats, np.clip(canvas.astype(np.float32) / 255 * shade[:, :, None], 0, 1))


def _hang_poster(random: Random, picture: Floats) -> None:
    """A sheet, a picture or a switch, in place; sheets have lines of print."""
    height, width = picture.shape[:2]
    w, h = (random.uniform(0.02, 0.2, 2) * width).astype(int).tolist()
    x, y = int(random.integers(0, width - w)), int(random.integers(0, max(1, height - h)))
    part = picture[y : y + h, x : x + w]
    if random.random() < 0.35 and min(w, h) > 8:
        part[:] = clutter(random, w, part.shape[0], count=10)
        return
    part[:] = np.asarray(random_colour(random, vivid=float(random.choice([0.02, 0.05, 0.7]))), np.float32)
    ink = float(random.choice([0.15, 0.5, 0.9]))
    step = int(random.integers(3, 9))
    for line in range(2, part.shape[0] - 2, step):
        end = int(w * random.uniform(0.3, 0.95))
        part[line : line + max(1, step // 3), 2:end] = ink


def _pattern(random: Random, plain: Floats, colour: Bgr) -> Floats:
    """Wallpaper: stripes, dots or a lattice of another colour."""
    height, width = plain.shape[:2]
    x = np.arange(width, dtype=np.float32)[None, :] * np.float32(random.uniform(0.08, 0.5))
    y = np.arange(height, dtype=np.float32)[:, None] * np.float32(random.uniform(0.08, 0.5))
    kind = int(random.integers(0, 3))
    wave = np.sin(x) + 0 * y if kind == 0 else np.sin(x) * np.sin(y) if kind == 1 else np.maximum(np.sin(x), np.sin(y))
    share = np.clip(wave * 3 - float(random.uniform(0, 2)), 0, 1)[:, :, None] * np.float32(random.uniform(0.3, 1))
    return cast(Floats, plain * (1 - share) + share * np.asarray(colour, np.float32))


def _shelf(random: Random, plain: Floats) -> Floats:
    """Boards with books of all colours."""
    height, width = plain.shape[:2]
    canvas = (plain * 90).astype(np.uint8)
    rows = int(random.integers(3, 7))
    step = height // rows
    for row in range(rows):
        bottom = (row + 1) * step - 5
        x = 0
        while x < width:
            thickness = int(random.integers(4, 14))
            if random.random() < 0.92:
                top = bottom - int(step * random.uniform(0.55, 0.88))
                colour = tuple(255 * channel for channel in random_colour(random, vivid=0.65))
                cv2.rectangle(canvas, (x, top), (x + thickness - 1, bottom), colour, -1)
                cv2.line(canvas, (x, top), (x, bottom), tuple(0.55 * channel for channel in colour), 1)
            x += thickness
        cv2.rectangle(canvas, (0, bottom), (width, bottom + 4), (70, 100, 130), -1)
    return canvas.astype(np.float32) / 255


def _windows(random: Random, plain: Floats) -> Floats:
    """Bright panes; what is outside is nearly white."""
    height, width = plain.shape[:2]
    result = plain.copy()
    for _ in range(int(random.integers(1, 4))):
        w, h = int(width * random.uniform(0.15, 0.4)), int(height * random.uniform(0.3, 0.7))
        x, y = int(random.integers(0, width - w)), int(random.integers(0, max(1, height - h)))
        outside = np.minimum(clutter(random, w, h, count=8) * 0.3 + np.float32(random.uniform(0.65, 0.95)), 1)
        result[y : y + h, x : x + w] = outside
        bars = int(random.integers(1, 4))
        for bar in range(bars + 1):
            at = x + w * bar // bars
            cv2.rectangle(result, (at - 2, y), (at + 2, y + h), (0.4, 0.42, 0.45), -1)
        cv2.rectangle(result, (x, y), (x + w, y + h), (0.5, 0.52, 0.55), 4)
    return result
