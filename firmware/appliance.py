"""A Raspberry Pi as a table that referees itself from its start on: what is to be done for it, and how it is undone.

Only plans: steps of commands, from what is found under a root folder. `firmware.installing` performs them. Both are
used before anything is installed, hence standard library only.

What this does to a machine is written down in `RECORD` before it is done, so that undoing takes away nothing that was
there before, also after an installation that was broken off.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from firmware.service_unit import Service, power_off_rule, unit_file
from hardware import board_model

RECORD = Path("etc/pop10/installation.json")
UNIT = Path("etc/systemd/system/pop10.service")
WANTED_AT_START = Path("etc/systemd/system/multi-user.target.wants/pop10.service")
POWER_OFF_RULE = Path("etc/polkit-1/rules.d/60-pop10.rules")
GROUPS = ("gpio", "spi", "video")

_PACKAGES = ("python3-venv", "python3-dev", "gcc", "libc6-dev", "python3-picamera2", "polkitd", "libgl1")
PACKAGES = {
    # There is no build of lgpio for Trixie's Python 3.13 in the package index.
    "trixie": (*_PACKAGES, "libglib2.0-0t64", "python3-lgpio"),
    "bookworm": (*_PACKAGES, "libglib2.0-0"),
}
"""The system's packages that are needed, by the code name of the release."""

_BLOCK = "# begin pop10: the LED strip\n[all]\n{lines}\n# end pop10\n"
_ANY_BLOCK = re.compile(r"^# begin pop10.*?^# end pop10\n", re.MULTILINE | re.DOTALL)


class NoTableError(Exception):
    """This machine cannot be made a table; the message is one sentence for people."""


@dataclass(frozen=True, slots=True)
class Command:
    """One program to be run.

    Attributes:
        words: The program and its arguments.
        text: What it reads on standard input.
        needs_root: Whether it must be run as root; otherwise as the user of the table.
    """

    words: tuple[str, ...]
    text: str = ""
    needs_root: bool = True


