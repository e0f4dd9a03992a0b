"""Installing a table, on a folder that looks like a Raspberry Pi: told before it is done, done once, undone whole.

Commands that handle files are really run. What a folder has no daemon for (apt, systemd, the list of groups) is done to
the folder's own files, as those programs would.
"""

import getpass
import json
import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from firmware.appliance import PACKAGES, RECORD, UNIT, WANTED_AT_START, Command, NoTableError, plan_installation
from firmware.appliance import look as look_at
from firmware.installing import Wish, install, main, run_here
from firmware.service_unit import Service, unit_file

PROJECT = Path(__file__).parents[3]
YES, UNDO = Wish(is_agreed=True), Wish(is_removal=True, is_agreed=True)
CONFIG = "dtparam=audio=on\ncamera_auto_detect=1\n\n[cm4]\notg_mode=1\n"
PI_3, PI_4, PI_5 = 0xA02082, 0xC03114, 0xC04170


class PiFolder:
    """A folder with the files that are looked at, and the programs that change them."""

    def __init__(self, folder: Path, *, release: str = "trixie", revision: int = PI_4) -> None:
        self.root = folder / "root"
        self.done: list[Command] = []
        self.fails_at: int | None = None
        for name, text in {
            "etc/os-release": f'NAME="Debian GNU/Linux"\nVERSION_CODENAME={release}\n',
            "etc/group": "root:x:0:\nvideo:x:44:anna,bert\ngpio:x:986:bert\nspi:x:999:bert\nusers:x:100:anna\n",
            "boot/firmware/config.txt": CONFIG,
            "var/lib/dpkg/status": "Package: gcc\nStatus: install ok installed\nVersion: 14\n\n"
            "Package: python3-dev\nStatus: deinstall ok config-files\n\n",
            "proc/device-tree/model": "Raspberry Pi of a test\0",
            "etc/polkit-1/rules.d/50-default.rules": "",
            "etc/systemd/system/other.service": "",
        }.items():
            file = self.root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        number = self.root / "proc/device-tree/system/linux,revision"
        number.parent.mkdir()
        number.write_bytes(revision.to_bytes(4, "big"))
        checkout = folder / "pop10"
        (checkout / "requirements").mkdir(parents=True)
        (checkout / "requirements/run.txt").write_text("numpy==2\n")
        (folder / "home/anna/.config").mkdir(parents=True)
        self.service = Service(checkout, checkout / ".venv", "anna", folder / "home/anna/.config/pop10")

    def run(self, command: Command) -> int:
        if self.fails_at is not None and len(self.done) >= self.fails_at:
            return 1
        self.done.append(command)
        words = [word for word in command.words if word not in ("env", "DEBIAN_FRONTEND=noninteractive")]
        match words:
            case ["apt-get", "update"]:
                pass
            case ["apt-get", "install", *rest]:
                self._packages(add={word for word in rest if not word.startswith("--")})
            case ["apt-get", "remove", *rest]:
                self._packages(remove={word for word in rest if not word.startswith("--")})
            case ["usermod", "--append", "--groups", names, user]:
                for name in names.split(","):
                    self._group(rf"^({name}:.*[^:\n])$|^({name}:.*:)$", rf"\1\2,{user}")
            case ["gpasswd", "--delete", user, name]:
                self._group(rf"^({name}:.*?),?{user}", r"\1")
            case ["systemctl", "daemon-reload"]:
                assert not command.text
            case ["systemctl", "enable", unit]:
                link = self.root / WANTED_AT_START
                link.parent.mkdir(exist_ok=True)
                link.symlink_to(f"/etc/systemd/system/{unit}")
            case ["systemctl", "disable", "--now", _]:
                (self.root / WANTED_AT_START).unlink(missing_ok=True)
                shutil.rmtree((self.root / WANTED_AT_START).parent, ignore_errors=True)
            case [_, launcher, "--version"] if launcher.endswith("/pop10"):
                assert words[0] == f"POP10_VENV={self.service.environment}"
                state = self.service.environment / "pop10"
                state.mkdir(parents=True, exist_ok=True)
                (state / "ready").touch()
                shutil.copyfile(self.service.checkout / "requirements/run.txt", state / "run.txt")
            case ["mkdir" | "tee" | "mv" | "rm" | "rmdir" | "sync", *_]:
                paths = [word for word in words[1:] if word.startswith("/")]
                assert paths
                assert all(str(self.root.parent) in path for path in paths)
                return subprocess.run(
                    words, input=command.text, text=True, stdout=subprocess.DEVNULL, check=False
                ).returncode
            case _:
                raise AssertionError(f"nobody expects {words}")
        return 0

    def _packages(self, *, add: Iterable[str] = (), remove: Iterable[str] = ()) -> None:
        file = self.root / "var/lib/dpkg/status"
        text = file.read_text()
        for name in sorted(add):
            text += f"Package: {name}\nStatus: install ok installed\n\n"
        for name in remove:
            text = text.replace(f"Package: {name}\nStatus: install ok installed\n\n", "")
        file.write_text(text)

    def _group(self, pattern: str, replacement: str) -> None:
        file = self.root / "etc/group"
        text = re.sub(pattern, replacement, file.read_text(), count=1, flags=re.MULTILINE)
        file.write_text(text.replace(":,", ":"))

    def everything(self) -> dict[str, str]:
        """Every file and folder, with what is in it."""
        folder = self.root.parent
        return {
            str(path.relative_to(folder)): path.read_text(errors="replace") if path.is_file() else ""
            for path in sorted(folder.rglob("*"))
        }

    def install(self, wish: Wish = YES, *, answer: bool = False) -> tuple[int, list[str]]:
        said: list[str] = []
        status = install(self.root, self.service, wish, run=self.run, ask=lambda _: answer, say=said.append)
        return status, said


