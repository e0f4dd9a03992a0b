"""How play begins: with a new game, or with the one that a power cut or a crash broke off."""

import json
from dataclasses import dataclass
from gettext import gettext as _
from pathlib import Path

from firmware.durable_journal import DurableJournal, Unfinished, rulings_text
from firmware.errors import JournalError
from firmware.events import DeviceFailed, Record
from firmware.session import Session
from firmware.words import due, game, house_rules
from referee.position import Position
from referee.rules import POP10, Rules
from referee.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Beginning:
    """What play begins with.

    Attributes:
        session: Where the game stands.
        journal: Where it is written down; None where that cannot be, and the notes say why.
        rulings: What was ruled before the program was broken off, oldest first.
        notes: What there is to tell people, a sentence each.
    """

    session: Session
    journal: DurableJournal | None
    rulings: tuple[Ruling, ...]
    notes: tuple[str, ...]


def begin(path: Path, start: Position | None, at: float, *, rules: Rules = POP10, is_fresh: bool = False) -> Beginning:
    """Open the journal and take up the game that has no end, if there is one.

    Args:
        path: The journal's file.
        start: Where the game stands; None takes up the last one, or lets the first board decide.
        at: Monotonic seconds.
        rules: What is played in a new game; a start, and a game that is taken up, have their own.
        is_fresh: Whether to leave the last game alone.
    """
    try:
        journal = DurableJournal(path)
    except JournalError as error:
        return Beginning(Session(start, rules), None, (), (f"{error}; going on without a journal",))
    notes = journal.notes
    try:
        unfinished = journal.unfinished(at) if start is None and not is_fresh else None
    except JournalError as error:
        unfinished, notes = None, (*notes, f"{error}; it is left as it is, and a new one is begun")
    try:
        if unfinished is not None:
            return _take_up(journal, unfinished, rules)
        journal.begin(start, rules)
    except JournalError as error:
        journal.close()
        return Beginning(Session(start, rules), None, (), (*notes, f"{error}; going on without a journal"))
    return Beginning(Session(start, rules), journal, (), notes)


def _take_up(journal: DurableJournal, unfinished: Unfinished, wanted: Rules) -> Beginning:
    session = Session(unfinished.start, unfinished.rules)
    told: list[Ruling] = []
    for event, rulings in zip(unfinished.events, unfinished.rulings, strict=True):
        if isinstance(event, DeviceFailed):
            # What failed then may work now; it is tried again.
            continue
        entries = [effect.entry for effect in session.handle(event) if isinstance(effect, Record)]
        if [ruling for entry in entries for ruling in _gist(rulings_text(entry))] != _gist(rulings):
            return _go_on_from_what_was_told(journal, unfinished)
        told += (ruling for entry in entries for ruling in entry.rulings)
    journal.take_up(unfinished)
    return Beginning(
        session, journal, tuple(told), (*journal.notes, *_other_rules(unfinished.game_rules, wanted), _welcome(session))
    )


def _gist(rulings: str) -> list[tuple[object, object]]:
    """What counts of rulings: words may have changed with the language since then."""
    return [(ruling["ruling"], ruling["position"]) for ruling in json.loads(rulings)]


def _go_on_from_what_was_told(journal: DurableJournal, unfinished: Unfinished) -> Beginning:
    """The program rules otherwise than it did: what players were told holds."""
    last = next((rulings for rulings in reversed(unfinished.rulings) if rulings != "[]"), None)
    position = unfinished.start
    if last is not None:
        position = Position.parse(json.loads(last)[-1]["position"], unfinished.game_rules)
    journal.begin(position, unfinished.game_rules)
    session = Session(position, unfinished.game_rules)
    note = "the last game was ruled by another version of pop10; it goes on from its last ruling, as a game of its own"
    return Beginning(session, journal, (), (*journal.notes, note, _welcome(session)))


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
        due=due(snapshot.position), red=score.red, yellow=score.yellow
    )
