"""The server over real sockets: what programs get, who is turned away, and that nobody holds it up. A few seconds."""

import http.client
import json
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from queue import Empty, SimpleQueue

import pytest

from firmware.events import BoardSettled, Pressed
from firmware.scoreboard.access import GUESSES
from firmware.scoreboard.feed import Feed
from firmware.scoreboard.guard import BODY_BYTES
from firmware.scoreboard.server import AddressError, Served, serve
from firmware.session import Session
from referee.board import Board, Disc
from referee.controls import Button
from referee.position import Position
from referee.replay import parse_record
from referee.ruling import as_json
from tests.served import ToldTable, told_table

ONE_DROP = Board.empty().dropped(3, Disc.RED)
TWO_DROPS = ONE_DROP.dropped(4, Disc.YELLOW)
LINE = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YYRYRYY/RRRRYRY")
FULL = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR")


@dataclass
class Open:
    """A served table."""

    table: ToldTable
    served: Served

    @property
    def port(self) -> int:
        return int(self.served.urls[0].rsplit(":", 1)[1].rstrip("/"))

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def steer(self, body: object, **headers: str) -> tuple[int, object]:
        given = {"X-Pop10-Code": self.served.code, **{name.replace("_", "-"): text for name, text in headers.items()}}
        status, _, answer = self.ask("POST", "/api/control", json.dumps(body).encode(), given)
        return status, json.loads(answer)

    def state(self) -> dict[str, object]:
        answer: dict[str, object] = json.loads(self.ask("GET", "/api/state")[2])
        return answer


@pytest.fixture
def opened() -> Iterator[Open]:
    with told_table() as (table, served):
        yield Open(table, served)


def test_the_state_is_that_of_the_contract(opened: Open) -> None:
    opened.table.happen(BoardSettled(ONE_DROP, 1.0))
    state = opened.state()
    assert state["position"] == f"{ONE_DROP} y setup 0-0 -"
    assert state["score"] == {"red": 0, "yellow": 0}
    assert (state["turn"], state["camera"], state["game"]) == ("yellow", "ok", "1")
    assert state["due"] == "Yellow: drop your disc into a, b, c, e, f or g"
    assert state["last"] == as_json(opened.table.session.snapshot.last)  # type: ignore[arg-type]


def read_events(stream: http.client.HTTPResponse, count: int) -> list[tuple[int, dict[str, object]]]:
    found = []
    number = 0
    while len(found) < count:
        line = stream.readline().decode()
        if line.startswith("id: "):
            number = int(line[4:])
        elif line.startswith("data: "):
            found.append((number, json.loads(line[6:])))
    return found


def test_each_ruling_is_an_event_and_what_was_missed_can_be_had_again(opened: Open) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", opened.port, timeout=10)
    connection.request("GET", "/api/events")
    stream = connection.getresponse()
    assert stream.getheader("content-type", "").startswith("text/event-stream")
    stream.readline()
    opened.table.happen(BoardSettled(ONE_DROP, 1.0))
    opened.table.happen(Pressed(Button.UNDO, 2.0))
    events = read_events(stream, 2)
    assert [(number, event["ruling"]) for number, event in events] == [(1, "drop"), (2, "undone")]
    connection.close()
    again = http.client.HTTPConnection("127.0.0.1", opened.port, timeout=10)
    again.request("GET", "/api/events", headers={"Last-Event-ID": "1"})
    assert read_events(again.getresponse(), 1) == events[1:]
    again.close()


def test_an_order_for_a_state_that_has_passed_is_refused_and_changes_nothing(opened: Open) -> None:
    opened.table.happen(BoardSettled(ONE_DROP, 1.0))
    opened.table.happen(BoardSettled(TWO_DROPS, 2.0))
    order = {"action": "undo", "revision": opened.state()["revision"]}
    status, answer = opened.steer(order)
    assert (status, answer["revision"]) == (200, opened.state()["revision"])  # type: ignore[index]
    status, answer = opened.steer(order)
    assert (status, answer["error"].split(":")[0]) == (409, "Somebody was quicker")  # type: ignore[index]
    assert opened.state()["position"] == f"{ONE_DROP} y setup 0-0 -"


