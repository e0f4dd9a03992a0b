"""What the demonstration's screen says, as text without colour."""

import io

import pytest
from rich.console import Console

from firmware.patterns import COLUMNS, LED_COUNT
from firmware.snapshot import Sight, Snapshot
from firmware.terminal import LiveScreen, picture
from hardware.ports import Colour, Tone
from referee.board import Disc
from referee.position import Position
from referee.ruling import Popped

POSITION = Position.parse("R.RYRYY/Y.YYYRR/YYRRRRR/RRYRRRR/YYYYYRR/RRYRYYY r pop 3-2 -")
SCORED = Popped(POSITION, Disc.RED, 3, True, POSITION.score, ((3, 0), (4, 0), (5, 0), (6, 0)))
SNAPSHOT = Snapshot(
    position=POSITION,
    seen=POSITION.board,
    sight=Sight.CLEAR,
    sight_since=0.0,
    violation=None,
    unclear=False,
    last=SCORED,
    last_at=1.0,
    trouble="",
)
LIGHTS = tuple(Colour(255 if n in (0, 1, 2) else 0, 0, 0) for n in range(LED_COUNT))


def drawn(width: int, rows: int, snapshot: Snapshot | None = SNAPSHOT) -> list[str]:
    out = io.StringIO()
    console = Console(file=out, width=width, color_system=None)
    console.print(picture("a game", snapshot, LIGHTS, Tone(880.0, 0.1), columns=width, rows=rows))
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_the_screen_says_everything_without_colour() -> None:
    assert drawn(80, 24) == [
        "a game",
        "",
        "  6  R  .  R  Y  R  Y  Y",
        "  5  Y  .  Y  Y  Y  R  R",
        "  4  Y  Y  R  R  R  R  R",
        "  3  R  R  Y  R  R  R  R",
        "  2  Y  Y  Y  Y  Y  R  R",
        "  1  R  R  Y  R  Y  Y  Y",
        "     a  b  c  d  e  f  g",
        "strip-  -  -  -  -  -  -",
        "",
        "Red     3  ###-------",
        "Yellow  2  ----------",
        "sounder beep 880 Hz",
        "",
        "camera  sees the board",
        "Red: pop your disc from a, b or d",
        "Red pops d and scores with d1 e1 f1 g1: Red 3, Yellow 2",
    ]


@pytest.mark.parametrize("width", [25, 30, 40])
def test_a_narrow_terminal_loses_no_word(width: int) -> None:
    assert all(len(line) <= width for line in drawn(width, 24))
    assert " ".join(" ".join(drawn(width, 24)).split()) == " ".join(" ".join(drawn(80, 24)).split())


@pytest.mark.parametrize("width", [16, 20, 24])
def test_a_very_narrow_terminal_gets_the_grid_in_one_piece(width: int) -> None:
    lines = drawn(width, 30)
    assert all(len(line) <= width for line in lines)
    assert lines[:16] == [
        "a game",
        "",
        "6 R.RYRYY",
        "5 Y.YYYRR",
        "4 YYRRRRR",
        "3 RRYRRRR",
        "2 YYYYYRR",
        "1 RRYRYYY",
        "  abcdefg",
        "  -------",
        "",
        "R  3  ###-------",
        "Y  2  ----------",
        *(["sounder beep 880", "Hz", ""] if width == 16 else ["sounder beep 880 Hz", "", lines[15]]),
    ]
    assert "Red 3, Yellow 2" in " ".join(lines)


def test_a_low_terminal_gets_no_empty_lines() -> None:
    assert "" not in drawn(80, 15)
    assert len(drawn(80, 15)) == 15


def test_before_anything_is_known_there_is_a_screen_too() -> None:
    assert drawn(80, 24, None)[2] == "  6  .  .  .  .  .  .  ."


def test_brightness_is_drawn_by_the_sign() -> None:
    lights = [Colour.DARK] * LED_COUNT
    for column, level in zip(COLUMNS, (0, 10, 100, 200), strict=False):
        lights[column] = Colour(level, level, level)
    out = io.StringIO()
    Console(file=out, width=80, color_system=None).print(picture("", None, tuple(lights), None, columns=80, rows=24))
    assert "strip-  :  +  #  -  -  -" in out.getvalue()


def test_the_last_state_is_drawn_when_the_screen_is_left() -> None:
    out = io.StringIO()
    console = Console(file=out, width=80, height=24, force_terminal=True, color_system=None)
    with LiveScreen(console, "a game", lambda: LIGHTS, lambda: None) as screen:
        screen.show(SNAPSHOT)
    assert "Red pops d and scores" in out.getvalue()
