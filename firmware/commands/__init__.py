"""The commands. Each module holds one and imports the parts that it needs only when it runs."""

import click

from firmware.commands.bench import bench
from firmware.commands.config import config
from firmware.commands.dark import dark
from firmware.commands.demo import demo
from firmware.commands.doctor import doctor
from firmware.commands.games import games
from firmware.commands.install import install
from firmware.commands.perft import perft
from firmware.commands.play import play
from firmware.commands.read import read
from firmware.commands.record import record
from firmware.commands.render import render
from firmware.commands.rule import rule
from firmware.commands.watch import watch

COMMANDS: tuple[click.Command, ...] = (
    play,
    demo,
    read,
    watch,
    rule,
    perft,
    record,
    games,
    doctor,
    dark,
    config,
    install,
    render,
    bench,
)
"""In the order in which the help names them."""
