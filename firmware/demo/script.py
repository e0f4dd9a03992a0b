"""What two simulated players will do, from the first disc to the end: decided before the first frame.

Because it is decided beforehand, every ruling that is due is known, whatever the camera sees and the referee says.
"""

import random
from dataclasses import dataclass

from firmware.demo.cheats import Cheat, cheat_at
from firmware.demo.strategy import choose_turn
from firmware.errors import UserMistakeError
from referee.board import COLUMNS, DISCS_PER_PLAYER, ROWS, Board, Disc
from referee.position import Action, Phase, Position
from referee.rules import POP10, Game, Rules
from referee.violation import ViolationKind

SETUP_ONLY = frozenset((ViolationKind.WRONG_ROW, ViolationKind.POPPED_DURING_SETUP))
MOST_ACTIONS = 2000
"""Far more than any game takes; a game that got so far would never end."""
CALM_ACTIONS = 9
"""Nobody breaks a rule before so many actions have been played, unless no later moment suits."""


MOST_GAMES = 200
"""So many are decided before it is said that none offers a moment to break a rule."""
PART_OF_CHEATS = ("game", "own_column_always", "fill_with_opponents_discs", "last_scored_goes_back")
"""By other rules than the standard ones of these names, what is broken here may be allowed, or called otherwise."""


class NoMomentError(UserMistakeError):
    """A game offers no moment to break a rule unmistakably."""


@dataclass(frozen=True, slots=True)
class Act:
    """A legal action of the player on turn.

    Attributes:
        before: Where the game stands.
        action: What is done.
    """

    before: Position
    action: Action

    @property
    def after(self) -> Position:
        """Where the game stands then."""
        return self.before.apply(self.action)


Step = Act | Cheat


@dataclass(frozen=True, slots=True)
class Script:
    """A whole game.

    Attributes:
        start: Where it begins.
        steps: What happens, in order; a cheat is put right before the next step.
    """

    start: Position
    steps: tuple[Step, ...]


def write_script(
    seed: int, *, stored: bool = False, cheat: ViolationKind | None = None, rules: Rules = POP10
) -> Script:
    """Decide a whole game.

    Args:
        seed: The same seed gives the same game.
        stored: Whether it begins with a full grid instead of the setup; of no account in the games of lines.
        cheat: The rule that is broken once, or None.
        rules: What is played; who starts included.

    Raises:
        NoMomentError: When this game offers no moment to break that rule.
        UserMistakeError: When no game of this sort does.
    """
    chance = random.Random(seed)  # noqa: S311 - a game, not a secret
    is_stored = stored and rules.game is Game.POP_10
    start = Position.stored(_full_board(chance), rules) if is_stored else Position.start(rules)
    acts = _acts_from(start, chance)
    if cheat is None:
        return Script(start, tuple(acts))
    for name in PART_OF_CHEATS:
        if getattr(rules, name) != getattr(POP10, name):
            raise UserMistakeError(
                f"--cheat {cheat.value}: breaks the standard rules of Pop 10, and the settings choose another {name};"
                " take that out of [rules], or leave --cheat out"
            )
    return Script(start, _with_cheat(acts, cheat, chance, stored=stored))


def rest_of(script: Script, position: Position, seed: int) -> Script:
    """What is left of a game that was broken off.

    Args:
        script: What was decided, if the game is that one.
        position: Where it stands; not over.
        seed: Decides the rest where the game is another one.
    """
    for number, step in enumerate(script.steps):
        if step.before == position:
            return Script(position, script.steps[number:])
    chance = random.Random(seed)  # noqa: S311 - a game, not a secret
    return Script(position, tuple(_acts_from(position, chance)))


def _acts_from(position: Position, chance: random.Random) -> list[Act]:
    """Everything that the players do from here to the end."""
    acts: list[Act] = []
    position = position.settled()
    while position.phase is not Phase.OVER:
        if len(acts) > MOST_ACTIONS:
            raise RuntimeError(f"the players found no end in {MOST_ACTIONS} actions from {position}")
        for action in choose_turn(position, chance):
            acts.append(Act(position, action))
            position = position.apply(action)
    return acts


def write_any_script(
    *, stored: bool = False, cheat: ViolationKind | None = None, rules: Rules = POP10
) -> tuple[int, Script]:
    """Decide some game, and give its seed with it.

    Raises:
        UserMistakeError: When no game of this sort offers a moment to break that rule.
    """
    seeds = random.Random()  # noqa: S311 - a game, not a secret
    for _ in range(MOST_GAMES):
        seed = seeds.randrange(10_000)
        try:
            return seed, write_script(seed, stored=stored, cheat=cheat, rules=rules)
        except NoMomentError:
            continue
    raise UserMistakeError(f"none of {MOST_GAMES} games by these rules offers a moment for --cheat")


def _with_cheat(acts: list[Act], kind: ViolationKind, chance: random.Random, *, stored: bool) -> tuple[Step, ...]:
    """The game with the rule broken at the first suitable moment after a calm beginning."""
    if stored and kind in SETUP_ONLY:
        raise UserMistakeError(f"--cheat {kind.value}: that rule is of the setup, which --stored leaves out")
    for number in (*range(CALM_ACTIONS, len(acts)), *range(1, min(CALM_ACTIONS, len(acts)))):
        found = cheat_at(kind, acts[number].before, acts[number - 1].before, chance)
        if found is not None:
            return (*acts[:number], found, *acts[number:])
    raise NoMomentError(f"--cheat {kind.value}: this game offers no moment for it; give another --seed")


def _full_board(chance: random.Random) -> Board:
    discs = [Disc.RED, Disc.YELLOW] * DISCS_PER_PLAYER
    chance.shuffle(discs)
    return Board.from_columns([discs[column * ROWS : (column + 1) * ROWS] for column in range(COLUMNS)])
