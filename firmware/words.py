"""Rulings, what is due and the rules that were chosen, as plain sentences for people: the one place that tells them."""

from collections.abc import Callable, Sequence
from typing import assert_never

from firmware.mismatch import mismatch
from firmware.snapshot import Snapshot
from referee.board import ROWS, Board, Disc, cell_name, column_name
from referee.position import Action, Drop, Phase, Pop, Position, Score, Stop
from referee.record import Record, Result
from referee.rules import POP10, Game, Rules
from referee.ruling import (
    Accepted,
    Corrected,
    Drawn,
    Dropped,
    Ending,
    NewGame,
    Passed,
    Popped,
    Redropped,
    Revised,
    Ruling,
    ScoreSet,
    SetupComplete,
    Stopped,
    TurnDeclared,
    Unclear,
    Undone,
    Violation,
    Won,
)
from referee.translation import gettext as _
from referee.translation import ngettext
from referee.violation import ViolationKind

Caller = Callable[[Disc], str]
"""Says what a player is called."""


def name(player: Disc) -> str:
    """`Red` or `Yellow`."""
    return _("Red") if player is Disc.RED else _("Yellow")


def calling(tags: tuple[tuple[str, str], ...]) -> Caller:
    """What to call the players: their own name with the colour of their discs, like `Anna (Yellow)`, or the colour.

    Args:
        tags: Their names, as in the head of a record.
    """
    given = dict(tags)

    def called(player: Disc) -> str:
        own = given.get("Red" if player is Disc.RED else "Yellow", "")
        return _("{name} ({colour})").format(name=own, colour=name(player)) if own else name(player)

    return called


def sentence(ruling: Ruling, called: Caller = name) -> str:
    """What a ruling says, without a full stop at the end of its last sentence.

    Args:
        ruling: What was ruled.
        called: What the players are called in it.
    """
    match ruling:
        case Dropped(player=player, column=column):
            words = _("{player} drops into {column}").format(player=called(player), column=column_name(column))
            return _sure(words, inferred=ruling.inferred)
        case SetupComplete(position=position):
            return _("The grid is full: {player} pops first").format(player=called(position.turn))
        case Popped():
            return _sure(_popped(ruling, called), inferred=ruling.inferred)
        case Redropped(player=player, came_from=came_from, column=column):
            if came_from == column:
                words = _("{player} drops the disc back into {column}")
            else:
                words = _("{player} drops the disc into {column}")
            return _sure(words.format(player=called(player), column=column_name(column)), inferred=ruling.inferred)
        case Stopped(player=player):
            return _("{player} ends the turn").format(player=called(player))
        case Passed(player=player):
            return _("{player} has no disc in the bottom row and passes").format(player=called(player))
        case Won(player=player) if ruling.ending is Ending.RESIGNED:
            return _("{other} gives up: {player} wins").format(other=called(player.other), player=called(player))
        case Won(position=position, player=player, score=score):
            if position.rules.game is not Game.POP_10:
                return _("{player} wins with four in a row").format(player=called(player))
            return _("{player} wins: {score}").format(player=called(player), score=_score(score))
        case Drawn(position=position):
            if position.rules.game is not Game.POP_10:
                return _("The game is drawn")
            return _("The game is drawn: {score}").format(score=_score(position.score))
        case Violation():
            return f"{ruling.message} {ruling.remedy}".rstrip(".")
        case Corrected():
            return _("Put right: play goes on")
        case Unclear(candidates=candidates):
            words = ngettext(
                "The board can be explained in {count} way: play on, or press a button",
                "The board can be explained in {count} ways: play on, or press a button",
                len(candidates),
            )
            return words.format(count=len(candidates))
        case Revised(taken_back=taken_back, misfit=misfit):
            words = ngettext(
                "What was ruled last was wrong", "The last {count} things that were ruled were wrong", taken_back
            ).format(count=taken_back)
            return f"{words}. {beginning(misfit)}".rstrip(".") if misfit else words
        case Accepted():
            return _("The board is accepted as it stands")
        case Undone():
            return _("The last ruling is taken back")
        case NewGame(position=position):
            return _("A new game: {player} begins").format(player=called(position.turn))
        case TurnDeclared(player=player):
            return _("It is {player}'s turn").format(player=called(player))
        case ScoreSet(score=score):
            return _("The score is set: {score}").format(score=_score(score))
        case _:
            assert_never(ruling)


