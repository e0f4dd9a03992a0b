"""A game told for people: which rules, turn by turn, with the boards."""

import re
from collections.abc import Iterator
from typing import Final, assert_never

from firmware.words import broken_rule, game, house_rules, sentence
from referee.board import COLUMNS, ROWS, Board, column_name
from referee.narrate import narrate
from referee.overrule import TRACELESS
from referee.position import Phase, Position
from referee.record import HouseKind, HouseRuling, Move, Record, Remark, RemarkKind, Result
from referee.rules import Game
from referee.translation import gettext as _
from referee.turns import turns
from referee.violation import ViolationKind

N_: Final = str
"""Marks a text that is translated where it is used."""

TAGS: Final = {"Game": N_("Game"), "Date": N_("Date"), "Red": N_("Red"), "Yellow": N_("Yellow")}
"""Tags that people know by another name in their language."""


def account(record: Record) -> str:
    """A readable account of a game, ending with a newline.

    Raises: RecordError when an action of the record is not legal where it stands.
    """
    rules = record.start.rules
    lines = [f"{_(TAGS[name]) if name in TAGS else name}: {value}" for name, value in record.tags]
    lines.extend(["; ".join([game(rules), *house_rules(rules)]), ""])
    position = record.start.settled()
    lines.extend([_("Start: {position}").format(position=record.start), *diagram(position), ""])
    numbers = {turn.moves[0]: turn.number for turn in turns(record) if turn.moves}
    lasts = {turn.moves[-1] for turn in turns(record) if turn.moves}
    for place, (entry, after) in enumerate(zip(record.entries, record.positions(), strict=True)):
        match entry:
            case Move(action, inferred):
                sentences = [f"{sentence(ruling)}." for ruling in narrate(position, (action,), inferred=inferred)]
                lead = f"{numbers[place]:3}." if place in numbers else "    "
                lines.append(f"{lead} {' '.join(sentences)}")
                if place in lasts and after.phase is not Phase.SETUP:
                    lines.extend([*diagram(after), ""])
            case Remark(kind, text):
                lines.append(f"     ({_remark(kind, text)})")
            case HouseRuling(kind, decided, text):
                lines.append(f"     ({_decision(kind, decided, text)})")
            case _:
                assert_never(entry)
        position = after
    if position.phase is Phase.SETUP:
        lines.extend([*diagram(position), ""])
    lines.append(_result(record.result, position))
    return "".join(f"{line}\n" for line in lines)


def diagram(position: Position) -> Iterator[str]:
    """The board with its edges named, the score and what is due beside it, as lines."""
    board = position.board
    beside = {}
    if position.rules.game is Game.POP_10:
        beside = {
            ROWS - 1: _("Red {points}").format(points=position.score.red),
            ROWS - 2: _("Yellow {points}").format(points=position.score.yellow),
        }
    for row in reversed(range(ROWS)):
        yield f"     {row + 1}  {_row(board, row)}   {beside.get(row, '')}".rstrip()
    yield f"        {' '.join(column_name(column) for column in range(COLUMNS))}"


def _row(board: Board, row: int) -> str:
    cells = (board[column, row] for column in range(COLUMNS))
    return " ".join("." if disc is None else disc.letter for disc in cells)


def _remark(kind: RemarkKind, text: str) -> str:
    match kind:
        case RemarkKind.VIOLATION:
            return _("violation: {text}").format(text=_fault(text))
        case RemarkKind.CORRECTED:
            return _("the board was put right")
        case RemarkKind.UNCLEAR:
            return _("unclear what happened")
        case RemarkKind.REVISED:
            return _("the referee took back: {text}").format(text=_acts(text))
        case RemarkKind.UNDONE:
            return _("the players took back: {text}").format(text=_acts(text))
        case RemarkKind.NOTE:
            return _note(text)
        case _:
            assert_never(kind)


def _fault(text: str) -> str:
    """A violation in words, from its name in the record."""
    return broken_rule(ViolationKind(text)) if text in {kind.value for kind in ViolationKind} else text


def _note(text: str) -> str:
    """What the referee itself notes, in the language of the reader; a note of anybody else as it is."""
    corrected = re.fullmatch(r"correction of turn (\d+)", text)
    if corrected is not None:
        return _("correction of turn {number}").format(number=corrected[1])
    return _(TRACELESS) if text == TRACELESS else text


def _acts(text: str) -> str:
    """Acts in words, from the names that the record has for them, such as `pop b redrop c`."""
    told = []
    words = iter(text.split())
    for word in words:
        match word:
            case "drop":
                told.append(_("drop into {column}").format(column=next(words, "")))
            case "pop":
                told.append(_("pop {column}").format(column=next(words, "")))
            case "redrop":
                told.append(_("drop back into {column}").format(column=next(words, "")))
            case "stop":
                told.append(_("end of the turn"))
            case "accepted":
                told.append(_("accepting the board"))
            case "turn":
                told.append(_("whose turn it is"))
            case "score":
                told.append(_("the score"))
            case "draw" | "repetition":
                told.append(_("the draw"))
            case "resigned":
                told.append(_("giving up"))
            case "violation":
                told.append(_("the violation"))
            case "unclear":
                told.append(_("that it was unclear"))
            case other:
                told.append(other)
    return ", ".join(told)


def _decision(kind: HouseKind, position: Position, text: str) -> str:
    match kind:
        case HouseKind.ACCEPTED:
            words = _("the players accepted the board after: {text}. The game goes on from {position}")
            return words.format(text=_fault(text), position=position)
        case HouseKind.TURN:
            return _("the players declared the turn. The game goes on from {position}").format(position=position)
        case HouseKind.SCORE:
            return _("the players set the score. The game goes on from {position}").format(position=position)
        case HouseKind.DRAW:
            return _("the players agreed on a draw")
        case HouseKind.RESIGNED:
            return _("{player} resigned").format(player=_("Red") if text == "red" else _("Yellow"))
        case HouseKind.REPETITION:
            return _("drawn, as the position stood for the third time")
        case _:
            assert_never(kind)


def _result(result: Result, position: Position) -> str:
    """The last line; the games of lines have no score."""
    score = str(position.score) if position.rules.game is Game.POP_10 else ""
    match result:
        case Result.RED:
            words = _("Red wins {score}")
        case Result.YELLOW:
            words = _("Yellow wins {score}")
        case Result.DRAW:
            words = _("A draw {score}")
        case Result.OPEN:
            words = _("The game is not over, {score}") if score else _("The game is not over")
        case _:
            assert_never(result)
    return f"{words.format(score=score).rstrip()}."
