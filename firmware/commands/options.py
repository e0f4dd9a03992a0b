"""Options and arguments that several commands share, and how their text becomes a value."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware.errors import UserMistakeError

if TYPE_CHECKING:
    from referee.position import Position

start_option = click.option(
    "--start", metavar="POSITION", help="Where the game stands: '<board> <turn> <phase> <score> <hand>'."
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line, and nothing else.")

journal_option = click.option(
    "--journal",
    "journal_file",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where games are kept, instead of the usual place.",
)
host_option = click.option("--host", metavar="NAME", help="Where the page listens: a number or a name of this machine.")
port_option = click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="Its port; 0 takes any that is free. Without it 8010, or any when that is taken.",
)

GAMES = ("pop-10", "four-in-a-row", "popout")
game_option = click.option(
    "--game", type=click.Choice(GAMES), default="pop-10", help="Which game of the set is played."
)


def start_position(start: str | None, game: str) -> "Position":
    """Where a game begins: at the value of `--start`, else with the empty grid of the value of `--game`.

    Raises:
        UserMistakeError: When `--start` is no position of that game.
    """
    from referee.position import Position
    from referee.rules import Game, Rules

    return Position.start(Rules(game=Game(game))) if start is None else parse_start(start, game)


def parse_start(text: str, game: str = "pop-10") -> "Position":
    """Read the value of `--start`.

    Raises:
        UserMistakeError: When it is no position.
    """
    from referee.errors import RefereeError
    from referee.position import Position
    from referee.rules import Game, Rules

    try:
        return Position.parse(text, Rules(game=Game(game)))
    except RefereeError as error:
        raise UserMistakeError(f"--start: {error}") from error