def test_the_record_is_text_that_can_be_read_back(opened: Open) -> None:
    opened.table.happen(BoardSettled(ONE_DROP, 1.0))
    status, headers, text = opened.ask("GET", "/api/record")
    assert status == 200
    assert headers["content-type"].startswith("text/plain")
    record = opened.table.session.snapshot.record
    assert record is not None
    again = parse_record(text.decode())
    assert again.entries == record.entries
    assert [name for name, _ in again.tags] == ["Game", "Date"]
    assert again.tags[0] == ("Game", "1")
    assert datetime.now(UTC) - datetime.strptime(again.tags[1][1], "%Y.%m.%d").replace(tzinfo=UTC) < timedelta(days=2)


def test_the_day_at_the_head_of_a_record_is_the_one_on_which_its_game_began() -> None:
    days = [datetime(2026, 11, day, tzinfo=UTC) for day in (28, 29, 30)]
    feed = Feed(4, now=lambda: days.pop(0) if len(days) > 1 else days[0])
    session = Session(Position.start())
    for event in (BoardSettled(Board.empty(), 1.0), BoardSettled(ONE_DROP, 2.0), Pressed(Button.NEW_GAME, 3.0)):
        session.handle(event)
        feed.show(session.snapshot)
    assert feed.present is not None
    assert feed.present[1:] == (6, "2026-11-30T00:00:00+00:00")
    session.handle(Pressed(Button.UNDO, 4.0))
    feed.show(session.snapshot)
    assert feed.present[1:] == (5, "2026-11-28T00:00:00+00:00")


def test_control_needs_the_code_and_says_what_came_of_it(opened: Open) -> None:
    opened.table.happen(BoardSettled(ONE_DROP, 1.0))
    body = b'{"action": "undo"}'
    assert opened.ask("POST", "/api/control", body)[0] == 401
    assert opened.ask("POST", "/api/control", body, {"X-Pop10-Code": "nonsense"})[0] == 403
    assert opened.state()["position"] == f"{ONE_DROP} y setup 0-0 -"
    status, answer = opened.steer({"action": "undo"})
    assert status == 200
    assert answer == {
        "ok": True,
        "rulings": [{"ruling": "undone", "position": str(Position.start())}],
        "position": str(Position.start()),
        "text": "The last ruling is taken back",
        "revision": 2,
    }
    assert opened.state()["position"] == str(Position.start())
    assert opened.steer({"action": "score", "red": 1, "yellow": 1}) == (422, {"error": "nobody scores during setup"})
    assert opened.steer({"action": "dance"})[0] == 422
    assert opened.steer({"action": "names", "red": "Ada"})[0] == 200
    assert opened.state()["names"] == {"red": "Ada", "yellow": "Yellow"}


def test_undo_goes_back_to_the_very_beginning_and_then_says_so(opened: Open) -> None:
    board = Board.empty()
    for number in range(9):
        board = board.dropped((3, 4, 0, 1, 2, 5, 6, 3, 4)[number], list(Disc)[number % 2])
        opened.table.happen(BoardSettled(board, float(number)))
    texts = [opened.steer({"action": "undo"})[1] for _ in range(10)]
    assert all(isinstance(answer, dict) for answer in texts)
    assert [answer["text"] for answer in texts] == [  # type: ignore[index,call-overload]
        *["The last ruling is taken back"] * 9,
        "There is nothing left to take back",
    ]
    assert opened.state()["position"] == str(Position.start())


def test_whose_turn_the_score_a_draw_and_giving_up_are_taken_and_written_down(opened: Open) -> None:
    opened.table.happen(BoardSettled(FULL, 1.0))
    assert opened.steer({"action": "turn", "player": "yellow"})[0] == 200
    assert opened.state()["turn"] == "yellow"
    assert opened.steer({"action": "score", "red": 4, "yellow": 7})[0] == 200
    assert opened.state()["score"] == {"red": 4, "yellow": 7}
    assert opened.steer({"action": "draw"})[0] == 200
    assert opened.state()["result"] == "draw"
    assert opened.steer({"action": "resign", "player": "red"}) == (
        422,
        {"error": "the game is over: undo, or begin a new game"},
    )
    assert opened.steer({"action": "undo"})[0] == 200
    assert opened.steer({"action": "resign", "player": "red"})[0] == 200
    assert opened.state()["result"] == "yellow"
    record = opened.ask("GET", "/api/record")[2].decode()
    assert all(word in record for word in ("{turn ", "{score ", "{undone draw}", "{resigned ", '[Result "yellow"]'))


