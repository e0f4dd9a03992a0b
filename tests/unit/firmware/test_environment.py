from pathlib import Path

import pytest

from firmware.environment import Environment, Machine, locks_for, look_at_machine
from firmware.installer import EnvironmentMakingError

LAPTOP = Machine(is_pi=False, release="trixie", uv=None, can_make_pip=True, is_64_bit=True)
PI = Machine(is_pi=True, release="trixie", uv=None, can_make_pip=True, is_64_bit=True)
OLD_PI = Machine(is_pi=True, release="bookworm", uv=None, can_make_pip=True, is_64_bit=True)


@pytest.mark.parametrize(
    ("machine", "extra", "locks"),
    [
        (LAPTOP, (), ("run",)),
        (LAPTOP, ("test", "pi"), ("run", "test", "pi")),
        (PI, (), ("run", "pi")),
        (PI, ("test", "pi"), ("run", "pi", "test")),
        (OLD_PI, (), ("run-bookworm", "pi")),
    ],
)
def test_each_machine_gets_its_requirement_files(
    machine: Machine, extra: tuple[str, ...], locks: tuple[str, ...]
) -> None:
    assert locks_for(machine, extra) == locks


def test_a_raspberry_pi_is_known_by_its_device_tree(tmp_path: Path) -> None:
    model, release = tmp_path / "model", tmp_path / "os-release"
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    release.write_text('NAME="Debian GNU/Linux"\nVERSION_CODENAME=bookworm\n')

    machine = look_at_machine(model, release)

    assert machine.is_pi
    assert machine.release == "bookworm"


def test_a_machine_without_a_device_tree_is_no_raspberry_pi(tmp_path: Path) -> None:
    machine = look_at_machine(tmp_path / "model", tmp_path / "os-release")

    assert not machine.is_pi
    assert machine.release == ""


def stand_in_uv(folder: Path) -> str:
    uv = folder / "uv"
    uv.write_text(
        '#!/bin/sh\nwhile [ "$1" != --python ]; do shift; done\n'
        'for packages in "${2%/bin/python}"/lib/python*/site-packages; do : > "$packages/cv2.py"; done\n'
    )
    uv.chmod(0o755)
    return str(uv)


@pytest.mark.parametrize(("is_pi", "sees_the_system"), [(True, "true"), (False, "false")])
def test_only_on_a_raspberry_pi_the_environment_sees_the_systems_packages(
    tmp_path: Path, is_pi: bool, sees_the_system: str
) -> None:
    (tmp_path / "requirements").mkdir()
    for name in ("run", "pi"):
        (tmp_path / "requirements" / f"{name}.txt").touch()
    machine = Machine(is_pi=is_pi, release="", uv=stand_in_uv(tmp_path), can_make_pip=True, is_64_bit=True)

    Environment(tmp_path / "environment", tmp_path).make(machine, ())

    settings = (tmp_path / "environment" / "pyvenv.cfg").read_text()
    assert f"include-system-site-packages = {sees_the_system}" in settings


@pytest.mark.parametrize(
    ("machine", "words"),
    [
        (Machine(is_pi=False, release="", uv=None, can_make_pip=False, is_64_bit=True), "apt-get install python3-venv"),
        (Machine(is_pi=True, release="bookworm", uv=None, can_make_pip=True, is_64_bit=False), "64-bit"),
    ],
)
def test_a_machine_that_cannot_hold_the_environment_is_told_why(tmp_path: Path, machine: Machine, words: str) -> None:
    (tmp_path / "requirements").mkdir()
    for name in ("run", "run-bookworm", "pi"):
        (tmp_path / "requirements" / f"{name}.txt").touch()

    with pytest.raises(EnvironmentMakingError, match=words):
        Environment(tmp_path / "environment", tmp_path).make(machine, ())

    assert not (tmp_path / "environment").exists()
