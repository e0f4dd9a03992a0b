"""What the set-up page says: how the camera is aimed, what is wrong with angle and light, which LED is lit."""

from typing import assert_never

from firmware.patterns import COLUMNS, RED_SCORE, YELLOW_SCORE
from referee.board import column_name
from referee.translation import gettext as _
from vision.aim import Aimed, AimFault, NotAimed
from vision.located import NotLocatedReason
from vision.seen import BoardHidden, BoardLost, BoardSeen, LostReason, Observation


def verdict(aim: Aimed | NotAimed, observation: Observation) -> str:
    """How it stands, in one sentence."""
    if isinstance(aim, NotAimed):
        return _reason(aim.reason)
    match observation:
        case BoardSeen():
            return _("The grid is found, and every cell is read.")
        case BoardHidden():
            return _("The grid is found, but something is in front of it, or the light is too poor to tell the discs.")
        case BoardLost(reason=LostReason.NOT_READ):
            return _("The grid is found, but what lies in it cannot be told: more even light from the front helps.")
        case BoardLost():
            return _("A grid is found, but it does not show the board that was seen last.")
        case _:
            assert_never(observation)


def advice(aim: Aimed | NotAimed) -> list[str]:
    """What is wrong, a sentence each with what to do about it; the worst first."""
    return [_fault(fault) for fault in aim.faults]


def led_name(number: int) -> str:
    """Where an LED is.

    Args:
        number: From 0, as patterns count them.
    """
    if number in RED_SCORE:
        return _("Red's point {number}").format(number=RED_SCORE.index(number) + 1)
    if number in YELLOW_SCORE:
        return _("Yellow's point {number}").format(number=YELLOW_SCORE.index(number) + 1)
    return _("column {column}").format(column=column_name(COLUMNS.index(number)))


def _reason(reason: NotLocatedReason) -> str:
    match reason:
        case NotLocatedReason.TOO_SMALL:
            return _("The picture is too small to find a grid in it.")
        case NotLocatedReason.NOTHING_LIKE_A_LATTICE:
            return _("No grid is found: let the camera look straight at the whole board, with light from the front.")
        case NotLocatedReason.POOR_FIT:
            return _("Something like a grid is found, but not 7 by 6 holes: is the whole board in the picture?")
        case NotLocatedReason.OUT_OF_VIEW:
            return _("The board is not wholly in the picture.")
        case NotLocatedReason.RIMS_NOT_THERE:
            return _("The board is not where it was, or something is in front of it.")
        case _:
            assert_never(reason)


def _fault(fault: AimFault) -> str:
    match fault:
        case AimFault.TOO_SMALL:
            return _("The board is small in the picture: bring the camera closer.")
        case AimFault.CUT_OFF:
            return _("The board reaches the edge of the picture: move the camera back, or turn it to the board.")
        case AimFault.LEANING:
            return _("The picture leans: turn the camera until the rows are level.")
        case AimFault.FROM_THE_SIDE:
            return _("The camera looks from the side: bring it in front of the middle column.")
        case AimFault.FROM_ABOVE_OR_BELOW:
            return _("The camera looks steeply from above or below: bring it to the height of the board.")
        case AimFault.DARK:
            return _("It is dark: more light on the board helps.")
        case AimFault.GLARE:
            return _("A lamp shines back from the board: move the lamp, or turn the board a little.")
        case AimFault.UNEVEN_LIGHT:
            return _("One part of the board is much brighter than another: light from the front, not from the side.")
        case AimFault.AGAINST_THE_LIGHT:
            return _("The board stands against the light: close the curtain behind it, or turn it round.")
        case AimFault.BLURRED:
            return _("The picture is blurred: focus the camera, clean its lens, or fix it so that it does not shake.")
        case _:
            assert_never(fault)
