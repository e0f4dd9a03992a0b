"""In which language people are spoken to: the one that settings or environment name, where there is a catalogue.

Every text for people is written in English in the code, through `referee.translation`; a translation is a file
`firmware/locale/LANGUAGE/LC_MESSAGES/pop10.mo` and needs no change of code.
"""

import gettext
import logging
from pathlib import Path
from typing import Final

from referee import translation

log = logging.getLogger(__name__)

DOMAIN = "pop10"
CATALOGUES = Path(__file__).parent / "locale"
ENGLISH: Final = "en"
"""The language of the texts in the code."""
NAMES: Final = {ENGLISH: "English", "nb": "Norsk", "da": "Dansk", "es": "Español", "pl": "Polski"}
"""What languages call themselves; another one is called by its code."""


def use_language_of_environment() -> None:
    """Speak the language of LANGUAGE, LC_ALL, LC_MESSAGES or LANG."""
    translation.speak(_catalogue(None))


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
        translation.speak(_catalogue([language]))
    else:
        use_language_of_environment()


def _catalogue(wanted: list[str] | None) -> gettext.NullTranslations:
    """The catalogue of the first of these languages, or those of the environment, that has one; else none."""
    try:
        return gettext.translation(DOMAIN, CATALOGUES, wanted, fallback=True)
    except OSError as error:
        log.warning("%s: this language cannot be spoken: %s", CATALOGUES, error)
        return gettext.NullTranslations()
