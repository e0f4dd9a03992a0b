"""`pop10 config`: the settings shown, checked, changed, and where they are."""

from pathlib import Path

import click

from firmware.commands.values import FileName
from firmware.errors import UserMistakeError
from firmware.output import write_line


@click.group(no_args_is_help=False)
def config() -> None:
    """Show, check and change the settings."""


@config.command()
@click.argument("file", type=FileName(), required=False)
def show(file: Path | None) -> None:
    """Print every setting as it counts now, in the form of the file; FILE is read instead of the usual one."""
    from firmware.config import load, to_toml

    write_line(to_toml(load(file)))


@config.command()
@click.argument("file", type=FileName(), required=False)
def check(file: Path | None) -> None:
    """Read the settings, or FILE, and say whether they can be used."""
    from firmware.config import default_path, load

    load(file)
    where = file or default_path()
    write_line(f"{where}: good" if where.exists() else f"{where}: not there, so every setting has its default")


@config.command()
def path() -> None:
    """Print where the settings are looked for."""
    from firmware.config import default_path

    write_line(str(default_path()))


_file_option = click.option(
    "--config", "file", type=FileName(may_be_folder=False), help="Settings file instead of the usual one."
)


@config.command("set")
@click.argument("pairs", nargs=-1, required=True, metavar="KEY VALUE [KEY VALUE]...")
@_file_option
def set_(pairs: tuple[str, ...], file: Path | None) -> None:
    """Change settings, all of them or none, such as: sounder.mute true.

    Everything else in the file stays as it is; the file before the change is kept, and 'pop10 config restore' takes it.
    """
    from firmware.config import default_path
    from firmware.settings_file import change, value_of

    if len(pairs) % 2:
        raise UserMistakeError(f"config set: each key wants a value, got none for {pairs[-1]}")
    where = file or default_path()
    wanted = dict(zip(pairs[::2], pairs[1::2], strict=True))
    change(where, {key: value_of(key, value) for key, value in wanted.items()})
    for key, value in wanted.items():
        write_line(f"{where}: {key} = {value}; it counts from the next start of 'pop10 play' on")


@config.command()
@_file_option
def restore(file: Path | None) -> None:
    """Take the settings that were kept before the last change."""
    from firmware import settings_file
    from firmware.config import default_path

    where = file or default_path()
    settings_file.restore(where)
    write_line(f"{where}: as before the last change")
