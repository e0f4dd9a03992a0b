"""How play begins: with a new game, or with the one that a power cut or a crash broke off."""

import json
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from firmware.database import open_for_reading
from firmware.durable_journal import DurableJournal, rulings_text
from firmware.errors import JournalError
from firmware.events import DeviceFailed, Record
from firmware.session import Session
from firmware.unfinished import Unfinished, Venue, last_unfinished
from firmware.words import due_now, game, house_rules
from referee.position import Position
from referee.rules import POP10, Rules
from referee.ruling import Ruling
from referee.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Beginning:
    """What play begins with.

    Attributes:
        session: Where the game stands.
        journal: Where it is written down; None where that cannot be.
        rulings: What was ruled before the program was broken off, oldest first.
        notes: What there is to tell people, a sentence each.
    """

    session: Session
    journal: DurableJournal | None
    rulings: tuple[Ruling, ...]
    notes: tuple[str, ...]


def begin(
    path: Path,
    start: Position | None,
    at: float,
    *,
    rules: Rules = POP10,
    is_fresh: bool = False,
    new_start: Position | None = None,
    venue: Venue = Venue.TABLE,
) -> Beginning:
    """Open the journal and take up the game that has no end, if there is one.

    A journal that can only be read is taken up all the same, and what happens then is not kept.

    Args:
        path: The journal's file.
        start: Where the game stands; None takes up the last one, or begins a new one.
        at: Monotonic seconds.
        rules: What is played in a new game; a start, and a game that is taken up, have their own.
        is_fresh: Whether to leave the last game alone.
        new_start: Where a new game begins if there is no start; None lets the first board decide.
        venue: Where it is played; only a game that was played there is taken up.
    """
    takes_up = start is None and not is_fresh
    start = start if start is not None else new_start
    try:
        journal = DurableJournal(path, venue=venue)
    except JournalError as error:
        note = f"{error}; going on without a journal"
        unfinished = _only_read(path, at, venue) if takes_up else None
        if unfinished is None:
            return Beginning(Session(start, rules), None, (), (note,))
        begun = _take_up(None, unfinished, rules)
        return replace(begun, notes=(note, *begun.notes))
    notes = journal.notes
    try:
        unfinished = journal.unfinished(at) if takes_up else None
    except JournalError as error:
        unfinished, notes = None, (*notes, f"{error}; it is left as it is, and a new one is begun")
    try:
        if unfinished is not None:
            begun = _take_up(journal, unfinished, rules)
            return replace(begun, notes=(*notes, *begun.notes))
        journal.begin(start, rules)
    except JournalError as error:
        journal.close()
        note = f"{error}; going on without a journal"
        return Beginning(Session(start, rules), None, (), (*notes, note))
    return Beginning(Session(start, rules), journal, (), notes)


def _only_read(path: Path, at: float, venue: Venue) -> Unfinished | None:
    """The unfinished game of a journal that cannot be written; None where it cannot be read either."""
    try:
        with closing(open_for_reading(path)) as file:
            return last_unfinished(file, path, at, venue)
    except JournalError:
        return None


def _take_up(journal: DurableJournal | None, unfinished: Unfinished, wanted: Rules) -> Beginning:
    session = Session(unfinished.start, unfinished.rules)
    for event in unfinished.prologue:
        session.handle(event)
    told: list[Ruling] = []
    for event, rulings in zip(unfinished.events, unfinished.rulings, strict=True):
        if isinstance(event, DeviceFailed):
            # What failed then may work now; it is tried again.
            continue
        entries = [effect.entry for effect in session.handle(event) if isinstance(effect, Record)]
        if [ruling for entry in entries for ruling in _gist(rulings_text(entry))] != _gist(rulings):
            return _go_on_from_what_was_told(journal, unfinished)
        if unfinished.prologue and not told:
            # The game that was called here is all there is; an undo must not lead to the one that only stood in.
            session.forget_earlier_games()
        told += (ruling for entry in entries for ruling in entry.rulings)
    if journal is not None:
        journal.take_up(unfinished)
    # Where nothing was played there is nothing to come back to.
    welcome = (_welcome(session),) if told else ()
    return Beginning(session, journal, tuple(told), (*_other_rules(unfinished.game_rules, wanted), *welcome))


def _gist(rulings: str) -> list[tuple[object, object]]:
    """What counts of rulings: words may have changed with the language since then."""
    return [(ruling["ruling"], ruling["position"]) for ruling in json.loads(rulings)]


def _go_on_from_what_was_told(journal: DurableJournal | None, unfinished: Unfinished) -> Beginning:
    """The program rules otherwise than it did: what players were told holds."""
    last = next((rulings for rulings in reversed(unfinished.rulings) if rulings != "[]"), None)
    position = unfinished.start
    if last is not None:
        position = Position.parse(json.loads(last)[-1]["position"], unfinished.game_rules)
    if journal is not None:
        journal.begin(position, unfinished.game_rules)
    session = Session(position, unfinished.game_rules)
    note = "the last game was ruled by another version of pop10; it goes on from its last ruling, as a game of its own"
    return Beginning(session, journal, (), (note, _welcome(session)))


def _other_rules(its_own: Rules, wanted: Rules) -> tuple[str, ...]:
    """What to tell where the game that is taken up is played by other rules than were asked for."""
    if its_own == wanted:
        return ()
    return (
        _("the game that was broken off goes on by its own rules ({rules}); --fresh begins another").format(
            rules="; ".join([game(its_own), *house_rules(its_own)])
        ),
    )


def _welcome(session: Session) -> str:
    """Where the game stands, for people who come back to it."""
    snapshot = session.snapshot
    if snapshot.violation is not None:
        return _("Welcome back. {message} {remedy}").format(
            message=snapshot.violation.message, remedy=snapshot.violation.remedy
        )
    if snapshot.position is None:
        return _("Welcome back.")
    score = snapshot.position.score
    return _("Welcome back. {due}. The score is Red {red}, Yellow {yellow}.").format(
        due=due_now(snapshot), red=score.red, yellow=score.yellow
    )
