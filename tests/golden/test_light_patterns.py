"""The light patterns as text, so that a change of one is seen and wanted.

Each line is the strip at one moment: Red's ten score lights, the seven columns, Yellow's ten. `#` bright, `+` half,
`:` faint, `-` dark. To take a change over: python tests/golden/test_light_patterns.py
"""

from pathlib import Path

from firmware.patterns import COLUMNS, RED_SCORE, YELLOW_SCORE, colours
from firmware.signals import Signal, Situation, pattern
from hardware.ports import Colour
from referee.board import Disc

GOLDEN = Path(__file__).with_name("light_patterns.txt")
MOMENTS = (0.1, 0.3, 0.5, 0.65, 0.85, 1.1, 1.5, 2.1, 2.7)
SITUATIONS = (
    Situation(Signal.IDLE),
    Situation(Signal.SETUP_DUE, (0, 0), Disc.RED, (0, 2, 5)),
    Situation(Signal.POP_DUE, (3, 2), Disc.RED, (1, 4)),
    Situation(Signal.POP_DUE, (3, 2), Disc.YELLOW, (0, 6)),
    Situation(Signal.REDROP_DUE, (3, 2), Disc.YELLOW, (2, 3)),
    Situation(Signal.SCORED, (4, 2), Disc.RED),
    Situation(Signal.PASSED, (3, 2), Disc.RED),
    Situation(Signal.PASSED, (3, 2), Disc.YELLOW),
    Situation(Signal.VIOLATION, (3, 2), Disc.RED, (4,)),
    Situation(Signal.VIOLATION, (3, 2), Disc.RED),
    Situation(Signal.CORRECTED, (3, 2)),
    Situation(Signal.UNCLEAR, (3, 2), Disc.RED),
    Situation(Signal.HIDDEN, (3, 2), Disc.RED),
    Situation(Signal.BOARD_LOST, (3, 2), Disc.RED),
    Situation(Signal.CAMERA_LOST, (3, 2)),
    Situation(Signal.WON, (7, 10), Disc.YELLOW),
    Situation(Signal.DRAWN, (3, 2)),
)


def sign(colour: Colour) -> str:
    brightest = max(colour.red, colour.green, colour.blue)
    return "#" if brightest >= 170 else "+" if brightest >= 85 else ":" if brightest else "-"


def drawn() -> str:
    blocks = []
    for now in SITUATIONS:
        who = f" {now.player.player}" if now.player is not None else ""
        columns = f" at {' '.join('abcdefg'[column] for column in now.columns)}" if now.columns else ""
        lines = [f"{now.signal.value}{who}, {now.score[0]} to {now.score[1]}{columns}"]
        for at in MOMENTS:
            shown = colours(pattern(now), at)
            parts = ("".join(sign(shown[n]) for n in part) for part in (RED_SCORE, COLUMNS, YELLOW_SCORE))
            lines.append(f"  {at:.2f} s  {' '.join(parts)}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def test_the_light_patterns_are_as_they_were() -> None:
    assert drawn() == GOLDEN.read_text(encoding="utf-8")


def test_every_signal_is_among_them() -> None:
    assert {now.signal for now in SITUATIONS} == set(Signal)


if __name__ == "__main__":
    GOLDEN.write_text(drawn(), encoding="utf-8")
