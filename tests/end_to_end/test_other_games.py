"""PopOut from rendered pictures to the winner: the same eye and the same commands as for Pop 10."""

import json
from pathlib import Path

import cv2
import pytest

from firmware.cli import run
from firmware.demo.players import COLOUR, columns_of
from hardware.simulated.options import SceneOptions
from hardware.simulated.renderer import Renderer
from hardware.simulated.table import Table
from referee.position import Drop, Pop, Position
from referee.rules import POP_OUT

FPS = 8
PLAYED: list[Drop | Pop] = [Drop(0), Drop(0), Pop(0), Drop(1), Drop(6), Drop(2), Drop(6), Drop(3)]
"""Red's disc is popped, and Yellow's falls into the row that wins."""


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of PopOut as a folder of frames."""
    folder = tmp_path_factory.mktemp("popout")
    position = Position.start(POP_OUT)
    table = Table(frames_per_second=FPS, columns=columns_of(position.board))
    renderer = Renderer(SceneOptions(seed=3))
    table.wait(0.5)
    for action in PLAYED:
        if isinstance(action, Pop):
            table.pop(action.column)
        else:
            table.drop(action.column, COLOUR[position.turn])
        table.wait(0.6)
        position = position.apply(action)
    number = 0
    while table.is_busy:
        assert cv2.imwrite(str(folder / f"{number:04d}.png"), renderer.render(table.step()).pixels)
        number += 1
    return folder


def test_popout_is_refereed_from_a_recording(capsys: pytest.CaptureFixture[str], film: Path) -> None:
    assert run(["watch", str(film), "--fps", str(FPS), "--game", "popout", "--json"]) == 0
    rulings = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    wanted = ["pop" if isinstance(action, Pop) else "drop" for action in PLAYED]
    assert [ruling["ruling"] for ruling in rulings] == [*wanted, "win"]
    assert rulings[-1]["player"] == "yellow"


def test_it_is_told_in_the_words_of_popout(capsys: pytest.CaptureFixture[str], film: Path) -> None:
    assert run(["watch", str(film), "--fps", str(FPS), "--game", "popout"]) == 0
    told = [line.partition(": ")[2] for line in capsys.readouterr().out.splitlines()]
    assert told[2] == "Red pops a"
    assert told[-1] == "Yellow wins with four in a row"
