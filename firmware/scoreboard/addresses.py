"""Where the page is found: the addresses that people can open, and the names that the server answers to."""

import socket
from ipaddress import ip_address

ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared with, not bound to
SOMEWHERE_ELSE = ("192.0.2.1", 9)
"""An address kept for documentation; a datagram socket that is pointed at it sends nothing."""


def own_number() -> str:
    """The number of this machine in its network, or that of the machine itself where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE_ELSE)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def own_names(host: str) -> tuple[str, ...]:
    """Every name that a browser may call this machine by, besides numbers.

    Args:
        host: What the server listens on.
    """
    name = socket.gethostname().lower()
    short = name.split(".")[0]
    return tuple(dict.fromkeys(("localhost", host.lower(), name, short, f"{short}.local")))


def urls(host: str, port: int) -> tuple[str, ...]:
    """The addresses to print: by number first, since telephones often do not know the name.

    Args:
        host: What the server listens on.
        port: Its port.
    """
    if host in ANYWHERE:
        hosts: tuple[str, ...] = (own_number(), f"{socket.gethostname().split('.')[0].lower()}.local")
    else:
        hosts = (host,)
    return tuple(f"http://{_bracketed(each)}:{port}/" for each in hosts)


def _bracketed(host: str) -> str:
    try:
        return f"[{host}]" if ip_address(host).version == 6 else host
    except ValueError:
        return host
