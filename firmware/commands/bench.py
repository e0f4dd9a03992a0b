"""`pop10 bench`: measure on labelled pictures."""

from pathlib import Path

import click

from firmware.commands.options import json_option
from firmware.commands.values import FileName, WholeNumber
from firmware.output import complain, write_line

EXIT_SOME_UNREAD = 1


@click.group(no_args_is_help=False)
def bench() -> None:
    """Measure how well and how fast it works."""


@bench.command()
@click.argument("folder", type=FileName())
@click.option("--list", "listed", is_flag=True, help="Also name each picture that was not read right.")
@json_option
@click.pass_context
def vision(context: click.Context, folder: Path, listed: bool, as_json: bool) -> None:
    """Read every picture of FOLDER that its labels.json names, and count what went wrong at which stage.

    'pop10 render' writes such folders. Pictures that are missing or cannot be read are named, and the exit status is
    then 1.
    """
    from firmware.vision_bench import Outcome, Row, Summary, judge_folder, load_labels

    rows: list[Row] = []
    for row in judge_folder(folder, load_labels(folder)):
        rows.append(row)
        if row.outcome is Outcome.NO_PICTURE:
            complain(f"pop10 bench: {row.trouble}")
    summary = Summary(tuple(rows))
    if listed and not as_json:
        for row in summary.rows:
            if row.stage is not None:
                write_line(f"{row.file}: {row.outcome.value}, {row.stage.value}, {row.wrong_cells} cells wrong")
    write_line(summary.in_json() if as_json else summary.in_text())
    if summary.count(Outcome.NO_PICTURE):
        context.exit(EXIT_SOME_UNREAD)


@bench.command()
@click.option("--count", type=WholeNumber(min=1), default=200, show_default=True, help="How many games.")
@click.option(
    "--seed", type=WholeNumber(min=0), default=0, show_default=True, help="Seed of the first; the next follow."
)
def games(count: int, seed: int) -> None:
    """Play whole games before the simulated rig, each in a scene of its own, and count the right rulings."""
    from firmware.game_bench import play_game

    faultless = rulings = due = 0
    for number in range(seed, seed + count):
        outcome = play_game(number)
        faultless += outcome.fault is None
        rulings += outcome.right
        due += outcome.due
        told = outcome.fault or "all right"
        write_line(f"game {number}: {outcome.right} of {outcome.due} rulings, {outcome.frames} frames: {told}")
    write_line(f"{faultless} of {count} games without a fault; {rulings} of {due} rulings right before the first fault")
