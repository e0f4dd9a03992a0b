"""Options and arguments that several commands share, and how their text becomes a value."""

from typing import TYPE_CHECKING

import click

from firmware.errors import UserMistakeError

if TYPE_CHECKING:
    from referee.position import Position

start_option = click.option(
    "--start", metavar="POSITION", help="Where the game stands: '<board> <turn> <phase> <score> <hand>'."
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line, and nothing else.")


def parse_start(text: str) -> "Position":
    """Read the value of `--start`.

    Raises:
        UserMistakeError: When it is no position.
    """
    from referee.errors import RefereeError
    from referee.position import Position

    try:
        return Position.parse(text)
    except RefereeError as error:
        raise UserMistakeError(f"--start: {error}") from error
