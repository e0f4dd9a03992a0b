"""The requirement files against pyproject.toml, without a network; `.ci/lock --check` asks the resolver as well."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).resolve().parents[3]
FILES = sorted((PROJECT / "requirements").glob("*.txt"))
# A group of this name is for the package of the same name alone, and no requirement file holds it.
UNLOCKED = {"train": "vision/training/"}


def pins(path: Path) -> dict[str, set[str]]:
    """Name to the versions that the file locks; numpy has one for each of several Pythons."""
    found: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([a-z0-9-]+)==(\S+)", path.read_text(), re.MULTILINE):
        found.setdefault(name, set()).add(version)
    return found


def wanted() -> list[tuple[str, str]]:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    run = project["project"]["dependencies"]
    sets = {
        "run": run,
        "run-bookworm": run,
        "pi": project["project"]["optional-dependencies"]["pi"],
        **{name: group for name, group in project["dependency-groups"].items() if name not in UNLOCKED},
    }
    return [(name, requirement) for name, requirements in sets.items() for requirement in requirements]


@pytest.mark.parametrize(("name", "text"), wanted())
def test_what_the_project_asks_for_is_locked(name: str, text: str) -> None:
    requirement = Requirement(text)
    locked = pins(PROJECT / "requirements" / f"{name}.txt").get(requirement.name, set())

    assert locked, f"requirements/{name}.txt lacks {requirement.name}; run .ci/lock"
    assert all(requirement.specifier.contains(version) for version in locked)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_requirement_files_name_no_address_and_set_no_option(path: Path) -> None:
    for line in path.read_text().splitlines():
        assert "://" not in line
        assert not line.startswith("-")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_locked_version_has_a_hash(path: Path) -> None:
    entries = re.split(r"\n(?=[a-z0-9])", path.read_text().split("\n", 1)[1])

    assert entries
    assert all("--hash=sha256:" in entry for entry in entries)


@pytest.mark.parametrize("name", ["pi", "test", "lint"])
def test_requirement_files_that_are_installed_together_agree(name: str) -> None:
    run, other = pins(PROJECT / "requirements" / "run.txt"), pins(PROJECT / "requirements" / f"{name}.txt")

    assert {
        package: versions for package, versions in other.items() if package in run and versions != run[package]
    } == {}


def test_the_environment_that_sees_the_packages_of_bookworm_keeps_to_its_numpy() -> None:
    locked = pins(PROJECT / "requirements" / "run-bookworm.txt")

    assert all(version.startswith("1.") for version in locked["numpy"])
    assert all(version.startswith("4.1") for version in locked["opencv-python"])


PACKAGES = ("referee", "vision", "hardware", "firmware")
# What comes with the system of a Raspberry Pi and is not to be had from the package index.
FROM_THE_SYSTEM = {"picamera2", "libcamera"}


def imported() -> Iterator[tuple[str, str]]:
    """Every module of someone else that the project imports, wherever in a file, with the file."""
    for package in PACKAGES:
        for path in (PROJECT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Import):
                    names = [alias.name for alias in node.names]
                elif isinstance(node, ast.ImportFrom) and node.level == 0:
                    names = [node.module or ""]
                else:
                    continue
                for name in names:
                    top = name.partition(".")[0]
                    if top not in sys.stdlib_module_names and top not in PACKAGES:
                        yield top, str(path.relative_to(PROJECT))


def test_every_import_is_of_a_package_that_the_project_asks_for() -> None:
    asked_for = {str(canonicalize_name(Requirement(text).name)) for name, text in wanted() if name in {"run", "pi"}}
    distributions = packages_distributions()
    borrowed = {
        f"{path} imports {module}"
        for module, path in imported()
        if module not in FROM_THE_SYSTEM
        and not path.startswith(tuple(UNLOCKED.values()))
        and not asked_for & {canonicalize_name(name) for name in distributions.get(module, [module])}
    }

    assert borrowed == set(), "name them in pyproject.toml and run .ci/lock"
