"""`pop10 record`: game records read, replayed and shown."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware.errors import UserMistakeError
from firmware.output import write_line

if TYPE_CHECKING:
    from referee.record import Record

STANDARD_INPUT = Path("-")


@click.group(no_args_is_help=False)
def record() -> None:
    """Check and show game records."""


@record.command()
@click.argument("file", type=click.Path(path_type=Path))
def check(file: Path) -> None:
    """Read the record in FILE (- for standard input), replay it under the rules, and print the final position."""
    write_line(str(read_record(file).final))


@record.command()
@click.argument("file", type=click.Path(path_type=Path))
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
        text = sys.stdin.read() if file == STANDARD_INPUT else file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise UserMistakeError(f"{file}: there is no such file") from error
    except UnicodeDecodeError as error:
        raise UserMistakeError(f"{file}: a game record is text in UTF-8, got something else") from error
    except OSError as error:
        raise UserMistakeError(f"{file}: cannot be read: {error.strerror}") from error
    if not text.strip():
        raise UserMistakeError(f"{file}: is empty, and a game record is wanted")
    try:
        return parse_record(text)
    except RefereeError as error:
        raise UserMistakeError(f"{file}: {error}") from error
