"""What holds for every page, looked at in a real browser at a table in the middle of an evening. Some minutes.

Needs Debian's chromium; skipped with the reason where there is none.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Request

from tests.browsing import TELEPHONE, TELEVISION, chromium, needs_chromium, serious_findings
from tests.exhibit import PAGES, Exhibit, exhibit

pytestmark = needs_chromium

WEIGHT_BYTES = 200_000
STREAMS = ("/api/live", "/api/events")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Exhibit]:
    with exhibit(tmp_path_factory.mktemp("exhibit")) as shown:
        yield shown


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("size", [TELEVISION, TELEPHONE], ids=["television", "telephone"])
def test_axe_finds_nothing_serious_nothing_is_cut_off_and_nothing_is_complained_about(
    browser: Browser, shown: Exhibit, name: str, size: tuple[int, int]
) -> None:
    """In light and in dark."""
    for is_dark in (False, True):
        with shown.entered(browser, size, is_dark=is_dark) as page:
            shown.go(page, name)
            assert serious_findings(page) == [], f"{name}, dark: {is_dark}"
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} is cut off"


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_light_and_asks_nobody_else(browser: Browser, shown: Exhibit, name: str) -> None:
    """With all that it shows at first, its pictures included; a stream has no end to wait for."""
    asked: list[Request] = []
    with shown.entered(browser) as page:
        page.goto("about:blank")
        page.on("request", lambda request: asked.append(request))
        shown.go(page, name)
        firsts = {request.url: request for request in reversed(asked) if not request.url.startswith("blob:")}
        assert all(url.startswith(shown.served.urls[0]) for url in firsts), list(firsts)
        weight = 0
        for url, request in firsts.items():
            answer = request.response()
            if answer is not None and not url.endswith(STREAMS):
                weight += len(answer.body())
    print(f"{name}: {weight / 1000:.0f} kB in {len(firsts)} requests")
    assert 0 < weight < WEIGHT_BYTES
