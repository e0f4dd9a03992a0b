"""Picture files of every kind become BGR pictures, and everything else a reason; nothing chatters on standard error."""

import errno
import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from firmware.errors import PictureError
from firmware.pictures import read_picture


def sample() -> NDArray[np.uint8]:
    """A picture that looks different whichever way it is turned."""
    picture = np.zeros((40, 60, 3), np.uint8)
    picture[:, 30:] = (200, 100, 50)
    picture[30:] = (10, 20, 240)
    return picture


def write(path: Path, picture: NDArray[np.generic]) -> Path:
    assert cv2.imwrite(str(path), picture)
    return path


def test_colours_come_out_as_they_are(tmp_path: Path) -> None:
    assert np.array_equal(read_picture(write(tmp_path / "a.png", sample())), sample())


def test_sixteen_bits_are_scaled_down(tmp_path: Path) -> None:
    wide = sample().astype(np.uint16) * 257
    assert np.array_equal(read_picture(write(tmp_path / "a.png", wide)), sample())


def test_grey_is_spread_over_three_channels(tmp_path: Path) -> None:
    read = read_picture(write(tmp_path / "a.png", sample()[:, :, 0]))
    assert read.shape == (40, 60, 3)
    assert np.array_equal(read[:, :, 2], sample()[:, :, 0])


def test_transparency_is_dropped(tmp_path: Path) -> None:
    clear = np.dstack([sample(), np.full((40, 60), 128, np.uint8)])
    assert np.array_equal(read_picture(write(tmp_path / "a.png", clear)), sample())


def test_a_picture_that_lies_on_its_side_by_exif_is_set_upright(tmp_path: Path) -> None:
    file = write(tmp_path / "a.jpg", sample())
    plain = file.read_bytes()
    tiff = b"MM\x00*\x00\x00\x00\x08" + struct.pack(">HHHIHH", 1, 0x0112, 3, 1, 6, 0) + b"\x00" * 4
    exif = b"Exif\x00\x00" + tiff
    file.write_bytes(plain[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + plain[2:])
    read = read_picture(file)
    assert read.shape == (60, 40, 3)
    assert np.abs(read.astype(int) - cv2.rotate(sample(), cv2.ROTATE_90_CLOCKWISE)).mean() < 10


def png_of_size(width: int, height: int) -> bytes:
    """A small file that claims to be a large picture."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\x00" * 100)) + chunk(b"IEND", b"")


def broken_png() -> bytes:
    encoded = cv2.imencode(".png", np.arange(60_000, dtype=np.uint32).astype(np.uint8).reshape(100, 200, 3))[1]
    data = bytearray(encoded.tobytes())
    data[60:90] = b"\x00" * 30
    return bytes(data)


BAD = {
    "empty.png": (b"", "not-an-image", "empty"),
    "text.jpg": (b"hello\n", "not-an-image", "no picture"),
    "binary.webp": (bytes(range(256)) * 4, "not-an-image", "no picture"),
    "cut.jpg": (b"\xff\xd8\xff\xe0\x00\x10JFIF", "not-an-image", "picture"),
    "broken.png": (broken_png(), "not-an-image", "picture"),
    "huge.png": (png_of_size(60_000, 60_000), "too-large", "pixels"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_gives_no_picture_says_why_in_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str
) -> None:
    content, kind, words = BAD[name]
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(PictureError, match=words) as refused:
        read_picture(file)
    assert refused.value.kind == kind
    assert str(file) in str(refused.value)
    assert "\n" not in str(refused.value)
    assert capfd.readouterr().err == "", "the libraries under OpenCV chatter"


def test_a_missing_file_and_a_folder_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(PictureError) as missing:
        read_picture(tmp_path / "a.png")
    assert missing.value.kind == "missing"
    with pytest.raises(PictureError, match="folder") as folder:
        read_picture(tmp_path)
    assert folder.value.kind == "not-an-image"


def test_the_first_part_of_a_picture_is_called_damaged(tmp_path: Path) -> None:
    whole = write(tmp_path / "a.png", sample()).read_bytes()
    cut = tmp_path / "cut.png"
    cut.write_bytes(whole[:30])
    with pytest.raises(PictureError, match="damaged picture") as refused:
        read_picture(cut)
    assert refused.value.kind == "not-an-image"


@pytest.mark.parametrize(
    ("kind", "told"),
    [(np.float32, "32-bit floating-point numbers"), (np.float64, "64-bit floating"), (np.int32, "32-bit whole")],
)
def test_a_sound_picture_of_unsupported_pixels_is_not_called_damaged(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], kind: type[np.generic], told: str
) -> None:
    file = write(tmp_path / "a.tiff", sample().astype(kind))
    with pytest.raises(PictureError, match=f"has pixels of {told}.* 8 or 16 bits") as refused:
        read_picture(file)
    assert refused.value.kind == "not-an-image"
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2])
    with pytest.raises(PictureError, match="damaged picture"):
        read_picture(file)
    assert capfd.readouterr().err == ""


def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jpg"
    os.mkfifo(pipe)
    for endless in (pipe, Path("/dev/zero")):
        with pytest.raises(PictureError, match="a device or a pipe"):
            read_picture(endless)


def refuse_entry(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let nobody look into a folder, as its permissions would let nobody but root."""
    look = os.stat

    def stat(path: str | Path, **options: object) -> os.stat_result:
        if folder in Path(path).parents:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return look(path, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "stat", stat)


def test_a_folder_that_may_not_be_entered_gives_no_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    file = write(closed / "a.png", sample())
    refuse_entry(monkeypatch, closed)
    with pytest.raises(PictureError, match=r"a\.png: cannot be read: Permission denied") as refused:
        read_picture(file)
    assert refused.value.kind == "unreadable"


@pytest.mark.parametrize(("name", "reason"), [("a" * 300, "File name too long"), ("a\0b", "null")])
def test_a_name_that_no_file_can_have_gives_no_picture(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(PictureError, match=f"cannot be read: .*{reason}") as refused:
        read_picture(tmp_path / name)
    assert refused.value.kind == "unreadable"
