"""A whole rendered game through a real V4L2 camera: vivid's output node is looped to its capture node.

The players and the pictures are those of `pop10 demo`. Its frames, as read from memory, give rulings; the same frames
shown on the output node and read by the V4L2 driver must give the same ones, also when the camera is unplugged in
between.
"""

import json
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import pytest

from firmware.bootstrap import open_judge
from firmware.demo.script import write_script
from firmware.demo.stage import FAST, Stage
from firmware.journal import MemoryJournal
from firmware.loop import Loop
from firmware.patterns import LED_COUNT
from firmware.session import Session
from firmware.snapshot import Sight
from hardware.kept_camera import KeptCamera
from hardware.ports import Camera, Clock, Frame
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.options import SceneOptions
from hardware.simulated.sounder import SimulatedSounder
from hardware.simulated.strip import SimulatedStrip
from hardware.v4l2 import V4l2Camera
from referee.position import Position
from referee.ruling import as_json

PROJECT = Path(__file__).parents[2]
NAME = Path("/sys/class/video4linux/video1/name")
CAPTURE, OUTPUT = "/dev/video0", "/dev/video1"
WIDTH, HEIGHT = 640, 480
PICTURE_SECONDS = 0.05
"""How long a picture lasts in the time of the game."""
SHOWN_SECONDS = 0.12
"""How long it is really shown at least: time for the machine to look at it."""
PATIENCE_SECONDS = 10.0
BUFFERS = 5
"""One more than v4l2-ctl fills before it begins to show."""

pytestmark = [
    pytest.mark.skipif(
        not (NAME.exists() and NAME.read_text().startswith("vivid")), reason="no vivid: run inside .ci/vm.sh"
    ),
    pytest.mark.timeout(450),
]


@dataclass(frozen=True)
class Recorded:
    """A game as it was played in front of the simulated camera.

    Its pictures are in a file: the kernel of the tests maps every page of a process by itself, and they are not many.
    """

    start: Position
    file: Path
    rulings: tuple[str, ...]
    ruled_at: tuple[int, ...]
    """After how many pictures each ruling was made: the board was at rest then, without a hand."""

    def pictures(self) -> Iterator[bytes]:
        with self.file.open("rb") as stream:
            while picture := stream.read(WIDTH * HEIGHT * 3):
                yield picture


class Recorder:
    """A camera that keeps what it gives."""

    def __init__(self, camera: Camera, stream: BinaryIO) -> None:
        self.read_from = camera.read
        self.stream = stream
        self.count = 0

    def read(self, timeout_seconds: float = 2.0) -> Frame:
        frame = self.read_from(timeout_seconds)
        assert frame.pixels.shape == (HEIGHT, WIDTH, 3)
        self.stream.write(frame.pixels.tobytes())
        self.count += 1
        return frame


def played(seed: int, file: Path, monkeypatch: pytest.MonkeyPatch, *, stored: bool) -> Recorded:
    script = write_script(seed, stored=stored)
    with (
        file.open("wb") as stream,
        Stage(script, SimulatedClock(), FAST, options=SceneOptions(seed=seed)) as stage,
    ):
        recorder = Recorder(stage.camera, stream)
        monkeypatch.setattr(stage.camera, "read", recorder.read)
        ruled_at: list[int] = []
        while not stage.players.ended:
            stage.step()
            ruled_at += [recorder.count] * (len(rulings_in(stage.journal)) - len(ruled_at))
        assert stage.is_over
    return Recorded(script.start, file, rulings_in(stage.journal), tuple(ruled_at))


def rulings_in(journal: MemoryJournal) -> tuple[str, ...]:
    return tuple(json.dumps(as_json(ruling)) for entry in journal.entries for ruling in entry.rulings)


