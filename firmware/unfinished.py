"""What a journal knows of a game that was broken off."""

import sqlite3
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from firmware.carried import carried
from firmware.database import journal_error
from firmware.errors import JournalError
from firmware.event_text import parse_event
from firmware.events import Kept
from referee.errors import RefereeError
from referee.position import Position
from referee.record import Result
from referee.replay import parse_record
from referee.rules import Rules
from referee.rules_text import parse_rules


class Venue(Enum):
    """Where a run is played; one kind is never taken up as the other."""

    TABLE = "table"
    DEMONSTRATION = "demonstration"


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A run whose last game has no end.

    Attributes:
        run: Its number.
        base: Added to the number of a game in its session it is the game's number in the journal.
        start: Where its session began; None where the first board decided.
        rules: What was played at its beginning.
        game_rules: What its last game is played by.
        events: What happened, oldest first, with the times of the present clock.
        rulings: What was ruled at each, as JSON text.
        shift: Added to the kept times it gives those of the present clock.
        ahead: Added to the number of a game in its session it is the game's number in the run.
        prologue: What brings a fresh session to where the events begin, as those before were deleted; it is not told.
    """

    run: int
    base: int
    start: Position | None
    rules: Rules
    game_rules: Rules
    events: tuple[Kept, ...]
    rulings: tuple[str, ...]
    shift: float
    ahead: int = 0
    prologue: tuple[Kept, ...] = ()


def last_unfinished(file: sqlite3.Connection, path: Path, at: float, venue: Venue) -> Unfinished | None:
    """The last run, if it was played there, its last game has no end, and it can be taken up.

    Args:
        file: The journal, open.
        path: Its name, for messages.
        at: Monotonic seconds; the last event is put there, the others before it.
        venue: Where it must have been played.

    Raises:
        JournalError: When it cannot be read.
    """
    try:
        run = file.execute("SELECT id, start, rules, closed, base, venue FROM run ORDER BY id DESC LIMIT 1").fetchone()
        if run is None or run[3] or run[5] != venue.value:
            return None
        over = carried(file, run[0])
        rows = file.execute(
            "SELECT at, event, rulings, game FROM entry WHERE run = ? AND id > ? ORDER BY id",
            (run[0], over.after if over is not None else 0),
        ).fetchall()
        game = file.execute(
            "SELECT result, record FROM game WHERE id = ?", (run[4] + rows[-1][3] if rows else 0,)
        ).fetchone()
    except sqlite3.Error as error:
        raise journal_error(path, error) from error
    except RefereeError as error:
        raise JournalError(f"{path}: the last game cannot be read: {error}") from error
    if game is None or game[0] != Result.OPEN.value:
        return None
    shift = at - rows[-1][0]
    try:
        rules = parse_rules(run[2])
        start = Position.parse(run[1], rules) if run[1] is not None else None
        game_rules = parse_record(game[1]).start.rules
    except RefereeError as error:
        raise JournalError(f"{path}: the last game cannot be read: {error}") from error
    events = tuple(parse_event(event, then + shift) for then, event, _, _ in rows)
    ruled = tuple(rulings for _, _, rulings, _ in rows)
    if over is None:
        return Unfinished(run[0], run[4], start, rules, game_rules, events, ruled, shift)
    # The first game of the session that stands in for what was deleted bears the number of the deleted one.
    ahead = over.game - 1
    return Unfinished(
        run[0],
        run[4] + ahead,
        over.start,
        over.rules,
        game_rules,
        events,
        ruled,
        shift,
        ahead,
        over.events(events[0].at),
    )
