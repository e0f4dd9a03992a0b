"""A board that stays unexplained is read as if it had never been seen."""

import numpy as np

from referee.board import Board
from vision.anew import AGAIN_SECONDS, BAFFLED_SECONDS, ReadingAnew

PICTURE = np.zeros((48, 64, 3), np.uint8)
HALF = Board.parse("......./......./......./......./YR...../RY....R")


def boards_read(board: Board | None, seconds: float) -> list[Board | None]:
    anew = ReadingAnew(lambda _: board)
    return [anew.read(PICTURE, at) for at in np.arange(0.0, seconds, 0.1)]


def test_a_board_is_believed_once_it_was_read_twice() -> None:
    seen = boards_read(HALF, BAFFLED_SECONDS + AGAIN_SECONDS + 0.25)
    assert [board for board in seen if board is not None] == [HALF]
    assert boards_read(HALF, BAFFLED_SECONDS + AGAIN_SECONDS - 0.15).count(None) == 20
