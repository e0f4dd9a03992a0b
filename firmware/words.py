"""Rulings and what is due, as plain sentences for people."""

from gettext import gettext as _
from gettext import ngettext
from typing import assert_never

from referee.board import ROWS, Board, Disc, cell_name, column_name
from referee.position import Phase, Position, Score, Stop
from referee.record import Result
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


def name(player: Disc) -> str:
    """`Red` or `Yellow`."""
    return _("Red") if player is Disc.RED else _("Yellow")


def sentence(ruling: Ruling) -> str:
    """What a ruling says, without a full stop at the end of its last sentence."""
    match ruling:
        case Dropped(player=player, column=column):
            return _("{player} drops into {column}").format(player=name(player), column=column_name(column))
        case SetupComplete(position=position):
            return _("The grid is full: {player} pops first").format(player=name(position.turn))
        case Popped(player=player, column=column, scored=True, score=score, line=line):
            cells = " ".join(cell_name(cell) for cell in line)
            return _("{player} pops {column} and scores with {cells}: {score}").format(
                player=name(player), column=column_name(column), cells=cells, score=_score(score)
            )
        case Popped(player=player, column=column):
            return _("{player} pops {column}: no line, so the disc goes back in").format(
                player=name(player), column=column_name(column)
            )
        case Redropped(player=player, came_from=came_from, column=column):
            if came_from == column:
                words = _("{player} drops the disc back into {column}")
            else:
                words = _("{player} drops the disc into {column}")
            return words.format(player=name(player), column=column_name(column))
        case Stopped(player=player):
            return _("{player} ends the turn").format(player=name(player))
        case Passed(player=player):
            return _("{player} has no disc in the bottom row and passes").format(player=name(player))
        case Won(player=player, score=score):
            return _("{player} wins: {score}").format(player=name(player), score=_score(score))
        case Drawn(position=position):
            return _("The game is drawn: {score}").format(score=_score(position.score))
        case Violation():
            return f"{ruling.message} {ruling.remedy}".rstrip(".")
        case Corrected():
            return _("Put right: play goes on")
        case Unclear(candidates=candidates):
            return _("The board can be explained in {count} ways: play on, or press a button").format(
                count=len(candidates)
            )
        case Revised(taken_back=taken_back):
            words = ngettext(
                "What was ruled last was wrong", "The last {count} things that were ruled were wrong", taken_back
            )
            return words.format(count=taken_back)
        case Accepted():
            return _("The board is accepted as it stands")
        case Undone():
            return _("The last ruling is taken back")
        case NewGame(position=position):
            return _("A new game: {player} begins").format(player=name(position.turn))
        case TurnDeclared(player=player):
            return _("It is {player}'s turn").format(player=name(player))
        case ScoreSet(score=score):
            return _("The score is set: {score}").format(score=_score(score))
        case _:
            assert_never(ruling)


def grid(board: Board) -> str:
    """A board as seven named columns and six numbered rows."""
    rows = str(board).split("/")
    drawn = "\n".join(f"  {ROWS - number} {' '.join(row)}" for number, row in enumerate(rows))
    return f"{drawn}\n    a b c d e f g"


def due(position: Position) -> str:
    """What must happen next."""
    columns = _either(
        [column_name(action.column) for action in position.legal_actions() if not isinstance(action, Stop)]
    )
    player = name(position.turn)
    match position.phase:
        case Phase.SETUP | Phase.PLAY:
            return _("{player}: drop your disc into {columns}").format(player=player, columns=columns)
        case Phase.POP:
            return _("{player}: pop your disc from {columns}").format(player=player, columns=columns)
        case Phase.REDROP:
            return _("{player}: drop the disc back into {columns}").format(player=player, columns=columns)
        case Phase.OVER:
            return _("The game is over")
        case _:
            assert_never(position.phase)


def ending(result: Result) -> str:
    """How a game ended, in a few words."""
    match result:
        case Result.RED:
            return _("Red won")
        case Result.YELLOW:
            return _("Yellow won")
        case Result.DRAW:
            return _("a draw")
        case Result.OPEN:
            return _("no end")
        case _:
            assert_never(result)


def _either(names: list[str]) -> str:
    """`a, c or d`."""
    if len(names) < 2:
        return "".join(names)
    return _("{names} or {last}").format(names=", ".join(names[:-1]), last=names[-1])


def _score(score: Score) -> str:
    return _("Red {red}, Yellow {yellow}").format(red=score.red, yellow=score.yellow)
