"""`pop10 read` and `pop10 watch` on rendered pictures, and on everything that is none."""

import errno
import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.cli import run
from firmware.demo.account import due_rulings
from firmware.demo.players import COLOUR, columns_of
from firmware.demo.script import Act, Script, write_script
from hardware.simulated.options import SceneOptions
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Scene
from hardware.simulated.table import Table
from referee.board import Board
from referee.position import Pop

FULL = Board.parse("YRYYRRR/YYRRYRR/YRYRRRR/YYRYRYR/RYYYRRY/YYRRYYY")
FPS = 8


def write(path: Path, board: Board) -> Path:
    pixels = Renderer(SceneOptions(seed=3)).render(Scene.of_columns(columns_of(board))).pixels
    assert cv2.imwrite(str(path), pixels)
    return path


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Script]:
    """The first actions of a stored game as a folder of frames."""
    folder = tmp_path_factory.mktemp("film")
    game = write_script(1, stored=True)
    script = Script(game.start, game.steps[:5])
    table = Table(frames_per_second=FPS, columns=columns_of(script.start.board))
    renderer = Renderer(SceneOptions(seed=3))
    table.wait(0.5)
    for step in script.steps:
        assert isinstance(step, Act)
        if isinstance(step.action, Pop):
            table.pop(step.action.column)
        else:
            table.drop(step.action.column, COLOUR[step.before.turn])  # type: ignore[union-attr]
        table.wait(0.6)
    number = 0
    while table.is_busy:
        assert cv2.imwrite(str(folder / f"{number:04d}.png"), renderer.render(table.step()).pixels)
        number += 1
    return folder, script


