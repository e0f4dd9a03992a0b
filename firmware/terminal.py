"""The screen of the demonstration: the board as seen, score, lights, sound and the last ruling in a terminal.

Letters and places say everything; colour only repeats it. The grid and the lights fit into 16 columns, sentences are
folded.
"""

import time
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.style import Style
from rich.text import Text

from firmware.patterns import COLUMNS, RED_SCORE, YELLOW_SCORE
from firmware.snapshot import Sight, Snapshot
from firmware.words import due_now, sentence
from hardware.ports import Colour, Tone
from referee.board import COLUMNS as BOARD_COLUMNS
from referee.board import ROWS, Board, Disc, column_name
from referee.translation import gettext as _

LEAST_REFRESH_SECONDS = 0.08
"""A fast game has more frames than anybody can see."""

DISC_STYLE = {
    Disc.RED: Style(color="white", bgcolor="red", bold=True),
    Disc.YELLOW: Style(color="black", bgcolor="yellow"),
}
DARK_SIGN = "-"
LED_SIGNS = ((170, "#"), (85, "+"), (1, ":"), (0, DARK_SIGN))
"""The least level of an LED's brightest channel, and how it is drawn from there on."""
EDGE_COLUMNS = 5
"""Left of the first cell; a longer name for the strip has no room there."""
ROOMY_ROWS = 20
"""A terminal of fewer rows gets no empty lines."""
ROOMY_COLUMNS = 25
"""A terminal of fewer columns gets no spaces between the cells."""

N_: Final = str
"""Marks a text that is translated where it is used."""

SIGHT_WORDS = {
    Sight.WAITING: N_("waiting for the board"),
    Sight.CLEAR: N_("sees the board"),
    Sight.HIDDEN: N_("a hand is in the way"),
    Sight.BOARD_LOST: N_("finds no board"),
    Sight.CAMERA_LOST: N_("gives no pictures"),
}


class LiveScreen:
    """A picture of the table that changes in place.

    Args:
        console: Where to draw.
        title: The first line.
        lights: Gives what the strip shows now.
        sound: Gives what is to be heard now.
    """

    def __init__(
        self,
        console: Console,
        title: str,
        lights: Callable[[], tuple[Colour, ...]],
        sound: Callable[[], Tone | None],
    ) -> None:
        self._console = console
        self._title = title
        self._lights = lights
        self._sound = sound
        self._snapshot: Snapshot | None = None
        self._drawn_at = 0.0
        self._live = Live(console=console, auto_refresh=False, transient=False)

    def show(self, snapshot: Snapshot) -> None:
        """Keep the new state; it is drawn with the next refresh."""
        self._snapshot = snapshot

    def refresh(self, *, now: bool = False) -> None:
        """Draw, unless it was done a moment ago."""
        at = time.monotonic()
        if now or at - self._drawn_at >= LEAST_REFRESH_SECONDS:
            self._drawn_at = at
            columns, rows = self._console.size
            drawn = picture(self._title, self._snapshot, self._lights(), self._sound(), columns=columns, rows=rows)
            self._live.update(drawn, refresh=True)

    def __enter__(self) -> Self:
        """Begin to draw."""
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Draw for the last time and leave the cursor under the picture."""
        try:
            self.refresh(now=True)
        finally:
            self._live.stop()


def picture(
    title: str, snapshot: Snapshot | None, lights: tuple[Colour, ...], sounding: Tone | None, *, columns: int, rows: int
) -> RenderableType:
    """The whole screen, for a terminal of so many columns and rows."""
    gap = [Text()] if rows >= ROOMY_ROWS else []
    pad = " " if columns >= ROOMY_COLUMNS else ""
    lines: list[Text] = [Text(title, style="bold"), *gap]
    board = snapshot.seen if snapshot is not None and snapshot.seen is not None else Board.empty()
    lines += _grid(board, pad)
    lines.append(_columns_lit(lights, pad))
    lines += gap
    score = snapshot.position.score if snapshot is not None and snapshot.position is not None else None
    red, yellow = _padded(_("Red"), _("Yellow")) if pad else ("R", "Y")
    lines.append(_score_line(red, score.red if score else 0, lights, RED_SCORE))
    lines.append(_score_line(yellow, score.yellow if score else 0, lights, YELLOW_SCORE))
    sounder, camera = _padded(_("sounder"), _("camera"))
    lines.append(Text(f"{sounder} {_heard(sounding)}"))
    lines += gap
    if snapshot is not None:
        lines.append(Text(f"{camera} {_(SIGHT_WORDS[snapshot.sight])}"))
        lines.append(Text(due_now(snapshot)))
        lines.append(Text(sentence(snapshot.last) if snapshot.last is not None else "", style="bold"))
    return Group(*lines)


def _padded(*names: str) -> list[str]:
    """Names of one length, so that what stands behind them is in one column."""
    return [name.ljust(max(map(len, names))) for name in names]


def _grid(board: Board, pad: str) -> list[Text]:
    """The board with its edges named; `pad` stands on both sides of each cell."""
    rows = []
    for row in reversed(range(ROWS)):
        line = Text(f"{pad}{pad}{row + 1} ")
        for column in range(BOARD_COLUMNS):
            disc = board[column, row]
            sign, style = (".", "dim") if disc is None else (disc.letter, DISC_STYLE[disc])
            line.append(f"{pad}{sign}{pad}", style)
        rows.append(line)
    names = "".join(f"{pad}{column_name(column)}{pad}" for column in range(BOARD_COLUMNS))
    rows.append(Text(f"{pad}{pad}  {names}".rstrip()))
    return rows


def _columns_lit(lights: tuple[Colour, ...], pad: str) -> Text:
    name = _("strip") if pad else ""
    edge = EDGE_COLUMNS if pad else 2
    line = Text(name.ljust(edge) if len(name) <= edge else " " * edge)
    for number in COLUMNS:
        line.append_text(_led(lights[number]))
        line.append(pad + pad)
    return line


def _score_line(name: str, points: int, lights: tuple[Colour, ...], places: tuple[int, ...]) -> Text:
    line = Text(f"{name} {points:2}  ")
    for number in places:
        line.append_text(_led(lights[number]))
    return line


def _led(colour: Colour) -> Text:
    """One LED: a fuller sign the brighter it is, in the terminal's own red, yellow or white."""
    brightest = max(colour.red, colour.green, colour.blue)
    sign = next(sign for least, sign in LED_SIGNS if brightest >= least)
    if sign == DARK_SIGN:
        return Text(sign, style="dim")
    return Text(sign, style=Style(color=_hue(colour), bold=True))


def _hue(colour: Colour) -> str:
    if colour.blue > max(colour.red, colour.green) / 2:
        return "white"
    return "yellow" if colour.green > colour.red / 3 else "red"


def _heard(sounding: Tone | None) -> str:
    if sounding is None or not sounding.frequency_hz:
        return _("silent")
    return _("beep {frequency} Hz").format(frequency=round(sounding.frequency_hz))
