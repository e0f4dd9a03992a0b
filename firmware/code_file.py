"""The table's code in a file that only its owner can read: where it is found when the program runs without a screen."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from firmware.errors import UserMistakeError

FILE_NAME: Final = "code"
OF_THE_SERVICE: Final = Path("/var/lib/pop10") / FILE_NAME
"""Where the service of `pop10 install` keeps it."""


class CodeFileError(UserMistakeError):
    """The code cannot be kept; it is still told where the program tells everything."""


@contextmanager
def kept_code(file: Path, code: str) -> Iterator[None]:
    """Keep the code in the file until the block is left.

    Args:
        file: Made anew, with its folder; one that is there belongs to a program that was killed.
        code: What control needs.

    Raises:
        CodeFileError: When it cannot be written.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
            stream.write(f"{code}\n")
    except OSError as error:
        raise CodeFileError(f"the table's code cannot be kept in {file}: {error.strerror}") from error
    try:
        yield
    finally:
        # Another table may have put its own there since.
        if readable_code(file) == code:
            file.unlink(missing_ok=True)


def readable_code(file: Path) -> str | None:
    """The code that is kept there; None where there is none, or none that this user may read."""
    try:
        return file.read_text(encoding="utf-8").strip()
    except OSError:
        return None
