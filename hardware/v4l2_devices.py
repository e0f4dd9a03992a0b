"""Which V4L2 cameras there are, under names that survive unplugging, and who holds one."""

import fcntl
import os
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

# From linux/videodev2.h.
_QUERY_CAPABILITIES = 0x80685600
_CAPABILITIES_SIZE = 104
_VIDEO_CAPTURE = 0x00000001

PI_DRIVERS = ("unicam", "rp1-cfe", "bcm2835-isp", "pispbe", "bcm2835-codec", "rpivid", "rpi-hevc-dec", "bm2835 mmal")
"""Nodes of the Pi's own camera port and its helpers: pictures come from there through picamera2 only."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a node says of itself.

    Attributes:
        driver: Kernel driver, such as "uvcvideo".
        card: Name for people.
        captures: Whether pictures come out of it.
    """

    driver: str
    card: str
    captures: bool


@dataclass(frozen=True, slots=True)
class V4l2Device:
    """A camera.

    Attributes:
        path: Stable name under /dev/v4l/by-id where there is one, else the node.
        node: The node at this moment, such as /dev/video0.
        name: Name for people.
    """

    path: str
    node: str
    name: str


def query(node: Path) -> Capabilities | None:
    """Ask a node what it is; None when it cannot be opened or asked."""
    try:
        descriptor = os.open(node, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        answer = fcntl.ioctl(descriptor, _QUERY_CAPABILITIES, bytes(_CAPABILITIES_SIZE))
    except OSError:
        return None
    finally:
        os.close(descriptor)
    driver, card, device_capabilities = struct.unpack_from("=16s32s40xI", answer)
    return Capabilities(_text(driver), _text(card), bool(device_capabilities & _VIDEO_CAPTURE))


def find_cameras(
    devices: Path = Path("/dev"), ask: Callable[[Path], Capabilities | None] = query
) -> tuple[V4l2Device, ...]:
    """All cameras that V4L2 gives pictures of, those of the Pi's own camera port not counted.

    Args:
        devices: Where the nodes are.
        ask: Asks a node what it is; a double in tests.
    """
    stable = {os.path.realpath(link): str(link) for link in sorted((devices / "v4l/by-id").glob("*"))}
    found = []
    for node in sorted(devices.glob("video[0-9]*"), key=lambda node: int(node.name.removeprefix("video"))):
        capabilities = ask(node)
        if capabilities is None or not capabilities.captures or capabilities.driver in PI_DRIVERS:
            continue
        found.append(V4l2Device(stable.get(os.path.realpath(node), str(node)), str(node), capabilities.card))
    return tuple(found)


def holders(device: str, processes: Path = Path("/proc")) -> tuple[str, ...]:
    """The programs that have a device open, as far as this user may see them.

    Args:
        device: Node or stable name.
        processes: Where the processes are.

    Returns: Texts such as "obs (process 412)".
    """
    node = os.path.realpath(device)
    found = []
    for folder in sorted(processes.glob("[0-9]*"), key=lambda folder: int(folder.name)):
        try:
            links = list((folder / "fd").iterdir())
            name = (folder / "comm").read_text(encoding="utf-8", errors="replace").strip()
        except OSError:  # Ended meanwhile, or somebody else's.
            continue
        if node in map(_target, links):
            is_own = folder.name == str(os.getpid())
            found.append("this program itself" if is_own else f"{name} (process {folder.name})")
    return tuple(found)


def _target(link: Path) -> str:
    try:
        return str(link.readlink())
    except OSError:  # Closed meanwhile; listing a process's own folder opens and closes one.
        return ""


def _text(raw: bytes) -> str:
    return raw.split(b"\0")[0].decode(errors="replace")
