"""What is in each hole: a small trained network that looks at the whole straightened board at once.

It was trained only on boards that the project renders itself (`vision.training`). Those vary every colour there is,
so it answers from shape: whether a disc fills the hole, or the room behind shows through, or something lies in front.
It also says which discs are the redder ones; `vision.colours` decides that finally from the discs of the board at
hand.
"""

from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells import in_game_order
from vision.picture import Image

HIDDEN: Final = 3
"""Place of the fourth state, after those of `vision.decode`: something lies in front of the hole."""

MODEL_FILE: Final = Path(__file__).with_name("cell_model.onnx")

CONTRAST_FLOOR: Final = 0.3
"""Added to the spread of a board, in roots of grey levels, so that a black picture is not blown up to noise."""


def standardised(board: Image) -> NDArray[np.float32]:
    """Bring a straightened board to mean 0 and spread about 1, all channels alike, so that colours stay what they are.

    Roots of the grey levels are taken first: a window behind the board would else leave nothing of a dark frame.

    Args:
        board: As `vision.cells.Sampler.straighten` gives it.
    Returns: Shape (1, 3, 96, 112), ready for the network.
    """
    values = np.sqrt(board, dtype=np.float32)
    values -= values.mean()
    values /= values.std() + np.float32(CONTRAST_FLOOR)
    return np.ascontiguousarray(values.transpose(2, 0, 1)[None])


class CellJudge(Protocol):
    """Says what is in the holes of a straightened board."""

    def log_probabilities(self, board: Image) -> NDArray[np.float64]:
        """Give the log-probability of each cell's four states, shape (7, 6, 4)."""
        ...


class CellModel:
    """The trained network, loaded once; not to be shared between threads."""

    def __init__(self, file: Path = MODEL_FILE) -> None:
        """Load the network.

        Raises: cv2.error when the file is no network.
        """
        self._net = cv2.dnn.readNetFromONNX(str(file))

    def log_probabilities(self, board: Image) -> NDArray[np.float64]:
        """Give the log-probability of each cell's four states: empty, red, yellow, hidden.

        Args:
            board: As `vision.cells.Sampler.straighten` gives it.
        Returns: Shape (7, 6, 4), column from the left, row from the bottom.
        """
        self._net.setInput(standardised(board))
        scores = np.asarray(self._net.forward(), dtype=np.float64)[0].transpose(1, 2, 0)
        scores -= scores.max(axis=-1, keepdims=True)
        return in_game_order(scores - np.log(np.exp(scores).sum(axis=-1, keepdims=True)))


LOOK_OFFSETS: Final = ((0.0, 0.0), (0.7, 0.0), (-0.7, 0.0), (0.0, 0.7), (0.0, -0.7))
"""Pixels by which the board is moved from look to look: about as much as the lattice may be off."""


class RepeatedLooks:
    """A network that is asked ten times about one board, moved a little and mirrored, and answers with the mean.

    Ten times the time; for single pictures, where nothing else can be compared.
    """

    def __init__(self, model: CellModel) -> None:
        """Take the network to ask."""
        self._model = model

    def log_probabilities(self, board: Image) -> NDArray[np.float64]:
        """Give the log-probability of each cell's four states, shape (7, 6, 4)."""
        height, width = board.shape[:2]
        total = np.zeros(1)
        for across, down in LOOK_OFFSETS:
            move = np.array([[1.0, 0.0, across], [0.0, 1.0, down]])
            moved = np.asarray(
                cv2.warpAffine(board, move, (width, height), borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8
            )
            mirrored = np.ascontiguousarray(moved[:, ::-1])
            total = total + self._model.log_probabilities(moved) + self._model.log_probabilities(mirrored)[::-1]
        mean = total / (2 * len(LOOK_OFFSETS))
        return np.asarray(mean - np.logaddexp.reduce(mean, axis=-1, keepdims=True), dtype=np.float64)
