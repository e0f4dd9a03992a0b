"""What a picture of the table looks like: the choices that a seed makes, as values. All colours are BGR, 0 to 1.

Lengths are in hole pitches unless a name says pixels. Board coordinates: the middle of the top left hole on the front
face is (0, 0, 0); x goes right, y down, z away from the camera. The middle of column c, row r is at x = c and
y = (5 - r) times the row pitch.
"""

from dataclasses import dataclass
from enum import Enum

Bgr = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """Where the camera is and how it sees.

    Attributes:
        width: Picture width in pixels.
        height: Picture height in pixels.
        yaw_degrees: The board turned about its upright.
        pitch_degrees: The camera looks down by this.
        roll_degrees: The camera leans by this.
        hole_pitch_pixels: Distance of two holes in the middle of the board, seen straight on.
        centre: Where the middle of the board is, in parts of width and height.
        focal_widths: Focal length in picture widths; short ones show more of the insides of the holes.
        distortion: Radial distortion; above 0 barrel, below 0 cushion; see `Projection`.
    """

    width: int = 640
    height: int = 480
    yaw_degrees: float = 0.0
    pitch_degrees: float = 12.0
    roll_degrees: float = 0.0
    hole_pitch_pixels: float = 48.0
    centre: tuple[float, float] = (0.5, 0.48)
    focal_widths: float = 1.1
    distortion: float = 0.0


class FrameShape(Enum):
    """Outline of the frame."""

    SQUARE = "square"
    ROUNDED = "rounded"
    BULGING = "bulging"


class Stand(Enum):
    """What the frame stands on."""

    POSTS = "posts"
    SPLAYED = "splayed"
    TRAY = "tray"
    CARTON = "carton"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class FrameOptions:
    """The frame with its 42 holes.

    Attributes:
        colour: Of the plastic (or wood).
        hole_radius: Of the holes in the front face.
        row_pitch: Distance of two rows; in many boards a little less than that of two columns.
        front_depth: Thickness of the front wall: how deep the discs lie behind the face.
        slot_depth: Room for the disc between front and back wall.
        back_depth: Thickness of the back wall.
        margin: From the middle of the outermost holes to the edge: left and right, top, bottom.
        shape: Outline.
        stand: What it stands on.
        stand_colour: Of feet, tray or carton.
        has_bar: Whether the tabs of a PopOut bar show under the bottom row.
        bar_colour: Of these tabs.
        rim: Strength of the ring embossed around each hole; 0 none.
        ribs: Strength of the upright ribs between the columns; 0 none.
        gloss: Strength of the lamp's reflection on the face; 0 dull.
        translucency: How much light the face lets through; 0 none.
        grain: Strength of the texture of the face.
        inner_brightness: Of the inner walls of the holes compared with the face.
        lettering: Text on the top of the frame; empty for none.
        has_marks: Whether square marks for robots are stuck on its corners.
    """

    colour: Bgr = (0.62, 0.25, 0.1)
    hole_radius: float = 0.4
    row_pitch: float = 1.0
    front_depth: float = 0.06
    slot_depth: float = 0.2
    back_depth: float = 0.06
    margin: tuple[float, float, float] = (0.75, 0.7, 0.75)
    shape: FrameShape = FrameShape.ROUNDED
    stand: Stand = Stand.POSTS
    stand_colour: Bgr = (0.6, 0.22, 0.1)
    has_bar: bool = True
    bar_colour: Bgr = (0.8, 0.4, 0.2)
    rim: float = 0.15
    ribs: float = 0.0
    gloss: float = 0.2
    translucency: float = 0.0
    grain: float = 0.02
    inner_brightness: float = 0.7
    lettering: str = ""
    has_marks: bool = False

    @property
    def depth(self) -> float:
        """Of the whole frame."""
        return self.front_depth + self.slot_depth + self.back_depth

    @property
    def lowest(self) -> float:
        """Where the bottom row is, as y in board coordinates."""
        return 5 * self.row_pitch


class DiscRelief(Enum):
    """Form of a disc's face."""

    SMOOTH = "smooth"
    RINGS = "rings"
    STUDS = "studs"
    CONCAVE = "concave"
    DOMED = "domed"
    STICKER = "sticker"


@dataclass(frozen=True, slots=True)
class DiscOptions:
    """The discs.

    Attributes:
        first: Colour of the one kind.
        second: Colour of the other.
        relief: Form of the face.
        relief_strength: How strongly the form shows.
        sticker: Colour of the sticker, where there is one.
        radius: Of a disc.
        gloss: Strength of the lamp's reflection.
        looseness: How far a disc lies beside its place.
        variation: How much the shades of single discs differ.
    """

    first: Bgr = (0.12, 0.1, 0.82)
    second: Bgr = (0.1, 0.8, 0.95)
    relief: DiscRelief = DiscRelief.RINGS
    relief_strength: float = 0.3
    sticker: Bgr = (0.9, 0.9, 0.9)
    radius: float = 0.47
    gloss: float = 0.2
    looseness: float = 0.015
    variation: float = 0.03


