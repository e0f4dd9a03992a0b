import pytest

from hardware.errors import ButtonsError, DeviceClosedError, InvalidValueError, SounderError, StripError
from hardware.ports import ButtonPressed, Colour, Tone, Tune
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.sounder import SimulatedSounder
from hardware.simulated.strip import Shown, SimulatedStrip
from hardware.simulated.table import Table

RED = Colour(255, 0, 0)


def test_the_strip_keeps_its_history_and_lights_the_table() -> None:
    clock, table = SimulatedClock(), Table()
    strip = SimulatedStrip(2, clock, table)
    strip.show([RED, Colour.DARK])
    clock.wait(1.5)
    assert table.scene.strip == (RED, Colour.DARK)
    strip.close()
    assert strip.history == (Shown((RED, Colour.DARK), 0), Shown((Colour.DARK, Colour.DARK), 1.5))
    assert table.scene.strip == (Colour.DARK, Colour.DARK)


def test_a_broken_strip_keeps_its_last_light() -> None:
    strip = SimulatedStrip(1, SimulatedClock())
    strip.show([RED])
    strip.break_down()
    with pytest.raises(StripError):
        strip.show([Colour.DARK])
    strip.mend()
    strip.show([RED])
    strip.break_down()
    strip.close()
    assert strip.colours == (RED,)


def test_a_strip_without_leds_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="at least 1"):
        SimulatedStrip(0, SimulatedClock())


def test_the_sounder_knows_which_tone_sounds() -> None:
    clock = SimulatedClock()
    sounder = SimulatedSounder(clock)
    tune = Tune((Tone(440, 0.2), Tone.rest(0.1), Tone(880, 0.2)))
    sounder.play(tune)
    heard = []
    for _ in range(6):
        heard.append(sounder.sounding.frequency_hz if sounder.sounding else None)
        clock.wait(0.1001)
    assert heard == [440, 440, None, 880, 880, None]
    assert sounder.playing is None
    assert [played.tune for played in sounder.history] == [tune]


def test_a_broken_sounder_says_so() -> None:
    sounder = SimulatedSounder(SimulatedClock())
    sounder.break_down()
    with pytest.raises(SounderError):
        sounder.play(Tune((Tone(440, 1),)))
    sounder.mend()
    sounder.play(Tune((Tone(440, 1),)))


def test_a_button_to_hold_counts_only_when_it_was_held() -> None:
    pressed: list[ButtonPressed] = []
    buttons = SimulatedButtons(["undo", "off"], pressed.append, SimulatedClock(10), hold_seconds={"off": 2})
    buttons.press("off", held_seconds=1.9)
    buttons.press("undo")
    buttons.press("off", held_seconds=2.5)
    assert pressed == [ButtonPressed("undo", 10), ButtonPressed("off", 12)]


def test_a_contact_that_bounces_on_its_way_up_is_no_second_press() -> None:
    pressed: list[ButtonPressed] = []
    buttons = SimulatedButtons(["undo"], pressed.append, SimulatedClock())
    buttons.press("undo", held_seconds=0.5, bounces=3)
    assert len(pressed) == 1


def test_buttons_that_cannot_be_pressed_say_why() -> None:
    buttons = SimulatedButtons(["undo"], print, SimulatedClock())
    with pytest.raises(InvalidValueError, match="'redo' is none of undo"):
        buttons.press("redo")
    buttons.break_down()
    with pytest.raises(ButtonsError):
        buttons.press("undo")
    buttons.close()
    with pytest.raises(DeviceClosedError):
        buttons.press("undo")
    with pytest.raises(InvalidValueError, match="differ"):
        SimulatedButtons(["undo", "undo"], print, SimulatedClock())
