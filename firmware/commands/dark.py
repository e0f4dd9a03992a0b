"""`pop10 dark`: make the strip dark, which keeps its last light when a program dies."""

from pathlib import Path

import click

from firmware.commands.values import FileName
from firmware.output import complain, write_line

EXIT_NO_STRIP = 1


@click.command()
@click.option("--config", "config_file", type=FileName(), help="Settings file instead of the usual one.")
@click.pass_context
def dark(context: click.Context, config_file: Path | None) -> None:
    """Make the strip dark: the service does so when it has ended, however it ended."""
    from firmware.config import load
    from firmware.wiring import strip_wiring
    from hardware.errors import HardwareError
    from hardware.probe import StripDriver, choose, probe

    settings = load(config_file).strip
    wiring = strip_wiring(settings)
    if settings.driver == "none":
        write_line("strip: none, as the settings say")
        return
    # A try opens the strip, which makes it dark, in a process of its own.
    if settings.driver != "auto":
        tried = probe(StripDriver(settings.driver), wiring, settings.data_pin)
        if not tried.works:
            complain(f"pop10 dark: {tried.sentence}")
            context.exit(EXIT_NO_STRIP)
        write_line(f"{tried.sentence}; it is dark")
        return
    try:
        write_line(f"{choose(wiring, settings.data_pin).reason}; it is dark")
    except HardwareError as error:
        complain(f"pop10 dark: {error}")
        context.exit(EXIT_NO_STRIP)
