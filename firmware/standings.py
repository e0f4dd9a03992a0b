"""Who won how often, over all evenings or one of them: simple statistics over the games of a journal.

Games that have an end count; players are told apart by the names that they gave, without regard to capitals.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Final

from firmware.past_games import PastGame, PastGames
from firmware.words import broken_rule, name
from referee.actions import Pop
from referee.board import Disc
from referee.errors import RecordError
from referee.record import Move, Record, Result
from referee.replay import parse_record
from referee.translation import gettext as _
from referee.turns import turns
from referee.violation import ViolationKind

DAY_BEGINS: Final = timedelta(hours=6)
"""What is played before six in the morning is of the evening before."""
RUNS_REMEMBERED: Final = 2000
"""Games whose longest runs need not be looked for again."""


@dataclass(slots=True)
class Tally:
    """What was counted of one player, or of one colour.

    Attributes:
        name: The player's name as it was given last, or `red` or `yellow`.
        games: Games with an end.
        wins: Of these, the games won.
        draws: Of these, the drawn ones.
        points: Discs set aside in them.
        longest_run: Most points in one turn.
        violations: How often the player broke a rule, by kind.
    """

    name: str
    games: int = 0
    wins: int = 0
    draws: int = 0
    points: int = 0
    longest_run: int = 0
    violations: Counter[str] = field(default_factory=Counter)

    def as_json(self) -> dict[str, object]:
        """In the keys of the page's interface."""
        return {
            "name": self.name,
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.games - self.wins - self.draws,
            "points": self.points,
            "longest_run": self.longest_run,
            "violations": dict(sorted(self.violations.items())),
        }


@dataclass(frozen=True, slots=True)
class Standings:
    """The statistics.

    Attributes:
        players: Those who gave their names, the most wins first.
        colours: The same for Red and for Yellow, whoever played.
        evenings: On which days games were begun, the newest first, and how many have an end; all of the journal.
        unfinished: Games that have no end and count nowhere.
    """

    players: tuple[Tally, ...]
    colours: tuple[Tally, Tally]
    evenings: tuple[tuple[date, int], ...]
    unfinished: int

    def as_json(self) -> dict[str, object]:
        """In the keys of the page's interface."""
        violations = sum((colour.violations for colour in self.colours), Counter[str]())
        return {
            "games": self.colours[0].games,
            "unfinished": self.unfinished,
            "players": [player.as_json() for player in self.players],
            "colours": [colour.as_json() for colour in self.colours],
            "violations": [
                {"kind": kind, "text": broken_rule(ViolationKind(kind)), "times": times}
                for kind, times in violations.most_common()
            ],
            "evenings": [{"date": day.isoformat(), "games": games} for day, games in self.evenings],
        }


def standings(games: PastGames, evening: date | None = None) -> Standings:
    """Count.

    Args:
        games: Those of the journal.
        evening: Only what was begun on this day; None is every day.

    Raises:
        JournalError: When there is no journal, or it cannot be read.
    """
    violations = games.violations()
    colours = (Tally(Disc.RED.player), Tally(Disc.YELLOW.player))
    players: dict[str, Tally] = {}
    evenings: Counter[date] = Counter()
    unfinished = 0
    for game, record in games.records():
        day = evening_of(game.began)
        is_over = game.result is not Result.OPEN
        evenings[day] += is_over
        if evening is not None and day != evening:
            continue
        if not is_over:
            unfinished += 1
            continue
        runs = longest_runs(record)
        broken = violations.get(game.number, Counter())
        for colour in colours:
            _count(colour, game, colour.name, runs, broken)
        names = {"red": " ".join(game.red.split()), "yellow": " ".join(game.yellow.split())}
        if names["red"].casefold() == names["yellow"].casefold():
            # Nobody has names, or somebody plays alone: nothing to be compared with anybody.
            continue
        for side, called in names.items():
            if called:
                player = players.setdefault(called.casefold(), Tally(called))
                player.name = called
                _count(player, game, side, runs, broken)
    by_success = sorted(players.values(), key=lambda player: (-player.wins, player.games, -player.points, player.name))
    return Standings(tuple(by_success), colours, tuple(sorted(evenings.items(), reverse=True)), unfinished)


def table(found: Standings) -> tuple[str, ...]:
    """The statistics as lines of text in columns."""
    heads = (_("player"), _("games"), _("won"), _("drawn"), _("points"), _("longest run"), _("rules broken"))
    red, yellow = found.colours
    rows = [_row(player.name, player) for player in found.players]
    rows += [_row(name(disc), tally) for disc, tally in ((Disc.RED, red), (Disc.YELLOW, yellow))]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = [
        "  ".join(
            [cells[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))]
        )
        for cells in (heads, *rows)
    ]
    broken = (red.violations + yellow.violations).most_common()
    lines += [f"{times:5}  {broken_rule(ViolationKind(kind))}" for kind, times in broken]
    return tuple(lines)


def _row(called: str, tally: Tally) -> tuple[str, ...]:
    numbers = (tally.games, tally.wins, tally.draws, tally.points, tally.longest_run, tally.violations.total())
    return (called, *map(str, numbers))


def evening_of(began: str) -> date:
    """The day to which a game belongs, by this machine's own time.

    Args:
        began: When it began, in the form of ISO 8601.
    """
    return (datetime.fromisoformat(began).astimezone() - DAY_BEGINS).date()


@lru_cache(RUNS_REMEMBERED)
def longest_runs(record_text: str) -> Mapping[str, int]:
    """The most points that each side made in one turn of a game.

    Args:
        record_text: The game's record. One that can no longer be read has no runs.
    """
    try:
        record = parse_record(record_text)
    except RecordError:
        return {}
    longest: Counter[str] = Counter()
    scored = _scoring_places(record)
    for turn in turns(record):
        points = sum(place in scored for place in turn.moves)
        longest[turn.player.player] = max(longest[turn.player.player], points)
    return longest


def _scoring_places(record: Record) -> frozenset[int]:
    position = record.start.settled()
    scored: set[int] = set()
    for place, (entry, after) in enumerate(zip(record.entries, record.positions(), strict=True)):
        if isinstance(entry, Move) and isinstance(entry.action, Pop) and after.score != position.score:
            scored.add(place)
        position = after
    return frozenset(scored)


def _count(
    tally: Tally, game: PastGame, side: str, runs: Mapping[str, int], broken: "Counter[tuple[str, str]]"
) -> None:
    tally.games += 1
    tally.wins += game.result.value == side
    tally.draws += game.result is Result.DRAW
    tally.points += game.red_points if side == Disc.RED.player else game.yellow_points
    tally.longest_run = max(tally.longest_run, runs.get(side, 0))
    for (player, kind), times in broken.items():
        if player == side and times > 0:
            tally.violations[kind] += times
