"""A board that does not show the game though no rule was broken, and one from which no game can begin."""

from typing import Final

from firmware.snapshot import Snapshot
from referee.board import COLUMNS, DISCS_PER_PLAYER, ROWS, Board, Cell, Disc, column_name
from referee.messages import remedy_text
from referee.position import Phase
from referee.rules import Game, Rules
from referee.translation import gettext as _
from referee.violation import Fault, ViolationKind, remedy_towards

STEPS_TOLD: Final = 3
"""So many can be done as they are read; of more only the columns are named."""


def differing_cells(snapshot: Snapshot) -> tuple[Cell, ...]:
    """Where the board as it was seen last is another than the game says, bottom row first."""
    if snapshot.position is None or snapshot.seen is None:
        return ()
    game, seen = snapshot.position.board, snapshot.seen
    cells = ((column, row) for row in range(ROWS) for column in range(COLUMNS))
    return tuple(cell for cell in cells if game[cell] is not seen[cell])


def mismatch(snapshot: Snapshot) -> str:
    """That the board does not show the game, and what to do about it; empty where it does, or where it is told already.

    A violation and an unclear board have words of their own, a new game waits for its grid, and after the end of a game
    the discs may lie as they like.
    """
    position, seen = snapshot.position, snapshot.seen
    if position is None or seen is None or position.board == seen or position.phase is Phase.OVER:
        return ""
    if snapshot.violation is not None or snapshot.unclear or snapshot.is_waiting:
        return ""
    remedy = remedy_towards(position.board, seen)
    columns = seen.differing_columns(position.board)
    if len(remedy.steps) > STEPS_TOLD:
        names = ", ".join(column_name(column) for column in columns)
        return _(
            "The board shows something else than the game: look at columns {columns}. Put them right, or press Accept "
            "to play on from the board as it is"
        ).format(columns=names)
    fault = Fault(ViolationKind.BOARD_CHANGED, position.turn, None, None, (), columns, remedy, seen)
    return _("The board shows something else than the game. {remedy}").format(remedy=remedy_text(fault).rstrip("."))


def no_beginning(board: Board, rules: Rules) -> str:
    """Why a first board does not tell where the game stands."""
    if rules.game is not Game.POP_10:
        return _("the board is not empty, so it does not tell where the game stands")
    if not board.is_full:
        return _("the board is neither empty nor full, so it does not tell where the game stands")
    return _(
        "the board is full, but of {red} red and {yellow} yellow discs instead of {each} of each, so it does not tell "
        "where the game stands"
    ).format(red=board.count(Disc.RED), yellow=board.count(Disc.YELLOW), each=DISCS_PER_PLAYER)
