"""Texts for people, turned from the English of the code into the language that is spoken now.

The catalogue of a language is loaded once, when it begins to be spoken: the functions of the standard library's
`gettext` look for its file anew for every text, and a table tells dozens of texts for every picture.
"""

from gettext import NullTranslations

_spoken = [NullTranslations()]


def speak(catalogue: NullTranslations) -> None:
    """Take every text from this catalogue from now on; one without texts is English."""
    _spoken[0] = catalogue


def gettext(text: str) -> str:
    """A text in the language that is spoken now."""
    return _spoken[0].gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """The form of a text that goes with a number."""
    return _spoken[0].ngettext(one, many, count)
