"""The session: what an event makes of the table, in which order, and the same each time."""

import pytest

from firmware.demo.account import due_rulings
from firmware.demo.cheats import Cheat, Insert, LiftOut, PushOut, Rearrange
from firmware.demo.script import Script, write_script
from firmware.errors import UserMistakeError
from firmware.events import (
    BoardDeclared,
    BoardSettled,
    CameraLost,
    DeviceFailed,
    Effect,
    Entry,
    Event,
    Light,
    Named,
    Pressed,
    Publish,
    Record,
    SightChanged,
    Silence,
    Sound,
    SounderSet,
    SoundSwitched,
    StripDimmed,
    Tick,
    Trust,
)
from firmware.journal import MemoryJournal, replay
from firmware.scoreboard.state import state
from firmware.session import Session
from firmware.signals import situation
from firmware.snapshot import Sight
from firmware.tunes import FAULT, TICK
from hardware.ports import Colour
from referee.board import Board, Disc
from referee.controls import Button, ChooseRules
from referee.position import Phase, Position
from referee.rules import Rules
from referee.ruling import Ruling, as_json
from referee.violation import ViolationKind

ONE_DROP = Board.parse("......./......./......./......./......./...R...")
FULL = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR")


def only(effects: tuple[Effect, ...], kind: type[Effect]) -> list[Effect]:
    return [effect for effect in effects if isinstance(effect, kind)]


def rulings(effects: tuple[Effect, ...]) -> tuple[Ruling, ...]:
    return tuple(ruling for effect in effects if isinstance(effect, Record) for ruling in effect.entry.rulings)


def test_the_record_comes_first_then_lights_sound_trust_and_the_new_state() -> None:
    effects = Session(Position.start()).handle(BoardSettled(ONE_DROP, 1.0))
    assert [type(effect) for effect in effects] == [Record, Light, Sound, Trust, Publish]


def test_a_ruling_is_sounded_and_published() -> None:
    session = Session(Position.start())
    effects = session.handle(BoardSettled(ONE_DROP, 1.0))
    assert [as_json(ruling)["ruling"] for ruling in rulings(effects)] == ["drop"]
    assert only(effects, Sound) == [Sound(TICK)]
    assert only(effects, Publish) == [Publish(session.snapshot)]
    assert session.snapshot.position == Position.parse(f"{ONE_DROP} y setup 0-0 -")


def test_a_tick_only_moves_the_lights() -> None:
    session = Session(Position.start())
    session.handle(BoardSettled(ONE_DROP, 1.0))
    early, later = session.handle(Tick(1.5)), session.handle(Tick(3.0))
    assert [type(effect) for effect in early] == [Light]
    assert early != later, "a breathing light does not stand still"


def test_while_a_new_game_waits_for_the_grid_everything_says_so_and_it_begins_with_the_empty_one() -> None:
    session = Session(Position.stored(FULL))
    session.handle(BoardSettled(FULL.popped(0), 1.0))
    session.handle(Pressed(Button.NEW_GAME, 2.0))
    wanted = "Empty the grid first, or fill it up: then the new game begins"
    for board in (FULL.popped(0).popped(1), FULL.popped(0).popped(1).popped(1)):
        effects = session.handle(BoardSettled(board, 3.0))
        assert rulings(effects) == ()
        told = state(session.snapshot, ())
        assert (told["due"], told["trouble"], told["columns"]) == (wanted, wanted, [])
        assert situation(session.snapshot, 3.0).columns == ()
    session.handle(BoardSettled(Board.empty(), 4.0))
    told = state(session.snapshot, ())
    assert (told["due"], told["trouble"]) == ("Red: drop your disc into a, b, c, d, e, f or g", "")
    assert situation(session.snapshot, 4.0).columns == tuple(range(7))


def test_an_empty_board_begins_the_setup() -> None:
    session = Session()
    assert session.snapshot.position is None
    session.handle(BoardSettled(Board.empty(), 0.0))
    assert session.snapshot.position == Position.start()


