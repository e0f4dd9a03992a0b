"""People as cut-outs: a hand with its arm, a head, somebody sitting behind the board."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import cast

import cv2
import numpy as np

from hardware.ports import Image
from hardware.simulated.options import Bgr
from hardware.simulated.projection import Floats, Matrix, Projection
from hardware.simulated.scene import ROWS, Cover, CoverKind
from hardware.simulated.textures import Random, noise, random_colour

SKINS: tuple[Bgr, ...] = (
    (0.66, 0.76, 0.95),
    (0.58, 0.68, 0.88),
    (0.45, 0.58, 0.82),
    (0.32, 0.45, 0.68),
    (0.2, 0.29, 0.46),
    (0.14, 0.2, 0.32),
)


@dataclass(frozen=True, slots=True, eq=False)
class Cutout:
    """A flat figure with soft edges, which stands upright in the room.

    Attributes:
        bgra: Uint8, shape (height, width, 4), colours already weighted by the cover in the fourth channel.
        scale: Pixels to a hole pitch.
        anchor: The pixel (x, y) that is put where the figure is said to be.
    """

    bgra: Image
    scale: float
    anchor: tuple[float, float]


def hand(random: Random, kind: CoverKind) -> Cutout:
    """A hand with forearm and sleeve; finger tips at the anchor, the arm goes to the right."""
    scale, width, height = 20.0, 520, 150
    skin = SKINS[int(random.integers(0, len(SKINS)))]
    middle = height / 2
    mask = np.zeros((height, width), np.uint8)
    creases = np.zeros((height, width), np.uint8)

    def at(right: float, down: float) -> tuple[int, int]:
        return round(30 + right * scale), round(middle + down * scale)

    def limb(points: list[tuple[float, float]], thick: float) -> None:
        corners = [at(*point) for point in points]
        for start, end in pairwise(corners):
            cv2.line(creases, start, end, 255, round(thick * scale) + 3, cv2.LINE_AA)
            cv2.line(creases, start, end, 0, max(1, round(thick * scale) - 1), cv2.LINE_AA)
            cv2.line(mask, start, end, 255, round(thick * scale), cv2.LINE_AA)

    cv2.ellipse(mask, at(3.8, 0.3), (round(1.5 * scale), round(1.15 * scale)), 0, 0, 360, 255, -1, cv2.LINE_AA)
    limb([(4.2, 0.3), (26, 0.5)], 1.7)
    if kind is CoverKind.PINCH:
        limb([(3.0, 1.1), (2.0, 1.0), (1.9, 0.5)], 0.5)
        limb([(3.0, 0.6), (1.5, 0.75), (1.3, 0.3)], 0.52)
        limb([(3.2, -0.2), (1.4, -0.55), (0.15, -0.1)], 0.52)
        limb([(3.6, 0.9), (1.9, 1.0), (0.2, 0.25)], 0.55)
    else:
        spread = float(random.uniform(0.5, 1.1))
        limb([(3.4, 1.2), (2.2, 1.5 * spread + 0.5)], 0.6)
        limb([(3.0, 0.9), (0.9, 0.9 * spread)], 0.48)
        limb([(3.0, 0.5), (0.25, 0.45 * spread)], 0.52)
        limb([(3.0, 0.1), (0.0, 0.0)], 0.54)
        limb([(3.0, -0.3), (0.4, -0.5 * spread)], 0.52)
    alpha = mask.astype(np.float32) / 255
    shade = _relief(mask, 0.9 * scale) - 0.25 * cv2.GaussianBlur(creases.astype(np.float32) / 255, (3, 3), 0)
    colours: Floats = np.broadcast_to(np.asarray(skin, np.float32), (height, width, 3)).copy()
    colours *= (1 + 0.03 * noise(random, width, height, 30))[:, :, None]
    if random.random() < 0.75:
        cuff = at(float(random.uniform(5.5, 10.0)), 0)[0]
        sleeve = np.asarray(random_colour(random, vivid=0.6), np.float32)
        wide = np.zeros_like(mask)
        cv2.line(wide, (cuff + 26, at(0, 0.5)[1]), (width + 40, at(0, 0.55)[1]), 255, round(2.5 * scale), cv2.LINE_AA)
        wide[:, :cuff] = 0
        cloth = 1 + 0.06 * noise(random, width, height, 10, 4)
        share = (wide.astype(np.float32) / 255)[:, :, None]
        colours = colours * (1 - share) + share * sleeve * cloth[:, :, None]
        alpha = np.maximum(alpha, share[:, :, 0])
        shade = shade * (1 - share[:, :, 0]) + share[:, :, 0] * _relief(wide, 1.4 * scale)
    return Cutout(_weighted(colours * shade[:, :, None], alpha), scale, (30.0, middle))


def head(random: Random) -> Cutout:
    """A head seen from behind or aside, with shoulders; the anchor is the middle of the head."""
    return _figure(random, random_colour(random, vivid=0.6), anchor_at_head=True)


def sitter(random: Random, clothes: Bgr) -> Cutout:
    """Somebody facing the camera; the anchor is the middle of the chest's lower end."""
    return _figure(random, clothes, anchor_at_head=False)


