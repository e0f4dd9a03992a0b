"""The one configuration tree, read once from one TOML file and handed down in parts.

Every key has a default, so no file is needed. Unknown keys and values out of range are refused with file, key, what was
wanted and what came.
"""

import json
import re
import tomllib
from pathlib import Path
from typing import Annotated, Literal, get_args, get_type_hints

import msgspec

from firmware.errors import ConfigError
from firmware.language import languages
from firmware.patterns import LED_COUNT
from firmware.refusals import explain
from firmware.settings_text import read_settings
from firmware.wiring import refuse_contradictions

Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
Milliamps = Annotated[int, msgspec.Meta(ge=50, le=20_000)]
Pin = Annotated[int, msgspec.Meta(ge=0, le=27)]
LedCount = Annotated[int, msgspec.Meta(ge=LED_COUNT, le=445)]
"""More LEDs than these do not fit into one transfer of SPI."""
OptionalPin = Annotated[int, msgspec.Meta(ge=-1, le=27)]
"""A BCM number, or -1 for a part that is not there."""

TimeOfDay = Annotated[str, msgspec.Meta(pattern=r"^(([01][0-9]|2[0-3]):[0-5][0-9])?\Z")]
"""Hours and minutes of a day of 24 hours, or nothing."""

FILE_NAME = "pop10.toml"


