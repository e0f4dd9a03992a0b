"""Devices that take other settings while they are in use."""

import pytest

from firmware.adjusting import AdjustableSounder, AdjustableStrip
from firmware.adopting import InUse, values
from firmware.config import Config, Sounder, Strip, parse
from firmware.patterns import LED_COUNT
from firmware.viewpoint import Viewpoint
from firmware.wiring import strip_wiring
from hardware.errors import DeviceMissingError, StripError
from hardware.gpio_sounder import NoSounder
from hardware.ports import Colour, Tone, Tune
from hardware.ports import Strip as StripPort
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.sounder import SimulatedSounder
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.wired_strip import WiredStrip

RED = [Colour(255, 0, 0)] * LED_COUNT
BEEP = Tune((Tone(880.0, 0.1),))
MOUNTED = strip_wiring(Strip())


class Mounted:
    """A strip of the usual order, opened by whatever the settings say."""

    def __init__(self) -> None:
        self.opened: list[SimulatedStrip] = []
        self.is_gone = False

    def open(self, settings: Strip) -> StripPort:
        if self.is_gone:
            raise DeviceMissingError("strip: there is no /dev/spidev0.0")
        self.opened.append(SimulatedStrip(LED_COUNT, SimulatedClock()))
        return WiredStrip(self.opened[-1], strip_wiring(settings), MOUNTED)


def test_another_colour_order_counts_with_the_next_light() -> None:
    mounted = Mounted()
    wrong = Strip(colour_order="RGB")
    with AdjustableStrip(mounted.open(wrong), wrong, mounted.open) as strip:
        strip.show(RED)
        assert set(mounted.opened[0].colours) == {Colour(0, 255, 0)}
        strip.adopt(Config(strip=wrong))
        assert len(mounted.opened) == 1, "nothing is opened again for nothing"
        strip.adopt(Config())
        assert set(mounted.opened[0].colours) == {Colour.DARK}
        strip.show(RED)
        assert set(mounted.opened[1].colours) == {Colour(255, 0, 0)}
    assert set(mounted.opened[1].colours) == {Colour.DARK}


def test_a_strip_that_cannot_be_opened_again_says_so_until_it_can() -> None:
    mounted = Mounted()
    with AdjustableStrip(mounted.open(Strip()), Strip(), mounted.open) as strip:
        mounted.is_gone = True
        with pytest.raises(StripError, match=r"no /dev/spidev0\.0"):
            strip.adopt(Config(strip=Strip(is_reversed=True)))
        with pytest.raises(StripError, match=r"no /dev/spidev0\.0"):
            strip.show(RED)
        mounted.is_gone = False
        assert strip.adopt(Config(strip=Strip(is_reversed=True))), "the same settings are tried again"
        assert not strip.adopt(Config(strip=Strip(is_reversed=True)))
        strip.adopt(Config())
        strip.show(RED)
        assert set(mounted.opened[-1].colours) == {Colour(255, 0, 0)}


def test_a_sounder_is_silent_and_heard_as_the_settings_say() -> None:
    twin = SimulatedSounder(SimulatedClock())
    with AdjustableSounder(Sounder(), lambda settings: NoSounder() if settings.mute else twin) as sounder:
        sounder.play(BEEP)
        sounder.adopt(Config(sounder=Sounder(mute=True)))
        sounder.play(BEEP)
        assert len(twin.history) == 1
        assert twin.playing is None


def test_what_counts_later_is_told_by_its_keys() -> None:
    in_use = InUse(Config(), {"strip": lambda _: True})
    wanted = parse(
        '[strip]\ncolour_order = "RGB"\ndriver = "spi"\n[sounder]\nmute = true\n[discs]\nredder = "yellow"', ""
    )
    assert in_use.counts_later(wanted, Viewpoint()) == ("strip.driver", "sounder.mute", "discs.redder")
    assert in_use.counts_later(wanted, Viewpoint.of(wanted)) == ("strip.driver", "sounder.mute")
    assert in_use.counts_later(Config(), Viewpoint()) == ()


def test_every_setting_has_a_key() -> None:
    found = values(Config())
    assert found["strip.colour_order"] == "GRB"
    assert found["people.language"] == ""
    assert len(found) > 25