def sentences(rulings: Sequence[Ruling], record: Record | None) -> str:
    """What was ruled at once, in words; the players are called as in the record of their game, if there is one."""
    called = calling(record.tags) if record is not None else name
    return ". ".join(sentence(ruling, called) for ruling in rulings)


def _popped(ruling: Popped, called: Caller) -> str:
    player, column = called(ruling.player), column_name(ruling.column)
    if ruling.scored:
        cells = " ".join(cell_name(cell) for cell in ruling.line)
        return _("{player} pops {column} and scores with {cells}: {score}").format(
            player=player, column=column, cells=cells, score=_score(ruling.score)
        )
    if ruling.position.rules.game is not Game.POP_10:
        return _("{player} pops {column}").format(player=player, column=column)
    return _("{player} pops {column}: no line, so the disc goes back in").format(player=player, column=column)


def _sure(words: str, *, inferred: bool) -> str:
    return _("{words} (the order was not seen)").format(words=words) if inferred else words


def beginning(text: str) -> str:
    """A text as the beginning of a sentence, where programs get it as a part of one."""
    return text[:1].upper() + text[1:]


def grid(board: Board) -> str:
    """A board as seven named columns and six numbered rows."""
    rows = str(board).split("/")
    drawn = "\n".join(f"  {ROWS - number} {' '.join(row)}" for number, row in enumerate(rows))
    return f"{drawn}\n    a b c d e f g"


def due(position: Position, called: Caller = name) -> str:
    """What must happen next.

    Args:
        position: Where the game stands.
        called: What the players are called in it.
    """
    actions = position.legal_actions()
    columns = _either([column_name(action.column) for action in actions if not isinstance(action, Stop)])
    player = called(position.turn)
    match position.phase:
        case Phase.SETUP:
            if position.rules.fill_with_opponents_discs:
                words = _("{player}: drop one of {other}'s discs into {columns}")
                return words.format(player=player, other=name(position.turn.other), columns=columns)
            return _("{player}: drop your disc into {columns}").format(player=player, columns=columns)
        case Phase.PLAY:
            return _to_play(player, actions)
        case Phase.POP if Stop() in actions:
            return _("{player}: pop your disc from {columns}, or end the turn").format(player=player, columns=columns)
        case Phase.POP:
            return _("{player}: pop your disc from {columns}").format(player=player, columns=columns)
        case Phase.REDROP:
            return _("{player}: drop the disc back into {columns}").format(player=player, columns=columns)
        case Phase.OVER:
            return _("The game is over")
        case _:
            assert_never(position.phase)


def grid_first(rules: Rules) -> str:
    """What must happen before a new game can begin, where the grid still holds discs of the last one."""
    if rules.game is Game.POP_10:
        return _("Empty the grid first, or fill it up: then the new game begins")
    return _("Empty the grid first: then the new game begins")


def due_now(snapshot: Snapshot) -> str:
    """What must happen next at a table; before the game has begun, why it has not."""
    if snapshot.is_waiting:
        return grid_first(snapshot.rules)
    if snapshot.position is None:
        return snapshot.trouble
    return mismatch(snapshot) or due(snapshot.position, calling(snapshot.tags))


def _to_play(player: str, actions: tuple[Action, ...]) -> str:
    drops = _either([column_name(action.column) for action in actions if isinstance(action, Drop)])
    pops = _either([column_name(action.column) for action in actions if isinstance(action, Pop)])
    if not pops:
        return _("{player}: drop your disc into {columns}").format(player=player, columns=drops)
    if not drops:
        return _("{player}: pop your disc from {columns}").format(player=player, columns=pops)
    return _("{player}: drop your disc into {drops}; or pop one from {pops}").format(
        player=player, drops=drops, pops=pops
    )


