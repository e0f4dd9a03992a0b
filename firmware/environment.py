"""Make the environment that everything else runs in.

The launcher `pop10` calls this with a bare Python, before anything is installed: standard library only. It owns the
environment's folder: what is installed there and whether it is whole. Which Python to make it with, and starting the
program in it, it leaves to the launcher.

In the environment's folder, `pop10/` holds the state: a copy of each requirement file that is installed; `installing`
while an installation runs (if a start finds it, the last one was cut short, and the environment is made anew); `ready`
once the whole was seen to work; and the installer's log.
"""

import fcntl
import importlib.util
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from firmware.installer import EnvironmentMakingError, NothingFetchedError, check_system_libraries, run, say

_MODEL_FILE = Path("/proc/device-tree/model")
_RELEASE_FILE = Path("/etc/os-release")


@dataclass(frozen=True, slots=True)
class Machine:
    """What of this machine decides how the environment is made.

    Attributes:
        is_pi: Whether it is a Raspberry Pi, by its device tree.
        release: The distribution's code name, such as `bookworm`; empty if it has none.
        uv: Path of uv, or None where pip must do.
        can_make_pip: Whether this Python can put pip into an environment (Debian splits that off into python3-venv).
        is_64_bit: Whether this Python is a 64-bit program.
    """

    is_pi: bool
    release: str
    uv: str | None
    can_make_pip: bool
    is_64_bit: bool


def look_at_machine(model_file: Path = _MODEL_FILE, release_file: Path = _RELEASE_FILE) -> Machine:
    """Find out what kind of machine this is."""
    model = model_file.read_bytes().decode(errors="replace") if model_file.exists() else ""
    release = release_file.read_text(errors="replace") if release_file.exists() else ""
    code_name = re.search(r'^VERSION_CODENAME="?(\w+)', release, re.MULTILINE)
    return Machine(
        is_pi="Raspberry Pi" in model,
        release=code_name.group(1) if code_name else "",
        uv=shutil.which("uv"),
        can_make_pip=importlib.util.find_spec("ensurepip") is not None,
        is_64_bit=sys.maxsize > 2**32,
    )


def locks_for(machine: Machine, extra: Sequence[str]) -> tuple[str, ...]:
    """Name the requirement files to install, in order, without `.txt`.

    Args:
        machine: Where they will be installed.
        extra: Names wanted beyond what every environment has.
    """
    # On Bookworm the system's picamera2 is built against numpy 1, so the environment that sees it must keep to that.
    run_lock = "run-bookworm" if machine.is_pi and machine.release == "bookworm" else "run"
    return tuple(dict.fromkeys((run_lock, *(("pi",) if machine.is_pi else ()), *extra)))