def _figure(random: Random, clothes: Bgr, *, anchor_at_head: bool) -> Cutout:
    scale, width, height = 12.0, 320, 400
    skin = np.asarray(SKINS[int(random.integers(0, len(SKINS)))], np.float32)
    hair = np.asarray(random.choice([[0.05, 0.06, 0.08], [0.1, 0.2, 0.35], [0.3, 0.5, 0.7], [0.6, 0.6, 0.6]]))
    middle = width // 2
    body, face, locks = (np.zeros((height, width), np.uint8) for _ in range(3))
    cv2.ellipse(body, (middle, 215), (78, 60), 0, 180, 360, 255, -1, cv2.LINE_AA)
    cv2.rectangle(body, (middle - 78, 214), (middle + 78, height), 255, -1)
    for side in (-1, 1):
        elbow = (middle + side * int(random.integers(95, 135)), 330)
        cv2.line(body, (middle + side * 62, 215), elbow, 255, 44, cv2.LINE_AA)
        cv2.line(body, elbow, (middle + side * int(random.integers(40, 150)), height), 255, 38, cv2.LINE_AA)
    cv2.rectangle(face, (middle - 16, 120), (middle + 16, 172), 255, -1)
    cv2.ellipse(face, (middle, 95), (31, 42), 0, 0, 360, 255, -1, cv2.LINE_AA)
    cv2.ellipse(locks, (middle, 82), (36, 40), 0, 170, 370, 255, -1, cv2.LINE_AA)
    if anchor_at_head or random.random() < 0.4:
        cv2.ellipse(locks, (middle, 90), (37, 52), 0, 0, 360, 255, -1, cv2.LINE_AA)
        if not anchor_at_head:
            cv2.ellipse(locks, (middle, 100), (25, 36), 0, 0, 360, 0, -1, cv2.LINE_AA)
    folds = 1 + 0.06 * noise(random, width, height, 5, 4)
    if random.random() < 0.3:
        stripes = np.sin(np.arange(height, dtype=np.float32) * float(random.uniform(0.2, 0.8)))[:, None]
        folds = folds * (1 + 0.25 * stripes)
    canvas: Floats = np.zeros((height, width, 3), np.float32)
    alpha = np.zeros((height, width), np.float32)
    for mask, colour, shade in (
        (body, np.asarray(clothes, np.float32), _relief(body, 40.0) * folds),
        (face, skin, _relief(face, 20.0)),
        (locks, hair.astype(np.float32), _relief(locks, 20.0) * (1 + 0.06 * noise(random, width, height, 60))),
    ):
        share = mask.astype(np.float32) / 255
        canvas = canvas * (1 - share[:, :, None]) + (share * shade)[:, :, None] * colour
        alpha = np.maximum(alpha, share)
    anchor = (float(middle), 95.0) if anchor_at_head else (float(middle), float(height - 8))
    return Cutout(_weighted(canvas, alpha), scale, anchor)


