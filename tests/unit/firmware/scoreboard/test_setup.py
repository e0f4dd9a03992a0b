"""The set-up over real sockets, with the real loop and the real eye behind it. Half a minute."""

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import cv2
import numpy as np
import pytest

from firmware import language
from firmware.config import Strip
from firmware.scoreboard import app
from firmware.scoreboard.feed import Feed
from firmware.scoreboard.guard import BODY_BYTES
from firmware.scoreboard.server import serve
from firmware.scoreboard.setup import SetUp
from firmware.settings_file import last_good
from firmware.tryout import COLOURS, TUNE
from hardware.ports import Colour
from hardware.simulated.camera import CameraFault
from referee.position import Position
from tests.standing import FULL, StandingTable, standing_table
from tests.unit.firmware.test_language import write_catalogue
from vision.overlay import GRID_COLOUR

PATIENCE_SECONDS = 60.0
Json = dict[str, object]


@dataclass
class Client:
    """Somebody at the table."""

    table: StandingTable

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        port = int(self.table.served.urls[0].rsplit(":", 1)[1].rstrip("/"))
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        given = {"X-Pop10-Code": self.table.served.code} if headers is None else headers
        try:
            connection.request(method, path, body, given)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def get(self, path: str = "") -> Json:
        status, answer = self.ask("GET", f"/api/setup{path}")
        assert status == 200, answer
        found: Json = json.loads(answer)
        return found

    def order(self, **body: object) -> tuple[int, Json]:
        status, answer = self.ask("POST", "/api/setup", json.dumps(body).encode())
        return status, json.loads(answer)

    def done(self, **body: object) -> Json:
        status, answer = self.order(**body)
        assert (status, answer.get("ok")) == (200, True), answer
        return answer


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings" / "pop10.toml"


@pytest.fixture
def client(file: Path) -> Iterator[Client]:
    with standing_table(file) as table:
        yield Client(table)


