"""The eye before the simulated table: what it sees while people play, bump, cover and light the board."""

import random
from collections.abc import Callable

import numpy as np
import pytest

from hardware.ports import Colour, Image
from hardware.simulated.options import RoomOptions, SceneOptions
from hardware.simulated.random_scene import table_scene
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Columns, Cover, CoverKind, DiscColour, Light, Shift
from hardware.simulated.table import Pace, Table
from referee.board import Board, Disc
from vision.eye import Eye
from vision.lattice import Lattice
from vision.seen import BoardHidden, BoardLost, BoardSeen, LostReason, Observation
from vision.settle import StabilityFilter
from vision.still import StillReading, read_still

DISCS = {DiscColour.FIRST: Disc.RED, DiscColour.SECOND: Disc.YELLOW}
MIDDLE_GAME = Board.parse("R.....Y/RY...RY/YYR.RRY/RYYRYRR/YRRYYRY/RYRYRYR")
FRAMES_PER_SECOND = 5.0


def columns_of(board: Board) -> Columns:
    kinds = {disc: kind for kind, disc in DISCS.items()}
    return tuple(tuple(kinds[disc] for disc in board.column(column)) for column in range(7))


def still_board(bgr: Image) -> Board | None:
    reading = read_still(bgr)
    return reading.board if isinstance(reading, StillReading) else None


class Scenery:
    """A table, the pictures of it, and an eye on them that is told what was accepted."""

    def __init__(
        self,
        board: Board = MIDDLE_GAME,
        *,
        known: bool = True,
        options: SceneOptions | None = None,
        read: Callable[[Image], Board | None] | None = None,
    ) -> None:
        self.table = Table(
            frames_per_second=FRAMES_PER_SECOND, columns=columns_of(board), pace=Pace(reach=0.4, hold=0.2, push=0.2)
        )
        self.renderer = Renderer(options or SceneOptions(seed=3))
        self.located = 0
        self.eye = Eye(self.locate, read or (lambda _: board), expected=board if known else None)
        self.settle = StabilityFilter(board if known else None)
        self.at = 0.0
        self.settled: list[Board] = []

    def locate(self, _: Image) -> Lattice:
        self.located += 1
        holes = self.renderer.holes(self.table.scene.shift).reshape(6, 7, 2)
        return Lattice.from_corner_holes([holes[0, 0], holes[0, 6], holes[5, 6], holes[5, 0]])

    @property
    def truth(self) -> Board:
        return Board.from_columns([[DISCS[disc] for disc in stack] for stack in self.table.columns])

    def step(self) -> Observation:
        observation = self.eye.look(self.renderer.render(self.table.step()).pixels, self.at)
        settled = self.settle.observe(observation, self.at)
        if settled is not None and isinstance(observation, BoardHidden):
            # A guess is for the game to decide, and there is none here.
            self.settle.take_back()
        elif settled is not None:
            self.settled.append(settled)
            self.eye.confirm(settled)
        self.at += 1 / FRAMES_PER_SECOND
        return observation

    def watch(self, frames: int = 4) -> list[Observation]:
        """Let what was asked for happen, and look on for some frames more."""
        seen = []
        while self.table.is_busy:
            seen.append(self.step())
        return [*seen, *(self.step() for _ in range(frames))]


def test_a_board_that_nobody_touches_is_seen_in_every_frame() -> None:
    scenery = Scenery()
    for observation in scenery.watch(6):
        assert isinstance(observation, BoardSeen)
        assert observation.board == MIDDLE_GAME
    assert scenery.settled == []
    assert scenery.located == 1


def test_each_pop_and_each_drop_settles_once_and_in_order() -> None:
    scenery = Scenery()
    scenery.watch()
    due = []
    for act in (
        lambda: scenery.table.pop(4),
        lambda: scenery.table.drop(3, DiscColour.SECOND),
        lambda: scenery.table.pop(0),
        lambda: scenery.table.drop(1, DiscColour.FIRST),
    ):
        act()
        scenery.watch()
        due.append(scenery.truth)
    assert scenery.settled == due


def test_a_setup_from_the_empty_board_is_followed() -> None:
    scenery = Scenery(Board.empty())
    scenery.watch()
    due = []
    for number, column in enumerate((3, 0, 6)):
        scenery.table.drop(column, list(DiscColour)[number % 2])
        scenery.watch()
        due.append(scenery.truth)
    assert scenery.settled == due


def test_without_a_known_board_the_first_one_is_read() -> None:
    scenery = Scenery(known=False)
    scenery.watch()
    assert scenery.settled == [MIDDLE_GAME]


def test_a_hand_in_front_is_hidden_and_its_cells_are_named() -> None:
    scenery = Scenery()
    scenery.watch()
    scenery.table.stand_in_front(Cover(CoverKind.HAND, 3.0, 2.5, -80.0), 1.0)
    hidden = [observation for observation in scenery.watch() if isinstance(observation, BoardHidden)]
    assert len(hidden) >= 3
    assert any(abs(column - 3) <= 1 for observation in hidden for column, _ in observation.cells)
    assert scenery.settled == []


