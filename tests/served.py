"""A session behind the real server, without camera: boards and presses are told to it by the test."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Thread

from firmware.events import (
    BoardDeclared,
    Event,
    Named,
    Pressed,
    Publish,
    Record,
    SoundSwitched,
    StripDimmed,
    Tick,
)
from firmware.inbox import Answer, DeclareBoard, Dim, Inbox, Mute, Names, Request, Trial, Wish
from firmware.scoreboard.evidence import Evidence
from firmware.scoreboard.feed import Feed
from firmware.scoreboard.server import Served, serve
from firmware.session import Session
from referee.position import Position
from referee.ruling import Ruling


@dataclass
class ToldTable:
    """A session that answers the server as the loop does, without camera."""

    feed: Feed
    inbox: Inbox
    session: Session = field(default_factory=lambda: Session(Position.start()))

    def happen(self, event: Event) -> tuple[tuple[Ruling, ...], str]:
        refused: str = ""
        rulings: tuple[Ruling, ...] = ()
        for effect in self.session.handle(event):
            match effect:
                case Record(entry=entry):
                    refused, rulings = entry.refused, entry.rulings
                    for ruling in entry.rulings:
                        self.feed.announce(ruling)
                case Publish(snapshot=snapshot):
                    self.feed.show(snapshot)
                case _:
                    pass
        return rulings, refused

    def run(self) -> None:
        while True:
            wanted = self.inbox.get()
            if not isinstance(wanted, Request):
                return
            late = wanted.refused(self.session.snapshot)
            if late is not None:
                wanted.answer(late)
                continue
            rulings, refused = self.happen(event_of(wanted.wish))  # type: ignore[arg-type]
            wanted.answer(Answer(rulings, refused, self.session.snapshot))


def event_of(wish: Wish) -> Event:
    """What the loop lets happen when somebody wants something."""
    match wish:
        case Names(red, yellow):
            return Named(red, yellow, 1.0)
        case DeclareBoard(board):
            return BoardDeclared(board, 1.0)
        case Mute(is_muted):
            return SoundSwitched(is_muted, 1.0)
        case Dim(percent):
            return StripDimmed(percent, 1.0)
        case Trial():
            return Tick(1.0)
        case control:
            return Pressed(control, 1.0)


@contextmanager
def told_table(evidence: Evidence | None = None) -> Iterator[tuple[ToldTable, Served]]:
    """A table at the beginning of a game, served on this machine at any free port."""
    inbox: Inbox = SimpleQueue()
    table = ToldTable(Feed(is_kept=evidence is not None), inbox)
    table.feed.show(table.session.snapshot)
    loop = Thread(target=table.run, daemon=True)
    loop.start()
    with serve(table.feed, inbox, "127.0.0.1", 0, evidence) as served:
        yield table, served
    inbox.put(None)  # type: ignore[arg-type]
    loop.join(5)
