"""`pop10 bench`: measure on labelled pictures."""

from pathlib import Path

import click

from firmware.commands.options import json_option
from firmware.output import write_line


@click.group(no_args_is_help=False)
def bench() -> None:
    """Measure how well and how fast it works."""


@bench.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--list", "listed", is_flag=True, help="Also name each picture that was not read right.")
@json_option
def vision(folder: Path, listed: bool, as_json: bool) -> None:
    """Read every picture of FOLDER that its labels.json names, and count what went wrong at which stage.

    'pop10 render' writes such folders.
    """
    from firmware.vision_bench import Summary, judge_folder, load_labels

    summary = Summary(tuple(judge_folder(folder, load_labels(folder))))
    if listed and not as_json:
        for row in summary.rows:
            if row.stage is not None:
                write_line(f"{row.file}: {row.outcome.value}, {row.stage.value}, {row.wrong_cells} cells wrong")
    write_line(summary.in_json() if as_json else summary.in_text())
