"""How a program that holds devices is ended from outside: asked once, it leaves every `with` block undisturbed."""

import signal
import sys
from types import FrameType

REQUESTS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
"""The system's request to end, the end of the terminal that it was started from, and Ctrl-C."""


def end_on_request() -> None:
    """From now on let the first such signal end the program, with lights and sounds off, and pass over more of them.

    A request that the program was started to ignore (nohup) stays ignored.
    """
    for request in REQUESTS:
        if signal.getsignal(request) is not signal.SIG_IGN:
            signal.signal(request, _end)


def _end(number: int, _frame: FrameType | None) -> None:
    # A second one would break off what makes the strip dark.
    for request in REQUESTS:
        signal.signal(request, signal.SIG_IGN)
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    sys.exit(0)
