import pytest

from referee.board import Board, Disc, cell_name, column_index, column_name
from referee.errors import BoardTextError, ColumnFullError

STRIPED = "YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR/YRYRYRY/RYRYRYR"


def test_a_board_text_has_its_top_row_first() -> None:
    board = Board.parse("......./......./......./......./..Y..../R.R....")
    assert board[0, 0] is Disc.RED
    assert board[2, 1] is Disc.YELLOW
    assert board[1, 0] is None
    assert board.height(2) == 2
    assert board.column(2) == (Disc.RED, Disc.YELLOW)
    assert (board.count(Disc.RED), board.count(Disc.YELLOW)) == (2, 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("......./.......", "6 rows"),
        ("......./......./......./......./...../.......", "row 2 of the board has 5 cells"),
        ("......./......./......./......./......./...x...", "cell d1"),
        ("", "6 rows"),
    ],
)
def test_a_text_that_is_no_board_is_refused_with_the_place(text: str, said: str) -> None:
    with pytest.raises(BoardTextError, match=said):
        Board.parse(text)


def test_a_pop_lets_the_column_fall_and_leaves_its_neighbours_alone() -> None:
    board = Board.parse(STRIPED)
    assert str(board.popped(1)) == "Y.YRYRY/RRRYRYR/YYYRYRY/RRRYRYR/YYYRYRY/RRRYRYR"
    assert board.popped(1).differing_columns(board) == (1,)


def test_a_drop_lands_on_top_and_a_full_column_refuses_it() -> None:
    board = Board.empty().dropped(3, Disc.RED).dropped(3, Disc.YELLOW)
    assert str(board) == "......./......./......./......./...Y.../...R..."
    with pytest.raises(ColumnFullError, match="column a"):
        Board.parse(STRIPED).dropped(0, Disc.RED)


def test_from_columns_wants_seven_columns_of_at_most_six() -> None:
    with pytest.raises(BoardTextError):
        Board.from_columns([[]] * 6)
    with pytest.raises(ColumnFullError):
        Board.from_columns([[Disc.RED] * 7, *[[]] * 6])


def test_a_cell_outside_of_the_grid_is_an_error() -> None:
    for cell in [(-1, 0), (7, 0), (0, 6), (0, -1)]:
        with pytest.raises(IndexError):
            Board.empty()[cell]


def test_what_gravity_or_the_set_forbids_is_named() -> None:
    floating = Board.empty().with_cell(2, 3, Disc.RED)
    assert floating.problems() == ("a disc floats above the empty cell c1",)
    red = Board.from_columns([[Disc.RED] * 6] * 4 + [[]] * 3)
    assert red.problems() == ("there are 24 red discs, the set has 21",)
    assert Board.parse(STRIPED).problems() == ()


def test_names_of_columns_and_cells_go_both_ways() -> None:
    assert [column_index(column_name(column)) for column in range(7)] == list(range(7))
    assert cell_name((6, 5)) == "g6"
    for wrong in ["", "h", "ab"]:
        with pytest.raises(ValueError, match=r"column|substring"):
            column_index(wrong)


def test_a_disc_knows_its_letter_its_player_and_the_other() -> None:
    assert (Disc.RED.letter, Disc.RED.player, Disc.RED.other) == ("R", "red", Disc.YELLOW)
    assert (Disc.YELLOW.letter, Disc.YELLOW.player, Disc.YELLOW.other) == ("Y", "yellow", Disc.RED)
