"""Every kind of violation is called by its name, and what the remedy says puts the board right."""

import os
import random

import pytest

from referee.position import Position
from referee.referee import Referee, Standing
from referee.ruling import Corrected, Violation
from referee.violation import ViolationKind
from tests.games import random_position, scoring_pop, wrong_boards

EACH = int(os.environ.get("POP10_VIOLATIONS_EACH", "40"))
"""Positions per kind; 200 takes about a minute."""


def violated(kind: ViolationKind, rng: random.Random) -> tuple[Referee, Position, int | None, object]:
    while True:
        if kind is ViolationKind.REDROP_SCORED_DISC:
            before, position = scoring_pop(rng)
            referee = Referee(before)
            referee.observe(position.board, 0.0)
            room = [column for column in range(7) if position.board.height(column) < 6]
            choices = [(column, position.board.dropped(column, position.turn)) for column in room]
        else:
            position = random_position(rng)
            referee = Referee(position)
            choices = wrong_boards(position, kind, rng)  # type: ignore[assignment]
        if choices:
            column, board = rng.choice(choices)
            return referee, position, column, board


@pytest.mark.parametrize("kind", ViolationKind, ids=lambda kind: kind.value)
def test_a_violation_is_called_by_its_kind_and_its_remedy_leads_back(kind: ViolationKind) -> None:
    rng = random.Random(f"remedy {kind.value}")
    for number in range(EACH):
        referee, position, column, board = violated(kind, rng)
        rulings = referee.observe(board, 1.0)  # type: ignore[arg-type]
        told = f"number {number}: {position} -> {board}"
        assert len(rulings) == 1, told
        violation = rulings[0]
        assert isinstance(violation, Violation), told
        assert violation.fault.kind is kind, told
        assert column is None or violation.fault.column == column, told
        assert referee.position == position, told
        *under_way, last = violation.fault.remedy.boards(board)  # type: ignore[arg-type]
        for step in under_way:
            assert referee.observe(step, 2.0) == (), told
        assert [type(ruling) for ruling in referee.observe(last, 3.0)] == [Corrected], told
        assert last == position.board, told
        assert referee.standing is Standing.AGREED, told
