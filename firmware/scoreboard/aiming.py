"""How the camera is aimed, as JSON: looked at beside the loop, since a search of the whole picture takes its time."""

from threading import Lock

import numpy as np

from firmware.scoreboard.setup_words import advice, verdict
from firmware.scoreboard.state import Json
from firmware.view import View, live_jpeg
from vision.aim import Aimed, NotAimed, judge_aim
from vision.cells import Sampler
from vision.colours import middle_colours
from vision.lattice import COLUMNS, ROWS
from vision.locate import LEAST_FIT
from vision.seen import BoardLost, BoardSeen


class Aiming:
    """Judges one picture at a time, whoever asks; each only once."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._view: View | None = None
        self._aim: Aimed | NotAimed | None = None
        self._told: Json = {}

    def judge(self, view: View) -> Json:
        """What there is to say of a moment before the camera; see docs/api.md."""
        with self._lock:
            if view is not self._view:
                lattice = None if isinstance(view.observation, BoardLost) else view.observation.lattice
                self._aim, self._view = judge_aim(view.bgr, lattice), view
                self._told = _told(view, self._aim)
            return self._told

    def picture(self) -> bytes | None:
        """The picture that was judged last, with the grid drawn over it, as JPEG; None before the first."""
        with self._lock:
            view, aim = self._view, self._aim
        if view is None:
            return None
        return live_jpeg(view, aim.lattice if isinstance(aim, Aimed) else None)


def _told(view: View, aim: Aimed | NotAimed) -> Json:
    observation = view.observation
    seen = observation if isinstance(observation, BoardSeen) else None
    return {
        "found": isinstance(aim, Aimed),
        "fit": round(aim.fit, 3),
        "least_fit": LEAST_FIT,
        "verdict": verdict(aim, observation),
        "faults": [fault.value for fault in aim.faults],
        "advice": advice(aim),
        "board": str(seen.board) if seen is not None else None,
        "looks": _looks(view, seen) if seen is not None else {"red": None, "yellow": None},
    }


def _looks(view: View, seen: BoardSeen) -> Json:
    """The colour that the discs of each player have in the picture, like `#c81e1e`; None where there are none."""
    height, width = view.bgr.shape[:2]
    middles = middle_colours(Sampler(seen.lattice, (height, width)).straighten(view.bgr))
    cells = [(column, row) for column in range(COLUMNS) for row in range(ROWS)]
    found: Json = {"red": None, "yellow": None}
    for player in found:
        theirs = [middles[cell] for cell in cells if (disc := seen.board[cell]) is not None and disc.player == player]
        if theirs:
            blue, green, red = np.median(np.array(theirs), axis=0).round().astype(int).tolist()
            found[player] = f"#{red:02x}{green:02x}{blue:02x}"
    return found
