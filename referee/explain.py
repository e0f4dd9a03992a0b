"""From a position to a board that was seen: all the legal ways.

Boards are missed while people stand in front, so a way may be several actions long and run over several turns. The
search goes forward action by action and keeps only what can still lead to the board: a column is changed at its ends
only, so what remains of it must be a prefix of what is wanted, and the discs that are still missing on top must not be
more than the redrops that are left. What nothing legal explains is left to `diagnose`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, assert_never

from referee.board import COLUMN_MASK, COLUMN_STRIDE, COLUMNS, ROWS, Board, Disc
from referee.position import Action, Drop, Phase, Pop, Position, Redrop, Stop, mirrored_action

TURNS: Final = 2
"""How many turns a search covers unless told otherwise: the rest of the present one and the opponent's next."""

NODE_LIMIT: Final = 20_000
"""Positions looked at before a search gives up; reached by nothing that people do."""

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


def explain(position: Position, board: Board, turns: int = TURNS) -> tuple[Way, ...]:
    """All legal ways from a position to a board.

    Args:
        position: Where the game stands, settled (nobody is due who cannot pop).
        board: Any arrangement; one with a floating disc has no way.
        turns: How many turns the ways may touch, the present one included. Drops of the setup are not counted.
    Returns: One way per position that can be reached, the shortest there, shortest first; empty when there is none.
        Without any change the one way has no actions, whatever longer way may lead to the same board.
    """
    if position.board == board:
        return (Way((), position, 1),)
    if is_seen_from_behind(position, board):
        return tuple(way.mirrored() for way in _Search(position.mirrored(), board.mirrored(), turns).ways())
    return _Search(position, board, turns).ways()


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
    position: Position
    needed: int
    turns_left: int
    parent: _Node | None
    action: Action | None
    orders: int


_Key = tuple[int, int, Disc, int | None, bool, int]


class _Search:
    """One breadth-first search; a layer per action, positions reached in several orders are joined."""

    def __init__(self, start: Position, target: Board, turns: int) -> None:
        self._start = start
        self._target = target
        self._turns = turns
        self._looked_at = 0
        self._columns = tuple((_bits(target.red, column), _bits(target.yellow, column)) for column in range(COLUMNS))

    def _root(self) -> _Node:
        board = self._start.board
        needed = sum(
            drops_needed(_bits(board.red, column), _bits(board.yellow, column), *self._columns[column])
            for column in range(COLUMNS)
        )
        return _Node(self._start, needed, self._turns, None, None, 1)

    def is_hopeful(self) -> bool:
        """See `is_within_reach`."""
        return self._is_hopeful(self._root())

    def ways(self) -> tuple[Way, ...]:
        """See `explain`."""
        root = self._root()
        found: dict[Position, Way] = {}
        layer = [root] if self._is_hopeful(root) else []
        while layer:
            following: dict[_Key, _Node] = {}
            for node in layer:
                for child in self._children(node):
                    self._looked_at += 1
                    key = _key(child)
                    known = following.get(key)
                    if known is None:
                        following[key] = child
                    else:
                        known.orders += child.orders
            layer = list(following.values())
            for node in layer:
                self._keep(node, found)
            if self._looked_at > NODE_LIMIT:
                break
        return tuple(found.values())

    def _keep(self, node: _Node, found: dict[Position, Way]) -> None:
        if node.position.board != self._target:
            return
        known = found.get(node.position)
        actions = _path(node)
        if known is None:
            found[node.position] = Way(actions, node.position, node.orders)
        elif len(known.actions) == len(actions):
            found[node.position] = Way(known.actions, known.position, known.orders + node.orders)

    def _is_hopeful(self, node: _Node) -> bool:
        """Whether the discs still needed on top can be dropped in the turns that are left."""
        if node.position.phase is not Phase.SETUP:
            return node.needed <= node.turns_left
        discs = node.position.board.occupied.bit_count()
        empty = COLUMNS * ROWS - discs
        pops = node.needed - self._target.occupied.bit_count() + discs
        if pops == 0 and node.needed < empty:
            return True
        return empty <= DROPS_BEFORE_A_POP and empty <= node.needed <= empty + node.turns_left

    def _children(self, node: _Node) -> Iterator[_Node]:
        position = node.position
        if node.turns_left == 0:
            return
        board = position.board
        for action in position.legal_actions():
            needed = node.needed
            turns_left = node.turns_left
            match action:
                case Drop(column):
                    needed += self._change(board, column, board.dropped(column, position.due_disc))
                    if needed != node.needed - 1:
                        continue
                case Redrop(column):
                    needed += self._change(board, column, board.dropped(column, position.turn))
                    turns_left -= 1
                case Pop(column):
                    needed += self._change(board, column, board.popped(column))
                case Stop():
                    turns_left -= 1
                case _:
                    assert_never(action)
            if needed > turns_left and position.phase is not Phase.SETUP:
                continue
            child = position.played(action).settled()
            if isinstance(action, Pop) and child.turn is not position.turn:
                turns_left -= 1
                if needed > turns_left:
                    continue
            yield _Node(child, needed, turns_left, node, action, node.orders)

    def _change(self, before: Board, column: int, after: Board) -> int:
        """How the number of discs needed changes with one column."""
        wanted = self._columns[column]
        return drops_needed(_bits(after.red, column), _bits(after.yellow, column), *wanted) - drops_needed(
            _bits(before.red, column), _bits(before.yellow, column), *wanted
        )


def _bits(mask: int, column: int) -> int:
    return mask >> (column * COLUMN_STRIDE) & COLUMN_MASK


def _key(node: _Node) -> _Key:
    # The score follows from the grid and the hand, since no disc is lost on a legal way.
    position = node.position
    board = position.board
    return board.red, board.yellow, position.turn, position.hand, position.may_stop, node.turns_left


def _path(node: _Node) -> tuple[Action, ...]:
    actions: list[Action] = []
    while node.parent is not None and node.action is not None:
        actions.append(node.action)
        node = node.parent
    return tuple(reversed(actions))
