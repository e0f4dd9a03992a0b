"""From a position to a board that was seen: all the legal ways.

Boards are missed while people stand in front, so a way may be several actions long and run over several turns. The
search goes forward action by action and keeps only what can still lead to the board: a column is changed at its ends
only, so what remains of it must be a prefix of what is wanted, and the discs that are still missing on top must not be
more than the redrops that are left. What nothing legal explains is left to `diagnose`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from referee.actions import Action, Drop, Pop, Redrop, Stop, mirrored_action
from referee.board import COLUMN_MASK, COLUMN_STRIDE, COLUMNS, ROWS, Board, Disc, cell_bit
from referee.kernel import COLUMN_OF, PLAY, POPPED, REDROP, SETUP, STOP, State, state_of, successors
from referee.position import Phase, Position
from referee.rules import Game

TURNS: Final = 2
"""How many turns a search covers unless told otherwise: the rest of the present one and the opponent's next."""

_SHIFTS: Final = tuple(column * COLUMN_STRIDE for column in range(COLUMNS))

MOST_ACTIONS: Final = 60
"""Longer ways are never looked for: a whole setup and some turns."""

NODE_LIMIT: Final = 16_000
"""Positions looked at before a search gives up; reached by nothing that people do."""

OUT_OF_REACH: Final = 1_000
"""More acts than any search covers."""

DROPS_BEFORE_A_POP: Final = 7
"""Up to so many last drops of the setup may have been missed together with the first pops."""


@dataclass(frozen=True, slots=True)
class Way:
    """One legal way from a position to a board.

    Attributes:
        actions: In a legal order.
        position: Where they lead.
        orders: In how many orders of the same length they can be played to lead there, 1 when the order is certain.
    """

    actions: tuple[Action, ...]
    position: Position
    orders: int

    def mirrored(self) -> Way:
        """The same way on the board seen from behind."""
        return Way(tuple(mirrored_action(action) for action in self.actions), self.position.mirrored(), self.orders)


@cache
def drops_needed(have_red: int, have_yellow: int, want_red: int, want_yellow: int) -> int:
    """Fewest discs that must go into a column to make it what is wanted, popping as many as it takes.

    Args:
        have_red: Bits of the column's red discs, bottom lowest; likewise the others.
        have_yellow: See above.
        want_red: See above.
        want_yellow: See above.
    """
    height = (have_red | have_yellow).bit_length()
    wanted = (want_red | want_yellow).bit_length()
    while height:
        kept = (1 << height) - 1
        if height <= wanted and want_red & kept == have_red and want_yellow & kept == have_yellow:
            break
        have_red >>= 1
        have_yellow >>= 1
        height -= 1
    return wanted - height


def explain(
    position: Position, board: Board, turns: int = TURNS, *, most_actions: int = MOST_ACTIONS
) -> tuple[Way, ...]:
    """All legal ways from a position to a board.

    Args:
        position: Where the game stands, settled (nobody is due who cannot pop).
        board: Any arrangement; one with a floating disc has no way.
        turns: How many turns the ways may touch, the present one included. Drops of the setup are not counted.
        most_actions: Longer ways are not looked for.
    Returns: One way per position that can be reached, the shortest there, shortest first; empty when there is none.
        Without any change the one way has no actions, whatever longer way may lead to the same board.
    """
    if position.board == board:
        return (Way((), position, 1),)
    if is_seen_from_behind(position, board):
        return tuple(way.mirrored() for way in _Search(position.mirrored(), board.mirrored(), turns).ways(most_actions))
    return _Search(position, board, turns).ways(most_actions)


def is_within_reach(position: Position, board: Board, turns: int = TURNS) -> bool:
    """Whether a way is conceivable: a quick test that rules out nearly every board that has none."""
    return _Search(position, board, turns).is_hopeful()


def is_seen_from_behind(position: Position, board: Board) -> bool:
    """Whether to work on the mirrored boards, so that mirrored boards always give mirrored answers."""
    other, start = board.mirrored(), position.board.mirrored()
    here = (board.red, board.yellow, position.board.red, position.board.yellow)
    return here > (other.red, other.yellow, start.red, start.yellow)


@dataclass(slots=True)
class _Node:
    """A state on the way, and how it was reached first."""

    state: State
    needed: int
    turns_left: int
    orders: int
    parent: _Node | None
    column: int