@pytest.mark.parametrize(
    ("scene", "text", "head"),
    [
        (1172, "Y...Y.Y/Y..YR.Y/RR.YYRR/YRRRYYR/YYRYYRY/YYYRRRR", Cover(CoverKind.HEAD, 4.36, 2.11, -37.0, 87)),
        (1189, "..Y.Y.R/..YRRRR/..YRYRY/.RYRRYY/.YYYYYR/.YRRRRY", Cover(CoverKind.HEAD, 0.77, 1.42, -33.0, 93)),
    ],
)
def test_a_head_before_most_of_the_board_is_no_change_of_light(scene: int, text: str, head: Cover) -> None:
    board = Board.parse(text)
    scenery = Scenery(board, options=table_scene(scene))
    scenery.watch(10)
    scenery.table.stand_in_front(head, 2.0)
    seen = scenery.watch()
    assert any(isinstance(each, BoardHidden) for each in seen)
    assert all(each.board == board for each in seen if isinstance(each, BoardSeen))
    assert scenery.settled == []


def test_a_dark_head_before_dark_plastic_has_not_emptied_a_column() -> None:
    board = Board.parse("Y....../R..Y.R./YY.Y.RR/RR.RYRY/YR.RRRY/RR.YYYR")
    scenery = Scenery(board, options=table_scene(1221))
    scenery.table.push(Shift(0.66, 0.0, -2.25, -1.2))
    scenery.watch(3)
    scenery.table.change_light(Light(0.5, 1.32, -0.53), 0.2)
    scenery.watch(10)
    scenery.table.stand_in_front(Cover(CoverKind.HEAD, 6.43, 5.82, 46.0, 51), 2.0)
    seen = scenery.watch()
    assert any(isinstance(each, BoardHidden) for each in seen)
    assert scenery.settled == []


def test_the_only_disc_of_a_column_behind_a_dark_head_was_not_popped() -> None:
    board = Board.parse("......./......./......./......./......./....YR.")
    scenery = Scenery(board, options=table_scene(9044))
    scenery.watch(10)
    scenery.table.stand_in_front(Cover(CoverKind.HEAD, 0.19, 2.99, 36.4, 52), 1.0)
    seen = scenery.watch()
    assert any(isinstance(each, BoardHidden) for each in seen)
    assert scenery.settled == []


def test_a_disc_held_over_a_column_is_not_yet_a_disc() -> None:
    scenery = Scenery()
    scenery.watch()
    scenery.table.hover(3, DiscColour.FIRST, 1.5)
    scenery.watch()
    assert scenery.settled == []


def test_a_jammed_disc_counts_only_when_it_has_fallen() -> None:
    scenery = Scenery()
    scenery.watch()
    scenery.table.jam(3, DiscColour.FIRST, 4.5)
    scenery.watch(8)
    assert scenery.settled == []
    scenery.table.loosen(3)
    scenery.watch()
    assert scenery.settled == [MIDDLE_GAME.dropped(3, Disc.RED)]


@pytest.mark.parametrize(
    "light", [Light(lamp=0.0), Light(exposure=1.5), Light(exposure=0.6), Light(warmth=0.7), Light(warmth=-0.7)]
)
def test_a_light_that_changes_changes_no_cell(light: Light) -> None:
    scenery = Scenery()
    scenery.watch()
    scenery.table.change_light(light, 0.2)
    scenery.watch(4)
    assert isinstance(scenery.step(), BoardSeen)
    scenery.table.pop(6)
    scenery.watch()
    assert scenery.settled == [scenery.truth]


def test_the_light_of_the_own_strip_changes_nothing() -> None:
    scenery = Scenery()
    scenery.watch()
    colours = random.Random(1)
    for _ in range(6):
        strip = [Colour(*(colours.choice((0, 30, 64)) for _ in range(3))) for _ in range(24)]
        scenery.table.show_strip(strip)
        assert isinstance(scenery.step(), BoardSeen)
    scenery.table.pop(2)
    scenery.watch()
    assert scenery.settled == [scenery.truth]


@pytest.mark.parametrize("shift", [Shift(0.1), Shift(0.7, 0.2, 2.0, 1.0), Shift(-1.2, 0.0, -3.0)])
def test_a_bumped_board_is_followed_and_the_game_goes_on(shift: Shift) -> None:
    scenery = Scenery()
    scenery.watch()
    scenery.table.push(shift)
    last = scenery.watch()[-1]
    assert isinstance(last, BoardSeen)
    holes = scenery.renderer.holes(shift)
    assert np.linalg.norm(last.lattice.holes() - holes, axis=1).max() < 0.1 * last.lattice.pitch_pixels()
    scenery.table.pop(5)
    scenery.watch()
    assert scenery.settled == [scenery.truth]