def watched(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> list[dict[str, object]]:
    assert run(["watch", *arguments, "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return [json.loads(line) for line in captured.out.splitlines()]


def as_played(told: list[dict[str, object]], script: Script) -> bool:
    due = due_rulings(script)
    return len(told) == len(due) and all(
        all(ruling.get(key) == value for key, value in wanted.items()) for ruling, wanted in zip(told, due, strict=True)
    )


def test_a_folder_of_frames_is_refereed_from_a_told_start(
    capsys: pytest.CaptureFixture[str], film: tuple[Path, Script]
) -> None:
    folder, script = film
    told = watched(capsys, [str(folder), "--fps", str(FPS), "--start", str(script.start)])
    assert as_played(told, script)
    frames = [ruling["frame"] for ruling in told]
    assert frames == sorted(frames, key=int)  # type: ignore[call-overload]
    assert all(isinstance(frame, int) and 0 < frame < len(list(folder.iterdir())) for frame in frames)


def test_a_full_first_board_tells_the_start_itself(
    capsys: pytest.CaptureFixture[str], film: tuple[Path, Script]
) -> None:
    folder, script = film
    assert as_played(watched(capsys, [str(folder), "--fps", str(FPS)]), script)


def test_a_video_is_refereed_like_its_frames(
    capsys: pytest.CaptureFixture[str], film: tuple[Path, Script], tmp_path: Path
) -> None:
    folder, script = film
    writer = cv2.VideoWriter(str(tmp_path / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (640, 480))
    for file in sorted(folder.iterdir()):
        frame = cv2.imread(str(file))
        assert frame is not None
        writer.write(frame)
    writer.release()
    assert as_played(watched(capsys, [str(tmp_path / "film.avi"), "--start", str(script.start)]), script)


def test_a_damaged_frame_is_named_and_the_rest_is_refereed(
    capsys: pytest.CaptureFixture[str], film: tuple[Path, Script], tmp_path: Path
) -> None:
    folder, script = film
    for file in folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "0001.png").write_bytes(b"rubbish")
    assert run(["watch", str(tmp_path), "--fps", str(FPS), "--start", str(script.start), "--json"]) == 1
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert "0001.png" in captured.err
    assert as_played([json.loads(line) for line in captured.out.splitlines()], script)


def refused(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> str:
    assert run(["watch", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_a_first_board_that_does_not_tell_the_start_asks_for_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    board = FULL.popped(2).popped(2).popped(4)
    for number in range(6):
        write(tmp_path / f"{number}.png", board)
    assert "--start" in refused(capsys, [str(tmp_path)])


def test_frames_without_a_board_are_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((480, 640, 3), 90, np.uint8))
    assert "no board was found in any frame" in refused(capsys, [str(tmp_path)])
    told = refused(capsys, [str(tmp_path), "--start", f"{FULL} r pop 0-0 -"])
    assert "check --start, and that the whole board is in sight" in told


def test_a_start_that_no_frame_fits_is_told_with_the_board_that_is_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for number in range(3):
        write(tmp_path / f"{number}.png", FULL)
    told = refused(capsys, [str(tmp_path), "--start", f"{Board.empty()} r setup 0-0 -"])
    assert f"no board that fits --start was found in any frame; the last one shows {FULL}: check --start" in told


def test_frames_none_of_which_can_be_read_are_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "0.png").write_bytes(b"rubbish")
    assert run(["watch", str(tmp_path)]) == 2
    damaged, refusal = capsys.readouterr().err.splitlines()
    assert "0.png" in damaged
    assert "no frame could be read" in refusal


def test_frames_of_another_size_are_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    write(tmp_path / "0.png", FULL)
    cv2.imwrite(str(tmp_path / "1.png"), np.full((100, 100, 3), 90, np.uint8))
    assert run(["watch", str(tmp_path), "--start", f"{FULL} r pop 0-0 -"]) == 1
    told = capsys.readouterr().err
    assert "1.png" in told or "frame 1" in told
    assert told.count("\n") == 1


def test_read_answers_each_file_and_stops_at_none(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "empty.png").write_bytes(b"")
    (tmp_path / "text.jpg").write_text("hello\n")
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((480, 640), 90, np.uint8))
    cv2.imwrite(str(tmp_path / "tiny.png"), np.full((3, 3, 3), 90, np.uint8))
    names = ["empty.png", "nowhere.png", "text.jpg", "grey.png", "tiny.png"]
    files = [str(tmp_path / name) for name in names]
    good = str(write(tmp_path / "good.png", FULL))
    status = run(["read", "--json", *files, good])
    captured = capsys.readouterr()
    assert captured.err == ""
    answers = [json.loads(line) for line in captured.out.splitlines()]
    assert [answer["file"] for answer in answers] == [*files, good]
    assert [answer.get("error") for answer in answers[:5]] == [
        "not-an-image",
        "missing",
        "not-an-image",
        "no-board",
        "no-board",
    ]
    assert all("message" in answer for answer in answers[:5])
    assert status == 1
    reading = answers[-1]
    assert reading["board"] == str(FULL)
    assert len(reading["holes"]) == 42
    assert 0 <= reading["confidence"] <= 1
    assert set(reading["colours"]) == {"red", "yellow"}


def test_read_tells_people_on_standard_error_what_it_could_not_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    good = write(tmp_path / "good.png", FULL)
    assert run(["read", str(tmp_path / "nowhere.png"), str(good)]) == 1
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert captured.out.startswith(f"{good}: ")
    assert captured.out.endswith("    a b c d e f g\n")


def test_read_tells_which_file_may_not_be_read_and_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, closed = write(tmp_path / "good.png", FULL), write(tmp_path / "closed.png", FULL)
    access, read_bytes = os.access, Path.read_bytes

    def may_be(file: str, mode: int) -> bool:
        return access(file, mode) and Path(file) != closed

    def read(file: Path) -> bytes:
        if file == closed:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))
        return read_bytes(file)

    # Permissions stop nobody who runs this as root.
    monkeypatch.setattr(os, "access", may_be)
    monkeypatch.setattr(Path, "read_bytes", read)
    assert run(["read", "--json", str(good), str(closed), str(good)]) == 1
    captured = capsys.readouterr()
    assert captured.err == ""
    answers = [json.loads(line) for line in captured.out.splitlines()]
    assert [answer.get("error") for answer in answers] == [None, "unreadable", None]
    assert answers[1]["message"] == f"{closed}: cannot be read: Permission denied"