class _Search:
    """One breadth-first search; a layer per action, states reached in several orders are joined."""

    def __init__(self, start: Position, target: Board, turns: int) -> None:
        self._start = start
        self._red, self._yellow = target.red, target.yellow
        self._discs = target.occupied.bit_count()
        self._turns = turns
        self._columns = tuple(
            (shift, target.red >> shift & COLUMN_MASK, target.yellow >> shift & COLUMN_MASK) for shift in _SHIFTS
        )

    def _root(self) -> _Node:
        state = state_of(self._start)
        needed = sum(self._needed(state[0], state[1], column) for column in range(COLUMNS))
        return _Node(state, needed, self._turns, 1, None, STOP)

    def is_hopeful(self) -> bool:
        """See `is_within_reach`."""
        return self._is_hopeful(self._root())

    def ways(self, most_actions: int) -> tuple[Way, ...]:
        """See `explain`."""
        root = self._root()
        if self._start.phase is Phase.SETUP and self._pops(root) == 0 and root.needed < self._empty():
            return self._filled()
        found: dict[State, tuple[int, _Node]] = {}
        layer = [root] if self._is_hopeful(root) else []
        length = looked_at = 0
        while layer and looked_at < NODE_LIMIT and length < most_actions:
            length += 1
            following: dict[tuple[State, int], _Node] = {}
            for node in layer:
                looked_at += self._grow(node, following)
            layer = list(following.values())
            for node in layer:
                if node.needed == 0 and node.state[0] == self._red and node.state[1] == self._yellow:
                    known = found.setdefault(node.state, (length, node))
                    if known[0] == length and known[1] is not node:
                        known[1].orders += node.orders
        return tuple(self._way(node) for _, node in found.values())

    def _is_hopeful(self, node: _Node) -> bool:
        """Whether the discs still needed on top can be dropped in the turns that are left."""
        if node.state[6] != SETUP:
            return node.needed <= node.turns_left
        empty = self._empty()
        if self._pops(node) == 0 and node.needed < empty:
            return True
        return empty <= DROPS_BEFORE_A_POP and empty <= node.needed <= empty + node.turns_left

    def _empty(self) -> int:
        """Empty cells at the start."""
        return COLUMNS * ROWS - self._start.board.occupied.bit_count()

    def _pops(self, root: _Node) -> int:
        """Fewest discs that must leave the grid on the way."""
        return root.needed - self._discs + self._start.board.occupied.bit_count()

    def _filled(self) -> tuple[Way, ...]:
        """The one way within the setup: drops alone, row by row, so that any disc of the due colour may come first."""
        position = self._start
        actions: list[Action] = []
        orders = 1
        while position.board.red != self._red or position.board.yellow != self._yellow:
            row, disc = position.filling_row, position.due_disc
            wanted = self._red if disc is Disc.RED else self._yellow
            fitting = [
                action
                for action in position.legal_actions()
                if isinstance(action, Drop) and wanted & cell_bit(action.column, row)
            ]
            if not fitting:
                return ()
            orders *= len(fitting)
            actions.append(fitting[0])
            position = position.played(fitting[0])
        return (Way(tuple(actions), position, orders),)

    def _grow(self, node: _Node, following: dict[tuple[State, int], _Node]) -> int:
        """Add the states one action on from a node that may still lead to the target; say how many were looked at."""
        state, turns_left = node.state, node.turns_left
        red, yellow, turn, _, _, _, phase = state
        if turns_left == 0:
            return 0
        children = successors(state, self._start.rules)
        for column, child in children:
            needed, left = node.needed, turns_left
            if column != STOP:
                changed = column & COLUMN_OF
                needed += self._needed(child[0], child[1], changed) - self._needed(red, yellow, changed)
            if phase == SETUP:
                if needed != node.needed - 1:
                    continue
            else:
                if column == STOP or phase in (REDROP, PLAY) or child[2] != turn:
                    left -= 1
                if needed > left:
                    continue
            known = following.get((child, left))
            if known is None:
                following[child, left] = _Node(child, needed, left, node.orders, node, column)
            else:
                known.orders += node.orders
        return len(children)

    def _needed(self, red: int, yellow: int, column: int) -> int:
        """Fewest discs that must go into a column; in the games of lines fewest acts in it, as each is a turn."""
        shift, want_red, want_yellow = self._columns[column]
        have_red, have_yellow = red >> shift & COLUMN_MASK, yellow >> shift & COLUMN_MASK
        drops = drops_needed(have_red, have_yellow, want_red, want_yellow)
        if self._start.phase is not Phase.PLAY:
            return drops
        pops = (have_red | have_yellow).bit_length() + drops - (want_red | want_yellow).bit_length()
        if pops and self._start.rules.game is not Game.POP_OUT:
            return OUT_OF_REACH
        return drops + pops

    def _way(self, node: _Node) -> Way:
        columns: list[int] = []
        last = node
        while last.parent is not None:
            columns.append(last.column)
            last = last.parent
        position = self._start
        actions = []
        for column in reversed(columns):
            action = _action(position.phase, column)
            actions.append(action)
            position = position.played(action).settled()
        return Way(tuple(actions), position, node.orders)


def _action(phase: Phase, column: int) -> Action:
    if column == STOP:
        return Stop()
    match phase:
        case Phase.SETUP:
            return Drop(column)
        case Phase.POP:
            return Pop(column)
        case Phase.REDROP:
            return Redrop(column)
        case Phase.PLAY:
            return Pop(column - POPPED) if column >= POPPED else Drop(column)
        case Phase.OVER:
            raise AssertionError("nothing is played when the game is over")
