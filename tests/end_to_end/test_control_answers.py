"""What the control page answers, and what of it stays in sight, on telephones of every size.

Needs Debian's chromium; skipped with the reason where there is none.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from firmware.events import BoardSettled
from referee.board import Board, Disc
from tests.browsing import TELEPHONE, chromium, needs_chromium, open_page
from tests.served import told_table

pytestmark = needs_chromium

MOST_OF_HEIGHT = 1 / 5
"""That the head of the page takes while it is scrolled."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.mark.parametrize("size", [(320, 568), TELEPHONE, (844, 390)])
def test_the_head_leaves_the_screen_to_what_is_done_there(browser: Browser, size: tuple[int, int]) -> None:
    with told_table() as (_told, served), open_page(browser, served.control_url, size) as page:
        page.get_by_role("button", name="Yellow's turn").click()
        expect(page.get_by_role("status")).to_have_text("It is Yellow's turn")
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        box = page.get_by_role("status").bounding_box()
        assert box is not None
        assert box["y"] >= 0, "the answer stays in sight"
        bottom = page.locator("header").evaluate("node => node.getBoundingClientRect().bottom")
        assert bottom <= MOST_OF_HEIGHT * size[1]


def test_who_gave_the_code_by_keyboard_goes_on_from_there(browser: Browser) -> None:
    with told_table() as (_told, served), open_page(browser, f"{served.urls[0]}control", TELEPHONE) as page:
        page.get_by_label("code").focus()
        page.keyboard.type("000000" if served.code != "000000" else "000001")
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_have_text("This is not the table's code")
        page.get_by_label("code").fill(served.code)
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Accept")).to_be_visible()
        expect(page.locator("#desk")).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Accept")).to_be_focused()


def test_an_old_answer_does_not_stand_beside_what_the_browser_refuses(browser: Browser) -> None:
    with told_table() as (_told, served), open_page(browser, served.control_url, TELEPHONE) as page:
        page.get_by_role("button", name="Save the names").click()
        expect(page.get_by_role("status")).to_have_text("Done")
        score = page.get_by_role("form", name="Set the score")
        score.get_by_label("Red").fill("99")
        score.get_by_role("button", name="Set").click()
        expect(page.get_by_role("status")).to_have_text("")


def test_a_table_that_is_there_again_is_no_longer_said_to_be_away(browser: Browser) -> None:
    with told_table() as (told, served), open_page(browser, served.control_url, TELEPHONE) as page:
        expect(page.locator("#due")).to_contain_text("Red: drop")
        page.context.set_offline(True)
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("status")).to_have_text("The table cannot be reached")
        page.context.set_offline(False)
        told.happen(BoardSettled(Board.empty().dropped(3, Disc.RED), 1.0))
        expect(page.locator("#due")).to_contain_text("Yellow: drop")
        expect(page.get_by_role("status")).to_have_text("")