class Show:
    """Shows pictures on the output node, and is the clock of the game; the last picture stays until the end.

    Its players wait for the ruling on each board, like people. While they act, the time goes on by no more than that of
    a picture for each picture, however long it is shown: a busy machine makes the game slow, its discs do not hang in
    the air.
    """

    def __init__(self, game: Recorded, unplugged_at_picture: int | None = None) -> None:
        self._game = game
        self._unplugged_at_picture = unplugged_at_picture
        self._time = 0.0
        self._shown_at = time.monotonic()
        self._waits = True
        self._turning = threading.Lock()
        self.rulings_seen = 0
        self.unplugged_at = 0.0
        self.seen_again = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "Show":
        self._plug_in(next(iter(self._game.pictures())))
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._thread.join(60)
        self._pull_out()

    def now(self) -> float:
        with self._turning:
            return self._now()

    def wait(self, seconds: float) -> None:
        time.sleep(max(seconds, 0))

    @property
    def is_over(self) -> bool:
        return not self._thread.is_alive()

    def _now(self) -> float:
        passed = time.monotonic() - self._shown_at
        return self._time + (passed if self._waits else min(passed, PICTURE_SECONDS))

    def _turn(self, *, waits: bool) -> None:
        """From here on players wait, or play on."""
        with self._turning:
            self._time, self._shown_at, self._waits = self._now(), time.monotonic(), waits

    def _run(self) -> None:
        for number, picture in enumerate(self._game.pictures(), start=1):
            self._turn(waits=False)
            self._write(picture)
            time.sleep(SHOWN_SECONDS)
            due = sum(ruled_at <= number for ruled_at in self._game.ruled_at)
            if self.rulings_seen < due:
                self._turn(waits=True)
            end = time.monotonic() + PATIENCE_SECONDS
            while self.rulings_seen < due and time.monotonic() < end:
                time.sleep(0.01)
            if number == self._unplugged_at_picture:
                self._unplug(picture)
        self._turn(waits=True)
        time.sleep(2)

    def _unplug(self, picture: bytes) -> None:
        """Take the camera away for a while; players see that it is lost, and wait until it looks again."""
        self._turn(waits=True)
        subprocess.run(["v4l2-ctl", "-d", CAPTURE, "-c", "disconnect=1"], check=True, timeout=20)
        self.unplugged_at = time.monotonic()
        self._pull_out()
        time.sleep(3)  # The nodes are back once the driver under test has let go too.
        self._plug_in(picture)
        assert self.seen_again.wait(30), "the board was not seen again"

    def _plug_in(self, picture: bytes) -> None:
        command = ["v4l2-ctl", "-d", OUTPUT, "--stream-out-mmap", "--stream-from=-"]
        self._node = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(BUFFERS):
            self._write(picture)

    def _pull_out(self) -> None:
        self._node.kill()
        self._node.communicate(timeout=20)

    def _write(self, picture: bytes) -> None:
        assert self._node.stdin is not None
        self._node.stdin.write(picture)
        self._node.stdin.flush()


class Referee:
    """The rig of `pop10 play` in front of the show, with twins for lights and sound."""

    def __init__(self, camera: Camera, start: Position, clock: Clock) -> None:
        self.journal = MemoryJournal()
        self.session = Session(start)
        self.losses: list[float] = []
        self._loop = Loop(
            camera=camera,
            strip=SimulatedStrip(LED_COUNT, clock),
            sounder=SimulatedSounder(clock),
            clock=clock,
            judge=open_judge(start.board),
            session=self.session,
            journal=self.journal,
        )

    def watch(self, show: Show) -> tuple[str, ...]:
        """Rule until the show is over; the show goes on when the lights say that the board is seen again."""
        while not show.is_over:
            self._loop.step()
            show.rulings_seen = sum(len(entry.rulings) for entry in self.journal.entries)
            sight = self.session.snapshot.sight
            if sight is Sight.CAMERA_LOST:
                self.losses.append(time.monotonic())
            elif sight is Sight.CLEAR and self.losses:
                show.seen_again.set()
        return rulings_in(self.journal)


@pytest.fixture
def loop() -> None:
    subprocess.run([str(PROJECT / ".ci/camera-loop.sh"), str(WIDTH), str(HEIGHT)], check=True, timeout=60)


@pytest.mark.usefixtures("loop")
def test_a_whole_game_gets_the_same_rulings_as_from_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(29, tmp_path / "game.raw", monkeypatch, stored=False)
    with Show(game) as show, V4l2Camera(CAPTURE, clock=show) as camera:
        assert Referee(camera, game.start, show).watch(show) == game.rulings


@pytest.mark.usefixtures("loop")
def test_a_game_goes_on_after_the_camera_was_unplugged_and_plugged_in_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played(5, tmp_path / "game.raw", monkeypatch, stored=True)
    middle = game.ruled_at[len(game.ruled_at) // 2]
    with Show(game, middle) as show, KeptCamera(lambda: V4l2Camera(CAPTURE, clock=show), show) as camera:
        referee = Referee(camera, game.start, show)
        assert referee.watch(show) == game.rulings
    # A second of patience with a camera that fails, half a second of the table's own pause, and some room.
    assert 0 < referee.losses[0] - show.unplugged_at < 2.5
