"""`pop10 demo`: a whole game without hardware."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware.commands.keeping import Troubles, let_go, open_album
from firmware.commands.options import config_option, host_option, journal_option, json_option, port_option
from firmware.commands.values import WholeNumber
from firmware.errors import UserMistakeError
from firmware.output import complain, write_json, write_line
from referee.translation import gettext as _

if TYPE_CHECKING:
    from firmware.album import Album
    from firmware.demo.stage import Stage
    from firmware.outputs import Screen
    from firmware.taking_up import Beginning
    from referee.position import Position
    from referee.ruling import Ruling

EXIT_NOT_ENDED = 1
OWN_MACHINE = "127.0.0.1"
IDLE_SECONDS = 0.1
"""Between two pictures once the players have nothing to do; a simulated clock does not wait by itself."""
CHEATS = (
    "wrong-row",
    "wrong-colour",
    "popped-during-setup",
    "not-your-disc",
    "drop-without-pop",
    "redrop-scored-disc",
    "redrop-own-column",
    "pop-before-redrop",
    "disc-removed",
    "board-changed",
)


@click.command()
@click.option("--seed", type=WholeNumber(min=0), help="The same number gives the same game; any by default.")
@click.option("--fast", is_flag=True, help="As fast as the machine can.")
@click.option("--headless", is_flag=True, help="Without the screen: one line a ruling.")
@json_option
@click.option("--stored", is_flag=True, help="Begin with a full grid, without the setup.")
@click.option("--cheat", metavar="KIND", type=click.Choice(CHEATS), help=f"Break a rule once: {', '.join(CHEATS)}.")
@click.option("--web", is_flag=True, help="Serve the scoreboard page as well, also after the game, until interrupted.")
@host_option
@port_option
@journal_option
@click.option("--fresh", is_flag=True, help="Begin with a new game, even if the last one of --journal has no end.")
@config_option
@click.pass_context
def demo(
    context: click.Context,
    seed: int | None,
    fast: bool,
    headless: bool,
    as_json: bool,
    stored: bool,
    cheat: str | None,
    web: bool,
    host: str | None,
    port: int | None,
    journal_file: Path | None,
    fresh: bool,
    config_file: Path | None,
) -> None:
    """Play a whole game without hardware: two simulated players in front of a simulated camera.

    What the camera sees is rendered; finding the board, refereeing and signalling are the real ones. The settings of
    this machine are left alone: what is changed on the set-up page ends with the demonstration, unless --config names a
    file for it, which need not be there yet. A game that was broken off in --journal is taken up again where it stood.
    """
    from queue import SimpleQueue
    from tempfile import TemporaryDirectory

    from firmware.config import FILE_NAME as SETTINGS_NAME
    from firmware.config import Config, load
    from firmware.database import FILE_NAME
    from firmware.demo.script import rest_of, write_any_script, write_script
    from firmware.demo.stage import FAST, FOR_PEOPLE, Stage
    from firmware.inbox import Inbox
    from firmware.language import speak
    from firmware.rule_choice import chosen_rules
    from hardware.simulated.clocks import SimulatedClock, SystemClock
    from hardware.simulated.options import SceneOptions
    from referee.violation import ViolationKind

    if not web and (host is not None or port is not None):
        raise UserMistakeError("--host and --port are of the page: add --web")
    if fresh and journal_file is None:
        raise UserMistakeError("--fresh is of the journal: add --journal")
    settings = Config() if config_file is None or (web and _is_to_be_made(config_file)) else load(config_file)
    rules = chosen_rules(None, (), settings.rules)
    speak(settings.people.language)
    kind = ViolationKind(cheat) if cheat is not None else None
    if seed is None:
        seed, script = write_any_script(stored=stored, cheat=kind, rules=rules)
    else:
        script = write_script(seed, stored=stored, cheat=kind, rules=rules)
    clock = SimulatedClock() if fast else SystemClock()
    tempo = FAST if fast else FOR_PEOPLE
    options = SceneOptions(seed=seed)
    inbox: Inbox = SimpleQueue()
    with ExitStack() as opened:
        begun = kept = album = feed = None
        if web and journal_file is None:
            # The page has the evidence of the game; it need not outlast the demonstration.
            journal_file = Path(opened.enter_context(TemporaryDirectory(prefix="pop10-demo-"))) / FILE_NAME
        if journal_file is not None:
            begun, album = _open_journal(journal_file, script.start, clock.now(), fresh, opened)
            kept = begun.journal
            if begun.session.snapshot.position is not None:
                script = rest_of(script, begun.session.snapshot.position, seed)
        replays = None
        if web:
            from firmware.replays import Replays
            from firmware.scoreboard.feed import Feed

            replays = Replays(kept.game_offset if kept is not None else 0)
            feed = Feed(kept.game_offset if kept is not None else 0, is_kept=kept is not None)
            feed.remember(begun.rulings if begun is not None else ())
        screens: tuple[Screen, ...] = (feed,) if feed is not None else ()
        if as_json or headless:
            screens = (*screens, Troubles("demo"))
        stage = Stage(
            script,
            clock,
            tempo,
            options=options,
            session=begun.session if begun is not None else None,
            screens=screens,
            announce=feed.announce if feed is not None else lambda _: None,
            inbox=inbox,
            kept=kept,
            album=album,
            replays=replays,
            settings=settings,
        )
        if feed is not None:
            from firmware.commands.page import page
            from firmware.scoreboard.evidence import Evidence
            from firmware.scoreboard.setup import SetUp

            evidence = None
            if journal_file is not None and kept is not None and replays is not None:
                evidence = Evidence(journal_file, replays)
            setup = SetUp(
                config_file or Path(opened.enter_context(TemporaryDirectory(prefix="pop10-demo-"))) / SETTINGS_NAME,
                lasts=config_file is not None,
                devices=("simulated: camera, strip, sounder and buttons",),
                press=stage.buttons.press,
            )
            feed.show(stage.session.snapshot)
            opened.enter_context(page(feed, inbox, host or OWN_MACHINE, port, evidence, setup))
        opened.enter_context(stage)
        steps = _steps_for_ever(stage) if web else _steps(stage)
        if as_json:
            _tell_in_json(stage, steps)
        elif headless:
            _tell_in_lines(stage, steps)
        else:
            _show(stage, steps, seed)
    if not stage.is_over:
        complain(f"pop10 demo: the referee lost the thread: it waits at {stage.session.snapshot.position}")
        context.exit(EXIT_NOT_ENDED)


def _open_journal(
    path: Path, start: "Position", at: float, is_fresh: bool, opened: ExitStack
) -> "tuple[Beginning, Album | None]":
    """The game that was broken off in the journal that was asked for, or a new one, and the album beside it."""
    from firmware.sole_keeper import sole_keeper
    from firmware.taking_up import begin
    from firmware.unfinished import Venue

    opened.enter_context(sole_keeper(path))
    begun = begin(path, None, at, rules=start.rules, is_fresh=is_fresh, new_start=start, venue=Venue.DEMONSTRATION)
    for note in begun.notes:
        complain(f"pop10 demo: {note}")
    if begun.journal is None:
        return begun, None
    opened.callback(let_go, begun.journal, "demo")
    album = open_album(path, begun.journal.game_offset, "demo")
    if album is not None:
        opened.callback(album.close)
    return begun, album


def _is_to_be_made(config_file: Path) -> bool:
    """Whether the page may keep its settings in a file that is not there yet; of any other, whoever reads it tells."""
    try:
        config_file.stat()
    except FileNotFoundError:
        return config_file.parent.is_dir()
    except OSError:
        pass
    return False


def _steps(stage: "Stage") -> Iterator[None]:
    """One step after the other until the game has ended."""
    while not stage.players.ended:
        stage.step()
        yield


def _steps_for_ever(stage: "Stage") -> Iterator[None]:
    """One step after the other until the program is interrupted; a new game that is called is played by its rules."""
    from firmware.demo.script import write_any_script

    game = stage.session.snapshot.game
    while True:
        if stage.players.ended:
            time.sleep(IDLE_SECONDS)
        stage.step()
        if stage.session.snapshot.game > game:
            # Whatever the first game began with, a new one begins with what the referee now waits for.
            stage.play(write_any_script(rules=stage.session.snapshot.rules)[1])
        game = stage.session.snapshot.game
        yield


def _tell(stage: "Stage", steps: Iterator[None], tell: "Callable[[Ruling], None]") -> None:
    """Run the game and tell each ruling as it is made."""
    told = 0
    for _step in steps:
        entries = stage.journal.entries
        for entry in entries[told:]:
            for ruling in entry.rulings:
                tell(ruling)
        told = len(entries)


def _tell_in_json(stage: "Stage", steps: Iterator[None]) -> None:
    from referee.ruling import as_json

    _tell(stage, steps, lambda ruling: write_json(as_json(ruling)))


def _tell_in_lines(stage: "Stage", steps: Iterator[None]) -> None:
    from firmware.words import sentence

    _tell(stage, steps, lambda ruling: write_line(sentence(ruling)))


def _show(stage: "Stage", steps: Iterator[None], seed: int) -> None:
    """On a screen that changes in place, or, where there is none, in lines."""
    from rich.console import Console

    from firmware.terminal import LiveScreen

    console = Console(highlight=False)
    if not console.is_terminal or console.is_dumb_terminal:
        _tell_in_lines(stage, steps)
        return
    title = _("pop10 demo, game {number}").format(number=seed)
    with LiveScreen(console, title, lambda: stage.strip.colours, lambda: stage.sounder.sounding) as screen:
        for _step in steps:
            screen.show(stage.session.snapshot)
            screen.refresh()
        stage.linger(lambda: screen.refresh())
