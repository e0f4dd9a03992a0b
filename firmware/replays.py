"""The last seconds before a ruling, to be looked at again: small pictures of the grid, in memory only.

The loop hands over its pictures and what was ruled; the server's threads read. What is kept is bounded: a ring of a
fixed number of pictures, and the newest clips cut from it.
"""

from collections import deque
from dataclasses import dataclass
from threading import Lock
from typing import Final

from firmware.events import BoardSettled, Entry, Tick
from firmware.view import View, grid_jpeg
from firmware.words import sentences
from referee.ruling import Popped, Redropped, Stopped, Violation, Won

SECONDS: Final = 10.0
"""How far back a clip goes: two or three pops of a run."""
PICTURES_A_SECOND: Final = 6.0
RING_PICTURES: Final = int(SECONDS * PICTURES_A_SECOND) + 1
WIDTH_PIXELS: Final = 240
CLIPS: Final = 8
LIMIT_BYTES: Final = 8_000_000
"""All clips together, counted as if they had no pictures in common; usually they are a tenth of that."""
SHOWN_AGAIN: Final = (Popped, Redropped, Stopped, Won, Violation)
"""Rulings that people want to see again: what was popped, and what was wrong."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One of a clip.

    Attributes:
        at: When it was taken, in monotonic seconds.
        jpeg: The grid, at most `WIDTH_PIXELS` wide.
    """

    at: float
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class Clip:
    """What was seen before one ruling.

    Attributes:
        number: From 1, since the program began.
        game: The game's number in the journal.
        text: What was ruled.
        position: Where the game stood after that, as a position text.
        pictures: Oldest first, never empty.
    """

    number: int
    game: int
    text: str
    position: str
    pictures: tuple[Picture, ...]

    @property
    def motion_jpeg(self) -> bytes:
        """All its pictures, one JPEG file after the other, as players of video take it."""
        return b"".join(picture.jpeg for picture in self.pictures)

    def as_json(self) -> dict[str, object]:
        """In the keys of the page's interface; how to take `motion_jpeg` apart, and when to show each picture."""
        began = self.pictures[0].at
        return {
            "replay": f"/api/replays/{self.number}",
            "text": self.text,
            "position": self.position,
            "pictures": [{"at": round(picture.at - began, 3), "bytes": len(picture.jpeg)} for picture in self.pictures],
        }


class Replays:
    """The ring and the clips cut from it.

    Args:
        game_offset: Added to the number of a game at this table it is the game's number in the journal.
        limit_bytes: The most that all clips together may take; the newest one is kept whatever it takes.
    """

    def __init__(self, game_offset: int = 0, *, limit_bytes: int = LIMIT_BYTES) -> None:
        self._game_offset = game_offset
        self._limit_bytes = limit_bytes
        self._ring: deque[Picture] = deque(maxlen=RING_PICTURES)
        self._lock = Lock()
        self._clips: deque[Clip] = deque(maxlen=CLIPS)
        self._count = 0

    def see(self, view: View, at: float) -> None:
        """Take in a picture; one that comes soon after the last, or shows no grid, is passed over.

        Args:
            view: The picture and what was seen in it.
            at: When it was taken, in monotonic seconds.
        """
        if self._ring and at - self._ring[-1].at < 0.9 / PICTURES_A_SECOND:
            return
        jpeg = grid_jpeg(view, WIDTH_PIXELS)
        if jpeg is not None:
            self._ring.append(Picture(at, jpeg))

    def cut(self, entry: Entry) -> None:
        """Keep what led to a ruling, where it is one that came of what was seen and is worth to be shown again."""
        if not self._ring or not isinstance(entry.event, BoardSettled | Tick):
            return
        if not any(isinstance(ruling, SHOWN_AGAIN) for ruling in entry.rulings):
            return
        self._count += 1
        latest = self._ring[-1].at
        pictures = tuple(picture for picture in self._ring if latest - picture.at <= SECONDS)
        text = sentences(entry.rulings, entry.record)
        position = str(entry.rulings[-1].position)
        with self._lock:
            self._clips.append(Clip(self._count, self._game_offset + entry.game, text, position, pictures))
            while len(self._clips) > 1 and self._bytes() > self._limit_bytes:
                self._clips.popleft()

    def of_game(self, number: int) -> tuple[Clip, ...]:
        """The clips of a game that are still kept, oldest first; on any thread.

        Args:
            number: The game's number in the journal.
        """
        with self._lock:
            return tuple(clip for clip in self._clips if clip.game == number)

    @property
    def newest(self) -> Clip | None:
        """The last clip that was cut; None before the first; on any thread."""
        with self._lock:
            return self._clips[-1] if self._clips else None

    def clip(self, number: int) -> Clip | None:
        """One clip by its number; None where it is not, or no longer, kept; on any thread."""
        with self._lock:
            return next((clip for clip in self._clips if clip.number == number), None)

    def _bytes(self) -> int:
        return sum(len(picture.jpeg) for clip in self._clips for picture in clip.pictures)
