"""Who may steer: the table's code, and a token for the browser that has given it once.

Anybody in the network may watch. The code is short, so wrong guesses are counted by address; a token is long, so a
browser that has one is not locked out by somebody else's guesses.
"""

import hmac
import secrets
from collections import deque
from collections.abc import Callable
from enum import Enum
from typing import Final

CODE_DIGITS: Final = 6
GUESSES: Final = 5
"""Wrong codes that one address may give within the window."""
GUESSES_OF_ALL: Final = 50
"""Wrong codes that all addresses together may give within the window."""
WINDOW_SECONDS: Final = 60.0
TOKENS: Final = 100
"""Browsers that are remembered; the oldest is forgotten first."""


class Verdict(Enum):
    """Whether somebody may steer."""

    ALLOWED = "allowed"
    MISSING = "missing"
    WRONG = "wrong"
    TOO_MANY = "too-many"


class Access:
    """The code of one table, for one run of the program.

    Args:
        now: Monotonic seconds.
        code: The code; a random one by default.
    """

    def __init__(self, now: Callable[[], float], code: str | None = None) -> None:
        self.code: Final = code if code is not None else f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
        self._now = now
        self._wrong: deque[tuple[float, str]] = deque()
        self._tokens: deque[str] = deque(maxlen=TOKENS)

    def judge(self, address: str, code: str | None, token: str | None) -> Verdict:
        """Whether a request may steer.

        Args:
            address: Where it comes from.
            code: The code that it gives, if any.
            token: The token that it gives, if any.
        """
        if token is not None and any(_same(token, known) for known in self._tokens):
            return Verdict.ALLOWED
        if code is None:
            return Verdict.MISSING if token is None else Verdict.WRONG
        if self._guessed_too_often(address):
            return Verdict.TOO_MANY
        if _same(code, self.code):
            return Verdict.ALLOWED
        self._wrong.append((self._now(), address))
        return Verdict.WRONG

    def new_token(self) -> str:
        """A token for a browser that has given the code."""
        token = secrets.token_urlsafe(24)
        self._tokens.append(token)
        return token

    def _guessed_too_often(self, address: str) -> bool:
        while self._wrong and self._now() - self._wrong[0][0] > WINDOW_SECONDS:
            self._wrong.popleft()
        by_address = sum(where == address for _, where in self._wrong)
        return by_address >= GUESSES or len(self._wrong) >= GUESSES_OF_ALL


def _same(given: str, known: str) -> bool:
    return hmac.compare_digest(given.encode(), known.encode())
