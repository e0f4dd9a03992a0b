"""The set-up walked through in a real browser, at a table of twins: what a person sees, and what the settings say then.

Needs Debian's chromium; skipped with the reason where there is none. About a minute.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from firmware.config import Strip, load
from firmware.inbox import Answer
from firmware.inbox import Request as Asked
from firmware.scoreboard import app
from firmware.scoreboard.feed import Feed
from firmware.scoreboard.server import serve
from firmware.scoreboard.setup import SetUp
from firmware.session import Session
from firmware.settings_file import last_good
from firmware.tryout import COLOURS, TUNE
from hardware.simulated.options import SceneOptions, SensorOptions, ViewOptions
from referee.position import Position
from tests.browsing import (
    PATIENCE_MILLISECONDS,
    TELEPHONE,
    TELEVISION,
    chromium,
    needs_chromium,
    open_page,
    serious_findings,
)
from tests.standing import FULL, StandingTable, standing_table

pytestmark = needs_chromium

WEIGHT_BYTES = 200_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "pop10.toml"


def go_to(page: Page, step: str) -> None:
    page.get_by_role("navigation", name="Steps").get_by_role("link", name=step).click()
    expect(page.get_by_role("heading", level=2)).to_be_focused()


def looks_of(table: StandingTable) -> str:
    """What somebody would say who sees the strip."""
    colours = set(table.strip.colours)
    return next((name.capitalize() for name, colour in COLOURS.items() if colours == {colour}), "several")


def test_the_set_up_is_walked_through_and_the_settings_hold_what_came_of_it(browser: Browser, file: Path) -> None:
    with (
        standing_table(file, mounted=Strip(colour_order="RBG", is_reversed=True), is_behind=True) as table,
        open_page(browser, table.served.setup_url, TELEPHONE) as page,
    ):
        expect(page.get_by_role("heading", level=2)).to_have_text("Language")
        assert table.served.code not in page.url, "the code must not stay in the address"
        assert serious_findings(page) == []
        with page.expect_navigation():
            page.get_by_label("In which language").select_option("English")
        expect(page.get_by_label("In which language")).to_have_value("en")
        page.get_by_role("button", name="Right, go on").click()
        assert table.settings.people.language == "en"

        aim_the_camera(page)
        page.get_by_role("button", name="Right, go on").click()
        tell_the_side(page, table)
        page.get_by_role("button", name="Right, go on").click()
        try_the_lights(page, table)
        page.get_by_role("button", name="Right, go on").click()
        try_the_sounder(page, table)
        page.get_by_role("button", name="Right, go on").click()
        try_the_buttons(page, table)
        page.get_by_role("button", name="Skip").click()

        expect(page.get_by_role("heading", level=2)).to_have_text("Finish")
        expect(page.locator("#file")).to_have_text(f"The settings are in {file}.")
        expect(page.get_by_text("Strip: a twin", exact=True)).to_be_visible()
        page.get_by_role("button", name="That is all").click()
        expect(page.locator("#finished")).to_contain_text("Set up.")
        expect(page.locator("#steps")).to_have_text(re.compile(r"Lights\s*\(done\).*Buttons\s*\(skipped\)", re.DOTALL))
        assert serious_findings(page) == []
        settings = table.settings
        assert (settings.strip.colour_order, settings.strip.is_reversed) == ("RBG", True)
        assert (settings.sounder.kind, settings.sounder.mute) == ("active", False)
        assert settings.camera.is_mirrored
        assert last_good(file).exists()

        # Any step can be done again, and what was chosen is shown there.
        go_to(page, "Board and discs")
        expect(page.get_by_label("The camera looks from the other side")).to_be_checked()
        go_to(page, "Sound")
        expect(page.get_by_label("Beeps of one pitch")).to_be_checked()
        assert not table.journal.rulings, "a set-up is no game"


def aim_the_camera(page: Page) -> None:
    expect(page.get_by_role("heading", level=2)).to_have_text("Aim the camera")
    expect(page.get_by_role("img", name="The camera's picture")).to_be_visible()
    page.wait_for_function("() => document.querySelector('#picture').naturalWidth > 100")
    expect(page.locator("#verdict")).to_have_text("The grid is found, and every cell is read.")
    expect(page.locator("#fit-text")).to_have_text(re.compile(r"Fit of the grid: (100|[6-9]\d) of 100"))
    assert float(page.locator("#fit").evaluate("meter => meter.value")) > 0.6
    expect(page.locator("#advice li")).to_have_count(0)
    assert serious_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def tell_the_side(page: Page, table: StandingTable) -> None:
    """The camera stands behind the board: the page shows column a at the wrong end until that is told."""
    expect(page.get_by_role("heading", level=2)).to_have_text("Board and discs")
    taken = page.locator("#taken")
    behind = FULL.mirrored()
    in_words = ["Red" if disc.letter == "R" else "Yellow" for disc in behind.column(0)]
    expect(taken).to_have_attribute("aria-label", re.compile(f"^a: {' '.join(in_words)}\\."))
    page.get_by_label("The camera looks from the other side").check()
    expect(page.locator("#answer")).to_have_text("Written")
    in_words = ["Red" if disc.letter == "R" else "Yellow" for disc in FULL.column(0)]
    expect(taken).to_have_attribute("aria-label", re.compile(f"^a: {' '.join(in_words)}\\."))
    until(lambda: table.session.snapshot.position == Position.stored(FULL))

    page.get_by_label("Yellow's", exact=True).check()
    expect(taken).to_have_attribute("aria-label", re.compile(f"^a: {' '.join(_other(name) for name in in_words)}\\."))
    assert table.settings.discs.redder == "yellow"
    page.get_by_label("Red's", exact=True).check()
    expect(taken).to_have_attribute("aria-label", re.compile(f"^a: {' '.join(in_words)}\\."))
    assert table.settings.discs.redder == "red"
    expect(page.locator("#discs")).to_be_visible()
    assert serious_findings(page) == []


def _other(name: str) -> str:
    return "Yellow" if name == "Red" else "Red"


def try_the_lights(page: Page, table: StandingTable) -> None:
    expect(page.get_by_role("heading", level=2)).to_have_text("Lights")
    page.get_by_role("button", name="Light them one after the other").click()
    expect(page.locator("#led")).to_have_text(re.compile("Lit now: Red's point [1-9]"))
    lit = next(number for number, colour in enumerate(table.strip.colours) if max(colour.red, colour.green) == 255)
    assert lit > 20, "the strip is fed from its other end"
    page.get_by_role("button", name="At Yellow's end").click()
    expect(page.locator("#answer")).to_have_text("Written")
    assert table.settings.strip.is_reversed

    page.get_by_role("button", name="Show a colour").click()
    looks = page.get_by_role("group", name="What colour do you see?")
    for _ in ("red", "green"):
        expect(looks).to_be_visible()
        shown = looks.get_attribute("data-part")
        table_shows = until_looks(table)
        looks.get_by_role("button", name=table_shows, exact=True).click()
        if shown == "red":
            expect(looks).to_have_attribute("data-part", "green")
        else:
            expect(looks).to_be_hidden()
    expect(page.locator("#colour-order")).to_have_text("The colour order is RBG.")
    page.get_by_role("button", name="Show a colour").click()
    expect(looks).to_be_visible()
    assert until_looks(table) == "Red", "the new order counts at once"
    assert serious_findings(page) == []

    page.get_by_label("If it jumped").fill("9 to 1")
    page.locator("#strip-order").get_by_role("button", name="Set").click()
    expect(page.locator("#answer")).to_have_text(re.compile("^Strip.*order must be numbers and ranges"))
    assert table.settings.strip.order == ""


def until_looks(table: StandingTable) -> str:
    """What the strip looks like once it is all of one colour."""
    until(lambda: looks_of(table) != "several")
    return looks_of(table)


def until(holds: Callable[[], bool]) -> None:
    """Wait for something that comes at the table."""
    end = time.monotonic() + PATIENCE_MILLISECONDS / 1000
    while not holds():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.05)


def try_the_sounder(page: Page, table: StandingTable) -> None:
    expect(page.get_by_role("heading", level=2)).to_have_text("Sound")
    with page.expect_response("**/api/setup"):
        page.get_by_role("button", name="Play a rising tune").click()
    until(lambda: bool(table.sounder.history))
    assert [played.tune for played in table.sounder.history] == [TUNE]
    page.get_by_label("Stay silent").check()
    expect(page.locator("#answer")).to_have_text("Written")
    page.get_by_role("button", name="Play a rising tune").click()
    expect(page.locator("#silence")).to_have_text("The settings say that it is to be silent.")
    page.get_by_label("Stay silent").uncheck()
    page.get_by_label("Beeps of one pitch").check()
    expect(page.locator("#answer")).to_have_text("Written")
    assert serious_findings(page) == []


def try_the_buttons(page: Page, table: StandingTable) -> None:
    expect(page.get_by_role("heading", level=2)).to_have_text("Buttons")
    line = page.locator("#presses [data-button=new-game]")
    expect(line).to_contain_text("New game (GPIO22)")
    expect(line).to_contain_text("not pressed yet")
    page.get_by_role("button", name="Try the buttons").click()
    expect(page.get_by_role("button", name="Stop")).to_be_enabled()
    table.buttons.press("new-game", bounces=4)
    expect(line).to_contain_text("pressed: 1")
    page.get_by_role("button", name="Press it: Undo").click()
    expect(page.locator("#presses [data-button=undo]")).to_contain_text("pressed: 1")
    expect(page.locator("#presses [data-button=accept]")).to_contain_text("not pressed yet")
    assert serious_findings(page) == []
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Stop")).to_be_disabled()


POOR = {
    "It is dark: more light on the board helps.": SceneOptions(sensor=SensorOptions(exposure=0.3)),
    "The picture leans: turn the camera until the rows are level.": SceneOptions(view=ViewOptions(roll_degrees=14)),
    "The camera looks from the side: bring it in front of the middle column.": SceneOptions(
        view=ViewOptions(yaw_degrees=42)
    ),
}


@pytest.mark.parametrize("said", POOR)
def test_what_is_wrong_with_angle_or_light_is_said(browser: Browser, file: Path, said: str) -> None:
    with (
        standing_table(file, options=POOR[said]) as table,
        open_page(browser, f"{table.served.setup_url}", TELEPHONE) as page,
    ):
        go_to(page, "Camera")
        expect(page.get_by_text(said)).to_be_visible()


def test_a_table_that_is_still_starting_is_waited_for(
    browser: Browser, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "ANSWER_SECONDS", 0.2)
    feed, inbox = Feed(), SimpleQueue()  # type: tuple[Feed, Inbox]
    with (
        serve(feed, inbox, "127.0.0.1", 0, setup=SetUp(file)) as served,
        open_page(browser, served.setup_url, TELEPHONE) as page,
    ):
        expect(page.get_by_text("The table is still starting", exact=False)).to_be_visible()
        ended = Event()

        def answer() -> None:
            while not ended.is_set():
                with suppress(Empty):
                    wanted = inbox.get(timeout=0.1)
                    assert isinstance(wanted, Asked)
                    wanted.answer(Answer((), "", Session().snapshot))

        loop = Thread(target=answer)
        loop.start()
        try:
            expect(page.get_by_role("heading", level=2, name="Language")).to_be_visible()
        finally:
            ended.set()
            loop.join()


@pytest.mark.parametrize("size", [TELEVISION, TELEPHONE])
@pytest.mark.parametrize("is_dark", [False, True])
def test_every_step_can_be_read_by_everybody_and_nothing_is_cut_off(
    browser: Browser, file: Path, size: tuple[int, int], is_dark: bool
) -> None:
    with (
        standing_table(file) as table,
        open_page(browser, table.served.setup_url, size, is_dark=is_dark) as page,
    ):
        expect(page.get_by_role("heading", level=2)).to_have_text("Language")
        for step in ("Camera", "Board and discs", "Lights", "Sound", "Buttons", "Finish"):
            go_to(page, step)
            if step in ("Camera", "Board and discs"):
                expect(page.locator("#picture")).to_be_visible()
            assert serious_findings(page) == [], step
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), step


def test_a_step_that_is_gone_on_to_begins_below_what_stays_on_the_screen(browser: Browser, file: Path) -> None:
    with standing_table(file) as table, open_page(browser, table.served.setup_url, (1280, 720)) as page:
        expect(page.get_by_role("option", name="As the system has it")).to_be_attached()
        go_to(page, "Board and discs")
        expect(page.locator("#taken svg")).to_be_visible()
        page.get_by_role("button", name="Skip").click()
        heading = page.get_by_role("heading", name="Lights")
        expect(heading).to_be_focused()
        stays, begins = page.locator("header").bounding_box(), heading.bounding_box()
        assert stays is not None
        assert begins is not None
        assert begins["y"] >= stays["y"] + stays["height"]


def test_without_the_code_nothing_is_shown_and_a_wrong_one_is_refused(browser: Browser, file: Path) -> None:
    with standing_table(file) as table, open_page(browser, f"{table.served.urls[0]}setup", TELEPHONE) as page:
        expect(page.get_by_role("navigation", name="Steps")).to_be_hidden()
        assert serious_findings(page) == []
        wrong = "000000" if table.served.code != "000000" else "000001"
        page.get_by_label("The table's code").fill(wrong)
        page.get_by_role("button", name="Go on").click()
        expect(page.get_by_role("status").first).to_have_text("This is not the table's code")
        page.get_by_label("The table's code").fill(table.served.code)
        page.get_by_role("button", name="Go on").click()
        expect(page.get_by_role("navigation", name="Steps")).to_be_visible()


def test_the_page_is_light_and_asks_nobody_else(browser: Browser, file: Path) -> None:
    asked: list[Request] = []
    with standing_table(file) as table, open_page(browser, "about:blank", TELEPHONE) as page:
        page.on("request", lambda request: asked.append(request))
        page.goto(table.served.setup_url)
        expect(page.get_by_role("heading", level=2)).to_have_text("Language")
        assert all(request.url.startswith(table.served.urls[0]) for request in asked)
        answers = [request.response() for request in asked]
        assert 0 < sum(len(answer.body()) for answer in answers if answer is not None) < WEIGHT_BYTES


@pytest.mark.parametrize("is_told", [False, True])
def test_a_demonstration_writes_no_settings_but_those_of_a_file_that_it_is_given(
    browser: Browser, file: Path, tmp_path: Path, is_told: bool
) -> None:
    file.write_text("# kept\n")
    command = [
        sys.executable,
        "-P",
        "-m",
        "firmware",
        "demo",
        "--web",
        "--fast",
        "--headless",
        "--stored",
        "--port",
        "0",
    ]
    command += ["--config", str(file)] if is_told else []
    home = tmp_path / "home"
    program = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_CONFIG_HOME": str(home), "HOME": str(home)},
    )
    try:
        assert program.stderr is not None
        url, code = (program.stderr.readline().split()[-1] for _ in range(2))
        with open_page(browser, f"{url}setup#code={code}", TELEPHONE) as page:
            go_to(page, "Sound")
            page.get_by_label("Stay silent").check()
            expect(page.locator("#answer")).to_have_text("Written")
            page.get_by_role("button", name="Play a rising tune").click()
            expect(page.locator("#silence")).to_have_text("The settings say that it is to be silent.")
            go_to(page, "Finish")
            told = (
                f"The settings are in {file}." if is_told else "This is a demonstration: what is set here ends with it."
            )
            expect(page.locator("#file")).to_have_text(told)
    finally:
        program.kill()
        program.communicate()
    assert load(file).sounder.mute is is_told
    assert file.read_text().startswith("# kept\n")
    assert not [path for path in home.rglob("*") if path.name.startswith("pop10.toml")]
