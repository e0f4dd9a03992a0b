"""What the referee says: one frozen value per kind of ruling, and their JSON form.

`Ruling` is the union; treat it with `match` ending in `assert_never`. Every ruling carries the position after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from referee.board import Cell, Disc, cell_name, column_name
from referee.messages import message, remedy_text
from referee.position import Position, Score
from referee.violation import Fault


class Ending(Enum):
    """How a game ended otherwise than by the rules of play."""

    RESIGNED = "resigned"
    AGREED = "agreed"
    REPETITION = "repetition"


@dataclass(frozen=True, slots=True)
class Dropped:
    """A disc was dropped during setup. `inferred`: the order of the acts could not be seen and is made up."""

    position: Position
    player: Disc
    column: int
    row: int
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class SetupComplete:
    """The grid is full; the first pop is due."""

    position: Position


@dataclass(frozen=True, slots=True)
class Popped:
    """A disc was popped. `line`: all cells of the runs it was part of just before; empty if it did not score."""

    position: Position
    player: Disc
    column: int
    scored: bool
    score: Score
    line: tuple[Cell, ...]
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class Redropped:
    """The popped disc went back in."""

    position: Position
    player: Disc
    came_from: int
    column: int
    row: int
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class Stopped:
    """House rule only: the player ended the turn after a scoring pop."""

    position: Position
    player: Disc


@dataclass(frozen=True, slots=True)
class Passed:
    """The player has no disc in the bottom row."""

    position: Position
    player: Disc


@dataclass(frozen=True, slots=True)
class Won:
    """The game is won; `ending` says how if not by points."""

    position: Position
    player: Disc
    score: Score
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """The game is drawn; `ending` says how if not because neither player can pop."""

    position: Position
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class Violation:
    """The board cannot have come about lawfully. The position stays as it was."""

    position: Position
    fault: Fault

    @property
    def message(self) -> str:
        """What is wrong, in plain words."""
        return message(self.fault)

    @property
    def remedy(self) -> str:
        """How to put it right, in plain words."""
        return remedy_text(self.fault)


@dataclass(frozen=True, slots=True)
class Corrected:
    """The board is legal again after a violation; rulings for what legally happened follow."""

    position: Position


@dataclass(frozen=True, slots=True)
class Unclear:
    """The board can be explained in ways that differ; what is seen next, or a button, settles it."""

    position: Position
    candidates: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class Revised:
    """The last `taken_back` acts were ruled wrongly; the rulings that hold follow.

    A later board has shown it, or the players put a past turn right. `misfit` names the turn that no longer fits then.
    """

    position: Position
    taken_back: int
    misfit: str = ""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The players accepted the board as it is. `fault`: what the referee had called, if anything."""

    position: Position
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Undone:
    """The last ruling was taken back by the players."""

    position: Position


@dataclass(frozen=True, slots=True)
class NewGame:
    """A new game begins."""

    position: Position


@dataclass(frozen=True, slots=True)
class TurnDeclared:
    """The players declared whose turn it is."""

    position: Position
    player: Disc


@dataclass(frozen=True, slots=True)
class ScoreSet:
    """The players set the score."""

    position: Position
    score: Score


Ruling = (
    Dropped
    | SetupComplete
    | Popped
    | Redropped
    | Stopped
    | Passed
    | Won
    | Drawn
    | Violation
    | Corrected
    | Unclear
    | Revised
    | Accepted
    | Undone
    | NewGame
    | TurnDeclared
    | ScoreSet
)
"""Everything the referee can say."""

Json = dict[str, object]


def as_json(ruling: Ruling) -> Json:
    """A ruling in the keys of the outside contract, ready for a JSON writer."""
    match ruling:
        case Dropped(position, player, column, row, inferred):
            place = {"player": player.player, "column": column_name(column), "row": row + 1}
            return _json("drop", position, place, _order(inferred))
        case SetupComplete(position):
            return _json("setup-complete", position)
        case Popped(position, player, column, scored, score, line, inferred):
            what: Json = {"player": player.player, "column": column_name(column), "scored": scored}
            more: Json = {"score": _score(score), "line": [cell_name(cell) for cell in line]}
            return _json("pop", position, what, more, _order(inferred))
        case Redropped(position, player, came_from, column, row, inferred):
            what = {"player": player.player, "from": column_name(came_from), "column": column_name(column)}
            return _json("redrop", position, what, {"row": row + 1}, _order(inferred))
        case Stopped(position, player):
            return _json("stop", position, {"player": player.player})
        case Passed(position, player):
            return _json("pass", position, {"player": player.player})
        case Won(position, player, score, ending):
            return _json("win", position, {"player": player.player, "score": _score(score)}, _by(ending))
        case Drawn(position, ending):
            return _json("draw", position, _by(ending))
        case Violation(position, fault):
            return _json("violation", position, _violation(ruling, fault))
        case Corrected(position):
            return _json("corrected", position)
        case Unclear(position, candidates):
            return _json("unclear", position, {"candidates": [str(candidate) for candidate in candidates]})
        case Revised(position, taken_back, misfit):
            more = {"misfit": misfit} if misfit else {}
            return _json("revised", position, {"taken_back": taken_back}, more)
        case Accepted(position, fault):
            return _json("accepted", position, {} if fault is None else {"kind": fault.kind.value})
        case Undone(position):
            return _json("undone", position)
        case NewGame(position):
            return _json("new-game", position)
        case TurnDeclared(position, player):
            return _json("turn", position, {"player": player.player})
        case ScoreSet(position, score):
            return _json("score", position, {"score": _score(score)})
        case _:
            assert_never(ruling)


def _json(name: str, position: Position, *parts: Json) -> Json:
    result: Json = {"ruling": name}
    for part in parts:
        result.update(part)
    result["position"] = str(position)
    return result


def _score(score: Score) -> Json:
    return {"red": score.red, "yellow": score.yellow}


def _order(inferred: bool) -> Json:
    return {"order": "inferred"} if inferred else {}


def _by(ending: Ending | None) -> Json:
    return {} if ending is None else {"by": ending.value}


def _violation(violation: Violation, fault: Fault) -> Json:
    result: Json = {"kind": fault.kind.value, "player": fault.player.player}
    if fault.column is not None:
        result["column"] = column_name(fault.column)
    result["message"] = violation.message
    result["remedy"] = violation.remedy
    result["cells"] = [cell_name(cell) for cell in fault.cells]
    result["rule"] = fault.rule
    return result
