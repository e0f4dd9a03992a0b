"""What is wrong and how to put it right, as templates with named fields. Facts come from `violation`."""

from __future__ import annotations

from typing import Final, assert_never

from referee.board import column_name
from referee.violation import Fault, PutIn, RemedyStep, TakeOut, ViolationKind

MESSAGES: Final = {
    ViolationKind.WRONG_ROW: "Red and Yellow fill one row at a time: {player} may not drop into column {column} yet.",
    ViolationKind.WRONG_COLOUR: "The disc dropped into column {column} is {other}, but {player} has to drop {due}.",
    ViolationKind.POPPED_DURING_SETUP: "Column {column} lost its bottom disc, but the grid is still being filled.",
    ViolationKind.NOT_YOUR_DISC: "{player} is to pop, but the disc popped from column {column} is {other}.",
    ViolationKind.DROP_WITHOUT_POP: "A disc went into column {column}, but {player} has to pop a disc first.",
    ViolationKind.REDROP_SCORED_DISC: (
        "The disc dropped into column {column} has scored: it stays out, and {player} pops again."
    ),
    ViolationKind.REDROP_OWN_COLUMN: "The disc from column {column} went back into it, but another column has room.",
    ViolationKind.POP_BEFORE_REDROP: "A disc was popped from column {column}, but {player} still has a disc to drop.",
    ViolationKind.DISC_REMOVED: "A disc is gone from column {column}, and no pop explains it.",
    ViolationKind.BOARD_CHANGED: "The board changed in a way that no turn explains: {columns}.",
}
IMPOSSIBLE: Final = "This board cannot be: {notes}."
ONE_COLUMN: Final = "look at column {columns}"
SEVERAL_COLUMNS: Final = "look at columns {columns}"
TAKE_OUT_ONE: Final = "push the lowest disc of column {column} out at the bottom ({discs})"
TAKE_OUT_SEVERAL: Final = "push the {count} lowest discs of column {column} out at the bottom ({discs})"
PUT_IN: Final = "drop into column {column}, in this order: {discs}"
REMEDY: Final = "{steps}. Or press Accept to play on from the board as it is."
NO_REMEDY: Final = "Press Accept to play on from the board as it is."
NAMES: Final = {"red": "Red", "yellow": "Yellow"}


def message(fault: Fault) -> str:
    """What is wrong, in plain words."""
    player, other = NAMES[fault.player.player], NAMES[fault.player.other.player]
    names = ", ".join(column_name(column) for column in fault.columns)
    columns = (ONE_COLUMN if len(fault.columns) == 1 else SEVERAL_COLUMNS).format(columns=names)
    column = "" if fault.column is None else column_name(fault.column)
    text = MESSAGES[fault.kind].format(player=player, other=other, due=player, column=column, columns=columns)
    if fault.notes:
        text = f"{text} {IMPOSSIBLE.format(notes='; '.join(fault.notes))}"
    return text


def remedy_text(fault: Fault) -> str:
    """How to put it right, in plain words."""
    if not fault.remedy.steps:
        return NO_REMEDY
    steps = ", then ".join(step_text(step) for step in fault.remedy.steps)
    return REMEDY.format(steps=steps[0].upper() + steps[1:])


def step_text(step: RemedyStep) -> str:
    """One step of a remedy in plain words."""
    match step:
        case TakeOut(_, discs):
            template = TAKE_OUT_ONE if len(discs) == 1 else TAKE_OUT_SEVERAL
        case PutIn():
            template = PUT_IN
        case _:
            assert_never(step)
    names = ", ".join(NAMES[disc.player] for disc in step.discs)
    return template.format(column=column_name(step.column), count=len(step.discs), discs=names)