class Camera(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The camera.

    Attributes:
        driver: `auto` takes the Pi's own camera, else the first on USB; `file` and `folder` play a recording.
        device: With `v4l2` the name or node of the device, with `picamera2` its number; empty takes the first. With
            `file` and `folder` the path of the recording.
        is_mirrored: Whether it looks from the side of the board on which column a is at the right.
    """

    driver: Literal["auto", "picamera2", "v4l2", "file", "folder"] = "auto"
    device: str = ""
    is_mirrored: bool = False

    def __post_init__(self) -> None:
        """Refuse a name for a camera that has a number, and a recording without its path.

        Raises:
            ValueError: When the device is not what the driver wants.
        """
        if self.driver in ("file", "folder") and not self.device:
            raise ValueError(f"Expected the path of the recording as device with the driver {self.driver}")
        if self.driver == "picamera2" and self.device and not (self.device.isascii() and self.device.isdecimal()):
            raise ValueError("Expected the number of the camera as device with the driver picamera2")


class Discs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The discs.

    Attributes:
        redder: Who plays the redder discs of the set.
    """

    redder: Literal["red", "yellow"] = "red"


class Strip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The LED strip.

    Attributes:
        driver: `auto` takes the first that works here.
        data_pin: BCM number of the pin that the strip's data line is on.
        colour_order: Order in which the LEDs take their channels.
        order: The LED at each place along the wire, such as `9-0 10-26`; empty is 0, 1, 2 and so on.
        is_reversed: Whether the wire is fed from its other end.
        first_led: LEDs at the start of the wire that stay dark.
        count: LEDs on the wire behind those; the first 27 are used, more of them stay dark.
        brightness_percent: The most that any channel is lit, of its full power.
        budget_milliamps: The most that the whole strip may draw; frames that need more are dimmed.
    """

    driver: Literal["auto", "spi", "ws281x", "none"] = "auto"
    data_pin: Pin = 10
    colour_order: Literal["GRB", "RGB", "BRG", "RBG", "GBR", "BGR", "GRBW", "RGBW"] = "GRB"
    order: str = ""
    is_reversed: bool = False
    first_led: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    count: LedCount = LED_COUNT
    brightness_percent: Percent = 25
    budget_milliamps: Milliamps = 500


class Sounder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The buzzer.

    Attributes:
        kind: `passive` plays tones, `active` knows on and off only.
        pin: Its BCM number.
        mute: Whether it stays silent.
        quiet_from: When it falls silent each day, such as `22:00`; empty for never.
        quiet_until: When it sounds again, such as `07:30`, also on the next day.
    """

    kind: Literal["passive", "active", "none"] = "passive"
    pin: Pin = 12
    mute: bool = False
    quiet_from: TimeOfDay = ""
    quiet_until: TimeOfDay = ""

    @property
    def is_silent(self) -> bool:
        """Whether nothing is to be heard at any time."""
        return self.mute or self.kind == "none"

    def __post_init__(self) -> None:
        """Refuse half of the quiet hours.

        Raises:
            ValueError: When only one of the two times is given.
        """
        if bool(self.quiet_from) != bool(self.quiet_until):
            raise ValueError("Expected quiet_from and quiet_until both or neither")


class Buttons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The buttons, by the BCM numbers of their pins; -1 for one that is not there.

    Attributes:
        accept: The players accept the board as it is.
        undo: The last ruling is taken back.
        new_game: A new game begins.
        shutdown: Held for three seconds, it shuts the computer down.
        pulls_up: Whether a button bridges its pin to ground; otherwise to 3.3 V.
    """

    accept: OptionalPin = 17
    undo: OptionalPin = 27
    new_game: OptionalPin = 22
    shutdown: OptionalPin = 3
    pulls_up: bool = True


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which game is played, and the house rules; the defaults are the standard rules.

    Attributes:
        game: Which game of the set.
        points_to_win: Pop 10: discs set aside that win.
        starts: Who begins.
        loser_starts: In a new game the loser of the last one begins.
        may_stop_after_scoring: Pop 10: a turn may end after a scoring pop.
        own_column_always: Pop 10: a disc may go back into its own column, also when another has room.
        fill_with_opponents_discs: Pop 10: the grid is filled with the opponent's discs.
        last_scored_goes_back: Pop 10: the disc that scored last goes back when its player cannot pop on.
        draw_at_third_repetition: A position that stands for the third time is a draw.
        popper_wins: PopOut: a pop that makes a line for both is won by who popped; otherwise it is a draw.
    """

    game: Literal["pop10", "four-in-a-row", "popout"] = "pop10"
    points_to_win: Annotated[int, msgspec.Meta(ge=1, le=15)] = 10
    starts: Literal["red", "yellow"] = "red"
    loser_starts: bool = False
    may_stop_after_scoring: bool = False
    own_column_always: bool = False
    fill_with_opponents_discs: bool = False
    last_scored_goes_back: bool = False
    draw_at_third_repetition: bool = False
    popper_wins: bool = True


class People(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How people are spoken to.

    Attributes:
        language: The language's code, such as `en`; empty takes that of the system.
    """

    language: str = ""

    def __post_init__(self) -> None:
        """Refuse a language that there is no catalogue for.

        Raises:
            ValueError: With those that there are.
        """
        if self.language and self.language not in languages():
            raise ValueError(f"Expected one of {', '.join(languages())}, or nothing, as language")


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole tree; each part has a table of its name in the file."""

    people: People = People()
    camera: Camera = Camera()
    discs: Discs = Discs()
    strip: Strip = Strip()
    sounder: Sounder = Sounder()
    buttons: Buttons = Buttons()
    rules: HouseRules = HouseRules()


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
        text = read_settings(file)
    except FileNotFoundError as error:
        if path is None:
            return Config()
        raise ConfigError(f"{file}: there is no such file; 'pop10 config path' tells where it is looked for") from error
    return parse(text, str(file))


def parse(text: str, where: str) -> Config:
    """Read the configuration from its text.

    Args:
        text: TOML.
        where: Name of the file, for messages.

    Raises:
        ConfigError: When the text is not TOML, a key or a value in it is refused, or they cannot be together.
    """
    if text.startswith("\N{BYTE ORDER MARK}"):
        raise ConfigError(f"{where}: begins with a byte order mark; save it as UTF-8 without one")
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{where}: not TOML: {error}") from error
    except RecursionError as error:
        raise ConfigError(f"{where}: not TOML that is understood: brackets in brackets, too many of them") from error
    try:
        config = msgspec.convert(tree, Config)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{where}: {explain(str(error), tree, Config)}") from error
    try:
        refuse_contradictions(config)
    except ConfigError as error:
        raise ConfigError(f"{where}: {error}") from error
    return config


def to_toml(config: Config) -> str:
    """The text of a file that says the same; every key is written out, below what it means and what it may be."""
    blocks = []
    for table in msgspec.structs.fields(config):
        part = getattr(config, table.name)
        lines = [f"[{table.name}]"]
        for field in msgspec.structs.fields(part):
            comment = f"{_meaning(type(part), field.name)} {_allowed(type(part), field.name)}"
            lines.append(f"# {comment}; default {_toml_value(field.default)}")
            lines.append(f"{field.name} = {_toml_value(getattr(part, field.name))}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _meaning(part: type[msgspec.Struct], key: str) -> str:
    """What the documentation of the tree says about a key."""
    found = re.search(rf"^        {key}: (.*(?:\n {{12}}.*)*)", part.__doc__ or "", re.MULTILINE)
    return " ".join(found[1].split()) if found is not None else ""


def _allowed(part: type[msgspec.Struct], key: str) -> str:
    """What a key may be, in words."""
    hint = get_type_hints(part, include_extras=True)[key]
    meta = next((one for one in get_args(hint) if isinstance(one, msgspec.Meta)), None)
    if hint is bool:
        return "True or false"
    if meta is not None and meta.ge is not None:
        return f"{meta.ge} to {meta.le}"
    if meta is not None:
        return "HH:MM"
    return f"One of {', '.join(get_args(hint))}" if get_args(hint) else "Text"


def _toml_value(value: bool | int | str) -> str:
    """A value as TOML writes it; its texts are escaped like those of JSON."""
    return json.dumps(value, ensure_ascii=False)
