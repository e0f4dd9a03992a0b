"""What holds for any boards and buttons whatever."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.actions import mirrored_action
from referee.board import COLUMNS, Board, Disc
from referee.controls import AgreeDraw, Button, Control, CorrectTurn, DeclareTurn, Resign, SetScore
from referee.errors import ControlError
from referee.kernel import state_of, successors
from referee.notation import format_record
from referee.position import Phase, Position, Score
from referee.referee import Referee
from referee.replay import parse_record
from referee.rules import FOUR_IN_A_ROW, POP_OUT, Game, Rules
from referee.ruling import Accepted, Ruling, as_json
from tests.games import random_position, shuffled_full_board

discs = st.sampled_from(Disc)
columns = st.integers(0, COLUMNS - 1)
seeds = st.integers(0, 2**32)
settled_boards = st.lists(st.lists(discs, max_size=6), min_size=COLUMNS, max_size=COLUMNS).map(Board.from_columns)
any_boards = st.builds(
    lambda red, yellow: Board(red & ~yellow, yellow),
    *[st.integers(0, 2**49 - 1).map(lambda bits: bits & sum(0b111111 << (7 * column) for column in range(7)))] * 2,
)
starts = st.one_of(
    st.just(Position.start()),
    seeds.map(lambda seed: Position.stored(shuffled_full_board(random.Random(seed)))),
    seeds.map(lambda seed: random_position(random.Random(seed))),
)


any_rules = st.one_of(
    st.sampled_from([FOUR_IN_A_ROW, POP_OUT]),
    st.builds(
        Rules,
        starts=discs,
        points_to_win=st.integers(1, 15),
        may_stop_after_scoring=st.booleans(),
        own_column_always=st.booleans(),
        fill_with_opponents_discs=st.booleans(),
        last_scored_goes_back=st.booleans(),
        draw_at_third_repetition=st.booleans(),
        loser_starts=st.booleans(),
    ),
)
any_starts = st.one_of(
    starts,
    any_rules.map(Position.start),
    st.builds(
        lambda rules, seed: Position.stored(shuffled_full_board(random.Random(seed)), rules),
        any_rules.filter(lambda rules: rules.game is Game.POP_10),
        seeds,
    ),
)


@st.composite
def board_sequences(draw: st.DrawFn, starts: st.SearchStrategy[Position] = starts) -> tuple[Position, list[Board]]:
    """Boards that mix lawful play, single changes and nonsense, as a table with a child at it gives them."""
    start = draw(starts)
    position, board = start, start.board
    boards = []
    for _ in range(draw(st.integers(1, 8))):
        what = draw(st.integers(0, 9))
        if what < 5:
            for _ in range(draw(st.integers(1, 3))):
                actions = position.legal_actions()
                if actions:
                    position = position.apply(draw(st.sampled_from(actions)))
            board = position.board
        elif what < 7:
            board = board.popped(draw(columns))
        elif what < 8:
            column = draw(columns)
            board = board.dropped(column, draw(discs)) if board.height(column) < 6 else board
        else:
            board = draw(st.one_of(settled_boards, any_boards))
        boards.append(board)
    return start, boards


def in_play_count(position: Position, disc: Disc) -> int:
    held = position.phase is Phase.REDROP and position.turn is disc
    return position.board.count(disc) + position.score.of(disc) + held


@given(board_sequences())
@settings(max_examples=700, deadline=None)
def test_any_boards_are_ruled_without_an_error_and_the_position_stays_lawful(given_boards: object) -> None:
    start, boards = given_boards  # type: ignore[misc]
    referee = Referee(start)
    previous = start.settled()
    for number, board in enumerate(boards):
        for ruling in referee.observe(board, float(number)):
            as_json(ruling)
            assert ruling.position.problems() == ()
        position = referee.position
        assert position.problems() == ()
        if previous.phase is not Phase.SETUP:
            assert all(in_play_count(position, disc) == in_play_count(previous, disc) for disc in Disc)
        previous = position


@given(board_sequences())
@settings(max_examples=500, deadline=None)
def test_mirrored_boards_give_mirrored_rulings(given_boards: object) -> None:
    start, boards = given_boards  # type: ignore[misc]
    if any(board == board.mirrored() for board in boards):
        return  # Left and right cannot be told apart there, and one order has to be chosen.
    referee, mirror = Referee(start), Referee(start.mirrored())
    for number, board in enumerate(boards):
        rulings = referee.observe(board, float(number))
        reflections = mirror.observe(board.mirrored(), float(number))
        assert [as_json(ruling) for ruling in reflections] == [mirrored_json(ruling) for ruling in rulings]


def mirrored_json(ruling: Ruling) -> dict[str, object]:
    """The JSON of a ruling as it would be on the mirrored board, words left as they come out there."""
    result = as_json(ruling)
    result["position"] = str(ruling.position.mirrored())
    for key in ("column", "from"):
        if key in result:
            result[key] = mirrored_name(str(result[key]))
    for key in ("line", "cells"):
        if key in result:
            cells = [mirrored_name(cell) for cell in result[key]]  # type: ignore[attr-defined]
            result[key] = sorted(cells) if key == "line" else cells
    if "candidates" in result:
        result["candidates"] = [str(Position.parse(text).mirrored()) for text in result["candidates"]]  # type: ignore[attr-defined]
    if "message" in result:
        reflected = ruling.fault.mirrored()  # type: ignore[union-attr]
        shown = type(ruling)(ruling.position.mirrored(), reflected)  # type: ignore[call-arg]
        result.update({key: as_json(shown)[key] for key in ("message", "remedy", "cells")})
    return result


def mirrored_name(name: str) -> str:
    return "gfedcba"["abcdefg".index(name[0])] + name[1:]


@st.composite
def sessions(draw: st.DrawFn) -> tuple[Position, list[Board | Control]]:
    """Boards with buttons and declarations between them."""
    start, boards = draw(board_sequences(any_starts))
    events: list[Board | Control] = []
    for board in boards:
        events.append(board)
        if draw(st.integers(0, 2)) == 0:
            events.append(draw(controls))
    return start, events


scores = st.builds(Score, st.integers(0, 10), st.integers(0, 10))
controls: st.SearchStrategy[Control] = st.one_of(
    st.sampled_from(Button),
    st.builds(DeclareTurn, discs),
    st.builds(SetScore, scores),
    st.just(AgreeDraw()),
    st.builds(Resign, discs),
    st.builds(CorrectTurn, st.integers(0, 9), st.sampled_from(["a", "d", "g", "a+,b>c", "c>d", "d>d", "d-"])),
)


@given(sessions())
@settings(max_examples=500, deadline=None)
def test_with_buttons_too_the_position_stays_lawful_and_the_record_is_read_back_without_loss(session: object) -> None:
    start, events = session  # type: ignore[misc]
    referee = Referee(start)
    for number, event in enumerate(events):
        try:
            if isinstance(event, Board):
                referee.observe(event, float(number))
            else:
                rulings = referee.press(event, float(number))
                if event is Button.ACCEPT and isinstance(rulings[0], Accepted):
                    assert not event_is_open(referee)
        except ControlError:
            pass
        assert referee.position.problems() == ()
        assert referee.record.final == referee.position
    assert parse_record(format_record(referee.record)) == referee.record


def event_is_open(referee: Referee) -> bool:
    """Whether a violation still waits although the players accepted the board."""
    return referee.fault is not None


@given(sessions())
@settings(max_examples=200, deadline=None)
def test_undo_leads_back_to_the_start_from_anywhere(session: object) -> None:
    start, events = session  # type: ignore[misc]
    referee = Referee(start)
    for number, event in enumerate(events):
        try:
            if isinstance(event, Board):
                referee.observe(event, float(number))
            else:
                referee.press(event, float(number))
        except ControlError:
            pass
    for _ in range(1000):
        if not referee.press(Button.UNDO, 99.0):
            break
    # A stored set may have been told by the first board: then the game begins there.
    assert referee.position in (start.settled(), referee.record.start.settled())
    assert referee.press(Button.UNDO, 99.0) == ()


@given(st.one_of(settled_boards, any_boards))
@settings(max_examples=200, deadline=None)
def test_a_board_is_read_back_from_its_text(board: Board) -> None:
    assert Board.parse(str(board)) == board
    assert board.mirrored().mirrored() == board


@given(seeds)
@settings(max_examples=150, deadline=None)
def test_a_position_is_read_back_from_its_text_and_plays_as_the_kernel_does(seed: int) -> None:
    position = random_position(random.Random(seed))
    assert Position.parse(str(position)) == position
    legal = position.legal_actions()
    followed = successors(state_of(position), position.rules)
    assert [state_of(position.apply(action)) for action in legal] == [state for _, state in followed]
    mirrored = position.mirrored()
    assert {mirrored_action(action) for action in legal} == set(mirrored.legal_actions())
