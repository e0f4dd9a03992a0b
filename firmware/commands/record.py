"""`pop10 record`: game records read, replayed and shown."""

import re
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware.commands.values import FileName
from firmware.errors import UserMistakeError
from firmware.output import complain, write_line

if TYPE_CHECKING:
    from referee.record import Record

STANDARD_INPUT = Path("-")


@click.group(no_args_is_help=False)
def record() -> None:
    """Check and show game records."""


@record.command()
@click.argument("file", type=FileName())
def check(file: Path) -> None:
    """Read the record in FILE (- for standard input), replay it under the rules, and print the final position."""
    write_line(str(read_record(file).final))


@record.command()
@click.argument("file", type=FileName())
def show(file: Path) -> None:
    """Print each turn of the record in FILE (- for standard input) in words, with the grid after it."""
    from firmware.account import account

    write_line(account(read_record(file)).rstrip("\n"))


def read_record(file: Path) -> "Record":
    """Read and replay a record.

    Raises:
        UserMistakeError: When there is no such file, or it holds no record of a legal game.
    """
    from referee.errors import RefereeError
    from referee.replay import parse_record

    try:
        text = sys.stdin.buffer.read().decode("utf-8") if file == STANDARD_INPUT else file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise UserMistakeError(f"{file}: there is no such file") from error
    except UnicodeDecodeError as error:
        raise UserMistakeError(f"{file}: a game record is text in UTF-8, got something else") from error
    except OSError as error:
        raise UserMistakeError(f"{file}: cannot be read: {error.strerror}") from error
    if not text.strip():
        raise UserMistakeError(f"{file}: is empty, and a game record is wanted")
    try:
        record = parse_record(text)
    except RefereeError as error:
        raise UserMistakeError(f"{file}: {error}") from error
    for doubt in doubts(record):
        complain(f"pop10 record: {file}: {doubt}")
    return record


def doubts(record: "Record") -> tuple[str, ...]:
    """What the head of a record says that a person should look at; the turns are read all the same."""
    from firmware.words import game

    tags = dict(record.tags)
    name, day = tags.get("Game", ""), tags.get("Date", "")
    found = []
    played = game(record.start.rules)
    if name and not name.isdecimal() and name.lower() not in (played.lower(), record.start.rules.game.value):
        found.append(f"tag Game is {name!r}, neither a number nor the game's name; the turns are read as {played}")
    if day and not _is_day(day):
        found.append(f"tag Date is {day!r}; wanted a day like 2026.11.29, with ? for what is not known")
    return tuple(found)


def _is_day(text: str) -> bool:
    """Whether a text is a day as PGN writes it."""
    parts = re.fullmatch(r"([0-9]{4}|\?{4})\.([0-9]{2}|\?\?)\.([0-9]{2}|\?\?)", text)
    if parts is None:
        return False
    year, month, day = (int(part) if part.isdecimal() else None for part in parts.groups())
    try:
        date(year or 2000, month or 1, day or 1)  # a leap year and a month of 31 days allow what is not known to fit
    except ValueError:
        return False
    return (year, month, day).count(0) == 0
