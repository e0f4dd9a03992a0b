"""Random lawful games and unlawful boards for the referee's tests."""

import random
from collections.abc import Iterator

from referee.board import COLUMNS, ROWS, Board, Disc
from referee.position import Phase, Pop, Position
from referee.violation import ViolationKind


def shuffled_full_board(rng: random.Random) -> Board:
    """A full grid in any arrangement."""
    discs = [Disc.RED] * 21 + [Disc.YELLOW] * 21
    rng.shuffle(discs)
    return Board.from_columns([discs[column * ROWS : (column + 1) * ROWS] for column in range(COLUMNS)])


def random_game(rng: random.Random, *, stored: bool = False) -> Iterator[Position]:
    """The positions of a game played at random to its end, the first one included."""
    position = Position.stored(shuffled_full_board(rng)).settled() if stored else Position.start()
    yield position
    while position.phase is not Phase.OVER:
        position = position.apply(rng.choice(position.legal_actions()))
        yield position


def random_position(rng: random.Random, *, most_actions: int = 130) -> Position:
    """A position somewhere in a random game, not at its end."""
    while True:
        position = Position.start()
        for _ in range(rng.randrange(most_actions)):
            if position.phase is Phase.OVER:
                break
            position = position.apply(rng.choice(position.legal_actions()))
        if position.phase is not Phase.OVER:
            return position


def without_cell(board: Board, column: int, row: int) -> Board:
    """The board once the disc of a cell is gone and those above have fallen."""
    for above in range(row, ROWS):
        board = board.with_cell(column, above, board[column, above + 1] if above + 1 < ROWS else None)
    return board


def wrong_boards(position: Position, kind: ViolationKind, rng: random.Random) -> list[tuple[int | None, Board]]:
    """The column concerned and the board, for every way to break a rule of this kind from a position by one act.

    `redrop-scored-disc` needs the position before as well; see `scoring_pop`.
    """
    board, player, phase = position.board, position.turn, position.phase
    columns = range(COLUMNS)
    room = [column for column in columns if board.height(column) < ROWS]
    filled = [column for column in columns if board.height(column)]
    match kind, phase:
        case ViolationKind.WRONG_ROW, Phase.SETUP:
            above = [column for column in room if board.height(column) > position.filling_row]
            return [(column, board.dropped(column, player)) for column in above]
        case ViolationKind.WRONG_COLOUR, Phase.SETUP | Phase.REDROP:
            return [(column, board.dropped(column, player.other)) for column in room]
        case ViolationKind.POPPED_DURING_SETUP, Phase.SETUP:
            return [(column, board.popped(column)) for column in filled]
        case ViolationKind.NOT_YOUR_DISC, Phase.POP:
            theirs = [column for column in filled if board[column, 0] is player.other]
            return [(column, board.popped(column)) for column in theirs]
        case ViolationKind.DROP_WITHOUT_POP, Phase.POP:
            return [(column, board.dropped(column, rng.choice(list(Disc)))) for column in room]
        case ViolationKind.REDROP_OWN_COLUMN, Phase.REDROP if position.hand not in position.redrop_columns():
            assert position.hand is not None
            return [(position.hand, board.dropped(position.hand, player))]
        case ViolationKind.POP_BEFORE_REDROP, Phase.REDROP:
            return [(column, board.popped(column)) for column in filled]
        case ViolationKind.DISC_REMOVED, _:
            cells = [(column, row) for column in filled for row in range(1, board.height(column))]
            removed = [(column, without_cell(board, column, row)) for column, row in cells]
            # Where it looks like a pop, nobody can tell it from one.
            return [(column, after) for column, after in removed if after != board.popped(column)]
        case ViolationKind.BOARD_CHANGED, _ if board.occupied.bit_count() > 3:
            cells = [(column, row) for column in filled for row in range(board.height(column))]
            for column, row in rng.sample(cells, 3):
                disc = board[column, row]
                assert disc is not None
                board = board.with_cell(column, row, disc.other)
            return [(None, board)]
        case _:
            return []


def scoring_pop(rng: random.Random) -> tuple[Position, Position]:
    """A position and the one after a scoring pop from it, with the same player still due to pop."""
    while True:
        position = random_position(rng)
        for action in position.legal_actions():
            if isinstance(action, Pop) and position.scores(action.column):
                after = position.apply(action)
                if after.phase is Phase.POP and after.turn is position.turn:
                    return position, after
