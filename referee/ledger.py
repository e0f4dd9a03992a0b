"""The referee's memory of play: where the game stands, how it came there, and every earlier state to go back to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from referee.board import Disc
from referee.notation import entry_text
from referee.position import Phase, Position
from referee.record import Entry, HouseRuling, Move, Record, Remark, RemarkKind, Result


@dataclass(frozen=True, slots=True)
class Ledger:
    """A game so far, as a value.

    Attributes:
        position: Where it stands, settled.
        record: What was played.
        before: The state before the last act or decision, None at the very beginning. A new game keeps the last one.
        game: Number of this game at the table, from 1.
        scorer: Who has just scored and is to pop again, if the last act was such a pop.
    """

    position: Position
    record: Record
    before: Ledger | None = field(default=None, repr=False, compare=False)
    game: int = 1
    scorer: Disc | None = None

    @classmethod
    def opened(cls, start: Position, before: Ledger | None = None, tags: tuple[tuple[str, str], ...] = ()) -> Ledger:
        """A game that begins; `before` is what an undo goes back to."""
        position = start.settled()
        record = Record(start, result=_result(position, Result.OPEN), tags=tags)
        return cls(position, record, before, 1 if before is None else before.game + 1)

    def played(self, moves: Sequence[Move]) -> Ledger:
        """The game after legal actions, each of which can be undone by itself."""
        ledger = self
        for move in moves:
            position = ledger.position.apply(move.action)
            record = ledger._record_with(move, _result(position, ledger.record.result))
            scored = position.score != ledger.position.score and position.phase is Phase.POP
            scorer = position.turn if scored and position.turn is ledger.position.turn else None
            ledger = Ledger(position, record, ledger, ledger.game, scorer)
        return ledger

    def decided(self, ruling: HouseRuling, result: Result = Result.OPEN) -> Ledger:
        """The game after the players decided something; whether the turn could stop there is not kept."""
        ruling = replace(ruling, position=replace(ruling.position, may_stop=False))
        position = ruling.position.settled()
        return Ledger(position, self._record_with(ruling, _result(position, result)), self, self.game)

    def remarked(self, kind: RemarkKind, text: str = "") -> Ledger:
        """The game with a remark in its record; nothing to undo."""
        return replace(self, record=self._record_with(Remark(kind, text), self.record.result))

    def undone(self) -> Ledger:
        """The game before the last act or decision; what was remarked since is kept, and that it was undone.

        A game that has just begun gives way to the game before it, if there is one.
        """
        before = self.before
        if before is None:
            return self
        known = before.record.entries
        if before.game != self.game or self.record.entries[: len(known)] != known:
            return before
        last, *remarks = self.record.entries[len(known) :]
        for remark in remarks:
            if isinstance(remark, Remark):
                before = before.remarked(remark.kind, remark.text)
        return before.remarked(RemarkKind.UNDONE, entry_text(last))

    def corrected(self, record: Record) -> Ledger:
        """The game as another record tells it; an undo leads back to this one."""
        positions = (record.start.settled(), *record.positions())
        position = positions[-1]
        last = max((place for place, entry in enumerate(record.entries) if isinstance(entry, Move)), default=0)
        earlier = positions[last]
        scored = position.score != earlier.score and position.phase is Phase.POP and position.turn is earlier.turn
        now = replace(record, result=_result(position, record.result))
        return Ledger(position, now, self, self.game, position.turn if scored else None)

    def restarted(self, start: Position) -> Ledger:
        """The game with another start, before anything was played."""
        return replace(self, position=start.settled(), record=replace(self.record, start=start))

    def alone(self) -> Ledger:
        """This game without the ones before it, so that a table may run for weeks; an undo ends at its start."""
        chain = []
        ledger: Ledger | None = self
        while ledger is not None and ledger.game == self.game:
            chain.append(ledger)
            ledger = ledger.before
        before: Ledger | None = None
        for each in reversed(chain):
            before = replace(each, before=before)
        return self if before is None else before

    def labelled(self, tags: tuple[tuple[str, str], ...]) -> Ledger:
        """The game with other tags in the head of its record."""
        return replace(self, record=replace(self.record, tags=tags))

    def times_stood(self) -> int:
        """How often the present position has stood in this game, this time included; only where a turn begins."""
        if self.position.phase not in (Phase.POP, Phase.PLAY) or self.scorer is not None:
            return 0
        times = 0
        ledger: Ledger | None = self
        while ledger is not None and ledger.game == self.game:
            times += ledger.position == self.position
            ledger = ledger.before
        return times

    def _record_with(self, entry: Entry, result: Result) -> Record:
        return replace(self.record, entries=(*self.record.entries, entry), result=result)


def _result(position: Position, otherwise: Result) -> Result:
    if position.winner is not None:
        return Result(position.winner.player)
    if position.phase is Phase.OVER and otherwise is Result.OPEN:
        return Result.DRAW
    return otherwise if position.phase is Phase.OVER else Result.OPEN
