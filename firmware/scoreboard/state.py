"""The table as the page and other programs get it: a snapshot and the last rulings as JSON values."""

from collections.abc import Iterable
from typing import Final

from firmware.mismatch import differing_cells, mismatch
from firmware.orders import rules_tree
from firmware.scoreboard.reasons import reason
from firmware.snapshot import Sight, Snapshot
from firmware.words import Caller, calling, due_now, game, house_rules, name, sentence
from referee.board import Board, Disc, cell_name, column_name
from referee.lines import cells_in_lines
from referee.position import Phase, Position, Stop
from referee.rules import Game, Rules
from referee.rules_text import rules_text
from referee.ruling import Ruling, as_json

Json = dict[str, object]

CAMERA: Final = {
    Sight.WAITING: "hidden",
    Sight.CLEAR: "ok",
    Sight.HIDDEN: "hidden",
    Sight.BOARD_LOST: "lost",
    Sight.CAMERA_LOST: "lost",
}


def told(number: int, ruling: Ruling, called: Caller = name) -> Json:
    """A ruling in the contract's keys, with its number and its words.

    Args:
        number: Its number since the server began, from 1.
        ruling: What was ruled.
        called: What the players are called.
    """
    return {**as_json(ruling), "number": number, "text": sentence(ruling, called), "why": reason(ruling)}


def state(snapshot: Snapshot, rulings: Iterable[Json], game_offset: int = 0) -> Json:
    """The whole table.

    Args:
        snapshot: Its state.
        rulings: The last rulings, oldest first, as `told` gives them.
        game_offset: Added to the number of the game at this table, so that it is its number in the journal.
    """
    position = snapshot.position
    recent = list(rulings)
    return {
        "position": str(position) if position is not None else None,
        "game": str(snapshot.game + game_offset),
        "score": {
            "red": position.score.red if position is not None else 0,
            "yellow": position.score.yellow if position is not None else 0,
        },
        "points_to_win": snapshot.rules.points_to_win,
        "rules": rules_told(snapshot.rules),
        "next_rules": rules_told(snapshot.next_rules),
        "turn": position.turn.player if position is not None and position.phase is not Phase.OVER else None,
        "phase": position.phase.value if position is not None else None,
        "due": _due(snapshot),
        "columns": _columns(snapshot),
        "last": as_json(snapshot.last) if snapshot.last is not None else None,
        "camera": CAMERA[snapshot.sight],
        "sight": snapshot.sight.value,
        "board": str(_board(snapshot)),
        "differs": [cell_name(cell) for cell in differing_cells(snapshot)],
        "violation": _violation(snapshot),
        "fault": _fault(snapshot),
        "unclear": snapshot.unclear,
        "winner": position.winner.player if position is not None and position.winner is not None else None,
        "line": _winning_line(position),
        "result": snapshot.record.result.value if snapshot.record is not None else "*",
        "names": names(snapshot),
        "given_names": given_names(snapshot),
        "called": {player.player: calling(snapshot.tags)(player) for player in Disc},
        "sound": not (snapshot.is_muted or snapshot.is_silenced),
        "silenced": snapshot.is_silenced,
        "brightness": snapshot.brightness_percent,
        "trouble": snapshot.trouble,
        "failures": list(snapshot.failures),
        "rulings": recent,
        "revision": snapshot.revision,
    }


def rules_told(rules: Rules) -> Json:
    """Which game, and by which house rules: in words, as the record writes them, and each by its name."""
    return {
        "game": rules.game.value,
        "name": game(rules),
        "house": house_rules(rules),
        "text": rules_text(rules),
        "values": rules_tree(rules),
    }


def names(snapshot: Snapshot) -> Json:
    """What the players are called: their own names, or their colours."""
    given = given_names(snapshot)
    return {"red": given["red"] or name(Disc.RED), "yellow": given["yellow"] or name(Disc.YELLOW)}


def given_names(snapshot: Snapshot) -> dict[str, str]:
    """The names that the players gave; empty where they gave none."""
    tags = dict(snapshot.tags)
    return {"red": tags.get("Red", ""), "yellow": tags.get("Yellow", "")}


def _board(snapshot: Snapshot) -> Board:
    """The board as it was last seen at rest; before that as it should stand."""
    if snapshot.seen is not None:
        return snapshot.seen
    return snapshot.position.board if snapshot.position is not None else Board.empty()


def _due(snapshot: Snapshot) -> str:
    if snapshot.violation is not None:
        return (snapshot.fault or snapshot.violation).remedy
    return due_now(snapshot)


def _columns(snapshot: Snapshot) -> list[str]:
    """The columns in which the next act may happen."""
    position = snapshot.position
    if position is None or snapshot.is_waiting or mismatch(snapshot):
        return []
    return sorted({column_name(act.column) for act in position.legal_actions() if not isinstance(act, Stop)})


def _winning_line(position: Position | None) -> list[str]:
    """The games of lines: the cells of the fours that have won; in Pop 10 a line is told with the pop it scored by."""
    if position is None or position.winner is None or position.rules.game is Game.POP_10:
        return []
    return [cell_name(cell) for cell in cells_in_lines(position.board.mask(position.winner))]


def _violation(snapshot: Snapshot) -> Json | None:
    return as_json(snapshot.violation) if snapshot.violation is not None else None


def _fault(snapshot: Snapshot) -> Json | None:
    """What is wrong with the board now, in the keys of a violation; a further wrong act is not announced."""
    return as_json(snapshot.fault) if snapshot.fault is not None else None
