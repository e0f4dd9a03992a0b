"""The rules of play on bare integers, for the searches that look at thousands of positions.

A `State` says the same as a `Position`, in one tuple; `position` stays the readable form, and a test holds the two
against each other. States are settled: nobody is due to pop who cannot.
"""

from __future__ import annotations

from typing import Final

from referee.board import COLUMN_MASK, COLUMN_STRIDE, COLUMNS, DISCS_PER_PLAYER, GRID_MASK, ROWS, Disc
from referee.lines import BOTTOM_LINES, has_line
from referee.position import BOTTOM_ROW, Phase, Position
from referee.rules import Game, Rules

State = tuple[int, int, int, int, int, int, int]
"""(red bits, yellow bits, turn, hand, red's score, yellow's score, phase): turn 0 is Red, 1 Yellow; no hand is -1."""

SETUP: Final = 0
POP: Final = 1
REDROP: Final = 2
OVER: Final = 3
POP_OR_STOP: Final = 4
"""House rule only: as `POP`, but the turn may end here."""

PLAY: Final = 5
"""The games of lines."""

STOP: Final = -1
"""Stands for a column where the turn ends without an act."""

POPPED: Final = 8
"""In the games of lines a pop is told by its column plus this, as both acts may be possible there."""

COLUMN_OF: Final = 7
"""Mask for the column of an act in any phase."""

_PHASES: Final = {Phase.SETUP: SETUP, Phase.POP: POP, Phase.REDROP: REDROP, Phase.OVER: OVER, Phase.PLAY: PLAY}
_SHIFTS: Final = tuple(column * COLUMN_STRIDE for column in range(COLUMNS))
_COLUMN: Final = tuple(COLUMN_MASK << shift for shift in _SHIFTS)
_OTHERS: Final = tuple(GRID_MASK & ~mask for mask in _COLUMN)
_TOP: Final = tuple(1 << (shift + ROWS - 1) for shift in _SHIFTS)
_POPS: Final = tuple(
    (column, 1 << _SHIFTS[column], _COLUMN[column], _OTHERS[column], BOTTOM_LINES[column]) for column in range(COLUMNS)
)
_DROPS: Final = tuple((column, _COLUMN[column], _TOP[column], 1 << _SHIFTS[column]) for column in range(COLUMNS))
TOP_ROW: Final = sum(_TOP)


def state_of(position: Position) -> State:
    """The state that says the same as a settled position."""
    board, score = position.board, position.score
    phase = POP_OR_STOP if position.may_stop else _PHASES[position.phase]
    turn = 0 if position.turn is Disc.RED else 1
    hand = -1 if position.hand is None else position.hand
    return board.red, board.yellow, turn, hand, score.red, score.yellow, phase


def successors(state: State, rules: Rules) -> list[tuple[int, State]]:
    """Every legal action as its column, with the state it leads to; passes are made.

    An action without a column is `STOP`; a pop in the games of lines is its column plus `POPPED`.
    """
    red, yellow, turn, hand, red_score, yellow_score, phase = state
    found: list[tuple[int, State]] = []
    if phase == REDROP:
        occupied = red | yellow
        open_columns = ~occupied & TOP_ROW
        if not rules.own_column_always and open_columns != _TOP[hand]:
            open_columns &= ~_TOP[hand]
        for column, mask, top, bottom in _DROPS:
            if open_columns & top:
                disc = ((occupied & mask) + bottom) & mask
                if turn:
                    found.append((column, _due(red, yellow | disc, 0, red_score, yellow_score)))
                else:
                    found.append((column, _due(red | disc, yellow, 1, red_score, yellow_score)))
        return found
    if phase in (POP, POP_OR_STOP):
        own = yellow if turn else red
        for column, bottom, mask, others, lines in _POPS:
            if not own & bottom:
                continue
            fallen_red = red & others | (red & mask) >> 1 & mask
            fallen_yellow = yellow & others | (yellow & mask) >> 1 & mask
            for line in lines:
                if own & line == line:
                    child = _scored(fallen_red, fallen_yellow, turn, column, red_score, yellow_score, rules)
                    break
            else:
                child = (fallen_red, fallen_yellow, turn, column, red_score, yellow_score, REDROP)
            found.append((column, child))
        if phase == POP_OR_STOP:
            found.append((STOP, _due(red, yellow, 1 - turn, red_score, yellow_score)))
        return found
    if phase == SETUP:
        return _setup(red, yellow, turn, rules)
    if phase == PLAY:
        return _lines(red, yellow, turn, rules)
    return found


