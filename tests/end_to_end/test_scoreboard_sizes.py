"""The scoreboard on televisions and telephones of every size: what must be read is there, whole and large enough.

Needs Debian's chromium; skipped with the reason where there is none.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from firmware.album import Album, album_beside
from firmware.events import BoardSettled, CameraLost, Named, Pressed, Record, SightChanged
from firmware.replays import Replays
from firmware.scoreboard.evidence import Evidence
from firmware.snapshot import Sight
from firmware.taking_up import begin
from referee.board import Board, Disc
from referee.controls import Resign
from tests import moments
from tests.browsing import chromium, needs_chromium, open_page
from tests.served import ToldTable, told_table

pytestmark = needs_chromium

WIDE: Final = ((1280, 720), (1366, 768), (1920, 1080), (3840, 2160))
TELEPHONES: Final = ((320, 568), (390, 844), (844, 390), (667, 375))
LEAST_OF_HEIGHT: Final = 1 / 40
"""Of what is to be read from four metres."""
LEAST_OF_WHAT_IS_DUE: Final = 1 / 20
SHOWN: Final = (
    "#red, #yellow, #board, .words, #due, #then, #violation, #violation .who, #winner, #trouble, #last, #line, footer"
)
WIDER: Final = "node => node.scrollWidth > node.clientWidth + 1"
# The digits of a score reach out of their line a little, which cuts off nothing.
OUTSIDE: Final = """selector => {
    const isWider = WIDER;
    const isOutside = (node) => {
        const box = node.getBoundingClientRect();
        const isCut = node.scrollHeight > node.clientHeight + innerHeight / 100;
        return isCut || isWider(node) || box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5;
    };
    return [...document.querySelectorAll(selector)].filter(node => node.checkVisibility() && isOutside(node))
        .map(node => node.id || node.className || node.tagName);
}""".replace("WIDER", WIDER)
RAGGED: Final = f"""selector => [...document.querySelectorAll(selector)].filter(node => node.checkVisibility())
    .filter({WIDER}).map(node => node.id || node.className || node.tagName)"""
LONG: Final = ("Wolfeschlegelsteinhausen", 40 * "W")
"""Names without a space; the second is as long and as wide as a name can be."""
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


@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
@pytest.mark.parametrize("moment", [moments.undone, moments.lost], ids=lambda moment: moment.__name__)
def test_on_a_telephone_what_keeps_the_game_from_going_on_comes_before_the_board(
    browser: Browser, size: tuple[int, int], moment: Callable[[ToldTable], None]
) -> None:
    with told_table() as (told, served), open_page(browser, served.urls[0], size) as page:
        moment(told)
        expect(page.locator("#due")).to_have_class("differs" if moment is moments.undone else "lost")
        due, board = page.locator("#due").bounding_box(), page.locator("#board").bounding_box()
        assert due is not None
        assert board is not None
        assert due["y"] + due["height"] <= min(board["y"], size[1])


@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("moment", [moments.point, moments.violation, moments.win, moments.given_up, moments.undone])
def test_a_name_without_a_space_stays_on_every_screen(
    browser: Browser, moment: Callable[[ToldTable], None], name: str
) -> None:
    with told_table() as (told, served):
        moment(told)
        told.happen(Named(name, name, 9.0))
        for size in (*WIDE, *TELEPHONES):
            with open_page(browser, served.urls[0], size) as page:
                expect(page.locator("#red .name")).to_have_text(name)
                assert page.evaluate("document.documentElement.scrollWidth") <= size[0], size
                assert page.evaluate(RAGGED, f"{SHOWN}, .name, #last .text, #story li") == [], size
                if size in WIDE:
                    assert page.evaluate("document.documentElement.scrollHeight") <= size[1], size
                    assert page.evaluate(OUTSIDE, SHOWN) == [], size


@pytest.mark.parametrize("name", ["", 40 * "W"])
def test_also_where_there_is_most_to_say_all_of_it_is_there_and_large_enough(browser: Browser, name: str) -> None:
    """Much is wrong with the board, the camera sees nothing, the disk is full, and the names are as long as can be."""
    with told_table() as (told, served):
        moments.troubled(moments.violation)(told)
        told.happen(Named(name, name, 9.0))
        told.happen(CameraLost("no picture for 2.0 s", 10.0))
        for width, height in WIDE:
            with open_page(browser, served.urls[0], (width, height)) as page:
                expect(page.locator("#trouble")).to_contain_text("the disk is full")
                assert page.evaluate(OUTSIDE, SHOWN) == [], (width, height)
                for selector in ("#trouble", "#violation .message", "#violation .remedy", "#due", "#red .name"):
                    assert size_of(page, selector) >= LEAST_OF_HEIGHT * height - 0.01, (selector, width)


def test_the_name_of_who_broke_a_rule_does_not_touch_what_is_said_of_it(browser: Browser) -> None:
    with told_table() as (told, served):
        moments.violation(told)
        for size in (*WIDE, *TELEPHONES):
            with open_page(browser, served.urls[0], size) as page:
                expect(page.locator("#violation .who")).to_be_visible()
                who, said = (page.locator(f"#violation {part}").bounding_box() for part in (".who", ".message"))
                assert who is not None
                assert said is not None
                assert said["y"] >= who["y"] + who["height"] + size_of(page, "html") / 4, size


@pytest.mark.parametrize("name", LONG)
def test_a_name_without_a_space_stays_on_the_pages_of_past_games(browser: Browser, name: str, tmp_path: Path) -> None:
    journal = tmp_path / "games.sqlite"
    begun = begin(journal, None, 0.0)
    assert begun.journal is not None
    events = (BoardSettled(moments.LINE, 1.0), Named(name, name, 2.0), BoardSettled(moments.LINE.popped(1), 3.0))
    for event in (*events, Pressed(Resign(Disc.RED), 4.0)):
        for effect in begun.session.handle(event):
            if isinstance(effect, Record):
                begun.journal.write(effect.entry)
    begun.journal.close()
    with closing(Album(album_beside(journal))) as album:
        album.keep(1, f"{name} (Red) pops b and scores", b"no picture")
    pages = {"games": "#games a", "game/1": "#pictures summary", "standings": "#colours tbody tr"}
    with told_table(Evidence(journal, Replays())) as (_, served):
        for path, last in pages.items():
            for size in TELEPHONES:
                with open_page(browser, served.urls[0] + path, size) as page:
                    page.locator(last).first.wait_for()
                    assert page.evaluate("document.documentElement.scrollWidth") <= size[0], (path, size)


def test_a_camera_that_sees_nothing_is_the_headline_and_what_is_due_stands_below_it_smaller(browser: Browser) -> None:
    with told_table() as (told, served), open_page(browser, served.urls[0]) as page:
        moments.due(told)
        due, then, camera = (page.locator(selector) for selector in ("#due", "#then", "#camera"))
        told.happen(SightChanged(Sight.BOARD_LOST, 8.0))
        expect(due).to_have_text("The camera does not see the board")
        expect(then).to_have_text("Red: drop your disc into g")
        expect(camera).to_be_hidden()
        expect(page.locator("#spoken")).to_contain_text("The camera does not see the board")
        assert size_of(page, "#due") > size_of(page, "#then") >= LEAST_OF_HEIGHT * 1080
        assert size_of(page, "#due") >= LEAST_OF_WHAT_IS_DUE * 1080
        told.happen(CameraLost("no picture for 2.0 s", 9.0))
        expect(due).to_have_text("The camera does not see the board")
        # A hand before the board is a part of play.
        told.happen(SightChanged(Sight.HIDDEN, 10.0))
        expect(due).to_have_text("Red: drop your disc into g")
        expect(camera).to_have_text("Something is in front of the board")
        expect(then).to_be_hidden()
        expect(page.locator("#spoken")).to_contain_text("Red: drop your disc into g")


def test_a_score_is_never_torn_apart_at_the_end_of_a_line(browser: Browser) -> None:
    with told_table() as (told, served):
        moments.win(told)
        with open_page(browser, served.urls[0], (1280, 720)) as page:
            expect(page.locator("#winner")).to_be_visible()
            assert page.locator("#winner").evaluate("node => node.textContent").endswith("10\u00a0to\u00a06")


@pytest.mark.parametrize("size", [(1920, 1080), (390, 844)])
def test_each_column_that_is_due_has_its_name_and_a_whole_bar_under_it(browser: Browser, size: tuple[int, int]) -> None:
    """Also g, whose tail hangs below the line."""
    with told_table() as (told, served), open_page(browser, served.urls[0], size) as page:
        moments.due(told)
        expect(page.locator("#board .label.due")).to_have_text(["g"])
        bar, name, board = (page.locator(f"#board {part}").bounding_box() for part in (".due-bar", ".label.due", "svg"))
        assert bar is not None
        assert name is not None
        assert board is not None
        assert bar["width"] > board["width"] / 20
        assert bar["y"] + bar["height"] <= board["y"] + board["height"]
        assert bar["x"] >= name["x"] - board["width"] / 20
        told.happen(BoardSettled(told.session.snapshot.position.board.dropped(6, Disc.RED), 9.0))  # type: ignore[union-attr]
        expect(page.locator("#board .due-bar")).to_have_count(7)
