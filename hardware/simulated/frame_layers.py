"""The frame with its 42 deep holes, by following each pixel's ray through front wall, slot and back wall.

The result is a stack of layers that a disc and the background can be put between at little cost: it holds as long as
camera and board stand still.
"""

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from hardware.simulated.options import FrameOptions, FrameShape, LightOptions
from hardware.simulated.projection import Floats, Projection
from hardware.simulated.scene import COLUMNS, ROWS
from hardware.simulated.textures import noise

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class FrameLayers:
    """What lies before and behind the discs, in a box of the picture; without light, colours 0 to 1.

    A pixel is `front + window (disc or behind)` with `behind = back + opening * background`.

    Attributes:
        box: The part of the picture.
        front: Colour of all that is before the discs, weighted, shape (h, w, 3).
        window: How much of the slot plane is seen, shape (h, w); 1 beside the frame.
        back: Colour of the inside and the back wall, weighted, shape (h, w, 3).
        opening: How much of the background is seen past them, shape (h, w).
        slot_x: Board x of the ray in the plane of the discs' faces, shape (h, w).
        slot_y: Board y, likewise.
        scale: Pixels to a hole pitch, shape (h, w).
        shade: How much light reaches the slot plane, shape (h, w).
        row_pitch: Distance of two rows.
    """

    box: Box
    front: Floats
    window: Floats
    back: Floats
    opening: Floats
    slot_x: Floats
    slot_y: Floats
    scale: Floats
    shade: Floats
    row_pitch: float


@dataclass(frozen=True, slots=True, eq=False)
class Rays:
    """The rays of a box of pixels: each passes (x, y) on the front face and goes on by (along_x, along_y) a pitch."""

    x: Floats
    y: Floats
    along_x: Floats
    along_y: Floats
    scale: Floats

    @classmethod
    def of(cls, projection: Projection, box: Box) -> "Rays":
        """The rays of a camera."""
        x, y, z = projection.directions(box)
        eye = projection.eye.astype(np.float32)
        z = np.maximum(z, 1e-3)
        along_x, along_y = x / z, y / z
        scale = z * np.float32(projection.intrinsic[0, 0] / -eye[2])
        return cls(eye[0] - eye[2] * along_x, eye[1] - eye[2] * along_y, along_x, along_y, scale)


def frame_box(projection: Projection, frame: FrameOptions, above: float = 1.3) -> Box:
    """The pixels that the frame can touch, with room for a disc above it."""
    side, top, bottom = frame.margin
    points = np.array(
        [
            [x, y, z]
            for x in (-side - 0.25, COLUMNS - 1 + side + 0.25)
            for y in (-top - above, frame.lowest + bottom + 0.1)
            for z in (0.0, frame.depth)
        ]
    )
    pixels = projection.pinhole(points)
    left, up = np.clip(np.floor(pixels.min(axis=0)) - 2, 0, [projection.width, projection.height]).astype(int).tolist()
    right, down = (
        np.clip(np.ceil(pixels.max(axis=0)) + 3, 0, [projection.width, projection.height]).astype(int).tolist()
    )
    return left, up, max(right, left + 1), max(down, up + 1)


