"""What people may call themselves: anything that can be seen, in any writing, emoji that are joined among it."""

import unicodedata
from typing import Final

from referee.translation import gettext as _

NAME_LENGTH: Final = 40
"""In characters as Unicode counts them: a joined emoji is several."""
JOINERS: Final = "\u200c\u200d"
"""Not seen themselves, but they change how their neighbours look: families of emoji, ligatures of some writings."""
JOINED_KINDS: Final = frozenset({"So", "Sk", "Sm", "Mn", "Mc", "Me", "Lo"})
"""Unicode's categories of symbols, marks and letters without capitals. Elsewhere a joiner would only hide in a name."""


def name_fault(text: str) -> str:
    """Why a text is no name, in words that go on after "must be"; empty when it is one."""
    if len(text) > NAME_LENGTH:
        return _("a name of at most {most} characters, got {count}").format(most=NAME_LENGTH, count=len(text))
    for place, sign in enumerate(text):
        if not sign.isprintable() and not (sign in JOINERS and _joins(text, place)):
            words = _("a name of signs that can be seen, got one that cannot, U+{number}")
            return words.format(number=f"{ord(sign):04X}")
    return ""


def _joins(text: str, place: int) -> bool:
    neighbours = (text[place - 1 : place], text[place + 1 : place + 2])
    return all(each and unicodedata.category(each) in JOINED_KINDS for each in neighbours)
