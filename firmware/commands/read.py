"""`pop10 read`: one photo at a time, find the grid and read it."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware.commands.options import json_option
from firmware.commands.values import FileName
from firmware.errors import PictureError
from firmware.output import complain, write_json, write_line

if TYPE_CHECKING:
    from vision.reading import Bgr
    from vision.still import StillReading

EXIT_SOME_UNREAD = 1


@click.command()
@click.argument("images", metavar="IMAGE...", type=FileName(), nargs=-1, required=True)
@json_option
@click.pass_context
def read(context: click.Context, images: tuple[Path, ...], as_json: bool) -> None:
    """Find the grid in each picture and read the board, or say why not.

    Each picture is judged for itself. The exit status is 1 if some were not read; a reading that is not sure is not
    given, since no board is better than a wrong one.
    """
    unread = 0
    for image in images:
        try:
            reading = read_file(image)
        except PictureError as error:
            unread += 1
            if as_json:
                write_json({"file": str(image), "error": error.kind, "message": str(error)})
            else:
                complain(f"pop10 read: {error}")
            continue
        if as_json:
            write_json({"file": str(image), **in_json(reading)})
        else:
            write_line(in_text(image, reading))
    if unread:
        context.exit(EXIT_SOME_UNREAD)


def read_file(image: Path) -> "StillReading":
    """Read the board in one picture file.

    Raises:
        PictureError: When the file is no picture, or the picture gives no board.
    """
    from firmware.pictures import read_picture
    from vision.errors import NotAPictureError
    from vision.still import StillReading, Unreadable, read_still

    try:
        answer: StillReading | Unreadable = read_still(read_picture(image))
    except NotAPictureError as error:
        raise PictureError("no-board", f"{image}: is too small to show a board") from error
    if isinstance(answer, StillReading):
        return answer
    raise PictureError(answer.error.value, f"{image}: {answer.message}")


def in_json(reading: "StillReading") -> dict[str, object]:
    """A reading in the keys of the outside contract; the colours are those that the discs have in the picture."""
    return {
        "board": str(reading.board),
        "holes": [[round(float(x), 2), round(float(y), 2)] for x, y in reading.lattice.holes()],
        "confidence": round(reading.confidence, 4),
        "colours": {"red": _hex(reading.cells.red_bgr), "yellow": _hex(reading.cells.yellow_bgr)},
    }


def _hex(bgr: "Bgr | None") -> str | None:
    """A colour as web pages write it, or None when there is no disc to show it."""
    return None if bgr is None else "#" + "".join(f"{min(max(round(level), 0), 255):02x}" for level in reversed(bgr))


def in_text(image: Path, reading: "StillReading") -> str:
    """A reading for people: the file, how sure it is, and the grid with its columns named."""
    from firmware.words import grid

    return f"{image}: {reading.confidence:.1%} sure\n{grid(reading.board)}"
