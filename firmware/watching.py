"""A recording refereed frame by frame: the same eye, filter and session as at the table, and nothing that shows it."""

from pathlib import Path

from firmware.bootstrap import open_judge
from firmware.errors import SourceError
from firmware.events import LookAgain, Record, Trust
from firmware.session import Session
from firmware.snapshot import Sight
from hardware.ports import Image
from referee.board import Board
from referee.position import Position
from referee.rules import POP10, Rules
from referee.ruling import Ruling
from vision.still import StillReading, read_still


class Watching:
    """Rules on the frames of one recording.

    Args:
        start: Where the game stands before the first frame; None lets the first board at rest tell.
        rules: What is played then; a start has its own.
    """

    def __init__(self, start: Position | None, rules: Rules = POP10) -> None:
        self._session = Session(start, rules)
        self._judge = open_judge(start.board if start is not None else None)
        self._start = start
        self._ever_seen = False
        self._last: Image | None = None

    def look(self, bgr: Image, at: float) -> tuple[Ruling, ...]:
        """The rulings that one frame calls for.

        Raises:
            SourceError: When the first board at rest does not tell where the game stands.
        """
        self._last = bgr
        rulings: list[Ruling] = []
        for event in self._judge.look(bgr, at):
            for effect in self._session.handle(event):
                if isinstance(effect, Record):
                    rulings += effect.entry.rulings
                elif isinstance(effect, Trust):
                    self._judge.trust(effect.board)
                elif isinstance(effect, LookAgain):
                    self._judge.look_again()
        snapshot = self._session.snapshot
        self._ever_seen |= snapshot.sight in (Sight.CLEAR, Sight.HIDDEN)
        if snapshot.position is None and snapshot.seen is not None:
            raise SourceError(f"{snapshot.seen}: {snapshot.trouble}; give --start POSITION")
        return tuple(rulings)

    def conclude(self, source: Path) -> None:
        """Say so if the recording showed no board.

        Raises:
            SourceError: When no frame showed one, or none that fits the start, or none stood still although it had to
                tell where the game stands.
        """
        if self._last is None:
            raise SourceError(f"{source}: no frame could be read")
        if not self._ever_seen:
            if self._start is None:
                raise SourceError(f"{source}: no board was found in any frame")
            advice = _advice(self._start.board, self._last)
            raise SourceError(f"{source}: no board that fits --start was found in any frame; {advice}")
        if self._session.snapshot.position is None:
            raise SourceError(f"{source}: no board stood still, so nothing tells where the game stands; give --start")


def _advice(start: Board, last: Image) -> str:
    """What to do about a start that no frame fits; the eye, which expects it, passes over any other board."""
    reading = read_still(last)
    if isinstance(reading, StillReading) and reading.board != start:
        return f"the last one shows {reading.board}: check --start, or leave it out"
    return "check --start, and that the whole board is in sight"
