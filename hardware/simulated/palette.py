"""The colours that boards and discs are sold in, BGR, 0 to 1."""

from hardware.simulated.options import Bgr

FRAME_COLOURS: dict[str, tuple[Bgr, ...]] = {
    "blue": ((0.72, 0.28, 0.1), (0.62, 0.2, 0.08), (0.8, 0.38, 0.16), (0.6, 0.3, 0.22), (0.85, 0.2, 0.22)),
    "darkblue": ((0.3, 0.14, 0.1), (0.36, 0.13, 0.07), (0.24, 0.12, 0.1)),
    "lightblue": ((0.9, 0.66, 0.35), (0.85, 0.6, 0.3)),
    "black": ((0.13, 0.12, 0.12), (0.2, 0.19, 0.19), (0.25, 0.26, 0.26)),
    "white": ((0.88, 0.9, 0.92), (0.75, 0.82, 0.85)),
    "teal": ((0.7, 0.75, 0.2), (0.75, 0.7, 0.3)),
    "red": ((0.15, 0.13, 0.75),),
    "yellow": ((0.1, 0.8, 0.95),),
    "green": ((0.25, 0.55, 0.18),),
    "wood": ((0.35, 0.55, 0.75), (0.2, 0.35, 0.5)),
}
"""Names that labels use, each with some shades."""

DISC_COLOURS: dict[str, tuple[tuple[Bgr, Bgr], ...]] = {
    "classic": (
        ((0.12, 0.1, 0.82), (0.1, 0.8, 0.95)),
        ((0.18, 0.12, 0.7), (0.15, 0.72, 0.85)),
        ((0.2, 0.16, 0.9), (0.05, 0.85, 0.98)),
        ((0.22, 0.16, 0.62), (0.3, 0.68, 0.74)),
    ),
    "orange": (((0.1, 0.08, 0.75), (0.1, 0.5, 0.95)), ((0.12, 0.1, 0.7), (0.05, 0.6, 0.98))),
    "pale": (((0.35, 0.32, 0.85), (0.6, 0.88, 0.95)), ((0.3, 0.25, 0.8), (0.5, 0.85, 0.92))),
    "dark": (((0.1, 0.08, 0.45), (0.1, 0.45, 0.6)), ((0.1, 0.08, 0.4), (0.12, 0.42, 0.52))),
    "red-black": (((0.12, 0.1, 0.8), (0.12, 0.12, 0.12)),),
    "blue-yellow": (((0.7, 0.3, 0.1), (0.1, 0.8, 0.95)),),
    "blue-white": (((0.7, 0.3, 0.1), (0.88, 0.9, 0.9)),),
    "green-red": (((0.15, 0.25, 0.85), (0.3, 0.6, 0.15)), ((0.2, 0.35, 0.9), (0.45, 0.7, 0.25))),
}
"""First and second disc colour of each kind of set; the first is the redder, except in the `INTERCHANGEABLE` ones."""

INTERCHANGEABLE = frozenset({"red-black", "blue-yellow", "blue-white", "green-red"})
"""Sets that are not red and yellow: a reading may have the two colours either way round."""
