"""A language is added as a file in the folder of catalogues: the terminal and the pages speak it. About a minute.

Needs Debian's chromium; skipped with the reason where there is none.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, expect

from firmware import language
from tests.browsing import TELEPHONE, chromium, needs_chromium, open_page
from tests.made_up_language import CODE, HTML_LANGUAGE, SPEAKING, in_it, plain_words, write_catalogue

pytestmark = needs_chromium

GAME_SEED = 3
GATHER = """() => {
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    while (walker.nextNode()) {
        const node = walker.currentNode;
        if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent);
        else for (const name of ["alt", "aria-label", "aria-valuetext", "placeholder", "title"])
            texts.push(node.getAttribute(name) ?? "");
    }
    return texts;
}"""


NO_WORDS = re.compile(r"[RY.]{7}(/[RY.]{7}){5}( [ry] [a-z]+ \d+-\d+ \S)?")
"""Boards and positions, which are written alike in every language; the record has single letters only."""


def left_in_english(page: Page) -> list[str]:
    """What the page shows or says in plain letters."""
    return [text for text in page.evaluate(GATHER) if plain_words(NO_WORDS.sub("", text))]


def test_a_made_up_language_is_spoken_in_the_terminal_and_on_the_pages(tmp_path: Path) -> None:
    write_catalogue(tmp_path / "locale")
    command = [sys.executable, "-P", "-c", SPEAKING, str(tmp_path / "locale"), "demo", "--web", "--fast", "--headless"]
    command += ["--stored", "--seed", str(GAME_SEED), "--port", "0", "--cheat", "not-your-disc"]
    environment = {**os.environ, "LANGUAGE": CODE, "PYTHONPATH": str(Path.cwd()), "XDG_CONFIG_HOME": str(tmp_path)}
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        assert program.stdout is not None
        assert program.stderr is not None
        url = program.stderr.readline().split()[-1]
        code = program.stderr.readline().split()[-1]
        lines: list[str] = []
        while not lines or in_it(" wins: ") not in lines[-1]:
            lines.append(program.stdout.readline())
            assert lines[-1], "the game ended without a winner"
        assert len(lines) > 20
        assert [line for line in lines if plain_words(line)] == []
        assert any(in_it("may pop own discs only: the one popped from column ") in line for line in lines)
        with (
            chromium() as browser,
            open_page(browser, url) as page,
            open_page(browser, f"{url}control", TELEPHONE) as control,
        ):
            expect(page.locator("#winner")).to_be_visible()
            assert left_in_english(page) == []
            assert page.locator("html").get_attribute("lang") == HTML_LANGUAGE
            control.locator("#code").fill("000000" if code != "000000" else "000001")
            control.locator("#login button").click()
            expect(control.get_by_role("status")).to_have_text(in_it("this is not the table's code"), ignore_case=True)
            control.locator("#code").fill(code)
            control.locator("#login button").click()
            for part in ("seen", "turns", "house"):
                control.locator(f"#{part} summary").click()
            control.locator("#earlier").click()
            control.locator("#otherwise").click()
            expect(control.locator("#ways button").first).to_be_visible()
            assert left_in_english(control) == []
            control.get_by_role("button", name=in_it("Undo the last ruling")).click()
            expect(control.get_by_role("status")).to_have_text(in_it("The last ruling is taken back"))
            expect(page.locator("#last .text")).to_have_text(in_it("The last ruling is taken back"))
            assert left_in_english(page) == []
            assert left_in_english(control) == []
            for name in ("games", "standings", "game/1"):
                page.goto(f"{url}{name}")
                page.wait_for_load_state("networkidle")
                assert left_in_english(page) == [], name
            control.goto(f"{url}setup")
            control.wait_for_load_state("load")
            expect(control.locator("#desk")).to_be_visible()
            expect(control.locator("#devices li").first).to_be_attached()
            # Languages have their own names; what was found of a device is for whoever mends it.
            known = [CODE, *language.NAMES.values(), *control.locator("#devices li").all_text_contents()]
            assert [text for text in left_in_english(control) if text not in known] == []
    finally:
        program.kill()
        program.communicate()
