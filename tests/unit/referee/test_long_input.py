"""Whatever comes, a message about it stays short enough to be read."""

from collections.abc import Callable

import pytest

from referee.board import Board
from referee.errors import RefereeError
from referee.position import Position
from referee.replay import parse_record
from referee.rules import RulesError
from referee.rules_text import parse_rules

MUCH = "x" * 100_000
E4 = "......./......./......./......."
LONGEST_MESSAGE = 400


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (Board.parse, MUCH),
        (Board.parse, f"{MUCH}/{E4}/......."),
        (Position.parse, MUCH),
        (Position.parse, f"{E4}/......./....... {MUCH} setup 0-0 -"),
        (Position.parse, f"{E4}/......./....... r {MUCH} 0-0 -"),
        (Position.parse, f"{E4}/......./....... r setup {MUCH} -"),
        (Position.parse, f"{E4}/......./....... r setup 0-0 {MUCH}"),
        (parse_record, f"[{MUCH}"),
        (parse_record, f'[Result "{MUCH}"]'),
        (parse_record, f'[Start "{MUCH}"]'),
        (parse_record, f'[Rules "{MUCH}"]'),
        (parse_record, f'[{MUCH} "a"]\n[{MUCH} "b"]'),
        (parse_record, f"\n{MUCH}"),
        (parse_record, f"\n{{accepted {MUCH}}}"),
        (parse_record, f"\n{{accepted {E4}/......./....... r setup 0-0 {MUCH}}}"),
        (parse_record, f"\n{{{MUCH}"),
        (parse_rules, MUCH),
        (parse_rules, f"starts={MUCH}"),
        (parse_rules, f"points_to_win={'9' * 100_000}"),
        (parse_rules, f"own_column_always={MUCH}"),
    ],
)
def test_what_came_is_cut_in_the_message(read: Callable[[str], object], text: str) -> None:
    with pytest.raises((RefereeError, RulesError)) as error:
        read(text)
    told = str(error.value)
    assert len(told) < LONGEST_MESSAGE
    assert "\n" not in told


def test_a_short_text_is_quoted_whole() -> None:
    with pytest.raises(RefereeError, match="got 1: 'abc'"):
        Board.parse("abc")


def test_a_record_may_begin_with_a_byte_order_mark() -> None:
    text = '[Red "Ada"]\n[Result "*"]\n\nd e\n'
    assert parse_record(f"\N{BYTE ORDER MARK}{text}") == parse_record(text)


@pytest.mark.parametrize("comment", [f"inferred {'1' * 5000}", f"@{'1' * 5000} inferred"])
def test_a_number_without_end_in_a_comment_is_no_error(comment: str) -> None:
    assert len(parse_record(f"\nd e {{{comment}}}").entries) >= 2
