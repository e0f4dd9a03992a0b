"""`pop10 config`: the settings shown, checked, and where they are."""

from pathlib import Path

import click

from firmware.output import write_line


@click.group(no_args_is_help=False)
def config() -> None:
    """Show and check the settings."""


@config.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
def show(file: Path | None) -> None:
    """Print every setting as it counts now, in the form of the file; FILE is read instead of the usual one."""
    from firmware.config import load, to_toml

    write_line(to_toml(load(file)))


@config.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
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
