"""The program is killed at random moments of a game and takes it up each time. Ten seconds; see `tests/killed.py`."""

import json
import subprocess
import sys
from pathlib import Path

KILLS = 30


def test_no_announced_ruling_is_lost_or_doubled_when_the_program_is_killed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.killed", str(KILLS), "1", str(tmp_path)]
    root = Path(__file__).parents[2]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=root, timeout=200, check=False)
    assert ran.returncode == 0, ran.stderr
    counted = json.loads(ran.stdout)
    assert counted["kills"] > KILLS // 2
