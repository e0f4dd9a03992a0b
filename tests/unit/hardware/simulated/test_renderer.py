from dataclasses import replace

import numpy as np
import pytest

from hardware.ports import Colour, Image
from hardware.simulated.options import (
    Backdrop,
    DiscOptions,
    DiscRelief,
    FrameOptions,
    LightOptions,
    RoomOptions,
    SceneOptions,
    SensorOptions,
    Stand,
    TableTop,
    ViewOptions,
)
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Cover, CoverKind, DiscColour, Light, PlacedDisc, Scene, Shift

FIRST, SECOND = DiscColour.FIRST, DiscColour.SECOND
COLUMNS = ((FIRST, SECOND), (), (SECOND,) * 6, (FIRST,), (), (SECOND, FIRST, FIRST), ())

PLAIN = SceneOptions(
    view=ViewOptions(pitch_degrees=8, yaw_degrees=10),
    frame=FrameOptions(colour=(0.8, 0.1, 0.1), gloss=0, rim=0),
    discs=DiscOptions(first=(0.1, 0.1, 0.9), second=(0.1, 0.9, 0.9), relief=DiscRelief.SMOOTH, gloss=0),
    room=RoomOptions(
        backdrop=Backdrop.PLAIN,
        wall_colour=(0.3, 0.9, 0.3),
        table=TableTop.PLAIN,
        table_colour=(0.3, 0.9, 0.3),
        table_ends=1,
    ),
    light=LightOptions(daylight=(0.9, 0.9, 0.9), lamp=(0.05, 0.05, 0.05), hole_shade=0),
    sensor=SensorOptions(noise=0, blur=0, vignette=0),
)


def colours_at_holes(pixels: Image, holes: np.ndarray) -> np.ndarray:
    """Mean BGR around each of the 42 middles, top row first, shape (6, 7, 3)."""
    means = [
        pixels[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3].reshape(-1, 3).mean(axis=0) for x, y in holes
    ]
    return np.array(means).reshape(6, 7, 3)


@pytest.mark.parametrize(("distortion", "row_pitch"), [(0.0, 1.0), (0.06, 1.0), (0.0, 0.86)])
@pytest.mark.parametrize("yaw", [-30.0, 0.0, 25.0])
def test_the_labelled_middle_of_each_hole_shows_its_disc_or_the_background(
    yaw: float, distortion: float, row_pitch: float
) -> None:
    view = replace(PLAIN.view, yaw_degrees=yaw, distortion=distortion)
    frame = replace(PLAIN.frame, row_pitch=row_pitch, hole_radius=0.4 * row_pitch)
    discs = replace(PLAIN.discs, radius=0.47 * row_pitch)
    options = replace(PLAIN, view=view, frame=frame, discs=discs)
    rendering = Renderer(options).render(Scene.of_columns(COLUMNS))
    seen = colours_at_holes(rendering.pixels, rendering.holes)
    for column, stack in enumerate(COLUMNS):
        for row in range(6):
            blue, green, red = seen[5 - row, column]
            assert blue < 110, "the frame's colour is in the middle of a hole"
            if row >= len(stack):
                assert green > 1.5 * red
            elif stack[row] is FIRST:
                assert red > 1.5 * green
            else:
                assert red > 150
                assert green > 150


def test_between_the_holes_is_the_frame() -> None:
    rendering = Renderer(PLAIN).render(Scene.of_columns(COLUMNS))
    holes = rendering.holes.reshape(6, 7, 2)
    for row in range(5):
        for column in range(6):
            x, y = (holes[row, column] + holes[row + 1, column + 1]) / 2
            blue, green, _ = rendering.pixels[round(y), round(x)].astype(int)
            assert blue > 1.5 * green


def test_a_deep_hole_hides_a_part_of_its_disc() -> None:
    def disc_pixels(depth: float) -> int:
        frame = replace(PLAIN.frame, front_depth=depth)
        view = replace(PLAIN.view, yaw_degrees=28)
        full = Scene.of_columns(((FIRST,) * 6,) * 7)
        pixels = Renderer(replace(PLAIN, frame=frame, view=view)).render(full).pixels.astype(int)
        return int(((pixels[:, :, 2] > 120) & (pixels[:, :, 1] < 80)).sum())

    assert 0.3 * disc_pixels(0.02) < disc_pixels(0.4) < 0.8 * disc_pixels(0.02)


def test_the_background_shows_through_an_empty_hole_where_it_is() -> None:
    striped = replace(PLAIN, room=replace(PLAIN.room, backdrop=Backdrop.SHELF, wall_distance=3, blur=0))
    with_board = Renderer(striped).render(Scene())
    no_board = replace(striped, frame=replace(striped.frame, hole_radius=0.49, front_depth=0.001, slot_depth=0.001))
    open_board = Renderer(no_board).render(Scene())
    seen = colours_at_holes(with_board.pixels, with_board.holes)
    expected = colours_at_holes(open_board.pixels, open_board.holes)
    assert np.abs(seen[:4] - expected[:4]).mean() < 12


