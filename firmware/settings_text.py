"""The text of a settings' file, or why it cannot be had."""

import stat
from pathlib import Path

from firmware.errors import ConfigError


def read_settings(file: Path) -> str:
    """Read it whole.

    Raises:
        FileNotFoundError: When it is not there.
        ConfigError: When it is no file of text, or cannot be read.
    """
    try:
        mode = file.stat().st_mode
        # A pipe may never give anything, and a device never end.
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise ConfigError(f"{file}: must be a file of text, got a {_kind(mode)}")
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file}: must be text in UTF-8, got byte {error.object[error.start]:#04x}") from error
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read: {error.strerror}") from error


def _kind(mode: int) -> str:
    if stat.S_ISFIFO(mode):
        return "pipe"
    return "socket" if stat.S_ISSOCK(mode) else "device"
