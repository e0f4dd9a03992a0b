"""The command `pop10`: which commands there are, and how every user's mistake is answered.

A mistake gives one line on standard error and exit status 2. An error that is nobody's mistake but ours is not caught
here: it must be seen. The commands import what they need when they run, so that `pop10 rule` starts without OpenCV.
"""

import os
import sys

import click

from firmware import VERSION
from firmware.commands import COMMANDS
from firmware.errors import UserMistakeError
from firmware.language import use_language_of_environment
from firmware.output import complain, write_line

EXIT_MISTAKE = 2
EXIT_INTERRUPTED = 130


def _show_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        write_line(f"pop10 {VERSION}")
        context.exit()


@click.group(invoke_without_command=True, context_settings={"max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Print the version and end.",
)
@click.pass_context
def pop10(context: click.Context) -> None:
    """The referee for a real table: a camera watches a four-in-a-row set with a PopOut bar and rules Pop 10."""
    if context.invoked_subcommand is None:
        write_line(context.get_help())


for _command in COMMANDS:
    pop10.add_command(_command)


def run(arguments: list[str]) -> int:
    """Run one command line and give its exit status."""
    try:
        status = pop10.main(args=arguments, prog_name="pop10", standalone_mode=False)
    except UserMistakeError as error:
        complain(f"pop10: {error}")
        return EXIT_MISTAKE
    except click.ClickException as error:
        complain(f"pop10: {_usage_message(error)}")
        return EXIT_MISTAKE
    except click.Abort:
        return EXIT_INTERRUPTED
    return status if isinstance(status, int) else 0


def _usage_message(error: click.ClickException) -> str:
    """What is wrong with a command line, and where to read on."""
    message = error.format_message().rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    where = context.command_path if context is not None else "pop10"
    return f"{message[:1].lower()}{message[1:]}; see '{where} --help'"


def main() -> None:
    """Entry point of the console script."""
    _open_missing_streams()
    use_language_of_environment()
    # A path or a name that the terminal's encoding lacks must not stop an answer.
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    sys.exit(run(sys.argv[1:]))


def _open_missing_streams() -> None:
    """Some services start programs without standard streams; what is opened next would then take their place."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(number, mode))
