"""Keeping hold of a board that is bumped, covered and lit."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.ports import Image
from hardware.simulated.options import SceneOptions
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Cover, CoverKind, DiscColour, Light, Scene, Shift
from vision.lattice import Lattice
from vision.registration import Follower, Held

COLUMNS = tuple((DiscColour.FIRST, DiscColour.SECOND) * height for height in (0, 1, 2, 3, 2, 1, 2))


class Table:
    def __init__(self) -> None:
        self.renderer = Renderer(SceneOptions(seed=11))
        self.columns = COLUMNS
        self.follower = Follower()
        picture = self.picture()
        self.first = self.follower.place(picture, self.lattice())
        self.follower.learn(picture, self.first)

    def picture(self, *covers: Cover, shift: Shift | None = None, light: Light | None = None) -> Image:
        scene = Scene(Scene.of_columns(self.columns).discs, covers, shift or Shift(), light or Light())
        return self.renderer.render(scene).pixels

    def lattice(self, shift: Shift | None = None) -> Lattice:
        holes = self.renderer.holes(shift or Shift()).reshape(6, 7, 2)
        return Lattice.from_corner_holes([holes[0, 0], holes[0, 6], holes[5, 6], holes[5, 0]])

    def off(self, held: Held, shift: Shift) -> float:
        """Largest error of a hole's place, in hole pitches."""
        error = np.linalg.norm(held.lattice.holes() - self.renderer.holes(shift), axis=1).max()
        return float(error / held.lattice.pitch_pixels())


@pytest.fixture
def table() -> Table:
    return Table()


def test_nothing_is_held_before_it_was_learned(table: Table) -> None:
    assert Follower().follow(table.picture()) is None


def test_the_maps_of_a_board_that_stands_still_are_kept(table: Table) -> None:
    for _ in range(3):
        held = table.follower.follow(table.picture())
        assert held is not None
        assert held.sampler is table.first.sampler


@pytest.mark.parametrize("cover", [Cover(CoverKind.HAND, 3.0, 2.0, -70.0), Cover(CoverKind.HEAD, 0.5, 1.0, -90.0)])
def test_a_hand_or_a_head_moves_no_board(table: Table, cover: Cover) -> None:
    held = table.follower.follow(table.picture(cover))
    assert held is not None
    assert table.off(held, Shift()) < 0.02


@pytest.mark.parametrize("light", [Light(lamp=0.0), Light(exposure=0.5), Light(exposure=1.6, warmth=0.8)])
def test_another_light_moves_no_board(table: Table, light: Light) -> None:
    held = table.follower.follow(table.picture(light=light))
    assert held is not None
    assert table.off(held, Shift()) < 0.03


@pytest.mark.parametrize(
    "shift", [Shift(0.06), Shift(0.0, 0.2), Shift(0.5, 0.1, 2.0), Shift(1.0), Shift(-1.0, 0.0, 0.0, 1.5), Shift(1.8)]
)
def test_a_push_is_followed_to_a_tenth_of_a_pitch(table: Table, shift: Shift) -> None:
    held = table.follower.follow(table.picture(shift=shift))
    assert held is not None
    assert table.off(held, shift) < 0.1


def test_a_push_under_a_hand_is_followed(table: Table) -> None:
    shift = Shift(0.4, 0.1)
    held = table.follower.follow(table.picture(Cover(CoverKind.HAND, 6.0, 4.0, 20.0), shift=shift))
    assert held is not None
    assert table.off(held, shift) < 0.1


def test_a_lattice_that_is_one_hole_off_is_put_right(table: Table) -> None:
    shift = Shift(0.3)
    held = table.follower.try_place(table.picture(shift=shift), table.lattice(shift).shifted(1, 0))
    assert held is not None
    assert table.off(held, shift) < 0.1


def test_a_picture_without_the_board_is_not_taken_for_it(table: Table) -> None:
    random = np.random.default_rng(1)
    noise = cv2.resize(random.integers(0, 255, (48, 64, 3), dtype=np.uint8), (640, 480))
    picture = np.asarray(noise, dtype=np.uint8)
    assert table.follower.follow(picture) is None
    assert table.follower.try_place(picture, table.lattice()) is None


def test_what_a_head_covers_is_unseen_and_what_a_pop_changes_is_not(table: Table) -> None:
    held = table.follower.follow(table.picture(Cover(CoverKind.HEAD, 1.0, 2.5, -90.0)))
    assert held is not None
    unseen = held.unseen.reshape(6, 7)
    assert unseen[3, 0]
    assert unseen[3, 1]
    assert not unseen[:, 5:].any()
    table.columns = (*COLUMNS[:3], COLUMNS[3][1:], *COLUMNS[4:])
    popped = table.follower.follow(table.picture())
    assert popped is not None
    assert not popped.unseen.any()


def test_a_strip_that_lights_the_lowest_row_hides_nothing(table: Table) -> None:
    likeness = np.ones((6, 7), np.float32)
    likeness[5, 1:6] = 0.0
    likeness[4, 1:6] = 0.7
    assert not replace(table.first, likeness=likeness.reshape(-1)).unseen.any()
    likeness[4, 1:6] = 0.0
    assert replace(table.first, likeness=likeness.reshape(-1)).unseen.any()


def test_before_a_board_was_learned_nothing_is_unseen(table: Table) -> None:
    assert not table.first.unseen.any()
