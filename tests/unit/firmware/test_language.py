"""Another language is a file of its own: with it, rulings, violations and pages speak it, and no code has changed."""

import struct
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest

from firmware import language
from firmware.config import parse
from firmware.errors import ConfigError
from firmware.events import BoardSettled
from firmware.scoreboard.pages import load_pages
from firmware.scoreboard.state import state, told
from firmware.session import Session
from referee import translation
from referee.board import Board, Disc
from referee.position import Position
from referee.translation import gettext, ngettext

NORWEGIAN = {
    "Red": "Rød",
    "Yellow": "Gul",
    "{player} drops into {column}": "{player} slipper i {column}",
    "The disc dropped into column {column} is {other}, but {player} has to drop {due}.": (
        "Brikken i kolonne {column} er {other}, men {player} skal slippe {due}."
    ),
    "Undo the last ruling": "Angre siste avgjørelse",
    "The grid is filled one row at a time, bottom row first.": "Brettet fylles rad for rad, nederst først.",
}


def write_catalogue(file: Path, texts: dict[str, str]) -> None:
    """A file as GNU msgfmt makes it. Source: GNU gettext manual, section 10.3, the format of GNU MO files."""
    pairs = sorted({"": "Content-Type: text/plain; charset=UTF-8\n", **texts}.items())
    head, offset = 28, 28 + 16 * len(pairs)
    tables, strings = [b"", b""], b""
    for side in (0, 1):
        for pair in pairs:
            text = pair[side].encode()
            tables[side] += struct.pack("<2I", len(text), offset + len(strings))
            strings += text + b"\0"
    file.parent.mkdir(parents=True)
    first = struct.pack("<7I", 0x950412DE, 0, len(pairs), head, head + 8 * len(pairs), 0, 0)
    file.write_bytes(first + tables[0] + tables[1] + strings)


@pytest.fixture
def in_norwegian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    write_catalogue(tmp_path / "nb" / "LC_MESSAGES" / f"{language.DOMAIN}.mo", NORWEGIAN)
    monkeypatch.setattr(language, "CATALOGUES", tmp_path)
    monkeypatch.setenv("LANGUAGE", "nb")
    language.use_language_of_environment()
    yield
    translation.speak(NullTranslations())


@pytest.mark.usefixtures("in_norwegian")
def test_rulings_violations_and_pages_speak_another_language() -> None:
    session = Session(Position.start())
    effects = session.handle(BoardSettled(Board.empty().dropped(3, Disc.RED), 1.0))
    assert effects
    assert session.snapshot.last is not None
    ruling = told(1, session.snapshot.last)
    assert ruling["text"] == "Rød slipper i d"
    assert ruling["why"] == "Brettet fylles rad for rad, nederst først."
    session.handle(BoardSettled(Board.empty().dropped(3, Disc.RED).dropped(4, Disc.RED), 3.0))
    violation = state(session.snapshot, ())["violation"]
    assert isinstance(violation, dict)
    assert violation["message"] == "Brikken i kolonne e er Rød, men Gul skal slippe Gul."
    assert "Angre siste avgjørelse" in load_pages()["control.html"].content.decode()


def test_without_a_catalogue_everything_is_english() -> None:
    assert "Undo the last ruling" in load_pages()["control.html"].content.decode()
    assert all("[[" not in page.content.decode() for page in load_pages().values())


@pytest.mark.usefixtures("in_norwegian")
def test_the_settings_choose_among_the_languages_that_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "nb")
    assert language.languages() == ("en", "nb")
    assert parse('[people]\nlanguage = "nb"', "").people.language == "nb"
    with pytest.raises(ConfigError, match="people: expected one of en, nb, or nothing, as language, got"):
        parse('[people]\nlanguage = "tlh"', "")
    language.speak("en")
    assert gettext("Red") == "Red"
    language.speak("nb")
    assert gettext("Red") == "Rød"
    language.speak("")
    assert gettext("Red") == "Rød"


@pytest.mark.usefixtures("in_norwegian")
def test_the_catalogue_is_loaded_once_and_then_not_looked_for(tmp_path: Path) -> None:
    (tmp_path / "nb" / "LC_MESSAGES" / f"{language.DOMAIN}.mo").unlink()
    assert gettext("Red") == "Rød"
    assert ngettext("{count} game", "{count} games", 2) == "{count} games"
    language.speak("nb")
    assert gettext("Red") == "Red"


@pytest.mark.usefixtures("in_norwegian")
def test_a_catalogue_that_is_none_is_told_and_leaves_english(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "da" / "LC_MESSAGES" / f"{language.DOMAIN}.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"no catalogue at all")
    language.speak("da")
    assert gettext("Red") == "Red"
    assert "cannot be spoken" in caplog.text