@pytest.mark.parametrize("release", ["trixie", "bookworm"])
@pytest.mark.parametrize("revision", [PI_3, PI_4, PI_5])
def test_what_was_installed_is_undone_without_a_trace(tmp_path: Path, release: str, revision: int) -> None:
    pi = PiFolder(tmp_path, release=release, revision=revision)
    before = pi.everything()
    assert pi.install()[0] == 0
    assert (pi.root / UNIT).read_text() == unit_file(pi.service)
    assert pi.install(UNDO)[0] == 0
    assert pi.everything() == before


def test_a_second_installation_has_nothing_to_do(tmp_path: Path) -> None:
    pi = PiFolder(tmp_path)
    pi.install()
    after, commands = pi.everything(), len(pi.done)
    assert pi.install() == (0, ["everything is in place; nothing is to be done"])
    assert pi.everything() == after
    assert len(pi.done) == commands


def test_a_second_removal_has_nothing_to_do(tmp_path: Path) -> None:
    pi = PiFolder(tmp_path)
    assert pi.install(UNDO) == (0, ["nothing was installed here"])
    assert not pi.done


def test_what_is_told_is_what_is_done(tmp_path: Path) -> None:
    pi = PiFolder(tmp_path)
    _, said = pi.install()
    told = [line.strip() for line in said if line.startswith("     ")]
    assert [line.removeprefix("sudo ").split()[0] for line in told] == [command.words[0] for command in pi.done]
    assert any("apt-get install" in line and "python3-picamera2" in line for line in told)


@pytest.mark.parametrize("wish", [Wish(), Wish(is_removal=True)])
def test_a_no_does_nothing(tmp_path: Path, wish: Wish) -> None:
    pi = PiFolder(tmp_path)
    if wish.is_removal:
        pi.install()
    before, commands = pi.everything(), len(pi.done)
    status, said = pi.install(wish, answer=False)
    assert (status, said[-1]) == (1, "nothing was done")
    assert (pi.everything(), len(pi.done)) == (before, commands)


def test_the_strip_gets_spi_and_its_clock(tmp_path: Path) -> None:
    pi = PiFolder(tmp_path, revision=PI_4)
    pi.install()
    text = (pi.root / "boot/firmware/config.txt").read_text()
    added = ["[all]", "dtparam=spi=on", "core_freq=500", "core_freq_min=500"]
    assert text.startswith(CONFIG)
    assert [line for line in text.removeprefix(CONFIG).splitlines() if not line.startswith("#")] == added


def test_only_what_is_lacking_is_installed_and_only_that_removed(tmp_path: Path) -> None:
    pi = PiFolder(tmp_path)
    pi.install()
    record = json.loads((pi.root / RECORD).read_text())
    assert record["groups"] == ["gpio", "spi"]  # in video she was before
    assert set(record["packages"]) == set(PACKAGES["trixie"]) - {"gcc"}
    assert re.search("^gpio:x:986:bert,anna$", (pi.root / "etc/group").read_text(), re.MULTILINE)
    pi.install(UNDO)
    assert "video:x:44:anna,bert" in (pi.root / "etc/group").read_text()
    assert "Package: gcc\nStatus: install ok installed" in (pi.root / "var/lib/dpkg/status").read_text()


