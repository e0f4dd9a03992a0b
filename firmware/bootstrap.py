"""The parts put together: the only place that knows which class does what."""

from firmware.judge import STRAIGHT, Judge
from firmware.viewpoint import Viewpoint
from hardware.ports import Image
from referee.board import Board
from vision.eye import Eye
from vision.lattice import Lattice
from vision.locate import Located, locate
from vision.settle import StabilityFilter
from vision.still import StillReading, read_still


def open_judge(expected: Board | None, viewpoint: Viewpoint = STRAIGHT) -> Judge:
    """The eye and its filter.

    Args:
        expected: The board that stands there in the first frames, where that is known; it is then not news.
        viewpoint: From which side the camera looks, and whose discs are whose.
    """

    def open_eye(expected: Board | None) -> Eye:
        return Eye(_place, _read, expected=viewpoint.board(expected) if expected is not None else None)

    return Judge(open_eye(expected), StabilityFilter(expected), viewpoint, open_eye)


def _place(bgr: Image) -> Lattice | None:
    found = locate(bgr)
    return found.lattice if isinstance(found, Located) else None


def _read(bgr: Image) -> Board | None:
    reading = read_still(bgr)
    return reading.board if isinstance(reading, StillReading) else None
