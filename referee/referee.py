"""The referee as a pure machine: boards, buttons and the time go in, rulings come out. No clock, no I/O."""

from __future__ import annotations

from enum import Enum

from referee.board import Board
from referee.controls import Button, Control
from referee.narrate import narrate
from referee.position import Action, Position
from referee.record import Record
from referee.ruling import Accepted, Corrected, NewGame, Ruling, Undone, Violation
from referee.violation import Fault, ViolationKind, remedy_towards


class Standing(Enum):
    """How the board as last seen stands to the game."""

    AGREED = "agreed"
    """The board is the position's, or nothing has been seen yet."""
    VIOLATION = "violation"
    """A violation was called and is not put right yet."""
    UNCLEAR = "unclear"
    """The board can be explained in ways that differ."""
    UNDONE = "undone"
    """A ruling was taken back, and the board still shows what it told."""


class Referee:
    """Rules one table, game after game.

    Args:
        start: Where the first game begins.
        patience_seconds: How long a board must stay unclear before it is announced.
    """

    def __init__(self, start: Position, *, patience_seconds: float = 0.0) -> None:
        self._position = start
        self._start = start
        self._patience_seconds = patience_seconds
        self._board = start.board
        self._standing = Standing.AGREED
        self._history: list[Position] = []

    @property
    def position(self) -> Position:
        """Where the game stands by the last ruling."""
        return self._position

    @property
    def standing(self) -> Standing:
        """How the board as last seen stands to the position."""
        return self._standing

    @property
    def record(self) -> Record:
        """What was played in the present game."""
        return Record(self._start)

    def observe(self, board: Board, at: float) -> tuple[Ruling, ...]:
        """Rule on a board that stands still.

        Args:
            board: Any arrangement whatever.
            at: When it was seen, monotonic seconds.
        Returns: The rulings it calls for, in order; none when it says nothing new. Never raises.
        """
        del at
        if board == self._board:
            return ()
        self._board = board
        corrected: tuple[Ruling, ...] = ()
        actions = _find(self._position, board)
        if actions is None:
            if self._standing is Standing.VIOLATION:
                return ()
            self._standing = Standing.VIOLATION
            columns = self._position.board.differing_columns(board)
            remedy = remedy_towards(self._position.board, board)
            kind = ViolationKind.BOARD_CHANGED
            fault = Fault(kind, self._position.turn, None, None, (), columns, remedy, board.problems())
            return (Violation(self._position, fault),)
        if self._standing is Standing.VIOLATION:
            corrected = (Corrected(self._position),)
        self._standing = Standing.AGREED
        rulings = narrate(self._position, actions)
        for action in actions:
            self._history.append(self._position)
            self._position = self._position.apply(action)
        return corrected + rulings

    def tick(self, at: float) -> tuple[Ruling, ...]:
        """Let time pass without a new board: what waits for patience may be announced now."""
        del at
        return ()

    def press(self, control: Control, at: float) -> tuple[Ruling, ...]:
        """Take a button or a declaration of the players.

        Returns: The rulings that follow.
        Raises: ControlError when it makes no sense as things stand; nothing has changed then.
        """
        del at
        match control:
            case Button.ACCEPT:
                self._standing = Standing.AGREED
                return (Accepted(self._position),)
            case Button.UNDO:
                if self._history:
                    self._position = self._history.pop()
                    self._standing = Standing.UNDONE
                return (Undone(self._position),)
            case _:
                self._position = Position.start(self._position.rules)
                self._history.clear()
                return (NewGame(self._position),)


def _find(position: Position, board: Board, depth: int = 3) -> tuple[Action, ...] | None:
    layer: list[tuple[Position, tuple[Action, ...]]] = [(position, ())]
    for _ in range(depth + 1):
        for candidate, path in layer:
            if candidate.board == board:
                return path
        layer = [
            (candidate.apply(action), (*path, action))
            for candidate, path in layer
            for action in candidate.legal_actions()
        ]
    return None
