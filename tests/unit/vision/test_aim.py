"""What is said of a camera's place and of the light, on rendered pictures whose faults are known. Half a minute."""

from dataclasses import replace

import numpy as np
import pytest

from hardware.simulated.options import FrameOptions, LightOptions, RoomOptions, SceneOptions, SensorOptions, ViewOptions
from hardware.simulated.random_scene import table_scene
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Columns, DiscColour, Scene
from vision.aim import Aimed, AimFault, NotAimed, judge_aim
from vision.errors import NotAPictureError
from vision.lattice import Lattice
from vision.located import NotLocatedReason
from vision.picture import Image

HALF_FULL: Columns = tuple(
    tuple(DiscColour.FIRST if (column + row) % 2 else DiscColour.SECOND for row in range(3)) for column in range(7)
)
USUAL_SEEDS = range(2000, 2012)


def picture(options: SceneOptions) -> Image:
    return Renderer(options).render(Scene.of_columns(HALF_FULL)).pixels


def faults(options: SceneOptions) -> tuple[AimFault, ...]:
    return judge_aim(picture(options)).faults


@pytest.mark.parametrize("seed", USUAL_SEEDS)
def test_nothing_is_wrong_with_a_camera_that_somebody_set_up_with_care(seed: int) -> None:
    aim = judge_aim(picture(table_scene(seed)))
    assert isinstance(aim, Aimed)
    assert aim.fit > 0.6
    assert aim.faults == ()


WRONG = {
    AimFault.TOO_SMALL: SceneOptions(view=ViewOptions(hole_pitch_pixels=17)),
    AimFault.CUT_OFF: SceneOptions(view=ViewOptions(centre=(0.25, 0.48))),
    AimFault.LEANING: SceneOptions(view=ViewOptions(roll_degrees=-13)),
    AimFault.FROM_THE_SIDE: SceneOptions(view=ViewOptions(yaw_degrees=-42)),
    AimFault.FROM_ABOVE_OR_BELOW: SceneOptions(view=ViewOptions(pitch_degrees=44)),
    AimFault.DARK: SceneOptions(sensor=SensorOptions(exposure=0.3)),
    AimFault.GLARE: SceneOptions(
        frame=FrameOptions(gloss=1.5),
        light=LightOptions(lamp=(2.0,) * 3, lamp_place=(0.5, 0.45), lamp_spread=0.3, direction=(-0.1, -0.1)),
        sensor=SensorOptions(exposure=1.2),
    ),
    AimFault.UNEVEN_LIGHT: SceneOptions(
        light=LightOptions(daylight=(0.15,) * 3, lamp=(1.2,) * 3, lamp_place=(0.2, 0.4), lamp_spread=0.25)
    ),
    AimFault.AGAINST_THE_LIGHT: SceneOptions(
        light=LightOptions(daylight=(0.3,) * 3, lamp=(0.0,) * 3, room=8.0),
        room=RoomOptions(wall_colour=(0.95,) * 3),
        sensor=SensorOptions(exposure=1.3),
    ),
    AimFault.BLURRED: SceneOptions(sensor=SensorOptions(blur=4.5)),
}


@pytest.mark.parametrize("fault", AimFault)
def test_each_fault_is_named_where_it_is_the_only_one(fault: AimFault) -> None:
    found = faults(WRONG[fault])
    assert found == (fault,), "nothing else is blamed"


def test_a_black_frame_is_not_taken_for_darkness() -> None:
    black = SceneOptions(frame=FrameOptions(colour=(0.06, 0.06, 0.06)))
    assert AimFault.DARK not in faults(black)


def test_a_near_guess_is_taken_up_and_a_wrong_one_is_looked_past() -> None:
    bgr = picture(SceneOptions())
    from_nothing = judge_aim(bgr)
    assert isinstance(from_nothing, Aimed)
    near = judge_aim(bgr, from_nothing.lattice.moved((2.0, -1.0)))
    assert isinstance(near, Aimed)
    assert np.abs(near.lattice.holes() - from_nothing.lattice.holes()).max() < 2
    wrong = judge_aim(bgr, Lattice.from_corner_holes([(5, 5), (125, 5), (125, 105), (5, 105)]))
    assert isinstance(wrong, Aimed)
    assert np.abs(wrong.lattice.holes() - from_nothing.lattice.holes()).max() < 3


def test_without_a_board_it_says_why_and_whether_it_is_dark() -> None:
    grey = np.full((480, 640, 3), 120, np.uint8)
    aim = judge_aim(grey)
    assert aim == NotAimed(NotLocatedReason.NOTHING_LIKE_A_LATTICE, 0.0, ())
    assert judge_aim(grey // np.uint8(8)).faults == (AimFault.DARK,)
    with pytest.raises(NotAPictureError):
        judge_aim(np.zeros((480, 640), np.uint8))


def test_options_that_are_replaced_one_by_one_stay_good() -> None:
    usual = table_scene(USUAL_SEEDS[0])
    assert faults(replace(usual, view=replace(usual.view, yaw_degrees=18))) == ()
