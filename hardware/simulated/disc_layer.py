"""Discs: their faces with rings, domes, stickers and shine, put into the slots of the frame or into the open."""

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np

from hardware.simulated.frame_layers import Box, FrameLayers, Rays, soft
from hardware.simulated.options import Bgr, DiscOptions, DiscRelief, LightOptions
from hardware.simulated.projection import Floats, Projection
from hardware.simulated.scene import ROWS, DiscColour, PlacedDisc

STEPS = 512
"""Steps of the tables over the radius of a disc."""


@dataclass(frozen=True, slots=True, eq=False)
class DiscFace:
    """A disc as it lies: colour, place in board coordinates, and its own small differences."""

    colour: Bgr
    x: float
    y: float
    turn: float
    shine_x: float
    shine_y: float


@lru_cache(maxsize=512)
def disc_face(disc: PlacedDisc, discs: DiscOptions, seed: int, row_pitch: float) -> DiscFace:
    """A disc's own look; the same disc in the same place looks the same."""
    kind = 1 if disc.colour is DiscColour.FIRST else 2
    # A disc in the air or in a hand has no place of its own; 99 stands for all of that.
    place = (round(disc.column), round(disc.row)) if 0 <= disc.row < ROWS else (99, 99)
    random = np.random.default_rng((seed, kind, *place))
    base = discs.first if disc.colour is DiscColour.FIRST else discs.second
    shade = 1 + discs.variation * float(random.standard_normal())
    slip = random.normal(0, discs.looseness, 2).tolist() if disc.row == round(disc.row) else (0.0, 0.0)
    shine = random.normal(0, 0.12, 2).tolist()
    colour = (base[0] * shade, base[1] * shade, base[2] * shade)
    x, y = disc.column + float(np.clip(slip[0], -0.05, 0.05)), (ROWS - 1 - disc.row) * row_pitch + abs(slip[1])
    return DiscFace(colour, x, y, float(random.uniform(0, 6.28)), shine[0], shine[1])


def paint_face(x: Floats, y: Floats, face: DiscFace, discs: DiscOptions, light: LightOptions) -> Floats:
    """Colour of a disc's face at points x, y (in disc radii from its middle), shape (h, w, 3), 0 to 1 without light."""
    away = np.sqrt(x * x + y * y)
    index = np.minimum((away * (STEPS / 1.3)).astype(np.int32), STEPS - 1)
    slope_table, ring_table = _profile(discs.relief)
    light_x, light_y = light.direction
    strength = np.float32(discs.relief_strength)
    toward = (x * np.float32(light_x) + y * np.float32(light_y)) / np.maximum(away, 0.02)
    shade = 1 - strength * slope_table[index] * toward + strength * ring_table[index]
    if discs.relief is DiscRelief.STUDS:
        angle = np.arctan2(y, x) * 16 + np.float32(face.turn)
        shade = shade + strength * 0.5 * (np.sin(angle) > 0) * ((away > 0.72) & (away < 0.92))
    colours = shade[:, :, None] * np.asarray(face.colour, np.float32)
    if discs.relief is DiscRelief.STICKER:
        cosine, sine = np.float32(np.cos(face.turn)), np.float32(np.sin(face.turn))
        along, across = x * cosine + y * sine, y * cosine - x * sine
        on = np.clip((0.58 - away) * 12, 0, 1) * (
            1 - np.clip((0.13 - np.minimum(abs(along), abs(across))) * 12, 0, 1) * 0.9
        )
        colours = colours * (1 - on[:, :, None]) + on[:, :, None] * np.asarray(discs.sticker, np.float32)
    if discs.gloss:
        lean = {DiscRelief.DOMED: 0.45, DiscRelief.CONCAVE: -0.4}.get(discs.relief, 0.2)
        width = 0.25 if discs.relief is DiscRelief.DOMED else 0.5
        square = (x - lean * light_x - face.shine_x) ** 2 + (y - lean * light_y - face.shine_y) ** 2
        colours += (np.float32(discs.gloss) * np.exp(-square / np.float32(width**2)))[:, :, None]
    return cast(Floats, colours)


def disc_box(projection: Projection, face: DiscFace, radius: float, depth: float, smear: float) -> Box | None:
    """The pixels that a disc can touch, or None when it is outside the picture."""
    reach_y = radius + smear / 2
    points = np.array(
        [[face.x + dx * radius, face.y + dy * reach_y, depth] for dx in (-1, 1) for dy in (-1, 1)], np.float64
    )
    pixels = projection.pinhole(points)
    left, top = np.maximum(np.floor(pixels.min(axis=0)) - 1, 0).astype(int).tolist()
    right, bottom = (np.ceil(pixels.max(axis=0)) + 2).astype(int).tolist()
    right, bottom = min(right, projection.width), min(bottom, projection.height)
    return (left, top, right, bottom) if right > left and bottom > top else None


