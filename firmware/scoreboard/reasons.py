"""The rule behind a ruling, in one sentence for people who do not know the game yet."""

from typing import assert_never

from firmware.words import beginning
from referee.rules import Game
from referee.ruling import (
    Accepted,
    Corrected,
    Drawn,
    Dropped,
    Ending,
    NewGame,
    Passed,
    Popped,
    Redropped,
    Revised,
    Ruling,
    ScoreSet,
    SetupComplete,
    Stopped,
    TurnDeclared,
    Unclear,
    Undone,
    Violation,
    Won,
)
from referee.translation import gettext as _


def reason(ruling: Ruling) -> str:
    """Why it was ruled so; empty where the ruling itself says it all."""
    match ruling:
        case Dropped() | Popped() if ruling.position.rules.game is not Game.POP_10:
            return ""
        case Dropped():
            return _("The grid is filled one row at a time, bottom row first.")
        case SetupComplete():
            return _("From now on each player pops discs of their own colour out of the bottom row.")
        case Popped(scored=True):
            return _("The disc was part of four in a row just before the pop: one point, and the player pops again.")
        case Popped():
            return _("The disc was not part of four in a row: it goes back in at the top of another column.")
        case Redropped(position=position) if position.rules.own_column_always:
            return _("A disc that did not score goes back in, into any column with room. The turn ends.")
        case Redropped(came_from=came_from, column=column) if came_from == column:
            return _("No other column had room, so the disc went back into its own. The turn ends.")
        case Redropped():
            return _("A disc that did not score goes back in. The turn ends.")
        case Stopped():
            return _("House rule: the player may stop after a scoring pop.")
        case Passed():
            return _("A player without a disc of their own in the bottom row cannot pop: the turn passes.")
        case Won(ending=Ending.RESIGNED):
            return _("The other player gave up.")
        case Won(position=position) if position.rules.game is not Game.POP_10:
            return _("The first player with four in a row wins at once.")
        case Won():
            return _("The first player with enough discs set aside wins at once.")
        case Drawn(ending=Ending.AGREED):
            return _("The players agreed.")
        case Drawn(ending=Ending.REPETITION):
            return _("House rule: the same position stood for the third time.")
        case Drawn(position=position) if position.rules.game is not Game.POP_10:
            return _("Nobody has won, and nothing more can be done.")
        case Drawn():
            return _("Neither player has a disc in the bottom row.")
        case Violation():
            return ruling.remedy
        case Unclear():
            return _("The camera missed something, and more than one story fits.")
        case Revised(misfit=misfit):
            return beginning(misfit)
        case Corrected() | Accepted() | Undone() | NewGame() | TurnDeclared() | ScoreSet():
            return ""
        case _:
            assert_never(ruling)
