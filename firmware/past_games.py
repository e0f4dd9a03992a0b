"""Games of the journal, for people and the page: listed, told, deleted, also while play goes on."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from firmware.database import journal_error, open_for_reading
from firmware.deleting import NoSuchGameError, delete_game, no_such_game
from firmware.errors import JournalError
from referee.record import Result

__all__ = ["NoSuchGameError", "PastGame", "PastGames"]

COLUMNS = "id, began, red, yellow, red_points, yellow_points, result"
ENTRIES_AT_A_TIME = 50
"""So many are in memory while the rulings of a game are read."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """One game in a list.

    Attributes:
        number: Its number in the journal.
        began: When, in the form of ISO 8601.
        red: Name of the player, empty where none was given.
        yellow: The same for the other.
        red_points: Discs set aside.
        yellow_points: The same for the other.
        result: How it ended.
    """

    number: int
    began: str
    red: str
    yellow: str
    red_points: int
    yellow_points: int
    result: Result

    def as_json(self) -> dict[str, object]:
        """In the keys of the page's interface."""
        return {
            "game": str(self.number),
            "date": self.began,
            "red": self.red,
            "yellow": self.yellow,
            "score": {"red": self.red_points, "yellow": self.yellow_points},
            "result": self.result.value,
        }


class PastGames:
    """The games in one journal.

    Args:
        path: The journal's file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def all(self, limit: int = -1) -> tuple[PastGame, ...]:
        """Every game, the newest first.

        Args:
            limit: At most so many; -1 is all.

        Raises:
            JournalError: When there is no journal, or it cannot be read.
        """
        query = f"SELECT {COLUMNS} FROM game ORDER BY id DESC LIMIT ?"  # noqa: S608 - own names
        return tuple(_game(row) for row in self._rows(query, limit))

    def record(self, number: int) -> str:
        """The text of one game's record.

        Raises:
            NoSuchGameError: When there is none of that number.
            JournalError: When there is no journal, or it cannot be read.
        """
        return self._of_game("SELECT record FROM game WHERE id = ?", number)

    def began(self, number: int) -> str:
        """When one game began, in the form of ISO 8601.

        Raises:
            NoSuchGameError: When there is none of that number.
            JournalError: When there is no journal, or it cannot be read.
        """
        return self._of_game("SELECT began FROM game WHERE id = ?", number)

    def records(self) -> Iterator[tuple[PastGame, str]]:
        """Every game with the text of its record, the oldest first, one in memory at a time.

        Raises:
            JournalError: When there is no journal, or it cannot be read.
        """
        with closing(open_for_reading(self._path)) as file:
            try:
                for *row, record in file.execute(f"SELECT {COLUMNS}, record FROM game ORDER BY id"):  # noqa: S608
                    yield _game(tuple(row)), str(record)
            except sqlite3.Error as error:
                raise journal_error(self._path, error) from error

    def rulings(self, number: int) -> Iterator[dict[str, object]]:
        """What was ruled in one game, oldest first: each ruling in the contract's keys, and when it was `written`.

        No file is held open between two of them, so that a slow reader is in nobody's way.

        Raises:
            JournalError: When there is no journal, or it cannot be read.
        """
        query = (
            "SELECT entry.id, entry.written, entry.rulings FROM game JOIN run ON run.id = game.run"
            " JOIN entry ON entry.run = run.id AND entry.game = game.id - run.base"
            " WHERE game.id = ? AND entry.id > ? AND entry.rulings != '[]' ORDER BY entry.id LIMIT ?"
        )
        last = 0
        while rows := self._rows(query, number, last, ENTRIES_AT_A_TIME):
            for place, written, rulings in rows:
                last = int(str(place))
                for ruling in json.loads(str(rulings)):
                    yield {**ruling, "written": written}

    def violations(self) -> "Mapping[int, Counter[tuple[str, str]]]":
        """How often each rule was broken, by game; counted by player and kind, as in `("red", "wrong-row")`.

        What the players took back again, since it was called wrongly, does not count.

        Raises:
            JournalError: When there is no journal, or it cannot be read.
        """
        query = (
            "SELECT entry.game + run.base, entry.rulings FROM entry JOIN run ON run.id = entry.run"
            " WHERE entry.rulings != '[]' AND (entry.run, entry.game) IN"
            " (SELECT run, game FROM entry WHERE rulings LIKE ?) ORDER BY entry.id"
        )
        counted: dict[int, Counter[tuple[str, str]]] = {}
        open_one: tuple[str, str] | None = None
        for number, rulings in self._rows(query, '%"ruling": "violation"%'):
            of_game = counted.setdefault(int(str(number)), Counter())
            for ruling in json.loads(str(rulings)):
                match ruling:
                    case {"ruling": "violation", "player": str(player), "kind": str(kind)}:
                        open_one = (player, kind)
                        of_game[open_one] += 1
                        continue
                    case {"ruling": "undone"} if open_one is not None:
                        of_game[open_one] -= 1
                open_one = None
        return counted

    def delete(self, number: int) -> None:
        """Forget one game, what happened in it, and its pictures; all others stay as they are, also one under way.

        Raises:
            NoSuchGameError: When there is none of that number.
            GameUnderWayError: When a program has it under way, or can go back to it.
            JournalError: When there is no journal, or it or the pictures cannot be written.
        """
        delete_game(self._path, number)

    def _of_game(self, query: str, number: int) -> str:
        rows = self._rows(query, number)
        if not rows:
            raise no_such_game(self._path, number)
        return str(rows[0][0])

    def _rows(self, query: str, *values: int | str) -> list[tuple[object, ...]]:
        with closing(open_for_reading(self._path)) as file:
            try:
                return file.execute(query, values).fetchall()
            except sqlite3.Error as error:
                raise journal_error(self._path, error) from error


def _game(row: tuple[object, ...]) -> PastGame:
    match row:
        case (int(number), str(began), str(red), str(yellow), int(red_points), int(yellow_points), str(result)):
            return PastGame(number, began, red, yellow, red_points, yellow_points, Result(result))
        case _:
            raise JournalError(f"the journal holds a game that is none: {row!r}")
