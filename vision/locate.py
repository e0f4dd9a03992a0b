"""Finding the board's lattice in a picture, from nothing or from a near guess.

Generate and verify: blobs propose lattices (`vision.blobs`, `vision.grow`), rims correct them (`vision.align`), and the
7x6 window is chosen by what is inside and what is not around it (`vision.window`). What is not found plainly at first
is looked for in other ways (`vision.search`). Following from frame to frame is `vision.follow`.
"""

from vision.follow import SMALLEST_PITCH, refine
from vision.lattice import ROWS
from vision.located import Located, NotLocated, NotLocatedReason
from vision.picture import Image, check_picture
from vision.search import Search, search_picture
from vision.window import Window

__all__ = ["Located", "NotLocated", "NotLocatedReason", "locate", "refine"]

SEARCHES = (
    Search(size=640, smoothing=0.8, contrast=6),
    Search(size=640, smoothing=1.6, contrast=3),
    Search(size=1280, smoothing=0.8, contrast=6, enlarged=1.5),
)
"""The usual look, one for faint or noisy pictures, and one for boards that are small in them."""
SMALL_PITCH = 26.0
"""Pitch in pixels up to which more is seen in an enlarged picture; of a larger pattern no more than of the picture."""
GOOD_FIT = 0.68
"""A fit at which no other look is taken."""
LEAST_FIT = 0.45
"""The least fit of a board. Clutter beside the boards of photographs came up to 0.43, chessboards to 0.38; whole boards
lie above 0.65, and those behind a hand from 0.45 up."""


def locate(bgr: Image) -> Located | NotLocated:
    """Find the board in a picture from nothing.

    Args:
        bgr: BGR picture, uint8, shape (height, width, 3).
    Returns: The lattice in pixels of this picture with its fit, or why there is none.
    Raises: NotAPictureError when the array is no such picture.
    """
    check_picture(bgr)
    if min(bgr.shape[:2]) < ROWS * SMALLEST_PITCH:
        return NotLocated(NotLocatedReason.TOO_SMALL)
    best: Window | None = None
    for search in SEARCHES:
        found = search_picture(bgr, search)
        is_enlarged = search.enlarged > 1.0 and search.size > max(bgr.shape[:2])
        if is_enlarged and found is not None and found.lattice.pitch_pixels() > SMALL_PITCH:
            continue
        if found is not None and (best is None or found.fit > best.fit):
            best = found
        if best is not None and best.fit > GOOD_FIT:
            break
    if best is None:
        return NotLocated(NotLocatedReason.NOTHING_LIKE_A_LATTICE)
    if best.fit < LEAST_FIT:
        return NotLocated(NotLocatedReason.POOR_FIT, best.fit)
    return Located(best.lattice, best.fit)