def test_rules_that_were_chosen_are_in_the_state_and_in_the_record_of_the_next_game(opened: Open) -> None:
    order = {"action": "rules", "points_to_win": 7, "may_stop_after_scoring": True}
    assert opened.steer(order)[0] == 200
    state = opened.state()
    rules, next_rules = state["rules"], state["next_rules"]
    assert isinstance(rules, dict)
    assert isinstance(next_rules, dict)
    assert rules["house"] == []
    assert next_rules["house"] == ["7 points win", "A turn may end after a scoring pop"]
    assert next_rules["values"]["points_to_win"] == 7
    assert opened.steer({"action": "new-game"})[0] == 200
    assert opened.state()["rules"] == next_rules
    assert '[Rules "points_to_win=7 may_stop_after_scoring"]' in opened.ask("GET", "/api/record")[2].decode()


def test_the_four_that_wins_a_game_of_lines_is_in_the_state(opened: Open) -> None:
    assert opened.steer({"action": "rules", "game": "four-in-a-row"})[0] == 200
    assert opened.steer({"action": "new-game"})[0] == 200
    board = Board.empty()
    opened.table.happen(BoardSettled(board, 0.0))
    for number in range(7):
        assert opened.state()["line"] == []
        board = board.dropped(number % 2, list(Disc)[number % 2])
        opened.table.happen(BoardSettled(board, 1.0 + number))
    assert opened.state()["winner"] == "red"
    assert opened.state()["line"] == ["a1", "a2", "a3", "a4"]


def test_sound_and_brightness_are_in_the_state(opened: Open) -> None:
    assert (opened.state()["sound"], opened.state()["brightness"]) == (True, 100)
    assert opened.steer({"action": "sound", "on": False})[0] == 200
    assert opened.steer({"action": "brightness", "percent": 30})[0] == 200
    assert (opened.state()["sound"], opened.state()["brightness"]) == (False, 30)


def test_a_declared_board_is_ruled_on_and_one_that_cannot_be_is_refused(opened: Open) -> None:
    opened.table.happen(BoardSettled(Board.empty().dropped(3, Disc.YELLOW), 1.0))
    assert opened.state()["violation"] is not None
    status, answer = opened.steer({"action": "board", "board": str(ONE_DROP)})
    assert status == 200
    assert isinstance(answer, dict)
    assert answer["text"] == "Put right: play goes on. Red drops into d"
    assert opened.state()["board"] == str(ONE_DROP)
    floating = str(ONE_DROP.with_cell(0, 3, Disc.RED))
    assert opened.steer({"action": "board", "board": floating}) == (
        422,
        {"error": "This board cannot be: a disc floats above the empty cell a1."},
    )


def test_the_turns_are_told_and_one_can_be_put_right(opened: Open) -> None:
    popped = LINE.popped(1).popped(2)
    opened.table.happen(BoardSettled(LINE, 1.0))
    for step in (LINE.popped(1), popped, popped.dropped(1, Disc.RED)):
        opened.table.happen(BoardSettled(step, 2.0))
    (turn,) = json.loads(opened.ask("GET", "/api/turns")[2])
    assert turn["turn"] == "b+,c>b"
    ways = json.loads(opened.ask("GET", "/api/turns/1/choices?begun=b%2B")[2])
    assert [way["turn"] for way in ways["choices"]] == ["b+,a>", "b+,c>", "b+,d>", "b+,f>"]
    assert opened.ask("GET", "/api/turns/2/choices")[0] == 404
    assert opened.ask("GET", f"/api/turns/{10**40}/choices")[0] == 404
    status, _, answer = opened.ask("GET", "/api/turns/1/choices?begun=nonsense")
    assert status == 422
    assert json.loads(answer)["error"].startswith("turn 1: wanted Red to pop one of a, b")
    assert opened.steer({"action": "correct", "number": 1, "turn": "f>f"})[0] == 200
    (turn,) = json.loads(opened.ask("GET", "/api/turns")[2])
    assert turn["turn"] == "f>f"
    assert opened.state()["score"] == {"red": 0, "yellow": 0}


def test_a_browser_gets_a_cookie_for_the_code(opened: Open) -> None:
    status, headers, _ = opened.ask("POST", "/api/login", b"", {"X-Pop10-Code": opened.served.code})
    assert status == 200
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert opened.served.code not in cookie
    token = {"Cookie": cookie.split(";")[0]}
    assert opened.ask("POST", "/api/control", b'{"action": "accept"}', token)[0] == 200
    assert opened.ask("POST", "/api/control", b'{"action": "accept"}', {"Cookie": "pop10=made-up"})[0] == 403


