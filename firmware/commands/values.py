"""Values of the command line, refused in plain words when they cannot be."""

import math
from pathlib import Path
from typing import Any

import click


class FileName(click.Path):
    """The name of a file or folder, as a `Path`.

    An empty one, as an unset variable of a script gives it, is a mistake: it would be taken for the present folder.

    Args:
        may_be_folder: Whether a folder is taken.
        must_be_readable: Whether one that is there and may not be read is a mistake at once. Otherwise whoever opens it
            tells: one file of many stops no other, and some are only written.
    """

    def __init__(self, *, may_be_folder: bool = True, must_be_readable: bool = False) -> None:
        super().__init__(path_type=Path, dir_okay=may_be_folder, readable=must_be_readable)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path.

        Raises:
            click.BadParameter: When it is empty, a folder where none may be, or not to be read where it must be.
        """
        if value == "":
            self.fail("a name is wanted, got nothing", param, ctx)
        return super().convert(value, param, ctx)


class WholeNumber(click.IntRange):
    """A whole number from `min` to `max`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number.

        Raises:
            click.BadParameter: When it is none, or out of range.
        """
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"a whole number{_between(self.min, self.max)} is wanted, got {value!r}", param, ctx)


class Number(click.FloatRange):
    """A number above 0, up to `max`."""

    def __init__(self, *, max: float) -> None:  # noqa: A002 - click's name
        super().__init__(min=0, min_open=True, max=max)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number.

        Raises:
            click.BadParameter: When it is none ("nan" is not, though every check of a range lets it through), or out of
                range.
        """
        try:
            number = super().convert(value, param, ctx)
        except click.BadParameter:
            number = math.nan
        if math.isnan(number):
            self.fail(f"a number above 0, at most {self.max:g}, is wanted, got {value!r}", param, ctx)
        return number


def _between(least: float | None, most: float | None) -> str:
    if most is not None:
        return f" from {least or 0} to {most}"
    return f" of {least} or more" if least is not None else ""
