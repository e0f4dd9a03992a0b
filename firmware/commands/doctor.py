"""`pop10 doctor`: what works here, and what to do about what does not."""

from pathlib import Path

import click

from firmware.commands.options import json_option
from firmware.commands.trials import PARTS, try_part
from firmware.commands.values import FileName
from firmware.output import write_json, write_line

EXIT_SOMETHING_FAILS = 1


@click.command()
@json_option
@click.option("--strip", is_flag=True, help="Try the strip: red, green and blue in turn, then light by light.")
@click.option("--sound", is_flag=True, help="Try the buzzer: every tune, with what it means.")
@click.option("--buttons", is_flag=True, help="Try the buttons: says which was pressed, until each was.")
@click.option("--camera", is_flag=True, help="Try the camera: one picture, its size, and how well the grid fits.")
@click.option("--simulated", is_flag=True, help="Try the simulated devices instead.")
@click.option("--config", "config_file", type=FileName(), help="Settings file instead of the usual one.")
@click.pass_context
def doctor(context: click.Context, /, as_json: bool, simulated: bool, config_file: Path | None, **wanted: bool) -> None:
    """Look at computer, software, settings, camera, strip, pins and rights, and say what to do where it is needed.

    The exit status is 1 if something fails; what is only absent, such as a strip on a laptop, is no failure.
    With --strip, --sound, --buttons or --camera you try that part yourself, and the status is 1 if it cannot be; Ctrl-C
    ends it.
    """
    parts = [part for part in PARTS if wanted[part]]
    if parts:
        _try(context, parts, as_json=as_json, is_simulated=simulated, config_file=config_file)
        return
    if simulated or config_file is not None:
        raise click.UsageError("--simulated and --config go with --strip, --sound, --buttons or --camera")
    from firmware.doctor import State, findings

    failed = False
    for finding in findings():
        failed |= finding.state is State.FAILS
        if as_json:
            write_json(finding.in_json())
        else:
            write_line(f"{finding.state.value:<7} {finding.part:<9} {finding.found}")
            if finding.mend:
                write_line(f"{'':<17} > {finding.mend}")
    if failed:
        context.exit(EXIT_SOMETHING_FAILS)


def _try(
    context: click.Context, parts: list[str], *, as_json: bool, is_simulated: bool, config_file: Path | None
) -> None:
    from firmware.config import load

    if as_json:
        raise click.UsageError("--json is for the report; what a person tries is told in words")
    config = load(config_file)
    worked = [try_part(part, config, is_simulated=is_simulated) for part in parts]
    if not all(worked):
        context.exit(EXIT_SOMETHING_FAILS)
