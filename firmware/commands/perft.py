"""`pop10 perft`: count the legal action sequences of one length."""

import click

from firmware.commands.options import game_option, house_option, start_option, start_position
from firmware.commands.values import WholeNumber
from firmware.output import write_line

MOST_ACTIONS = 100
"""Far beyond what can be counted in a lifetime; the count goes as deep as the interpreter's stack."""


@click.command()
@click.argument("depth", type=WholeNumber(min=0, max=MOST_ACTIONS))
@start_option
@game_option
@house_option
def perft(depth: int, start: str | None, game: str | None, house: tuple[str, ...]) -> None:
    """Count the legal action sequences of DEPTH actions.

    A drop, a pop and a redrop are one action each; a pass is none. The last word printed is the number.
    """
    from firmware.rule_choice import chosen_rules
    from referee.perft import perft as count

    write_line(f"depth {depth}: {count(start_position(start, chosen_rules(game, house)), depth)}")
