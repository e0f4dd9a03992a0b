"""The referee as a pure machine: boards, buttons and the time go in, rulings come out. No clock, no I/O."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import Final, assert_never

from referee import house
from referee.board import Board, Disc
from referee.controls import AgreeDraw, Button, Control, DeclareTurn, Resign, SetScore
from referee.diagnose import Diagnosis, diagnose
from referee.errors import ControlError
from referee.explain import TURNS
from referee.ledger import Ledger
from referee.narrate import consequences, narrate
from referee.notation import entry_text
from referee.position import Phase, Position, Score
from referee.record import HouseKind, HouseRuling, Move, Record, RemarkKind, Result
from referee.ruling import (
    Accepted,
    Corrected,
    Drawn,
    Ending,
    NewGame,
    Revised,
    Ruling,
    ScoreSet,
    SetupComplete,
    TurnDeclared,
    Unclear,
    Undone,
    Violation,
    Won,
)
from referee.stories import Story, continued, likeliest, only_ending, widened
from referee.violation import Fault, ViolationKind

MISSED_RATHER_THAN_WRONG: Final = 3
"""A legal story is believed when it needs at most so many acts more than the nearest violation."""


class Standing(Enum):
    """How the board as last seen stands to the game."""

    AGREED = "agreed"
    """The board is the position's, or nothing has been seen yet."""
    VIOLATION = "violation"
    """A violation was called and is not put right yet."""
    UNCLEAR = "unclear"
    """The board can be explained in ways that differ."""
    UNDONE = "undone"
    """A ruling was taken back, and the board still shows what it told; silent until the board is legal again."""
    WAITING = "waiting"
    """A new game was called, and the grid is neither empty nor full yet."""


