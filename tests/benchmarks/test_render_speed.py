"""A frame of a video must be drawn fast enough for whole games in a test."""

from typing import Any

from hardware.simulated.options import SceneOptions
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import DiscColour, Scene


def test_a_frame_of_a_video_is_drawn(benchmark: Any) -> None:
    """About 3 ms on an idle core, where nothing moves."""
    renderer = Renderer(SceneOptions(seed=1))
    scene = Scene.of_columns(tuple((list(DiscColour)[column % 2],) * 3 for column in range(7)))
    renderer.render(scene)
    rendering = benchmark(renderer.render, scene)
    assert rendering.pixels.shape[2] == 3
