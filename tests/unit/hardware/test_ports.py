import numpy as np
import pytest

from hardware.drivers import CAMERAS, driver
from hardware.errors import HardwareError, InvalidValueError, UnknownDriverError
from hardware.ports import Colour, Frame, Tone, Tune


@pytest.mark.parametrize("channels", [(-1, 0, 0), (0, 256, 0), (0, 0, 1000)])
def test_a_colour_out_of_range_is_refused_with_its_channel(channels: tuple[int, int, int]) -> None:
    with pytest.raises(InvalidValueError, match="must be 0 to 255") as caught:
        Colour(*channels)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, HardwareError)


def test_dark_is_a_colour() -> None:
    assert Colour(0, 0, 0) == Colour.DARK


def test_a_tune_is_as_long_as_its_parts() -> None:
    tune = Tune((Tone(440, 0.5), Tone.rest(0.25), Tone(880, 0.25)))
    assert tune.seconds == 1.0
    assert [tone.is_rest for tone in tune.tones] == [False, True, False]


def test_what_cannot_be_played_does_not_exist() -> None:
    with pytest.raises(InvalidValueError, match="frequency_hz"):
        Tone(0, 1)
    with pytest.raises(InvalidValueError, match="seconds"):
        Tone(440, 0)
    with pytest.raises(InvalidValueError, match="at least one tone"):
        Tune(())


def test_a_frame_locks_its_pixels_but_not_the_array_it_was_made_of() -> None:
    pixels = np.zeros((4, 6, 3), np.uint8)
    frame = Frame(pixels, captured_at=1.5, number=7)
    with pytest.raises(ValueError, match="read-only"):
        frame.pixels[0, 0, 0] = 1
    pixels[0, 0, 0] = 1


@pytest.mark.parametrize("pixels", [np.zeros((4, 6), np.uint8), np.zeros((4, 6, 4), np.uint8), np.zeros((4, 6, 3))])
def test_a_frame_that_is_no_bgr_picture_is_refused(pixels: np.ndarray) -> None:
    with pytest.raises(InvalidValueError, match="uint8"):
        Frame(pixels, captured_at=0, number=0)


def test_an_unknown_driver_is_refused_with_the_known_names() -> None:
    with pytest.raises(UnknownDriverError, match=r"simulated.*'kinect'"):
        driver(CAMERAS, "kinect")
