"""Lawful play: where a game stands, what may be done, and what follows.

Owns `Position` and its text; the actions are in `actions`, what is peculiar to the games of lines in `line_games`. A
pass is no action: whoever cannot pop is passed over when the action before is applied. What people did on a real board,
lawful or not, is left to `explain`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from referee import line_games
from referee.actions import Action, Drop, Pop, Redrop, Stop
from referee.board import (
    COLUMN_STRIDE,
    COLUMNS,
    DISCS_PER_PLAYER,
    ROWS,
    Board,
    Disc,
    column_index,
    column_name,
)
from referee.errors import BoardTextError, IllegalActionError, PositionTextError, quoted
from referee.lines import scores
from referee.rules import POP10, Game, Rules

__all__ = ["Action", "Drop", "Phase", "Pop", "Position", "Redrop", "Score", "Stop"]

BOTTOM_ROW: Final = sum(1 << (column * COLUMN_STRIDE) for column in range(COLUMNS))
ALL_COLUMNS: Final = range(COLUMNS)


class Phase(Enum):
    """What is due next."""

    SETUP = "setup"
    POP = "pop"
    REDROP = "redrop"
    PLAY = "play"
    """The games of lines only: a drop, or in PopOut a pop."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Score:
    """Discs set aside by each player."""

    red: int
    yellow: int

    def of(self, player: Disc) -> int:
        """The points of one player."""
        return self.red if player is Disc.RED else self.yellow

    def plus(self, player: Disc, points: int = 1) -> Score:
        """The score after a player gained points."""
        if player is Disc.RED:
            return Score(self.red + points, self.yellow)
        return Score(self.red, self.yellow + points)

    def __str__(self) -> str:
        return f"{self.red}-{self.yellow}"


def _phases(rules: Rules) -> str:
    """The phases of a game, as a message names them."""
    return "setup, pop, redrop or over" if rules.game is Game.POP_10 else "play or over"


