"""The scoreboard on televisions and telephones of every size: what must be read is there, whole and large enough.

Needs Debian's chromium; skipped with the reason where there is none.
"""

from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from firmware.events import BoardSettled
from referee.board import Board, Disc
from tests import moments
from tests.browsing import chromium, needs_chromium, open_page
from tests.served import ToldTable, told_table

pytestmark = needs_chromium

WIDE: Final = ((1280, 720), (1366, 768), (1920, 1080), (3840, 2160))
TELEPHONES: Final = ((320, 568), (390, 844), (844, 390), (667, 375))
LEAST_OF_HEIGHT: Final = 1 / 40
"""Of what is to be read from four metres."""
LEAST_OF_WHAT_IS_DUE: Final = 1 / 20
SHOWN: Final = "#red, #yellow, #board, .words, #due, #violation, #winner, #trouble, #last, #line, footer"
# The digits of a score reach out of their line a little, which cuts off nothing.
OUTSIDE: Final = """selector => {
    const isOutside = (node) => {
        const box = node.getBoundingClientRect();
        const isCut = node.scrollHeight > node.clientHeight + innerHeight / 100;
        return isCut || box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5;
    };
    return [...document.querySelectorAll(selector)].filter(node => node.checkVisibility() && isOutside(node))
        .map(node => node.id || node.className || node.tagName);
}"""
CUT_LINES: Final = """() => {
    const list = document.querySelector("#story").getBoundingClientRect();
    return [...document.querySelectorAll("#story li")].map(line => line.getBoundingClientRect())
        .filter(line => line.left < list.right && line.top < list.bottom && line.bottom > list.bottom + 0.5).length;
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def wait_until_shown(page: Page) -> None:
    expect(page.locator("#board svg")).to_be_visible()
    expect(page.locator("#due")).not_to_have_text("Connecting to the table …")


def size_of(page: Page, selector: str) -> float:
    return float(page.locator(selector).evaluate("node => parseFloat(getComputedStyle(node).fontSize)"))


@pytest.mark.parametrize("moment", moments.EVERY, ids=lambda moment: moment.__name__)
def test_a_wide_screen_shows_all_that_counts_without_scrolling(
    browser: Browser, moment: Callable[[ToldTable], None]
) -> None:
    """Old rulings give way, whole lines of them; never the trouble or the remedy."""
    with told_table() as (told, served):
        moment(told)
        for width, height in WIDE:
            with open_page(browser, served.urls[0], (width, height)) as page:
                wait_until_shown(page)
                assert page.evaluate("document.documentElement.scrollHeight") <= height, (width, height)
                assert page.evaluate(OUTSIDE, SHOWN) == [], (width, height)
                assert page.evaluate(CUT_LINES) == 0, (width, height)
                if moment.__name__.endswith("trouble"):
                    expect(page.locator("#trouble")).to_contain_text("the disk is full")


@pytest.mark.parametrize("size", [(1920, 1080), (3840, 2160)])
def test_what_is_to_be_read_is_large_enough_for_four_metres(browser: Browser, size: tuple[int, int]) -> None:
    with told_table() as (told, served), open_page(browser, served.urls[0], size) as page:
        moments.point(told)
        expect(page.locator("#last .text")).to_contain_text("scores")
        for selector in ("#last h2", "#last .text", "#last .why", "#story", "#rules", "#red .turn"):
            assert size_of(page, selector) >= LEAST_OF_HEIGHT * size[1], selector
        assert size_of(page, "#due") >= LEAST_OF_WHAT_IS_DUE * size[1]


@pytest.mark.parametrize("size", TELEPHONES)
def test_on_a_telephone_the_remedy_is_in_sight_at_once(browser: Browser, size: tuple[int, int]) -> None:
    with told_table() as (told, served), open_page(browser, served.urls[0], size) as page:
        told.happen(BoardSettled(Board.empty().dropped(3, Disc.YELLOW), 1.0))
        remedy = page.locator("#violation .remedy")
        expect(remedy).to_contain_text("Push the lowest disc of column d out at the bottom")
        box = remedy.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size[1]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [(1920, 1080), (390, 844)])
def test_each_column_that_is_due_has_its_name_and_a_whole_bar_under_it(browser: Browser, size: tuple[int, int]) -> None:
    """Also g, whose tail hangs below the line."""
    with told_table() as (told, served), open_page(browser, served.urls[0], size) as page:
        moments.due(told)
        expect(page.locator("#board .label.due")).to_have_text("g")
        bar, name, board = (page.locator(f"#board {part}").bounding_box() for part in (".due-bar", ".label.due", "svg"))
        assert bar is not None
        assert name is not None
        assert board is not None
        assert bar["width"] > board["width"] / 20
        assert bar["y"] + bar["height"] <= board["y"] + board["height"]
        assert bar["x"] >= name["x"] - board["width"] / 20
        told.happen(BoardSettled(told.session.snapshot.position.board.dropped(6, Disc.RED), 9.0))  # type: ignore[union-attr]
        expect(page.locator("#board .due-bar")).to_have_count(7)
