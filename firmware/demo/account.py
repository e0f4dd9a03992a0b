"""The rulings that a script calls for, told from what the players do and not from what the referee says."""

from collections.abc import Iterator

from firmware.demo.cheats import Cheat
from firmware.demo.script import Act, Script
from referee.board import column_name
from referee.position import Drop, Phase, Pop, Position, Redrop, Stop

Due = dict[str, object]
"""Keys of a ruling as the outside contract names them; a ruling may say more."""


def due_rulings(script: Script) -> tuple[Due, ...]:
    """Every ruling that is due for a whole game, in order."""
    start = script.start.settled()
    rulings = list(_passes(start == script.start, start, script.start.turn.player))
    for step in script.steps:
        rulings += _cheated(step) if isinstance(step, Cheat) else _acted(step)
    return tuple(rulings)


def _cheated(cheat: Cheat) -> Iterator[Due]:
    yield {"ruling": "violation", "kind": cheat.kind.value, "player": cheat.before.turn.player}
    yield {"ruling": "corrected", "position": str(cheat.before)}


def _acted(act: Act) -> Iterator[Due]:
    before, after = act.before, act.after
    player = before.turn.player
    match act.action:
        case Drop(column):
            yield {"ruling": "drop", "player": player, "column": column_name(column), "row": before.filling_row + 1}
            if after.board.is_full:
                yield {"ruling": "setup-complete"}
            last = before.turn.other
        case Pop(column):
            gained = after.score.of(before.turn) > before.score.of(before.turn)
            score = {"red": after.score.red, "yellow": after.score.yellow}
            yield {"ruling": "pop", "player": player, "column": column_name(column), "scored": gained, "score": score}
            if after.winner is not None:
                yield {"ruling": "win", "player": player, "score": score}
                return
            last = before.turn
        case Redrop(column):
            came_from = column_name(before.hand) if before.hand is not None else "-"
            yield {"ruling": "redrop", "player": player, "from": came_from, "column": column_name(column)}
            last = before.turn.other
        case Stop():
            raise ValueError("the players of the demonstration go on while they score")
    yield from _passes(last is after.turn, after, last.player)


def _passes(as_usual: bool, after: Position, due: str) -> Iterator[Due]:
    """A pass when the turn did not go where it usually goes; a draw when nobody can go on."""
    if after.phase is Phase.OVER:
        yield {"ruling": "draw"}
    elif not as_usual:
        yield {"ruling": "pass", "player": due}
