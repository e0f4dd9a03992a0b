"""One game as a zip archive: its record, told turn by turn, its pictures and its rulings; made while it is sent.

Only one picture, and a page of rulings, is in memory at a time, however long the game was.
"""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from firmware.account import account
from firmware.album import jpeg_of, shots
from firmware.past_games import PastGames
from referee.replay import parse_record

FIRST_YEAR: Final = 1980
"""Of the dates in a zip archive."""


def archive_name(number: int) -> str:
    """What the archive of a game is called."""
    return f"pop10-game-{number}.zip"


def archive(games: PastGames, album: Path, number: int) -> Iterator[bytes]:
    """The bytes of the archive, part by part.

    `record.txt` is the game's record and `account.txt` tells it; `rulings.jsonl` has a ruling a line, in the contract's
    keys and with the time at which it was `written`; `pictures.jsonl` has a line for each picture in the folder
    `pictures`, with what was ruled then.

    Args:
        games: Those of the journal.
        album: The file of the pictures; the archive has none where there is none.
        number: The game's number in the journal.

    Raises:
        NoSuchGameError: When there is none of that number; before the first part is made.
        JournalError: When journal or album cannot be read.
    """
    return _parts(games, album, number, games.record(number))


def _parts(games: PastGames, album: Path, number: int, record: str) -> Iterator[bytes]:
    sink = _Sink()
    folder = f"pop10-game-{number}/"
    pictures = shots(album, number)
    with ZipFile(sink, "w") as packed:

        def entry(name: str, written: str = "", compression: int = ZIP_DEFLATED) -> ZipInfo:
            info = ZipInfo(folder + name)
            info.compress_type = compression
            info.external_attr = 0o644 << 16
            if written[:4].isdecimal() and int(written[:4]) >= FIRST_YEAR:
                moment = datetime.fromisoformat(written)
                info.date_time = (
                    moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second
                )  # fmt: skip
            return info

        packed.writestr(entry("record.txt"), record)
        packed.writestr(entry("account.txt"), account(parse_record(record)))
        yield sink.taken()
        with packed.open(entry("rulings.jsonl"), "w") as file:
            for ruling in games.rulings(number):
                file.write(_line(ruling))
                yield sink.taken()
        kept: list[dict[str, object]] = []
        for place, shot in enumerate(pictures, start=1):
            jpeg = jpeg_of(album, shot.number)
            # It may have had to make room meanwhile.
            if jpeg is not None:
                name = f"pictures/{place:04}.jpg"
                packed.writestr(entry(name, shot.written, ZIP_STORED), jpeg)
                kept.append({"file": name, "written": shot.written, "text": shot.caption})
                yield sink.taken()
        packed.writestr(entry("pictures.jsonl"), b"".join(map(_line, kept)))
    yield sink.taken()


def _line(value: dict[str, object]) -> bytes:
    return json.dumps(value).encode() + b"\n"


class _Sink:
    """A file that can only be written; what was written is taken away part by part."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, part: bytes, /) -> int:
        self._parts.append(bytes(part))
        return len(part)

    def flush(self) -> None:
        """Nothing waits anywhere."""

    def close(self) -> None:
        """What was written can still be taken away."""

    def taken(self) -> bytes:
        """What was written since the last time."""
        parts, self._parts = self._parts, []
        return b"".join(parts)
