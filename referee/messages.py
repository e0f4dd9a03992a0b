"""What is wrong and how to put it right, as templates with named fields. Facts come from `violation`.

They are English here and translated when they are used, into the language that the program has bound, if any.
"""

from __future__ import annotations

from functools import reduce
from typing import Final, assert_never

from referee.board import Board, column_name
from referee.translation import gettext as _
from referee.translation import ngettext
from referee.violation import Fault, PutIn, RemedyStep, TakeOut, ViolationKind

N_: Final = str
"""Marks a text that is translated where it is used."""

MESSAGES: Final = {
    ViolationKind.WRONG_ROW: N_(
        "Red and Yellow fill one row at a time: {player} may not drop into column {column} yet."
    ),
    ViolationKind.WRONG_COLOUR: N_("The disc dropped into column {column} is {other}, but {player} has to drop {due}."),
    ViolationKind.POPPED_DURING_SETUP: N_("Column {column} lost its bottom disc, but the grid is still being filled."),
    ViolationKind.NOT_YOUR_DISC: N_("{player} may pop own discs only: the one popped from column {column} is {other}."),
    ViolationKind.DROP_WITHOUT_POP: N_("A disc went into column {column}, but {player} has to pop a disc first."),
    ViolationKind.REDROP_SCORED_DISC: N_(
        "The disc dropped into column {column} has scored: it stays out, and {player} pops again."
    ),
    ViolationKind.REDROP_OWN_COLUMN: N_(
        "The disc from column {column} went back into it, but another column has room."
    ),
    ViolationKind.POP_BEFORE_REDROP: N_(
        "A disc was popped from column {column}, but {player} still has a disc to drop."
    ),
    ViolationKind.DISC_REMOVED: N_("A disc is gone from column {column}, and no pop explains it."),
    ViolationKind.BOARD_CHANGED: N_("The board changed in a way that no turn explains: {columns}."),
}
IMPOSSIBLE: Final = N_("This board cannot be: {notes}.")
PUT_IN: Final = N_("drop into column {column}, in this order: {discs}")
LET_FALL: Final = N_("push the disc that hangs in column {column} down so that it rests")
REMEDY_ALONE: Final = N_("{steps}.")
REMEDY: Final = N_("{steps}. Or press Accept to play on from the board as it is.")
EMPTY_THE_GRID: Final = N_("empty the grid")
COUNT_DISCS: Final = N_("Take out the discs that do not belong to the set.")
NO_REMEDY: Final = N_("Press Accept to play on from the board as it is.")
THEN: Final = N_("{first}, then {second}")
NAMES: Final = {"red": N_("Red"), "yellow": N_("Yellow")}


def message(fault: Fault) -> str:
    """What is wrong, in plain words."""
    player = _(NAMES[fault.player.player])
    other, due = (_(NAMES[disc.player]) for disc in (fault.wrong_disc, fault.wrong_disc.other))
    names = ", ".join(column_name(column) for column in fault.columns)
    columns = ngettext("look at column {columns}", "look at columns {columns}", len(fault.columns)).format(
        columns=names
    )
    column = "" if fault.column is None else column_name(fault.column)
    text = _(MESSAGES[fault.kind]).format(player=player, other=other, due=due, column=column, columns=columns)
    if fault.notes:
        text = f"{text} {_(IMPOSSIBLE).format(notes='; '.join(fault.notes))}"
    return text


def remedy_text(fault: Fault) -> str:
    """How to put it right, in plain words."""
    falls = [_(LET_FALL).format(column=column_name(column)) for column in fault.remedy.falling]
    steps = [*falls, *map(step_text, fault.remedy.steps)]
    takes_out = all(isinstance(step, TakeOut) for step in fault.remedy.steps)
    if len(fault.remedy.steps) > 1 and takes_out and fault.remedy.target == Board.empty():
        steps = [_(EMPTY_THE_GRID)]
    if not steps:
        return _(COUNT_DISCS if fault.notes else NO_REMEDY)
    joined = reduce(lambda first, second: _(THEN).format(first=first, second=second), steps)
    # A board that cannot be is not accepted, so that is not offered.
    return _(REMEDY_ALONE if fault.notes else REMEDY).format(steps=joined[0].upper() + joined[1:])


def step_text(step: RemedyStep) -> str:
    """One step of a remedy in plain words."""
    match step:
        case TakeOut(_, discs):
            template = ngettext(
                "push the lowest disc of column {column} out at the bottom ({discs})",
                "push the {count} lowest discs of column {column} out at the bottom ({discs})",
                len(discs),
            )
        case PutIn():
            template = _(PUT_IN)
        case _:
            assert_never(step)
    names = ", ".join(_(NAMES[disc.player]) for disc in step.discs)
    return template.format(column=column_name(step.column), count=len(step.discs), discs=names)
