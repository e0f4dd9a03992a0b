"""From settings to devices: what is refused before anything is opened, and what is named and done without."""

from pathlib import Path
from typing import Literal

import cv2
import numpy as np
import pytest

from firmware import rig
from firmware.cli import run
from firmware.config import Buttons, Camera, Config, Sounder, Strip, parse
from firmware.errors import ConfigError
from firmware.patterns import LED_COUNT
from firmware.rig import open_camera, open_rig, taking_out_shutdown
from firmware.tunes import READY
from firmware.wiring import button_wirings, refuse_pin_clashes, strip_wiring
from hardware import camera_choice, v4l2_devices
from hardware.camera_choice import Found
from hardware.errors import (
    CameraAbsentError,
    CameraLostError,
    DeviceAbsentError,
    DeviceBusyError,
    DeviceMissingError,
)
from hardware.pins import ACCEPT_PIN, BUZZER_PIN, NEW_GAME_PIN, SHUTDOWN_PIN, STRIP_DATA_PIN, UNDO_PIN
from hardware.ports import ButtonPressed, Clock, Colour
from hardware.simulated.camera import CameraFault, SimulatedCamera
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.table import Table
from hardware.v4l2_devices import V4l2Device


def ignored(press: ButtonPressed) -> None:
    """Nobody listens."""


def test_the_default_settings_are_the_wiring_that_is_drawn() -> None:
    config = Config()
    assert config.strip.data_pin == STRIP_DATA_PIN
    assert config.sounder.pin == BUZZER_PIN
    assert (config.buttons.accept, config.buttons.undo, config.buttons.new_game) == (ACCEPT_PIN, UNDO_PIN, NEW_GAME_PIN)
    assert config.buttons.shutdown == SHUTDOWN_PIN
    assert strip_wiring(config.strip).length == LED_COUNT
    refuse_pin_clashes(config)


def test_a_longer_strip_is_dark_beyond_the_lights_that_are_used() -> None:
    wiring = strip_wiring(Strip(count=60, first_led=1))
    assert (wiring.length, wiring.unused, wiring.led_count) == (LED_COUNT, 33, 61)


CLASHES = [
    (Config(sounder=Sounder(pin=17)), "GPIO17 is taken by sounder.pin; give buttons.accept another pin"),
    (Config(buttons=Buttons(undo=22)), "GPIO22 is taken by buttons.undo; give buttons.new_game another pin"),
    (Config(buttons=Buttons(accept=8)), "GPIO8 is taken by strip (SPI CE0); give buttons.accept another pin"),
    (
        Config(strip=Strip(driver="ws281x", data_pin=12)),
        "GPIO12 is taken by strip.data_pin; give sounder.pin another pin",
    ),
]


@pytest.mark.parametrize(("config", "said"), CLASHES)
def test_two_parts_on_one_pin_are_refused_with_both_names(config: Config, said: str) -> None:
    with pytest.raises(ConfigError) as refused:
        refuse_pin_clashes(config)
    assert str(refused.value) == said


def test_parts_that_are_not_there_clash_with_nothing() -> None:
    absent = Config(buttons=Buttons(accept=-1, undo=-1, new_game=12, shutdown=-1), sounder=Sounder(kind="none"))
    refuse_pin_clashes(absent)
    assert [wiring.name for wiring in button_wirings(absent.buttons)] == ["new-game"]


def test_the_shutdown_button_must_be_held_and_is_no_matter_of_the_game() -> None:
    shutdown = button_wirings(Buttons())[-1]
    assert (shutdown.name, shutdown.pin, shutdown.hold_seconds) == ("shutdown", SHUTDOWN_PIN, 3.0)
    delivered: list[ButtonPressed] = []
    switched_off: list[bool] = []
    take = taking_out_shutdown(delivered.append, lambda: switched_off.append(True))
    take(ButtonPressed("undo", 1.0))
    take(ButtonPressed("shutdown", 2.0))
    assert delivered == [ButtonPressed("undo", 1.0)]
    assert switched_off == [True]


def test_an_order_of_leds_that_is_none_is_refused() -> None:
    with pytest.raises(ConfigError, match="order"):
        strip_wiring(Strip(order="1 to 9"))


def test_without_a_camera_there_is_nothing_to_referee(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_choice, "look", lambda: Found((), "", ()))
    with pytest.raises(DeviceMissingError, match="no USB camera"), open_rig(Config(), SimulatedClock(), ignored):
        pass


