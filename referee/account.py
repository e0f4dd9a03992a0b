"""A game told for people: turn by turn, with the boards. The words come from `messages`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from referee.board import COLUMNS, ROWS, Board, column_name
from referee.messages import (
    HOUSE_WORDS,
    REMARK_WORDS,
    RESULT_WORDS,
    START_WORDS,
)
from referee.narrate import narrate
from referee.position import Phase, Pop, Position
from referee.record import HouseRuling, Move, Record, Remark
from referee.telling import told


def account(record: Record) -> str:
    """A readable account of a game, ending with a newline.

    Raises: RecordError when an action of the record is not legal where it stands.
    """
    lines = [f"{name}: {value}" for name, value in record.tags]
    if lines:
        lines.append("")
    position = record.start.settled()
    lines.extend([START_WORDS.format(position=record.start), *diagram(position), ""])
    turn = 0
    is_new_turn = True
    for entry, after in zip(record.entries, record.positions(), strict=True):
        match entry:
            case Move(action, inferred):
                if is_new_turn:
                    turn += 1
                sentences = [told(ruling) for ruling in narrate(position, (action,), inferred=inferred)]
                lines.append(f"{turn:3}. {' '.join(sentences)}" if is_new_turn else f"     {' '.join(sentences)}")
                is_new_turn = not _goes_on(position, entry, after)
                if is_new_turn and after.phase is not Phase.SETUP:
                    lines.extend([*diagram(after), ""])
            case Remark(kind, text):
                lines.append(f"     ({REMARK_WORDS[kind].format(text=text)})")
            case HouseRuling(kind, decided, text):
                lines.append(f"     ({HOUSE_WORDS[kind].format(text=text, position=decided)})")
                is_new_turn = True
            case _:
                assert_never(entry)
        position = after
    if position.phase in (Phase.SETUP, Phase.REDROP):
        lines.extend([*diagram(position), ""])
    lines.append(RESULT_WORDS[record.result].format(score=position.score))
    return "".join(f"{line}\n" for line in lines)


def diagram(position: Position) -> Iterator[str]:
    """The board with its edges named, the score and what is due beside it, as lines."""
    board = position.board
    beside = {ROWS - 1: f"Red {position.score.red}", ROWS - 2: f"Yellow {position.score.yellow}"}
    for row in reversed(range(ROWS)):
        yield f"     {row + 1}  {_row(board, row)}   {beside.get(row, '')}".rstrip()
    yield f"        {' '.join(column_name(column) for column in range(COLUMNS))}"


def _row(board: Board, row: int) -> str:
    cells = (board[column, row] for column in range(COLUMNS))
    return " ".join("." if disc is None else disc.letter for disc in cells)


def _goes_on(before: Position, move: Move, after: Position) -> bool:
    """Whether the same turn goes on after this act."""
    is_pop = isinstance(move.action, Pop)
    return is_pop and after.turn is before.turn and after.phase in (Phase.POP, Phase.REDROP)