class Backdrop(Enum):
    """What the wall behind the board shows."""

    PLAIN = "plain"
    PLASTER = "plaster"
    PATTERN = "pattern"
    SHELF = "shelf"
    WINDOW = "window"
    CLUTTER = "clutter"
    CURTAIN = "curtain"


class TableTop(Enum):
    """What the board stands on."""

    PLAIN = "plain"
    WOOD = "wood"
    CLOTH = "cloth"
    CHECKED = "checked"
    SPECKLED = "speckled"


@dataclass(frozen=True, slots=True)
class RoomOptions:
    """All that is around the board.

    Attributes:
        backdrop: Kind of wall.
        wall_colour: Its main colour.
        wall_distance: How far behind the board.
        wall_turn_degrees: How far it is turned against the board.
        table: Kind of table.
        table_colour: Its main colour.
        table_ends: How far behind the board the table ends.
        people: How many sit behind the board.
        person_colours: Colours of their clothes.
        boxes: How many boxes stand behind.
        papers: How many papers lie on the table.
        loose_discs: How many discs lie on the table.
        blur: How far out of focus the background is, in pixels at a hole pitch of 50 pixels.
    """

    backdrop: Backdrop = Backdrop.PLASTER
    wall_colour: Bgr = (0.7, 0.72, 0.75)
    wall_distance: float = 10.0
    wall_turn_degrees: float = 0.0
    table: TableTop = TableTop.WOOD
    table_colour: Bgr = (0.3, 0.45, 0.6)
    table_ends: float = 9.0
    people: int = 0
    person_colours: tuple[Bgr, ...] = ((0.15, 0.12, 0.7),)
    boxes: int = 0
    papers: int = 0
    loose_discs: int = 0
    blur: float = 1.0


class Shadow(Enum):
    """Form of a hard shadow that falls on everything."""

    NONE = "none"
    EDGE = "edge"
    BLINDS = "blinds"
    LEAVES = "leaves"


@dataclass(frozen=True, slots=True)
class LightOptions:
    """The light.

    Attributes:
        daylight: Even light, as factors of the colours.
        lamp: Light of the lamp at its brightest place, as factors; it comes on top.
        lamp_place: Where its light is brightest, in parts of width and height.
        lamp_spread: How wide it shines, in picture widths.
        direction: Where the light comes from, towards the board: x right, y down (above is below 0); |(x, y)| up to 1.
        gradient: How daylight changes across the picture: to the right, downwards.
        room: Factor for the background: above 1 the board stands against the light.
        shadow: Form of the hard shadow.
        shadow_strength: 0 none to 1 black.
        hole_shade: How much of the light the front wall keeps off the discs.
    """

    daylight: Bgr = (0.75, 0.75, 0.75)
    lamp: Bgr = (0.2, 0.25, 0.3)
    lamp_place: tuple[float, float] = (0.4, 0.2)
    lamp_spread: float = 0.6
    direction: tuple[float, float] = (-0.3, -0.5)
    gradient: tuple[float, float] = (0.0, 0.0)
    room: float = 0.9
    shadow: Shadow = Shadow.NONE
    shadow_strength: float = 0.0
    hole_shade: float = 0.3


@dataclass(frozen=True, slots=True)
class SensorOptions:
    """What lens, sensor and the camera's own processing add.

    Attributes:
        auto_exposure: Mean brightness, 0 to 1, that the camera sets itself to with its first picture; 0 for none.
        exposure: Factor on everything, on top of that.
        contrast: 1 as it is; above 1 darker shadows, brighter lights.
        saturation: 1 as it is.
        noise: Standard deviation in grey levels of 0 to 255.
        blur: Standard deviation of the whole picture's blur in pixels.
        motion_pixels: Length of the shake while the shutter is open.
        motion_degrees: Its direction.
        sharpening: Strength of the camera's own sharpening.
        vignette: How much darker the corners are.
        veil: Grey that stray light adds everywhere, 0 to 1.
        glare: Strength of a blob of stray light.
        glare_place: Where that is, in parts of width and height.
        jpeg_quality: 1 to 100; 0 for none.
    """

    auto_exposure: float = 0.0
    exposure: float = 1.0
    contrast: float = 1.0
    saturation: float = 1.0
    noise: float = 3.0
    blur: float = 0.5
    motion_pixels: float = 0.0
    motion_degrees: float = 0.0
    sharpening: float = 0.0
    vignette: float = 0.1
    veil: float = 0.0
    glare: float = 0.0
    glare_place: tuple[float, float] = (0.5, 0.5)
    jpeg_quality: int = 0


@dataclass(frozen=True, slots=True)
class SceneOptions:
    """Everything about a look; the seed decides what is not told here, such as textures and where things lie."""

    seed: int = 0
    view: ViewOptions = ViewOptions()
    frame: FrameOptions = FrameOptions()
    discs: DiscOptions = DiscOptions()
    room: RoomOptions = RoomOptions()
    light: LightOptions = LightOptions()
    sensor: SensorOptions = SensorOptions()
    tags: tuple[str, ...] = ()