def disc_pixels(
    slot_x: Floats, slot_y: Floats, scale: Floats, face: DiscFace, smear: float, discs: DiscOptions, light: LightOptions
) -> tuple[Floats, Floats]:
    """Colours (h, w, 3) and coverage (h, w) of a disc, smeared along its fall while the shutter is open."""
    steps = 1 if smear < 0.05 else 4
    total = np.zeros((*slot_x.shape, 3), np.float32)
    cover = np.zeros(slot_x.shape, np.float32)
    unit = np.float32(1 / discs.radius)
    for step in range(steps):
        moved = smear * (step - (steps - 1) / 2) / steps
        x, y = (slot_x - np.float32(face.x)) * unit, (slot_y - np.float32(face.y + moved)) * unit
        part = soft((1 - np.sqrt(x * x + y * y)) * np.float32(discs.radius), scale)
        total += part[:, :, None] * paint_face(x, y, face, discs, light)
        cover += part
    colours = total / np.maximum(cover, 1e-3)[:, :, None]
    return cast(Floats, np.clip(colours, 0, 1.5)), cast(Floats, cover / steps)


def put_in_slot(
    picture: Floats,
    layers: FrameLayers,
    behind: Floats,
    lit: Floats,
    box: Box,
    disc: PlacedDisc,
    discs: DiscOptions,
    light: LightOptions,
    seed: int,
) -> None:
    """Draw a disc behind the front wall.

    Args:
        picture: Float32 in grey levels, of the layers' box, changed.
        layers: The frame.
        behind: What shows in the slot plane without a disc, of the layers' box.
        lit: Light on the board, of the layers' box.
        box: The disc's pixels, inside the layers' box.
        disc: The disc.
        discs: Its look.
        light: Where the light comes from.
        seed: Decides its small differences.
    """
    part = (
        slice(box[1] - layers.box[1], box[3] - layers.box[1]),
        slice(box[0] - layers.box[0], box[2] - layers.box[0]),
    )
    face = disc_face(disc, discs, seed, layers.row_pitch)
    colours, cover = disc_pixels(
        layers.slot_x[part], layers.slot_y[part], layers.scale[part], face, disc.smear, discs, light
    )
    colours = colours * (layers.shade[part][:, :, None] * 255) * lit[part]
    picture[part] += (layers.window[part] * cover)[:, :, None] * (colours - behind[part])


def put_in_the_open(
    picture: Floats,
    box: Box,
    projection: Projection,
    depth: float,
    row_pitch: float,
    lit: Floats,
    disc: PlacedDisc,
    discs: DiscOptions,
    light: LightOptions,
    seed: int,
) -> None:
    """Draw a disc over everything.

    Args:
        picture: Float32 in grey levels, of the disc's box, changed.
        box: The disc's pixels.
        projection: The camera.
        depth: The plane of the disc behind the front face.
        row_pitch: Distance of two rows.
        lit: Light, of the disc's box.
        disc: The disc.
        discs: Its look.
        light: Where the light comes from.
        seed: Decides its small differences.
    """
    rays = Rays.of(projection, box)
    face = disc_face(disc, discs, seed, row_pitch)
    z = np.float32(depth)
    colours, cover = disc_pixels(
        rays.x + z * rays.along_x, rays.y + z * rays.along_y, rays.scale, face, disc.smear, discs, light
    )
    picture += cover[:, :, None] * (colours * 255 * lit - picture)


@lru_cache(maxsize=16)
def _profile(relief: DiscRelief) -> tuple[Floats, Floats]:
    """Slope and extra brightness of a face over the radius, 0 to 1.3 radii."""
    away = np.arange(STEPS, dtype=np.float32) * np.float32(1.3 / STEPS)
    edge = -np.exp(-(((away - 0.97) / 0.04) ** 2))
    shade = -0.3 * np.clip((away - 0.93) * 12, 0, 1)

    def step(at: float, height: float) -> Floats:
        return cast(Floats, height * np.exp(-(((away - at) / 0.035) ** 2)))

    match relief:
        case DiscRelief.RINGS:
            slope = edge + step(0.42, 1.0) + step(0.52, -1.0) + step(0.72, 1.0) + step(0.8, -1.0)
        case DiscRelief.STUDS:
            slope = edge + step(0.6, -1.2) + step(0.3, 0.8)
        case DiscRelief.CONCAVE:
            slope = edge + 1.2 * np.where(away < 0.85, away, 0) + step(0.86, -1.0)
        case DiscRelief.DOMED:
            slope = -1.6 * np.minimum(away, 1) ** 1.5
            shade = -0.8 * np.minimum(away, 1) ** 3
        case DiscRelief.SMOOTH | DiscRelief.STICKER:
            slope = edge
    return slope.astype(np.float32), shade.astype(np.float32)
