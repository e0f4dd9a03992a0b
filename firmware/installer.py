"""Run the programs that fill the environment, and say in one sentence what stopped them.

Used by `firmware.environment` before anything is installed, hence standard library only.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


class EnvironmentMakingError(Exception):
    """The environment cannot be made; the message is one sentence for the person who started pop10."""


class NothingFetchedError(EnvironmentMakingError):
    """The packages could not be had, so the environment was not touched: both installers fetch before they install."""


@dataclass(frozen=True, slots=True)
class _Trouble:
    """What an installer's output looks like when something common stops it, and what to tell a person instead."""

    pattern: str
    sentence: str
    untouched: bool = False


# The first that matches counts.
_TROUBLES = (
    _Trouble(r"No space left on device|Errno 28|Disk quota exceeded", "the disk is full; free 1 GB and start again"),
    _Trouble(
        r"Read-only file system|Permission denied|Errno 13|Errno 30", "a folder cannot be written; the log names it"
    ),
    _Trouble(
        r"CERTIFICATE_VERIFY_FAILED|invalid peer certificate",
        "the package index's certificate is refused; see that the clock is right, and if this network has certificates"
        " of its own, name their file in SSL_CERT_FILE",
        untouched=True,
    ),
    _Trouble(
        r"[Tt]emporary failure|Name or service not known|getaddrinfo|dns error|failed to lookup|Network is unreachable"
        r"|NewConnectionError|Failed to establish a new connection|Connection refused|ConnectTimeout|timed out"
        r"|error sending request|Could not connect|client error \(Connect\)",
        "the package index cannot be reached; connect this machine to the network and start again",
        untouched=True,
    ),
    _Trouble(
        r"DO NOT MATCH THE HASHES|Hash mismatch",
        "a package is not the one that was locked, so it was not installed; if a second start says so too, report it",
        untouched=True,
    ),
    _Trouble(
        r"Python\.h: No such file|gcc.*(?:No such file|not found)|No such file or directory: '?\S*gcc",
        "a package must be compiled here, which needs a compiler: sudo apt-get install gcc python3-dev",
    ),
    _Trouble(
        r"No matching distribution found|has no usable wheels|only has wheels",
        "a package has no build for this Python or processor; 64-bit Linux with Python 3.11 to 3.13 has all",
        untouched=True,
    ),
)

# The system libraries that opencv-python expects, as Debian and its children name their packages.
_OPENCV_PACKAGES = ("libgl1", "libglib2.0-0")


def explain_failure(output: str, log: Path) -> EnvironmentMakingError:
    """Turn an installer's output into one sentence, as the error to raise.

    Args:
        output: Everything the installer wrote.
        log: Where a person finds it in full.
    """
    for trouble in _TROUBLES:
        if re.search(trouble.pattern, output):
            kind = NothingFetchedError if trouble.untouched else EnvironmentMakingError
            return kind(f"{trouble.sentence} (log: {log})")
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return EnvironmentMakingError(f"making the environment failed: {lines[-1] if lines else 'no output'} (log: {log})")


def missing_library(output: str) -> str | None:
    """Name the shared library that an import failed for, or None if it failed for something else."""
    found = re.search(r"ImportError: (\S+\.so[.\d]*): cannot open shared object file", output)
    return found.group(1) if found else None


def say(text: str) -> None:
    """Write one line to standard error: standard output belongs to the program that is started next."""
    sys.stderr.write(f"pop10: {text}\n")
    sys.stderr.flush()


def run(command: Sequence[str], log: Path, variables: Mapping[str, str]) -> None:
    """Run a program silently; its output is added to the log.

    Raises:
        EnvironmentMakingError: When it ends with another status than 0.
    """
    ran = subprocess.run(  # noqa: S603  # the commands are put together here and in firmware.environment
        command,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    with log.open("a") as file:
        file.write(f"$ {' '.join(command)}\n{ran.stdout}\n")
    if ran.returncode != 0:
        raise explain_failure(ran.stdout, log)


def check_system_libraries(python: Path, log: Path) -> None:
    """See that OpenCV can be imported; as root on Debian and its children, install the system libraries that it lacks.

    Raises:
        EnvironmentMakingError: When it cannot be imported, with the command that mends it.
    """
    trouble = _try_opencv(python)
    if not trouble:
        return
    library = missing_library(trouble)
    if library is None:
        raise EnvironmentMakingError(f"opencv-python does not work here: {trouble.strip().splitlines()[-1]}")
    packages = " ".join(_OPENCV_PACKAGES)
    apt = shutil.which("apt-get")
    lacking = f"opencv-python needs the system library {library}"
    if apt is None:
        raise EnvironmentMakingError(f"{lacking}; install it (Debian calls its packages {packages})")
    remedy = f"apt-get install {packages}"
    if os.geteuid() != 0:
        raise EnvironmentMakingError(f"{lacking}: sudo {remedy}")
    say(f"{lacking}: {remedy}")
    variables = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = [apt, "install", "--yes", "--no-install-recommends", *_OPENCV_PACKAGES]
    try:
        run(install, log, variables)
    except EnvironmentMakingError:
        # The package lists of a new machine are empty or old; only then is it worth fetching them.
        run([apt, "update"], log, variables)
        run(install, log, variables)
    still = _try_opencv(python)
    if still:
        raise EnvironmentMakingError(f"{lacking}, and still does after {remedy}: {still.strip().splitlines()[-1]}")


def _try_opencv(python: Path) -> str:
    command = [str(python), "-P", "-c", "import cv2"]
    tried = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603
    return "" if tried.returncode == 0 else tried.stderr or f"it ended with status {tried.returncode}"
