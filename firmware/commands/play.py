"""`pop10 play`: referee the real board."""

import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware.commands.keeping import Troubles, let_go, open_album
from firmware.commands.options import (
    game_option,
    host_option,
    house_option,
    journal_option,
    json_option,
    parse_start,
    port_option,
    start_option,
)
from firmware.commands.values import FileName
from firmware.output import complain, write_json, write_line

if TYPE_CHECKING:
    from firmware.journal import Journal
    from firmware.loop import Loop
    from firmware.session import Session
    from referee.ruling import Ruling

EXIT_NO_CAMERA = 1
ALL_NETWORKS = "0.0.0.0"  # noqa: S104 - the page is for the telephones in the room; steering it needs the code


@click.command()
@click.option("--config", "config_file", type=FileName(), help="Settings file instead of the usual one.")
@start_option
@game_option
@house_option
@click.option("--headless", is_flag=True, help="Without the screen: one line a ruling.")
@json_option
@host_option
@port_option
@journal_option
@click.option("--fresh", is_flag=True, help="Begin with a new game, even if the last one has no end.")
@click.pass_context
def play(
    context: click.Context,
    config_file: Path | None,
    start: str | None,
    game: str | None,
    house: tuple[str, ...],
    headless: bool,
    as_json: bool,
    host: str | None,
    port: int | None,
    journal_file: Path | None,
    fresh: bool,
) -> None:
    """Referee the real board: camera, strip, buzzer and buttons as the settings say.

    Devices that are not there are named and done without, except for the camera. Without --start the first board at
    rest says where the game stands: empty is the beginning of the setup, full is the first pop, by Red.
    A game that was broken off, also by a power cut, is taken up again where it stood. Everybody in the network may
    watch it on the scoreboard page; its addresses and the code for steering are told first.
    """
    from queue import SimpleQueue

    from firmware.bootstrap import open_judge
    from firmware.code_file import FILE_NAME as CODE_FILE
    from firmware.commands.page import page
    from firmware.config import default_path as settings_path
    from firmware.config import load
    from firmware.database import default_path
    from firmware.ending import end_on_request
    from firmware.inbox import Inbox
    from firmware.journal import AnnouncingJournal, NoJournal
    from firmware.language import speak
    from firmware.loop import Loop
    from firmware.replays import Replays
    from firmware.rig import open_rig
    from firmware.rule_choice import chosen_rules
    from firmware.scoreboard.evidence import Evidence
    from firmware.scoreboard.feed import Feed
    from firmware.scoreboard.setup import SetUp
    from firmware.service_manager import ServiceManager
    from firmware.sole_keeper import sole_keeper
    from firmware.taking_up import begin
    from firmware.viewpoint import Viewpoint
    from hardware.errors import HardwareError
    from hardware.simulated.clocks import SystemClock

    config = load(config_file)
    speak(config.people.language)
    rules = chosen_rules(game, house, config.rules)
    position = parse_start(start, rules) if start is not None else None
    end_on_request()
    clock = SystemClock()
    inbox: Inbox = SimpleQueue()
    in_lines = headless or as_json or not _can_draw()
    manager = ServiceManager.of(os.environ)
    kept_in = journal_file or default_path()
    try:
        with sole_keeper(kept_in), open_rig(config, clock, inbox.put) as rig, ExitStack() as opened:
            for note in rig.notes:
                complain(f"pop10 play: {note}")
            begun = begin(kept_in, position, clock.now(), rules=rules, is_fresh=fresh)
            for note in begun.notes:
                complain(f"pop10 play: {note}")
            session = begun.session
            standing = session.snapshot.position
            # What was seen last is not news; a board that was put right or played on meanwhile is.
            expected = session.snapshot.seen or (standing.board if standing is not None else None)
            offset = begun.journal.game_offset if begun.journal is not None else 0
            feed = Feed(offset, is_kept=begun.journal is not None)
            album = evidence = None
            if begun.journal is not None:
                album = open_album(kept_in, offset, "play")
                evidence = Evidence(kept_in, Replays(offset))
                opened.callback(let_go, begun.journal, "play")
            feed.remember(begun.rulings)
            feed.show(session.snapshot)
            kept: Journal = begun.journal if begun.journal is not None else NoJournal()
            journal: Journal = AnnouncingJournal(kept, feed.announce)
            if in_lines:
                journal = AnnouncingJournal(journal, _in_json if as_json else _in_words)
            loop = Loop(
                camera=rig.camera,
                strip=rig.strip,
                sounder=rig.sounder,
                clock=clock,
                judge=open_judge(expected, Viewpoint.of(config)),
                session=session,
                journal=journal,
                screens=(feed, Troubles("play")) if in_lines else (feed,),
                album=album,
                replays=evidence.replays if evidence is not None else None,
                inbox=inbox,
                in_use=rig.in_use,
                open_judge=lambda viewpoint: open_judge(None, viewpoint),
                at_work=manager.at_work,
            )
            setup = SetUp(config_file or settings_path(), devices=rig.notes)
            code_file = kept_in.with_name(CODE_FILE)
            with page(feed, inbox, host or ALL_NETWORKS, port, evidence, setup, code_file), manager:
                if in_lines:
                    while True:
                        loop.step()
                _show(loop, session)
    except HardwareError as error:
        complain(f"pop10 play: {error}; 'pop10 doctor' tells more")
        context.exit(EXIT_NO_CAMERA)


def _can_draw() -> bool:
    from rich.console import Console

    console = Console()
    return console.is_terminal and not console.is_dumb_terminal


def _in_json(ruling: "Ruling") -> None:
    from referee.ruling import as_json

    write_json(as_json(ruling))


def _in_words(ruling: "Ruling") -> None:
    from firmware.words import sentence

    write_line(sentence(ruling))


def _show(loop: "Loop", session: "Session") -> None:
    from rich.console import Console

    from firmware.terminal import LiveScreen

    with LiveScreen(Console(highlight=False), "pop10", lambda: loop.lights, lambda: None) as screen:
        while True:
            loop.step()
            screen.show(session.snapshot)
            screen.refresh()