def test_play_says_in_one_line_that_there_is_no_camera(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(camera_choice, "look", lambda: Found((), "", ()))
    assert run(["play", "--headless"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "doctor" in captured.err


def test_settings_that_contradict_themselves_open_nothing() -> None:
    clashing = Config(buttons=Buttons(accept=10))
    with pytest.raises(ConfigError, match="GPIO10"), open_rig(clashing, SimulatedClock(), ignored):
        pass


def test_a_recording_can_stand_for_the_camera_and_ends(tmp_path: Path) -> None:
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((8, 8, 3), 40 * number, np.uint8))
    settings = parse(f"[camera]\ndriver = 'folder'\ndevice = '{tmp_path}'", "pop10.toml").camera
    camera, reason = open_camera(settings, SimulatedClock())
    assert reason == f"the recording {tmp_path}, as the settings say"
    with camera:
        assert [int(camera.read().pixels[0, 0, 0]) for _ in range(3)] == [0, 40, 80]
        with pytest.raises(CameraLostError, match="at its end"):
            camera.read()


class Ports:
    """USB ports with twins in them, by the names of the devices; what is pulled out is absent when it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock = SimulatedClock()
        self.opened: list[str] = []
        self._plugged: dict[str, SimulatedCamera | None] = {}
        monkeypatch.setattr(rig, "V4l2Camera", self._open)
        monkeypatch.setattr(v4l2_devices, "find_cameras", self._find)

    def plug(self, device: str) -> None:
        self._plugged[device] = None

    def pull(self, device: str) -> None:
        camera = self._plugged.pop(device)
        if camera is not None:
            camera.break_down(CameraFault.UNPLUGGED)

    def _find(self) -> tuple[V4l2Device, ...]:
        return tuple(V4l2Device(device, device, device) for device in self._plugged)

    def _open(self, device: str, *, clock: Clock) -> SimulatedCamera:
        if device not in self._plugged:
            raise DeviceAbsentError(f"camera: there is no {device}; is it plugged in?")
        self.opened.append(device)
        camera = self._plugged[device] = SimulatedCamera(Table(), clock)
        return camera


def test_where_no_camera_is_named_another_that_is_plugged_in_takes_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = Ports(monkeypatch)
    ports.plug("left")
    with open_camera(Camera(driver="v4l2"), ports.clock)[0] as camera:
        first = camera.read().number
        ports.pull("left")
        for _ in range(2):
            with pytest.raises(CameraLostError):
                camera.read()
        with pytest.raises(CameraAbsentError, match="there is no left"):
            camera.read()
        ports.plug("right")
        assert camera.read().number > first, "for whoever looks it is one camera"
        ports.plug("left")
        camera.read()
        assert ports.opened == ["left", "right"], "one that works is not left for another"


def test_where_a_camera_is_named_no_other_takes_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = Ports(monkeypatch)
    ports.plug("left")
    ports.plug("right")
    with open_camera(Camera(driver="v4l2", device="right"), ports.clock)[0] as camera:
        camera.read()
        ports.pull("right")
        for _ in range(3):
            with pytest.raises(CameraLostError):
                camera.read()
        ports.plug("right")
        camera.read()
        assert ports.opened == ["right", "right"]


def test_a_camera_that_is_there_and_cannot_be_opened_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = Ports(monkeypatch)
    ports.plug("left")

    def refuse(device: str, *, clock: Clock) -> SimulatedCamera:
        assert clock is ports.clock
        raise DeviceBusyError(f"camera: {device} is held by another program")

    monkeypatch.setattr(rig, "V4l2Camera", refuse)
    with pytest.raises(DeviceBusyError, match="left is held"):
        open_camera(Camera(driver="v4l2"), ports.clock)


@pytest.mark.parametrize("driver", ["file", "folder"])
def test_a_recording_that_is_not_there_is_a_camera_that_is_missing(driver: Literal["file", "folder"]) -> None:
    with pytest.raises(DeviceMissingError, match="/nowhere"):
        open_camera(Camera(driver=driver, device="/nowhere"), SimulatedClock())


def test_what_is_missing_is_named_and_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimulatedClock()
    camera = SimulatedCamera(Table(), clock)
    monkeypatch.setattr(rig, "open_camera", lambda _settings, _clock: (camera, "the twin"))
    monkeypatch.setattr(rig, "open_header", _no_header)
    quiet = Config(strip=Strip(driver="none"))
    with open_rig(quiet, clock, ignored) as opened:
        assert opened.camera is camera
        assert opened.strip.length == LED_COUNT
        opened.strip.show([Colour(1, 2, 3)] * LED_COUNT)
        opened.sounder.play(READY)
        assert opened.in_use.begun == quiet
        assert opened.notes[0] == "camera: the twin"
        assert "strip: none, as the settings say" in opened.notes
        assert any("going on without sounder and buttons" in note for note in opened.notes)


def _no_header() -> None:
    raise DeviceMissingError("pins: there is no GPIO chip in /dev")
