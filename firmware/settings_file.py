"""The settings' file changed: key by key, with everything else in it left as people wrote it, and never half written.

The new text is written beside the file and put in its place in one step, so that a power cut leaves the old one or the
new one. The one before is kept as `pop10.toml.good`.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from firmware.config import Config, parse
from firmware.errors import ConfigError
from firmware.settings_text import read_settings

Value = bool | int | float | str | list[str]


def last_good(file: Path) -> Path:
    """Where the settings are kept that counted before the last change."""
    return file.with_name(f"{file.name}.good")


def change(file: Path, changes: Mapping[str, Value]) -> Config:
    """Change settings, all or none.

    Args:
        file: The settings' file; made when it is absent, also where nothing is changed.
        changes: New values by their keys, such as `sounder.mute`.

    Returns: All settings as they count now.

    Raises:
        ConfigError: When the file as it is, a key or a value is refused, or it cannot be written; it is as before then.
    """
    text = _read(file)
    parse(text, str(file))
    tree: dict[str, dict[str, object]] = tomllib.loads(text)
    for key, value in changes.items():
        table, _, name = key.partition(".")
        if not (table and name):
            raise ConfigError(f"{key}: a setting is named by its table and its key, such as sounder.mute")
        text = _with_value(text, table, name, _as_toml(value))
        tree.setdefault(table, {})[name] = value
    wanted = parse(text, str(file))
    if tomllib.loads(text) != tree:
        raise ConfigError(f"{file}: {', '.join(changes)}: written there in a way that only a person can change")
    if changes or not file.exists():
        _put(file, text)
    return wanted


def restore(file: Path) -> Config:
    """Take the settings that were kept before the last change.

    Raises:
        ConfigError: When none were kept, or they are refused.
    """
    kept = last_good(file)
    if not kept.is_file():
        raise ConfigError(f"{kept}: there is no such file, since the settings were never changed by pop10")
    text = _read(kept)
    config = parse(text, str(kept))
    _put(file, text)
    return config


def value_of(key: str, text: str) -> Value:
    """The value that a person typed, in the type that the key has: texts need no quotation marks.

    What does not fit is given back as text, for the settings to refuse it in their own words.
    """
    default: object = Config()
    for name in key.split("."):
        default = getattr(default, name, None)
    if isinstance(default, str):
        return text
    try:
        value: Value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
    return value


def _with_value(text: str, table: str, name: str, value: str) -> str:
    """The text with one value in it changed, or put in."""
    lines = text.splitlines(keepends=True)
    header = re.compile(rf"\s*\[\s*{re.escape(table)}\s*\]\s*(#.*)?$")
    begin = next((number for number, line in enumerate(lines) if header.match(line)), None)
    if begin is None:
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        return f"{text}{gap}[{table}]\n{name} = {value}\n"
    key = re.compile(rf"""(\s*{re.escape(name)}\s*=\s*)("(?:[^"\\]|\\.)*"|'[^']*'|[^#]*?)(\s*(?:#.*)?)$""")
    for number in range(begin + 1, len(lines)):
        if re.match(r"\s*\[", lines[number]):
            break
        found = key.match(lines[number].rstrip("\r\n"))
        if found is not None:
            lines[number] = f"{found[1]}{value}{found[3]}\n"
            return "".join(lines)
    if not lines[begin].endswith("\n"):
        lines[begin] += "\n"
    lines.insert(begin + 1, f"{name} = {value}\n")
    return "".join(lines)


def _as_toml(value: Value) -> str:
    """A value as TOML writes it; its texts are escaped like those of JSON."""
    return msgspec.json.encode(value).decode()


def _read(file: Path) -> str:
    try:
        return read_settings(file)
    except FileNotFoundError:
        return ""


def _put(file: Path, text: str) -> None:
    """Write the file whole, and keep what it said before if that was good."""
    real = file.resolve()  # a link stays a link
    try:
        real.parent.mkdir(parents=True, exist_ok=True)
        before = _read(real)
        if before and _is_good(before):
            _write_whole(last_good(real), before)
        _write_whole(real, text)
    except OSError as error:
        raise ConfigError(f"{file}: cannot be written: {error.strerror}") from error


def _is_good(text: str) -> bool:
    try:
        parse(text, "")
    except ConfigError:
        return False
    return True


def _write_whole(file: Path, text: str) -> None:
    new = file.with_name(f"{file.name}.new")
    with new.open("w", encoding="utf-8", newline="") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    new.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
