"""`pop10 watch`: referee a recording of a table."""

from pathlib import Path

import click

from firmware.commands.options import (
    game_option,
    house_option,
    json_option,
    parse_start,
    start_option,
)
from firmware.commands.values import FileName, Number
from firmware.output import complain, write_json, write_line

EXIT_SOME_UNREADABLE = 1


@click.command()
@click.argument("source", type=FileName())
@start_option
@game_option
@house_option
@click.option(
    "--fps",
    type=Number(max=1000),
    help="Frames taken a second: 10 by default for a folder, for a video what it says of itself.",
)
@json_option
@click.pass_context
def watch(
    context: click.Context,
    source: Path,
    start: str | None,
    game: str | None,
    house: tuple[str, ...],
    fps: float | None,
    as_json: bool,
) -> None:
    """Referee a recording: SOURCE is a video file, or a folder of frames in name order.

    Without --start the first board at rest says where the game stands: empty is the beginning of the setup, full is the
    first pop, by Red; anything else needs --start. Four in a Row and PopOut begin empty. Frames that cannot be read are
    named, and the exit status is then 1.
    """
    from firmware.recordings import open_recording
    from firmware.rule_choice import chosen_rules
    from firmware.watching import Watching
    from firmware.words import sentence
    from referee.ruling import as_json as in_json

    rules = chosen_rules(game, house)
    watching = Watching(parse_start(start, rules) if start is not None else None, rules)
    unreadable = 0
    for shot in open_recording(source, fps).shots():
        if shot.bgr is None:
            unreadable += 1
            complain(f"pop10 watch: {shot.trouble}")
            continue
        for ruling in watching.look(shot.bgr, shot.at):
            if as_json:
                write_json({**in_json(ruling), "frame": shot.number})
            else:
                write_line(f"frame {shot.number}: {sentence(ruling)}")
    watching.conclude(source)
    if unreadable:
        context.exit(EXIT_SOME_UNREADABLE)
