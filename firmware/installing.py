"""`./pop10 install`: tell what is to be done, ask, do it, or undo it.

The launcher runs this with the system's own Python, since what it installs is what an environment is made with:
standard library only.
"""

import argparse
import os
import pwd
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from firmware.appliance import Command, NoTableError, Step, look, plan_installation, plan_removal
from firmware.service_unit import Service

EXIT_FAILED = 1
EXIT_MISTAKE = 2
EXIT_INTERRUPTED = 130

Run = Callable[[Command], int]
"""Performs a command and gives its exit status."""
Ask = Callable[[str], bool]
"""Asks a question that is answered by yes or no."""
Say = Callable[[str], None]
"""Tells one line."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for.

    Attributes:
        is_removal: Whether an installation is to be undone.
        is_agreed: Whether it is done without asking.
    """

    is_removal: bool = False
    is_agreed: bool = False


def install(root: Path, service: Service, wish: Wish, *, run: Run, ask: Ask, say: Say) -> int:
    """Make this computer a table that referees itself, or undo that.

    Args:
        root: Where the system's files are.
        service: What the service runs as.
        wish: Which of the two, and whether to ask.
        run: Performs commands.
        ask: Asks before anything is done.
        say: Tells what is going to be done, and what came of it.

    Returns: The exit status.

    Raises:
        NoTableError: When this computer cannot be a table; nothing was done.
    """
    pi = look(root, service)
    steps = plan_removal(pi) if wish.is_removal else plan_installation(pi)
    if not steps:
        say("nothing was installed here" if wish.is_removal else "everything is in place; nothing is to be done")
        return 0
    for number, step in enumerate(steps, start=1):
        say(f"{number}. {step.purpose}")
        for command in step.commands:
            say(f"     {as_typed(command)}")
    if not wish.is_agreed and not ask("Do all this?"):
        say("nothing was done")
        return EXIT_FAILED
    for number, step in enumerate(steps, start=1):
        say(f"[{number}/{len(steps)}] {step.purpose}")
        failed = _first_that_fails(step, run)
        if failed is not None:
            say(f"stopped: this failed: {as_typed(failed)}")
            say("once that is mended, the same command goes on from here; --undo takes back what was done")
            return EXIT_FAILED
    if wish.is_removal:
        say("undone. The games that were played stay in /var/lib/pop10; this session's groups last until you log out")
    elif pi.missing_lines:
        say("installed. Start the computer again ('sudo reboot'): SPI is switched on then, and the referee starts")
    else:
        say("installed. The referee starts with the computer; now: 'sudo systemctl restart pop10'")
    return 0


def as_typed(command: Command) -> str:
    """The command as a person would type it."""
    words = shlex.join(command.words)
    return f"{'sudo ' if command.needs_root else ''}{words}{' < (text)' if command.text else ''}"


def _first_that_fails(step: Step, run: Run) -> Command | None:
    return next((command for command in step.commands if run(command) != 0), None)


def run_here(user: str) -> Run:
    """Performs commands on this computer: those of root through sudo, those of the user as the user."""
    is_root = os.geteuid() == 0

    def run(command: Command) -> int:
        prefix: tuple[str, ...] = ()
        if command.needs_root and not is_root:
            prefix = ("sudo",)
        elif not command.needs_root and is_root:
            prefix = ("runuser", "-u", user, "--")
        try:
            return subprocess.run(  # noqa: S603 - the commands are put together in firmware.appliance
                (*prefix, *command.words),
                input=command.text or None,
                stdin=None if command.text else subprocess.DEVNULL,
                # tee repeats what it is given.
                stdout=subprocess.DEVNULL if command.text else None,
                text=True,
                encoding="utf-8",
                errors="surrogateescape",
                check=False,
            ).returncode
        except OSError as error:
            tell(f"{command.words[0]}: {error.strerror}")
            return EXIT_FAILED

    return run


def tell(line: str) -> None:
    """Write one line to standard output at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def ask_person(question: str) -> bool:
    """Ask at the terminal; without one the answer is no."""
    if not sys.stdin.isatty():
        tell("(nobody can be asked here; --yes does it without asking)")
        return False
    sys.stdout.write(f"{question} [y/N] ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def service_of(checkout: Path, environment: Path) -> Service:
    """The service of the user who started this, also through sudo.

    Raises:
        NoTableError: When that is root.
    """
    user = os.environ.get("SUDO_USER", "") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
    if user in ("", "root"):
        raise NoTableError("start it as the user whose table it is, not as root; nothing was done")
    home = Path(pwd.getpwnam(user).pw_dir)
    return Service(checkout, environment, user, home / ".config" / "pop10")


class OneLineParser(argparse.ArgumentParser):
    """Answers a mistake by one line, as every other command does."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and end."""
        self.exit(EXIT_MISTAKE, f"{self.prog}: {message}; see '{self.prog} --help'\n")


def main(arguments: Sequence[str]) -> int:
    """Run the command; the arguments are the checkout, the environment, and what was typed behind `install`."""
    parser = OneLineParser(
        prog="pop10 install",
        description="Make this Raspberry Pi a table that referees itself from its start on: packages, groups, SPI,"
        " Python environment, service. Tells everything that it is going to do, and asks, before it does it.",
    )
    parser.add_argument("--yes", action="store_true", help="do it without asking")
    parser.add_argument("--undo", action="store_true", help="take back what an installation did")
    told = parser.parse_args(arguments[2:])
    try:
        if sys.maxsize <= 2**32:
            raise NoTableError("a 64-bit system is needed, so nothing was done")
        look(Path("/"), Service(Path(), Path(), "", Path()))  # what no user can mend is said first
        service = service_of(Path(arguments[0]), Path(arguments[1]))
        wish = Wish(is_removal=told.undo, is_agreed=told.yes)
        return install(Path("/"), service, wish, run=run_here(service.user), ask=ask_person, say=tell)
    except NoTableError as error:
        sys.stderr.write(f"pop10 install: {error}\n")
        return EXIT_MISTAKE
    except KeyboardInterrupt:
        sys.stderr.write("pop10 install: stopped; the same command goes on from here\n")
        return EXIT_INTERRUPTED
