"""Every text that people read comes out in a language that is added as a file, and its plural forms with it."""

import io
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from rich.console import Console

from firmware.account import account
from firmware.events import BoardSettled, CameraLost, Pressed
from firmware.orders import OrderError, parse_order
from firmware.scoreboard.pages import load_pages
from firmware.scoreboard.reasons import reason
from firmware.scoreboard.state import state
from firmware.scoreboard.turn_list import turn_list
from firmware.session import Session
from firmware.snapshot import Sight
from firmware.terminal import SIGHT_WORDS, picture
from firmware.words import broken_rule, ending, failure, game, house_rules, sentence
from hardware.ports import Colour, Tone
from referee.board import Board, Disc
from referee.controls import AgreeDraw, Button, CorrectTurn, DeclareTurn, SetScore
from referee.errors import ControlError, RecordError
from referee.messages import message, remedy_text
from referee.position import Position, Score
from referee.record import Result
from referee.referee import Referee
from referee.replay import read_turn
from referee.rules import FOUR_IN_A_ROW, POP_OUT, Game, Rules
from referee.violation import Fault, PutIn, Remedy, TakeOut, ViolationKind
from tests.made_up_language import (
    CODE,
    FORMS,
    HTML_LANGUAGE,
    TEMPLATE,
    catalogues_in,
    in_it,
    plain_words,
    write_catalogue,
)
from tests.unit.firmware.test_words import EVERY_RULE, TOLD

LINE = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YYRYRYY/RRRRYRY")
PROJECT = Path(__file__).resolve().parents[3]
SHOWN_ATTRIBUTES = {"alt", "aria-label", "placeholder", "title"}
SPEECHLESS = ("style", "script")
CODES = {"data-action", "data-ask", "data-game", "data-key", "data-looks", "data-part", "data-player", "data-step"}
"""Attributes that scripts read and nobody else."""


@pytest.fixture
def _in_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    write_catalogue(tmp_path)
    monkeypatch.setenv("LANGUAGE", CODE)
    with catalogues_in(tmp_path):
        yield


in_the_language = pytest.mark.usefixtures("_in_the_language")


