"""The referee against cases made by an independent program."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.board import Board
from referee.perft import perft
from referee.position import Position
from referee.referee import Referee
from referee.ruling import as_json

CASES = Path(__file__).parent / "cases"


def cases(name: str) -> list[Any]:
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines()]


def agrees(wanted: list[dict[str, object]], got: list[dict[str, object]]) -> bool:
    return len(wanted) == len(got) and all(
        all(ruling.get(key) == value for key, value in want.items()) for want, ruling in zip(wanted, got, strict=True)
    )


@pytest.mark.parametrize(
    "case", [*cases("referee.jsonl"), *cases("missed-boards.jsonl")], ids=lambda case: case["name"]
)
def test_every_board_of_a_case_is_ruled_as_the_case_says(case: Any) -> None:
    referee = Referee(Position.parse(case["start"]))
    for at, (given, wanted) in enumerate(zip(case["inputs"], case["rulings"], strict=True)):
        got = [as_json(ruling) for ruling in referee.observe(Board.parse(given["board"]), float(at))]
        assert agrees(wanted, got), f"input {at}: wanted {wanted}, got {got}"
    end = str(referee.position)
    assert end.replace(" over ", " ? ") == case["end"].replace(" over ", " ? ")


@pytest.mark.parametrize("case", cases("perft.jsonl"), ids=lambda case: case["position"])
def test_the_number_of_action_sequences_is_the_one_of_the_table(case: Any) -> None:
    position = Position.parse(case["position"])
    assert [perft(position, depth) for depth in range(1, len(case["perft"]) + 1)] == case["perft"]
