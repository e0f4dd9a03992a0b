"""Options and arguments that several commands share, and how their text becomes a value."""

from typing import TYPE_CHECKING

import click

from firmware.commands.values import FileName, WholeNumber
from firmware.errors import UserMistakeError

if TYPE_CHECKING:
    from referee.position import Position
    from referee.rules import Rules

start_option = click.option(
    "--start", metavar="POSITION", help="Where the game stands: '<board> <turn> <phase> <score> <hand>'."
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line, and nothing else.")

journal_option = click.option(
    "--journal",
    "journal_file",
    metavar="FILE",
    type=FileName(may_be_folder=False, must_be_readable=True),
    help="Where games are kept, instead of the usual place.",
)
config_option = click.option("--config", "config_file", type=FileName(), help="Settings file instead of the usual one.")
host_option = click.option("--host", metavar="NAME", help="Where the page listens: a number or a name of this machine.")
port_option = click.option(
    "--port",
    type=WholeNumber(0, 65535),
    help="Its port; 0 takes any that is free. Without it 8010, or any when that is taken.",
)

GAMES = ("pop10", "four-in-a-row", "popout")
game_option = click.option(
    "--game", type=click.Choice(GAMES), help="Which game of the set is played, pop10 by default."
)
house_option = click.option(
    "--rule",
    "house",
    metavar="NAME[=VALUE]",
    multiple=True,
    help="A house rule, such as points_to_win=7; can be given again for another.",
)


def start_position(start: str | None, rules: "Rules") -> "Position":
    """Where a game begins: at the value of `--start`, else with the empty grid.

    Raises:
        UserMistakeError: When `--start` is no position of that game.
    """
    from referee.position import Position

    return Position.start(rules) if start is None else parse_start(start, rules)


def parse_start(text: str, rules: "Rules") -> "Position":
    """Read the value of `--start`.

    Raises:
        UserMistakeError: When it is no position of that game.
    """
    from referee.errors import RefereeError
    from referee.position import Position

    try:
        return Position.parse(text, rules)
    except RefereeError as error:
        raise UserMistakeError(f"--start: {error}") from error
