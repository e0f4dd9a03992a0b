"""From a scene and a look to the camera's picture, with the truth about where the holes are.

What stands still is drawn once and kept: the room and the frame until the board is shifted, their light until the lamp
changes, the lying discs until one moves. A frame of a video is then only what moves, and the camera's noise.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Colour, Image
from hardware.simulated.disc_layer import disc_box, disc_face, put_in_slot, put_in_the_open
from hardware.simulated.figures import cover_cutout, paste, place_cover
from hardware.simulated.frame_layers import FrameLayers, frame_layers
from hardware.simulated.lighting import illumination, strip_glow
from hardware.simulated.options import Bgr, SceneOptions
from hardware.simulated.projection import Floats, Matrix, Projection, hole_middles
from hardware.simulated.room import paint_room, paint_stand, paint_stand_behind
from hardware.simulated.scene import ROWS, CoverKind, PlacedDisc, Scene, Shift
from hardware.simulated.sensor import Sensor


@dataclass(frozen=True, slots=True, eq=False)
class Rendering:
    """A picture with its truth.

    Attributes:
        pixels: BGR uint8.
        holes: Middles of the holes on the front face in pixels, row 6 first, left to right, shape (42, 2).
        covered: Which of the holes are behind a hand or a head, shape (42,).
    """

    pixels: Image
    holes: Matrix
    covered: NDArray[np.bool_]


@dataclass(slots=True)
class _Standing:
    """What holds while the board stands still."""

    shift: Shift
    projection: Projection
    layers: FrameLayers
    room: Image
    near: Floats


@dataclass(slots=True)
class _Lit:
    """What holds while the lamp does not change; in grey levels."""

    lamp: float
    light: Floats
    mean: Bgr
    room: Image
    behind: Floats
    empty: Floats


class Renderer:
    """Draws scenes of one look.

    Args:
        options: The look.
    """

    def __init__(self, options: SceneOptions) -> None:
        self.options = options
        self._start = Projection.of_view(options.view)
        self._sensor = Sensor(options.sensor, self._start, options.seed)
        self._room: Image | None = None
        self._standing: _Standing | None = None
        self._lit: _Lit | None = None
        self._lying: tuple[frozenset[PlacedDisc], Image] | None = None
        self._glow: tuple[tuple[Colour, ...], Shift, Floats] | None = None

    def render(self, scene: Scene) -> Rendering:
        """The camera's picture of a scene."""
        standing = self._stand(scene.shift)
        lit = self._light(standing, scene.light.lamp)
        moving = [disc for disc in scene.discs if disc.smear or disc.row != round(disc.row) or disc.row >= ROWS]
        picture = self._with_lying(standing, lit, frozenset(scene.discs).difference(moving)).copy()
        for disc in moving:
            self._paint_disc(picture, standing, lit, disc)
        middles = hole_middles(self.options.frame)
        covered = _under(standing.near, standing.projection.pinhole(middles))
        for cover in scene.covers:
            far = cover.kind is CoverKind.HEAD  # from the board: it does not go with it, and is out of focus
            alpha = paste(
                picture,
                cover_cutout(cover.kind, cover.person, self.options.seed),
                self._start if far else standing.projection,
                place_cover(cover, self.options.frame.row_pitch, 6.0 if far else 0.7),
                gain=lit.mean,
                blur=3.0 if far else 0.0,
            )
            if alpha is not None:
                covered |= _under(alpha, standing.projection.pinhole(middles))
        if any(colour != Colour.DARK for colour in scene.strip):
            picture = cv2.add(picture, self._strip_light(standing, scene.strip), dtype=cv2.CV_8U).astype(np.uint8)
        return Rendering(self._sensor.develop(picture, scene.light), standing.projection.in_picture(middles), covered)

    def holes(self, shift: Shift | None = None) -> Matrix:
        """Middles of the holes in pixels, as in `Rendering`, without drawing."""
        return Projection.of_view(self.options.view, shift).in_picture(hole_middles(self.options.frame))

    def _stand(self, shift: Shift) -> _Standing:
        if self._standing is None or self._standing.shift != shift:
            options = self.options
            projection = Projection.of_view(options.view, shift)
            if self._room is None:
                self._room = paint_room(options, self._start)
            room = self._room.copy()
            paint_stand_behind(room, options, projection)
            layers = frame_layers(projection, options.frame, options.light, options.seed)
            # On black it shows its colours, and what white adds to that tells where it is not.
            stand, on_white = np.zeros_like(room), np.full_like(room, 255)
            for canvas in (stand, on_white):
                paint_stand(canvas, options, projection)
            near = 1 - (on_white[:, :, 1].astype(np.float32) - stand[:, :, 1]) / 255
            room = (room * (1 - near[:, :, None]) + stand).clip(0, 255).astype(np.uint8)
            self._standing = _Standing(shift, projection, _before(layers, stand, near), room, near)
            self._lit = None
        return self._standing

    def _light(self, standing: _Standing, lamp: float) -> _Lit:
        lamp = round(lamp * 16) / 16
        if self._lit is None or self._lit.lamp != lamp:
            options = self.options
            projection, layers = standing.projection, standing.layers
            light = illumination(options.light, projection.width, projection.height, options.seed, lamp)
            share = standing.near + np.float32(options.light.room) * (1 - standing.near)
            room = cv2.multiply(standing.room, light * share[:, :, None], dtype=cv2.CV_8U).astype(np.uint8)
            part = _slices(layers.box)
            on_board = light[part] * np.float32(255)
            behind = layers.back * on_board + layers.opening[:, :, None] * room[part]
            empty = layers.front * on_board + layers.window[:, :, None] * behind
            blue, green, red = light[::8, ::8].mean(axis=(0, 1)).tolist()
            self._lit = _Lit(lamp, light, (blue, green, red), room, behind, empty)
            self._lying = None
        return self._lit

    def _with_lying(self, standing: _Standing, lit: _Lit, discs: frozenset[PlacedDisc]) -> Image:
        if self._lying is None or self._lying[0] != discs:
            board = lit.empty.copy()
            picture = lit.room.copy()
            layers, options = standing.layers, self.options
            for disc in sorted(discs, key=lambda each: (each.column, each.row)):
                box = _disc_box(standing, options, disc)
                if box is not None and _within(box, layers.box):
                    light = lit.light[_slices(layers.box)]
                    put_in_slot(board, layers, lit.behind, light, box, disc, options.discs, options.light, options.seed)
            picture[_slices(layers.box)] = np.clip(board, 0, 255).astype(np.uint8)
            self._lying = (discs, picture)
        return self._lying[1]

    def _paint_disc(self, picture: Image, standing: _Standing, lit: _Lit, disc: PlacedDisc) -> None:
        options, layers = self.options, standing.layers
        box = _disc_box(standing, options, disc)
        if box is None:
            return
        if _within(box, layers.box) and disc.row > -0.8:
            part = _slices(layers.box)
            board = picture[part].astype(np.float32)
            put_in_slot(
                board, layers, lit.behind, lit.light[part], box, disc, options.discs, options.light, options.seed
            )
            picture[part] = np.clip(board, 0, 255).astype(np.uint8)
        else:
            part = _slices(box)
            patch = picture[part].astype(np.float32)
            put_in_the_open(
                patch,
                box,
                standing.projection,
                options.frame.front_depth,
                options.frame.row_pitch,
                lit.light[part],
                disc,
                options.discs,
                options.light,
                options.seed,
            )
            picture[part] = np.clip(patch, 0, 255).astype(np.uint8)

    def _strip_light(self, standing: _Standing, strip: tuple[Colour, ...]) -> Floats:
        if self._glow is None or self._glow[:2] != (strip, standing.shift):
            bottom = self.options.frame.lowest + self.options.frame.margin[2]
            self._glow = (strip, standing.shift, strip_glow(strip, standing.projection, bottom))
        return self._glow[2]


def _before(layers: FrameLayers, stand: Image, near: Floats) -> FrameLayers:
    """The layers with the stand's front parts before them."""
    part = _slices(layers.box)
    free = 1 - near[part]
    front = layers.front * free[:, :, None] + stand[part].astype(np.float32) / 255
    return replace(layers, front=front, window=layers.window * free)


def _disc_box(standing: _Standing, options: SceneOptions, disc: PlacedDisc) -> tuple[int, int, int, int] | None:
    face = disc_face(disc, options.discs, options.seed, options.frame.row_pitch)
    return disc_box(standing.projection, face, options.discs.radius, options.frame.front_depth, disc.smear)


def _within(inner: tuple[int, int, int, int], outer: tuple[int, int, int, int]) -> bool:
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _slices(box: tuple[int, int, int, int]) -> tuple[slice, slice]:
    return slice(box[1], box[3]), slice(box[0], box[2])


def _under(alpha: Floats, pixels: Matrix) -> NDArray[np.bool_]:
    height, width = alpha.shape
    x, y = np.round(pixels).astype(int).T
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    return np.asarray(inside & (alpha[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)] > 0.5))