def test_a_full_board_begins_with_a_pop_by_red() -> None:
    session = Session()
    session.handle(BoardSettled(FULL, 0.0))
    assert session.snapshot.position == Position.parse(f"{FULL} r pop 0-0 -")


@pytest.mark.parametrize(
    ("board", "told"),
    [
        (ONE_DROP, "the board is neither empty nor full, so it"),
        (
            FULL.with_cell(0, 0, Disc.YELLOW).with_cell(0, 1, Disc.YELLOW),
            "the board is full, but of 20 red and 22 yellow discs instead of 21 of each, so it",
        ),
    ],
)
def test_any_other_board_does_not_begin_a_game_and_says_so(board: Board, told: str) -> None:
    session = Session()
    effects = session.handle(BoardSettled(board, 0.0))
    assert session.snapshot.position is None
    assert session.snapshot.trouble == f"{told} does not tell where the game stands"
    assert only(effects, Trust) == []


def test_a_violation_stays_until_it_is_put_right() -> None:
    session = Session(Position.start())
    wrong = Board.parse("......./......./......./......./......./...Y...")
    effects = session.handle(BoardSettled(wrong, 1.0))
    assert only(effects, Sound) == [Sound(FAULT)]
    assert only(effects, Trust) == [], "vision must not learn from a board that is wrong"
    assert session.snapshot.violation is not None
    session.handle(Tick(60.0))
    assert session.snapshot.violation is not None
    session.handle(BoardSettled(Board.empty(), 61.0))
    assert session.snapshot.violation is None


def test_buttons_reach_the_referee() -> None:
    session = Session(Position.start())
    session.handle(BoardSettled(ONE_DROP, 1.0))
    effects = session.handle(Pressed(Button.UNDO, 2.0))
    assert [as_json(ruling)["ruling"] for ruling in rulings(effects)] == ["undone"]


def test_a_button_before_the_game_is_written_down_and_answered() -> None:
    session = Session()
    effects = session.handle(Pressed(Button.ACCEPT, 0.0))
    assert only(effects, Record) == [Record(Entry(Pressed(Button.ACCEPT, 0.0), (), "no game has begun yet"))]
    assert session.snapshot.trouble == "no game has begun yet"


def test_a_lost_camera_is_told_and_forgotten_when_it_sees_again() -> None:
    session = Session(Position.start())
    session.handle(CameraLost("no frame for 2.0 s", 5.0))
    assert session.snapshot.sight is Sight.CAMERA_LOST
    assert session.snapshot.trouble == "no frame for 2.0 s"
    session.handle(SightChanged(Sight.CLEAR, 6.0))
    assert session.snapshot.sight is Sight.CLEAR
    assert session.snapshot.trouble == ""


def test_a_broken_device_is_told_once_and_play_goes_on() -> None:
    session = Session(Position.start())
    first = session.handle(DeviceFailed("strip", "broken", 1.0))
    assert session.snapshot.failures == ("strip: broken",)
    assert only(first, Publish)
    again = session.handle(DeviceFailed("strip", "broken", 1.1))
    assert only(again, Publish) == only(again, Record) == []
    assert rulings(session.handle(BoardSettled(ONE_DROP, 2.0)))


def test_a_board_that_the_players_declare_is_ruled_on_shown_written_down_and_trusted() -> None:
    session = Session(Position.start())
    session.handle(SightChanged(Sight.HIDDEN, 0.5))
    effects = session.handle(BoardDeclared(ONE_DROP, 1.0))
    assert [as_json(ruling)["ruling"] for ruling in rulings(effects)] == ["drop"]
    assert only(effects, Trust) == [Trust(ONE_DROP)]
    assert session.snapshot.seen == ONE_DROP
    assert session.snapshot.sight is Sight.HIDDEN, "what the players say changes nothing about the camera"


def test_a_misread_cell_that_is_corrected_ends_the_violation() -> None:
    session = Session(Position.start())
    misread = Board.empty().dropped(3, Disc.YELLOW)
    session.handle(BoardSettled(misread, 1.0))
    assert session.snapshot.violation is not None
    effects = session.handle(BoardDeclared(ONE_DROP, 2.0))
    assert [as_json(ruling)["ruling"] for ruling in rulings(effects)] == ["corrected", "drop"]
    assert session.snapshot.violation is None


