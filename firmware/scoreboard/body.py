"""The body of a request, bounded in size and time."""

import asyncio
from typing import Final

from starlette.requests import ClientDisconnect, Request

from firmware.scoreboard.guard import BODY_BYTES
from referee.translation import gettext as _

BODY_SECONDS: Final = 5.0


class BodyError(Exception):
    """A body that is too long, or that does not come."""


async def read_body(request: Request) -> bytes:
    """The whole body.

    Raises:
        BodyError: When it is longer than `BODY_BYTES`, or takes longer than `BODY_SECONDS`.
    """
    body = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > BODY_BYTES:
                    raise BodyError(_("a body may have {bytes} bytes").format(bytes=BODY_BYTES))
    except (TimeoutError, ClientDisconnect) as error:
        raise BodyError(_("the body did not come")) from error
    return body
