"""The looks of frame, walls and discs: shading, decoration, shine."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.decode import RED
from vision.training.arrangement import Labels
from vision.training.dice import Dice, Values
from vision.training.geometry import Layers, Shape, View
from vision.training.lighting import light_field, soft_step, spot
from vision.training.palette import DiscPair, draw_any, hue_saturation_value, linear
from vision.training.room import smooth_noise


@dataclass(frozen=True, slots=True, eq=False)
class Lamp:
    """The main light."""

    toward_x: float
    """Unit vector in the plane, from where the light comes."""
    toward_y: float
    field: Values
    """Brightness over the board, shape (height, width, 1)."""
    shine: Values
    """Colour of reflections."""
    glare: Values
    """Amounts of light that the surfaces reflect in one large spot, shape (height, width, 1)."""

    def facing(self, across: Values, down: Values) -> Values:
        """How much an outward direction (across, down) faces the light, -1 to 1."""
        length = np.maximum(np.hypot(across, down), 0.05)
        return ((across * self.toward_x + down * self.toward_y) / length).astype(np.float32)


def draw_lamp(dice: Dice, view: View) -> Lamp:
    """Draw the main light."""
    angle = dice.between(0, 2 * np.pi)
    glare = np.zeros_like(view.x)
    if dice.chance(0.25):  # a window or a lamp mirrored; the brightest burn everything out around them
        glare = dice.magnitude(0.1, 4) * spot(dice, view.x, view.y, (0.4, 3.0))
    return Lamp(
        float(np.cos(angle)),
        float(np.sin(angle)),
        light_field(dice, view.x, view.y, dice.between(0, 1)),
        linear(hue_saturation_value(dice.between(0, 360), dice.between(0, 0.15), 1.0)),
        glare[..., None],
    )


def paint_frame(dice: Dice, colour: Values, lamp: Lamp, layers: Layers, shape: Shape) -> Values:
    """Paint the front of the frame. The colour is an amount of light; so is the result, (height, width, 3)."""
    height, width = layers.in_hole.shape
    frame = colour * lamp.field
    if dice.chance(0.5):
        frame = frame * (1 + dice.magnitude(0.003, 0.1) * smooth_noise(dice, height, width, (32, 80, 160))[..., None])
    if dice.chance(0.6):  # the edge of the holes is rounded, or stands out
        thickness = dice.between(0.02, 0.1)
        from_edge = np.hypot(layers.hole_x, layers.hole_y) - shape.hole_radius - thickness * dice.between(0.2, 1)
        ring = np.exp(-((from_edge / np.float32(thickness)) ** 2))
        facing = lamp.facing(layers.hole_x, layers.hole_y)
        change = np.clip(facing * dice.between(0, 1.2) + dice.between(-0.5, 0.5), -0.8, 2)
        frame = frame * (1 + (ring * change)[..., None])
        if dice.chance(0.4):
            gleam = ring * np.clip(facing, 0, 1) ** dice.whole(1, 7)
            frame = frame + gleam[..., None] * dice.between(0, 0.5)
    return np.asarray(frame + lamp.glare * lamp.shine * dice.between(0.2, 1), dtype=np.float32)


def paint_walls(dice: Dice, colour: Values, lamp: Lamp, layers: Layers) -> Values:
    """Paint the inside of the holes."""
    facing = -lamp.facing(layers.hole_x, layers.hole_y)[..., None]
    walls = colour * lamp.field * (dice.between(0.08, 0.9) * (1 + dice.between(0, 0.8) * facing))
    if dice.chance(0.25):
        walls = walls + np.clip(facing, 0, 1) ** dice.whole(1, 4) * dice.between(0, 0.4)
    return np.asarray(walls + dice.between(0, 0.03), dtype=np.float32)


def _embossed_rings(dice: Dice, lamp: Lamp, layers: Layers, radius: Values) -> Values:
    wave = np.sin(radius * dice.between(0.6, 5) * 2 * np.pi + dice.between(0, 6))
    wave = np.clip(wave, -0.2 if dice.chance(0.5) else -1.0, 1.0)
    facing = lamp.facing(layers.disc_x, layers.disc_y) if dice.chance(0.7) else np.float32(1)
    return np.asarray(1 + dice.between(0.05, 0.5) * wave * facing, dtype=np.float32)


def _embossed_strokes(dice: Dice, layers: Layers, disc_radius: float) -> Values:
    """A star, a letter, a number: each disc turned its own way."""
    drawing = np.zeros((96, 96), np.float32)
    for _ in range(dice.whole(2, 6)):
        start, end = (dice.uniforms((2,), 24, 72).astype(int) for _ in range(2))
        ends = ((int(start[0]), int(start[1])), (int(end[0]), int(end[1])))
        cv2.line(drawing, *ends, (1.0,), dice.whole(2, 6), cv2.LINE_AA)
    drawing = np.asarray(cv2.GaussianBlur(drawing, (0, 0), 1.5), dtype=np.float32)
    if dice.chance(0.6):
        relief = drawing - np.roll(drawing, (2, 2), (0, 1))
    else:
        relief = drawing * np.float32(dice.between(-1, 1))
    turns = dice.uniforms((6, 7), 0, 2 * np.pi if dice.chance(0.7) else 0.0)[layers.disc_cell]
    cosine, sine = np.cos(turns), np.sin(turns)
    scale = np.float32(44 / disc_radius)
    map_x = (48 + (layers.disc_x * cosine + layers.disc_y * sine) * scale).astype(np.float32)
    map_y = (48 + (layers.disc_y * cosine - layers.disc_x * sine) * scale).astype(np.float32)
    return np.asarray(1 + dice.between(0.2, 1.2) * cv2.remap(relief, map_x, map_y, cv2.INTER_LINEAR), dtype=np.float32)


def _decorated(dice: Dice, colour: Values, lamp: Lamp, layers: Layers, radius: Values, shape: Shape) -> Values:
    match dice.weighted((0.35, 0.2, 0.07, 0.38)):
        case 0:
            return colour * _embossed_rings(dice, lamp, layers, radius)[..., None]
        case 1:
            return colour * _embossed_strokes(dice, layers, shape.disc_radius)[..., None]
        case 2:
            sticker = soft_step(radius - dice.between(0.3, 0.6), 0.06)[..., None]
            return colour * (1 - sticker) + linear(draw_any(dice)) * sticker
        case _:
            return colour


def _shone_upon(dice: Dice, discs: Values, lamp: Lamp, view: View, layers: Layers, leaning: float) -> Values:
    """The lamp mirrored in the discs, each in its own place; those that lean mirror it elsewhere."""
    aside = dice.between(-0.06, 0.06)
    own_x, own_y = (dice.normals((6, 7), 0.4 * leaning)[layers.disc_cell] for _ in range(2))
    dx = layers.disc_x - dice.about(0, 0.15) - aside * (view.x - 3) - own_x
    dy = layers.disc_y - dice.about(0, 0.15) - aside * (view.y - 2.5) - own_y
    size = dice.magnitude(0.03, 0.25)
    gleam = dice.magnitude(0.05, 2.5) * np.exp(-(dx**2 + dy**2) / np.float32(2 * size * size))
    if dice.chance(0.3):
        gleam = gleam * spot(dice, view.x, view.y, (1, 3))
    return np.asarray(discs + gleam[..., None] * lamp.shine, dtype=np.float32)


def paint_discs(
    dice: Dice, pair: DiscPair, labels: Labels, lamp: Lamp, view: View, layers: Layers, shape: Shape, *, domed: float
) -> tuple[Values, Values]:
    """Paint faces and rims of the discs.

    Args:
        dice: Chance.
        pair: Amounts of light of the two colours.
        labels: Which disc lies where.
        lamp: The main light.
        view: Where the pixels look.
        layers: What they meet.
        shape: Measures of the board.
        domed: Probability that the faces darken towards their rims.
    Returns: Amounts of light of the faces and of the rims.
    """
    radius = np.asarray(np.hypot(layers.disc_x, layers.disc_y) / shape.disc_radius, dtype=np.float32)
    field = lamp.field if dice.chance(0.6) else lamp.field * light_field(dice, view.x, view.y, 0.4)
    # Discs that lean take more or less of the light.
    leaning = dice.between(0.05, 0.4) if shape.loose else 0.0
    each = np.exp(dice.normals((6, 7, 1), max(leaning, dice.between(0, 0.1)))) * (
        1 + dice.normals((6, 7, 3), dice.between(0, 0.04))
    )
    if leaning and dice.chance(0.6):  # less light comes to those that lie further in
        further_in = (shape.disc_depth - shape.disc_depth.min()) / max(shape.slot_depth - shape.disc_thickness, 0.01)
        each = each * np.exp(-dice.between(0.2, 2.0) * further_in)[..., None]
    colour = np.where((labels[layers.disc_cell] == RED)[..., None], pair.red, pair.yellow) * each[layers.disc_cell]
    faces = _decorated(dice, colour, lamp, layers, radius, shape) * field
    if dice.chance(domed):
        faces = faces * (1 - dice.between(0.05, 0.75) * np.minimum(radius, 1.0) ** 2)[..., None]
    if dice.chance(0.4):
        lean = layers.disc_x * lamp.toward_x + layers.disc_y * lamp.toward_y
        faces = faces * (1 + dice.between(0.05, 0.5) * lean / shape.disc_radius)[..., None]
    if dice.chance(0.75 if domed > 0.5 else 0.5):
        faces = _shone_upon(dice, faces, lamp, view, layers, leaning)
    faces = faces + lamp.glare * lamp.shine * dice.between(0.2, 1.2)
    if leaning and dice.chance(0.7):
        slope_x, slope_y = (dice.normals((6, 7), leaning)[layers.disc_cell] for _ in range(2))
        lean = (layers.disc_x * slope_x + layers.disc_y * slope_y) / np.float32(shape.disc_radius)
        faces = faces * np.exp(np.clip(lean, -1.2, 1.2))[..., None]
    if dice.chance(0.6):  # the front plate's shadow
        reach = float(shape.disc_depth.mean()) * dice.between(0, 1.5)
        across = layers.hole_x + shape.front_depth * view.slant_x - lamp.toward_x * reach
        down = layers.hole_y + shape.front_depth * view.slant_y - lamp.toward_y * reach
        lit = soft_step(np.hypot(across, down) - shape.hole_radius, dice.between(0.03, 0.3))[..., None]
        dark = dice.between(0.2, 0.9)
        faces = faces * (dark + (1 - dark) * lit)
    if dice.chance(0.5):
        faces = faces * dice.between(0.4, 1)
    rim = np.where((labels[layers.rim_cell] == RED)[..., None], pair.red, pair.yellow)
    rims = rim * field * dice.between(0.15, 0.8)
    return faces.astype(np.float32), rims.astype(np.float32)
