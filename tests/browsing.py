"""A real browser for the tests of the pages: Debian's chromium, headless, which must not complain about anything."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

CHROMIUM: Final = shutil.which("chromium")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed: apt-get install chromium")

FLAGS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
TELEVISION: Final = (1920, 1080)
TELEPHONE: Final = (390, 844)
PATIENCE_MILLISECONDS: Final = 120_000
"""A slow or busy machine is no failure."""
expect.set_options(timeout=PATIENCE_MILLISECONDS)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser, until the block is left."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def open_page(
    browser: Browser, url: str, size: tuple[int, int] = TELEVISION, *, is_dark: bool = False
) -> Iterator[Page]:
    """A page of its own, which must not complain about anything while it is open."""
    complaints: list[str] = []
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if is_dark else "light"
    )
    context.set_default_timeout(PATIENCE_MILLISECONDS)
    page = context.new_page()
    # A browser notes each refusal of a server on the console by itself; that is no fault of the page.
    page.on("console", lambda note: None if "Failed to load resource" in note.text else complaints.append(note.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(url)
    yield page
    context.close()
    assert complaints == []


def serious_findings(page: Page) -> list[tuple[str, str]]:
    """What axe finds that keeps people out."""
    found = Axe().run(page).response["violations"]
    return [(each["id"], each["nodes"][0]["html"]) for each in found if each["impact"] in ("serious", "critical")]
