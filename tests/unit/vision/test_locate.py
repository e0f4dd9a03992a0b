"""Finding the lattice on drawn plates: small pictures of known geometry."""

from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from hardware.simulated.stills import render_still
from vision.errors import NotAPictureError
from vision.lattice import HOLE_PLANE, Lattice
from vision.locate import Located, NotLocated, locate, refine

Corners = tuple[tuple[float, float], ...]
Colour = tuple[int, int, int]

STRAIGHT: Corners = ((170, 110), (470, 110), (470, 360), (170, 360))
YAWED: Corners = ((200, 130), (430, 90), (430, 385), (200, 340))
PITCHED: Corners = ((150, 150), (490, 150), (455, 350), (185, 350))
ROLLED: Corners = ((230, 80), (475, 190), (385, 395), (140, 285))
SMALL: Corners = ((260, 200), (338, 204), (337, 268), (259, 264))
BLUE, WHITE, BLACK, WOOD = (170, 70, 20), (235, 235, 235), (28, 26, 25), (90, 140, 190)


@dataclass(frozen=True)
class Plate:
    """A drawn board: a plate with holes before a background."""

    corners: Corners = STRAIGHT
    frame: Colour = BLUE
    wall: Colour = (150, 160, 170)
    discs: bool = True
    full: bool = False
    things: int = 12
    noise: float = 3.0
    hole_radius: float = 0.4
    margin: float = 0.6
    seed: int = 5

    def draw(self) -> np.ndarray:
        """Draw it three times as large, then reduce, so that edges are soft as a camera's."""
        random = np.random.default_rng(self.seed)
        big = np.full((480 * 3, 640 * 3, 3), self.wall, dtype=np.uint8)
        for _ in range(self.things):
            start, colour = random.integers(0, 1400, 2), random.integers(40, 220, 3)
            cv2.rectangle(big, start.tolist(), (start + random.integers(80, 500, 2)).tolist(), colour.tolist(), -1)
        lattice = Lattice.from_corner_holes(self.corners, hole_radius=self.hole_radius).scaled(3.0)
        margin = self.margin
        plate = [(-margin, -margin), (6 + margin, -margin), (6 + margin, 5 + margin), (-margin, 5 + margin)]
        behind = big.copy()
        cv2.fillPoly(big, [np.rint(lattice.project(plate)).astype(np.int32)], self.frame)
        outlines = np.rint(lattice.outlines(48)).astype(np.int32)
        content = random.choice(3, 42, p=(0.2, 0.4, 0.4)) * self.discs
        if self.full:
            content = random.choice((1, 2), 42)
        else:
            content[:14] = 0
        for kind, colour in enumerate((None, (30, 30, 200), (40, 200, 230))):
            mask = np.zeros(big.shape[:2], dtype=np.uint8)
            cv2.fillPoly(mask, list(outlines[content == kind]), 255)
            big[mask > 0] = behind[mask > 0] if colour is None else colour
        small = cv2.resize(big, (640, 480), interpolation=cv2.INTER_AREA).astype(np.float64)
        return np.clip(small + random.normal(0.0, self.noise, small.shape), 0, 255).astype(np.uint8)

    def lattice(self) -> Lattice:
        """Say where the holes are."""
        return Lattice.from_corner_holes(self.corners, hole_radius=self.hole_radius)


def worst(found: object, plate: Plate) -> float:
    """Give the largest distance of a hole from its place, in pitches; infinite when nothing was found."""
    if not isinstance(found, Located):
        return np.inf
    distance = np.linalg.norm(found.lattice.holes() - plate.lattice().holes(), axis=1)
    return float(distance.max()) / plate.lattice().pitch_pixels()


