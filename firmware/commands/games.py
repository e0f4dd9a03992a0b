"""`pop10 games`: the games that were played at this table."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware.commands.options import journal_option, json_option
from firmware.commands.values import FileName, WholeNumber
from firmware.errors import JournalError, UserMistakeError
from firmware.output import complain, write_bytes, write_json, write_line

if TYPE_CHECKING:
    from datetime import datetime

    from firmware.past_games import PastGames

EXIT_NOT_AGREED = 1
STANDARD_OUTPUT = Path("-")


@click.group()
def games() -> None:
    """The games that were played at this table."""


force_option = click.option("--force", is_flag=True, help="Replace FILE if it is there already.")
number_argument = click.argument("number", type=WholeNumber(min=1, max=2**62))


@games.command(name="list")
@json_option
@journal_option
def list_games(as_json: bool, journal_file: Path | None) -> None:
    """List every game, the newest first."""
    from firmware.words import ending

    if _none_kept_yet(journal_file):
        return
    with _journal(journal_file) as kept:
        for game in kept.all():
            if as_json:
                write_json(game.as_json())
                continue
            names = f"{game.red or 'Red'} - {game.yellow or 'Yellow'}"
            score = f"{game.red_points}-{game.yellow_points}"
            date = game.began[:16].replace("T", " ")
            write_line(f"{game.number:5}  {date}  {score:>5}  {names}: {ending(game.result)}")


@games.command()
@click.option("--evening", metavar="DATE", type=click.DateTime(["%Y-%m-%d"]), help="Only of this day, as 2026-11-29.")
@json_option
@journal_option
def standings(evening: "datetime | None", as_json: bool, journal_file: Path | None) -> None:
    """Compare the players: games, wins, points, longest run, broken rules; and Red with Yellow."""
    from firmware import standings as compare

    if _none_kept_yet(journal_file):
        return
    with _journal(journal_file) as kept:
        found = compare.standings(kept, evening.date() if evening is not None else None)
    if as_json:
        write_json(found.as_json())
        return
    for line in compare.table(found):
        write_line(line)


@games.command()
@number_argument
@journal_option
def show(number: int, journal_file: Path | None) -> None:
    """Tell game NUMBER turn by turn."""
    from firmware.account import account
    from referee.replay import parse_record

    with _journal(journal_file) as kept:
        record = parse_record(kept.record(number))
    write_line(account(record).rstrip("\n"))


@games.command()
@number_argument
@click.argument("file", type=FileName(may_be_folder=False), required=False)
@force_option
@journal_option
def export(number: int, file: Path | None, force: bool, journal_file: Path | None) -> None:
    """Write the record of game NUMBER into FILE, or to standard output (no FILE, or -)."""
    with _journal(journal_file) as kept:
        text = kept.record(number)
    if file is None or file == STANDARD_OUTPUT:
        write_line(text.rstrip("\n"))
        return
    with _written(file, force=force) as write:
        write(text.encode())


@games.command()
@number_argument
@click.argument("file", type=FileName(may_be_folder=False))
@force_option
@journal_option
def archive(number: int, file: Path, force: bool, journal_file: Path | None) -> None:
    """Write game NUMBER with its rulings and pictures into FILE, a zip archive (- for standard output)."""
    from firmware.album import album_beside
    from firmware.archive import archive as parts_of
    from firmware.database import default_path

    if file == STANDARD_OUTPUT and sys.stdout.isatty():
        raise UserMistakeError("FILE: a zip archive is nothing to be read in a terminal, got -; name a file")
    with _journal(journal_file) as kept:
        parts = parts_of(kept, album_beside(journal_file or default_path()), number)
        with _written(file, force=force) as write:
            for part in parts:
                write(part)


@games.command()
@number_argument
@click.option("--yes", is_flag=True, help="Do not ask.")
@journal_option
@click.pass_context
def delete(context: click.Context, number: int, yes: bool, journal_file: Path | None) -> None:
    """Delete game NUMBER, with all that happened in it."""
    with _journal(journal_file) as kept:
        kept.record(number)
        if not yes and not _is_agreed(f"Delete game {number} for good?"):
            complain("pop10 games: nothing was deleted")
            context.exit(EXIT_NOT_AGREED)
        kept.delete(number)


def _is_agreed(question: str) -> bool:
    """Ask on standard error; without a clear yes, and where nobody can answer, it is no."""
    sys.stderr.write(f"{question} [y/N] ")
    sys.stderr.flush()
    answer = sys.stdin.readline()
    # The line is ended by whoever types the answer, if somebody does.
    if not (sys.stdin.isatty() and answer.endswith("\n")):
        sys.stderr.write("\n")
    return answer.strip().lower() in ("y", "yes")


@contextmanager
def _written(file: Path, *, force: bool) -> Iterator[Callable[[bytes], object]]:
    """What writes where it was asked for; a file that is there is somebody's until it is said that it may go."""
    if file == STANDARD_OUTPUT:
        yield write_bytes
        return
    try:
        # A pipe or a device has nothing that could be lost.
        is_ours = force or (file.exists() and not file.is_file())
        with file.open("wb" if is_ours else "xb") as opened:
            yield opened.write
    except JournalError:
        raise
    except FileExistsError as error:
        raise UserMistakeError(f"{file}: is there already; name another file, or add --force to replace it") from error
    except OSError as error:
        raise UserMistakeError(f"{file}: cannot be written: {error.strerror}") from error


def _none_kept_yet(journal_file: Path | None) -> bool:
    """Whether nothing was ever kept in the usual place, which is told and is no mistake; to name a missing file is."""
    from firmware.database import default_path

    if journal_file is not None or default_path().exists():
        return False
    complain(
        f"pop10 games: no games are kept yet; 'pop10 play' keeps them in {default_path()},"
        " and 'pop10 demo --journal FILE' in a file that --journal names here too"
    )
    return True


@contextmanager
def _journal(path: Path | None) -> "Iterator[PastGames]":
    from firmware.database import default_path
    from firmware.past_games import PastGames

    try:
        yield PastGames(path or default_path())
    except JournalError as error:
        raise UserMistakeError(str(error)) from error
