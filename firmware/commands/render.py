"""`pop10 render`: labelled pictures from the simulated camera."""

from pathlib import Path

import click

from firmware.commands.values import FileName, WholeNumber
from firmware.errors import UserMistakeError
from firmware.output import write_line


@click.command()
@click.option("--out", type=FileName(), required=True, help="Folder for the pictures and labels.json.")
@click.option("--count", type=WholeNumber(min=1), default=20, show_default=True, help="How many pictures.")
@click.option("--seed", type=WholeNumber(min=0), default=0, show_default=True, help="The first picture's seed.")
def render(out: Path, count: int, seed: int) -> None:
    """Write pictures of random boards in random looks, with the truth about each in labels.json."""
    from hardware.simulated.stills import write

    try:
        labels = write(out, count, seed)
    except OSError as error:
        raise UserMistakeError(f"--out {out}: cannot be written: {error.strerror or error}") from error
    write_line(f"{count} pictures, labels in {labels}")
