"""Every ruling has its JSON."""

from typing import get_args

import pytest

from referee.board import Board, Disc
from referee.position import Position, Score
from referee.ruling import (
    Accepted,
    Corrected,
    Drawn,
    Dropped,
    Ending,
    NewGame,
    Passed,
    Popped,
    Redropped,
    Revised,
    Ruling,
    ScoreSet,
    SetupComplete,
    Stopped,
    TurnDeclared,
    Unclear,
    Undone,
    Violation,
    Won,
    as_json,
)
from referee.violation import Fault, Remedy, ViolationKind

AT = Position.start()
FAULT = Fault(ViolationKind.WRONG_ROW, Disc.RED, 2, None, ((2, 1),), (2,), Remedy((), Board.empty()))
EVERY: list[tuple[Ruling, dict[str, object]]] = [
    (Dropped(AT, Disc.RED, 3, 0), {"ruling": "drop", "player": "red", "column": "d", "row": 1}),
    (Dropped(AT, Disc.RED, 3, 0, inferred=True), {"ruling": "drop", "order": "inferred"}),
    (SetupComplete(AT), {"ruling": "setup-complete"}),
    (
        Popped(AT, Disc.YELLOW, 0, True, Score(1, 2), ((0, 0), (1, 0), (2, 0), (3, 0))),
        {
            "ruling": "pop",
            "player": "yellow",
            "column": "a",
            "scored": True,
            "score": {"red": 1, "yellow": 2},
            "line": ["a1", "b1", "c1", "d1"],
        },
    ),
    (Popped(AT, Disc.YELLOW, 0, False, Score(1, 2), ()), {"scored": False, "line": []}),
    (Redropped(AT, Disc.RED, 1, 6, 5), {"ruling": "redrop", "player": "red", "from": "b", "column": "g", "row": 6}),
    (Stopped(AT, Disc.RED), {"ruling": "stop", "player": "red"}),
    (Passed(AT, Disc.RED), {"ruling": "pass", "player": "red"}),
    (Won(AT, Disc.RED, Score(10, 2)), {"ruling": "win", "player": "red", "score": {"red": 10, "yellow": 2}}),
    (Won(AT, Disc.RED, Score(1, 2), Ending.RESIGNED), {"ruling": "win", "by": "resigned"}),
    (Drawn(AT), {"ruling": "draw"}),
    (Drawn(AT, Ending.AGREED), {"ruling": "draw", "by": "agreed"}),
    (Violation(AT, FAULT), {"ruling": "violation", "kind": "wrong-row", "player": "red", "column": "c", "rule": 1}),
    (Corrected(AT), {"ruling": "corrected"}),
    (Unclear(AT, (AT, AT)), {"ruling": "unclear", "candidates": [str(AT), str(AT)]}),
    (Revised(AT, 2), {"ruling": "revised", "taken_back": 2}),
    (Revised(AT, 2, "turn 3 does not fit"), {"ruling": "revised", "misfit": "turn 3 does not fit"}),
    (Accepted(AT), {"ruling": "accepted"}),
    (Accepted(AT, FAULT), {"ruling": "accepted", "kind": "wrong-row"}),
    (Undone(AT), {"ruling": "undone"}),
    (NewGame(AT), {"ruling": "new-game"}),
    (TurnDeclared(AT, Disc.YELLOW), {"ruling": "turn", "player": "yellow"}),
    (ScoreSet(AT, Score(3, 4)), {"ruling": "score", "score": {"red": 3, "yellow": 4}}),
]


@pytest.mark.parametrize(("ruling", "wanted"), EVERY, ids=lambda value: type(value).__name__)
def test_a_ruling_has_the_keys_of_the_contract(ruling: Ruling, wanted: dict[str, object]) -> None:
    result = as_json(ruling)
    assert {key: result[key] for key in wanted} == wanted
    assert result["position"] == str(AT)


def test_no_ruling_is_left_out_here() -> None:
    assert {type(ruling) for ruling, _ in EVERY} == set(get_args(Ruling))
