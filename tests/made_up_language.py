"""A language that nobody speaks, made of the texts for translators: what comes out in it can be translated.

Each letter is another one, so that a text which nobody can translate is seen by its plain letters.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from firmware import language
from referee import translation

CODE: Final = "qx"
"""From the range that ISO 639 leaves to private use, cut to two letters."""
TEMPLATE: Final = language.CATALOGUES / f"{language.DOMAIN}.pot"
PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
OTHER: Final = "áƀčďéƒǧȟíǰǩľḿňóṕʠřšťúṽẃẍýžÁɃČĎÉƑǦȞÍɈǨĽḾŇÓṔɊŘŠŤÚṼẂẌÝŽ"
LETTERS: Final = str.maketrans(dict(zip(PLAIN, OTHER, strict=True)))
HTML_LANGUAGE: Final = "pl"
"""What pages say they are written in: browsers want a language that is one."""
FORMS: Final = ("¹", "²", "³")
"""Marks of the plural forms, of which this language has three, by the rule of Polish."""


def in_it(text: str) -> str:
    """A text in the language; {fields} stay as they are."""
    if text == "en":
        return HTML_LANGUAGE
    return "".join(part if part.startswith("{") else part.translate(LETTERS) for part in re.split(r"(\{\w*\})", text))


def plain_words(text: str) -> list[str]:
    """What of a text is not in the language: words of two plain letters or more."""
    return re.findall(r"[A-Za-z]{2,}", text)


def write_catalogue(folder: Path) -> None:
    """Put the language into a folder of catalogues, as a translator does."""
    with TEMPLATE.open("rb") as file:
        template = read_po(file)
    catalogue = Catalog(locale="pl", domain=language.DOMAIN)
    for message in template:
        if not message.id:
            continue
        if isinstance(message.id, tuple):
            one, many = message.id
            texts = (FORMS[0] + in_it(one), FORMS[1] + in_it(many), FORMS[2] + in_it(many))
            catalogue.add(message.id, texts)
        else:
            catalogue.add(message.id, in_it(message.id))
    target = folder / CODE / "LC_MESSAGES" / f"{language.DOMAIN}.mo"
    target.parent.mkdir(parents=True)
    with target.open("wb") as file:
        write_mo(file, catalogue)


SPEAKING: Final = """
import sys
from pathlib import Path
from firmware import language
from referee import translation
language.CATALOGUES = Path(sys.argv.pop(1))
from firmware.cli import main
main()
"""
"""A program for `python -c`: pop10 with another folder of catalogues, given before its own arguments."""


@contextmanager
def catalogues_in(folder: Path) -> Iterator[None]:
    """Let this process look for catalogues there, until the block is left."""
    before = language.CATALOGUES
    language.CATALOGUES = folder
    language.use_language_of_environment()
    try:
        yield
    finally:
        language.CATALOGUES = before
        translation.speak(NullTranslations())
