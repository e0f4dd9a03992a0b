"""A person tries a device: what is told is what the twin did, and the end leaves it dark and silent."""

from itertools import pairwise
from queue import SimpleQueue

import pytest

from firmware import trials, tunes
from firmware.cli import run
from firmware.patterns import LED_COUNT
from hardware.ports import ButtonPressed, Colour
from hardware.simulated.camera import CameraFault, SimulatedCamera
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.options import SceneOptions, ViewOptions
from hardware.simulated.sounder import SimulatedSounder
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.table import Table


class ClockInterruptedAt(SimulatedClock):
    """A person who presses Ctrl-C after so many waits."""

    def __init__(self, waits: int) -> None:
        super().__init__()
        self.left = waits

    def wait(self, seconds: float) -> None:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        super().wait(seconds)


def test_the_strip_is_red_green_and_blue_and_then_one_light_runs_along_it() -> None:
    clock, said = SimulatedClock(), list[str]()
    with SimulatedStrip(LED_COUNT, clock) as strip:
        trials.try_strip(strip, clock, said.append)
        frames = [shown.colours for shown in strip.history]
    whole = [set(colours) for colours in frames[:3]]
    assert whole == [{Colour(255, 0, 0)}, {Colour(0, 255, 0)}, {Colour(0, 0, 255)}]
    lit = [[number for number, colour in enumerate(colours) if colour != Colour.DARK] for colours in frames[3:-1]]
    assert lit == [[number] for number in range(LED_COUNT)]
    assert set(frames[-1]) == {Colour.DARK}
    assert [line.split()[3].rstrip(";") for line in said[:3]] == ["red", "green", "blue"]


def test_ctrl_c_leaves_the_strip_dark() -> None:
    clock = ClockInterruptedAt(1)
    with pytest.raises(KeyboardInterrupt), SimulatedStrip(LED_COUNT, clock) as strip:
        trials.try_strip(strip, clock, lambda _: None)
    assert set(strip.colours) == {Colour.DARK}


def test_every_tune_of_the_table_is_heard_to_its_end() -> None:
    clock, said = SimulatedClock(), list[str]()
    sounder = SimulatedSounder(clock)
    trials.try_sounder(sounder, clock, said.append)
    played = sounder.history
    all_tunes = {value for value in vars(tunes).values() if isinstance(value, tunes.Tune)}
    assert {one.tune for one in played} == all_tunes
    assert len(said) == len(played) == len(all_tunes)
    for one, following in pairwise(played):
        assert following.at > one.at + one.tune.seconds


def test_each_press_is_told_until_every_button_was_pressed() -> None:
    presses: SimpleQueue[ButtonPressed] = SimpleQueue()
    for name in ("undo", "undo", "accept"):
        presses.put(ButtonPressed(name, 0.0))
    said: list[str] = []
    trials.try_buttons(presses, ("accept", "undo"), said.append)
    assert said[1:] == ["buttons: undo", "buttons: undo", "buttons: accept", "buttons: all 2 work"]


def test_the_camera_tells_size_and_fit() -> None:
    said: list[str] = []
    assert trials.try_camera(SimulatedCamera(Table(), SimulatedClock()), said.append)
    assert "640 x 480" in said[0]
    assert "the grid fits to" in said[1]


def test_a_covered_camera_is_told_from_one_that_sees_a_board() -> None:
    camera = SimulatedCamera(Table(), SimulatedClock())
    camera.break_down(CameraFault.COVERED)
    said: list[str] = []
    assert not trials.try_camera(camera, said.append)
    assert "no board found" in said[1]
    assert said[2] == "camera: It is dark: more light on the board helps."


def test_a_camera_that_leans_or_is_far_away_is_told_so() -> None:
    said: list[str] = []
    leaning = SceneOptions(view=ViewOptions(roll_degrees=14))
    assert trials.try_camera(SimulatedCamera(Table(), SimulatedClock(), leaning), said.append)
    assert said[2:] == ["camera: The picture leans: turn the camera until the rows are level."]
    far = SceneOptions(view=ViewOptions(hole_pitch_pixels=17))
    assert not trials.try_camera(SimulatedCamera(Table(), SimulatedClock(), far), said.append)
    assert said[-1] == "camera: The board is small in the picture: bring the camera closer."


def test_the_command_tries_all_twins(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--simulated", "--strip", "--sound", "--buttons", "--camera"]) == 0
    told = capsys.readouterr().out
    for part in ("strip: 27 LEDs red", "sound: a win", "buttons: all 4 work", "camera: the grid fits"):
        assert part in told


def test_what_is_not_there_is_said_in_one_line_with_status_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from hardware import camera_choice

    monkeypatch.setattr(camera_choice, "look", lambda: camera_choice.Found((), "", ()))
    assert run(["doctor", "--camera"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("pop10 doctor: ")
    assert len(captured.err.splitlines()) == 1


@pytest.mark.parametrize("arguments", [["--simulated"], ["--strip", "--json"], ["--config", "x.toml"]])
def test_options_that_do_not_go_together_are_refused(arguments: list[str]) -> None:
    assert run(["doctor", *arguments]) == 2


def test_ctrl_c_ends_with_its_own_status(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(trials, "try_buttons", interrupted)
    assert run(["doctor", "--simulated", "--buttons"]) == 130
