"""A game record as text. Reading it back is in `replay`.

Tag pairs as in PGN, an empty line, then the turns, separated by spaces. What is no turn stands in braces after the turn
it fell into: `{violation wrong-row}`. Where it fell between the acts of a turn, `@n` says after how many acts; a house
ruling names the position that the players went on from. `.` ends a turn after a scoring pop, where a house rule allows.
In PopOut `d-` is a pop.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from referee.board import column_name
from referee.position import Action, Drop, Phase, Pop, Position, Redrop, Stop
from referee.record import Entry, HouseKind, HouseRuling, Move, Record, Remark, RemarkKind
from referee.rules_text import rules_text

PASS: Final = "--"  # noqa: S105 - a turn that is passed, no password
STOP: Final = "."
SCORED: Final = "+"
REDROPPED: Final = ">"
TAKEN: Final = "-"
JOINT: Final = ","
INFERRED: Final = "inferred"
RESERVED: Final = frozenset([INFERRED, *(kind.value for kind in RemarkKind), *(kind.value for kind in HouseKind)])
"""First words of comments that are no notes."""

LINE_WIDTH: Final = 100
START_TAG: Final = "Start"
RESULT_TAG: Final = "Result"
RULES_TAG: Final = "Rules"


def format_record(record: Record) -> str:
    """The text of a record, ending with a newline; `replay.parse_record` gives the same record back.

    Raises: RecordError when an action of the record is not legal where it stands.
    """
    tags = [*record.tags]
    rules = rules_text(record.start.rules)
    if rules:
        tags.append((RULES_TAG, rules))
    if record.start != Position.start(record.start.rules):
        tags.append((START_TAG, str(record.start)))
    tags.append((RESULT_TAG, record.result.value))
    head = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in tags)
    return f"{head}\n{_wrapped(_Writer(record).tokens())}"


def turn_text(before: Position, actions: Sequence[Action]) -> str:
    """One turn, or the beginning of one, as the record writes it, like `b+,d>f`; empty for no action.

    Args:
        before: The position before the turn, settled.
        actions: Legal one after the other, all of one turn.
    """
    tokens = _Writer(Record(before, tuple(Move(action) for action in actions))).tokens()
    return tokens[0] if tokens else ""


def is_whole_turn(before: Position, actions: Sequence[Action]) -> bool:
    """Whether a turn ends with the last of these legal actions."""
    position = before
    for number, action in enumerate(actions, start=1):
        after = position.apply(action)
        if number == len(actions):
            return _ends_turn(action, position, after)
        position = after
    return False


def _ends_turn(action: Action, position: Position, after: Position) -> bool:
    return not isinstance(action, Pop) or after.turn is not position.turn or after.phase is Phase.OVER


def _remark_text(kind: RemarkKind, text: str) -> str:
    """A note stands as it is, unless it could be taken for something else."""
    first = text.split(maxsplit=1)[0] if text else ""
    if kind is RemarkKind.NOTE and first and not first.startswith("@") and first not in RESERVED:
        return text
    return f"{kind.value} {text}".strip()


def entry_text(entry: Entry) -> str:
    """One entry by itself, for remarks: an action as `pop d`, a house ruling by its name."""
    match entry:
        case Move(action, _):
            return _action_text(action)
        case HouseRuling(kind, _, _):
            return kind.value
        case Remark(kind, _):
            return kind.value
        case _:
            assert_never(entry)


def _action_text(action: Action) -> str:
    match action:
        case Drop(column):
            return f"drop {column_name(column)}"
        case Pop(column):
            return f"pop {column_name(column)}"
        case Redrop(column):
            return f"redrop {column_name(column)}"
        case Stop():
            return "stop"


class _Writer:
    """Gathers the acts of one turn into one token, with the comments that fell into it behind it."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._tokens: list[str] = []
        self._parts: list[str] = []
        self._inferred: list[bool] = []
        self._comments: list[str] = []

    def tokens(self) -> list[str]:
        """The words of the text after the head."""
        position = self._record.start.settled()
        if position.turn is not self._record.start.turn:
            self._tokens.append(PASS)
        for entry, after in zip(self._record.entries, self._record.positions(), strict=True):
            match entry:
                case Move(action, inferred):
                    self._act(position, action, after)
                    self._inferred.append(inferred)
                    if _ends_turn(action, position, after):
                        self._flush()
                    if isinstance(action, Redrop | Stop) and after.turn is position.turn and after.phase is Phase.POP:
                        self._tokens.append(PASS)
                case Remark(kind, text):
                    self._comment(_remark_text(kind, text), self._acts())
                case HouseRuling(kind, decided, text):
                    self._flush()
                    self._tokens.append(f"{{{f'{kind.value} {decided} {text}'.strip()}}}")
                case _:
                    assert_never(entry)
            position = after
        self._flush()
        return self._tokens

    def _act(self, position: Position, action: Action, after: Position) -> None:
        match action:
            case Drop(column):
                self._parts.append(column_name(column))
            case Pop(column) if position.phase is Phase.PLAY:
                self._parts.append(column_name(column) + TAKEN)
            case Pop(column):
                self._parts.append(column_name(column) + (REDROPPED if after.phase is Phase.REDROP else SCORED))
                if after.turn is not position.turn:
                    self._parts.append(PASS)
            case Redrop(column):
                if self._parts:
                    self._parts[-1] += column_name(column)
                else:
                    self._parts.append(REDROPPED + column_name(column))
            case Stop():
                self._parts.append(STOP)

    def _acts(self) -> int:
        return len(self._inferred)

    def _comment(self, text: str, acts: int) -> None:
        if acts:
            self._comments.append(f"{{@{acts} {text}}}")
        else:
            self._tokens.append(f"{{{text}}}")

    def _flush(self) -> None:
        if self._parts:
            self._tokens.append(JOINT.join(self._parts))
            if all(self._inferred):
                self._tokens.append(f"{{{INFERRED}}}")
            elif any(self._inferred):
                numbers = " ".join(str(number) for number, inferred in enumerate(self._inferred, start=1) if inferred)
                self._tokens.append(f"{{{INFERRED} {numbers}}}")
        self._tokens.extend(self._comments)
        self._parts, self._inferred, self._comments = [], [], []


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _wrapped(tokens: list[str]) -> str:
    """Tokens joined by spaces, broken into lines; a comment is never broken."""
    lines: list[str] = []
    for token in tokens:
        if lines and len(lines[-1]) + 1 + len(token) <= LINE_WIDTH:
            lines[-1] += f" {token}"
        else:
            lines.append(token)
    return "".join(f"{line}\n" for line in lines)