@pytest.mark.parametrize("stand", list(Stand))
def test_every_stand_can_be_drawn(stand: Stand) -> None:
    rendering = Renderer(replace(PLAIN, frame=replace(PLAIN.frame, stand=stand))).render(Scene())
    assert rendering.pixels.shape == (480, 640, 3)
    assert not rendering.covered.any()


def test_the_same_seed_gives_the_same_pictures_one_after_the_other() -> None:
    noisy = replace(PLAIN, sensor=SensorOptions(noise=4))
    scenes = [Scene.of_columns(COLUMNS), Scene(), Scene.of_columns(COLUMNS)]
    runs = []
    for _ in range(2):
        renderer = Renderer(noisy)
        runs.append([renderer.render(scene).pixels for scene in scenes])
    for first, second in zip(*runs, strict=True):
        assert (first == second).all()
    assert (runs[0][0] != runs[0][2]).any(), "noise must differ from frame to frame"


def test_what_is_kept_between_frames_does_not_show() -> None:
    renderer = Renderer(PLAIN)
    others = [
        Scene(),
        replace(Scene.of_columns(COLUMNS), shift=Shift(right=0.5), light=Light(lamp=0)),
        replace(Scene.of_columns(COLUMNS), covers=(Cover(CoverKind.HAND, 3, 3, -60),)),
    ]
    wanted = Scene.of_columns(COLUMNS)
    fresh = Renderer(PLAIN).render(wanted).pixels
    for other in others:
        renderer.render(other)
        assert (renderer.render(wanted).pixels == fresh).all()


def test_a_hand_covers_the_holes_that_it_hides() -> None:
    hand = Cover(CoverKind.HAND, column=2.0, row=2.0, arm_degrees=-90)
    bare = Renderer(PLAIN).render(Scene.of_columns(COLUMNS))
    rendering = Renderer(PLAIN).render(replace(Scene.of_columns(COLUMNS), covers=(hand,)))
    changed = np.abs(
        colours_at_holes(rendering.pixels, rendering.holes) - colours_at_holes(bare.pixels, bare.holes)
    ).max(axis=2)
    assert rendering.covered.any()
    assert not rendering.covered.all()
    assert (changed.reshape(-1)[~rendering.covered] < 30).sum() >= 30
    assert (changed.reshape(-1)[rendering.covered] > 8).all()


def test_a_disc_in_mid_fall_shows_in_two_holes_at_once() -> None:
    falling = Scene((PlacedDisc(FIRST, 3, 2.5),))
    rendering = Renderer(PLAIN).render(falling)
    bare = Renderer(PLAIN).render(Scene())
    changed = np.abs(rendering.pixels.astype(int) - bare.pixels.astype(int)).max(axis=2) > 60
    holes = rendering.holes.reshape(6, 7, 2)
    for row, sign in ((2, -1), (3, 1)):
        x, y = holes[5 - row, 3]
        assert changed[round(y) + sign * 12, round(x)]
        assert not changed[round(y) - sign * 12, round(x)]


def test_lamp_exposure_and_warmth_change_the_light() -> None:
    lamp = replace(PLAIN, light=replace(PLAIN.light, daylight=(0.4, 0.4, 0.4), lamp=(0.5, 0.5, 0.5)))
    renderer = Renderer(lamp)

    def mean(light: Light) -> np.ndarray:
        return renderer.render(Scene(light=light)).pixels.mean(axis=(0, 1))

    usual = mean(Light())
    assert (mean(Light(lamp=0)) < 0.8 * usual).all()
    assert (mean(Light(exposure=0.6)) < 0.7 * usual).all()
    warm = mean(Light(warmth=0.5)) / usual
    assert warm[2] > 1.05 > 0.95 > warm[0]


def test_the_strip_shines_under_the_board() -> None:
    dark = Renderer(PLAIN).render(Scene()).pixels.astype(int)
    lit = Renderer(PLAIN).render(Scene(strip=(Colour(255, 0, 0), Colour.DARK, Colour.DARK))).pixels.astype(int)
    added = (lit - dark).sum(axis=(0, 1))
    assert added[2] > 10 * max(added[0], 1)
    assert (lit - dark)[:, :320, 2].sum() > 5 * (lit - dark)[:, 400:, 2].sum()


def test_a_shifted_board_moves_in_the_picture_as_the_labels_say() -> None:
    renderer = Renderer(PLAIN)
    scene = replace(Scene.of_columns(COLUMNS), shift=Shift(right=0.6, turn_degrees=6, lean_degrees=3))
    rendering = renderer.render(scene)
    assert np.linalg.norm(rendering.holes - renderer.holes(), axis=1).min() > 10
    seen = colours_at_holes(rendering.pixels, rendering.holes)
    assert seen[5, 3, 2] > 1.5 * seen[5, 3, 1]
    assert seen[0, 2].tolist() == pytest.approx([25, 205, 205], abs=50)
