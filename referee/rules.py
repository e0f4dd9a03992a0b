"""Which game is played, and its house rules by name, for people to choose between.

The default is Pop 10 as its rule sheet has it. The other games of the same set, Four in a Row and PopOut, differ in
what may be done and in what ends them; both are in `line_games`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from referee.board import Disc
from referee.errors import RefereeError


class RulesError(RefereeError, ValueError):
    """A house rule has a value that it cannot have."""


class Game(Enum):
    """The games that the set can be used for."""

    POP_10 = "pop10"
    FOUR_IN_A_ROW = "four-in-a-row"
    POP_OUT = "popout"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game; every default is the standard wording of Pop 10.

    Attributes:
        game: Which game; all but `starts`, `loser_starts`, `draw_at_third_repetition` and `popper_wins` are for Pop 10.
        points_to_win: Discs set aside that win, 1 to 15.
        starts: Who drops first, and pops first once the grid is full.
        may_stop_after_scoring: After a scoring pop the player may end the turn instead of popping again.
        own_column_always: The redrop may go back into the column the disc came from, also when another has room.
        fill_with_opponents_discs: In the setup each player drops the opponent's discs.
        last_scored_goes_back: A disc that scored is redropped, and gives no point, when its player cannot pop on.
        draw_at_third_repetition: The game is drawn when one position stands for the third time.
        loser_starts: In a new game at the same table the loser of the last one starts.
        popper_wins: PopOut: a pop that makes a line for both is won by who popped; else it is a draw.
    """

    game: Game = Game.POP_10
    points_to_win: int = 10
    starts: Disc = Disc.RED
    may_stop_after_scoring: bool = False
    own_column_always: bool = False
    fill_with_opponents_discs: bool = False
    last_scored_goes_back: bool = False
    draw_at_third_repetition: bool = False
    loser_starts: bool = False
    popper_wins: bool = True

    def __post_init__(self) -> None:
        if not 1 <= self.points_to_win <= 15:
            raise RulesError(f"points_to_win must be 1 to 15, got {self.points_to_win}")


POP10: Final = Rules()
"""Pop 10 as its rule sheet has it."""

FOUR_IN_A_ROW: Final = Rules(game=Game.FOUR_IN_A_ROW)
"""The standard game: drop in turn, a line of four wins."""

POP_OUT: Final = Rules(game=Game.POP_OUT)
"""As Four in a Row, but an own disc of the bottom row may be popped instead of dropping one."""