def frame_layers(projection: Projection, frame: FrameOptions, light: LightOptions, seed: int) -> FrameLayers:
    """Follow the rays once.

    Args:
        projection: The camera.
        frame: The frame.
        light: Where the light comes from.
        seed: Decides the grain of the face.
    """
    box = frame_box(projection, frame)
    rays = Rays.of(projection, box)
    scale = rays.scale
    colour = np.asarray(frame.colour, np.float32)
    light_x, light_y = (np.float32(part) for part in light.direction)
    radius = np.float32(frame.hole_radius)

    column = np.clip(np.rint(rays.x), 0, COLUMNS - 1)
    row_pitch = np.float32(frame.row_pitch)
    row = np.clip(np.rint(rays.y / row_pitch), 0, ROWS - 1)
    in_x, in_y = rays.x - column, rays.y - row * row_pitch
    face_away = np.hypot(in_x, in_y)

    def away(depth: float) -> Floats:
        """Distance from the hole's axis at this depth."""
        return cast(Floats, np.hypot(in_x + np.float32(depth) * rays.along_x, in_y + np.float32(depth) * rays.along_y))

    def inside(distance: Floats) -> Floats:
        return soft(radius - distance, scale)

    slot_away, back_away = away(frame.front_depth), away(frame.front_depth + frame.slot_depth)
    hole, open_front, open_slot = inside(face_away), inside(slot_away), inside(back_away)
    open_back = inside(away(frame.depth))

    # The walls of the holes: lit from the light's side, darker the deeper the ray meets them.
    toward = (in_x * light_x + in_y * light_y) / np.maximum(face_away, 0.05)
    deep = np.clip((radius - face_away) / np.maximum(slot_away - face_away, 1e-3), 0, 1)
    depth_loss = np.float32(min(0.75, 0.25 + frame.front_depth))
    wall = np.float32(frame.inner_brightness) * (0.55 + 0.55 * np.maximum(-toward, -0.5)) * (1 - depth_loss * deep)
    wall = wall + np.float32(1.5 * frame.gloss) * np.maximum(-toward, 0) ** 6 * (1 - deep)
    inner = np.float32(frame.inner_brightness * 0.4) * (1 + 0.4 * np.maximum(-toward, -0.6))

    face = soft(-outline_distance(frame, rays.x, rays.y), scale)
    sides = np.zeros_like(face)
    for part in (0.33, 0.66, 1.0):
        z = np.float32(frame.depth * part)
        sides = np.maximum(
            sides, soft(-outline_distance(frame, rays.x + z * rays.along_x, rays.y + z * rays.along_y), scale)
        )
    sides = sides * (1 - face)

    shine = _face_shade(frame, rays, in_x, in_y, face_away, (float(light_x), float(light_y)), seed)
    face_colour = shine[:, :, None] * colour
    if frame.has_bar:
        tab = soft(
            np.float32(0.09) - np.maximum(np.abs(in_x) - 0.22, np.abs(rays.y - (frame.lowest + 0.6)) - 0.02), scale
        )
        face_colour = face_colour * (1 - tab[:, :, None]) + tab[:, :, None] * np.asarray(frame.bar_colour, np.float32)
    if frame.lettering:
        ink = _lettering(frame, projection, box)[:, :, None]
        face_colour = face_colour * (1 - ink) + ink * np.asarray(frame.bar_colour, np.float32)
    if frame.has_marks:
        face_colour = _with_marks(frame, rays, face_colour)
    if frame.gloss:
        face_colour = face_colour + _glint(frame, rays, seed)[:, :, None]

    solid = face * (1 - hole)
    seen = face * hole * open_front
    through = np.float32(frame.translucency) * solid
    beside = (1 - face) * (1 - sides)
    front = (solid - through)[:, :, None] * face_colour
    front += (face * hole * (1 - open_front) * wall)[:, :, None] * colour
    front += (sides * _side_shade(frame, rays))[:, :, None] * colour
    window = seen + through + beside
    share = 1 / np.maximum(window, 1e-3)
    back = (seen * share * (inner * (1 - open_slot) + 0.8 * inner * open_slot * (1 - open_back)))[:, :, None] * colour
    back += (0.45 * through * share)[:, :, None] * colour
    opening = (seen * open_slot * open_back + 0.5 * through + beside) * share

    slot = np.float32(frame.front_depth)
    slot_in_x, slot_in_y = in_x + slot * rays.along_x, in_y + slot * rays.along_y
    reach = np.float32(min(0.5, 1.6 * frame.front_depth + 0.05))
    lit = np.hypot(slot_in_x + reach * light_x, slot_in_y + reach * light_y)
    dark = np.clip((lit - radius) / 0.16 + 0.5, 0, 1) * np.float32(light.hole_shade)
    shade = 1 - (dark + np.float32(0.5 * light.hole_shade * min(1.0, 2 * frame.front_depth))) * (face > 0.5)
    return FrameLayers(
        box,
        front.astype(np.float32),
        window.astype(np.float32),
        back.astype(np.float32),
        opening.astype(np.float32),
        rays.x + slot * rays.along_x,
        rays.y + slot * rays.along_y,
        scale,
        shade.astype(np.float32),
        frame.row_pitch,
    )


def soft(inside_by: Floats, scale: Floats) -> Floats:
    """How much of a pixel is inside an edge that is so many pitches away, 0 to 1."""
    return cast(Floats, np.clip(inside_by * scale + 0.5, 0, 1))


def outline_distance(frame: FrameOptions, x: Floats, y: Floats) -> Floats:
    """Distance from the outline in pitches, below 0 inside."""
    side, top, bottom = frame.margin
    half_x = np.float32((COLUMNS - 1) / 2 + side)
    half_y = np.float32((frame.lowest + top + bottom) / 2)
    middle_y = np.float32((frame.lowest + bottom - top) / 2)
    from_x, from_y = np.abs(x - np.float32((COLUMNS - 1) / 2)), np.abs(y - middle_y)
    match frame.shape:
        case FrameShape.SQUARE:
            return cast(Floats, np.maximum(from_x - half_x, from_y - half_y))
        case FrameShape.ROUNDED:
            corner = np.float32(0.3)
            out_x, out_y = np.maximum(from_x - half_x + corner, 0), np.maximum(from_y - half_y + corner, 0)
            inner = np.minimum(np.maximum(from_x - half_x + corner, from_y - half_y + corner), 0)
            return cast(Floats, np.hypot(out_x, out_y) + inner - corner)
        case FrameShape.BULGING:
            bulge = 0.6 * np.clip(1 - ((y - middle_y) / half_y) ** 2, 0, 1)
            return cast(Floats, np.maximum(from_x - half_x - bulge, from_y - half_y))


