"""Two simulated players at a simulated table: they do what the script says, and wait for the referee like people.

They see what people see: the board and the snapshot that lights and screen are made from. They act only on a board that
nobody touches, and go on when the referee has ruled, or when their patience is at an end.
"""

from collections.abc import Callable, Iterator

from firmware.demo.cheats import Cheat, Insert, LiftOut, PushOut, Rearrange
from firmware.demo.script import Act, Script
from firmware.snapshot import Sight, Snapshot
from hardware.simulated.scene import Columns, DiscColour
from hardware.simulated.table import Table
from referee.board import COLUMNS, Board, Disc
from referee.position import Drop, Phase, Pop, Redrop, Stop
from referee.violation import PutIn, TakeOut

PATIENCE_SECONDS = 6.0
"""How long the players wait for a ruling before they go on without it."""

Awaited = Callable[[Snapshot], bool]

COLOUR = {Disc.RED: DiscColour.FIRST, Disc.YELLOW: DiscColour.SECOND}


def columns_of(board: Board) -> Columns:
    """The discs of a board as the simulated table takes them."""
    return tuple(tuple(COLOUR[disc] for disc in board.column(column)) for column in range(COLUMNS))


class Players:
    """Plays one script.

    Args:
        script: What to do.
        table: Where to do it; it must show the start of the script.
        thinking_seconds: How long a player thinks before each action.
    """

    def __init__(self, script: Script, table: Table, *, thinking_seconds: float = 0.0) -> None:
        self._script = script
        self._table = table
        self._thinking_seconds = thinking_seconds
        self._snapshot: Snapshot | None = None
        self._now = 0.0
        self._missed = 0
        self._ended = False
        self._course = self._play()

    @property
    def ended(self) -> bool:
        """Whether everything in the script has been done and ruled, or waited for in vain."""
        return self._ended

    @property
    def missed(self) -> int:
        """How many times the players' patience ended before a ruling came."""
        return self._missed

    def act(self, snapshot: Snapshot, now: float) -> None:
        """Let them look and act; called once before each frame.

        Args:
            snapshot: What the table shows.
            now: The time in monotonic seconds.
        """
        self._snapshot, self._now = snapshot, now
        if next(self._course, self._course) is self._course:
            self._ended = True

    def _play(self) -> Iterator[None]:
        # Nothing is touched before the camera has seen where the game begins.
        yield from self._wait(lambda snapshot: snapshot.sight is Sight.CLEAR)
        for step in self._script.steps:
            yield from self._think()
            if self._is_over:
                return
            if isinstance(step, Cheat):
                yield from self._cheat(step)
            else:
                yield from self._do(step)

    @property
    def _is_over(self) -> bool:
        """Whether the referee has ended the game before its script does: a third repetition, or somebody gave up."""
        position = self._snapshot.position if self._snapshot is not None else None
        return position is not None and position.phase is Phase.OVER

    def _think(self) -> Iterator[None]:
        begin = self._now
        while self._now - begin < self._thinking_seconds:
            yield

    def _wait(self, come: Awaited) -> Iterator[None]:
        """Until hands are gone and what is awaited has come, or patience is at an end."""
        while self._table.is_busy:
            yield
        begin = self._now
        while self._snapshot is None or not come(self._snapshot):
            if self._now - begin > PATIENCE_SECONDS:
                self._missed += 1
                return
            yield

    def _do(self, act: Act) -> Iterator[None]:
        match act.action:
            case Drop(column) | Redrop(column):
                self._table.drop(column, COLOUR[act.before.due_disc])
            case Pop(column):
                self._table.pop(column)
            case Stop():
                raise ValueError("the players of the demonstration go on while they score")
        yield
        yield from self._wait(lambda snapshot: snapshot.position == act.after)

    def _cheat(self, cheat: Cheat) -> Iterator[None]:
        match cheat.deed:
            case Insert(column, disc):
                self._table.drop(column, COLOUR[disc])
            case PushOut(column):
                self._table.pop(column)
            case LiftOut(column):
                self._table.take(column)
            case Rearrange(board):
                self._table.arrange(columns_of(board))
        yield
        yield from self._wait(lambda snapshot: snapshot.violation is not None)
        yield from self._put_right(cheat)

    def _put_right(self, cheat: Cheat) -> Iterator[None]:
        """Do as the referee says, disc by disc; if nothing was said, put everything back behind a hand."""
        violation = self._snapshot.violation if self._snapshot is not None else None
        if violation is None:
            self._table.arrange(columns_of(cheat.before.board))
        else:
            for step in violation.fault.remedy.steps:
                match step:
                    case TakeOut(column, discs):
                        for _ in discs:
                            self._table.pop(column)
                    case PutIn(column, discs):
                        for disc in discs:
                            self._table.drop(column, COLOUR[disc])
        yield
        yield from self._wait(lambda snapshot: snapshot.violation is None)