@lru_cache(maxsize=16)
def cover_cutout(kind: CoverKind, person: int, seed: int) -> Cutout:
    """The figure of a cover; the same person of the same seed looks the same."""
    random = np.random.default_rng((seed, person, 77))
    return head(random) if kind is CoverKind.HEAD else hand(random, kind)


def place_cover(cover: Cover, row_pitch: float, nearness: float) -> tuple[Matrix, Matrix, Matrix]:
    """Origin, right and down of the plane in which a cover stands, in board coordinates."""
    turn = 0.0 if cover.kind is CoverKind.HEAD else np.radians(cover.arm_degrees)
    origin = np.array([cover.column, (ROWS - 1 - cover.row) * row_pitch, -nearness])
    return (
        origin,
        np.array([np.cos(turn), -np.sin(turn), 0.0]),
        np.array([np.sin(turn), np.cos(turn), 0.0]),
    )


def paste(
    picture: Image,
    cutout: Cutout,
    projection: Projection,
    plane: tuple[Matrix, Matrix, Matrix],
    *,
    gain: Bgr = (1.0, 1.0, 1.0),
    blur: float = 0.0,
) -> Floats | None:
    """Draw a figure into a picture, in place.

    Args:
        picture: BGR uint8, changed.
        cutout: The figure.
        projection: The camera.
        plane: Where its anchor is, and its right and down, in board coordinates.
        gain: Factors for its colours.
        blur: Standard deviation in pixels.
    Returns: How much each pixel is covered, shape (height, width), or None when nothing of it is in the picture.
    """
    height, width = cutout.bgra.shape[:2]
    to_plane = np.array(
        [
            [1 / cutout.scale, 0, -cutout.anchor[0] / cutout.scale],
            [0, 1 / cutout.scale, -cutout.anchor[1] / cutout.scale],
            [0, 0, 1.0],
        ]
    )
    homography = projection.homography(*plane) @ to_plane
    corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]], np.float64) @ homography.T
    if (corners[:, 2] < 0.2).any():
        return None
    corners = corners[:, :2] / corners[:, 2:]
    margin = 3 * blur + 1
    left, top = np.maximum(np.floor(corners.min(axis=0) - margin), 0).astype(int).tolist()
    right, bottom = np.ceil(corners.max(axis=0) + margin).astype(int).tolist()
    right, bottom = min(right, picture.shape[1]), min(bottom, picture.shape[0])
    if right <= left or bottom <= top:
        return None
    move = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]]) @ homography
    size = (right - left, bottom - top)
    seen = cv2.warpPerspective(cutout.bgra, move, size, flags=cv2.INTER_LINEAR)
    if blur > 0.3:
        seen = cv2.GaussianBlur(seen, (0, 0), blur)
    region = picture[top:bottom, left:right]
    alpha = seen[:, :, 3].astype(np.float32) * np.float32(1 / 255)
    painted = region * (1 - alpha)[:, :, None] + seen[:, :, :3] * np.asarray(gain, np.float32)
    region[:] = np.minimum(painted, 255).astype(np.uint8)
    covered = np.zeros(picture.shape[:2], np.float32)
    covered[top:bottom, left:right] = alpha
    return covered


def _relief(mask: Image, radius: float) -> Floats:
    """Shade of a rounded body of this outline, lit from above left; about 1, shape of the mask."""
    deep = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    part = np.clip(deep / radius, 0, 1)
    body = cv2.GaussianBlur(np.sqrt(np.maximum(1 - (1 - part) ** 2, 0)) * radius, (0, 0), max(1.0, radius * 0.12))
    right = cv2.Sobel(body, cv2.CV_32F, 1, 0, ksize=3) / 8
    down = cv2.Sobel(body, cv2.CV_32F, 0, 1, ksize=3) / 8
    return cast(Floats, np.clip(0.88 + 0.18 * right + 0.32 * down, 0.35, 1.25))


def _weighted(colours: Floats, alpha: Floats) -> Image:
    weighted = np.clip(colours, 0, 1) * alpha[:, :, None]
    return cast(Image, np.rint(np.dstack([weighted, alpha]) * 255).astype(np.uint8))