@dataclass(frozen=True, slots=True)
class Position:
    """Where a game stands.

    Attributes:
        board: The grid; nothing floats.
        turn: Whose turn it is; in phase `over` whose turn it was.
        phase: What is due.
        score: Discs set aside.
        hand: In phase `redrop` the column (0-6) that the disc in the player's hand was popped from, else None.
        rules: The house rules; not part of the text.
        may_stop: House rule only: a scoring pop has been made and the turn may end here; not part of the text.
    """

    board: Board
    turn: Disc
    phase: Phase
    score: Score
    hand: int | None
    rules: Rules = field(default=POP10, repr=False)
    may_stop: bool = field(default=False, repr=False)

    @classmethod
    def start(cls, rules: Rules = POP10) -> Position:
        """The empty grid before the first drop."""
        phase = Phase.SETUP if rules.game is Game.POP_10 else Phase.PLAY
        return cls(Board.empty(), rules.starts, phase, Score(0, 0), None, rules)

    @classmethod
    def stored(cls, board: Board, rules: Rules = POP10) -> Position:
        """A full grid before the first pop, whatever its arrangement.

        Raises: PositionTextError when the grid is not full.
        """
        if not board.is_full:
            raise PositionTextError("a stored game starts from a full grid")
        return cls(board, rules.starts, Phase.POP, Score(0, 0), None, rules)

    @classmethod
    def parse(cls, text: str, rules: Rules = POP10) -> Position:
        """Read a position text, `<board> <turn> <phase> <score> <hand>`.

        Raises: PositionTextError saying what was wanted and what came.
        """
        parts = text.split()
        if len(parts) != 5:
            wanted = "a position is 'board turn phase score hand'"
            raise PositionTextError(f"{wanted}, got {len(parts)} parts: {quoted(text)}")
        board_text, turn_text, phase_text, score_text, hand_text = parts
        try:
            board = Board.parse(board_text)
        except BoardTextError as error:
            raise PositionTextError(str(error)) from error
        turns = {"r": Disc.RED, "y": Disc.YELLOW}
        if turn_text not in turns:
            raise PositionTextError(f"the turn must be r or y, got {quoted(turn_text)}")
        try:
            phase = Phase(phase_text)
        except ValueError as error:
            raise PositionTextError(f"the phase must be {_phases(rules)}, got {quoted(phase_text)}") from error
        points = re.fullmatch(r"(\d{1,2})-(\d{1,2})", score_text, re.ASCII)
        if points is None:
            raise PositionTextError(f"the score must be like 3-4, red first, got {quoted(score_text)}")
        if hand_text == "-":
            hand = None
        else:
            try:
                hand = column_index(hand_text)
            except ValueError as error:
                raise PositionTextError(f"the hand must be a column a to g or '-', got {quoted(hand_text)}") from error
        position = cls(board, turns[turn_text], phase, Score(int(points[1]), int(points[2])), hand, rules)
        problems = position.problems()
        if problems:
            raise PositionTextError(f"no such position: {'; '.join(problems)}")
        return position

    def __str__(self) -> str:
        hand = "-" if self.hand is None else column_name(self.hand)
        return f"{self.board} {self.turn.letter.lower()} {self.phase.value} {self.score} {hand}"

    def problems(self) -> tuple[str, ...]:
        """What makes this no position of the game, one plain sentence each; empty when it is lawful."""
        found = list(self.board.problems())
        winning = self.rules.points_to_win
        if self.phase is Phase.REDROP:
            if self.hand is None:
                found.append("a redrop is due, so the hand must name the column the disc came from")
            elif self.board.height(self.hand) == ROWS:
                found.append(f"a disc was popped from column {column_name(self.hand)}, so it cannot be full")
        elif self.hand is not None:
            found.append(f"no redrop is due, so the hand must be '-', got {column_name(self.hand)}")
        if self.phase.value not in _phases(self.rules):
            found.append(f"the phase must be {_phases(self.rules)}, got {self.phase.value!r}")
        if self.phase is Phase.PLAY and line_games.lines(self):
            found.append("a line of four ends the game")
        if self.phase is Phase.SETUP:
            if self.board.is_full:
                found.append("the grid is full, so the setup is over")
            if self.score != Score(0, 0):
                found.append(f"nobody scores during setup, got {self.score}")
        if self.phase is not Phase.OVER and max(self.score.red, self.score.yellow) >= winning:
            found.append(f"{winning} points end the game, got {self.score}")
        return tuple(found)

    @property
    def winner(self) -> Disc | None:
        """Who has won, if anybody has: by points, or in the games of lines by a line."""
        if self.rules.game is not Game.POP_10:
            return line_games.winner(self)
        for player in Disc:
            if self.score.of(player) >= self.rules.points_to_win:
                return player
        return None

    @property
    def due_disc(self) -> Disc:
        """The colour of the disc that the player on turn handles.

        It is their own, but in the setup of a house rule the opponent's, and the colour that is left when the other has
        run out (the players accepted a disc of the wrong colour before).
        """
        if self.phase is not Phase.SETUP:
            return self.turn
        disc = self.turn.other if self.rules.fill_with_opponents_discs else self.turn
        return disc if self.board.count(disc) < DISCS_PER_PLAYER else disc.other

    @property
    def filling_row(self) -> int:
        """The row being filled: the lowest with an empty cell, 0 to 5; 6 when the grid is full."""
        return min(self.board.height(column) for column in ALL_COLUMNS)

    def can_pop(self, player: Disc) -> bool:
        """Whether a player has a disc in the bottom row."""
        return bool(self.board.mask(player) & BOTTOM_ROW)

    def scores(self, column: int) -> bool:
        """Whether popping the turn's own disc from a column would score as the grid stands."""
        return scores(self.board.mask(self.turn), column)

    def legal_actions(self) -> tuple[Action, ...]:
        """All that the player on turn may do, columns from the left; empty when the game is over."""
        match self.phase:
            case Phase.SETUP:
                row = self.filling_row
                return tuple(Drop(column) for column in ALL_COLUMNS if self.board.height(column) == row)
            case Phase.POP:
                bottom = self.board.mask(self.turn)
                pops = tuple(Pop(column) for column in ALL_COLUMNS if bottom >> (column * COLUMN_STRIDE) & 1)
                return (*pops, Stop()) if self.may_stop else pops
            case Phase.REDROP:
                return tuple(Redrop(column) for column in self.redrop_columns())
            case Phase.PLAY:
                return line_games.legal_actions(self)
            case Phase.OVER:
                return ()

    def redrop_columns(self) -> tuple[int, ...]:
        """Columns that the disc in the hand may go into; empty when none is in the hand."""
        if self.hand is None:
            return ()
        open_columns = tuple(column for column in ALL_COLUMNS if self.board.height(column) < ROWS)
        if self.rules.own_column_always:
            return open_columns
        others = tuple(column for column in open_columns if column != self.hand)
        return others or (self.hand,)

    def apply(self, action: Action) -> Position:
        """The position after a legal action, with the passes that follow from it.

        Raises: IllegalActionError when the action is not legal here.
        """
        return self.after(action).settled()

    def after(self, action: Action) -> Position:
        """The position right after a legal action: the player on turn may turn out to be unable to pop (`settled`).

        Raises: IllegalActionError when the action is not legal here.
        """
        if action not in self.legal_actions():
            raise IllegalActionError(f"{action} is not legal in {self}")
        return self.played(action)

    def played(self, action: Action) -> Position:
        """Like `after`, for an action known to be legal: it is not checked again."""
        if self.phase is Phase.PLAY:
            return line_games.played(self, action)
        match action:
            case Drop(column):
                board = self.board.dropped(column, self.due_disc)
                if board.is_full:
                    return self._with(board, self.rules.starts, Phase.POP, self.score, None)
                return self._with(board, self.turn.other, Phase.SETUP, self.score, None)
            case Pop(column):
                return self._popped(column)
            case Redrop(column):
                board = self.board.dropped(column, self.turn)
                return self._with(board, self.turn.other, Phase.POP, self.score, None)
            case Stop():
                return self._with(self.board, self.turn.other, Phase.POP, self.score, None)

    def settled(self) -> Position:
        """This position once whoever cannot pop has passed; over when neither player can."""
        if self.phase is not Phase.POP or self.can_pop(self.turn):
            return self
        if self.can_pop(self.turn.other):
            return self._with(self.board, self.turn.other, Phase.POP, self.score, None)
        return self._with(self.board, self.turn, Phase.OVER, self.score, None)

    def mirrored(self) -> Position:
        """The position seen from behind: column a becomes g."""
        hand = None if self.hand is None else COLUMNS - 1 - self.hand
        return Position(self.board.mirrored(), self.turn, self.phase, self.score, hand, self.rules, self.may_stop)

    def _with(self, board: Board, turn: Disc, phase: Phase, score: Score, hand: int | None) -> Position:
        return Position(board, turn, phase, score, hand, self.rules)

    def _popped(self, column: int) -> Position:
        board = self.board.popped(column)
        if not self.scores(column):
            return self._with(board, self.turn, Phase.REDROP, self.score, column)
        score = self.score.plus(self.turn)
        if score.of(self.turn) >= self.rules.points_to_win:
            return self._with(board, self.turn, Phase.OVER, score, None)
        if self.rules.last_scored_goes_back and not board.mask(self.turn) & BOTTOM_ROW:
            return self._with(board, self.turn, Phase.REDROP, self.score, column)
        may_stop = self.rules.may_stop_after_scoring
        return Position(board, self.turn, Phase.POP, score, None, self.rules, may_stop)
