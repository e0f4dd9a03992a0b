"""`pop10 doctor`: what works here, and what to do about what does not."""

import click

from firmware.commands.options import json_option
from firmware.output import write_json, write_line

EXIT_SOMETHING_FAILS = 1


@click.command()
@json_option
@click.pass_context
def doctor(context: click.Context, as_json: bool) -> None:
    """Look at computer, software, settings, camera, strip, pins and rights, and say what to do where it is needed.

    The exit status is 1 if something fails; what is only absent, such as a strip on a laptop, is no failure.
    """
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
