"""Pictures of every page, on a television and on a telephone, for the manual: `python -m tests.pictures [FOLDER]`.

They are made anew in `docs/pictures`, or in FOLDER, from a table that is always the same. Needs chromium.
"""

import struct
import sys
import zlib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import cv2
import numpy as np

from tests.browsing import CHROMIUM, TELEPHONE, TELEVISION, chromium
from tests.exhibit import PAGES, Exhibit, exhibit

FOLDER: Final = Path(__file__).parents[1] / "docs" / "pictures"
COLOURS: Final = 64
"""Of each picture; enough for pages of few colours, and a third of the bytes."""


def take(shown: Exhibit, folder: Path) -> list[Path]:
    """One picture of each page in each size; the files."""
    files: list[Path] = []
    with chromium() as browser:
        for size in (TELEVISION, TELEPHONE):
            with shown.entered(browser, size) as page:
                for name in PAGES:
                    shown.go(page, name)
                    file = folder / f"{name}-{size[0]}x{size[1]}.png"
                    file.write_bytes(in_few_colours(page.screenshot(animations="disabled")))
                    files.append(file)
    return files


def in_few_colours(png: bytes) -> bytes:
    """A picture as a PNG file with a palette.

    Source: W3C, Portable Network Graphics, third edition, sections 5 and 11.
    """
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    height, width = image.shape[:2]
    palette = _palette(image)
    # The nearest of the palette for each of 32 x 32 x 32 colours.
    steps = np.arange(32, dtype=np.float32) * 8 + 4
    cube = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(-1, 1, 3)
    nearest = ((cube - palette[None].astype(np.float32)) ** 2).sum(axis=2).argmin(axis=1).astype(np.uint8)
    places = (image >> 3).astype(np.int32)
    indices = nearest[(places[..., 0] * 32 + places[..., 1]) * 32 + places[..., 2]]
    rows = np.hstack([np.zeros((height, 1), np.uint8), indices])
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    colours = palette[:, ::-1].tobytes()
    chunks = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _palette(image: np.ndarray) -> np.ndarray:
    """The colours that stand for all others, BGR uint8, shape (COLOURS, 3): half of them the most frequent ones."""
    colours, counts = np.unique(image.reshape(-1, 3), axis=0, return_counts=True)
    frequent = colours[np.argsort(-counts)[: COLOURS // 2]]
    weights = np.minimum(counts, 50)
    samples = np.repeat(colours, weights, axis=0).astype(np.float32)
    samples = samples[np.random.default_rng(1).permutation(len(samples))[:20_000]]
    cv2.setRNGSeed(1)
    rest = min(COLOURS - len(frequent), len(samples))
    until = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    _, _, centres = cv2.kmeans(samples, rest, None, until, 1, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
    return np.vstack([frequent, np.clip(np.round(centres), 0, 255).astype(np.uint8)])


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


if __name__ == "__main__":
    if CHROMIUM is None:
        sys.exit("chromium is not installed: apt-get install chromium")
    where = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    where.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as kept_in, exhibit(Path(kept_in)) as shown_table:
        for written in take(shown_table, where):
            print(f"{written}: {written.stat().st_size / 1000:.0f} kB")
