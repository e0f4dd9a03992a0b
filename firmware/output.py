"""What the commands write: answers to standard output, complaints to standard error, each at once."""

import json
import sys
from collections.abc import Mapping, Sequence

Json = Mapping[str, object] | Sequence[object]


def write_line(text: str) -> None:
    """Write one line of the answer, flushed, so that a program at the other end of a pipe has it now."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def write_json(value: Json) -> None:
    """Write one JSON value as one line of the answer."""
    write_line(json.dumps(value))


def complain(text: str) -> None:
    """Write one line, whatever line breaks are in the text, to standard error."""
    sys.stderr.write(" ".join(text.split()) + "\n")
    sys.stderr.flush()