def _face_shade(
    frame: FrameOptions,
    rays: Rays,
    in_x: Floats,
    in_y: Floats,
    face_away: Floats,
    light: tuple[float, float],
    seed: int,
) -> Floats:
    """Brightness of the front face: grain, and the rings embossed around the holes."""
    random = np.random.default_rng((seed, 11))
    height, width = rays.x.shape
    shade = 1 + np.float32(frame.grain) * noise(random, width, height, max(4, width // 6), 3)
    shade = shade + np.float32(0.04) * noise(random, width, height, 2, 2)
    if frame.rim:
        ring = np.exp(-(((face_away - np.float32(frame.hole_radius + 0.05)) / 0.035) ** 2))
        slope = (in_x * light[0] + in_y * light[1]) / np.maximum(face_away, 0.05)
        shade = shade + np.float32(frame.rim) * ring * (0.3 + slope)
    if frame.ribs:
        shade = shade + np.float32(frame.ribs) * np.exp(-(((np.abs(in_x) - 0.5) / 0.05) ** 2))
    return cast(Floats, shade)


def _lettering(frame: FrameOptions, projection: Projection, box: Box) -> Floats:
    """Where the text on the frame's top is, 0 to 1."""
    (wide, high), below = cv2.getTextSize(frame.lettering, cv2.FONT_HERSHEY_DUPLEX, 1.0, 3)
    text = np.zeros((high + below + 4, wide + 8), np.uint8)
    cv2.putText(text, frame.lettering, (4, high + 2), cv2.FONT_HERSHEY_DUPLEX, 1.0, (255.0,), 3, cv2.LINE_AA)
    room = frame.margin[1] - frame.hole_radius
    unit = 0.6 * room / text.shape[0]
    middle_y = -frame.hole_radius - room / 2
    origin = np.array([3 - unit * text.shape[1] / 2, middle_y - unit * text.shape[0] / 2, 0.0])
    homography = projection.homography(origin, np.array([unit, 0, 0]), np.array([0, unit, 0]))
    moved = np.array([[1, 0, -box[0]], [0, 1, -box[1]], [0, 0, 1.0]]) @ homography
    ink = cv2.warpPerspective(text, moved, (box[2] - box[0], box[3] - box[1]), flags=cv2.INTER_LINEAR)
    return ink.astype(np.float32) * np.float32(1 / 255)


def _with_marks(frame: FrameOptions, rays: Rays, face_colour: Floats) -> Floats:
    """White squares with a black pattern on the four corners of the face."""
    side, top, bottom = frame.margin
    size = 0.9 * min(side, top, bottom)
    high = frame.lowest + top + bottom
    corner_x = np.minimum(rays.x + side, COLUMNS - 1 + side - rays.x)
    corner_y = np.minimum(rays.y + top, high - (rays.y + top))
    on = (corner_x < size) & (corner_y < size)
    black = (np.abs(corner_x - size / 2) < 0.36 * size) & (np.abs(corner_y - size / 2) < 0.36 * size)
    black &= ~((np.abs(corner_x - 0.4 * size) < 0.12 * size) & (np.abs(corner_y - 0.6 * size) < 0.2 * size))
    mark = np.where(black, np.float32(0.08), np.float32(0.9))
    return np.where(on[:, :, None], mark[:, :, None], face_colour)


def _glint(frame: FrameOptions, rays: Rays, seed: int) -> Floats:
    """Reflections of lamps and windows on the face."""
    random = np.random.default_rng((seed, 12))
    total = np.zeros_like(rays.x)
    for _ in range(int(random.integers(1, 4))):
        x, y = float(random.uniform(-1.5, 7.5)), float(random.uniform(-1.5, 6))
        wide, high = float(random.uniform(0.5, 3)), float(random.uniform(0.5, 3))
        total += np.exp(-(((rays.x - x) / wide) ** 2) - ((rays.y - y) / high) ** 2) * float(random.uniform(0.3, 1))
    return np.float32(frame.gloss) * total * 0.6


def _side_shade(frame: FrameOptions, rays: Rays) -> Floats:
    """Brightness of the sides: the top catches light and shows the slots, the others lie in the dark."""
    side, top, _ = frame.margin
    above = -top - rays.y
    on_top = (above > 0) & (above > np.abs(rays.x - 3) - (3 + side))
    depth = above / np.maximum(rays.along_y, 1e-3)
    slot_x = rays.x + depth * rays.along_x
    in_slot = (depth > frame.front_depth) & (depth < frame.front_depth + frame.slot_depth)
    in_slot &= (np.abs(slot_x - np.clip(np.rint(slot_x), 0, COLUMNS - 1)) < 0.45) & (rays.along_y > 0.02)
    return np.where(on_top, np.where(in_slot, 0.15, 1.1), 0.55).astype(np.float32)
