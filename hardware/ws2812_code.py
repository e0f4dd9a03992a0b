"""The line code of WS2812B LEDs as SPI bits: three SPI bits for each bit of a colour, at 2.4 MHz.

A one is 110 (833 ns high, 417 ns low), a zero is 100 (417 ns high, 833 ns low); the data sheet wants 800/450 and
400/850 ns, each within 150 ns. The LEDs take a frame over when the line was low for 280 µs (early ones 50 µs).

Source: Worldsemi, WS2812B data sheet, "Data transfer time"; level and latch times of later makers lie within.
"""

import numpy as np
from numpy.typing import NDArray

SPI_HZ = 2_400_000
SPI_BITS_A_BIT = 3
LATCH_SECONDS = 300e-6

# The first bit of a transfer is stretched on some boards; a low byte ahead of the frame takes that, and means nothing.
LEAD_BYTES = 1
LATCH_BYTES = round(LATCH_SECONDS * SPI_HZ / 8)

_ONE = "110"
_ZERO = "100"


def _table() -> NDArray[np.uint8]:
    """The three SPI bytes of each byte value, shape (256, 3)."""
    codes = (
        int("".join(_ONE if bit == "1" else _ZERO for bit in f"{value:08b}"), 2).to_bytes(SPI_BITS_A_BIT, "big")
        for value in range(256)
    )
    return np.frombuffer(b"".join(codes), dtype=np.uint8).reshape(256, SPI_BITS_A_BIT)


_TABLE = _table()


def encode(wire_bytes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """One frame as it is sent in one SPI transfer.

    Args:
        wire_bytes: Channels in the order of the wire, uint8, any shape; the first is sent first.

    Returns: uint8, shape (frame_bytes(wire_bytes.size),): a low byte, the code, and low bytes for the latch.
    """
    frame = np.zeros(frame_bytes(wire_bytes.size), dtype=np.uint8)
    frame[LEAD_BYTES:-LATCH_BYTES] = _TABLE[wire_bytes.ravel()].ravel()
    return frame


def frame_bytes(channels: int) -> int:
    """How many bytes a frame of so many channel values takes."""
    return LEAD_BYTES + SPI_BITS_A_BIT * channels + LATCH_BYTES


def channels_in(transfer_bytes: int) -> int:
    """How many channel values fit into one transfer, 0 when none."""
    return max((transfer_bytes - LEAD_BYTES - LATCH_BYTES) // SPI_BITS_A_BIT, 0)