def test_a_declared_board_begins_a_game_or_says_why_it_does_not() -> None:
    session = Session()
    session.handle(BoardSettled(FULL.with_cell(0, 5, None), 1.0))
    refused = [
        effect.entry.refused for effect in session.handle(BoardDeclared(ONE_DROP, 2.0)) if isinstance(effect, Record)
    ]
    assert refused == ["the board is neither empty nor full, so it does not tell where the game stands"]
    session.handle(BoardDeclared(FULL, 3.0))
    assert session.snapshot.position == Position.stored(FULL)
    assert session.snapshot.trouble == ""


def test_vision_may_learn_from_a_board_that_was_accepted() -> None:
    session = Session(Position.start())
    wrong = Board.empty().dropped(3, Disc.YELLOW)
    session.handle(BoardSettled(wrong, 1.0))
    assert only(session.handle(Pressed(Button.ACCEPT, 2.0)), Trust) == [Trust(wrong)]


def test_a_further_wrong_act_is_no_ruling_and_yet_what_is_wrong_and_to_be_done_is_told_anew() -> None:
    full = Board.parse("YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR")
    session = Session(Position.stored(full))
    session.handle(BoardSettled(full.popped(1), 1.0))
    first = state(session.snapshot, ())
    assert first["fault"] == first["violation"]
    effects = session.handle(BoardSettled(full.popped(1).popped(3), 2.0))
    assert [effect.entry.rulings for effect in only(effects, Record)] == [()]
    assert only(effects, Publish)
    both = state(session.snapshot, ())
    assert both["violation"] == first["violation"]
    assert "column b" in str(both["due"])
    assert "column d" in str(both["due"])
    session.handle(BoardSettled(full.popped(3), 3.0))
    rest = state(session.snapshot, ())
    assert "column b" not in str(rest["due"])
    assert rest["fault"]["cells"] == ["d1"]  # type: ignore[index]
    session.handle(BoardSettled(full, 4.0))
    assert state(session.snapshot, ())["fault"] is None


def test_a_muted_table_is_silent_at_once_and_until_it_may_be_heard_again() -> None:
    session = Session(Position.start())
    effects = session.handle(SoundSwitched(is_muted=True, at=0.5))
    assert only(effects, Silence) == [Silence()]
    assert only(effects, Publish)
    assert only(effects, Record) == [], "sound is no matter of the game"
    assert only(session.handle(BoardSettled(ONE_DROP, 1.0)), Sound) == []
    session.handle(SoundSwitched(is_muted=False, at=1.5))
    assert only(session.handle(Pressed(Button.UNDO, 2.0)), Sound)


def test_a_sounder_that_the_settings_silence_is_off_whatever_is_switched() -> None:
    session = Session(Position.start())
    assert state(session.snapshot, ())["sound"] is True
    assert only(session.handle(SounderSet(is_silent=True, at=0.5)), Record) == []
    session.handle(SoundSwitched(is_muted=False, at=1.0))
    told = state(session.snapshot, ())
    assert (told["sound"], told["silenced"]) == (False, True)
    session.handle(SounderSet(is_silent=False, at=1.5))
    assert state(session.snapshot, ())["sound"] is True


def test_the_strip_is_dimmed_at_once_and_goes_on_saying_the_same() -> None:
    session, other = Session(Position.start()), Session(Position.start())
    (bright,) = only(other.handle(Tick(1.0)), Light)
    effects = session.handle(StripDimmed(40, 1.0))
    (dim,) = only(effects, Light)
    assert isinstance(bright, Light)
    assert isinstance(dim, Light)
    assert [led != Colour.DARK for led in dim.colours] == [led != Colour.DARK for led in bright.colours]
    assert max(led.red for led in dim.colours) == round(0.4 * max(led.red for led in bright.colours))
    assert only(effects, Record) == []
    (dark,) = only(session.handle(StripDimmed(0, 1.0)), Light)
    assert isinstance(dark, Light)
    assert set(dark.colours) == {Colour.DARK}


