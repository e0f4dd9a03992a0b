"""What a game took over from one before it that was deleted since: enough to take it up again, and nothing else."""

import sqlite3
from dataclasses import dataclass

from firmware.event_text import parse_event
from firmware.events import BoardDeclared, BoardSettled, Kept, Named, Pressed
from referee.board import Board, Disc
from referee.controls import ChooseRules, Resign
from referee.position import Position
from referee.rules import Rules
from referee.rules_text import parse_rules, rules_text

TABLE_SINCE = 3
"""Version of the file from which on it can hold what is carried over."""


@dataclass(frozen=True, slots=True)
class Carried:
    """How a table stood when the game after a deleted one was called.

    Attributes:
        after: Number of the last entry before that.
        game: Number, in its run, of the deleted game.
        board: The board as last seen.
        red: Name of the player, empty where none was given.
        yellow: The same for the other.
        rules: What the next game is played by.
        loser: Who lost the deleted game, where the rules let the loser start; else None.
    """

    after: int
    game: int
    board: Board
    red: str
    yellow: str
    rules: Rules
    loser: Disc | None = None

    @property
    def start(self) -> Position:
        """Where a session begins that stands in for all that was played before."""
        return Position.start(self.rules)

    def events(self, at: float) -> tuple[Kept, ...]:
        """What brings such a session to where the next game can be called as it was then.

        Args:
            at: Monotonic seconds.
        """
        given_up = (Pressed(Resign(self.loser), at),) if self.loser is not None else ()
        return (BoardSettled(self.board, at), Named(self.red, self.yellow, at), *given_up)


def carried(file: sqlite3.Connection, run: int) -> Carried | None:
    """What is kept of that in a run.

    Raises:
        sqlite3.Error: When it cannot be read.
        RefereeError: When it is not what was written.
    """
    if file.execute("PRAGMA user_version").fetchone()[0] < TABLE_SINCE:
        return None
    row = file.execute(
        "SELECT after, game, board, red, yellow, rules, loser FROM carried WHERE run = ?", (run,)
    ).fetchone()
    if row is None:
        return None
    after, game, board, red, yellow, rules, loser = row
    lost = next((disc for disc in Disc if disc.player == loser), None)
    return Carried(after, game, Board.parse(board), red, yellow, parse_rules(rules), lost)


def carry_over(file: sqlite3.Connection, run: int, game: int, result: str) -> None:
    """Keep what the game after this one took over from it and from those before; to be done before it is deleted.

    Args:
        file: The journal, in a transaction.
        run: The run of both.
        game: The game's number in the run.
        result: How it ended, as in the journal.

    Raises:
        sqlite3.Error: When it cannot be read or written.
        JournalError: When an event cannot be read.
        RefereeError: When the run's beginning cannot be read.
    """
    after = file.execute("SELECT max(id) FROM entry WHERE run = ? AND game = ?", (run, game)).fetchone()[0]
    known = carried(file, run)
    if after is None or (known is not None and known.after > after):
        # What comes later stands for this as well.
        return
    start, words = file.execute("SELECT start, rules FROM run WHERE id = ?", (run,)).fetchone()
    rules = known.rules if known is not None else parse_rules(words)
    board = known.board if known is not None else Board.empty()
    if known is None and start is not None:
        board = Position.parse(start, rules).board
    red, yellow = (known.red, known.yellow) if known is not None else ("", "")
    since = known.after if known is not None else 0
    for (text,) in file.execute(
        "SELECT event FROM entry WHERE run = ? AND id > ? AND id <= ? AND refused = '' ORDER BY id", (run, since, after)
    ):
        match parse_event(text, 0.0):
            case BoardSettled(board=seen) | BoardDeclared(board=seen):
                board = seen
            case Named(red=red_name, yellow=yellow_name):
                red, yellow = red_name, yellow_name
            case Pressed(control=ChooseRules(rules=chosen)):
                rules = chosen
    losers = {disc.player: disc.other.player for disc in Disc}
    loser = losers.get(result, "") if rules.loser_starts else ""
    file.execute(
        "INSERT OR REPLACE INTO carried (run, after, game, board, red, yellow, rules, loser)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (run, after, game, str(board), red, yellow, rules_text(rules), loser),
    )
