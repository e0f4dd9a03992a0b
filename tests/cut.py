"""A journal cut short, as a card that loses power leaves it; run as a program: `python -m tests.cut STEP FOLDER`.

A game is written down in two parts: the first lies in the file itself, the second in SQLite's log beside it, as after
a kill. Each of these, and the file after a clean end, is cut at every STEP-th byte, and the program begun again on what
is left. With STEP 1, every byte, it takes half an hour; a FOLDER in memory (/dev/shm) makes it faster.
"""

import json
import random
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from firmware.events import BoardSettled, Event, Named, Record
from firmware.taking_up import Beginning, begin
from referee.ruling import as_json
from tests.games import random_game

FILE_NAME = "games.sqlite"
LOG_NAME = "games.sqlite-wal"
ENDED_NAME = "ended.sqlite"
"""The file as it is after a clean end, without a log."""
HALF = 3
"""Boards in each of the two parts."""


def written_in_halves(folder: Path) -> list[str]:
    """Write down a game as it lies there after a kill; the rulings of each entry, as JSON text."""
    boards = dict.fromkeys(position.board for position in random_game(random.Random(1)))
    events = [BoardSettled(board, 1.0) for board in boards]
    first, second = events[:HALF], events[HALF : 2 * HALF]
    whole = folder / "whole"
    begun = begin(whole / FILE_NAME, None, 0.0)
    assert begun.journal is not None
    entries = _write(begun, first)
    begun.journal.close()
    begun = begin(whole / FILE_NAME, None, 0.0)
    assert begun.journal is not None
    entries += _write(begun, second)
    for name in (FILE_NAME, LOG_NAME):
        shutil.copy(whole / name, folder / name)
    begun.journal.close()
    shutil.copy(whole / FILE_NAME, folder / ENDED_NAME)
    return entries


def _write(begun: Beginning, events: Sequence[Event]) -> list[str]:
    told = []
    for event in events:
        for effect in begun.session.handle(event):
            if isinstance(effect, Record):
                assert begun.journal is not None
                begun.journal.write(effect.entry)
                told.append(json.dumps([as_json(ruling) for ruling in effect.entry.rulings]))
    return told


def rulings_in(path: Path) -> list[str]:
    """What a journal holds."""
    with closing(sqlite3.connect(path)) as file:
        return [str(text) for (text,) in file.execute("SELECT rulings FROM entry ORDER BY id")]


def begun_after_a_cut(folder: Path, entries: list[str], name: str, size: int) -> str:
    """Cut one of the files to a size and begin again; what became of it.

    Raises: AssertionError when anything whole was lost, or play does not go on.
    """
    place = folder / "cut"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    if name == ENDED_NAME:
        shutil.copy(folder / ENDED_NAME, place / FILE_NAME)
    else:
        for each in (FILE_NAME, LOG_NAME):
            shutil.copy(folder / each, place / each)
    with (place / (LOG_NAME if name == LOG_NAME else FILE_NAME)).open("r+b") as cut:
        cut.truncate(size)
    left = {path.name: path.read_bytes() for path in place.iterdir()}
    begun = begin(place / FILE_NAME, None, 0.0)
    assert begun.journal is not None, begun.notes
    aside = sorted(place.glob("games.damaged-*"))
    if aside:
        assert "is damaged" in begun.notes[0], begun.notes
        kept = {path.suffix: path.read_bytes() for path in aside}
        assert kept.get(".sqlite") == left[FILE_NAME], (kept.keys(), size)
        log = kept.get(".sqlite-wal", b"")
        assert log == left.get(LOG_NAME, b""), ("log", len(log), size)
        outcome = "set aside"
    else:
        found = rulings_in(place / FILE_NAME)
        assert found == entries[: len(found)], "another game"
        if name == LOG_NAME:
            assert len(found) >= HALF, "what the log has nothing to do with is lost"
        outcome = f"{len(found)} of {len(entries)} entries"
    before = len(rulings_in(place / FILE_NAME))
    _write(begun, [Named("Ada", "Bo", 2.0)])
    begun.journal.close()
    assert len(rulings_in(place / FILE_NAME)) == before + 1, "play does not go on"
    return outcome


def cut_everywhere(step: int, folder: Path) -> dict[str, dict[str, int]]:
    """Cut both files at every so many bytes; how often what came of it, and in the log never less for more bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    entries = written_in_halves(folder)
    counted: dict[str, dict[str, int]] = {}
    for name in (FILE_NAME, LOG_NAME, ENDED_NAME):
        whole = (folder / name).stat().st_size
        sizes = sorted({0, 1, 15, 16, 31, 32, 33, 99, 100, 101, whole - 1, whole, *range(0, whole, step)})
        outcomes = Counter(begun_after_a_cut(folder, entries, name, size) for size in sizes)
        counted[name] = dict(outcomes)
    return counted


if __name__ == "__main__":
    print(json.dumps(cut_everywhere(int(sys.argv[1]), Path(sys.argv[2]))))
