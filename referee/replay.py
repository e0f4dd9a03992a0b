"""Reading a game record: its text becomes a `Record` again, and every turn is held against the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from referee.board import Disc, column_index, column_name
from referee.errors import LONGEST_QUOTE, PositionTextError, RecordError, quoted
from referee.notation import INFERRED, JOINT, PASS, REDROPPED, RESULT_TAG, RULES_TAG, SCORED, START_TAG, STOP, TAKEN
from referee.position import Action, Drop, Phase, Pop, Position, Redrop, Stop
from referee.record import Entry, HouseKind, HouseRuling, Move, Record, Remark, RemarkKind, Result
from referee.rules import RulesError
from referee.rules_text import parse_rules
from referee.translation import gettext as _

_TAG: Final = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')
_TOKEN: Final = re.compile(r"\{([^}]*)\}|([^\s{}]+)")
_POSITION_WORDS: Final = 5
_MOST_DIGITS: Final = 4
_ENDED_BY_HOUSE: Final = (HouseKind.DRAW, HouseKind.REPETITION)


def parse_record(text: str) -> Record:
    """Read a record and replay it.

    Raises: RecordError with the number of the turn, what was wanted and what came.
    """
    # Some editors begin a file with a byte order mark.
    tags, movetext = _split(text.removeprefix("\N{BYTE ORDER MARK}"))
    try:
        rules = parse_rules(tags.pop(RULES_TAG, ""))
    except RulesError as error:
        raise RecordError(f"tag {RULES_TAG}: {error}") from error
    start_text = tags.pop(START_TAG, None)
    try:
        start = Position.start(rules) if start_text is None else Position.parse(start_text, rules)
    except PositionTextError as error:
        raise RecordError(f"tag {START_TAG}: {error}") from error
    told = _result(tags.pop(RESULT_TAG, None))
    reader = _Reader(start)
    for comment, token in _tokens(movetext):
        if token:
            reader.read_turn(token)
        else:
            reader.read_comment(comment)
    result = reader.result
    if told is not None and told is not result:
        # A game may have been broken off and decided without a word in the turns.
        if result is not Result.OPEN:
            raise RecordError(f"tag {RESULT_TAG}: the turns end with {result.value!r}, got {told.value!r}")
        result = told
    return Record(start, tuple(reader.entries), result, tuple(tags.items()))


def read_turn(position: Position, text: str, number: int = 1) -> tuple[Move, ...]:
    """The acts of one turn, played from a position.

    Args:
        position: Where the turn begins.
        text: The turn as a record writes it, also the beginning of one.
        number: Its number, for messages.
    Raises: RecordError when it cannot be read or is not legal there.
    """
    reader = _Reader(position, turn=number - 1)
    reader.read_turn(text)
    return tuple(entry for entry in reader.entries if isinstance(entry, Move))


def _split(text: str) -> tuple[dict[str, str], str]:
    tags: dict[str, str] = {}
    place = 0
    while True:
        blank = re.compile(r"\s*").match(text, place)
        place = blank.end() if blank else place
        found = _TAG.match(text, place)
        if found is None:
            break
        name, value = found[1], re.sub(r"\\(.)", r"\1", found[2])
        if name in tags:
            raise RecordError(f"tag {name[:LONGEST_QUOTE]} is given twice")
        tags[name] = value
        place = found.end()
    if text[place : place + 1] == "[":
        line = text[place:].splitlines()[0]
        raise RecordError(f'wanted a tag like [Red "Ada"], got {quoted(line)}')
    return tags, text[place:]


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    place = 0
    for found in _TOKEN.finditer(text):
        if text[place : found.start()].strip():
            break
        place = found.end()
        yield found[1] or "", found[2] or ""
    rest = text[place:].strip()
    if rest:
        raise RecordError(f"a brace is not closed or not opened at {rest[:20]!r}")


def _result(text: str | None) -> Result | None:
    if text is None:
        return None
    try:
        return Result(text)
    except ValueError as error:
        raise RecordError(f"tag {RESULT_TAG} must be red, yellow, draw or *, got {quoted(text)}") from error


class _Reader:
    """Plays token by token; entries and position grow together."""

    def __init__(self, start: Position, *, turn: int = 0) -> None:
        self.entries: list[Entry] = []
        self._position = start.settled()
        self._result = Result.OPEN
        self._turn = turn
        self._first_act = 0
        self._pass_may_follow = self._position.turn is not start.turn
        self._pass_must_follow = False
        self._turn_is_open = False

    @property
    def result(self) -> Result:
        """How the game stands after what was read."""
        winner = self._position.winner
        if winner is not None:
            return Result(winner.player)
        if self._position.phase is Phase.OVER and self._result is Result.OPEN:
            return Result.DRAW
        return self._result

    def read_turn(self, token: str) -> None:
        """Play one turn.

        Raises: RecordError when it is not legal or cannot be read.
        """
        self._turn += 1
        if token == PASS:
            if not self._pass_may_follow:
                raise self._error(self._wanted(), token)
            self._pass_may_follow = self._pass_must_follow = False
            return
        if self._pass_must_follow:
            words = _("{turn}, as {player} has no disc to pop")
            raise self._error(words.format(turn=PASS, player=self._name(self._position.turn.other)), token)
        if self._turn_is_open:
            words = _("the rest of {player}'s turn joined by a comma")
            raise self._error(words.format(player=self._name(self._position.turn)), token)
        self._first_act = len(self.entries)
        player = self._position.turn
        for part in token.split(JOINT):
            self._read_part(part, token)
        self._turn_is_open = self._position.phase is Phase.REDROP or (
            self._position.turn is player and isinstance(self._last_action(), Pop) and self._position.phase is Phase.POP
        )

    def read_comment(self, comment: str) -> None:
        """Take what stands in braces: a remark, a house ruling, or a note.

        Raises: RecordError when a house ruling names no position.
        """
        words = comment.split(maxsplit=1)
        place = len(self.entries)
        if words and re.fullmatch(r"@\d{1,4}", words[0]):
            place = self._place_of(int(words[0][1:]))
            comment = words[1] if len(words) > 1 else ""
            words = comment.split(maxsplit=1)
        kind = words[0] if words else ""
        rest = words[1].strip() if len(words) > 1 else ""
        if kind == INFERRED:
            self._mark_inferred(rest)
        elif kind in {each.value for each in HouseKind}:
            self._decide(HouseKind(kind), rest)
        elif kind in {each.value for each in RemarkKind}:
            self.entries.insert(place, Remark(RemarkKind(kind), rest))
        else:
            self.entries.insert(place, Remark(RemarkKind.NOTE, comment.strip()))

    def _read_part(self, part: str, token: str) -> None:
        if part == PASS:
            if not self._pass_may_follow:
                raise self._error(self._wanted(), token)
            self._pass_may_follow = False
            return
        if part == STOP:
            self._play(Stop(), token)
            return
        pop = re.fullmatch(r"([a-g]?)([-+>]?)([a-g]?)", part)
        if pop is None:
            raise self._error(self._wanted(), token)
        column, mark, target = pop.groups()
        match (column, mark, target):
            case (_, "", "") if column:
                self._play(Drop(column_index(column)), token)
            case (_, "-", "") if column and self._position.phase is Phase.PLAY:
                self._play(Pop(column_index(column)), token)
            case (_, "+" | ">", _) if self._position.phase is Phase.PLAY:
                raise self._error(self._wanted(), token)
            case (_, "+", "") if column:
                self._play(Pop(column_index(column)), token)
                if self._position.phase is Phase.REDROP:
                    words = _("{turn}…, as the disc was in no line of four")
                    raise self._error(words.format(turn=f"{column}{REDROPPED}"), token)
            case (_, ">", _) if column or target:
                if column:
                    self._play(Pop(column_index(column)), token)
                    if self._position.phase is not Phase.REDROP:
                        words = _("{turn}, as the disc was in a line of four")
                        raise self._error(words.format(turn=f"{column}{SCORED}"), token)
                if target:
                    self._play(Redrop(column_index(target)), token)
            case _:
                raise self._error(self._wanted(), token)

    def _play(self, action: Action, token: str) -> None:
        before = self._position
        if action not in before.legal_actions():
            raise self._error(self._wanted(), token)
        after = before.apply(action)
        self.entries.append(Move(action))
        self._position = after
        going_on = after.phase is Phase.POP and before.phase is not Phase.SETUP
        self._pass_may_follow = going_on and (
            (isinstance(action, Pop) and after.turn is not before.turn)
            or (isinstance(action, Redrop | Stop) and after.turn is before.turn)
        )
        self._pass_must_follow = self._pass_may_follow and isinstance(action, Redrop | Stop)

    def _decide(self, kind: HouseKind, rest: str) -> None:
        words = rest.split(maxsplit=_POSITION_WORDS)
        try:
            position = Position.parse(" ".join(words[:_POSITION_WORDS]), self._position.rules)
        except PositionTextError as error:
            raise RecordError(f"after turn {self._turn}: {{{kind.value}}} must name a position: {error}") from error
        text = words[_POSITION_WORDS].strip() if len(words) > _POSITION_WORDS else ""
        self.entries.append(HouseRuling(kind, position, text))
        self._position = position.settled()
        self._pass_may_follow = self._position.turn is not position.turn
        self._pass_must_follow = self._turn_is_open = False
        if kind is HouseKind.RESIGNED:
            self._result = Result.YELLOW if text == "red" else Result.RED
        else:
            self._result = Result.DRAW if kind in _ENDED_BY_HOUSE else Result.OPEN

    def _place_of(self, acts: int) -> int:
        """Where to insert a remark that fell after so many acts of the turn just read."""
        seen = 0
        for index in range(self._first_act, len(self.entries)):
            if isinstance(self.entries[index], Move):
                if seen == acts:
                    return index
                seen += 1
        return len(self.entries)

    def _mark_inferred(self, numbers: str) -> None:
        wanted = {int(word) for word in numbers.split() if word.isdecimal() and len(word) <= _MOST_DIGITS}
        number = 0
        for index in range(self._first_act, len(self.entries)):
            entry = self.entries[index]
            if isinstance(entry, Move):
                number += 1
                if not wanted or number in wanted:
                    self.entries[index] = replace(entry, inferred=True)

    def _last_action(self) -> Action | None:
        last = self.entries[-1] if self.entries else None
        return last.action if isinstance(last, Move) else None

    def _wanted(self) -> str:
        """What the position allows, as the record would write it."""
        position = self._position
        player = self._name(position.turn)
        names = [column_name(action.column) for action in position.legal_actions() if not isinstance(action, Stop)]
        match position.phase:
            case Phase.SETUP:
                words = _("{player} to drop into one of {columns}")
            case Phase.POP:
                words = _("{player} to pop one of {columns}")
            case Phase.REDROP:
                words = _("{player} to drop back into one of {columns}")
                names = [REDROPPED + name for name in names]
            case Phase.PLAY:
                tokens = [column_name(each.column) for each in position.legal_actions() if isinstance(each, Drop)]
                taken = [column_name(each.column) + TAKEN for each in position.legal_actions() if isinstance(each, Pop)]
                words, names = _("{player} to play one of {columns}"), tokens + taken
            case Phase.OVER:
                words = _("nothing more, as the game is over")
        return words.format(player=player, columns=", ".join(names))

    def _error(self, wanted: str, got: str) -> RecordError:
        words = _("turn {number}: wanted {wanted}; got {got}")
        return RecordError(words.format(number=self._turn, wanted=wanted, got=quoted(got)))

    @staticmethod
    def _name(player: Disc) -> str:
        return _("Red") if player is Disc.RED else _("Yellow")
