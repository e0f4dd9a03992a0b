"""`pop10 install`: make a Raspberry Pi a table that referees itself."""

import os
import sys
from pathlib import Path

import click


@click.command()
@click.option("--yes", "is_agreed", is_flag=True, help="Do it without asking.")
@click.option("--undo", "is_removal", is_flag=True, help="Take back what an installation did.")
@click.pass_context
def install(context: click.Context, is_agreed: bool, is_removal: bool) -> None:
    """Make this Raspberry Pi a table that referees itself from its start on.

    Packages of the system, groups, SPI, Python environment, service: everything is told, and asked about, before it is
    done. ./pop10 does this without an environment, which on a new computer cannot be made yet.
    """
    from firmware.installing import main

    environment = os.environ.get("POP10_VENV", sys.prefix)
    options = ["--yes"] * is_agreed + ["--undo"] * is_removal
    context.exit(main([str(Path(__file__).parents[2]), environment, *options]))
