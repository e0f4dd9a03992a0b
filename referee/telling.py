"""Rulings in plain sentences, from the templates of `messages`."""

from __future__ import annotations

from typing import assert_never

from referee import messages
from referee.board import Disc, cell_name, column_name
from referee.ruling import (
    Accepted,
    Corrected,
    Drawn,
    Dropped,
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


def told(ruling: Ruling) -> str:
    """A ruling as a sentence."""
    match ruling:
        case Dropped(_, player, column, _, inferred):
            return _sure(messages.DROPPED.format(player=_name(player), column=column_name(column)), inferred)
        case SetupComplete():
            return messages.SETUP_COMPLETE
        case Popped(_, player, column, scored, score, line, inferred):
            template = messages.SCORED if scored else messages.POPPED
            cells = ", ".join(cell_name(cell) for cell in line)
            text = template.format(
                player=_name(player), column=column_name(column), line=cells, red=score.red, yellow=score.yellow
            )
            return _sure(text, inferred)
        case Redropped(_, player, came_from, column, _, inferred):
            origin, target = column_name(came_from), column_name(column)
            return _sure(messages.REDROPPED.format(player=_name(player), origin=origin, column=target), inferred)
        case Stopped(_, player):
            return messages.STOPPED.format(player=_name(player))
        case Passed(_, player):
            return messages.PASSED.format(player=_name(player))
        case Won(_, player, score, _):
            return messages.WON.format(player=_name(player), red=score.red, yellow=score.yellow)
        case Drawn():
            return messages.DRAWN
        case Violation():
            return ruling.message
        case Corrected():
            return messages.CORRECTED
        case Unclear():
            return messages.UNCLEAR
        case Revised(_, taken_back, misfit):
            return f"{messages.REVISED.format(count=taken_back)} {misfit}".rstrip()
        case Accepted():
            return messages.ACCEPTED
        case Undone():
            return messages.UNDONE
        case NewGame():
            return messages.NEW_GAME
        case TurnDeclared(_, player):
            return messages.TURN_DECLARED.format(player=_name(player))
        case ScoreSet(_, score):
            return messages.SCORE_SET.format(red=score.red, yellow=score.yellow)
        case _:
            assert_never(ruling)


def _sure(text: str, inferred: bool) -> str:
    return text.removesuffix(".") + messages.INFERRED + "." if inferred else text


def _name(player: Disc) -> str:
    return messages.NAMES[player.player]
