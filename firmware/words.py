"""Rulings and what is due, as plain sentences for people."""

from typing import assert_never

from referee.board import ROWS, Board, Disc, cell_name, column_name
from referee.position import Phase, Position, Score, Stop
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
    return player.player.capitalize()


def sentence(ruling: Ruling) -> str:
    """What a ruling says, without a full stop at the end of its last sentence."""
    match ruling:
        case Dropped(player=player, column=column):
            return f"{name(player)} drops into {column_name(column)}"
        case SetupComplete(position=position):
            return f"The grid is full: {name(position.turn)} pops first"
        case Popped(player=player, column=column, scored=True, score=score, line=line):
            cells = " ".join(cell_name(cell) for cell in line)
            return f"{name(player)} pops {column_name(column)} and scores with {cells}: {_score(score)}"
        case Popped(player=player, column=column):
            return f"{name(player)} pops {column_name(column)}: no line, so the disc goes back in"
        case Redropped(player=player, came_from=came_from, column=column):
            how = "back into" if came_from == column else "into"
            return f"{name(player)} drops the disc {how} {column_name(column)}"
        case Stopped(player=player):
            return f"{name(player)} ends the turn"
        case Passed(player=player):
            return f"{name(player)} has no disc in the bottom row and passes"
        case Won(player=player, score=score):
            return f"{name(player)} wins: {_score(score)}"
        case Drawn(position=position):
            return f"The game is drawn: {_score(position.score)}"
        case Violation():
            return f"{ruling.message} {ruling.remedy}".rstrip(".")
        case Corrected():
            return "Put right: play goes on"
        case Unclear(candidates=candidates):
            return f"The board can be explained in {len(candidates)} ways: play on, or press a button"
        case Revised(taken_back=taken_back):
            return f"The board shows that the last {taken_back} rulings were wrong"
        case Accepted():
            return "The board is accepted as it stands"
        case Undone():
            return "The last ruling is taken back"
        case NewGame(position=position):
            return f"A new game: {name(position.turn)} begins"
        case TurnDeclared(player=player):
            return f"It is {name(player)}'s turn"
        case ScoreSet(score=score):
            return f"The score is set: {_score(score)}"
        case _:
            assert_never(ruling)


def grid(board: Board) -> str:
    """A board as seven named columns and six numbered rows."""
    rows = str(board).split("/")
    drawn = "\n".join(f"  {ROWS - number} {' '.join(row)}" for number, row in enumerate(rows))
    return f"{drawn}\n    a b c d e f g"


def due(position: Position) -> str:
    """What must happen next."""
    columns = " ".join(
        column_name(action.column) for action in position.legal_actions() if not isinstance(action, Stop)
    )
    player = name(position.turn)
    match position.phase:
        case Phase.SETUP | Phase.PLAY:
            return f"{player}: drop your disc into {columns}"
        case Phase.POP:
            return f"{player}: pop your disc from {columns}"
        case Phase.REDROP:
            return f"{player}: drop the disc back into {columns}"
        case Phase.OVER:
            return "The game is over"
        case _:
            assert_never(position.phase)


def _score(score: Score) -> str:
    return f"Red {score.red}, Yellow {score.yellow}"