class Referee:
    """Rules one table, game after game.

    Args:
        start: Where the first game begins.
        patience_seconds: How long a board must stay unclear before it is announced.
        tags: Names and values for the head of the record of the first game.
    """

    def __init__(
        self, start: Position, *, patience_seconds: float = 0.0, tags: tuple[tuple[str, str], ...] = ()
    ) -> None:
        self._patience_seconds = patience_seconds
        self._ledger = Ledger.opened(start, tags=tags)
        self._board = start.board
        self._standing = Standing.AGREED
        self._greeting = tuple(consequences(start))
        self._diagnosis: Diagnosis | None = None
        self._called: Diagnosis | None = None
        self._stories: tuple[Story, ...] = (Story(self.position),)
        self._told: tuple[Move, ...] = ()
        self._unclear_since: float | None = None
        self._far_fetched: tuple[Story, ...] = ()

    @property
    def position(self) -> Position:
        """Where the game stands by the last ruling."""
        return self._ledger.position

    @property
    def standing(self) -> Standing:
        """How the board as last seen stands to the position."""
        return self._standing

    @property
    def fault(self) -> Fault | None:
        """The violation that waits to be put right, if any."""
        return self._diagnosis.fault if self._diagnosis is not None else None

    @property
    def candidates(self) -> tuple[Position, ...]:
        """Where the game may stand while that is unclear; else the one position."""
        if self._standing is not Standing.UNCLEAR:
            return (self.position,)
        return tuple(story.position for story in likeliest(self._stories, self._told))

    @property
    def record(self) -> Record:
        """What was played in the present game."""
        return self._ledger.record

    def observe(self, board: Board, at: float) -> tuple[Ruling, ...]:
        """Rule on a board that stands still.

        Args:
            board: Any arrangement whatever.
            at: When it was seen, monotonic seconds.
        Returns: The rulings it calls for, in order; none when it says nothing new. Never raises.
        """
        greeting, self._greeting = self._greeting, ()
        if board == self._board:
            return greeting + self.tick(at)
        self._board = board
        return greeting + self._rule(board, at)

    def tick(self, at: float) -> tuple[Ruling, ...]:
        """Let time pass without a new board: what is unclear for too long is announced now."""
        if self._standing is not Standing.UNCLEAR or self._unclear_since is None:
            return ()
        if at - self._unclear_since < self._patience_seconds:
            return ()
        self._unclear_since = None
        # Nothing moves after the end of a game, so a board that stays speaks for the story that ends there.
        pool = likeliest(self._stories, self._told)
        ending = only_ending(pool)
        if ending is not None:
            return self._tell(ending)
        self._ledger = self._ledger.remarked(RemarkKind.UNCLEAR)
        return (Unclear(self.position, tuple(story.position for story in pool)),)

    def press(self, control: Control, at: float) -> tuple[Ruling, ...]:
        """Take a button or a declaration of the players.

        Returns: The rulings that follow; none when there is nothing to undo.
        Raises: ControlError when it makes no sense as things stand; nothing has changed then.
        """
        del at
        match control:
            case Button.ACCEPT:
                return self._accept()
            case Button.UNDO:
                return self._undo()
            case Button.NEW_GAME:
                return self._new_game()
            case DeclareTurn(player):
                return self._declare_turn(player)
            case SetScore(score):
                return self._set_score(score)
            case AgreeDraw():
                self._require_play("agree on a draw")
                return self._end(HouseKind.DRAW, Result.DRAW, None)
            case Resign(player):
                self._require_play("resign")
                return self._end(HouseKind.RESIGNED, Result(player.other.player), player.other)
            case _:
                assert_never(control)

    # Boards

    def _rule(self, board: Board, at: float) -> tuple[Ruling, ...]:
        match self._standing:
            case Standing.WAITING:
                return self._rule_while_waiting(board)
            case Standing.UNDONE:
                return self._rule_after_undo(board, at)
            case Standing.VIOLATION:
                return self._rule_after_violation(board, at)
            case Standing.AGREED | Standing.UNCLEAR:
                return self._rule_in_play(board, at)
            case _:
                assert_never(self._standing)

    def _rule_in_play(self, board: Board, at: float) -> tuple[Ruling, ...]:
        if self._is_stored_start(board):
            return self._start_stored(board)
        stories = widened(self._stories, board)
        if stories and self._missed(stories) <= MISSED_RATHER_THAN_WRONG:
            return self._settle(stories, at)
        if self.position.phase is Phase.OVER:
            return ()
        diagnosis = self._diagnose(board)
        if stories and self._is_likelier(stories, diagnosis):
            return self._settle(stories, at)
        self._far_fetched = stories
        self._standing = Standing.VIOLATION
        self._diagnosis = diagnosis
        self._called = diagnosis
        self._ledger = self._ledger.remarked(RemarkKind.VIOLATION, _violation_text(diagnosis.fault))
        return (Violation(self.position, diagnosis.fault),)

    def _rule_after_violation(self, board: Board, at: float) -> tuple[Ruling, ...]:
        if self._called is not None and self._called.is_being_put_right(board):
            return ()
        stories = continued(self._stories, board, TURNS)
        if not stories:
            # Play that goes on undisturbed speaks for the legal story, however long, that was not believed before.
            stories = self._far_fetched = widened(self._far_fetched, board)
        if not stories:
            self._diagnosis = self._diagnose(board)
            return ()
        self._diagnosis = self._called = None
        self._standing = Standing.AGREED
        self._ledger = self._ledger.remarked(RemarkKind.CORRECTED)
        corrected = Corrected(self.position)
        return (corrected, *self._settle(stories, at))

    def _is_likelier(self, stories: tuple[Story, ...], diagnosis: Diagnosis) -> bool:
        """Whether to believe that so many acts were missed, rather than that a rule was broken."""
        if diagnosis.fault.kind is ViolationKind.BOARD_CHANGED:
            return True
        return self._missed(stories) - diagnosis.acts <= MISSED_RATHER_THAN_WRONG

    def _missed(self, stories: tuple[Story, ...]) -> int:
        """How many acts the likeliest of these stories tells that were not told before."""
        return len(stories[0].moves) - len(self._stories[0].moves)

    def _rule_after_undo(self, board: Board, at: float) -> tuple[Ruling, ...]:
        stories = continued(self._stories, board, TURNS)
        if not stories:
            return ()
        self._standing = Standing.AGREED
        return self._settle(stories, at)

    def _rule_while_waiting(self, board: Board) -> tuple[Ruling, ...]:
        if board.is_full:
            return self._start_stored(board)
        discs = board.occupied.bit_count()
        if discs == 0:
            self._standing = Standing.AGREED
            return ()
        stories = continued(self._stories, board, TURNS) if discs <= 2 else ()
        if not stories:
            return ()
        self._standing = Standing.AGREED
        return self._tell(stories[0])

    def _settle(self, stories: tuple[Story, ...], at: float) -> tuple[Ruling, ...]:
        """Tell what happened if that is certain enough, else wait for more."""
        self._stories = stories
        pool = likeliest(stories, self._told)
        if len(pool) == 1:
            return self._tell(pool[0])
        if self._standing is not Standing.UNCLEAR or self._unclear_since is not None:
            self._standing = Standing.UNCLEAR
            if self._unclear_since is None:
                self._unclear_since = at
        return self.tick(at)

    def _tell(self, story: Story) -> tuple[Ruling, ...]:
        """Rule that this story is what happened; the others are kept in case it was not."""
        rulings: list[Ruling] = []
        kept = len(self._told)
        if not story.follows(self._told):
            kept = _common(story.moves, self._told)
            rulings.append(self._take_back(len(self._told) - kept))
        new = story.moves[kept:]
        position = self.position
        for move in new:
            rulings.extend(narrate(position, (move.action,), inferred=move.inferred))
            position = position.apply(move.action)
        self._ledger = self._ledger.played(new)
        self._standing = Standing.AGREED
        self._unclear_since = None
        self._told = story.moves
        self._stories = (story, *(other for other in self._stories if other.position != story.position))
        if len(self._stories) == 1:
            self._forget()
        return tuple(rulings)

    def _take_back(self, count: int) -> Revised:
        entries = self._ledger.record.entries
        ledger = self._ledger
        for _ in range(count):
            if ledger.before is None:
                break
            ledger = ledger.before
        taken = " ".join(entry_text(entry) for entry in entries[len(ledger.record.entries) :])
        self._ledger = ledger.remarked(RemarkKind.REVISED, taken)
        return Revised(self.position, count)

    def _diagnose(self, board: Board) -> Diagnosis:
        just_scored = self._ledger.has_just_scored
        found = [
            diagnose(story.position, board, just_scored=just_scored and story.position == self.position)
            for story in likeliest(self._stories, self._told)
            if story.position.phase is not Phase.OVER
        ]
        return min(found, key=lambda diagnosis: diagnosis.acts)

    def _is_stored_start(self, board: Board) -> bool:
        """A set that was stored full begins here, when nothing has been played yet."""
        return board.is_full and self.position == Position.start(self.position.rules)

    def _start_stored(self, board: Board) -> tuple[Ruling, ...]:
        stored = Position.stored(board, self.position.rules)
        self._ledger = self._ledger.restarted(stored)
        self._standing = Standing.AGREED
        self._forget()
        return (SetupComplete(stored), *consequences(stored))

    def _forget(self) -> None:
        """Make the present position the certain one."""
        self._stories = (Story(self.position),)
        self._told = ()
        self._unclear_since = None
        self._called = None
        self._far_fetched = ()

    # Buttons

    def _accept(self) -> tuple[Ruling, ...]:
        if self._standing is Standing.UNCLEAR:
            story = likeliest(self._stories, self._told)[0]
            return (Accepted(self.position), *self._tell(story))
        legal = continued(self._stories, self._board, TURNS)
        if self._board == self.position.board:
            moves = tuple(Move(action, inferred=True) for action in house.traceless_turn(self.position) or ())
            legal = (Story(self.position, moves),)
            self._forget()
        if self.position.phase is Phase.OVER or self._standing is Standing.WAITING:
            return (Accepted(self.position),)
        if legal:
            self._diagnosis = None
            self._stories = legal[:1]
            return (Accepted(self.position), *self._tell(legal[0]))
        diagnosis = self._diagnose(self._board)
        if self._board.problems():
            return (Violation(self.position, diagnosis.fault),)
        position = house.accepted(diagnosis, self._board)
        ruling = HouseRuling(HouseKind.ACCEPTED, position, _violation_text(diagnosis.fault))
        return self._decide(ruling, Accepted(position, diagnosis.fault))

    def _undo(self) -> tuple[Ruling, ...]:
        if self._standing in (Standing.VIOLATION, Standing.UNCLEAR):
            withdrawn = self._standing.value
            self._ledger = self._ledger.remarked(RemarkKind.UNDONE, withdrawn)
        else:
            if self._ledger.before is None:
                return ()
            self._ledger = self._ledger.undone()
        self._diagnosis = None
        self._forget()
        self._standing = Standing.AGREED if self._board == self.position.board else Standing.UNDONE
        return (Undone(self.position),)

    def _new_game(self) -> tuple[Ruling, ...]:
        rules = self.position.rules
        start = Position.stored(self._board, rules) if self._board.is_full else Position.start(rules)
        self._ledger = Ledger.opened(start, self._ledger)
        self._diagnosis = None
        self._forget()
        self._standing = Standing.AGREED if self._board == start.board else Standing.WAITING
        return (NewGame(start), *consequences(start))

    def _declare_turn(self, player: Disc) -> tuple[Ruling, ...]:
        self._require_play("declare a turn")
        if self._standing is Standing.UNCLEAR:
            fitting = [story for story in likeliest(self._stories, self._told) if story.position.turn is player]
            if fitting:
                told = self._tell(fitting[0])
                return (*told, TurnDeclared(self.position, player))
        traceless = house.traceless_turn(self.position)
        if self.position.turn is not player and traceless and self._board == self.position.board:
            self._forget()
            told = self._tell(Story(self.position, tuple(Move(action, inferred=True) for action in traceless)))
            return (*told, TurnDeclared(self.position, player))
        position = house.with_turn(self.position, player)
        return self._decide(HouseRuling(HouseKind.TURN, position), TurnDeclared(position, player))

    def _set_score(self, score: Score) -> tuple[Ruling, ...]:
        self._require_play("set the score")
        if self.position.phase is Phase.SETUP:
            raise ControlError("nobody scores during setup")
        winning = self.position.rules.points_to_win
        if not (0 <= score.red <= winning and 0 <= score.yellow <= winning) or score.red == score.yellow == winning:
            raise ControlError(
                f"each score must be 0 to {winning}, and only one player can have {winning}: got {score}"
            )
        position = replace(self.position, score=score)
        if position.winner is None:
            return self._decide(HouseRuling(HouseKind.SCORE, position), ScoreSet(position, score))
        position = house.ended(position)
        rulings = self._decide(HouseRuling(HouseKind.SCORE, position), ScoreSet(position, score))
        return (*rulings, Won(position, self._winner(position), score))

    def _end(self, kind: HouseKind, result: Result, winner: Disc | None) -> tuple[Ruling, ...]:
        position = house.ended(self.position)
        text = "" if winner is None else winner.other.player
        self._ledger = self._ledger.decided(HouseRuling(kind, position, text), result)
        self._diagnosis = None
        self._forget()
        self._standing = Standing.AGREED
        if winner is None:
            return (Drawn(position, Ending.AGREED),)
        return (Won(position, winner, position.score, Ending.RESIGNED),)

    def _decide(self, ruling: HouseRuling, told: Ruling) -> tuple[Ruling, ...]:
        """Go on from a position that the players decided."""
        self._ledger = self._ledger.decided(ruling)
        self._diagnosis = None
        self._forget()
        if self._board == self.position.board:
            self._standing = Standing.AGREED
        elif self._standing is not Standing.WAITING:
            self._standing = Standing.UNDONE
        return (told, *consequences(ruling.position))

    def _require_play(self, what: str) -> None:
        if self.position.phase is Phase.OVER:
            raise ControlError(f"the game is over: nobody can {what}; undo or begin a new game")

    @staticmethod
    def _winner(position: Position) -> Disc:
        winner = position.winner
        if winner is None:
            raise ControlError(f"nobody has won: {position}")
        return winner


def _common(one: tuple[Move, ...], other: tuple[Move, ...]) -> int:
    """How many actions two stories begin with together."""
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine.action != theirs.action:
            break
        count += 1
    return count


def _violation_text(fault: Fault) -> str:
    return fault.kind.value
