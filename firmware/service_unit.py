"""The service's unit file and the rule that lets it switch the computer off, filled in for one checkout and one user.

Used by `firmware.appliance` before anything is installed, hence standard library only.
"""

from dataclasses import dataclass
from pathlib import Path

TEMPLATE = Path(__file__).with_name("pop10.service")

_POWER_OFF_RULE = """\
// Lets the shutdown button of the table switch this computer off.
polkit.addRule(function (action, subject) {
    if (action.id.indexOf("org.freedesktop.login1.power-off") === 0 && subject.user === "@USER@") {
        return polkit.Result.YES;
    }
});
"""


@dataclass(frozen=True, slots=True)
class Service:
    """What the service runs as, and with.

    Attributes:
        checkout: The folder of the launcher `pop10`.
        environment: Where its Python environment is.
        user: Whose settings it goes by, and whose rights it has.
        settings: The folder of these settings.
    """

    checkout: Path
    environment: Path
    user: str
    settings: Path


def unit_file(service: Service) -> str:
    """The text of pop10.service."""
    return _filled(
        TEMPLATE.read_text(encoding="utf-8"),
        {
            "CHECKOUT": _quoted(service.checkout),
            "ENVIRONMENT": _quoted(service.environment),
            "SETTINGS": _quoted(service.settings),
            "USER": service.user,
        },
    )


def power_off_rule(user: str) -> str:
    """The text of a rule for polkit 0.106 or later: this user may switch the computer off without being asked."""
    return _filled(_POWER_OFF_RULE, {"USER": user})


def _quoted(path: Path) -> str:
    """The path as it stands between quotes in a unit file.

    Source: systemd.service(5), "Command lines", and systemd.unit(5), "Specifiers".
    """
    return str(path).replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")


def _filled(text: str, words: dict[str, str]) -> str:
    for name, word in words.items():
        text = text.replace(f"@{name}@", word)
    return text