@dataclass(frozen=True, slots=True)
class Step:
    """Something that people understand, and the commands that do it."""

    purpose: str
    commands: tuple[Command, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """What was not there before, and is taken away again.

    Attributes:
        user: Whose table it is.
        packages: The system's packages that were installed.
        groups: The groups that the user was put into.
        made_environment: Whether the Python environment was made.
        made_settings: Whether the folder of the settings was made.
    """

    user: str
    packages: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    made_environment: bool = False
    made_settings: bool = False


@dataclass(frozen=True, slots=True)
class Pi:
    """What of a Raspberry Pi decides what is to be done.

    Attributes:
        root: Where its files are; another folder in tests.
        release: Code name of its system.
        service: What the service is to run as.
        packages: All packages that are installed.
        groups: The groups that the user is in.
        config_file: The firmware's settings; None when there are none.
        missing_lines: What these lack.
        record: What was done here before; None when nothing.
    """

    root: Path
    release: str
    service: Service
    packages: frozenset[str]
    groups: frozenset[str]
    config_file: Path | None
    missing_lines: tuple[str, ...]
    record: Record | None


def look(root: Path, service: Service) -> Pi:
    """Find out what is there.

    Raises:
        NoTableError: When this is no Raspberry Pi, or one with a system that is not known.
    """
    board = board_model.detect(root)
    if board is None:
        raise NoTableError(
            "this is no Raspberry Pi, so nothing was done; './pop10 demo' and './pop10 play' need no installation"
        )
    release = re.search(r'^VERSION_CODENAME="?(\w+)', _text(root / "etc/os-release"), re.MULTILINE)
    code_name = release[1] if release is not None else "a system without a name"
    if code_name not in PACKAGES:
        raise NoTableError(f"knows Raspberry Pi OS {' and '.join(PACKAGES)}, got {code_name}, so nothing was done")
    files = [root / name for name in board_model.CONFIG_FILES]
    return Pi(
        root=root,
        release=code_name,
        service=service,
        packages=frozenset(_installed(_text(root / "var/lib/dpkg/status"))),
        groups=frozenset(_groups_of(service.user, _text(root / "etc/group"))),
        config_file=next((file for file in files if file.is_file()), None),
        missing_lines=board_model.missing_config_lines(board, root) or (),
        record=_read_record(root / RECORD),
    )


def plan_installation(pi: Pi) -> tuple[Step, ...]:
    """What is still to be done; nothing where everything is there."""
    service, root = pi.service, pi.root
    packages = tuple(name for name in PACKAGES[pi.release] if name not in pi.packages)
    groups = tuple(name for name in GROUPS if name not in pi.groups)
    lacks_environment = not _is_in_step(service)
    steps: list[Step] = []
    if packages:
        apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get")
        install = Command((*apt, "install", "--yes", "--no-install-recommends", *packages))
        steps.append(Step("install packages of the system", (Command((*apt, "update")), install)))
    if groups:
        command = Command(("usermod", "--append", "--groups", ",".join(groups), service.user))
        steps.append(Step(f"let {service.user} use pins, SPI and cameras", (command,)))
    if pi.config_file is not None and pi.missing_lines:
        text = _text(pi.config_file)
        if text and not text.endswith("\n"):
            text += "\n"
        text += _BLOCK.format(lines="\n".join(pi.missing_lines))
        purpose = f"switch SPI on for the LED strip: {', '.join(pi.missing_lines)}"
        steps.append(Step(purpose, tuple(_written(pi.config_file, text))))
    if lacks_environment:
        variable = f"POP10_VENV={service.environment}"
        make = Command(("env", variable, str(service.checkout / "pop10"), "--version"), needs_root=False)
        steps.append(Step("make the Python environment", (make,)))
    if not service.settings.is_dir():
        make = Command(("mkdir", "-p", str(service.settings)), needs_root=False)
        steps.append(Step("make the folder of the settings", (make,)))
    unit = unit_file(service)
    if _text(root / UNIT) != unit or not _is_there(root / WANTED_AT_START):
        # Only root may look into the folder of these rules, so the unit, which comes last, tells of both.
        rule = tuple(_written(root / POWER_OFF_RULE, power_off_rule(service.user)))
        steps.append(Step("let the shutdown button switch the computer off", rule))
        switch_on = (Command(("systemctl", "daemon-reload")), Command(("systemctl", "enable", UNIT.name)))
        steps.append(Step("start the referee with the computer", (*_written(root / UNIT, unit), *switch_on)))
    if not steps:
        return ()
    before = pi.record if pi.record is not None else Record(service.user)
    record = replace(
        before,
        packages=tuple(dict.fromkeys((*before.packages, *packages))),
        groups=tuple(dict.fromkeys((*before.groups, *groups))),
        made_environment=before.made_environment or not service.environment.exists(),
        made_settings=before.made_settings or not service.settings.is_dir(),
    )
    written = _written(root / RECORD, json.dumps(asdict(record), indent=2) + "\n")
    return (Step("write down what is done, so that it can be undone", tuple(written)), *steps)


def plan_removal(pi: Pi) -> tuple[Step, ...]:
    """What takes away all that an installation did; nothing where none was.

    The games that were played, and settings that were written, are the user's and stay.
    """
    record, root, service = pi.record, pi.root, pi.service
    if record is None:  # It may have been broken off before anything was done.
        return (_forgetting(pi),) if (root / RECORD).parent.is_dir() else ()
    steps: list[Step] = []
    if _is_there(root / UNIT):
        off = Command(("systemctl", "disable", "--now", UNIT.name))
        reload = Command(("systemctl", "daemon-reload"))
        steps.append(Step("start no referee with the computer", (off, _removed(root / UNIT), reload)))
    steps.append(Step("take back the shutdown button's right", (_removed(root / POWER_OFF_RULE),)))
    if record.made_settings and service.settings.is_dir():
        remove = Command(("rmdir", "--ignore-fail-on-non-empty", str(service.settings)), needs_root=False)
        steps.append(Step("remove the folder of the settings, if there are none", (remove,)))
    if record.made_environment and (service.environment / "pop10").is_dir():
        remove = Command(("rm", "-rf", str(service.environment)), needs_root=False)
        steps.append(Step("remove the Python environment", (remove,)))
    text = _text(pi.config_file) if pi.config_file is not None else ""
    if pi.config_file is not None and _ANY_BLOCK.search(text):
        restored = _written(pi.config_file, _ANY_BLOCK.sub("", text))
        steps.append(Step("take out of config.txt what was put in", tuple(restored)))
    groups = tuple(name for name in record.groups if name in pi.groups)
    if groups:
        commands = tuple(Command(("gpasswd", "--delete", record.user, name)) for name in groups)
        steps.append(Step(f"take {record.user} out of {', '.join(groups)}", commands))
    packages = tuple(name for name in record.packages if name in pi.packages)
    if packages:
        apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "remove", "--yes")
        steps.append(Step("remove the packages that were installed", (Command((*apt, *packages)),)))
    steps.append(_forgetting(pi))
    return tuple(steps)


