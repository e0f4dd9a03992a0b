"""The scoreboard page beside a command: served while it runs, its addresses told at the start."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.output import complain

if TYPE_CHECKING:
    from firmware.inbox import Inbox
    from firmware.scoreboard.evidence import Evidence
    from firmware.scoreboard.feed import Feed
    from firmware.scoreboard.setup import SetUp


@contextmanager
def page(
    feed: "Feed",
    inbox: "Inbox",
    host: str,
    port: int | None,
    evidence: "Evidence | None",
    setup: "SetUp",
    code_file: Path | None = None,
) -> Iterator[None]:
    """Serve the page until the block is left.

    Args:
        feed: What is shown.
        inbox: Where wishes go.
        host: What to listen on.
        port: Where; None is the usual port, or any other when that is taken.
        evidence: Of the games, where they are kept.
        setup: What can be set up.
        code_file: Where the table's owner finds the code; None where it is told in a terminal anyway.

    Raises:
        AddressError: When it cannot be served there.
    """
    from firmware.code_file import CodeFileError, kept_code
    from firmware.scoreboard.server import serve

    with serve(feed, inbox, host, port, evidence, setup) as served, ExitStack() as opened:
        if code_file is not None:
            try:
                opened.enter_context(kept_code(code_file, served.code))
            except CodeFileError as error:
                complain(f"pop10: {error}")
        for line in served.lines():
            complain(f"pop10: {line}")
        # Standard output may be read by a program; the picture goes only where somebody looks.
        if sys.stderr.isatty():
            sys.stderr.write(served.qr_code())
            sys.stderr.flush()
        yield
