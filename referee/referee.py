"""The referee as a pure machine: boards, buttons and the time go in, rulings come out. No clock, no I/O."""

from __future__ import annotations

from referee.board import Board
from referee.controls import Control
from referee.explain import TURNS
from referee.judge import judge
from referee.narrate import consequences
from referee.overrule import overrule
from referee.position import Position
from referee.record import Record
from referee.rules import Rules
from referee.ruling import Ruling
from referee.stories import continued
from referee.table import Standing, Table
from referee.violation import Fault

__all__ = ["Referee", "Standing"]


class Referee:
    """Rules one table, game after game.

    Args:
        start: Where the first game begins.
        patience_seconds: How long a board must stay unclear before it is announced.
        tags: Names and values for the head of the record; see `label`.
    """

    def __init__(
        self, start: Position, *, patience_seconds: float = 0.0, tags: tuple[tuple[str, str], ...] = ()
    ) -> None:
        self._table = Table(start, patience_seconds, tags)
        self._greeting = tuple(consequences(start))

    @property
    def position(self) -> Position:
        """Where the game stands by the last ruling."""
        return self._table.position

    @property
    def standing(self) -> Standing:
        """How the board as last seen stands to the position."""
        return self._table.standing

    @property
    def fault(self) -> Fault | None:
        """What is wrong with the board as last seen, while a violation waits to be put right."""
        diagnosis = self._table.diagnosis
        return None if diagnosis is None else diagnosis.fault

    @property
    def candidates(self) -> tuple[Position, ...]:
        """Where the game may stand while that is unclear; else the one position."""
        if self._table.standing is not Standing.UNCLEAR:
            return (self.position,)
        return tuple(story.position for story in self._table.pool())

    @property
    def record(self) -> Record:
        """What was played in the present game."""
        return self._table.ledger.record

    @property
    def game(self) -> int:
        """Number of the present game at this table, from 1; taking a new game back leads to the one before."""
        return self._table.ledger.game

    @property
    def next_rules(self) -> Rules:
        """What the next game is played by; who starts is decided when it begins."""
        return self._table.next_rules

    def label(self, tags: tuple[tuple[str, str], ...]) -> None:
        """Put names and values into the head of the present game's record; a new game takes them over.

        Args:
            tags: Like `(("Red", "Ada"), ("Date", "2026.11.29"))`, without `Start`, `Result` and `Rules`.
        """
        self._table.ledger = self._table.ledger.labelled(tags)

    def forget_earlier_games(self) -> None:
        """Let an undo end at the beginning of the present game."""
        self._table.ledger = self._table.ledger.alone()

    def observe(self, board: Board, at: float) -> tuple[Ruling, ...]:
        """Rule on a board that stands still.

        Args:
            board: Any arrangement whatever.
            at: When it was seen, monotonic seconds.
        Returns: The rulings it calls for, in order; none when it says nothing new. Never raises.
        """
        greeting, self._greeting = self._greeting, ()
        if board == self._table.board:
            return greeting + self._table.tick(at)
        self._table.previous, self._table.board = self._table.board, board
        return greeting + judge(self._table, board, at)

    def acts_to(self, board: Board) -> int | None:
        """Count the acts that lead by the rules from what was seen last to a board, with nothing changed.

        Args:
            board: Any arrangement whatever.
        Returns: The fewest, 0 for the same board; None where no turn or two lead there, or the board as last seen is
            not what the rules say.
        """
        if self.standing not in (Standing.AGREED, Standing.UNCLEAR):
            return None
        stories = continued(self._table.stories, board, TURNS)
        return len(stories[0].moves) - len(self._table.stories[0].moves) if stories else None

    def tick(self, at: float) -> tuple[Ruling, ...]:
        """Let time pass without a new board: what is unclear for too long is announced now.

        Args:
            at: Monotonic seconds.
        """
        return self._table.tick(at)

    def press(self, control: Control, at: float) -> tuple[Ruling, ...]:
        """Take a button or a declaration of the players.

        Args:
            control: What they want.
            at: When, monotonic seconds; no ruling depends on it yet.
        Returns: The rulings that follow; none when there is nothing to undo, or nothing changes yet.
        Raises: ControlError when it makes no sense as things stand; nothing has changed then.
        """
        del at
        return overrule(self._table, control)
