"""What is asked for is done by the loop while the state that it was meant for is still the table's."""

from queue import SimpleQueue

import pytest

from firmware.inbox import Answer, Inbox, Mute, Names, Request, Wish
from firmware.journal import MemoryJournal
from firmware.judge import Judge
from firmware.loop import Loop
from firmware.patterns import LED_COUNT
from firmware.session import Session
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.clocks import SimulatedClock
from hardware.simulated.sounder import SimulatedSounder
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.table import Table
from referee.board import Board, Disc
from referee.controls import Button, DeclareTurn
from referee.position import Position
from tests.unit.firmware.test_judge import ScriptedEye
from vision.settle import StabilityFilter


class Asked:
    """A loop that is asked for things and never gets to look."""

    def __init__(self) -> None:
        clock = SimulatedClock()
        self.inbox: Inbox = SimpleQueue()
        self.session = Session(Position.start())
        self.loop = Loop(
            camera=SimulatedCamera(Table(), clock),
            strip=SimulatedStrip(LED_COUNT, clock),
            sounder=SimulatedSounder(clock),
            clock=clock,
            judge=Judge(ScriptedEye([]), StabilityFilter(Board.empty())),
            session=self.session,
            journal=MemoryJournal(),
            inbox=self.inbox,
        )

    def ask(self, wish: Wish, revision: int | None) -> Answer:
        came: list[Answer] = []
        self.inbox.put(Request(wish, came.append, revision))
        self.loop.step()
        (answer,) = came
        return answer


def test_of_two_who_undo_at_once_one_takes_back_one_thing_and_the_other_is_told() -> None:
    asked = Asked()
    asked.ask(DeclareTurn(Disc.YELLOW), None)
    asked.ask(DeclareTurn(Disc.RED), None)
    seen = asked.session.snapshot.revision
    first, second = asked.ask(Button.UNDO, seen), asked.ask(Button.UNDO, seen)
    assert (first.refused, first.is_late, len(first.rulings)) == ("", False, 1)
    assert (second.rulings, second.is_late) == ((), True)
    assert second.refused.startswith("Somebody was quicker")
    assert second.snapshot.position == first.snapshot.position
    assert second.snapshot.position is not None
    assert second.snapshot.position.turn is Disc.YELLOW
    again = asked.ask(Button.UNDO, second.snapshot.revision)
    assert again.snapshot.position == Position.start()


def test_without_a_revision_an_order_counts_whatever_the_state_is() -> None:
    asked = Asked()
    asked.ask(DeclareTurn(Disc.YELLOW), None)
    asked.ask(DeclareTurn(Disc.RED), None)
    assert [len(asked.ask(Button.UNDO, None).rulings) for _ in range(2)] == [1, 1]


@pytest.mark.parametrize("wish", [Names("Ada", ""), Mute(True)])
def test_what_is_no_matter_of_the_moment_counts_though_the_game_went_on(wish: Wish) -> None:
    asked = Asked()
    asked.ask(DeclareTurn(Disc.YELLOW), None)
    answer = asked.ask(wish, 0)
    assert (answer.refused, answer.is_late) == ("", False)
