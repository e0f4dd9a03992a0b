"""`pop10 rule`: the referee without a camera, one JSON object a line in, one JSON array a line out."""

import json
import sys
from typing import TYPE_CHECKING

import click

from firmware.commands.options import game_option, house_option, start_option, start_position
from firmware.errors import UserMistakeError
from firmware.output import complain, write_json

if TYPE_CHECKING:
    from referee.referee import Referee
    from referee.ruling import Ruling

EXIT_MISTAKE = 2
QUOTE_LENGTH = 60


@click.command()
@start_option
@game_option
@house_option
@click.pass_context
def rule(context: click.Context, start: str | None, game: str | None, house: tuple[str, ...]) -> None:
    """Referee boards and buttons from standard input, one JSON object a line.

    \b
    {"board": "<board text>"}   the board as it stands still now
    {"button": "accept"}        also "undo" and "new-game"

    Each line, also one that cannot be understood, is answered by one JSON array of rulings; what was wrong with it is
    said on standard error, and the exit status is then 2.
    """  # noqa: D301 - click wants the backspace itself
    from firmware.rule_choice import chosen_rules
    from referee.referee import Referee
    from referee.ruling import as_json

    referee = Referee(start_position(start, chosen_rules(game, house)))
    mistakes = 0
    for number, line in enumerate(sys.stdin.buffer, start=1):
        try:
            rulings = answer(referee, line, at=float(number))
        except UserMistakeError as error:
            mistakes += 1
            complain(f"pop10 rule: line {number}: {error}")
            rulings = ()
        write_json([as_json(ruling) for ruling in rulings])
    if mistakes:
        context.exit(EXIT_MISTAKE)


def answer(referee: "Referee", line: bytes, at: float) -> tuple["Ruling", ...]:
    """Hand one line to the referee.

    Args:
        referee: The game so far.
        line: One JSON object in UTF-8.
        at: Time of the line, in seconds; only its order matters.

    Returns: The rulings due for it.

    Raises:
        UserMistakeError: When the line is none of the inputs; the game is then as before.
    """
    from referee.board import Board
    from referee.controls import Button
    from referee.errors import ControlError, RefereeError

    key, value = parse_line(line)
    if key == "board":
        try:
            board = Board.parse(value)
        except RefereeError as error:
            raise UserMistakeError(str(error)) from error
        return referee.observe(board, at)
    try:
        button = Button(value)
    except ValueError as error:
        names = ", ".join(button.value for button in Button)
        raise UserMistakeError(f"button must be one of {names}, got {quoted(value)}") from error
    try:
        return referee.press(button, at)
    except ControlError as error:
        raise UserMistakeError(str(error)) from error


def parse_line(line: bytes) -> tuple[str, str]:
    """The one key of an input line, `board` or `button`, and its text.

    Raises:
        UserMistakeError: When the line is anything else.
    """
    wanted = 'wanted {"board": "<board text>"} or {"button": "accept" | "undo" | "new-game"}'
    try:
        text = line.decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise UserMistakeError(f"not UTF-8 at byte {error.start}; {wanted}") from error
    if not text:
        raise UserMistakeError(f"the line is empty; {wanted}")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UserMistakeError(f"not JSON; {wanted}, got {quoted(text)}") from error
    if not isinstance(value, dict):
        raise UserMistakeError(f"not a JSON object; {wanted}, got {quoted(text)}")
    if set(value) not in ({"board"}, {"button"}):
        raise UserMistakeError(f"one key is wanted, board or button, got {quoted(', '.join(value) or 'none')}")
    ((key, content),) = value.items()
    if not isinstance(content, str):
        raise UserMistakeError(f"{key} must be a text, got {quoted(json.dumps(content))}")
    return key, content


def quoted(text: str) -> str:
    """A text as it may stand in a message: on one line, and not too long."""
    shown = repr(text)
    return shown if len(shown) <= QUOTE_LENGTH else shown[: QUOTE_LENGTH - 4] + "...'"
