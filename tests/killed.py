"""A game whose program is killed again and again; run as a program: `python -m tests.killed KILLS SEED FOLDER`.

The world goes on by itself: a file tells which board stands on the table. The program sees that board, writes down what
is ruled, announces it into another file, and lets the world go on. It is killed at random moments, begun again and must
take up the game. It is forked, so that a start costs no time.
"""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from firmware.durable_journal import DurableJournal
from firmware.events import BoardSettled, Record
from firmware.journal import AnnouncingJournal
from firmware.session import Session
from firmware.taking_up import begin
from referee.board import Board
from referee.ruling import Ruling, as_json
from tests.games import random_game

BOARD_SECONDS = 0.002


def boards_of_game(seed: int) -> list[Board]:
    """Every board of a stored game as it stands still, from the full grid to the end."""
    return list(dict.fromkeys(position.board for position in random_game(random.Random(seed), stored=True)))


def uninterrupted(boards: list[Board]) -> list[dict[str, object]]:
    """What is ruled when nothing is killed."""
    session = Session(None)
    return [
        as_json(ruling)
        for board in boards
        for effect in session.handle(BoardSettled(board, 1.0))
        if isinstance(effect, Record)
        for ruling in effect.entry.rulings
    ]


def play(folder: Path, boards: list[Board]) -> None:
    """The program: from wherever the world stands to the end of the game."""
    announced = os.open(folder / "announced", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    world = folder / "world"

    def announce(ruling: Ruling) -> None:
        os.write(announced, (json.dumps(as_json(ruling)) + "\n").encode())

    begun = begin(folder / "games.sqlite", None, time.monotonic())
    assert begun.journal is not None, begun.notes
    journal = AnnouncingJournal(begun.journal, announce)
    for place in range(int(world.read_text()), len(boards)):
        # Files are replaced whole, as a table is never half in one state.
        (folder / "world.new").write_text(str(place))
        (folder / "world.new").rename(world)
        for effect in begun.session.handle(BoardSettled(boards[place], time.monotonic())):
            if isinstance(effect, Record):
                journal.write(effect.entry)
        time.sleep(BOARD_SECONDS)
    (folder / "ended").touch()


def kept_rulings(folder: Path) -> list[dict[str, object]]:
    """What the journal holds."""
    journal = DurableJournal(folder / "games.sqlite")
    rows = journal._connection.execute("SELECT rulings FROM entry ORDER BY id").fetchall()
    journal.close()
    return [ruling for (text,) in rows for ruling in json.loads(text)]


def killed_game(kills: int, seed: int, folder: Path) -> dict[str, int]:
    """One game with so many kills at most; what was counted.

    Raises: AssertionError when a ruling was lost, doubled or wrong.
    """
    boards = boards_of_game(seed)
    chance = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "world").write_text("0")
    done = 0
    while not (folder / "ended").exists():
        child = os.fork()
        if child == 0:
            play(folder, boards)
            os._exit(0)
        if done < kills:
            time.sleep(chance.uniform(0.001, 0.06))
            os.kill(child, signal.SIGKILL)
            done += 1
        _, status = os.waitpid(child, 0)
        assert status in (0, signal.SIGKILL), f"the program ended by itself with {status}"
    due = uninterrupted(boards)
    kept = kept_rulings(folder)
    announced = [json.loads(line) for line in (folder / "announced").read_text().splitlines()]
    assert kept == due, "the journal tells another game"
    places = iter(kept)
    assert all(any(ruling == each for each in places) for ruling in announced), "announced, but not kept, or doubled"
    return {"kills": done, "rulings": len(due), "written but not announced": len(kept) - len(announced)}


if __name__ == "__main__":
    print(json.dumps(killed_game(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))))
