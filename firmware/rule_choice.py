"""Which game is played and by which house rules: from the settings, and from the command line over them."""

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Final

from firmware.errors import UserMistakeError
from referee.board import Disc
from referee.rules import POP10, Game, Rules, RulesError
from referee.rules_text import parse_rules

if TYPE_CHECKING:
    from firmware.config import HouseRules

OF_ONE_GAME: Final = {
    "points_to_win": Game.POP_10,
    "may_stop_after_scoring": Game.POP_10,
    "own_column_always": Game.POP_10,
    "fill_with_opponents_discs": Game.POP_10,
    "last_scored_goes_back": Game.POP_10,
    "popper_wins": Game.POP_OUT,
}
"""House rules that mean something in one game only."""


def chosen_rules(game: str | None, house: Iterable[str], settings: "HouseRules | None" = None) -> Rules:
    """The rules to play by.

    Args:
        game: The value of `--game`; None leaves it to the settings.
        house: The values of `--rule`, each `name` or `name=value`.
        settings: What the settings say; None is the standard.

    Raises:
        UserMistakeError: When a house rule is not known, has a value it cannot have, or is of another game.
    """
    base = from_settings(settings) if settings is not None else POP10
    if game is not None:
        base = replace(base, game=Game(game))
    base = _fitting(base)
    words = " ".join(house)
    try:
        rules = parse_rules(words, base)
    except RulesError as error:
        raise UserMistakeError(f"--rule: {error}") from error
    if rules.game is not base.game:
        raise UserMistakeError(f"--rule: the game is chosen with --game {rules.game.value}")
    for word in words.split():
        name = word.partition("=")[0].replace("-", "_")
        its_game = OF_ONE_GAME.get(name, rules.game)
        if its_game is not rules.game:
            raise UserMistakeError(f"--rule: {name} is a rule of {its_game.value}, not of {rules.game.value}")
    return rules


def from_settings(settings: "HouseRules") -> Rules:
    """The rules that the settings name."""
    return Rules(
        game=Game(settings.game),
        points_to_win=settings.points_to_win,
        starts=Disc.RED if settings.starts == "red" else Disc.YELLOW,
        may_stop_after_scoring=settings.may_stop_after_scoring,
        own_column_always=settings.own_column_always,
        fill_with_opponents_discs=settings.fill_with_opponents_discs,
        last_scored_goes_back=settings.last_scored_goes_back,
        draw_at_third_repetition=settings.draw_at_third_repetition,
        loser_starts=settings.loser_starts,
        popper_wins=settings.popper_wins,
    )


def _fitting(rules: Rules) -> Rules:
    """The rules without those that mean nothing in their game: settings are kept for all games at once."""
    others = [each.name for each in fields(rules) if OF_ONE_GAME.get(each.name, rules.game) is not rules.game]
    return replace(rules, **{name: getattr(POP10, name) for name in others})
