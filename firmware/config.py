"""The one configuration tree, read once from one TOML file and handed down in parts.

Every key has a default, so no file is needed. Unknown keys and values out of range are refused with file, key, what was
wanted and what came.
"""

import re
import tomllib
from pathlib import Path
from typing import Annotated

import msgspec

from firmware.errors import ConfigError

Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
Milliamps = Annotated[int, msgspec.Meta(ge=50, le=20_000)]

FILE_NAME = "pop10.toml"


class Strip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The LED strip.

    Attributes:
        brightness_percent: The most that any channel is lit, of its full power.
        current_budget_milliamps: The most that the whole strip may draw; frames that need more are dimmed.
    """

    brightness_percent: Percent = 25
    current_budget_milliamps: Milliamps = 500


class Sounder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The buzzer.

    Attributes:
        mute: Whether it stays silent.
    """

    mute: bool = False


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole tree; each part has a table of its name in the file."""

    strip: Strip = Strip()
    sounder: Sounder = Sounder()


def default_path() -> Path:
    """Where the file is looked for: the platform's own place for a user's settings."""
    import platformdirs

    return Path(platformdirs.user_config_dir("pop10", appauthor=False)) / FILE_NAME


def load(path: Path | None = None) -> Config:
    """Read the configuration.

    Args:
        path: The file; None takes the platform's place, where it may be absent.

    Raises:
        ConfigError: When the file cannot be read or says something that it cannot.
    """
    file = path if path is not None else default_path()
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        if path is None:
            return Config()
        raise ConfigError(f"{file}: there is no such file; 'pop10 config path' tells where it is looked for") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file}: must be text in UTF-8, got byte {error.object[error.start]:#04x}") from error
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read: {error.strerror}") from error
    return parse(text, str(file))


def parse(text: str, where: str) -> Config:
    """Read the configuration from its text.

    Args:
        text: TOML.
        where: Name of the file, for messages.

    Raises:
        ConfigError: When the text is not TOML, or a key or a value in it is refused.
    """
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{where}: not TOML: {error}") from error
    try:
        return msgspec.convert(tree, Config)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{where}: {_explain(str(error), tree)}") from error


def to_toml(config: Config) -> str:
    """The text of a file that says the same; every key is written out."""
    blocks = []
    for table in msgspec.structs.fields(config):
        part = getattr(config, table.name)
        keys = (f"{field.name} = {_toml_value(getattr(part, field.name))}" for field in msgspec.structs.fields(part))
        blocks.append("\n".join((f"[{table.name}]", *keys)))
    return "\n\n".join(blocks)


def _toml_value(value: bool | int | float) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _explain(message: str, tree: dict[str, object]) -> str:
    """Msgspec's message with the key in the file's own words and the value that came."""
    what, _, place = message.partition(" - at `$")
    path = place.strip("`").lstrip(".")
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", what)
    if unknown is not None:
        key = f"{path}.{unknown[1]}" if path else unknown[1]
        known = ", ".join(field.name for field in msgspec.structs.fields(_struct_at(path)))
        return f"{key}: there is no such key; {path or 'the file'} may have {known}"
    came: object = tree
    for name in path.split("."):
        came = came.get(name) if isinstance(came, dict) else None
    return f"{path}: {re.sub(', got .*', '', what[:1].lower() + what[1:]).replace('`', '')}, got {came!r}"


def _struct_at(path: str) -> type[msgspec.Struct]:
    """The part of the tree that a table of the file fills; only one level of tables exists."""
    if not path:
        return Config
    part = getattr(Config(), path)
    return type(part)
