"""The launcher in a checkout of its own, with a stand-in for uv, so that nothing is fetched.

The stand-in takes uv's place on the path. It notes how it was called, puts a small `cv2` into the environment that it
is told to fill, and fails on request, with words that the real installers use.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]

STAND_IN_UV = """#!/bin/sh
echo "$@" >> "$UV_CALLS"
if [ -n "${UV_SAYS:-}" ]; then echo "$UV_SAYS" >&2; exit 2; fi
sleep "${UV_SLEEPS:-0}"
while [ "$1" != --python ]; do shift; done
for packages in "${2%/bin/python}"/lib/python*/site-packages; do echo "${UV_CV2:-}" > "$packages/cv2.py"; done
"""

PROGRAM = """
import os, sys
print(os.getcwd(), *sys.argv[1:], sep="|")
sys.exit(7 if "fail" in sys.argv else 0)
"""


@dataclass
class Checkout:
    """A copy of what the launcher consists of, with a program that only says how it was started."""

    root: Path
    variables: dict[str, str] = field(default_factory=dict)

    def start(
        self, *arguments: str, launcher: Path | None = None, folder: Path | None = None, **more: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(launcher or self.root / "pop10"), *arguments],
            capture_output=True,
            text=True,
            cwd=folder or self.root,
            env={**self.variables, **more},
            timeout=60,
            check=False,
        )

    @property
    def uv_calls(self) -> list[str]:
        calls = Path(self.variables["UV_CALLS"])
        return calls.read_text().splitlines() if calls.exists() else []


def executable(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    root = tmp_path / "a folder with spaces" / "pop 10"
    (root / "firmware").mkdir(parents=True)
    (root / "requirements").mkdir()
    shutil.copy(PROJECT / "pop10", root)
    for module in ("__init__.py", "environment.py", "installer.py"):
        shutil.copy(PROJECT / "firmware" / module, root / "firmware")
    (root / "firmware" / "__main__.py").write_text(PROGRAM)
    for name in ("run", "test", "pi"):
        (root / "requirements" / f"{name}.txt").write_text(f"# what {name} needs\n")
    tools = tmp_path / "tools"
    executable(tools / "uv", STAND_IN_UV)
    (tools / "python3").symlink_to(sys.executable)
    return Checkout(
        root, {"PATH": f"{tools}:/usr/bin:/bin", "HOME": str(tmp_path), "UV_CALLS": str(tmp_path / "calls")}
    )


def test_the_first_start_makes_the_environment_and_passes_everything_on(checkout: Checkout) -> None:
    started = checkout.start("read", "a b.png", "--json")

    assert started.returncode == 0
    assert started.stdout == f"{checkout.root}|read|a b.png|--json\n"
    assert len(checkout.uv_calls) == 1
    assert "--require-hashes" in checkout.uv_calls[0]
    assert all(line.startswith("pop10: ") for line in started.stderr.splitlines())


def test_the_second_start_is_silent_and_installs_nothing(checkout: Checkout) -> None:
    checkout.start("demo")
    again = checkout.start("demo")

    assert again.returncode == 0
    assert again.stderr == ""
    assert len(checkout.uv_calls) == 1


def test_the_exit_status_is_the_programs_own(checkout: Checkout) -> None:
    assert checkout.start("fail").returncode == 7


def test_a_folder_as_standard_input_is_a_mistake(checkout: Checkout, tmp_path: Path) -> None:
    shell = f'"{checkout.root}/pop10" rule < "{tmp_path}"'
    done = subprocess.run(
        ["/bin/sh", "-c", shell], capture_output=True, text=True, env=checkout.variables, timeout=60, check=False
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "pop10: standard input is a folder, and text is wanted: name a file behind the <\n"


def test_it_works_through_a_link_from_another_folder(checkout: Checkout, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "relative link").symlink_to(os.path.relpath(checkout.root / "pop10", elsewhere))
    (elsewhere / "link").symlink_to("relative link")

    started = checkout.start("demo", launcher=elsewhere / "link", folder=elsewhere)

    assert started.stdout == f"{elsewhere}|demo\n"


def test_a_folder_that_was_moved_with_its_environment_still_works(checkout: Checkout, tmp_path: Path) -> None:
    checkout.start("demo")
    moved = Checkout(checkout.root.rename(tmp_path / "moved"), checkout.variables)

    started = moved.start("demo", folder=tmp_path)

    assert started.stdout == f"{tmp_path}|demo\n"
    assert started.stderr == ""


def test_files_of_the_folder_one_is_in_are_not_imported_instead(checkout: Checkout, tmp_path: Path) -> None:
    (tmp_path / "firmware.py").write_text("raise SystemExit('the wrong firmware')")

    assert checkout.start("demo", folder=tmp_path).stdout == f"{tmp_path}|demo\n"


def test_an_environment_that_was_cut_short_is_made_again(checkout: Checkout) -> None:
    checkout.start("demo")
    (checkout.root / ".venv" / "pop10" / "installing").touch()
    (checkout.root / ".venv" / "pop10" / "ready").unlink()
    (checkout.root / ".venv" / "half").touch()

    assert checkout.start("demo").returncode == 0
    assert len(checkout.uv_calls) == 2
    assert not (checkout.root / ".venv" / "half").exists()
    assert not (checkout.root / ".venv.discarded").exists()


def test_an_environment_is_made_again_when_the_requirements_change(checkout: Checkout) -> None:
    checkout.start("demo")
    (checkout.root / "requirements" / "run.txt").write_text("# it needs more now\n")

    assert checkout.start("demo").returncode == 0
    assert len(checkout.uv_calls) == 2
    assert checkout.start("demo").stderr == ""


def test_an_environment_is_made_again_when_its_python_is_gone(checkout: Checkout) -> None:
    checkout.start("demo")
    python = checkout.root / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python3.11")

    assert checkout.start("demo").returncode == 0
    assert len(checkout.uv_calls) == 2


def test_what_else_is_wanted_is_added_to_the_environment(checkout: Checkout) -> None:
    checkout.start("demo")
    assert checkout.start("demo", POP10_WITH="pi").returncode == 0

    assert [call.rpartition("/")[2] for call in checkout.uv_calls] == ["run.txt", "pi.txt"]


def test_an_unknown_set_of_requirements_is_refused_in_one_line(checkout: Checkout) -> None:
    started = checkout.start("demo", POP10_WITH="cake")

    assert started.returncode == 1
    assert started.stderr == f"pop10: there is no requirement file {checkout.root}/requirements/cake.txt\n"


def test_an_environment_of_someone_else_is_left_alone(checkout: Checkout) -> None:
    (checkout.root / ".venv").mkdir()
    (checkout.root / ".venv" / "precious").touch()

    started = checkout.start("demo")

    assert started.returncode == 1
    assert started.stderr.count("\n") == 1
    assert "was not made by ./pop10" in started.stderr
    assert (checkout.root / ".venv" / "precious").exists()


def test_two_first_starts_at_once_make_one_environment(checkout: Checkout) -> None:
    command, variables = [str(checkout.root / "pop10"), "demo"], {**checkout.variables, "UV_SLEEPS": "0.5"}
    both = [
        subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    complaints = [starter.communicate(timeout=60)[1] for starter in both]

    assert [starter.returncode for starter in both] == [0, 0]
    assert len(checkout.uv_calls) == 1
    assert sum("waiting" in text for text in complaints) == 1


def test_without_a_network_it_says_so_in_one_line(checkout: Checkout) -> None:
    started = checkout.start("demo", UV_SAYS="error: Failed to fetch: dns error: failed to lookup address information")

    assert started.returncode == 1
    assert started.stdout == ""
    assert "connect this machine to the network" in started.stderr.splitlines()[-1]
    assert "Traceback" not in started.stderr


def test_without_a_network_for_the_tests_the_game_still_starts(checkout: Checkout) -> None:
    checkout.start("demo")
    assert checkout.start("test", UV_SAYS="error: dns error").returncode == 1

    again = checkout.start("demo", UV_SAYS="error: dns error")

    assert again.returncode == 0
    assert len(checkout.uv_calls) == 2


def test_a_place_that_cannot_be_written_is_named(checkout: Checkout) -> None:
    started = checkout.start("demo", POP10_VENV="/proc/nowhere/environment")

    assert started.returncode == 1
    assert started.stderr.count("\n") == 1
    assert "/proc/nowhere/environment" in started.stderr
    assert "POP10_VENV" in started.stderr


def test_the_environment_can_live_elsewhere(checkout: Checkout, tmp_path: Path) -> None:
    started = checkout.start("demo", POP10_VENV=str(tmp_path / "else where" / "environment"))

    assert started.stdout == f"{checkout.root}|demo\n"
    assert not (checkout.root / ".venv").exists()


def without_python(checkout: Checkout, tmp_path: Path) -> Mapping[str, str]:
    """A path with the tools of a bare system, on which the only Python is too old."""
    tools = tmp_path / "old tools"
    for name in ("cmp", "dirname", "grep", "readlink", "sh"):
        found = shutil.which(name)
        assert found is not None
        tools.mkdir(exist_ok=True)
        (tools / name).symlink_to(found)
    executable(tools / "python3", '#!/bin/sh\n[ "$1" = --version ] && echo Python 3.9.2 && exit\nexit 1\n')
    return {**checkout.variables, "PATH": str(tools)}


def test_a_python_that_is_too_old_is_named(checkout: Checkout, tmp_path: Path) -> None:
    started = checkout.start("demo", **without_python(checkout, tmp_path))

    assert started.returncode == 1
    assert started.stderr.count("\n") == 1
    assert "needs Python 3.11 or newer, found Python 3.9.2" in started.stderr


LACKS_LIBRARY = "raise ImportError('libGL.so.1: cannot open shared object file: No such file or directory')"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root installs system libraries")
def test_as_root_a_missing_system_library_is_installed_once(checkout: Checkout, tmp_path: Path) -> None:
    mended = checkout.root / ".venv" / "lib" / f"python3.{sys.version_info.minor}" / "site-packages" / "cv2.py"
    executable(tmp_path / "tools" / "apt-get", f'#!/bin/sh\necho "apt-get $@" >> "$UV_CALLS"\n: > "{mended}"\n')

    started = checkout.start("demo", UV_CV2=LACKS_LIBRARY)

    assert started.returncode == 0, started.stderr
    assert "opencv-python needs the system library libGL.so.1: apt-get install libgl1 libglib2.0-0" in started.stderr
    assert checkout.uv_calls[-1] == "apt-get install --yes --no-install-recommends libgl1 libglib2.0-0"


def test_a_library_that_stays_missing_stops_the_start_and_is_looked_for_again_at_the_next(
    checkout: Checkout, tmp_path: Path
) -> None:
    executable(tmp_path / "tools" / "apt-get", "#!/bin/sh\n")

    first = checkout.start("demo", UV_CV2=LACKS_LIBRARY)
    assert first.returncode == 1
    assert "libGL.so.1" in first.stderr.splitlines()[-1]
    assert "apt-get install libgl1" in first.stderr.splitlines()[-1]

    for module in (checkout.root / ".venv").glob("lib/python*/site-packages/cv2.py"):
        module.write_text("")
    assert checkout.start("demo").stderr == ""
    assert len(checkout.uv_calls) == 1
