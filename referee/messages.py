"""Every text of the referee that players read, as templates with named fields.

The only place with such words, so that a translation has one place to go. Facts come from `violation`.
"""

from __future__ import annotations

from typing import Final, assert_never

from referee.board import column_name
from referee.record import HouseKind, RemarkKind, Result
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

INFERRED: Final = " (the order was not seen)"
DROPPED: Final = "{player} drops into {column}."
SETUP_COMPLETE: Final = "The grid is full: Red and Yellow now pop."
SCORED: Final = "{player} pops {column} and scores with {line}: {red}-{yellow}."
POPPED: Final = "{player} pops {column}, which scores nothing."
REDROPPED: Final = "{player} drops the disc from {origin} back into {column}."
STOPPED: Final = "{player} stops."
PASSED: Final = "{player} has no disc in the bottom row and passes."
WON: Final = "{player} wins {red}-{yellow}."
DRAWN: Final = "The game is a draw."
REVISED: Final = "The referee takes back the last {count} acts, as they were ruled wrongly."
CORRECTED: Final = "The board is legal again."
UNCLEAR: Final = "What happened is unclear; the next board or a button will tell."
ACCEPTED: Final = "The players accept the board as it is."
UNDONE: Final = "The last ruling is taken back."
NEW_GAME: Final = "A new game begins."
TURN_DECLARED: Final = "The players say that it is {player}'s turn."
SCORE_SET: Final = "The players set the score to {red}-{yellow}."
START_WORDS: Final = "Start: {position}"
REMARK_WORDS: Final = {
    RemarkKind.VIOLATION: "violation: {text}",
    RemarkKind.CORRECTED: "the board was put right",
    RemarkKind.UNCLEAR: "unclear what happened",
    RemarkKind.REVISED: "the referee took back: {text}",
    RemarkKind.UNDONE: "the players took back: {text}",
    RemarkKind.NOTE: "{text}",
}
HOUSE_WORDS: Final = {
    HouseKind.ACCEPTED: "the players accepted the board after: {text}. The game goes on from {position}",
    HouseKind.TURN: "the players declared the turn. The game goes on from {position}",
    HouseKind.SCORE: "the players set the score. The game goes on from {position}",
    HouseKind.DRAW: "the players agreed on a draw",
    HouseKind.RESIGNED: "{text} resigned",
    HouseKind.REPETITION: "drawn, as the position stood for the third time",
}
RESULT_WORDS: Final = {
    Result.RED: "Red wins {score}.",
    Result.YELLOW: "Yellow wins {score}.",
    Result.DRAW: "A draw, {score}.",
    Result.OPEN: "The game is not over; the score is {score}.",
}


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
