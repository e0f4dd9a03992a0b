"""A person tries one device: what it does is told while it does it, and the person looks, listens or presses.

Each takes an open device, real or a twin, and tells what is to be seen; whoever opened it closes it, also after Ctrl-C.
"""

from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import assert_never

import numpy as np

from firmware import tunes
from firmware.scoreboard.setup_words import advice
from hardware.ports import ButtonPressed, Camera, Clock, Colour, Sounder, Strip
from vision.aim import Aimed, AimFault, NotAimed, judge_aim

Say = Callable[[str], None]
"""Tells one line."""

COLOUR_SECONDS = 2.0
LED_SECONDS = 0.2
PAUSE_SECONDS = 0.7
SETTLING_FRAMES = 10
"""Pictures that are thrown away first: exposure and white balance settle meanwhile."""

COLOURS = {"red": Colour(255, 0, 0), "green": Colour(0, 255, 0), "blue": Colour(0, 0, 255)}
TUNES = {
    "a disc was dropped": tunes.TICK,
    "the setup is complete": tunes.READY,
    "a point": tunes.POINT,
    "no point": tunes.NO_POINT,
    "a pass": tunes.PASS,
    "against the rules": tunes.FAULT,
    "put right": tunes.MENDED,
    "unclear": tunes.QUESTION,
    "a button": tunes.BUTTON,
    "a win": tunes.VICTORY,
    "a draw": tunes.DRAW,
}


def try_strip(strip: Strip, clock: Clock, say: Say) -> None:
    """Light the whole strip red, green and blue in turn, then one LED after the other, in the order of the table.

    Raises:
        StripError: When it cannot be written to.
    """
    dark = [Colour.DARK] * strip.length
    for name, colour in COLOURS.items():
        say(f"strip: {strip.length} LEDs {name}; another colour? set strip.colour_order")
        strip.show([colour] * strip.length)
        clock.wait(COLOUR_SECONDS)
    say("strip: one light from Red's side to Yellow's; another way? set strip.is_reversed or strip.order")
    for number in range(strip.length):
        strip.show([*dark[:number], Colour(255, 255, 255), *dark[number + 1 :]])
        clock.wait(LED_SECONDS)
    strip.show(dark)


def try_sounder(sounder: Sounder, clock: Clock, say: Say) -> None:
    """Play every tune, with what it means.

    Raises:
        SounderError: When it cannot be driven.
    """
    for meaning, tune in TUNES.items():
        say(f"sound: {meaning}")
        sounder.play(tune)
        clock.wait(tune.seconds + PAUSE_SECONDS)


def try_buttons(presses: SimpleQueue[ButtonPressed], names: Sequence[str], say: Say) -> None:
    """Say which button was pressed, until each was; Ctrl-C ends it before."""
    say(f"buttons: press each once: {', '.join(names)} (Ctrl-C ends)")
    due = list(names)
    while due:
        name = presses.get().name
        say(f"buttons: {name}")
        if name in due:
            due.remove(name)
    say(f"buttons: all {len(names)} work")


def try_camera(camera: Camera, say: Say) -> bool:
    """Take one picture, and say how large it is, how well a grid fits into it, and what is wrong with angle or light.

    Returns: Whether a board was found that is large enough.

    Raises:
        CameraLostError: When no picture comes.
    """
    for _ in range(SETTLING_FRAMES):
        camera.read()
    pixels = camera.read().pixels
    height, width = pixels.shape[:2]
    say(f"camera: a picture of {width} x {height} pixels, mean brightness {np.mean(pixels):.0f} of 255")
    aim = judge_aim(pixels)
    match aim:
        case NotAimed(reason=reason):
            say(f"camera: no board found: {reason.value}; see that all 42 holes are in the picture, and lit")
        case Aimed(fit=fit, pitch_pixels=pitch):
            say(f"camera: the grid fits to {fit:.2f} of 1, its holes are {pitch:.0f} pixels apart")
        case _:
            assert_never(aim)
    for line in advice(aim):
        say(f"camera: {line}")
    return isinstance(aim, Aimed) and AimFault.TOO_SMALL not in aim.faults