def count_actions(state: State, rules: Rules) -> int:
    """How many legal actions a state has, without playing them."""
    red, yellow, turn, _, _, _, phase = state
    if phase == POP:
        return ((yellow if turn else red) & BOTTOM_ROW).bit_count()
    if phase == REDROP:
        room = (~(red | yellow) & TOP_ROW).bit_count()
        return room if room == 1 or rules.own_column_always else room - 1
    return len(successors(state, rules))


def _due(red: int, yellow: int, turn: int, red_score: int, yellow_score: int) -> State:
    """The state in which a player is due to pop, or who comes instead."""
    if not (yellow if turn else red) & BOTTOM_ROW:
        if not (red if turn else yellow) & BOTTOM_ROW:
            return red, yellow, turn, -1, red_score, yellow_score, OVER
        turn = 1 - turn
    return red, yellow, turn, -1, red_score, yellow_score, POP


def _scored(red: int, yellow: int, turn: int, column: int, red_score: int, yellow_score: int, rules: Rules) -> State:
    """The state after a scoring pop; the discs have fallen already."""
    if turn:
        own, red_after, yellow_after = yellow, red_score, yellow_score + 1
    else:
        own, red_after, yellow_after = red, red_score + 1, yellow_score
    if (yellow_after if turn else red_after) >= rules.points_to_win:
        return red, yellow, turn, -1, red_after, yellow_after, OVER
    if own & BOTTOM_ROW:
        phase = POP_OR_STOP if rules.may_stop_after_scoring else POP
        return red, yellow, turn, -1, red_after, yellow_after, phase
    if rules.last_scored_goes_back:
        return red, yellow, turn, column, red_score, yellow_score, REDROP
    return _due(red, yellow, turn, red_after, yellow_after)


def _setup(red: int, yellow: int, turn: int, rules: Rules) -> list[tuple[int, State]]:
    occupied = red | yellow
    row = BOTTOM_ROW
    while occupied & row == row:
        row <<= 1
    puts_yellow = bool(turn) != rules.fill_with_opponents_discs
    if (yellow if puts_yellow else red).bit_count() == DISCS_PER_PLAYER:
        puts_yellow = not puts_yellow
    found = []
    for column, mask, _, _ in _DROPS:
        disc = row & mask & ~occupied
        if not disc:
            continue
        red_after, yellow_after = (red, yellow | disc) if puts_yellow else (red | disc, yellow)
        if red_after | yellow_after == GRID_MASK:
            starts = 0 if rules.starts is Disc.RED else 1
            found.append((column, _due(red_after, yellow_after, starts, 0, 0)))
        else:
            found.append((column, (red_after, yellow_after, 1 - turn, -1, 0, 0, SETUP)))
    return found


def _lines(red: int, yellow: int, turn: int, rules: Rules) -> list[tuple[int, State]]:
    occupied = red | yellow
    own = yellow if turn else red
    found = []
    if own.bit_count() < DISCS_PER_PLAYER:
        for column, mask, top, bottom in _DROPS:
            if not occupied & top:
                disc = ((occupied & mask) + bottom) & mask
                red_after, yellow_after = (red, yellow | disc) if turn else (red | disc, yellow)
                found.append((column, _after_line(red_after, yellow_after, turn, rules)))
    if rules.game is Game.POP_OUT:
        for column, bottom, mask, others, _ in _POPS:
            if own & bottom:
                red_after = red & others | (red & mask) >> 1 & mask
                yellow_after = yellow & others | (yellow & mask) >> 1 & mask
                found.append((column + POPPED, _after_line(red_after, yellow_after, turn, rules)))
    return found


def _after_line(red: int, yellow: int, turn: int, rules: Rules) -> State:
    if has_line(red) or has_line(yellow) or _is_stuck(red, yellow, 1 - turn, rules):
        return red, yellow, turn, -1, 0, 0, OVER
    return red, yellow, 1 - turn, -1, 0, 0, PLAY


def _is_stuck(red: int, yellow: int, turn: int, rules: Rules) -> bool:
    own = yellow if turn else red
    if own.bit_count() < DISCS_PER_PLAYER and ~(red | yellow) & TOP_ROW:
        return False
    return rules.game is not Game.POP_OUT or not own & BOTTOM_ROW
