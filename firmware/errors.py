"""What the firmware raises, and what the command line answers to it."""


class FirmwareError(Exception):
    """Anything of this package's own that goes wrong."""


class UserMistakeError(FirmwareError, ValueError):
    """What was asked for cannot be done as asked: the command line says so in one line and ends with status 2.

    The message says what was wanted, what came, where, and what to do about it.
    """


class ConfigError(UserMistakeError):
    """The configuration file says something that it cannot: names file, key, wanted and got."""


class JournalError(FirmwareError, OSError):
    """What happened at the table cannot be written down; what was written before is safe."""


class SourceError(UserMistakeError):
    """A picture, a folder of frames or a video that cannot be used."""


class PictureError(SourceError):
    """A file that gives no picture.

    Attributes:
        kind: One word for programs: `missing`, `unreadable`, `not-an-image` or `too-large`.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
