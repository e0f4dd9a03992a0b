"""From which side the camera looks, and whose discs are whose, as the settings say it."""

from dataclasses import dataclass, replace

import numpy as np

from firmware.config import Config
from hardware.ports import Image
from referee.board import Board
from vision.seen import BoardHidden, BoardSeen, Observation


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """How pictures and what is seen in them become the game's.

    Attributes:
        is_mirrored: Whether column a is at the right in the camera's picture.
        is_swapped: Whether the redder discs are Yellow's.
    """

    is_mirrored: bool = False
    is_swapped: bool = False

    @classmethod
    def of(cls, settings: Config) -> "Viewpoint":
        """What the settings say."""
        return cls(settings.camera.is_mirrored, settings.discs.redder == "yellow")

    def picture(self, bgr: Image) -> Image:
        """The camera's picture, uint8, shape (height, width, 3), with column a at the left."""
        if not self.is_mirrored:
            return bgr
        turned: Image = np.ascontiguousarray(bgr[:, ::-1])
        turned.flags.writeable = False
        return turned

    def board(self, board: Board) -> Board:
        """A board in the names of the discs' looks in those of the players, and the other way round."""
        return Board(board.yellow, board.red) if self.is_swapped else board

    def observation(self, observation: Observation) -> Observation:
        """What was seen, in the names of the players."""
        match observation:
            case BoardSeen():
                return self._named(observation)
            case BoardHidden(guess=BoardSeen() as guess):
                return replace(observation, guess=self._named(guess))
            case _:
                return observation

    def _named(self, seen: BoardSeen) -> BoardSeen:
        if not self.is_swapped:
            return seen
        others = tuple(replace(other, board=self.board(other.board)) for other in seen.alternatives)
        return replace(seen, board=self.board(seen.board), alternatives=others)
