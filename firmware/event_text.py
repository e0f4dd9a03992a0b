"""Events as text for the journal, both ways."""

import json
from typing import assert_never

from firmware.errors import JournalError
from firmware.events import (
    BoardDeclared,
    BoardSettled,
    CameraLost,
    DeviceFailed,
    Kept,
    Named,
    Pressed,
    Tick,
    ViewpointChanged,
)
from firmware.inbox import DeclareBoard, Dim, Mute, Names, Trial
from firmware.orders import OrderError, as_order, parse_order
from referee.board import Board
from referee.errors import RefereeError


def event_text(event: Kept) -> str:
    """One event without its time, as a JSON object."""
    return json.dumps(_tree(event))


def parse_event(text: str, at: float) -> Kept:
    """The event that `event_text` wrote.

    Args:
        text: Its text.
        at: When it happened, in monotonic seconds.

    Raises:
        JournalError: When it is no such text.
    """
    try:
        tree = json.loads(text)
        match tree:
            case {"event": "board", "board": str(board)}:
                return BoardSettled(Board.parse(board), at)
            case {"event": "camera-lost", "message": str(message)}:
                return CameraLost(message, at)
            case {"event": "device-failed", "device": str(device), "message": str(message)}:
                return DeviceFailed(device, message, at)
            case {"event": "tick"}:
                return Tick(at)
            case {"event": "viewpoint-changed"}:
                return ViewpointChanged(at)
            case {"event": "pressed", "order": order}:
                wish = parse_order(json.dumps(order).encode())
                match wish:
                    case Names(red, yellow):
                        return Named(red, yellow, at)
                    case DeclareBoard(declared):
                        return BoardDeclared(declared, at)
                    case Mute() | Dim() | Trial():
                        raise OrderError("it is of no game")
                    case control:
                        return Pressed(control, at)
    except (ValueError, RefereeError, OrderError) as error:
        raise JournalError(f"the journal holds an event that is none: {text[:60]!r}: {error}") from error
    raise JournalError(f"the journal holds an event that is none: {text[:60]!r}")


def _tree(event: Kept) -> dict[str, object]:
    match event:
        case BoardSettled(board=board):
            return {"event": "board", "board": str(board)}
        case CameraLost(message=message):
            return {"event": "camera-lost", "message": message}
        case Pressed(control=control):
            return {"event": "pressed", "order": as_order(control)}
        case Named(red=red, yellow=yellow):
            return {"event": "pressed", "order": as_order(Names(red, yellow))}
        case BoardDeclared(board=board):
            return {"event": "pressed", "order": as_order(DeclareBoard(board))}
        case DeviceFailed(device=device, message=message):
            return {"event": "device-failed", "device": device, "message": message}
        case Tick():
            return {"event": "tick"}
        case ViewpointChanged():
            return {"event": "viewpoint-changed"}
        case _:
            assert_never(event)
