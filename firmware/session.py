"""The state of one table: events in, effects out; no clock and no I/O, so the same events give the same effects."""

from typing import assert_never

from firmware.doubt import decide
from firmware.events import (
    BoardDeclared,
    BoardSettled,
    CameraLost,
    DeviceFailed,
    DeviceMended,
    Effect,
    Entry,
    Event,
    Kept,
    Light,
    LookAgain,
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
    ViewpointChanged,
)
from firmware.mismatch import no_beginning
from firmware.patterns import colours, dimmed
from firmware.signals import Situation, pattern, situation
from firmware.snapshot import Sight, Snapshot
from firmware.tunes import tune
from firmware.words import failure, grid_first
from referee.board import Board, Disc
from referee.controls import ChooseRules, Control
from referee.errors import ControlError
from referee.position import Phase, Position
from referee.record import HouseRuling, Move
from referee.referee import Referee, Standing
from referee.rules import POP10, Game, Rules
from referee.ruling import Ruling, Unclear, Violation
from referee.translation import gettext as _

RED_TAG = "Red"
YELLOW_TAG = "Yellow"


class Session:
    """Everything that a table knows between two events.

    Args:
        start: Where the game stands; None lets the first board at rest decide: empty begins with the setup, full with a
            pop by Red, and anything else is waited out, with the reason in the snapshot's `trouble`.
        rules: What is played when the first board decides; a start has its own.
    """

    def __init__(self, start: Position | None = None, rules: Rules = POP10) -> None:
        self._start = start
        self._rules = start.rules if start is not None else rules
        self._referee = Referee(start) if start is not None else None
        self._seen: Board | None = None
        self._sight = Sight.WAITING
        self._sight_since = 0.0
        self._violation: Violation | None = None
        self._unclear = False
        self._last: Ruling | None = None
        self._revision = 0
        self._last_at = 0.0
        self._trouble = ""
        self._failures: dict[str, str] = {}
        self._tags: tuple[tuple[str, str], ...] = ()
        self._is_muted = False
        self._is_silenced = False
        self._brightness_percent = 100
        self._situation: Situation | None = None
        self._situation_since = 0.0

    @property
    def snapshot(self) -> Snapshot:
        """The state of the table now."""
        return Snapshot(
            position=self._referee.position if self._referee is not None else None,
            seen=self._seen,
            sight=self._sight,
            sight_since=self._sight_since,
            violation=self._violation,
            unclear=self._unclear,
            last=self._last,
            last_at=self._last_at,
            trouble=self._trouble or (grid_first(self._rules_now) if self._is_waiting else ""),
            failures=tuple(failure(device, message) for device, message in self._failures.items()),
            game=self._referee.game if self._referee is not None else 0,
            record=self._referee.record if self._referee is not None else None,
            rules=self._rules_now,
            next_rules=self._referee.next_rules if self._referee is not None else self._rules,
            tags=self._referee.record.tags if self._referee is not None else self._tags,
            fault=self._fault,
            is_muted=self._is_muted,
            is_silenced=self._is_silenced,
            brightness_percent=self._brightness_percent,
            is_waiting=self._is_waiting,
            revision=self._revision,
        )

    @property
    def _rules_now(self) -> Rules:
        return self._referee.position.rules if self._referee is not None else self._rules

    @property
    def _is_waiting(self) -> bool:
        return self._referee is not None and self._referee.standing is Standing.WAITING

    @property
    def _fault(self) -> Violation | None:
        if self._referee is None or self._violation is None or self._referee.fault is None:
            return None
        return Violation(self._referee.position, self._referee.fault)

    @property
    def can_look_anew(self) -> bool:
        """Whether the board may be seen otherwise from now on without harm to a game: none is under way.

        A first game in which nothing was played begins again with the board as it is then seen.
        """
        if self._referee is None or self._referee.position.phase is Phase.OVER:
            return True
        record = self._referee.record
        is_untouched = not any(isinstance(entry, Move | HouseRuling) for entry in record.entries)
        return self._start is None and self._referee.game == 1 and is_untouched

    def forget_earlier_games(self) -> None:
        """Let an undo end at the beginning of the present game."""
        if self._referee is not None:
            self._referee.forget_earlier_games()

    def handle(self, event: Event) -> tuple[Effect, ...]:
        """Take in one event.

        Returns: What is to be done, in this order: the record of it, then lights and sound, then what vision may trust,
            then the new state for everything that shows it.
        """
        before = self.snapshot
        effects: list[Effect] = []
        rulings: tuple[Ruling, ...] = ()
        match event:
            case BoardSettled():
                decided = decide(event, self._referee)
                if decided is None:
                    effects.append(LookAgain())
                else:
                    if not event.is_guess:
                        self._see(Sight.CLEAR, event.at)
                    event = BoardSettled(decided, event.at)
                    rulings = self._observe(decided, event.at)
                    effects.append(self._record(event, rulings))
            case BoardDeclared(board=board):
                self._trouble = ""
                rulings = self._observe(board, event.at)
                effects.append(self._record(event, rulings, self._trouble))
            case SightChanged(sight=sight):
                self._see(sight, event.at)
            case CameraLost(message=message):
                self._see(Sight.CAMERA_LOST, event.at, message)
                # It is asked again and again; that it is still lost is no news.
                if before.sight is not Sight.CAMERA_LOST or before.trouble != message:
                    effects.append(self._record(event))
            case Pressed(control=control):
                rulings, refused = self._press(control, event.at)
                effects.append(self._record(event, rulings, refused))
            case Named(red=red, yellow=yellow):
                self._name(red, yellow)
                effects.append(self._record(event))
            case SoundSwitched(is_muted=is_muted):
                self._is_muted = is_muted
                if is_muted:
                    effects.append(Silence())
            case SounderSet(is_silent=is_silent):
                self._is_silenced = is_silent
            case StripDimmed(percent=percent):
                self._brightness_percent = percent
            case ViewpointChanged():
                self._look_anew(event.at)
                effects.append(self._record(event))
            case DeviceFailed(device=device, message=message):
                if self._failures.get(device) != message:
                    self._failures[device] = message
                    effects.append(self._record(event))
            case DeviceMended(device=device):
                self._failures.pop(device, None)
            case Tick():
                rulings = self._referee.tick(event.at) if self._referee is not None else ()
                if rulings:
                    effects.append(self._record(event, rulings))
            case _:
                assert_never(event)
        self._take_note(rulings, event.at)
        effects.append(self._light(event.at))
        if rulings and not self._is_muted:
            effects.append(Sound(tune(rulings[-1])))
        trusted = self._trusted(event, rulings)
        if trusted is not None:
            effects.append(Trust(trusted))
        if self.snapshot != before:
            effects.append(Publish(self.snapshot))
        return tuple(effects)

    def _observe(self, board: Board, at: float) -> tuple[Ruling, ...]:
        self._seen = board
        if self._referee is not None:
            return self._referee.observe(board, at)
        start = starting_position(board, self._rules)
        if start is None:
            self._trouble = no_beginning(board, self._rules)
            return ()
        self._referee = Referee(start, tags=self._tags)
        return ()

    def _look_anew(self, at: float) -> None:
        self._see(Sight.WAITING, at)
        if self._referee is None or self._referee.position.phase is Phase.OVER:
            return
        self._rules = self._referee.next_rules
        self._tags = self._referee.record.tags
        self._referee = self._seen = self._violation = self._last = None
        self._unclear = False

    def _press(self, control: Control, at: float) -> tuple[tuple[Ruling, ...], str]:
        """The rulings that follow, and why none do where the press makes no sense as things stand."""
        if self._referee is None:
            if isinstance(control, ChooseRules):
                self._rules = control.rules
                return (), ""
            self._trouble = _("no game has begun yet")
            return (), self._trouble
        try:
            return self._referee.press(control, at), ""
        except ControlError as error:
            self._trouble = str(error)
            return (), str(error)

    def _name(self, red: str, yellow: str) -> None:
        others = [tag for tag in self.snapshot.tags if tag[0] not in (RED_TAG, YELLOW_TAG)]
        names = [(tag, name) for tag, name in ((RED_TAG, red), (YELLOW_TAG, yellow)) if name]
        self._tags = (*others, *names)
        if self._referee is not None:
            self._referee.label(self._tags)

    def _record(
        self,
        event: Kept,
        rulings: tuple[Ruling, ...] = (),
        refused: str = "",
    ) -> Record:
        if self._referee is None:
            return Record(Entry(event, rulings, refused))
        return Record(Entry(event, rulings, refused, self._referee.game, self._referee.record))

    def _see(self, sight: Sight, at: float, trouble: str = "") -> None:
        if sight is not self._sight:
            self._sight, self._sight_since = sight, at
        self._trouble = trouble

    def _take_note(self, rulings: tuple[Ruling, ...], at: float) -> None:
        """Remember what stays true after the rulings: an open violation, an open question, the last word."""
        self._revision += len(rulings)
        for ruling in rulings:
            self._violation = ruling if isinstance(ruling, Violation) else None
            self._unclear = isinstance(ruling, Unclear)
            self._last = ruling
            self._last_at = at

    def _light(self, at: float) -> Light:
        now = situation(self.snapshot, at)
        if now != self._situation:
            self._situation, self._situation_since = now, at
        shown = colours(pattern(now), at - self._situation_since)
        return Light(dimmed(shown, self._brightness_percent))

    def _trusted(self, event: Event, rulings: tuple[Ruling, ...]) -> Board | None:
        """The board at rest, when it is exactly what the rules, or the players' word, say is there."""
        if self._referee is None or self._violation is not None or self._unclear:
            return None
        board = self._referee.position.board
        match event:
            case BoardSettled(seen) | BoardDeclared(seen):
                return board if board == seen else None
            case Pressed():
                return board if rulings and board == self._seen else None
            case _:
                return None


def starting_position(board: Board, rules: Rules = POP10) -> Position | None:
    """Where a game stands whose first board is this one; None when that cannot be told from the board alone."""
    if board == Board.empty():
        return Position.start(rules)
    if rules.game is not Game.POP_10:
        return None
    fair = board.count(Disc.RED) == board.count(Disc.YELLOW)
    return Position.stored(board, rules) if board.is_full and fair else None