def test_after_a_jump_across_the_picture_the_board_is_found_within_two_seconds() -> None:
    scenery = Scenery()
    scenery.watch()
    scenery.table.push(Shift(2.2, -0.8, 6.0, 3.0), 0.2)
    while scenery.table.is_busy:
        scenery.step()
    seen = [scenery.step() for _ in range(int(2 * FRAMES_PER_SECOND))]
    assert isinstance(seen[-1], BoardSeen)
    assert seen[-1].board == MIDDLE_GAME


def test_a_disc_that_came_while_a_head_hid_the_whole_board_is_seen_soon_after() -> None:
    scenery = Scenery()
    scenery.watch()
    scenery.table.stand_in_front(Cover(CoverKind.HEAD, 3.0, 3.0, 0.0, 7), 2.4)
    for _ in range(3):
        scenery.step()
    scenery.table.drop(3, DiscColour.SECOND)
    scenery.watch(frames=6)
    assert scenery.settled == [MIDDLE_GAME.dropped(3, Disc.YELLOW)]


def test_a_picture_without_the_board_is_lost_and_nothing_else() -> None:
    eye = Eye(lambda _: None, lambda _: None)
    assert eye.look(np.full((480, 640, 3), 120, np.uint8), 0.0) == BoardLost(LostReason.NOT_FOUND)


def test_a_grid_that_cannot_be_read_is_said_to_be_so() -> None:
    scenery = Scenery()
    eye = Eye(scenery.locate, lambda _: None)
    picture = scenery.renderer.render(scenery.table.step()).pixels
    assert eye.look(picture, 0.0) == BoardLost(LostReason.NOT_READ)


def test_a_wall_in_the_colour_of_the_discs_does_not_stop_the_game() -> None:
    reddish = SceneOptions(seed=5, room=RoomOptions(wall_colour=(0.2, 0.2, 0.7)))
    scenery = Scenery(options=reddish)
    scenery.watch()
    acts: list[Callable[[], object]] = [
        lambda: scenery.table.drop(3, DiscColour.FIRST),
        lambda: scenery.table.pop(1),
        lambda: scenery.table.pop(6),
    ]
    due = []
    for act in acts:
        act()
        scenery.watch()
        due.append(scenery.truth)
    assert scenery.settled == due


@pytest.mark.parametrize("cell", [(0, 4), (6, 0)], ids=["read as the other colour", "taken for something in the way"])
def test_the_players_word_on_a_disc_that_looks_like_the_other_colour_is_taken(cell: tuple[int, int]) -> None:
    scenery = Scenery()
    scenery.watch()
    column, row = cell
    stacks = [list(stack) for stack in scenery.table.columns]
    stacks[column][row] = next(colour for colour in DiscColour if colour is not stacks[column][row])
    scenery.table.arrange(tuple(tuple(stack) for stack in stacks))
    assert all(not isinstance(seen, BoardSeen) or seen.board != MIDDLE_GAME for seen in scenery.watch(6)[1:])
    scenery.eye.take_word(MIDDLE_GAME)
    assert all(isinstance(seen, BoardSeen) and seen.board == MIDDLE_GAME for seen in scenery.watch(12))
    scenery.table.drop(3, DiscColour.SECOND)
    scenery.watch()
    assert scenery.settled[-1] == MIDDLE_GAME.dropped(3, Disc.YELLOW)


def test_a_board_that_is_accepted_again_and_again_does_not_hide_the_next_disc() -> None:
    scenery = Scenery()
    scenery.watch()
    scenery.table.drop(3, DiscColour.SECOND)
    for _ in range(12):
        scenery.step()
        if not scenery.settled:
            scenery.eye.confirm(MIDDLE_GAME)
    assert scenery.settled == [MIDDLE_GAME.dropped(3, Disc.YELLOW)]


FULL = Board.parse("RYRYRYR/RYRYRYR/YRYRYRY/YRYRYRY/RYRYRYR/RYRYRYR")
BETWEEN_GAMES = [(MIDDLE_GAME, Board.empty()), (Board.empty(), FULL), (FULL, Board.empty()), (MIDDLE_GAME, FULL)]


@pytest.mark.parametrize("scene", [1001, 1002, 1003])
@pytest.mark.parametrize(("before", "after"), BETWEEN_GAMES, ids=["cleared", "stored", "emptied", "filled"])
def test_a_board_that_is_laid_out_whole_between_two_games_is_seen(before: Board, after: Board, scene: int) -> None:
    scenery = Scenery(before, options=table_scene(scene), read=still_board)
    scenery.watch(10)
    scenery.table.arrange(columns_of(after))
    scenery.watch(20)
    assert scenery.settled[-1:] == [after]
