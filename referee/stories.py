"""What may have happened so far: the stories that fit all boards seen since the last certain position.

Nearly always there is one. Where boards were missed there may be several; each further board prunes them. The one with
the fewest acts is told; longer ones are kept in case a later board shows that they were the true ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from referee.board import Board
from referee.explain import TURNS, explain
from referee.position import Phase, Position
from referee.record import Move

WIDEST_TURNS: Final = 6
"""How many turns are tried at most when nobody could see the board for long."""

WIDEST_SINGLE_TURNS: Final = 10
"""The same for the games of lines, whose turns are one act each."""

SLACK: Final = 4
"""Stories that need so many acts more than the shortest are given up."""

MOST_STORIES: Final = 12


@dataclass(frozen=True, slots=True)
class Story:
    """One way things may have gone since the last certain position."""

    position: Position
    moves: tuple[Move, ...] = ()

    def follows(self, told: tuple[Move, ...]) -> bool:
        """Whether this story begins with what has been told already."""
        return self.shared_with(told) == len(told)

    def shared_with(self, told: tuple[Move, ...]) -> int:
        """With how many acts both begin."""
        count = 0
        for mine, theirs in zip(self.moves, told, strict=False):
            if mine.action != theirs.action:
                break
            count += 1
        return count


def continued(stories: Iterable[Story], board: Board, turns: int) -> tuple[Story, ...]:
    """The stories that lead on to a board, the likeliest first: one per position, the fewest acts in all."""
    best: dict[Position, Story] = {}
    for story in stories:
        for way in explain(story.position, board, turns):
            inferred = way.orders > 1
            longer = Story(way.position, story.moves + tuple(Move(action, inferred) for action in way.actions))
            known = best.get(way.position)
            if known is None or len(longer.moves) < len(known.moves):
                best[way.position] = longer
    ordered = sorted(best.values(), key=lambda story: len(story.moves))
    return tuple(story for story in ordered if len(story.moves) <= len(ordered[0].moves) + SLACK)[:MOST_STORIES]


def widened(stories: Iterable[Story], board: Board) -> tuple[Story, ...]:
    """Like `continued` over as few turns as explain the board, and one more for the rivals."""
    stories = tuple(stories)
    single = any(story.position.phase is Phase.PLAY for story in stories)
    for turns in range(TURNS, (WIDEST_SINGLE_TURNS if single else WIDEST_TURNS) + 1):
        if continued(stories, board, turns):
            return continued(stories, board, turns + 1)
    return ()


def likeliest(stories: tuple[Story, ...], told: tuple[Move, ...]) -> tuple[Story, ...]:
    """The stories that no other beats: the fewest acts, and among those the ones that follow what has been told."""
    if not stories:
        return ()
    fewest = len(stories[0].moves)
    short = tuple(story for story in stories if len(story.moves) == fewest)
    faithful = tuple(story for story in short if story.follows(told))
    return faithful or short


def only_ending(stories: tuple[Story, ...]) -> Story | None:
    """The one story in which the game is over, if exactly one of several says so."""
    over = [story for story in stories if story.position.phase is Phase.OVER]
    return over[0] if len(over) == 1 else None
