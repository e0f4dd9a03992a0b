"""Folders of frames and videos as numbered pictures with times."""

import errno
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.errors import SourceError
from firmware.recordings import DEFAULT_FPS, open_recording


def paint(path: Path, level: int) -> None:
    assert cv2.imwrite(str(path), np.full((48, 64, 3), level, np.uint8))


def video(path: Path, frames: int, fps: float) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (64, 48))
    assert writer.isOpened()
    for number in range(frames):
        writer.write(np.full((48, 64, 3), 20 * number % 256, np.uint8))
    writer.release()
    return path


def test_a_folder_gives_its_pictures_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name, level in (("b.png", 20), ("a.png", 10), ("c.PNG", 30)):
        paint(tmp_path / name, level)
    (tmp_path / "truth.json").write_text("{}")
    shots = list(open_recording(tmp_path, 2.0).shots())
    assert [shot.number for shot in shots] == [0, 1, 2]
    assert [shot.at for shot in shots] == [0.0, 0.5, 1.0]
    assert [int(shot.bgr[0, 0, 0]) for shot in shots if shot.bgr is not None] == [10, 20, 30]


def test_a_damaged_frame_keeps_its_number_and_says_why(tmp_path: Path) -> None:
    paint(tmp_path / "0.png", 10)
    (tmp_path / "1.png").write_bytes(b"rubbish")
    paint(tmp_path / "2.png", 30)
    shots = list(open_recording(tmp_path, None).shots())
    assert [shot.bgr is None for shot in shots] == [False, True, False]
    assert "1.png" in shots[1].trouble
    assert shots[2].at == 2 / DEFAULT_FPS


def test_a_video_gives_every_frame_at_its_own_rate(tmp_path: Path) -> None:
    shots = list(open_recording(video(tmp_path / "a.avi", 6, 4.0), None).shots())
    assert [shot.at for shot in shots] == [number / 4.0 for number in range(6)]
    assert [round(float(shot.bgr.mean()) / 20) for shot in shots if shot.bgr is not None] == list(range(6))


def test_another_rate_can_be_told(tmp_path: Path) -> None:
    shots = list(open_recording(video(tmp_path / "a.avi", 3, 4.0), 10.0).shots())
    assert [shot.at for shot in shots] == [0.0, 0.1, 0.2]


def test_a_video_that_is_cut_short_says_how_many_frames_are_missing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = video(tmp_path / "whole.avi", 44, 4.0)
    data = whole.read_bytes()
    cut = tmp_path / "cut.avi"
    cut.write_bytes(data[: len(data) // 2])
    *shots, last = open_recording(cut, None).shots()
    assert 10 < len(shots) < 35
    assert all(shot.bgr is not None for shot in shots)
    assert (last.number, last.bgr) == (len(shots), None)
    assert last.trouble == f"{cut}: only {len(shots)} of 44 frames can be read; it is cut short or damaged"
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("off", [-2, 0, 1, 2])
def test_a_header_that_is_off_by_a_frame_or_two_is_believed(tmp_path: Path, off: int) -> None:
    file = video(tmp_path / "a.avi", 6, 4.0)
    data = bytearray(file.read_bytes())
    header, stream = data.index(b"avih") + 8 + 16, data.index(b"strh") + 8 + 32
    for place in (header, stream):
        assert int.from_bytes(data[place : place + 4], "little") == 6
        data[place : place + 4] = (6 + off).to_bytes(4, "little")
    file.write_bytes(data)
    assert cv2.VideoCapture(str(file)).get(cv2.CAP_PROP_FRAME_COUNT) == 6 + off
    assert [shot.trouble for shot in open_recording(file, None).shots()] == [""] * 6


@pytest.mark.parametrize("content", [b"", b"hello\n", b"RIFF\x00\x00\x00\x00AVI LIST"])
def test_a_file_that_is_no_video_is_refused_in_silence_but_for_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], content: bytes
) -> None:
    file = tmp_path / "a.avi"
    file.write_bytes(content)
    with pytest.raises(SourceError, match=r"a\.avi"):
        open_recording(file, None)
    assert capfd.readouterr().err == ""


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no pictures"):
        open_recording(tmp_path, None)


def test_a_single_picture_is_no_recording(tmp_path: Path) -> None:
    paint(tmp_path / "a.png", 10)
    with pytest.raises(SourceError, match="pop10 read"):
        open_recording(tmp_path / "a.png", None)


@pytest.mark.parametrize(("name", "reason"), [("a" * 300, "File name too long"), ("a\0b", "null")])
def test_a_name_that_nothing_can_have_is_no_recording(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(SourceError, match=f"cannot be read: .*{reason}"):
        open_recording(tmp_path / name, None)


def test_what_may_not_be_looked_at_is_no_recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, **_options: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "stat", refuse)
    with pytest.raises(SourceError, match=r"a\.avi: cannot be read: Permission denied"):
        open_recording(tmp_path / "a.avi", None)
