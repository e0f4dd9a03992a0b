"""`pop10 demo`: a whole game without hardware."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from firmware.commands.options import json_option
from firmware.output import complain, write_json, write_line

if TYPE_CHECKING:
    from firmware.demo.stage import Stage
    from referee.ruling import Ruling

EXIT_NOT_ENDED = 1
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
@click.option("--seed", type=click.IntRange(min=0), help="The same number gives the same game; any by default.")
@click.option("--fast", is_flag=True, help="As fast as the machine can.")
@click.option("--headless", is_flag=True, help="Without the screen: one line a ruling.")
@json_option
@click.option("--stored", is_flag=True, help="Begin with a full grid, without the setup.")
@click.option("--cheat", metavar="KIND", type=click.Choice(CHEATS), help=f"Break a rule once: {', '.join(CHEATS)}.")
@click.pass_context
def demo(
    context: click.Context,
    seed: int | None,
    fast: bool,
    headless: bool,
    as_json: bool,
    stored: bool,
    cheat: str | None,
) -> None:
    """Play a whole game without hardware: two simulated players in front of a simulated camera.

    What the camera sees is rendered; finding the board, refereeing and signalling are the real ones.
    """
    from firmware.demo.script import write_any_script, write_script
    from firmware.demo.stage import FAST, FOR_PEOPLE, Stage
    from hardware.simulated.clocks import SimulatedClock, SystemClock
    from hardware.simulated.options import SceneOptions
    from referee.violation import ViolationKind

    kind = ViolationKind(cheat) if cheat is not None else None
    if seed is None:
        seed, script = write_any_script(stored=stored, cheat=kind)
    else:
        script = write_script(seed, stored=stored, cheat=kind)
    clock = SimulatedClock() if fast else SystemClock()
    tempo = FAST if fast else FOR_PEOPLE
    with Stage(script, clock, tempo, options=SceneOptions(seed=seed)) as stage:
        if as_json:
            _tell_in_json(stage)
        elif headless:
            _tell_in_lines(stage)
        else:
            _show(stage, seed)
    if not stage.is_over:
        complain(f"pop10 demo: the referee lost the thread: it waits at {stage.session.snapshot.position}")
        context.exit(EXIT_NOT_ENDED)


def _rulings(stage: "Stage") -> "Iterator[Ruling]":
    """Run the game and give each ruling as it is made."""
    told = 0
    while not stage.players.ended:
        stage.step()
        entries = stage.journal.entries
        for entry in entries[told:]:
            yield from entry.rulings
        told = len(entries)


def _tell_in_json(stage: "Stage") -> None:
    from referee.ruling import as_json

    for ruling in _rulings(stage):
        write_json(as_json(ruling))


def _tell_in_lines(stage: "Stage") -> None:
    from firmware.words import sentence

    for ruling in _rulings(stage):
        write_line(sentence(ruling))


def _show(stage: "Stage", seed: int) -> None:
    """On a screen that changes in place, or, where there is none, in lines."""
    from rich.console import Console

    from firmware.terminal import LiveScreen

    console = Console(highlight=False)
    if not console.is_terminal or console.is_dumb_terminal:
        _tell_in_lines(stage)
        return
    title = f"pop10 demo, game {seed}"
    with LiveScreen(console, title, lambda: stage.strip.colours, lambda: stage.sounder.sounding) as screen:
        while not stage.players.ended:
            stage.step()
            screen.show(stage.session.snapshot)
            screen.refresh()
        stage.linger(lambda: screen.refresh())