class Environment:
    """The folder of an environment, and what is known of its state.

    Args:
        folder: Where the environment is or will be.
        root: The checkout that it serves, with `requirements/` in it.
    """

    def __init__(self, folder: Path, root: Path) -> None:
        self._folder = folder
        self._root = root
        self._requirements = root / "requirements"
        self._state = folder / "pop10"
        self._log = self._state / "install.log"

    def make(self, machine: Machine, extra: Sequence[str]) -> None:
        """Make the environment, or bring it up to date; it is made anew unless what is there is whole.

        Args:
            machine: What this machine is.
            extra: Requirement files wanted beyond what every environment has, without `.txt`.

        Raises:
            EnvironmentMakingError: When it cannot be made, with what to do about it.
        """
        locks = locks_for(machine, extra)
        for name in locks:
            if not self._lock(name).exists():
                raise EnvironmentMakingError(f"there is no requirement file {self._lock(name)}")
        if not machine.is_64_bit:
            raise EnvironmentMakingError("needs a 64-bit system: opencv-python and numpy have no builds for 32 bits")
        if self._folder.exists() and not self._state.exists():
            raise EnvironmentMakingError(
                f"{self._folder} was not made by ./pop10; move it away, or name another place in POP10_VENV"
            )
        if self._folder.exists() and not self._is_whole():
            self._discard()
        if not self._folder.exists():
            self._create(machine)
        missing = [name for name in locks if not self._in_step(name)]
        if missing:
            self._install(missing, machine)
        if not (self._state / "ready").exists():
            check_system_libraries(self._python, self._log)
            (self._state / "ready").touch()

    @property
    def _python(self) -> Path:
        return self._folder / "bin" / "python"

    def _lock(self, name: str) -> Path:
        return self._requirements / f"{name}.txt"

    def _in_step(self, name: str) -> bool:
        wanted, installed = self._lock(name), self._state / f"{name}.txt"
        return wanted.exists() and installed.exists() and wanted.read_bytes() == installed.read_bytes()

    def _is_whole(self) -> bool:
        return (
            not (self._state / "installing").exists()
            and os.access(self._python, os.X_OK)
            and all(self._in_step(copy.stem) for copy in self._state.glob("*.txt"))
        )

    def _discard(self) -> None:
        # Renamed first: a removal that is cut short must not leave a folder that looks like an environment.
        discarded = self._folder.with_name(f"{self._folder.name}.discarded")
        shutil.rmtree(discarded, ignore_errors=True)
        self._folder.rename(discarded)
        shutil.rmtree(discarded)

    def _create(self, machine: Machine) -> None:
        if machine.uv is None and not machine.can_make_pip:
            raise EnvironmentMakingError(
                "this Python lacks ensurepip, which making an environment needs: sudo apt-get install python3-venv"
            )
        # The folder comes into being with the mark that it is ours, so that a start that was cut short is known.
        new = self._folder.with_name(f"{self._folder.name}.new")
        (new / self._state.name).mkdir(parents=True, exist_ok=True)
        (new / self._state.name / "installing").touch()
        new.rename(self._folder)
        # The real interpreter by its versioned name: that is gone, and noticed, once the system moves on to the next.
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        real = Path(sys.base_prefix) / "bin" / version
        command = [str(real) if real.exists() else sys.executable, "-m", "venv", str(self._folder)]
        if machine.is_pi:
            command.append("--system-site-packages")
        if machine.uv is not None:
            command.append("--without-pip")
        run(command, self._log, os.environ)
        # A .pth file's relative line starts from the file's own folder: the checkout may move with its environment.
        site_packages = self._folder / "lib" / version / "site-packages"
        (site_packages / "pop10.pth").write_text(os.path.relpath(self._root, site_packages.resolve()) + "\n")

    def _install(self, names: Sequence[str], machine: Machine) -> None:
        started = time.monotonic()
        say(f"installing what it needs into {self._folder} ({', '.join(names)}), which can take some minutes")
        (self._state / "ready").unlink(missing_ok=True)
        (self._state / "installing").touch()
        python = str(self._python)
        if machine.uv is not None:
            installer = [machine.uv, "pip", "install", "--quiet", "--no-python-downloads", "--python", python]
        else:
            installer = [python, "-m", "pip", "install", "--quiet", "--no-input", "--retries=2"]
        # A person's own settings must not send the packages elsewhere than into this environment.
        elsewhere = {"PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PYTHONPATH", "PYTHONHOME"}
        variables = {name: value for name, value in os.environ.items() if name not in elsewhere}
        for name in names:
            try:
                run([*installer, "--require-hashes", "-r", str(self._lock(name))], self._log, variables)
            except NothingFetchedError:
                # What was installed before still serves: no network for the tests is no reason to lose the game.
                if any(self._state.glob("*.txt")):
                    (self._state / "installing").unlink()
                raise
            shutil.copyfile(self._lock(name), self._state / f"{name}.txt")
        (self._state / "installing").unlink()
        say(f"installed in {time.monotonic() - started:.0f} s")


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Hold a folder against other starts that would make an environment in it at the same time; waits for them."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another start is making the environment; waiting for it")
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def main(arguments: Sequence[str]) -> int:
    """Make the environment; the arguments are the checkout, the environment, and names of requirement files."""
    root, folder = Path(arguments[0]), Path(arguments[1])
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with only_one(folder.parent):
            Environment(folder, root).make(look_at_machine(), arguments[2:])
    except EnvironmentMakingError as error:
        say(str(error))
    except OSError as error:
        say(f"the environment cannot be made in {folder}: {error.strerror}; POP10_VENV names another place for it")
    except KeyboardInterrupt:
        say("stopped; the next start makes the environment anew")
    else:
        return 0
    return 1
