"""The commands. Each module holds one and imports the parts that it needs only when it runs."""

import click

from firmware.commands.config import config
from firmware.commands.perft import perft
from firmware.commands.rule import rule

COMMANDS: tuple[click.Command, ...] = (rule, perft, config)
"""In the order in which the help names them."""