PLATES = {
    "straight": Plate(),
    "yawed": Plate(corners=YAWED),
    "pitched": Plate(corners=PITCHED),
    "rolled": Plate(corners=ROLLED),
    "pitch-of-13-pixels": Plate(corners=SMALL),
    "empty": Plate(discs=False),
    "white": Plate(frame=WHITE, wall=(120, 140, 150)),
    "black": Plate(frame=BLACK),
    "wood": Plate(frame=WOOD),
    "small-holes": Plate(hole_radius=0.33),
    "large-holes": Plate(hole_radius=0.45),
    "noisy": Plate(noise=12.0),
    "dark-room": Plate(frame=(40, 18, 8), wall=(30, 32, 36), noise=2.0),
    "narrow-frame": Plate(margin=0.5),
    "full-before-a-violet-wall": Plate(wall=(225, 120, 160), full=True, things=0),
    "full-before-a-wall-of-its-own-colour": Plate(wall=BLUE, full=True, things=0),
    "full-before-a-dark-wall": Plate(wall=(90, 60, 70), full=True, things=0),
}


@pytest.mark.parametrize("plate", PLATES.values(), ids=PLATES.keys())
def test_a_drawn_board_is_found_within_a_tenth_of_a_pitch(plate: Plate) -> None:
    found = locate(plate.draw())
    assert worst(found, plate) < 0.1
    assert found.fit > 0.6


