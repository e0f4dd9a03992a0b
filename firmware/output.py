"""What the commands write: answers to standard output, complaints to standard error, each at once."""

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from firmware.errors import UserMistakeError

Json = Mapping[str, object] | Sequence[object]


def readable(text: str) -> str:
    """A text in which the bytes of a file's name that are no UTF-8 are shown by their numbers in hexadecimal."""
    return re.sub("[\udc80-\udcff]", lambda found: f"\\x{ord(found[0]) - 0xDC00:02x}", text)


def write_line(text: str) -> None:
    """Write one line of the answer, flushed, so that a program at the other end of a pipe has it now.

    Raises:
        BrokenPipeError: When nobody reads any more.
        UserMistakeError: When it cannot be written for another reason, such as a full disk.
    """
    with _standard_output():
        sys.stdout.write(readable(text) + "\n")


def write_bytes(part: bytes) -> None:
    """Write a part of an answer that is no text, in the same way.

    Raises:
        BrokenPipeError: When nobody reads any more.
        UserMistakeError: When it cannot be written for another reason, such as a full disk.
    """
    with _standard_output():
        sys.stdout.buffer.write(part)


@contextmanager
def _standard_output() -> Iterator[None]:
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # What could not be written is still in the buffer, and Python would try again, and complain, when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise UserMistakeError(f"standard output cannot be written: {error.strerror}") from error


def write_json(value: Json) -> None:
    """Write one JSON value as one line of the answer."""
    write_line(json.dumps(_readable(value)))


def _readable(value: object) -> object:
    match value:
        case str():
            return readable(value)
        case Mapping():
            return {key: _readable(each) for key, each in value.items()}
        case Sequence():
            return [_readable(each) for each in value]
        case _:
            return value


def complain(text: str) -> None:
    """Write one line, whatever line breaks are in the text, to standard error."""
    sys.stderr.write(readable(" ".join(text.split())) + "\n")
    sys.stderr.flush()
