import os
from pathlib import Path

import pytest

from firmware.installer import (
    EnvironmentMakingError,
    NothingFetchedError,
    check_system_libraries,
    explain_failure,
    missing_library,
    run,
)

LOG = Path("install.log")


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("OSError: [Errno 28] No space left on device", "the disk is full"),
        (
            "ERROR: Could not install packages due to an OSError: [Errno 30] Read-only file system: '/x'",
            "cannot be written",
        ),
        ("error: command 'gcc' failed: No such file or directory: 'gcc'", "gcc python3-dev"),
        ("spidev_module.c:28:10: fatal error: Python.h: No such file or directory", "gcc python3-dev"),
    ],
)
def test_common_trouble_is_told_with_what_to_do(output: str, words: str) -> None:
    error = explain_failure(f"Collecting numpy\n{output}\n", LOG)

    assert words in str(error)
    assert "\n" not in str(error)
    assert not isinstance(error, NothingFetchedError)


@pytest.mark.parametrize(
    "output",
    [
        "Failed to establish a new connection: [Errno -3] Temporary failure in name resolution",
        "Failed to establish a new connection: [Errno 101] Network is unreachable",
        "  Caused by: client error (Connect)\n  Caused by: dns error: failed to lookup address information",
        "ReadTimeoutError: HTTPSConnectionPool(port=443): Read timed out.",
        "THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.",
        "ERROR: No matching distribution found for opencv-python==5.0.0.93",
    ],
)
def test_trouble_before_anything_is_installed_is_told_apart(output: str) -> None:
    assert isinstance(explain_failure(output, LOG), NothingFetchedError)


def test_a_refused_certificate_is_not_taken_for_a_missing_network() -> None:
    output = "error sending request for url\n client error (Connect)\n invalid peer certificate: Expired"

    assert "certificate is refused" in str(explain_failure(output, LOG))


def test_unknown_trouble_shows_the_last_line_and_the_log() -> None:
    assert (
        str(explain_failure("one\n\nit broke\n\n", LOG)) == "making the environment failed: it broke (log: install.log)"
    )


def test_the_missing_library_is_taken_from_the_import_error() -> None:
    error = "ImportError: libgthread-2.0.so.0: cannot open shared object file: No such file or directory"

    assert missing_library(f"Traceback (most recent call last):\n  ...\n{error}\n") == "libgthread-2.0.so.0"
    assert missing_library("ImportError: numpy.core.multiarray failed to import") is None


def test_a_failing_program_raises_and_its_output_is_kept(tmp_path: Path) -> None:
    log = tmp_path / "log"

    with pytest.raises(EnvironmentMakingError, match="bad thing"):
        run(["sh", "-c", "echo start; echo bad thing >&2; exit 3"], log, os.environ)

    assert "start\nbad thing\n" in log.read_text()


def stand_in_python(folder: Path, complaint: str) -> Path:
    python = folder / "python"
    python.write_text(f"#!/bin/sh\necho '{complaint}' >&2\nexit 1\n")
    python.chmod(0o755)
    return python


LACKS_LIBRARY = "ImportError: libxcb.so.1: cannot open shared object file: No such file or directory"


def test_a_missing_library_is_named_with_the_one_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("shutil.which", lambda _: "/usr/bin/apt-get")

    with pytest.raises(EnvironmentMakingError, match=r"libxcb\.so\.1: sudo apt-get install libgl1 libglib2\.0-0$"):
        check_system_libraries(stand_in_python(tmp_path, LACKS_LIBRARY), tmp_path / "log")


def test_without_apt_the_library_is_named_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)

    with pytest.raises(EnvironmentMakingError, match=r"libxcb\.so\.1"):
        check_system_libraries(stand_in_python(tmp_path, LACKS_LIBRARY), tmp_path / "log")


def test_an_opencv_that_fails_otherwise_is_told_as_it_is(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentMakingError, match=r"numpy\.core\.multiarray failed to import"):
        check_system_libraries(
            stand_in_python(tmp_path, "ImportError: numpy.core.multiarray failed to import"), tmp_path / "log"
        )
