"""What is done on the control page on a telephone, and what those see who watch the scoreboard. About two minutes.

Needs Debian's chromium; skipped with the reason where there is none.
"""

import re
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from firmware.events import BoardSettled, SounderSet
from hardware.ports import Colour
from hardware.simulated.scene import DiscColour
from referee.board import Board, Disc
from referee.position import Position
from referee.replay import parse_record
from referee.rules import Rules
from tests.browsing import TELEPHONE, TELEVISION, chromium, needs_chromium, open_page, serious_findings
from tests.live_table import live_table
from tests.served import ToldTable, told_table

pytestmark = needs_chromium

RED, YELLOW = DiscColour.FIRST, DiscColour.SECOND
FULL = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR")
LINE = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YYRYRYY/RRRRYRY")
PATIENCE_SECONDS = 60.0


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@contextmanager
def two_pages(browser: Browser, url: str, control_url: str) -> Iterator[tuple[Page, Page]]:
    """The scoreboard on a television, and the control page on a telephone that has the code."""
    with open_page(browser, url) as watched, open_page(browser, control_url, TELEPHONE) as control:
        expect(control.get_by_role("button", name="Accept")).to_be_visible()
        yield watched, control


@pytest.fixture
def told(browser: Browser) -> Iterator[tuple[ToldTable, Page, Page]]:
    """A table whose boards the test tells, watched and steered."""
    with (
        told_table() as (table, served),
        two_pages(browser, served.urls[0], served.control_url) as (watched, control),
    ):
        yield table, watched, control