def test_names_and_rules_can_be_given_before_the_game() -> None:
    session = Session()
    session.handle(Named("Ada", "", 0.0))
    chosen = Rules(points_to_win=3)
    (record,) = only(session.handle(Pressed(ChooseRules(chosen), 0.5)), Record)
    assert record == Record(Entry(Pressed(ChooseRules(chosen), 0.5), ()))
    assert session.snapshot.tags == (("Red", "Ada"),)
    session.handle(BoardSettled(Board.empty(), 1.0))
    assert session.snapshot.record is not None
    assert session.snapshot.record.tags == (("Red", "Ada"),)
    assert session.snapshot.rules == chosen


def test_rules_that_are_chosen_wait_for_the_next_game() -> None:
    session = Session(Position.start())
    chosen = Rules(points_to_win=3)
    session.handle(Pressed(ChooseRules(chosen), 0.5))
    assert (session.snapshot.rules, session.snapshot.next_rules) == (Rules(), chosen)
    session.handle(Pressed(Button.NEW_GAME, 1.0))
    assert (session.snapshot.rules, session.snapshot.next_rules) == (chosen, chosen)


def boards(script: Script) -> list[Board]:
    """Every board at rest that the players of a script leave behind, faults and their mending included."""
    shown = []
    for step in script.steps:
        if isinstance(step, Cheat):
            board = step.before.board
            match step.deed:
                case Insert(column, disc):
                    shown.append(board.dropped(column, disc))
                case PushOut(column):
                    shown.append(board.popped(column))
                case LiftOut(column):
                    shown.append(board.with_cell(column, board.height(column) - 1, None))
                case Rearrange(changed):
                    shown.append(changed)
            shown.append(board)
        else:
            shown.append(step.after.board)
    return shown


def play(script: Script, session: Session) -> MemoryJournal:
    """Show each board of a script at rest, with a button and a lost camera in between."""
    journal = MemoryJournal()
    events: list[Event] = [BoardSettled(board, float(at)) for at, board in enumerate(boards(script))]
    events.insert(20, CameraLost("gone", 19.5))
    for event in events:
        for effect in session.handle(event):
            if isinstance(effect, Record):
                journal.write(effect.entry)
    return journal


def agrees(told: tuple[Ruling, ...], script: Script) -> bool:
    due = due_rulings(script)
    got = [as_json(ruling) for ruling in told]
    return len(got) == len(due) and all(
        all(ruling.get(key) == value for key, value in wanted.items()) for ruling, wanted in zip(got, due, strict=True)
    )


@pytest.mark.parametrize("seed", range(8))
def test_a_game_is_ruled_as_it_was_played(seed: int) -> None:
    script = write_script(seed)
    session = Session(script.start)
    assert agrees(play(script, session).rulings, script)
    assert session.snapshot.position is not None
    assert session.snapshot.position.phase is Phase.OVER


@pytest.mark.parametrize("kind", ViolationKind, ids=lambda kind: kind.value)
def test_a_broken_rule_of_each_kind_is_called_and_put_right(kind: ViolationKind) -> None:
    script = write_script(1, cheat=kind)
    assert agrees(play(script, Session(script.start)).rulings, script)


@pytest.mark.parametrize("kind", [None, *ViolationKind], ids=lambda kind: kind.value if kind else "fair")
def test_a_journal_replayed_gives_the_same_rulings(kind: ViolationKind | None) -> None:
    script = write_script(4, cheat=kind)
    journal = play(script, Session(script.start))
    assert len(journal.rulings) > 50
    assert replay(journal.entries, Session(script.start)) == journal.rulings


@pytest.mark.parametrize("seed", range(12))
def test_every_simulated_game_ends_soon(seed: int) -> None:
    assert len(write_script(seed).steps) < 42 + 150


def test_a_rule_of_the_setup_cannot_be_broken_in_a_game_without_one() -> None:
    with pytest.raises(UserMistakeError, match="--stored"):
        write_script(1, stored=True, cheat=ViolationKind.WRONG_ROW)