def test_the_file_for_translators_is_what_the_sources_say() -> None:
    checked = subprocess.run([sys.executable, ".ci/texts", "--check"], cwd=PROJECT, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_a_text_and_its_plural_have_the_same_fields() -> None:
    with TEMPLATE.open("rb") as file:
        plurals = [message.id for message in read_po(file) if isinstance(message.id, tuple)]
    assert len(plurals) >= 6
    for one, many in plurals:
        assert set(one.split("{")[1:]) <= set(many.split("{")[1:]) or "{count}" in many, one


class Shown(HTMLParser):
    """Gathers what a page shows or says, and what its scripts show of it."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.language: str | None = None
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self._inside.append(tag)
        if tag == "html":
            self.language = dict(attributes)["lang"]
        for name, value in attributes:
            if name in SHOWN_ATTRIBUTES or (name.startswith("data-") and name not in CODES):
                self.texts.append(value or "")

    def handle_data(self, data: str) -> None:
        if self._inside and self._inside[-1] not in SPEECHLESS:
            self.texts.append(data)


@in_the_language
@pytest.mark.parametrize("name", sorted(name for name in load_pages() if name.endswith(".html")))
def test_a_page_has_no_words_that_cannot_be_translated(name: str) -> None:
    shown = Shown()
    shown.feed(load_pages()[name].content.decode())
    assert shown.language == HTML_LANGUAGE
    assert len("".join(shown.texts).split()) > 3
    fields_apart = [text.replace("{", " {").split() for text in shown.texts]
    words = [word for text in fields_apart for word in text if not word.startswith("{")]
    assert [word for word in words if plain_words(word)] == []


@in_the_language
def test_every_ruling_and_its_reason_come_out_in_the_language() -> None:
    for ruling, english in TOLD:
        # A turn that no longer fits is told by who found it.
        if english.endswith("Turn 3 does not fit"):
            continue
        assert plain_words(f"{sentence(ruling)} {reason(ruling)}") == [], english
    assert in_it("Red drops into ") in sentence(TOLD[0][0])


@in_the_language
def test_plural_forms_are_those_of_the_language() -> None:
    told = [house_rules(Rules(points_to_win=count))[0] for count in (1, 2, 5, 12)]
    assert told == [
        f"{FORMS[0]}1 {in_it('point wins')}",
        f"{FORMS[1]}2 {in_it('points win')}",
        f"{FORMS[2]}5 {in_it('points win')}",
        f"{FORMS[2]}12 {in_it('points win')}",
    ]


@in_the_language
@pytest.mark.parametrize("kind", ViolationKind)
@pytest.mark.parametrize("count", [1, 2, 5])
def test_violations_and_remedies_come_out_in_the_language(kind: ViolationKind, count: int) -> None:
    steps = (TakeOut(2, (Disc.RED,) * count), PutIn(2, (Disc.YELLOW,)))
    remedy = Remedy(steps, Board.empty(), falling=(1,))
    floating = Board.empty().with_cell(2, 3, Disc.RED)
    crowded = Board.parse("/".join(["RRRRRRR"] * 6))
    for seen in (Board.empty(), floating, crowded):
        fault = Fault(kind, Disc.RED, 2, None, ((2, 1),), (2,) * count, remedy, seen)
        assert plain_words(f"{message(fault)} {remedy_text(fault)} {broken_rule(kind)}") == []
        assert any(form in remedy_text(fault) for form in FORMS)


@in_the_language
def test_rules_games_ends_and_failures_come_out_in_the_language() -> None:
    told = [line for rules in EVERY_RULE.values() for line in house_rules(rules)]
    told += [game(Rules(game=each)) for each in Game]
    told += [ending(result) for result in Result]
    told += [failure(device, "") for device in ("strip", "sounder", "journal", "pictures")]
    assert plain_words(" ".join(told).replace("pop10", "")) == []


@in_the_language
@pytest.mark.parametrize("board", [Board.empty().dropped(3, Disc.RED), Board.empty()])
@pytest.mark.parametrize("rules", [Rules(), FOUR_IN_A_ROW, POP_OUT, Rules(fill_with_opponents_discs=True)])
def test_the_state_that_pages_get_is_in_the_language(rules: Rules, board: Board) -> None:
    session = Session(None, rules)
    session.handle(Pressed(Button.ACCEPT, 0.0))
    told = [state(session.snapshot, ())["trouble"]]
    session.handle(BoardSettled(board, 1.0))
    now = state(session.snapshot, ())
    names = now["names"]
    assert isinstance(names, dict)
    told += [now["due"], now["trouble"], *names.values()]
    assert plain_words(" ".join(map(str, told))) == []


@in_the_language
def test_what_is_refused_is_said_in_the_language() -> None:
    referee = Referee(Position.start())
    refused: list[tuple[str, str]] = []
    for control in (SetScore(Score(1, 0)), CorrectTurn(3, "d")):
        with pytest.raises(ControlError) as error:
            referee.press(control, 0.0)
        refused.append(("", str(error.value)))
    referee.press(AgreeDraw(), 1.0)
    with pytest.raises(ControlError) as error:
        referee.press(DeclareTurn(Disc.RED), 2.0)
    refused.append(("", str(error.value)))
    for position, texts in ((Position.start(), ("x", "b>b", "--")), (Position.stored(LINE), ("x", "f+", "b>b", "e+"))):
        for text in texts:
            with pytest.raises(RecordError) as misread:
                read_turn(position, text)
            refused.append((repr(text), str(misread.value)))
    assert [plain_words(said.replace(quoted, "")) for quoted, said in refused] == [[]] * len(refused)
    with pytest.raises(OrderError) as unknown:
        parse_order(b'{"action": "names", "red": 1}')
    assert plain_words(str(unknown.value)) == ["red"], "a key of the interface stays"


@in_the_language
def test_a_whole_account_comes_out_in_the_language() -> None:
    referee = Referee(Position.start(), tags=(("Game", "1"), ("Date", "2026.11.29"), ("Red", "A")))
    board = Board.empty()
    for number, column in enumerate((3, 4, 0)):
        board = board.dropped(column, list(Disc)[number % 2])
        referee.observe(board, float(number))
    referee.press(Button.UNDO, 3.0)
    referee.press(CorrectTurn(1, "c"), 4.0)
    referee.observe(Board.empty().dropped(2, Disc.RED).dropped(4, Disc.YELLOW).dropped(5, Disc.YELLOW), 5.0)
    referee.press(Button.ACCEPT, 6.0)
    referee.press(DeclareTurn(Disc.RED), 7.0)
    referee.press(AgreeDraw(), 8.0)
    text = account(referee.record)
    # Positions are written as everywhere.
    for position in {str(position) for position in referee.record.positions()} | {str(referee.record.start)}:
        text = text.replace(position, "")
    assert len(text.splitlines()) > 20
    assert plain_words(text) == []
    turns = " ".join(str(turn["text"]) for turn in turn_list(referee.record))
    assert plain_words(turns) == []


@in_the_language
@pytest.mark.parametrize("sight", Sight)
def test_the_screen_in_the_terminal_is_in_the_language(sight: Sight) -> None:
    session = Session(Position.start())
    session.handle(BoardSettled(Board.empty().dropped(3, Disc.RED), 1.0))
    if sight is Sight.CAMERA_LOST:
        session.handle(CameraLost("", 2.0))
    out = io.StringIO()
    lights = (Colour.DARK,) * 27
    for tone in (Tone(880.0, 0.1), None):
        Console(file=out, width=100, color_system=None).print(
            picture("", session.snapshot, lights, tone, columns=100, rows=24)
        )
    assert plain_words(out.getvalue()) == []
    assert in_it("Red drops into ") in out.getvalue()
    assert in_it(SIGHT_WORDS[session.snapshot.sight]) in out.getvalue()
