"""What the system's service manager is told while pop10 runs as its service: ready, at work, about to end.

The protocol is one datagram a message to a Unix socket that the manager names.
Source: sd_notify(3) of systemd.
"""

import logging
import socket
from collections.abc import Mapping
from types import TracebackType
from typing import Self

log = logging.getLogger(__name__)

ADDRESS_VARIABLE = "NOTIFY_SOCKET"


class ServiceManager:
    """Tells it that the service is ready on entering, and that it ends on leaving.

    A manager that cannot be told does not stop a game: it notices the silence by itself, and starts the service again.

    Args:
        address: Path of its socket; one that begins with @ is in the abstract namespace. Empty when nobody started this
            program as a service: then nothing is said.
    """

    def __init__(self, address: str) -> None:
        self._address = address.replace("@", "\0", 1) if address.startswith("@") else address
        self._socket: socket.socket | None = None
        if address:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
            self._socket.setblocking(False)

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Self:
        """The manager that the variables of a program's environment name."""
        return cls(environment.get(ADDRESS_VARIABLE, ""))

    def at_work(self) -> None:
        """The loop does what it is there for: the watchdog is put off."""
        self._tell("WATCHDOG=1")

    def __enter__(self) -> Self:
        self._tell("READY=1")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._tell("STOPPING=1")
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _tell(self, message: str) -> None:
        if self._socket is None:
            return
        try:
            self._socket.sendto(message.encode(), self._address)
        except OSError as error:
            log.warning("the service manager could not be told %s: %s", message, error)
