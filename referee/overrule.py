"""The players have the last word: what each button and each declaration does to the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from referee import house
from referee.board import Disc
from referee.controls import AgreeDraw, Button, ChooseRules, Control, CorrectTurn, DeclareTurn, Resign, SetScore
from referee.correction import correct
from referee.errors import ControlError, RecordError
from referee.explain import TURNS
from referee.ledger import Ledger
from referee.narrate import consequences, narrate
from referee.position import Phase, Position, Score, Stop
from referee.record import HouseKind, HouseRuling, Move, RemarkKind, Result
from referee.rules import Game, Rules
from referee.ruling import (
    Accepted,
    Drawn,
    Ending,
    NewGame,
    Revised,
    Ruling,
    ScoreSet,
    TurnDeclared,
    Undone,
    Violation,
    Won,
)
from referee.stories import Story, continued
from referee.table import Standing, Table
from referee.translation import gettext as _

N_: Final = str
"""Marks a text that is translated where it is used."""

TRACELESS: Final = N_("on the players' word, as this turn left no trace")
"""What the record says of such a turn."""


def overrule(table: Table, control: Control) -> tuple[Ruling, ...]:
    """Do what the players say.

    Returns: The rulings that follow; none when there is nothing to undo, or nothing changes yet.
    Raises: ControlError when it makes no sense as things stand; nothing has changed then.
    """
    match control:
        case Button.ACCEPT:
            return _accept(table)
        case Button.UNDO:
            return _undo(table)
        case Button.NEW_GAME:
            return _new_game(table)
        case DeclareTurn(player):
            return _declare_turn(table, player)
        case SetScore(score):
            return _set_score(table, score)
        case AgreeDraw():
            _require_play(table)
            position = house.ended(table.position)
            table.decide(HouseRuling(HouseKind.DRAW, position), Result.DRAW)
            return (Drawn(position, Ending.AGREED),)
        case Resign(player):
            _require_play(table)
            position = house.ended(table.position)
            table.decide(HouseRuling(HouseKind.RESIGNED, position, player.player), Result(player.other.player))
            return (Won(position, player.other, position.score, Ending.RESIGNED),)
        case CorrectTurn(number, text):
            return _correct_turn(table, number, text)
        case ChooseRules(rules):
            table.next_rules = rules
            return ()
        case _:
            assert_never(control)


def _accept(table: Table) -> tuple[Ruling, ...]:
    accepted = Accepted(table.position)
    if table.position.phase is Phase.OVER or table.standing is Standing.WAITING:
        return (accepted,)
    if table.standing is Standing.UNCLEAR:
        return (accepted, *table.tell(table.pool()[0]))
    if table.board == table.position.board:
        return (accepted, *_tell_traceless(table, _traceless_story(table)))
    legal = continued(table.stories, table.board, TURNS)
    if legal:
        table.stories = legal[:1]
        return (accepted, *table.tell(legal[0]))
    diagnosis = table.diagnose(table.board)
    if table.board.problems():
        table.standing = Standing.VIOLATION
        table.diagnosis = table.called = diagnosis
        return (Violation(table.position, diagnosis.fault),)
    position = house.accepted(diagnosis, table.board)
    follows = table.decide(HouseRuling(HouseKind.ACCEPTED, position, diagnosis.fault.kind.value))
    return (Accepted(position, diagnosis.fault), *follows)


def _undo(table: Table) -> tuple[Ruling, ...]:
    if table.standing in (Standing.VIOLATION, Standing.UNCLEAR):
        table.remark(RemarkKind.UNDONE, table.standing.value)
    elif table.ledger.before is None:
        return ()
    else:
        table.ledger = table.ledger.undone()
    table.forget()
    table.standing = Standing.AGREED if table.board == table.position.board else Standing.UNDONE
    return (Undone(table.position),)


def _new_game(table: Table) -> tuple[Ruling, ...]:
    rules = _rules_of_next_game(table)
    stored = table.board.is_full and not table.board.problems() and rules.game is Game.POP_10
    start = Position.stored(table.board, rules) if stored else Position.start(rules)
    table.ledger = Ledger.opened(start, table.ledger.alone(), table.ledger.record.tags)
    table.forget()
    table.standing = Standing.AGREED if table.board == start.board else Standing.WAITING
    return (NewGame(start), *consequences(start))


def _rules_of_next_game(table: Table) -> Rules:
    rules = table.next_rules
    loser = {Result.RED: Disc.YELLOW, Result.YELLOW: Disc.RED}.get(table.ledger.record.result)
    return replace(rules, starts=loser) if rules.loser_starts and loser is not None else rules


def _declare_turn(table: Table, player: Disc) -> tuple[Ruling, ...]:
    _require_play(table)
    if table.standing is Standing.UNCLEAR:
        fitting = [story for story in table.pool() if story.position.turn is player]
        if fitting:
            return (*table.tell(fitting[0]), TurnDeclared(table.position, player))
    if table.position.turn is not player and table.position.may_stop and table.board == table.position.board:
        # House rule only: whoever has scored may leave it at that.
        table.forget()
        stopped = table.tell(Story(table.position, (Move(Stop()),)))
        return (*stopped, *((TurnDeclared(table.position, player),) if table.position.turn is player else ()))
    if table.position.turn is not player and table.board == table.position.board:
        traceless = _traceless_story(table)
        if traceless.moves:
            told = _tell_traceless(table, traceless)
            return (*told, TurnDeclared(table.position, player))
    position = house.with_turn(table.position, player)
    follows = table.decide(HouseRuling(HouseKind.TURN, position))
    return (TurnDeclared(position, player), *follows)


def _set_score(table: Table, score: Score) -> tuple[Ruling, ...]:
    _require_play(table)
    if table.position.phase is Phase.SETUP:
        raise ControlError(_("nobody scores during setup"))
    if table.position.phase is Phase.PLAY:
        raise ControlError(_("this game has no score"))
    winning = table.position.rules.points_to_win
    if not (0 <= score.red <= winning and 0 <= score.yellow <= winning) or score.red == score.yellow == winning:
        words = _("each score must be 0 to {winning}, and only one player can have {winning}: got {score}")
        raise ControlError(words.format(winning=winning, score=score))
    position = replace(table.position, score=score)
    winner = position.winner
    if winner is not None:
        position = house.ended(position)
    follows = table.decide(HouseRuling(HouseKind.SCORE, position))
    if winner is not None:
        follows = (Won(position, winner, score), *follows)
    return (ScoreSet(position, score), *follows)


def _correct_turn(table: Table, number: int, text: str) -> tuple[Ruling, ...]:
    try:
        correction = correct(table.ledger.record, number, text)
    except RecordError as error:
        raise ControlError(str(error)) from error
    table.ledger = table.ledger.corrected(correction.record)
    table.forget()
    if table.standing is not Standing.WAITING:
        table.standing = Standing.AGREED if table.board == table.position.board else Standing.UNDONE
    revised = Revised(correction.before, correction.taken_back, correction.misfit)
    rulings: list[Ruling] = [revised]
    for position, move in correction.moves:
        rulings.extend(narrate(position, [move.action], inferred=move.inferred))
    return tuple(rulings)


def _traceless_story(table: Table) -> Story:
    """The turn that leaves the grid as it is, or nothing at all where there is no such turn."""
    actions = house.traceless_turn(table.position) or ()
    return Story(table.position, tuple(Move(action, inferred=True) for action in actions))


def _tell_traceless(table: Table, story: Story) -> tuple[Ruling, ...]:
    """Rule a turn that nobody could see; the record says that it is there on the players' word."""
    table.forget()
    told = table.tell(story)
    if story.moves:
        table.remark(RemarkKind.NOTE, TRACELESS)
    return told


def _require_play(table: Table) -> None:
    if table.position.phase is Phase.OVER:
        raise ControlError(_("the game is over: undo, or begin a new game"))
