"""Fifty pages watch one table: all see every ruling in order, soon enough, and nothing piles up. A few seconds."""

import asyncio
import resource
import statistics
import time

from firmware.demo.script import Act, write_script
from firmware.events import BoardSettled
from tests.served import ToldTable, told_table

WATCHERS = 50
FRAME_SECONDS = 1 / 8
"""Of a fast demonstration."""
PACE_SECONDS = 0.05
"""Between two rulings; no players are that fast."""


async def watch(port: int, path: str, wanted: int, ready: asyncio.Semaphore) -> list[float]:
    """When each ruling arrived."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    await reader.readuntil(b"\r\n\r\n")
    ready.release()
    arrived: list[float] = []
    while len(arrived) < wanted:
        line = await reader.readline()
        if line.startswith(b'data: {"ruling"'):
            arrived.append(time.monotonic())
    writer.close()
    await writer.wait_closed()
    return arrived


async def idle(port: int, ready: asyncio.Semaphore) -> None:
    """A page that is open, and does not read."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(b"GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await reader.readuntil(b"\r\n\r\n")
        ready.release()
        await asyncio.sleep(3600)
    finally:
        writer.close()


async def evening(told: ToldTable, port: int) -> list[float]:
    """How late each ruling was at the watcher that got it last."""
    boards = [step.after.board for step in write_script(3, stored=True).steps if isinstance(step, Act)]
    begin = write_script(3, stored=True).start.board
    ready = asyncio.Semaphore(0)
    wanted = 20
    watchers = [asyncio.create_task(watch(port, "/api/events", wanted, ready)) for _ in range(WATCHERS)]
    lazy = [asyncio.create_task(idle(port, ready)) for _ in range(5)]
    for _ in range(len(watchers) + len(lazy)):
        await ready.acquire()
    ruled: list[float] = []
    told.happen(BoardSettled(begin, 0.0))
    for number, board in enumerate(boards):
        at = time.monotonic()
        rulings, _ = told.happen(BoardSettled(board, float(number)))
        ruled += [at] * len(rulings)
        await asyncio.sleep(PACE_SECONDS)
        if len(ruled) >= wanted:
            break
    arrived = await asyncio.wait_for(asyncio.gather(*watchers), 30)
    for task in lazy:
        task.cancel()
    await asyncio.gather(*lazy, return_exceptions=True)
    return [max(times) - at for at, *times in zip(ruled[:wanted], *arrived, strict=True)]


def test_fifty_watchers_see_every_ruling_soon() -> None:
    with told_table() as (told, served):
        told.session = type(told.session)(None)
        port = int(served.urls[0].rsplit(":", 1)[1].rstrip("/"))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        late = asyncio.run(evening(told, port))
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    median = statistics.median(late)
    print(f"{WATCHERS} watchers: the last of them got a ruling after {median * 1000:.0f} ms (median), ", end="")
    print(f"{max(late) * 1000:.0f} ms at most; the process grew by {grown / 1000:.0f} MB")
    assert median < FRAME_SECONDS
    assert grown < 50_000
