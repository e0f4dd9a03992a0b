"""In which language people are spoken to: the one that the environment names, where there is a catalogue for it.

Every text for people is written in English in the code, through `gettext`; a translation is a file
`firmware/locale/LANGUAGE/LC_MESSAGES/pop10.mo` and needs no change of code.
"""

import gettext
from pathlib import Path

DOMAIN = "pop10"
CATALOGUES = Path(__file__).parent / "locale"


def use_language_of_environment() -> None:
    """Make `gettext.gettext` speak the language of LANGUAGE, LC_ALL, LC_MESSAGES or LANG."""
    gettext.bindtextdomain(DOMAIN, str(CATALOGUES))
    gettext.textdomain(DOMAIN)
