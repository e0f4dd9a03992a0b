import itertools
import random

import pytest

from referee.board import Board, Cell, Disc, cell_bit, cell_name
from referee.lines import cells_in_lines, has_line, runs_through_bottom, scores
from tests.games import shuffled_full_board


def mask(*cells: Cell) -> int:
    return sum(cell_bit(*cell) for cell in cells)


@pytest.mark.parametrize(
    ("cells", "column"),
    [
        ([(0, 0), (1, 0), (2, 0), (3, 0)], 2),
        ([(6, 0), (6, 1), (6, 2), (6, 3)], 6),
        ([(0, 0), (1, 1), (2, 2), (3, 3)], 0),
        ([(6, 0), (5, 1), (4, 2), (3, 3)], 6),
    ],
)
def test_four_in_a_row_in_every_direction_score(cells: list[Cell], column: int) -> None:
    assert scores(mask(*cells), column)
    assert runs_through_bottom(mask(*cells), column) == tuple(sorted(cells))
    assert has_line(mask(*cells))
    assert not scores(mask(*cells[:-1]), column)


def test_a_run_of_five_is_told_whole_and_two_lines_are_told_together() -> None:
    row = [(column, 0) for column in range(1, 6)]
    up = [(1, row) for row in range(4)]
    assert runs_through_bottom(mask(*row, *up[1:]), 1) == tuple(sorted({*row, *up}))


def test_a_line_that_misses_the_disc_gives_nothing() -> None:
    assert not scores(mask((0, 0), (1, 0), (2, 0), (3, 0), (6, 0)), 6)
    assert runs_through_bottom(mask((0, 0), (1, 1), (2, 1), (3, 1), (4, 1)), 0) == ()


def test_lines_do_not_run_over_the_edge_of_the_grid() -> None:
    assert not has_line(mask((0, 4), (0, 5), (1, 0), (1, 1)))
    assert not has_line(mask((0, 5), (1, 5), (2, 5), (4, 5)))


def test_the_masks_agree_with_looking_at_every_cell() -> None:
    rng = random.Random(4)
    for _ in range(200):
        board = shuffled_full_board(rng)
        for column in range(7):
            disc = board[column, 0]
            assert disc is not None
            assert scores(board.mask(disc), column) == bool(runs_through_bottom(board.mask(disc), column))
        assert has_line(board.red) == looked_through(board, Disc.RED)


def looked_through(board: Board, disc: Disc) -> bool:
    for column, row in itertools.product(range(7), range(6)):
        for right, up in [(1, 0), (0, 1), (1, 1), (1, -1)]:
            cells = [(column + step * right, row + step * up) for step in range(4)]
            if all(0 <= c < 7 and 0 <= r < 6 and board[c, r] is disc for c, r in cells):
                return True
    return False


def test_the_cells_of_all_fours_are_found_anywhere_and_over_no_edge() -> None:
    board = Board.parse("......R/......R/......R/.....RR/...RRRR/RRRR...")
    found = " ".join(map(cell_name, cells_in_lines(board.mask(Disc.RED))))
    assert found == "a1 b1 c1 d1 d2 e2 f2 f3 g2 g3 g4 g5 g6"
    assert cells_in_lines(0) == ()
    for seed in range(200):
        discs = shuffled_full_board(random.Random(seed))
        for disc in Disc:
            found = cells_in_lines(discs.mask(disc))
            assert [cell_name(cell) for cell in found] == sorted(fours_by_hand(discs, disc))
            assert bool(found) == has_line(discs.mask(disc))


def fours_by_hand(board: Board, disc: Disc) -> set[str]:
    cells = set()
    for column in range(7):
        for row in range(6):
            for step_column, step_row in ((1, 0), (0, 1), (1, 1), (1, -1)):
                four = [(column + along * step_column, row + along * step_row) for along in range(4)]
                inside = all(0 <= one < 7 and 0 <= other < 6 for one, other in four)
                if inside and all(board[cell] is disc for cell in four):
                    cells |= {cell_name(cell) for cell in four}
    return cells