def wait_for(condition: Callable[[], bool]) -> None:
    """Until it is so; a slow machine is no failure."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def open_part(control: Page, name: str) -> None:
    control.get_by_role("heading", name=name).click()


def test_names_are_on_the_scoreboard_and_on_every_control_page(told: tuple[ToldTable, Page, Page]) -> None:
    table, watched, control = told
    names = control.get_by_role("form", name="Players")
    names.get_by_label("Red").fill("Ada")
    names.get_by_label("Yellow").fill("Grace Hopper")
    names.get_by_role("button", name="Save").click()
    expect(watched.locator("#red .name")).to_have_text("Ada")
    expect(watched.locator("#yellow .name")).to_have_text("Grace Hopper")
    expect(watched.locator("#due")).to_have_text("Ada (Red): drop your disc into a, b, c, d, e, f or g")
    table.happen(BoardSettled(Board.empty().dropped(3, Disc.RED), 1.0))
    expect(watched.locator("#last .text")).to_have_text("Ada (Red) drops into d")
    expect(watched.locator("#due")).to_have_text(re.compile(r"^Grace Hopper \(Yellow\): drop your disc into a, b"))
    open_part(control, "Earlier turns")
    expect(control.locator("#turn-number")).to_have_text("Turn 1 of 1: Ada (Red)")
    names.get_by_label("Yellow").fill("Ada")
    names.get_by_role("button", name="Save").click()
    expect(watched.locator("#due")).to_have_text(re.compile(r"^Ada \(Yellow\): drop your disc into a, b"))
    names.get_by_label("Yellow").fill("Grace Hopper")
    names.get_by_role("button", name="Save").click()
    expect(control.get_by_role("status")).to_have_text("Done")
    control.reload()
    expect(names.get_by_label("Yellow")).to_have_value("Grace Hopper")
    record = table.session.snapshot.record
    assert record is not None
    assert dict(record.tags) == {"Red": "Ada", "Yellow": "Grace Hopper"}


def test_sound_and_brightness_count_at_once_and_the_lights_go_on_telling_the_game(browser: Browser) -> None:
    with (
        live_table(Position.start()) as live,
        two_pages(browser, live.served.urls[0], live.served.control_url) as (watched, control),
    ):
        wait_for(lambda: live.strip.colours[10] != Colour.DARK)
        sound = control.get_by_role("checkbox", name="Sound")
        expect(sound).to_be_checked()
        sound.uncheck()
        expect(watched.locator("#quiet")).to_have_text("The sound is off")
        live.do(lambda: live.table.drop(3, RED))
        expect(watched.locator("#last .text")).to_have_text("Red drops into d")
        assert live.sounder.history == ()
        sound.check()
        expect(watched.locator("#quiet")).to_be_hidden()

        control.get_by_role("slider", name="Brightness").focus()
        control.keyboard.press("Home")
        wait_for(lambda: set(live.strip.colours) == {Colour.DARK})
        control.keyboard.press("PageUp")
        wait_for(lambda: set(live.strip.colours) != {Colour.DARK})
        percent = int(control.get_by_role("slider", name="Brightness").input_value())
        assert 0 < percent < 50
        live.do(lambda: live.table.drop(4, YELLOW))
        expect(watched.locator("#last .text")).to_have_text("Yellow drops into e")
        wait_for(lambda: len(live.sounder.history) == 1)
        # Columns d and e have their disc in this row, so their lights are out; the others are lit, only fainter.
        wait_for(
            lambda: (
                [light != Colour.DARK for light in live.strip.colours[10:17]] == [True] * 3 + [False] * 2 + [True] * 2
            )
        )
        assert max(light.red for light in live.strip.colours) <= round(255 * percent / 100)


def test_a_sounder_that_the_settings_silence_cannot_be_switched_on(told: tuple[ToldTable, Page, Page]) -> None:
    table, watched, control = told
    switch = control.get_by_label("Sound", exact=True)
    expect(switch).to_be_checked()
    table.happen(SounderSet(is_silent=True, at=1.0))
    expect(switch).not_to_be_checked()
    expect(switch).to_be_disabled()
    expect(switch).to_have_accessible_description(
        "The settings keep the sounder silent; that is changed in the set-up."
    )
    expect(control.get_by_role("button", name="Try the sounder")).to_be_disabled()
    expect(watched.get_by_text("The sound is off")).to_be_visible()
    assert serious_findings(control) == []
    table.happen(SounderSet(is_silent=False, at=2.0))
    expect(switch).to_be_enabled()
    expect(switch).to_be_checked()


def test_a_cell_that_the_camera_misread_is_tapped_and_play_goes_on(browser: Browser) -> None:
    with (
        live_table(Position.start()) as live,
        two_pages(browser, live.served.urls[0], live.served.control_url) as (watched, control),
    ):
        # A red disc with a yellow sticker on it, so to speak.
        live.do(lambda: live.table.drop(3, YELLOW))
        alert = watched.get_by_role("alert")
        expect(alert).to_contain_text("is Yellow, but Red has to drop Red")
        open_part(control, "Correct what the camera saw")
        expect(control.get_by_role("button", name="The board stands like this")).to_be_disabled()
        cell = control.get_by_role("button", name=re.compile("^d1:"))
        expect(cell).to_have_accessible_name("d1: Yellow")
        cell.click()
        expect(cell).to_have_accessible_name("d1: empty")
        cell.click()
        expect(cell).to_have_accessible_name("d1: Red")
        expect(alert).to_be_visible()
        control.get_by_role("button", name="The board stands like this").click()
        expect(control.get_by_role("status")).to_have_text("Put right: play goes on. Red drops into d")
        expect(alert).to_be_hidden()
        expect(watched.locator("#board")).to_have_attribute("aria-label", re.compile(r"d: Red\. e: empty"))
        live.do(lambda: live.table.drop(4, YELLOW))
        expect(watched.locator("#last .text")).to_have_text("Yellow drops into e")
        expect(watched.locator("#board")).to_have_attribute("aria-label", re.compile(r"d: Red\. e: Yellow"))


def test_a_board_that_cannot_be_is_refused_and_the_taps_are_kept_or_forgotten(
    told: tuple[ToldTable, Page, Page],
) -> None:
    table, _, control = told
    open_part(control, "Correct what the camera saw")
    control.get_by_role("button", name="g4: empty").click()
    control.get_by_role("button", name="The board stands like this").click()
    expect(control.get_by_role("status")).to_contain_text("a disc floats above the empty cell g1")
    expect(control.get_by_role("button", name="g4: Red")).to_be_visible()
    assert table.session.snapshot.violation is None
    control.get_by_role("button", name="Show again what the camera sees").click()
    expect(control.get_by_role("button", name="g4: empty")).to_be_visible()


def test_cells_are_reached_and_tapped_with_the_keyboard(told: tuple[ToldTable, Page, Page]) -> None:
    _, watched, control = told
    open_part(control, "Correct what the camera saw")
    control.get_by_role("button", name="a1: empty").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "ArrowDown", "ArrowDown", "Enter"):
        control.keyboard.press(key)
    expect(control.get_by_role("button", name="c1: Red")).to_be_focused()
    control.get_by_role("button", name="The board stands like this").press("Enter")
    expect(watched.locator("#last .text")).to_have_text("Red drops into c")


def test_a_past_turn_is_found_put_right_and_the_later_ones_follow(told: tuple[ToldTable, Page, Page]) -> None:
    table, watched, control = told
    board = Board.empty()
    open_part(control, "Earlier turns")
    expect(control.locator("#turn-number")).to_have_text("Nothing has been played yet")
    for number, column in enumerate((3, 4, 0)):
        board = board.dropped(column, list(Disc)[number % 2])
        table.happen(BoardSettled(board, float(number)))
    number, text = control.locator("#turn-number"), control.locator("#turn-text")
    expect(number).to_have_text("Turn 3 of 3: Red")
    control.get_by_role("button", name="Earlier turn").click()
    expect(text).to_have_text("Yellow drops into e")
    control.get_by_role("button", name="Earlier turn").click()
    expect(number).to_have_text("Turn 1 of 3: Red")
    expect(control.locator("#turn-board")).to_have_attribute("aria-label", re.compile(r"d: Red\. e: empty"))
    expect(control.get_by_role("button", name="Earlier turn")).to_be_disabled()
    control.get_by_role("button", name="It was played otherwise").click()
    control.get_by_role("button", name="Red drops into c").click()
    control.get_by_role("button", name="Correct this turn").click()
    expect(watched.locator("#last .text")).to_have_text("Red drops into a")
    expect(watched.locator("#story")).to_contain_text("The last 3 things that were ruled were wrong")
    expect(text).to_have_text("Red drops into c")
    expect(control.locator("#differs")).to_have_text("The board differs from where the game stands, at c1, d1.")
    record = table.session.snapshot.record
    assert record is not None
    assert str(record.final) == "......./......./......./......./......./R.R.Y.. y setup 0-0 -"
    control.get_by_role("button", name="Undo").click()
    expect(text).to_have_text("Red drops into d")
    expect(control.locator("#differs")).to_be_hidden()


def test_what_no_longer_fits_after_a_correction_is_named(told: tuple[ToldTable, Page, Page]) -> None:
    table, watched, control = told
    table.session = type(table.session)(Position.stored(LINE))
    popped = LINE.popped(1).popped(2).dropped(1, Disc.RED)
    last = popped.popped(6).dropped(2, Disc.YELLOW)
    for step in (LINE, LINE.popped(1), LINE.popped(1).popped(2), popped, popped.popped(6), last):
        table.happen(BoardSettled(step, 1.0))
    expect(watched.locator("#red .points")).to_have_text("1")
    open_part(control, "Earlier turns")
    expect(control.locator("#turn-number")).to_have_text("Turn 2 of 2: Yellow")
    control.get_by_role("button", name="Earlier turn").click()
    control.get_by_role("button", name="It was played otherwise").click()
    control.get_by_role("button", name="Red pops b and scores").click()
    expect(control.locator("#made")).to_contain_text("Red 1, Yellow 0")
    control.get_by_role("button", name="One step back").click()
    expect(control.locator("#made")).to_be_hidden()
    control.get_by_role("button", name="Red pops f: no line").click()
    expect(control.get_by_role("button", name="Correct this turn")).to_be_hidden()
    control.get_by_role("button", name="Red drops the disc back into f").click()
    control.get_by_role("button", name="Correct this turn").click()
    said = "The last 5 things that were ruled were wrong. Turn 2: the drop back into c is not possible any more"
    expect(control.get_by_role("status")).to_have_text(said)
    expect(control.locator("#corrected")).to_have_text(said)
    expect(watched.locator("#story")).to_contain_text("Turn 2: the drop back into c is not possible any more")
    expect(watched.locator("#red .points")).to_have_text("0")


def test_house_rules_wait_for_the_next_game_and_are_then_shown_and_recorded(told: tuple[ToldTable, Page, Page]) -> None:
    _, watched, control = told
    open_part(control, "House rules")
    expect(control.locator("#chosen")).to_have_text("Now: Pop 10. Next game: Pop 10.")
    expect(control.get_by_label("A pop that makes a line for both")).to_be_hidden()
    control.get_by_label("Points to win").fill("3")
    control.get_by_label("Who starts").select_option("Yellow")
    control.get_by_label("A turn may end after a scoring pop").check()
    control.get_by_role("button", name="Keep for the next game").click()
    told_rules = "Pop 10; 3 points win; Yellow starts; A turn may end after a scoring pop"
    expect(control.locator("#chosen")).to_have_text(f"Now: Pop 10. Next game: {told_rules}.")
    expect(watched.locator("#rules")).to_have_text("Pop 10")
    control.get_by_role("button", name="New game").click()
    control.get_by_role("button", name="Sure?").click()
    expect(watched.locator("#rules")).to_have_text(told_rules)
    expect(watched.locator("#yellow .places svg")).to_have_count(3)
    expect(watched.locator("#yellow .turn")).to_be_visible()
    with urllib.request.urlopen(f"{watched.url}api/record") as answer:
        record = parse_record(answer.read().decode())
    assert record.start.rules == Rules(points_to_win=3, starts=Disc.YELLOW, may_stop_after_scoring=True)

    control.get_by_role("combobox", name="Game").select_option("PopOut")
    expect(control.get_by_label("Points to win")).to_be_hidden()
    control.get_by_label("A pop that makes a line for both").uncheck()
    control.get_by_role("button", name="Keep for the next game").click()
    control.get_by_role("button", name="New game").click()
    control.get_by_role("button", name="Sure?").click()
    expect(watched.locator("#rules")).to_have_text("PopOut; Yellow starts; A pop that makes a line for both is a draw")
    expect(watched.locator("#yellow .places")).to_be_hidden()


def test_turn_score_draw_giving_up_and_undo_to_the_beginning(told: tuple[ToldTable, Page, Page]) -> None:
    table, watched, control = told
    table.session = type(table.session)(Position.stored(FULL))
    table.happen(BoardSettled(FULL, 1.0))
    table.happen(BoardSettled(FULL.popped(0), 2.0))
    control.get_by_role("button", name="Yellow's turn").click()
    expect(watched.locator("#yellow .turn")).to_be_visible()
    expect(watched.locator("#due")).to_have_text(re.compile("^Yellow: pop your disc from "))
    score = control.get_by_role("form", name="Set the score")
    expect(score.get_by_label("Red")).to_have_value("1")
    score.get_by_label("Yellow").fill("9")
    score.get_by_role("button", name="Set").click()
    expect(watched.locator("#yellow .points")).to_have_text("9")
    control.get_by_role("button", name="Agree on a draw").click()
    expect(watched.locator("#winner")).to_be_hidden()
    control.get_by_role("button", name="Sure?").click()
    expect(watched.locator("#winner")).to_have_text("A draw")
    control.get_by_role("button", name="Undo").click()
    expect(watched.locator("#winner")).to_be_hidden()
    control.get_by_role("button", name="Yellow gives up").click()
    control.get_by_role("button", name="Sure?").click()
    expect(watched.locator("#winner")).to_have_text("Yellow gives up: Red wins")
    for left in (("1", "9"), ("1", "0"), ("1", "0"), ("0", "0")):
        control.get_by_role("button", name="Undo").click()
        expect(watched.locator("#red .points")).to_have_text(left[0])
        expect(watched.locator("#yellow .points")).to_have_text(left[1])
    expect(watched.locator("#red .turn")).to_be_visible()
    control.get_by_role("button", name="Undo").click()
    expect(control.get_by_role("status")).to_have_text("There is nothing left to take back")
    control.get_by_role("button", name="Accept").click()
    expect(watched.locator("#red .points")).to_have_text("1")


WATCH_DISCS = """() => {
    window.moved = [];
    new MutationObserver((changes) => {
        for (const change of changes) for (const svg of change.addedNodes) {
            for (const disc of svg.querySelectorAll?.(".falling, .leaving") ?? []) {
                const [kind, href] = ["class", "href"].map((name) => disc.getAttribute(name));
                window.moved.push([kind, href, disc.style.getPropertyValue("--rows")]);
            }
        }
    }).observe(document.querySelector("#board"), {childList: true});
}"""


def test_two_who_press_undo_at_once_take_back_one_thing(told: tuple[ToldTable, Page, Page]) -> None:
    table, watched, control = told
    for drops in (1, 2, 3):
        board = Board.parse(f"......./......./......./......./......./{'RYR'[:drops]:.<7}")
        table.happen(BoardSettled(board, float(drops)))
    expect(control.locator("#due")).to_contain_text("Yellow")
    undo = control.get_by_role("button", name="Undo")
    undo.evaluate("(button) => { button.click(); button.click(); }")
    expect(control.locator("#answer")).to_contain_text("Somebody was quicker")
    expect(watched.locator("#due")).to_contain_text("Red")
    position = table.session.snapshot.position
    assert position is not None
    assert str(position.board).endswith("RY.....")
    undo.click()
    expect(control.locator("#due")).to_contain_text("Yellow")


def test_discs_fall_and_leave_as_they_do_in_reality(told: tuple[ToldTable, Page, Page]) -> None:
    table, watched, _ = told
    column = Board.empty().dropped(3, Disc.RED).dropped(3, Disc.YELLOW).dropped(3, Disc.RED)
    table.session = type(table.session)(Position.parse(f"{column} r pop 0-0 -"))
    table.happen(BoardSettled(column, 1.0))
    expect(watched.locator("#board")).to_have_attribute("aria-label", re.compile("d: Red Yellow Red"))
    watched.evaluate(WATCH_DISCS)
    table.happen(BoardSettled(column.popped(3), 2.0))
    expect(watched.locator("#board")).to_have_attribute("aria-label", re.compile(r"d: Yellow Red\. e"))
    expect(watched.locator(".leaving")).to_have_count(0)
    assert sorted(watched.evaluate("window.moved")) == [
        ["falling", "#disc-red", "-100px"],
        ["falling", "#disc-yellow", "-100px"],
        ["leaving", "#disc-red", "160px"],
    ]
    watched.evaluate("window.moved.length = 0")
    table.happen(BoardSettled(column.popped(3).dropped(4, Disc.RED), 3.0))
    expect(watched.locator("#board")).to_have_attribute("aria-label", re.compile("e: Red"))
    assert watched.evaluate("window.moved") == [["falling", "#disc-red", "-600px"]]


@pytest.mark.parametrize("is_dark", [False, True])
@pytest.mark.parametrize("size", [TELEVISION, TELEPHONE])
def test_axe_finds_nothing_serious_with_every_part_open(browser: Browser, size: tuple[int, int], is_dark: bool) -> None:
    with told_table() as (table, served):
        table.session = type(table.session)(Position.stored(LINE))
        for step in (LINE, LINE.popped(1), LINE.popped(1).popped(4)):
            table.happen(BoardSettled(step, 1.0))
        with open_page(browser, served.control_url, size, is_dark=is_dark) as page:
            for part in ("Correct what the camera saw", "Earlier turns", "House rules"):
                open_part(page, part)
            page.get_by_role("button", name="a1: Red").click()
            page.get_by_role("button", name="It was played otherwise").click()
            expect(page.get_by_role("button", name="Red pops f: no line")).to_be_visible()
            assert serious_findings(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
