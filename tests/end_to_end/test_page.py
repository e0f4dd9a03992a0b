"""The pages in a real browser: what a person sees, hears and does there. About a minute.

Needs Debian's chromium; skipped with the reason where there is none.
"""

import json
import re
import statistics
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from firmware.demo.account import due_rulings
from firmware.demo.script import write_script
from firmware.events import BoardSettled, DeviceFailed, Entry, Named, Pressed
from firmware.replays import CLIPS, Replays
from firmware.scoreboard.evidence import Evidence
from firmware.taking_up import begin
from referee.board import Board, Disc
from referee.controls import Button, Resign
from referee.position import Position
from referee.record import Result
from referee.replay import parse_record
from tests import moments
from tests.browsing import TELEPHONE, TELEVISION, chromium, needs_chromium, open_page, serious_findings
from tests.served import ToldTable, told_table
from tests.unit.firmware.test_replays import view

pytestmark = needs_chromium

WEIGHT_BYTES = 200_000
GAME_SEED = 3
FULL = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def table() -> Iterator[tuple[ToldTable, str, str]]:
    with told_table() as (told, served):
        yield told, served.urls[0], served.control_url


def play_stored(told: ToldTable, *pops: int) -> None:
    """A full grid, then Red's pops."""
    told.happen(BoardSettled(FULL, 1.0))
    board = FULL
    for number, column in enumerate(pops):
        board = board.popped(column)
        told.happen(BoardSettled(board, 2.0 + number))


def test_a_whole_demonstration_is_watched_looked_at_again_and_then_steered_from_a_second_page(
    browser: Browser, tmp_path: Path
) -> None:
    command = [sys.executable, "-P", "-m", "firmware", "demo", "--web", "--fast", "--json", "--stored"]
    command += ["--seed", str(GAME_SEED), "--port", "0", "--journal", str(tmp_path / "games.sqlite")]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert program.stdout is not None
        assert program.stderr is not None
        url = program.stderr.readline().split()[-1]
        code = program.stderr.readline().split()[-1]
        due = due_rulings(write_script(GAME_SEED, stored=True))
        with open_page(browser, url) as page, open_page(browser, f"{url}control", TELEPHONE) as control:
            expect(page.locator("#winner")).to_be_visible(timeout=120_000)
            score = due[-1]["score"]
            assert isinstance(score, dict)
            winner = str(due[-1]["player"])
            lost = min(score.values())
            expect(page.locator("#winner")).to_have_text(f"{winner.capitalize()} wins, 10 to {lost}")
            expect(page.locator(f"#{winner} .prize")).to_be_visible()
            expect(page.locator("#red .points")).to_have_text(str(score["red"]))
            expect(page.locator("#yellow .places")).to_have_attribute("aria-label", f"{score['yellow']} of 10")
            expect(page.locator("#yellow .places svg")).to_have_count(10)
            told = [json.loads(program.stdout.readline()) for _ in due]
            assert [ruling["ruling"] for ruling in told] == [ruling["ruling"] for ruling in due]

            look_at_evidence(browser, url, len(due))
            control.get_by_label("code").fill("000000" if code != "000000" else "000001")
            control.get_by_role("button", name="Go on").click()
            expect(control.get_by_role("status")).to_have_text("This is not the table's code")
            expect(control.get_by_role("button", name="Undo")).to_be_hidden()
            control.get_by_label("code").fill(code)
            control.get_by_role("button", name="Go on").click()
            control.get_by_role("button", name="Undo").click()
            expect(page.locator("#winner")).to_be_hidden()
            expect(page.locator("#last .text")).to_have_text("The last ruling is taken back")

            control.get_by_role("link", name="Set-up").click()
            control.get_by_role("link", name="Camera").click()
            expect(control.get_by_role("img", name="The camera's picture")).to_be_visible()
            expect(control.locator("#verdict")).to_have_text("The grid is found, and every cell is read.")
            assert serious_findings(control) == []
            control.get_by_role("link", name="Control").click()

            control.get_by_role("form", name="Players").get_by_label("Red").fill("Ada")
            control.get_by_role("button", name="Save the names").click()
            expect(page.locator("#red .name")).to_have_text("Ada")
            control.reload()
            new_game = control.get_by_role("button", name="New game")
            new_game.click()
            control.get_by_role("button", name="Sure?").click()
            expect(page.locator("#red .points")).to_have_text("0", timeout=60_000)
    finally:
        program.kill()
        program.communicate()


