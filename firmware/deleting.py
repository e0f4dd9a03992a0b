"""A game of the journal is deleted, with its pictures: it alone, and wholly; also while another one is played."""

import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

from firmware.album import album_beside, forget
from firmware.carried import carry_over
from firmware.database import journal_error, open_for_changing
from firmware.errors import JournalError, UserMistakeError
from firmware.sole_keeper import JournalInUseError, sole_keeper
from referee.errors import RefereeError


class GameUnderWayError(UserMistakeError):
    """The game is being played, or an undo can lead back into it."""


class NoSuchGameError(UserMistakeError):
    """The journal has no game of that number."""


def no_such_game(path: Path, number: int) -> NoSuchGameError:
    """What to tell who asks for a game that is not there."""
    return NoSuchGameError(f"there is no game {number} in {path}; 'pop10 games list' tells which there are")


def delete_game(path: Path, number: int) -> None:
    """Forget one game, what happened in it, and its pictures; the game under way can still be taken up.

    Args:
        path: The journal's file.
        number: The game's number in the journal.

    Raises:
        NoSuchGameError: When there is none of that number.
        GameUnderWayError: When a program has it under way, or can go back to it.
        JournalError: When there is no journal, or it or the pictures cannot be written.
    """
    with ExitStack() as opened:
        file = opened.enter_context(closing(open_for_changing(path)))
        is_kept = False
        try:
            opened.enter_context(sole_keeper(path))
        except JournalInUseError:
            is_kept = True
        try:
            file.execute("PRAGMA secure_delete=ON")
            file.execute("BEGIN IMMEDIATE")
            _delete(file, path, number, is_kept=is_kept)
            # Were it to fail after the game is gone, nobody could ask for it again.
            forget(album_beside(path), number)
            file.execute("COMMIT")
        except sqlite3.Error as error:
            raise journal_error(path, error) from error


def _delete(file: sqlite3.Connection, path: Path, number: int, *, is_kept: bool) -> None:
    row = file.execute(
        "SELECT run.id, run.base, run.closed, game.result, run.id = (SELECT max(id) FROM run)"
        " FROM run JOIN game ON game.run = run.id WHERE game.id = ?",
        (number,),
    ).fetchone()
    if row is None:
        raise no_such_game(path, number)
    run, base, is_closed, result, is_newest = row
    last = file.execute("SELECT game FROM entry WHERE run = ? ORDER BY id DESC LIMIT 1", (run,)).fetchone()
    is_present = is_newest and last is not None and last[0] == number - base
    if is_kept and is_present:
        raise GameUnderWayError(
            f"game {number} is the one that is being played; begin a new game, or end the program that keeps it, before"
            " it is deleted"
        )
    # The program that keeps it has its events in memory, and would write on in a game that is gone.
    if is_kept and is_newest and last is not None and last[0] - 1 == number - base:
        raise GameUnderWayError(
            f"an undo at the beginning of game {base + last[0]} can still lead back to game {number}; begin one more"
            " game, or end the program that keeps it, before it is deleted"
        )
    if is_newest and not is_present and not is_closed:
        try:
            carry_over(file, run, number - base, result)
        except (RefereeError, JournalError):
            # What cannot be read can not be taken up again either.
            is_closed = True
    else:
        is_closed = True
    if is_closed:
        file.execute("DELETE FROM carried WHERE run = ?", (run,))
    # What came before the first game was for that one.
    games = (number - base, 0 if number - base == 1 else number - base)
    file.execute("DELETE FROM entry WHERE run = ? AND game IN (?, ?)", (run, *games))
    file.execute("DELETE FROM game WHERE id = ?", (number,))
    # Its number is not given to another game.
    file.execute("UPDATE run SET closed = ?, spent = max(spent, ?) WHERE id = ?", (is_closed, number, run))
