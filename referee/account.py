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
from referee.position import Phase, Position
from referee.record import HouseRuling, Move, Record, Remark
from referee.telling import told
from referee.turns import turns


def account(record: Record) -> str:
    """A readable account of a game, ending with a newline.

    Raises: RecordError when an action of the record is not legal where it stands.
    """
    lines = [f"{name}: {value}" for name, value in record.tags]
    if lines:
        lines.append("")
    position = record.start.settled()
    lines.extend([START_WORDS.format(position=record.start), *diagram(position), ""])
    numbers = {turn.moves[0]: turn.number for turn in turns(record) if turn.moves}
    lasts = {turn.moves[-1] for turn in turns(record) if turn.moves}
    for place, (entry, after) in enumerate(zip(record.entries, record.positions(), strict=True)):
        match entry:
            case Move(action, inferred):
                sentences = [told(ruling) for ruling in narrate(position, (action,), inferred=inferred)]
                lead = f"{numbers[place]:3}." if place in numbers else "    "
                lines.append(f"{lead} {' '.join(sentences)}")
                if place in lasts and after.phase is not Phase.SETUP:
                    lines.extend([*diagram(after), ""])
            case Remark(kind, text):
                lines.append(f"     ({REMARK_WORDS[kind].format(text=text)})")
            case HouseRuling(kind, decided, text):
                lines.append(f"     ({HOUSE_WORDS[kind].format(text=text, position=decided)})")
            case _:
                assert_never(entry)
        position = after
    if position.phase is Phase.SETUP:
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