def until(holds: Callable[[], object]) -> None:
    """Wait for something that will come."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.05)


def test_everything_needs_the_code_and_comes_from_no_other_page(client: Client, file: Path) -> None:
    body = json.dumps({"action": "finish"}).encode()
    for method, path in (
        ("GET", ""),
        ("GET", "/aim"),
        ("GET", "/picture"),
        ("GET", "/try"),
        ("POST", ""),
    ):
        sent = body if method == "POST" else None
        assert client.ask(method, f"/api/setup{path}", sent, {})[0] == 401
        assert client.ask(method, f"/api/setup{path}", sent, {"X-Pop10-Code": "000000"})[0] in (403, 429)
        foreign = {"X-Pop10-Code": client.table.served.code, "Origin": "http://example.org"}
        assert client.ask(method, f"/api/setup{path}", sent, foreign)[0] == 403
    assert client.ask("POST", "/api/setup", b" " * (BODY_BYTES + 1))[0] == 413
    assert not file.exists()


def test_the_camera_is_judged_and_its_picture_has_the_grid_drawn_over_it(client: Client) -> None:
    until(lambda: client.table.session.snapshot.seen is not None)
    aim = client.get("/aim")
    assert aim["found"] is True
    assert aim["board"] == str(FULL)
    assert aim["verdict"] == "The grid is found, and every cell is read."
    assert aim["advice"] == []
    fit, least = aim["fit"], aim["least_fit"]
    assert isinstance(fit, float)
    assert isinstance(least, float)
    assert least < fit <= 1
    looks = aim["looks"]
    assert isinstance(looks, dict)
    assert looks["red"][1:3] > looks["red"][3:5], "the discs of Red are rather red"
    assert looks["yellow"][3:5] > looks["red"][3:5], "those of Yellow have more green in them"
    # The rims are drawn in a blue that is nowhere in the picture without them.
    with_grid, without = (_of_grid_colour(client.ask("GET", path)) for path in ("/api/setup/picture", "/api/camera"))
    assert with_grid > 20 * max(without, 10)


def _of_grid_colour(answer: tuple[int, bytes]) -> int:
    status, jpeg = answer
    assert status == 200
    bgr = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert bgr is not None
    return int((np.abs(bgr.astype(int) - GRID_COLOUR).max(axis=2) < 40).sum())


def test_a_camera_that_is_lost_shows_no_picture_of_before(client: Client) -> None:
    until(lambda: client.ask("GET", "/api/camera")[0] == 200)
    client.table.camera.break_down(CameraFault.UNPLUGGED)
    until(lambda: client.ask("GET", "/api/camera")[0] == 503)
    status, answer = client.ask("GET", "/api/setup/aim")
    assert status == 503
    assert "unplugged" in json.loads(answer)["error"]
    client.table.camera.mend()
    until(lambda: client.ask("GET", "/api/setup/aim")[0] == 200)


def test_settings_are_written_count_at_once_and_the_ones_before_are_kept(client: Client, file: Path) -> None:
    assert client.get()["is_first"] is True
    told = client.done(action="set", settings={"strip.colour_order": "RGB", "strip.is_reversed": True})
    assert told["later"] == []
    assert client.table.settings.strip.colour_order == "RGB"
    assert client.table.settings.strip.is_reversed
    until(lambda: len(client.table.strips) == 2)
    client.done(action="set", settings={"sounder.mute": True})
    assert "is_reversed = true" in last_good(file).read_text()
    assert "mute" not in last_good(file).read_text()
    now = client.get()
    settings = now["settings"]
    assert isinstance(settings, dict)
    assert settings["sounder.mute"] is True
    assert (now["is_first"], now["silence"]) == (False, "mute")


def test_the_settings_own_words_refuse_and_nothing_is_written(client: Client, file: Path) -> None:
    client.done(action="finish")
    before = file.read_text()
    for settings, said in (
        ({"sounder.kind": "loud"}, "sounder.kind: expected one of passive, active, none, got 'loud'"),
        ({"strip.order": "1 to 9"}, "order must be numbers and ranges"),
        ({"people.language": "tlh"}, "Expected one of en"),
        ({"strip.first_led": 99, "sounder.mute": True}, "strip.first_led"),
        ({"strip.data_pin": 12}, "settings must be one of"),
    ):
        status, answer = client.order(action="set", settings=settings)
        assert status == 422
        assert said.lower() in str(answer["error"]).lower()
    assert file.read_text() == before


def test_settings_that_cannot_be_written_say_so(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with standing_table(tmp_path / "taken" / "pop10.toml") as table:
        status, answer = Client(table).order(action="set", settings={"sounder.mute": True})
        assert status == 422
        assert "cannot be" in str(answer["error"])


def test_what_two_colours_look_like_is_written_as_the_order_of_the_strip(file: Path) -> None:
    mounted = Strip(colour_order="RBG")
    with standing_table(file, mounted=mounted) as table:
        client = Client(table)
        seen = {}
        for colour in ("red", "green"):
            client.done(action="try", part=colour)
            until(lambda: len(set(table.strip.colours)) == 1 and set(table.strip.colours) != {Colour.DARK})
            seen[colour] = next(name for name, each in COLOURS.items() if set(table.strip.colours) == {each})
            client.done(action="stop")
            until(lambda: len(set(table.strip.colours)) > 1)
        assert seen == {"red": "blue", "green": "red"}
        told = client.done(action="looks", **seen)
        assert (told["order"], told["again"], told["later"]) == ("RBG", False, [])
        assert table.settings.strip.colour_order == "RBG"
        client.done(action="try", part="red")
        until(lambda: set(table.strip.colours) == {COLOURS["red"]})
        assert client.order(action="looks", red="red", green="red")[0] == 422


def test_leds_with_a_channel_more_are_asked_about_again(client: Client) -> None:
    told = client.done(action="looks", red="several")
    assert (told["order"], told["again"]) == ("GRBW", True)
    assert client.table.settings.strip.colour_order == "GRBW"
    assert client.done(action="looks", red="red", green="several")["order"] == "GRB"


def test_leds_are_tried_in_order_and_named(client: Client) -> None:
    client.done(action="try", part="leds")
    seen: dict[object, object] = {}
    until(lambda: seen.update({(now := client.get("/try"))["led"]: now["led_name"]}) or 2 in seen)
    assert seen[1] == "Red's point 2"
    assert client.done(action="stop")["part"] is None
    assert client.get("/try") == {"part": None, "led": None, "led_name": "", "presses": []}


def test_the_sounder_plays_and_says_why_it_is_silent(client: Client) -> None:
    assert client.done(action="try", part="sounder")["silence"] == ""
    assert [played.tune for played in client.table.sounder.history] == [TUNE]
    client.done(action="set", settings={"sounder.kind": "none"})
    assert client.done(action="try", part="sounder")["silence"] == "none"


def test_a_first_look_that_takes_long_is_told_as_such(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "ANSWER_SECONDS", 0.05)
    feed, inbox = Feed(), SimpleQueue()  # type: tuple[Feed, Inbox]
    # Nobody takes anything out of the inbox, as while the first picture is looked at.
    with serve(feed, inbox, "127.0.0.1", 0, setup=SetUp(file)) as served:
        for path in ("", "/aim"):
            address = f"{served.urls[0]}api/setup{path}"
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(urllib.request.Request(address, headers={"X-Pop10-Code": served.code}))
            assert refused.value.code == 503
            assert "still starting" in json.loads(refused.value.read())["error"]


def test_a_sounder_muted_in_the_settings_is_off_for_everybody(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("[sounder]\nmute = true\n")
    with standing_table(file) as table:
        client = Client(table)

        def told() -> tuple[object, object]:
            state = json.loads(client.ask("GET", "/api/state")[1])
            return state["sound"], state["silenced"]

        until(lambda: told() == (False, True))
        client.done(action="set", settings={"sounder.mute": False})
        until(lambda: told() == (True, False))
        client.done(action="set", settings={"sounder.kind": "none"})
        until(lambda: told() == (False, True))


def test_buttons_that_are_pressed_are_shown_and_rule_nothing(client: Client) -> None:
    until(lambda: client.table.session.snapshot.position is not None)
    rulings = len(client.table.journal.rulings)
    pins = [("accept", 17), ("undo", 27), ("new-game", 22)]
    assert client.get()["buttons"] == [{"name": name, "pin": pin} for name, pin in pins]
    client.done(action="try", part="buttons")
    client.done(action="press", button="new-game")
    client.table.buttons.press("undo", bounces=3)
    until(lambda: client.get("/try")["presses"] == ["new-game", "undo"])
    assert len(client.table.journal.rulings) == rulings
    client.done(action="stop")
    client.table.buttons.press("new-game")
    until(lambda: len(client.table.journal.rulings) > rulings)
    status, answer = client.order(action="press", button="panic")
    assert (status, answer["error"]) == (422, "buttons: 'panic' is none of accept, undo, new-game")


def test_a_camera_behind_the_board_is_told_and_believed(file: Path) -> None:
    with standing_table(file, is_behind=True) as table:
        client = Client(table)
        until(lambda: table.session.snapshot.position == Position.stored(FULL.mirrored()))
        assert client.done(action="set", settings={"camera.is_mirrored": True})["later"] == []
        until(lambda: table.session.snapshot.position == Position.stored(FULL))
        assert client.get("/aim")["board"] == str(FULL)
        assert not table.journal.rulings
        assert table.settings.camera.is_mirrored


def test_another_language_counts_for_words_and_pages_at_once(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {"The grid is found, and every cell is read.": "Brettet er funnet.", "Control": "Styring"}
    write_catalogue(tmp_path / "locale" / "nb" / "LC_MESSAGES" / f"{language.DOMAIN}.mo", texts)
    monkeypatch.setattr(language, "CATALOGUES", tmp_path / "locale")
    monkeypatch.setenv("LANGUAGE", "en")
    language.use_language_of_environment()
    until(lambda: client.table.session.snapshot.seen is not None)
    assert client.get()["languages"] == [{"code": "en", "name": "English"}, {"code": "nb", "name": "Norsk"}]
    client.done(action="set", settings={"people.language": "nb"})
    assert client.get("/aim")["verdict"] == "Brettet er funnet."
    assert "Styring" in client.ask("GET", "/setup")[1].decode()
    client.done(action="set", settings={"people.language": "en"})
    assert client.get("/aim")["verdict"] == "The grid is found, and every cell is read."


def test_what_is_done_once_is_no_first_run_any_more(client: Client, file: Path) -> None:
    assert client.table.served.is_first
    assert any("set-up:" in line for line in client.table.served.lines())
    client.done(action="finish")
    assert file.read_text() == ""
    assert not SetUp(file).is_first
    with standing_table(file) as again:
        assert not any("set-up:" in line for line in again.served.lines())
