"""In which language people are spoken to: the one that settings or environment name, where there is a catalogue.

Every text for people is written in English in the code, through `gettext`; a translation is a file
`firmware/locale/LANGUAGE/LC_MESSAGES/pop10.mo` and needs no change of code.
"""

import gettext
import os
from pathlib import Path
from typing import Final

DOMAIN = "pop10"
CATALOGUES = Path(__file__).parent / "locale"
ENGLISH: Final = "en"
"""The language of the texts in the code."""
NAMES: Final = {ENGLISH: "English", "nb": "Norsk", "da": "Dansk", "es": "Español", "pl": "Polski"}
"""What languages call themselves; another one is called by its code."""
CHOICE: Final = "LANGUAGE"
"""The variable that `gettext` asks first."""

_of_environment: Final = os.environ.get(CHOICE)


def use_language_of_environment() -> None:
    """Make `gettext.gettext` speak the language of LANGUAGE, LC_ALL, LC_MESSAGES or LANG."""
    gettext.bindtextdomain(DOMAIN, str(CATALOGUES))
    gettext.textdomain(DOMAIN)


def languages() -> tuple[str, ...]:
    """The codes of the languages that can be spoken, English first."""
    others = (file.parents[1].name for file in CATALOGUES.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (ENGLISH, *sorted(others))


def speak(language: str) -> None:
    """Speak a language from now on, to everybody.

    Args:
        language: One of `languages()`; empty for that of the environment.
    """
    if language:
        os.environ[CHOICE] = language
    elif _of_environment is None:
        os.environ.pop(CHOICE, None)
    else:
        os.environ[CHOICE] = _of_environment