def _forgetting(pi: Pi) -> Step:
    """Remove the record, and what was never put in place."""
    files = [pi.root / name for name in (UNIT, POWER_OFF_RULE, RECORD)]
    if pi.config_file is not None:
        files.append(pi.config_file)
    remove = Command(("rm", "-f", str(pi.root / RECORD), *(str(_new(file)) for file in files)))
    folder = Command(("rmdir", "--ignore-fail-on-non-empty", str((pi.root / RECORD).parent)))
    return Step("forget what was done", (remove, folder))


def _written(file: Path, text: str) -> Iterator[Command]:
    """Commands that put a file in place whole, whatever happens meanwhile."""
    new = _new(file)
    if not file.parent.is_dir():
        yield Command(("mkdir", "-p", str(file.parent)))
    yield Command(("tee", str(new)), text)
    yield Command(("sync", str(new)))
    yield Command(("mv", str(new), str(file)))


def _new(file: Path) -> Path:
    """Where the next version of a file is until it is whole."""
    return file.with_name(f"{file.name}.new")


def _removed(file: Path) -> Command:
    return Command(("rm", "-f", str(file)))


def _is_there(file: Path) -> bool:
    """Also for a link into nothing, as links of another root are."""
    return file.is_symlink() or file.exists()


def _is_in_step(service: Service) -> bool:
    """Whether the environment is whole and as the checkout's requirement files say."""
    state = service.environment / "pop10"
    wanted = service.checkout / "requirements"
    return (state / "ready").exists() and all(_text(copy) == _text(wanted / copy.name) for copy in state.glob("*.txt"))


def _installed(status: str) -> Iterator[str]:
    """Names of the packages that dpkg's list says are installed."""
    for stanza in status.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in stanza.splitlines() if re.match(r"(Package|Status): ", line))
        if fields.get("Status") == "install ok installed":
            yield fields["Package"]


def _groups_of(user: str, groups: str) -> Iterator[str]:
    for line in groups.splitlines():
        name, _, rest = line.partition(":")
        if user in rest.rpartition(":")[2].split(","):
            yield name


def _read_record(file: Path) -> Record | None:
    text = _text(file)
    if not text:
        return None
    try:
        told = json.loads(text)
        return Record(**{**told, "packages": tuple(told["packages"]), "groups": tuple(told["groups"])})
    except (ValueError, KeyError, TypeError) as error:
        raise NoTableError(f"{file}: does not tell what was done here: {error}; nothing was done") from error


def _text(file: Path) -> str:
    """The text of a file; empty where there is none to be read."""
    try:
        return file.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ""
