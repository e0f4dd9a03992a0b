"""What vision refuses. Expected trouble in a picture is a value; these are misuse by the caller."""


class VisionError(Exception):
    """The root of all errors of this package."""


class NotAPictureError(VisionError, ValueError):
    """An array or file that is no BGR uint8 picture of shape (height, width, 3)."""


class DegenerateLatticeError(VisionError, ValueError):
    """Numbers that describe no lattice: a singular homography, corners that are not convex, a radius out of range."""