def test_guessing_the_code_ends_after_a_few_tries(opened: Open) -> None:
    answers = [opened.ask("POST", "/api/login", b"", {"X-Pop10-Code": "x"})[0] for _ in range(GUESSES + 1)]
    assert answers == [403] * GUESSES + [429]


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_who_says_to_come_from_elsewhere_has_no_more_guesses(opened: Open, header: str) -> None:
    for guess in range(GUESSES + 1):
        address = f"10.0.0.{guess}"
        said = f"for={address}" if header == "Forwarded" else address
        status = opened.ask("POST", "/api/login", b"", {"X-Pop10-Code": "x", header: said})[0]
        assert status == (403 if guess < GUESSES else 429)


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "[::1", "localhost:80:80", "a b"])
def test_a_foreign_name_is_refused(opened: Open, host: str) -> None:
    assert opened.ask("GET", "/api/state", headers={"Host": host})[0] == 400


def test_own_names_and_numbers_are_taken(opened: Open) -> None:
    for host in ("localhost", f"localhost:{opened.port}", "192.168.7.9:8010", "[::1]:8010", socket.gethostname()):
        assert opened.ask("GET", "/api/state", headers={"Host": host})[0] == 200, host


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"},
    ],
)
def test_requests_from_other_pages_are_refused(opened: Open, headers: dict[str, str]) -> None:
    given = {"X-Pop10-Code": opened.served.code, **headers}
    assert opened.ask("POST", "/api/control", b'{"action": "accept"}', given)[0] == 403


def test_the_own_page_is_no_foreign_origin(opened: Open) -> None:
    assert opened.steer({"action": "accept"}, Origin=f"http://127.0.0.1:{opened.port}")[0] == 200


def test_a_long_body_is_refused_with_and_without_its_length(opened: Open) -> None:
    code = {"X-Pop10-Code": opened.served.code}
    assert opened.ask("POST", "/api/control", b" " * (BODY_BYTES + 1), code)[0] == 413
    with socket.create_connection(("127.0.0.1", opened.port), timeout=10) as plain:
        head = f"POST /api/control HTTP/1.1\r\nHost: localhost\r\nX-Pop10-Code: {opened.served.code}\r\n"
        plain.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        plain.sendall(b"1001\r\n" + b" " * 0x1001 + b"\r\n")
        assert plain.recv(100).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize(
    "path", ["/..", "/%2e%2e/pyproject.toml", "/index.html", "/pages/style.css", "/api", "/style.css/"]
)
def test_nothing_but_the_pages_can_be_read(opened: Open, path: str) -> None:
    assert opened.ask("GET", path)[0] in (404, 307)


def test_pages_come_with_the_headers_that_keep_others_out(opened: Open) -> None:
    for path in ("/", "/control", "/style.css", "/scoreboard.js", "/icon.svg"):
        status, headers, content = opened.ask("GET", path)
        assert status == 200, path
        assert content
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_a_watcher_that_does_not_read_holds_nobody_up(opened: Open) -> None:
    with socket.create_connection(("127.0.0.1", opened.port), timeout=10) as lazy:
        lazy.sendall(b"GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        lazy.recv(10)
        begin = time.monotonic()
        for _ in range(300):
            opened.table.happen(BoardSettled(ONE_DROP, 1.0))
            opened.table.happen(Pressed(Button.UNDO, 1.0))
        assert time.monotonic() - begin < 5
        assert opened.state()["position"] == str(Position.start())


def test_a_taken_port_is_a_mistake_that_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with (
            pytest.raises(AddressError, match=f"port {port} cannot be listened on"),
            serve(Feed(), SimpleQueue(), "127.0.0.1", port),
        ):
            pass


@pytest.mark.parametrize("host", ["nowhere.invalid", "8.8.8.8"])
@pytest.mark.parametrize("port", [None, 0])
def test_a_name_or_an_address_of_another_machine_is_a_mistake_that_is_told(host: str, port: int | None) -> None:
    told = f"^--host: {host} is no address of this machine; 0.0.0.0 takes all"
    with pytest.raises(AddressError, match=told), serve(Feed(), SimpleQueue(), host, port):
        pass


def test_the_qr_code_leads_to_control_with_the_code_behind_the_hash() -> None:
    served = Served(("http://192.168.7.9:8010/",), "123456")
    assert served.control_url == "http://192.168.7.9:8010/control#code=123456"
    assert len(served.qr_code().splitlines()) > 10


def test_nothing_is_left_in_the_inbox(opened: Open) -> None:
    opened.steer({"action": "accept"})
    with pytest.raises(Empty):
        opened.table.inbox.get_nowait()
