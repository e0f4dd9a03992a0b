"""The files that browsers get, read once and kept in memory, so that no request can name another.

Words for people stand in the pages as `[[words]]` and are translated while reading.
"""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from referee.translation import gettext

TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
WORDS: Final = re.compile(r"\[\[(.+?)\]\]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Page:
    """One file.

    Attributes:
        content: Its bytes.
        media_type: What they are.
    """

    content: bytes
    media_type: str


def load_pages(translate: Callable[[str], str] = gettext) -> dict[str, Page]:
    """Every file of the folder `pages`, by its name.

    Args:
        translate: Gives the words of the language that people here speak.
    """
    pages = {}
    for file in files("firmware.scoreboard").joinpath("pages").iterdir():
        suffix = file.name[file.name.rfind(".") :]
        if suffix not in TYPES:
            continue
        content = file.read_bytes()
        if suffix == ".html":
            content = translated(content.decode(), translate).encode()
        pages[file.name] = Page(content, TYPES[suffix])
    return pages


def translated(text: str, translate: Callable[[str], str]) -> str:
    """A page with its words in another language."""
    return WORDS.sub(lambda found: html.escape(translate(_plain(found[1]))), text)


def words_of(text: str) -> list[str]:
    """The words of a page that are translated, in order."""
    return [_plain(words) for words in WORDS.findall(text)]


def _plain(words: str) -> str:
    """Words as a translator gets them, however the page is folded."""
    return " ".join(words.split())
