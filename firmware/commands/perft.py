"""`pop10 perft`: count the legal action sequences of one length."""

import click

from firmware.commands.options import parse_start, start_option
from firmware.output import write_line


@click.command()
@click.argument("depth", type=click.IntRange(min=0))
@start_option
def perft(depth: int, start: str | None) -> None:
    """Count the legal action sequences of DEPTH actions.

    A drop, a pop and a redrop are one action each; a pass is none. The last word printed is the number.
    """
    from referee.perft import perft as count
    from referee.position import Position

    position = Position.start() if start is None else parse_start(start)
    write_line(f"depth {depth}: {count(position, depth)}")
