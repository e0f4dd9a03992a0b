"""The line code against the data sheet of the WS2812B."""

from itertools import groupby

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hardware.ws2812_code import LATCH_BYTES, LEAD_BYTES, SPI_HZ, channels_in, encode, frame_bytes

# Worldsemi, WS2812B: high and low time of each bit, in nanoseconds, each within 150.
HIGH_LOW_NANOSECONDS = {"0": (400, 850), "1": (800, 450)}
TOLERANCE_NANOSECONDS = 150
LATCH_NANOSECONDS = 280_000


def pulses(frame: np.ndarray) -> tuple[float, list[tuple[float, float]]]:
    """What the pin does: the silence ahead, then high and low time of each pulse, in nanoseconds."""
    line = "".join(f"{byte:08b}" for byte in frame.tolist())
    runs = [(level, len(list(group)) / SPI_HZ * 1e9) for level, group in groupby(line)]
    silence = runs.pop(0) if runs[0][0] == "0" else ("0", 0.0)
    pairs = [(high[1], low[1]) for high, low in zip(runs[::2], runs[1::2], strict=True)]
    return silence[1], pairs


@given(st.binary(min_size=1, max_size=90))
def test_every_bit_has_the_times_of_the_data_sheet(sent: bytes) -> None:
    frame = encode(np.frombuffer(sent, np.uint8))
    ahead, pairs = pulses(frame)
    bits = "".join(f"{byte:08b}" for byte in sent)
    assert len(pairs) == len(bits)
    for place, (bit, (high, low)) in enumerate(zip(bits, pairs, strict=True)):
        wanted_high, wanted_low = HIGH_LOW_NANOSECONDS[bit]
        assert abs(high - wanted_high) <= TOLERANCE_NANOSECONDS
        if place < len(bits) - 1:
            assert abs(low - wanted_low) <= TOLERANCE_NANOSECONDS
    assert pairs[-1][1] >= LATCH_NANOSECONDS
    assert ahead >= 8 / SPI_HZ * 1e9


def test_a_frame_begins_with_a_low_byte_and_ends_with_300_microseconds_of_low() -> None:
    frame = encode(np.full(81, 255, np.uint8))
    assert frame[:LEAD_BYTES].tolist() == [0]
    assert not frame[-LATCH_BYTES:].any()
    assert LATCH_BYTES * 8 / SPI_HZ >= 300e-6
    assert frame[LEAD_BYTES : LEAD_BYTES + 3].tolist() == [0b11011011, 0b01101101, 0b10110110]


def test_445_leds_fill_a_transfer_of_spidev() -> None:
    assert frame_bytes(3 * 445) == 4096
    assert channels_in(4096) // 3 == 445
    assert channels_in(4095) // 3 == 444
    assert channels_in(10) == 0
