"""The house rules of Pop 10, by name, for people to choose between. The default is the text of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from referee.board import Disc
from referee.errors import RefereeError


class RulesError(RefereeError, ValueError):
    """A house rule has a value that it cannot have."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules of one game; every default is the standard wording.

    Attributes:
        points_to_win: Discs set aside that win, 1 to 15.
        starts: Who drops first, and pops first once the grid is full.
        may_stop_after_scoring: After a scoring pop the player may end the turn instead of popping again.
        own_column_always: The redrop may go back into the column the disc came from, also when another has room.
        fill_with_opponents_discs: In the setup each player drops the opponent's discs.
        last_scored_goes_back: A disc that scored is redropped, and gives no point, when its player cannot pop on.
        draw_at_third_repetition: The game is drawn when one position stands for the third time.
    """

    points_to_win: int = 10
    starts: Disc = Disc.RED
    may_stop_after_scoring: bool = False
    own_column_always: bool = False
    fill_with_opponents_discs: bool = False
    last_scored_goes_back: bool = False
    draw_at_third_repetition: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.points_to_win <= 15:
            raise RulesError(f"points_to_win must be 1 to 15, got {self.points_to_win}")


POP10: Final = Rules()
"""Pop 10 as its rule sheet has it."""