@pytest.mark.parametrize("factor", [0.5, 2.5])
def test_holes_are_in_pixels_of_the_picture_that_was_given(factor: float) -> None:
    plate = Plate(corners=YAWED)
    picture = cv2.resize(plate.draw(), None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    found = locate(picture)
    assert isinstance(found, Located)
    assert worst(Located(found.lattice.scaled(1.0 / factor), found.fit), plate) < 0.1


@pytest.mark.parametrize("cell", [0, 6, 35, 38], ids=["top-left", "top-right", "bottom-left", "bottom-middle"])
def test_holes_that_look_like_the_frame_do_not_shift_the_window(cell: int) -> None:
    plate = Plate()
    picture = plate.draw()
    holes = plate.lattice().holes()
    column, row = cell % 7, cell // 7
    for index in range(42):
        # A whole outer row or column is nearly hidden, as by a tray of the frame's colour behind it.
        if index // 7 == row if column in (3,) else index % 7 == column:
            cv2.circle(picture, np.rint(holes[index]).astype(int).tolist(), 18, (160, 66, 24), -1, cv2.LINE_AA)
    assert worst(locate(picture), plate) < 0.1


def test_discs_on_the_table_in_line_with_a_column_are_no_holes() -> None:
    plate = Plate(corners=((170, 60), (470, 60), (470, 310), (170, 310)))
    picture = plate.draw()
    for column in range(7):
        cv2.circle(picture, (170 + 50 * column, 362), 20, (30, 30, 200), -1, cv2.LINE_AA)
    assert worst(locate(picture), plate) < 0.1


def test_a_small_board_in_a_busy_room_is_found() -> None:
    picture, truth = render_still(50012)
    assert max(picture.shape) == 640
    found = locate(picture)
    assert isinstance(found, Located)
    assert found.lattice.pitch_pixels() < 24
    assert np.linalg.norm(found.lattice.holes() - truth["holes"], axis=1).max() < 0.25 * found.lattice.pitch_pixels()


def test_a_hand_before_a_third_of_the_holes_is_looked_past() -> None:
    plate = Plate()
    picture = plate.draw()
    cv2.fillPoly(picture, [np.array([(640, 0), (640, 250), (330, 240), (300, 60)])], (130, 160, 210))
    assert worst(locate(picture), plate) < 0.15


def _gradient() -> np.ndarray:
    return np.tile(np.linspace(20, 230, 640).astype(np.uint8)[None, :, None], (480, 1, 3))


def _chessboard() -> np.ndarray:
    squares = ((np.indices((480, 640)) // 48).sum(axis=0) % 2 * 200 + 25).astype(np.uint8)
    return np.repeat(squares[:, :, None], 3, axis=2)


def _chessboard_in_perspective() -> np.ndarray:
    picture = np.full((480, 640, 3), (90, 120, 150), dtype=np.uint8)
    board = np.full((360, 360, 3), 60, dtype=np.uint8)
    board[20:340, 20:340] = np.repeat(
        ((np.indices((320, 320)) // 40).sum(axis=0) % 2 * 180 + 40)[:, :, None], 3, axis=2
    )
    corners = np.array([(300, 40), (560, 230), (330, 430), (80, 220)], dtype=np.float32)
    square = np.array([(0, 0), (359, 0), (359, 359), (0, 359)], dtype=np.float32)
    change = cv2.getPerspectiveTransform(square, corners)
    cv2.warpPerspective(board, change, (640, 480), dst=picture, borderMode=cv2.BORDER_TRANSPARENT)
    return cv2.GaussianBlur(picture, (0, 0), 0.8)


def _endless_dots() -> np.ndarray:
    picture = np.full((480, 640, 3), (60, 140, 160), dtype=np.uint8)
    for index in range(70):
        cv2.circle(picture, (80 + 50 * (index % 10), 60 + 50 * (index // 10)), 19, (40, 30, 170), -1, cv2.LINE_AA)
    return picture


def _noise() -> np.ndarray:
    return np.random.default_rng(1).integers(0, 255, (480, 640, 3), dtype=np.uint8)


def _loose_discs() -> np.ndarray:
    picture = np.full((480, 640, 3), (120, 150, 170), dtype=np.uint8)
    random = np.random.default_rng(3)
    for _ in range(30):
        cv2.circle(picture, random.integers(30, 450, 2).tolist(), 20, (30, 30, 200), -1, cv2.LINE_AA)
    return picture


def _four_by_four() -> np.ndarray:
    picture = np.full((480, 640, 3), BLUE, dtype=np.uint8)
    for index in range(16):
        cv2.circle(picture, (200 + 60 * (index % 4), 120 + 60 * (index // 4)), 22, WHITE, -1, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize(
    "picture",
    [
        np.full((480, 640, 3), 127, dtype=np.uint8),
        _gradient(),
        _chessboard(),
        _chessboard_in_perspective(),
        _endless_dots(),
        _noise(),
        _loose_discs(),
        _four_by_four(),
    ],
    ids=[
        "grey",
        "gradient",
        "chessboard",
        "chessboard-in-perspective",
        "endless-dots",
        "noise",
        "loose-discs",
        "four-by-four",
    ],
)
def test_a_picture_without_a_board_is_refused_with_a_reason(picture: np.ndarray) -> None:
    found = locate(picture)
    assert isinstance(found, NotLocated)
    assert found.reason.value


@pytest.mark.parametrize(
    "array", [np.zeros((480, 640), np.uint8), np.zeros((480, 640, 3), np.float32), np.zeros((0, 4, 3), np.uint8)]
)
def test_an_array_that_is_no_picture_is_an_error(array: np.ndarray) -> None:
    with pytest.raises(NotAPictureError):
        locate(array)
    with pytest.raises(NotAPictureError):
        refine(array, Plate().lattice())


@pytest.mark.parametrize("shove", [(0.0, 0.0), (5.0, -4.0), (-7.0, 3.0)])
def test_a_shoved_board_is_followed(shove: tuple[float, float]) -> None:
    plate = Plate(corners=YAWED)
    followed = refine(plate.draw(), plate.lattice().moved(shove))
    assert worst(followed, plate) < 0.05
    assert followed.fit > 0.8


@pytest.mark.parametrize("shift", [(0.5, 0.5), (0.5, 0.0), (-9.0, 0.0), (30.0, 0.0)])
def test_following_says_when_the_board_is_elsewhere(shift: tuple[float, float]) -> None:
    plate = Plate()
    assert isinstance(refine(plate.draw(), plate.lattice().shifted(*shift)), NotLocated)


def test_the_holes_of_a_found_board_are_in_the_order_of_the_plane() -> None:
    found = locate(Plate(corners=ROLLED).draw())
    assert isinstance(found, Located)
    np.testing.assert_allclose(found.lattice.unproject(found.lattice.holes()), HOLE_PLANE, atol=1e-6)
