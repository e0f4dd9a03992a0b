"""What the referee knows of one table: the game told so far, the stories that fit, how the board stands to it.

Owns the one changing state of the package. How a board is judged is in `judge`, what the players may do to it in
`overrule`.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from referee.board import Board
from referee.diagnose import Diagnosis, diagnose
from referee.house import ended
from referee.ledger import Ledger
from referee.narrate import consequences, narrate
from referee.notation import entry_text
from referee.position import Phase, Position
from referee.record import HouseKind, HouseRuling, Move, RemarkKind, Result
from referee.ruling import Corrected, Drawn, Ending, Revised, Ruling, SetupComplete, Unclear, Violation
from referee.stories import Story, likeliest, only_ending

TIMES_FOR_A_DRAW: Final = 3


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


class Table:
    """The state of one table; see the module's text.

    Attributes:
        ledger: The game as told, and every state before it.
        board: The board as last seen.
        previous: The board seen before that one.
        standing: How it stands to the game.
        diagnosis: What is wrong with the board now, while a violation stands.
        called: The violation as it was announced.
        stories: What may have happened since the last certain position, the one that was told first.
        told: The moves told since the last certain position.
        far_fetched: Legal stories that were less likely than the violation that was called.
        next_rules: What the next game is played by.
        is_filled_up: Whether discs were added to the old grid while a new game waits for it.
    """

    def __init__(self, start: Position, patience_seconds: float, tags: tuple[tuple[str, str], ...]) -> None:
        self.ledger = Ledger.opened(start, tags=tags)
        self.next_rules = start.rules
        self.board = self.previous = start.board
        self.standing = Standing.AGREED
        self.diagnosis: Diagnosis | None = None
        self.called: Diagnosis | None = None
        self.stories: tuple[Story, ...] = (Story(self.position),)
        self.told: tuple[Move, ...] = ()
        self.far_fetched: tuple[Story, ...] = ()
        self.is_filled_up = False
        self._patience_seconds = patience_seconds
        self._unclear_since: float | None = None

    @property
    def position(self) -> Position:
        """Where the game stands by the last ruling."""
        return self.ledger.position

    def pool(self) -> tuple[Story, ...]:
        """The stories that no other beats; more than one while things are unclear."""
        return likeliest(self.stories, self.told)

    def settle(self, stories: tuple[Story, ...], at: float) -> tuple[Ruling, ...]:
        """Tell what happened if that is certain enough, else wait for more."""
        self.stories = stories
        pool = self.pool()
        if len(pool) == 1:
            return self.tell(pool[0])
        if self.standing is not Standing.UNCLEAR:
            self.standing = Standing.UNCLEAR
            self._unclear_since = at
        return self.tick(at)

    def tick(self, at: float) -> tuple[Ruling, ...]:
        """Announce what has been unclear for too long."""
        if self._unclear_since is None or at - self._unclear_since < self._patience_seconds:
            return ()
        self._unclear_since = None
        # Nothing moves after the end of a game, so a board that stays speaks for the story that ends there.
        pool = self.pool()
        ending = only_ending(pool)
        if ending is not None:
            return self.tell(ending)
        self.remark(RemarkKind.UNCLEAR)
        return (Unclear(self.position, tuple(story.position for story in pool)),)

    def tell(self, story: Story) -> tuple[Ruling, ...]:
        """Rule that this story is what happened; the others are kept in case it was not."""
        rulings: list[Ruling] = []
        kept = story.shared_with(self.told)
        if kept < len(self.told):
            rulings.append(self._take_back(len(self.told) - kept))
        new = story.moves[kept:]
        position = self.position
        for move in new:
            rulings.extend(narrate(position, (move.action,), inferred=move.inferred))
            position = position.apply(move.action)
        self.ledger = self.ledger.played(new)
        self.standing = Standing.AGREED
        self.diagnosis = self.called = self._unclear_since = None
        self.told = story.moves
        self.stories = (story, *(other for other in self.stories if other.position != story.position))
        if len(self.stories) == 1:
            self.forget()
        return (*rulings, *self._repeated())

    def _repeated(self) -> tuple[Ruling, ...]:
        """House rule only: the draw when the position stands for the third time."""
        if not self.position.rules.draw_at_third_repetition or self.ledger.times_stood() < TIMES_FOR_A_DRAW:
            return ()
        position = ended(self.position)
        self.decide(HouseRuling(HouseKind.REPETITION, position), Result.DRAW)
        return (Drawn(position, Ending.REPETITION),)

    def decide(self, ruling: HouseRuling, result: Result = Result.OPEN) -> tuple[Ruling, ...]:
        """Go on from a position that the players decided; the rulings that follow from it."""
        self.ledger = self.ledger.decided(ruling, result)
        self.forget()
        if self.board == self.position.board:
            self.standing = Standing.AGREED
        elif self.standing is not Standing.WAITING:
            self.standing = Standing.UNDONE
        return tuple(consequences(ruling.position))

    def start_stored(self, board: Board) -> tuple[Ruling, ...]:
        """Begin the game with a grid that was stored full."""
        stored = Position.stored(board, self.position.rules)
        self.ledger = self.ledger.restarted(stored)
        self.standing = Standing.AGREED
        self.forget()
        return (SetupComplete(stored), *consequences(stored))

    def start_empty(self) -> None:
        """Begin the game with the setup, as the grid that was full has been emptied."""
        self.ledger = self.ledger.restarted(Position.start(self.position.rules))
        self.standing = Standing.WAITING
        self.forget()

    def diagnose(self, board: Board) -> Diagnosis:
        """The nearest violation that explains a board."""
        return self._supposed(board)[0]

    def call(self, board: Board) -> tuple[Ruling, ...]:
        """Announce the nearest violation.

        Where the opponent must have done the wrong thing, the turn that was missed before is ruled first, so that
        `player` is always who is on turn in the position given with the violation.
        """
        diagnosis, story = self._supposed(board)
        rulings = () if diagnosis.fault.player is self.position.turn else self.tell(story)
        self.standing = Standing.VIOLATION
        self.diagnosis = self.called = diagnosis
        self._unclear_since = None
        self.remark(RemarkKind.VIOLATION, diagnosis.fault.kind.value)
        return (*rulings, Violation(self.position, diagnosis.fault))

    def put_back(self, board: Board) -> tuple[Ruling, ...]:
        """The board of the position is seen again after a violation."""
        told = Story(self.position, self.told)
        self.stories = tuple(story for story in self.stories if story.position.board == board)
        self.far_fetched = ()
        self.remark(RemarkKind.CORRECTED)
        return (Corrected(self.position), *self.tell(told))

    def _supposed(self, board: Board) -> tuple[Diagnosis, Story]:
        """The nearest violation, and the story of what happened before it."""
        told = Story(self.position, self.told)
        stories = [story for story in self.pool() if story.position.phase is not Phase.OVER]
        if board.floating_columns() or not stories:
            # A disc in the air tells nothing of what was played.
            stories = [told]
        just_scored = self.ledger.scorer is not None
        found = [
            (diagnose(story.position, board, just_scored=just_scored and story.position == self.position), story)
            for story in stories
        ]
        diagnosis, story = min(found, key=lambda each: each[0].acts)
        missed = tuple(Move(action, inferred=True) for action in diagnosis.missed)
        return diagnosis, Story(diagnosis.before, story.moves + missed)

    def forget(self) -> None:
        """Make the present position the certain one, and nothing wrong with the board."""
        self.stories = (Story(self.position),)
        self.told = ()
        self.far_fetched = ()
        self.diagnosis = self.called = self._unclear_since = None
        self.is_filled_up = False

    def remark(self, kind: RemarkKind, text: str = "") -> None:
        """Put a remark into the record."""
        self.ledger = self.ledger.remarked(kind, text)

    def _take_back(self, count: int) -> Revised:
        entries = self.ledger.record.entries
        ledger = self.ledger
        for _ in range(count):
            if ledger.before is None:
                break
            ledger = ledger.before
        taken = " ".join(entry_text(entry) for entry in entries[len(ledger.record.entries) :])
        self.ledger = ledger.remarked(RemarkKind.REVISED, taken)
        return Revised(self.position, count)