def test_settings_and_games_of_the_user_are_left(tmp_path: Path) -> None:
    pi = PiFolder(tmp_path)
    pi.install()
    (pi.service.settings / "pop10.toml").write_text("[sounder]\nmute = true\n")
    games = pi.root / "var/lib/pop10/games.sqlite"
    games.parent.mkdir()
    games.touch()
    pi.install(UNDO)
    assert (pi.service.settings / "pop10.toml").exists()
    assert games.exists()


def test_it_may_be_broken_off_anywhere_and_gone_on_with_or_undone(tmp_path: Path) -> None:
    whole = PiFolder(tmp_path / "whole")
    whole.install()
    for count in range(0, len(whole.done), 3):
        pi = PiFolder(tmp_path / str(count))
        before = pi.everything()
        pi.fails_at = count
        status, said = pi.install()
        assert status == 1
        assert "this failed" in said[-2]
        pi.fails_at = None
        if count % 2 == 0:
            assert pi.install()[0] == 0
        pi.install(UNDO)
        assert pi.everything() == before, count


def test_a_new_version_of_the_unit_and_of_the_environment_are_put_in_place(tmp_path: Path) -> None:
    pi = PiFolder(tmp_path)
    pi.install()
    (pi.root / UNIT).write_text("of an older version")
    (pi.service.checkout / "requirements/run.txt").write_text("numpy==3\n")
    purposes = [step.purpose for step in plan_installation(look_at(pi.root, pi.service))]
    assert "make the Python environment" in purposes
    assert "start the referee with the computer" in purposes
    assert len(purposes) == 4


def test_what_is_no_pi_is_left_alone(tmp_path: Path) -> None:
    pi = PiFolder(tmp_path)
    (pi.root / "proc/device-tree/system/linux,revision").unlink()
    with pytest.raises(NoTableError, match="no Raspberry Pi, so nothing was done"):
        pi.install()
    assert not pi.done


def test_another_release_is_left_alone(tmp_path: Path) -> None:
    pi = PiFolder(tmp_path, release="bullseye")
    with pytest.raises(NoTableError, match="knows Raspberry Pi OS trixie and bookworm, got bullseye"):
        pi.install()
    assert not pi.done


@pytest.mark.skipif(Path("/proc/device-tree/model").exists(), reason="a board with a device tree")
def test_the_launcher_says_so_in_one_line_without_an_environment(tmp_path: Path) -> None:
    launcher = tmp_path / "pop10"
    shutil.copyfile(PROJECT / "pop10", launcher)
    launcher.chmod(0o755)
    for package in ("firmware", "hardware"):
        (tmp_path / package).symlink_to(PROJECT / package)
    ran = subprocess.run([launcher, "install", "--yes"], capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("pop10 install: this is no Raspberry Pi")
    assert len(ran.stderr.splitlines()) == 1
    assert not (tmp_path / ".venv").exists()


def test_commands_are_run_here_with_their_text(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    run = run_here(getpass.getuser())
    file = tmp_path / "a file"
    assert run(Command(("tee", str(file)), "dtparam=spi=on ä\n", needs_root=os.geteuid() == 0)) == 0
    assert file.read_text() == "dtparam=spi=on ä\n"
    assert capfd.readouterr().out == ""  # what tee repeats is no news
    assert run(Command(("false",), needs_root=os.geteuid() == 0)) == 1


def test_without_a_terminal_nobody_agrees() -> None:
    answered = subprocess.run(
        [sys.executable, "-c", "from firmware.installing import ask_person; print(ask_person('Do all this?'))"],
        cwd=PROJECT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert answered.stdout.splitlines() == ["(nobody can be asked here; --yes does it without asking)", "False"]


@pytest.mark.parametrize(("typed", "is_agreed"), [("y\n", True), ("yes\n", True), ("\n", False), ("n\n", False)])
def test_a_person_is_asked_at_the_terminal(typed: str, is_agreed: bool) -> None:
    program, terminal = pty.openpty()
    os.write(program, typed.encode())
    answered = subprocess.run(
        [sys.executable, "-c", "from firmware.installing import ask_person; raise SystemExit(ask_person('Do it?'))"],
        cwd=PROJECT,
        stdin=terminal,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    os.close(program)
    os.close(terminal)
    assert answered.stdout == "Do it? [y/N] "
    assert answered.returncode == int(is_agreed)


@pytest.mark.parametrize("typed", [["--frobnicate"], ["--yes=please"], ["please"]])
def test_a_mistake_is_answered_by_one_line(capsys: pytest.CaptureFixture[str], typed: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["/nowhere", "/nowhere/.venv", *typed])
    assert ended.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert typed[0].split("=")[0] in told.err
    assert "pop10 install --help" in told.err