def game(rules: Rules) -> str:
    """What the game is called."""
    match rules.game:
        case Game.POP_10:
            return _("Pop 10")
        case Game.FOUR_IN_A_ROW:
            return _("Four in a Row")
        case Game.POP_OUT:
            return _("PopOut")
        case _:
            assert_never(rules.game)


def house_rules(rules: Rules) -> list[str]:
    """The house rules that were chosen, a sentence without its full stop each; none when the standard ones hold."""
    told = []
    if rules.points_to_win != POP10.points_to_win:
        told.append(
            ngettext("{count} point wins", "{count} points win", rules.points_to_win).format(count=rules.points_to_win)
        )
    if rules.starts is not POP10.starts:
        told.append(_("{player} starts").format(player=name(rules.starts)))
    if rules.loser_starts:
        told.append(_("Who lost the last game starts"))
    if rules.may_stop_after_scoring:
        told.append(_("A turn may end after a scoring pop"))
    if rules.own_column_always:
        told.append(_("A disc may always go back into its own column"))
    if rules.fill_with_opponents_discs:
        told.append(_("The grid is filled with the opponent's discs"))
    if rules.last_scored_goes_back:
        told.append(_("The disc that scored last goes back in when its player cannot pop on"))
    if rules.draw_at_third_repetition:
        told.append(_("A position that stands for the third time is a draw"))
    if not rules.popper_wins:
        told.append(_("A pop that makes a line for both is a draw"))
    return told


def failure(device: str, message: str) -> str:
    """What of the hardware does not work; the reason is for whoever mends it, in English.

    Args:
        device: Its name in the program.
        message: The reason.
    """
    match device:
        case "strip":
            return _("strip: {reason}").format(reason=message)
        case "sounder":
            return _("sounder: {reason}").format(reason=message)
        case "journal":
            words = _("journal: {reason}; the game goes on, and what is missing is written as soon as that is possible")
            return words.format(reason=message)
        case "pictures":
            return _("pictures: {reason}; the game goes on without").format(reason=message)
        case _:
            return f"{device}: {message}"


def ending(result: Result) -> str:
    """How a game ended, in a few words."""
    match result:
        case Result.RED:
            return _("Red won")
        case Result.YELLOW:
            return _("Yellow won")
        case Result.DRAW:
            return _("a draw")
        case Result.OPEN:
            return _("not finished")
        case _:
            assert_never(result)


def broken_rule(kind: ViolationKind) -> str:
    """A kind of violation in a few words, for a list of what was done wrong."""
    match kind:
        case ViolationKind.WRONG_ROW:
            return _("dropped above the row that was being filled")
        case ViolationKind.WRONG_COLOUR:
            return _("dropped a disc of the other colour")
        case ViolationKind.POPPED_DURING_SETUP:
            return _("popped during the setup")
        case ViolationKind.NOT_YOUR_DISC:
            return _("popped a disc of the other player")
        case ViolationKind.DROP_WITHOUT_POP:
            return _("dropped a disc instead of popping one")
        case ViolationKind.REDROP_SCORED_DISC:
            return _("dropped back in a disc that had scored")
        case ViolationKind.REDROP_OWN_COLUMN:
            return _("dropped the disc back into its own column")
        case ViolationKind.POP_BEFORE_REDROP:
            return _("popped again before dropping the disc back in")
        case ViolationKind.DISC_REMOVED:
            return _("took a disc out of the grid")
        case ViolationKind.BOARD_CHANGED:
            return _("changed the board otherwise")
        case _:
            assert_never(kind)


def _either(names: list[str]) -> str:
    """`a, c or d`."""
    if len(names) < 2:
        return "".join(names)
    return _("{names} or {last}").format(names=", ".join(names[:-1]), last=names[-1])


def _score(score: Score) -> str:
    return _("Red {red}, Yellow {yellow}").format(red=score.red, yellow=score.yellow)
