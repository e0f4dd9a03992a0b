import pytest

from hardware.errors import InvalidValueError
from hardware.ports import Colour
from hardware.simulated.scene import Cover, CoverKind, DiscColour, Light, Scene, Shift
from hardware.simulated.table import Pace, Table

FIRST, SECOND = DiscColour.FIRST, DiscColour.SECOND


def run(table: Table, limit: int = 500) -> list[Scene]:
    """All scenes until nothing is left to do."""
    scenes = []
    while table.is_busy:
        scenes.append(table.step())
        assert len(scenes) < limit, "the table does not come to rest"
    return scenes


def rows(scene: Scene, column: int) -> list[float]:
    return sorted(disc.row for disc in scene.discs if disc.column == column)


def test_a_dropped_disc_falls_onto_the_others() -> None:
    table = Table(columns=((FIRST,), (), (), (), (), (), ()))
    table.drop(0, SECOND)
    scenes = run(table)
    assert table.columns[0] == (FIRST, SECOND)
    heights = [max(rows(scene, 0)) for scene in scenes if len(rows(scene, 0)) == 2]
    assert heights[0] > 6
    assert heights[-1] == 1
    assert heights == sorted(heights, reverse=True)
    assert any(1 < height < 6 for height in heights), "nobody saw it fall"


def test_at_rest_is_only_said_when_nothing_moves_and_no_hand_is_near() -> None:
    table = Table()
    assert table.is_at_rest
    table.drop(3, FIRST)
    while table.is_busy:
        scene = table.step()
        in_place = all(disc.row == round(disc.row) and disc.row < 6 and not disc.smear for disc in scene.discs)
        assert not table.is_at_rest or (in_place and not scene.covers)
    assert table.is_at_rest


def test_a_pop_takes_the_bottom_disc_and_lowers_the_rest() -> None:
    table = Table(columns=((), (FIRST, SECOND, SECOND), (), (), (), (), ()))
    assert table.pop(1) is FIRST
    scenes = run(table)
    assert table.columns[1] == (SECOND, SECOND)
    assert any(0 < row < 1 for scene in scenes for row in rows(scene, 1)), "nobody saw the column sink"
    assert any(disc.row < -1 for scene in scenes for disc in scene.discs), "nobody saw the disc come out"
    assert len(scenes[-1].discs) == 2


def test_the_topmost_disc_can_be_taken_out_against_the_rules() -> None:
    table = Table(columns=((FIRST, SECOND), (), (), (), (), (), ()))
    assert table.take(0) is SECOND
    scenes = run(table)
    assert table.columns[0] == (FIRST,)
    assert any(1 < row < 6 for scene in scenes for row in rows(scene, 0))


def test_what_was_asked_for_happens_in_order() -> None:
    table = Table(pace=Pace(reach=0.1, hold=0, push=0.1))
    table.drop(2, FIRST)
    table.drop(2, SECOND)
    assert table.pop(2) is FIRST
    assert table.planned[2] == (SECOND,)
    assert table.columns[2] == ()
    run(table)
    assert table.columns[2] == (SECOND,)


def test_a_jammed_disc_hangs_until_it_is_loosened() -> None:
    table = Table()
    table.jam(4, FIRST, 2.4)
    run(table)
    assert table.columns[4] == ()
    assert not table.is_at_rest
    assert rows(table.scene, 4) == [2.4]
    table.loosen(4)
    run(table)
    assert table.columns[4] == (FIRST,)
    assert table.is_at_rest


def test_a_disc_held_over_a_column_is_not_dropped() -> None:
    table = Table()
    table.hover(5, SECOND)
    scenes = run(table)
    assert any(scene.discs for scene in scenes)
    assert table.columns == ((),) * 7
    assert table.scene.discs == ()


def test_hands_set_any_arrangement_and_mend_a_jam() -> None:
    table = Table()
    table.jam(4, FIRST, 2.4)
    wanted = ((FIRST,), (SECOND,), (), (), (), (), ())
    table.arrange(wanted)
    run(table)
    assert table.columns == wanted
    assert table.is_at_rest


def test_a_bumped_board_stays_where_it_was_pushed() -> None:
    table = Table()
    table.push(Shift(right=0.8, turn_degrees=5))
    scenes = run(table)
    assert len({scene.shift for scene in scenes}) > 2
    assert table.scene.shift == Shift(right=0.8, turn_degrees=5)
    assert table.is_at_rest


def test_light_and_bystanders_do_not_wait_for_the_board() -> None:
    table = Table()
    table.drop(0, FIRST)
    table.change_light(Light(lamp=0.0))
    table.stand_in_front(Cover(CoverKind.HEAD, 3, 2, -90), 0.5)
    scenes = [table.step() for _ in range(4)]
    assert table.scene.light.lamp == 0
    assert [cover.kind for cover in scenes[1].covers] == [CoverKind.HEAD, CoverKind.PINCH]
    run(table)
    assert table.scene.covers == ()


def test_the_strip_lights_the_table() -> None:
    table = Table()
    table.show_strip([Colour(1, 2, 3)])
    assert table.step().strip == (Colour(1, 2, 3),)


def test_what_cannot_happen_is_refused_at_once() -> None:
    full = (FIRST,) * 6
    table = Table(columns=(full, (), (), (), (), (), ()))
    with pytest.raises(InvalidValueError, match="column 0 is full"):
        table.drop(0, FIRST)
    with pytest.raises(InvalidValueError, match="no disc to pop"):
        table.pop(1)
    with pytest.raises(InvalidValueError, match="no disc to take"):
        table.take(1)
    with pytest.raises(InvalidValueError, match="0 to 6"):
        table.drop(7, FIRST)
    with pytest.raises(InvalidValueError, match="only stick above"):
        Table(columns=((FIRST, FIRST), (), (), (), (), (), ())).jam(0, FIRST, 1.5)
    with pytest.raises(InvalidValueError, match="heights"):
        table.fill((full, full))
    assert not table.is_busy
