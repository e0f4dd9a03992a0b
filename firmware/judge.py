"""From pictures to events: the eye and the settling filter joined, for every command that looks at a board."""

from collections.abc import Callable
from typing import Final, Literal, Protocol, assert_never

from firmware.events import BoardSettled, DeviceFailed, DeviceMended, Event, SightChanged, Tick
from firmware.picture_size import PictureSize, Taken
from firmware.snapshot import Sight
from firmware.view import View
from firmware.viewpoint import Viewpoint
from hardware.ports import Image
from referee.board import Board
from vision.seen import Alternative, BoardHidden, BoardLost, BoardSeen, Observation
from vision.settle import StabilityFilter

STRAIGHT: Final = Viewpoint()
CAMERA: Final = "camera"
"""What is told to fail while pictures are odd."""


class Looks(Protocol):
    """What is asked of the eye."""

    def look(self, bgr: Image, at: float) -> Observation:
        """What one picture shows."""
        ...

    def confirm(self, board: Board) -> None:
        """The referee has accepted this board, which stood still."""
        ...

    def take_word(self, board: Board) -> None:
        """The players say that this board stands there, whatever is seen."""
        ...


class Judge:
    """Looks at frame after frame of one camera.

    Args:
        eye: Sees the board in a picture.
        settle: Passes a board once it stands still.
        viewpoint: How pictures and what the eye sees in them become the game's.
        open_eye: Opens another eye, which expects that board, for when the camera's pictures are of another size from
            some picture on; None keeps the eye, which must bear that.
    """

    def __init__(
        self,
        eye: Looks,
        settle: StabilityFilter,
        viewpoint: Viewpoint = STRAIGHT,
        open_eye: Callable[[Board | None], Looks] | None = None,
    ) -> None:
        self._eye = eye
        self._settle = settle
        self._open_eye = open_eye
        self._expected = settle.standing
        self._picture_size = PictureSize()
        self._offered: tuple[Board, ...] = ()
        self.viewpoint: Final = viewpoint
        self._sight: Sight | None = None
        self._view: View | None = None

    @property
    def view(self) -> View | None:
        """The last picture, column a at the left, and what was seen in it; None before the first."""
        return self._view

    def look(self, bgr: Image, at: float) -> tuple[Event, ...]:
        """What happened, as far as one picture tells; at least a tick.

        Args:
            bgr: The picture, uint8, shape (height, width, 3).
            at: When it was taken, in monotonic seconds.
        """
        events: list[Event] = []
        taken = self._picture_size.take((bgr.shape[0], bgr.shape[1]), at)
        if taken is not Taken.USUAL:
            events.append(DeviceFailed(CAMERA, self._picture_size.message, at))
            if taken is Taken.ODD:
                return tuple(events)
            if self._open_eye is not None:
                self._eye = self._open_eye(self._expected)
        elif self._picture_size.is_forgotten(at):
            events.append(DeviceMended(CAMERA, at))
        bgr = self.viewpoint.picture(bgr)
        observation = self.viewpoint.observation(self._eye.look(bgr, at))
        self._view = View(bgr, observation)
        settled = self._settle.observe(observation, at)
        sight = _sight(observation)
        if sight is not self._sight:
            self._sight = sight
            events.append(SightChanged(sight, at))
        if settled is not None:
            is_guess = isinstance(observation, BoardHidden)
            alternatives = _alternatives(observation)
            self._offered = tuple(other.board for other in alternatives)
            events.append(BoardSettled(settled, at, alternatives, is_guess))
        return tuple(events) or (Tick(at),)

    def trust(self, board: Board) -> None:
        """The referee has accepted the board as it stands: the eye may learn from it."""
        self._expected = board
        seen = self.viewpoint.board(board)
        # Only a board that the eye did not pass itself is somebody's word; what it sees since may be the next disc.
        if self._settle.standing == board:
            self._eye.confirm(seen)
        else:
            self._eye.take_word(seen)
        if board in self._offered:
            self._settle.stand(board)
        self._offered = ()

    def look_again(self) -> None:
        """The board at rest that was told last says nothing yet: it is told again while it is still seen."""
        self._settle.take_back()

    def forget_sight(self) -> None:
        """The camera was lost: whatever it sees next is news."""
        self._sight = None


def _alternatives(observation: Observation) -> tuple[Alternative, ...]:
    match observation:
        case BoardSeen(alternatives=alternatives) | BoardHidden(guess=BoardSeen(alternatives=alternatives)):
            return alternatives
        case _:
            return ()


def _sight(observation: Observation) -> Literal[Sight.CLEAR, Sight.HIDDEN, Sight.BOARD_LOST]:
    match observation:
        case BoardSeen():
            return Sight.CLEAR
        case BoardHidden():
            return Sight.HIDDEN
        case BoardLost():
            return Sight.BOARD_LOST
        case _:
            assert_never(observation)