def look_at_evidence(browser: Browser, url: str, rulings: int) -> None:
    """From the scoreboard to the pictures of the game, its record, and the list of games."""
    for size in (TELEVISION, TELEPHONE):
        with open_page(browser, url, size) as page:
            page.get_by_role("link", name="Pictures of this game").click()
            expect(page.get_by_role("heading", level=1)).to_have_text("Game 1")
            expect(page.locator("#summary")).to_have_text(re.compile(r"\. 20\d\d-\d\d-\d\d$"))
            # Two rulings at one board have one picture.
            assert rulings // 2 < page.locator("#pictures li").count() <= rulings
            newest, oldest = page.locator("#pictures li").first, page.locator("#pictures li").last
            expect(newest).to_contain_text("wins: Red")
            newest.get_by_role("img", name="after").scroll_into_view_if_needed()
            expect(oldest.get_by_role("img")).to_have_count(0)
            oldest.get_by_text("pops").click()
            oldest.get_by_role("img", name="before").scroll_into_view_if_needed()
            page.wait_for_function(
                "() => { const all = [...document.querySelectorAll('#pictures img')];"
                " return all.length === 4 && all.every(each => each.naturalWidth > 50); }"
            )
            look_at_the_last_seconds(page)
            expect(page.locator("#account")).to_contain_text("wins")
            assert serious_findings(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            with page.expect_download() as download:
                page.get_by_role("link", name="Download the record").click()
            assert parse_record(download.value.path().read_text()).result is not Result.OPEN
            with page.expect_download() as download:
                page.get_by_role("link", name="Download everything").click()
            with zipfile.ZipFile(download.value.path()) as packed:
                assert packed.testzip() is None
                assert sum(name.endswith(".jpg") for name in packed.namelist()) >= page.locator("#pictures li").count()
                assert len(packed.read("pop10-game-1/rulings.jsonl").splitlines()) == rulings
            page.get_by_role("link", name="All games").click()
            expect(page.get_by_role("link", name="1: 20")).to_be_visible()
            assert serious_findings(page) == []
            page.get_by_role("link", name="Standings").click()
            expect(page.get_by_role("status")).to_have_text("All evenings. Games: 1")
            expect(page.locator("#colours tbody tr")).to_have_count(2)
            page.get_by_role("link", name="(1)").click()
            expect(page.get_by_role("status")).to_have_text(re.compile(r"^20\d\d-\d\d-\d\d\. Games: 1$"))
            assert serious_findings(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_game_that_is_not_kept_offers_nothing(browser: Browser, tmp_path: Path) -> None:
    journal = tmp_path / "games.sqlite"
    begun = begin(journal, None, 0.0)
    assert begun.journal is not None
    begun.journal.close()
    with (
        told_table(Evidence(journal, Replays())) as (_told, served),
        open_page(browser, f"{served.urls[0]}game/99") as page,
    ):
        expect(page.get_by_role("status").first).to_have_text("There is no such game.")
        for name in ("Download the record", "Download everything"):
            expect(page.get_by_role("link", name=name)).to_be_hidden()
        expect(page.get_by_role("heading", name="Turn by turn")).to_be_hidden()
        expect(page.get_by_role("link", name="All games")).to_be_visible()
        assert serious_findings(page) == []


def look_at_the_last_seconds(page: Page) -> None:
    """The seconds before the end come when asked for, played and step by step; those before another ruling as well."""
    picture = page.locator("#replay-picture")
    expect(page.locator("#clip-text")).to_contain_text("wins: Red")
    expect(picture).to_be_hidden()
    moment = page.get_by_role("slider", name="Moment")
    expect(moment).to_be_disabled()
    fetched = "() => performance.getEntriesByType('resource').filter(each => /replays.[0-9]/.test(each.name)).length"
    assert page.evaluate(fetched) == 0, "no seconds may be fetched before somebody asks for them"
    page.get_by_role("button", name="Play").click()
    page.wait_for_function("() => document.querySelector('#replay-picture').naturalWidth > 50")
    assert page.evaluate(fetched) == 1
    moment.focus()
    page.keyboard.press("End")
    newest = picture.get_attribute("src")
    moment.focus()
    page.keyboard.press("Home")
    expect(picture).not_to_have_attribute("src", str(newest))
    expect(moment).to_have_attribute("aria-valuetext", "0.0 s")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.wait_for_function("() => document.querySelector('#moment').value > 1")
    page.get_by_role("button", name="Stop").click()
    clips = page.locator("#clips button")
    assert 2 <= clips.count() <= CLIPS
    clips.last.click()
    expect(clips.last).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#clip-text")).to_have_text(str(clips.last.text_content()))


def test_a_score_shows_its_line_and_the_rule(browser: Browser, table: tuple[ToldTable, str, str]) -> None:
    told, url, _ = table
    board = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YYRYRYY/RRRRYRY")
    told.session = type(told.session)(Position.stored(board))
    with open_page(browser, url) as page:
        told.happen(BoardSettled(board.popped(1), 1.0))
        expect(page.locator("#last .text")).to_contain_text("Red pops b and scores with a1 b1 c1 d1")
        expect(page.locator("#last .why")).to_contain_text("one point, and the player pops again")
        expect(page.locator("#line .lit")).to_have_count(4)
        expect(page.locator("#line")).to_have_attribute("aria-label", re.compile("a1 b1 c1 d1"))
        expect(page.locator("#spoken")).to_contain_text("Red pops b and scores")
        expect(page.locator("#red")).to_have_class(re.compile("to-play"))
        expect(page.locator("#red .turn")).to_be_visible()
        expect(page.locator("#yellow .turn")).to_be_hidden()
        expect(page.locator("#due")).to_have_text(re.compile("^Red: pop your disc from "))


def test_the_winner_is_told_with_the_own_points_first_and_marked_by_more_than_a_colour(
    browser: Browser, table: tuple[ToldTable, str, str]
) -> None:
    told, url, _ = table
    board = Board.parse("RYRYRYR/YRYRYRY/RYRYRYR/YRYRYRY/RRYRYRR/YYYYRYR")
    told.session = type(told.session)(Position.parse(f"{board} y pop 6-9 -"))
    with open_page(browser, url) as page:
        told.happen(BoardSettled(board.popped(1), 1.0))
        expect(page.locator("#winner")).to_have_text("Yellow wins, 10 to 6")
        expect(page.locator("#yellow .prize")).to_have_text("Winner")
        expect(page.locator("#yellow .prize svg")).to_be_visible()
        expect(page.locator("#red .prize")).to_be_hidden()
        # What is pressed after the end takes nothing of it away.
        told.happen(Pressed(Button.ACCEPT, 2.0))
        expect(page.locator("#story")).to_contain_text("The board is accepted as it stands")
        expect(page.locator("#last .text")).to_have_text("Yellow wins: Red 6, Yellow 10")
        expect(page.locator("#line")).to_have_attribute("aria-label", re.compile("a1 b1 c1 d1"))
        assert serious_findings(page) == []
        told.happen(Pressed(Button.UNDO, 3.0))
        expect(page.locator("#yellow .prize")).to_be_hidden()
        expect(page.locator("#last .text")).to_have_text("The last ruling is taken back")


def test_who_gave_up_is_told_rather_than_a_score_that_won_nothing(
    browser: Browser, table: tuple[ToldTable, str, str]
) -> None:
    told, url, _ = table
    told.happen(Named("", "Bo", 0.5))
    with open_page(browser, url) as page:
        play_stored(told)
        told.happen(Pressed(Resign(Disc.RED), 2.0))
        expect(page.locator("#winner")).to_have_text("Red gives up: Bo (Yellow) wins")
        expect(page.locator("#yellow .prize")).to_be_visible()


def test_a_violation_is_large_and_names_its_remedy(browser: Browser, table: tuple[ToldTable, str, str]) -> None:
    told, url, _ = table
    with open_page(browser, url) as page:
        told.happen(BoardSettled(Board.empty().dropped(3, Disc.YELLOW), 1.0))
        alert = page.get_by_role("alert")
        expect(alert).to_contain_text("The disc dropped into column d is Yellow, but Red has to drop Red.")
        expect(alert).to_contain_text("Push the lowest disc of column d out at the bottom")
        size = float(alert.locator(".message").evaluate("node => parseFloat(getComputedStyle(node).fontSize)"))
        assert size >= 48, "a violation must be read from four metres"
        expect(alert.locator(".who")).to_be_hidden()
        told.happen(Named("Anna", "", 1.5))
        expect(alert.get_by_role("heading")).to_have_text("Stop Anna (Red)")
        expect(alert).to_contain_text("The disc dropped into column d is Yellow, but Red has to drop Red.")
        assert serious_findings(page) == []
        told.happen(BoardSettled(Board.empty(), 2.0))
        expect(alert).to_be_hidden()
        expect(page.locator("#last .text")).to_have_text("Put right: play goes on")


def test_discs_differ_by_shape_and_are_told_in_words(browser: Browser, table: tuple[ToldTable, str, str]) -> None:
    told, url, _ = table
    with open_page(browser, url, TELEPHONE) as page:
        told.happen(BoardSettled(Board.empty().dropped(3, Disc.RED), 1.0))
        told.happen(BoardSettled(Board.empty().dropped(3, Disc.RED).dropped(4, Disc.YELLOW), 2.0))
        board = page.locator("#board")
        expect(board.locator("use[href='#disc-red']")).to_have_count(1)
        expect(board.locator("use[href='#disc-yellow']")).to_have_count(1)
        expect(board).to_have_attribute("aria-label", re.compile(r"d: Red\. e: Yellow"))
        assert page.locator("#disc-red path").count() == 1
        assert page.locator("#disc-yellow circle").count() == 2


def test_the_keyboard_alone_steers(browser: Browser, table: tuple[ToldTable, str, str]) -> None:
    told, _, control_url = table
    told.happen(BoardSettled(Board.empty().dropped(3, Disc.RED), 1.0))
    with open_page(browser, control_url, TELEPHONE) as page:
        undo = page.get_by_role("button", name="Undo")
        expect(undo).to_be_visible()
        assert "code" not in page.url, "the code must not stay in the address"
        for _ in range(10):
            page.keyboard.press("Tab")
            if undo.evaluate("node => node === document.activeElement"):
                break
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_have_text("The last ruling is taken back")
    assert told.session.snapshot.position == Position.start()


def test_what_cannot_be_done_is_told_on_the_control_page(browser: Browser, table: tuple[ToldTable, str, str]) -> None:
    with open_page(browser, table[2], TELEPHONE) as page:
        page.get_by_label("Red").first.fill("3")
        with page.expect_response("**/api/control") as answered:
            page.get_by_role("button", name="Set", exact=True).click()
        assert answered.value.status == 422
        expect(page.get_by_role("status")).to_have_text("Nobody scores during setup")


@pytest.mark.parametrize("size", [TELEVISION, TELEPHONE])
@pytest.mark.parametrize("is_dark", [False, True])
def test_axe_finds_nothing_serious_and_nothing_is_cut_off(
    browser: Browser, table: tuple[ToldTable, str, str], size: tuple[int, int], is_dark: bool
) -> None:
    told, url, control_url = table
    play_stored(told, 0)
    told.happen(BoardSettled(FULL.popped(0).popped(3), 5.0))
    for address in (url, control_url, f"{url}control"):
        with open_page(browser, address, size, is_dark=is_dark) as page:
            page.wait_for_load_state("load")
            page.wait_for_timeout(200)
            assert serious_findings(page) == [], address
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


def test_the_page_is_light_and_asks_nobody_else(browser: Browser, table: tuple[ToldTable, str, str]) -> None:
    _, url, _ = table
    asked: list[Request] = []
    with open_page(browser, "about:blank") as page:
        page.on("request", lambda request: asked.append(request))
        page.goto(url)
        expect(page.locator("#board svg")).to_be_visible()
        addresses = {request.url for request in asked}
        assert all(address.startswith(url) for address in addresses)
        weight = 0
        for request in asked:
            answer = request.response()
            if answer is not None and not request.url.endswith("/api/live"):
                weight += len(answer.body())
        assert 0 < weight < WEIGHT_BYTES


def test_the_seconds_before_a_point_are_watched_again_and_the_standings_found(browser: Browser, tmp_path: Path) -> None:
    journal = tmp_path / "games.sqlite"
    begun = begin(journal, None, 0.0)
    assert begun.journal is not None
    begun.journal.close()
    replays = Replays()
    line = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YYRYRYY/RRRRYRY")
    with told_table(Evidence(journal, replays)) as (told, served), open_page(browser, served.urls[0]) as page:
        again = page.get_by_role("button", name="Watch again")
        told.happen(BoardSettled(line, 1.0))
        for tick in range(20):
            replays.see(view(10 * tick), tick / 5)
        point = BoardSettled(line.popped(0), 4.0)
        rulings, _ = told.happen(point)
        replays.cut(Entry(point, rulings, game=told.session.snapshot.game))
        expect(page.locator("#last .text")).to_contain_text("scores")
        expect(again).to_be_visible()
        expect(page.locator("#film")).to_be_hidden()
        # What comes later than the ruling pushes nothing off the screen.
        told.happen(DeviceFailed("journal", f"cannot write {'a long name of a file ' * 6}", 4.5))
        expect(page.locator("#trouble")).to_contain_text("a long name")
        is_whole = (
            "() => { const all = document.querySelector('.words'); return all.scrollHeight <= all.clientHeight; }"
        )
        assert page.evaluate(is_whole)
        again.focus()
        page.keyboard.press("Enter")
        film = page.get_by_role("img", name="The grid in the seconds before the ruling")
        expect(film).to_be_visible()
        expect(page.locator("#line")).to_be_hidden()
        page.wait_for_function("document.getElementById('film').naturalWidth > 50")
        assert page.evaluate(is_whole)
        assert serious_findings(page) == []
        expect(film).to_be_hidden()
        expect(page.locator("#line")).to_be_visible()
        expect(again).to_be_visible()
        # Of this pop no seconds are kept.
        told.happen(BoardSettled(line.popped(0).popped(1), 5.0))
        expect(page.locator("#last .text")).to_contain_text("pops b")
        expect(again).to_be_hidden()
        page.get_by_role("link", name="Standings").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Standings")


def test_a_further_wrong_act_is_on_the_page_until_it_is_put_right_as_well(
    browser: Browser, table: tuple[ToldTable, str, str]
) -> None:
    told, url, _ = table
    with open_page(browser, url) as page:
        told.happen(BoardSettled(FULL, 1.0))
        told.happen(BoardSettled(FULL.popped(1), 2.0))
        alert = page.get_by_role("alert")
        expect(alert).to_contain_text("lowest disc of column b")
        told.happen(BoardSettled(FULL.popped(1).popped(3), 3.0))
        expect(alert).to_contain_text("lowest disc of column b")
        expect(alert).to_contain_text("lowest disc of column d")
        told.happen(BoardSettled(FULL.popped(3), 4.0))
        expect(alert).not_to_contain_text("column b")
        expect(alert).to_contain_text("lowest disc of column d")
        told.happen(BoardSettled(FULL, 5.0))
        expect(alert).to_be_hidden()


def test_a_board_that_shows_something_else_than_the_game_is_told_in_words(
    browser: Browser, table: tuple[ToldTable, str, str]
) -> None:
    told, url, _ = table
    with open_page(browser, url) as page:
        moments.undone(told)
        due = page.locator("#due")
        expect(due).to_contain_text("The board shows something else than the game. Push the lowest disc of column d")
        expect(due).to_contain_text(re.compile("as it is[.]$"))
        expect(due).to_have_class("differs")
        expect(page.locator("#board .lit")).to_have_count(1)
        expect(page.locator("#board .due-bar")).to_have_count(0)
        told.happen(BoardSettled(Board.empty(), 4.0))
        expect(due).to_have_text("Red: drop your disc into a, b, c, d, e, f or g")
        expect(due).not_to_have_class("differs")


def test_where_no_seconds_are_kept_none_are_offered(browser: Browser, table: tuple[ToldTable, str, str]) -> None:
    told, url, _ = table
    with open_page(browser, url) as page:
        play_stored(told, 0)
        expect(page.locator("#last .text")).to_contain_text("pops a")
        expect(page.get_by_role("button", name="Watch again")).to_be_hidden()
        expect(page.get_by_role("link", name="Standings")).to_be_hidden()


WATCH = """() => {
    window.shown = {};
    new MutationObserver(() => {
        const seen = document.body.dataset.seen;
        requestAnimationFrame(() => { window.shown[seen] = performance.timeOrigin + performance.now(); });
    }).observe(document.body, {attributes: true, attributeFilter: ["data-seen"]});
}"""


def test_a_ruling_is_on_the_page_in_a_blink(browser: Browser, table: tuple[ToldTable, str, str]) -> None:
    """From the ruling to the frame that shows it; printed with `pytest -rP`, wanted below 100 ms on a quiet machine."""
    told, url, _ = table
    with open_page(browser, url) as page:
        expect(page.locator("#board svg")).to_be_visible()
        page.evaluate(WATCH)
        print_delays(told, page)


def print_delays(told: ToldTable, page: Page) -> None:
    """Over twenty rulings."""
    ruled_at = {}
    for number in range(1, 21):
        ruled_at[str(number)] = time.time()
        is_undo = number % 2 == 0
        drop = BoardSettled(Board.empty().dropped(number % 7, Disc.RED), 1.0)
        told.happen(Pressed(Button.UNDO, 1.0) if is_undo else drop)
        page.wait_for_function("number => document.body.dataset.seen === number", arg=str(number))
    page.wait_for_timeout(100)
    shown = page.evaluate("window.shown")
    delays = [shown[number] / 1000 - at for number, at in ruled_at.items() if number in shown]
    median = statistics.median(delays)
    print(f"ruling to pixels, {len(delays)} rulings: median {median * 1000:.0f} ms, most {max(delays) * 1000:.0f} ms")
    assert len(delays) > 10
