"""Pictures of a document: front, right and isometric SVG from its saved meshes, and PNG copies of them."""

from sitegen.formdoc.model import Document
from sitegen.views.arrangement import arrange
from sitegen.views.bands import bands
from sitegen.views.caption import EMPTY, caption, empty_caption
from sitegen.views.crowding import uncrowded
from sitegen.views.lines import feature_edges, seen
from sitegen.views.nearness import TangledError
from sitegen.views.picture import CONTOUR, Drawing, picture
from sitegen.views.projection import CAMERAS, VIEWS, Camera
from sitegen.views.scene import Scene, scene_of
from sitegen.views.seams import seams
from sitegen.views.shadow import shadow_layers
from sitegen.views.sheet import undrawn, words

__all__ = ["VIEWS", "png", "svg"]


def svg(document: Document, view: str) -> str:
    """Return the picture of the visible parts as an SVG file of its own; `view` is one of VIEWS.

    Each part is a group with its number in the document as `data-part`, counted from 0; ink lines have the class
    `ink` and one of `contour` and `crease`, the shadow has the class `shadow`. There is neither a style nor an id.
    Where more surfaces meet than can be drawn in reasonable time, the picture is that of `undrawn`.

    Raises:
        KeyError: for any other view.
    """
    camera = CAMERAS[view]
    numbers = [number for number, part in enumerate(document.parts) if part.visible and len(part.mesh.triangles)]
    shown = [document.parts[number] for number in numbers]
    scene = scene_of(shown, camera) if shown else None
    if scene is None or not scene.front.any():
        return words(*empty_caption(document, view), EMPTY)
    try:
        drawing = _drawing(scene, camera, numbers, [part.color for part in shown])
    except TangledError:
        return undrawn(view)
    return picture(scene, drawing, *caption(document, shown, view, scene.unit_um))


def _drawing(scene: Scene, camera: Camera, numbers: list[int], colors: list[str]) -> Drawing:
    arrangement = arrange(scene, camera)
    edges = feature_edges(scene, arrangement.drawn) + seams(scene, arrangement.overlaps)
    ink = seen(scene, edges, arrangement.hides)
    return Drawing(
        numbers=numbers,
        colors=colors,
        groups=arrangement.groups,
        bands=bands(scene, arrangement),
        ink=uncrowded(scene, ink, arrangement.in_front, CONTOUR * scene.extent),
        shadow=shadow_layers(scene, camera),
    )


def png(svg: str, width_px: int, ground: str | None = None) -> bytes:
    """Return a picture as PNG of that width, on a ground of that color; None leaves it transparent."""
    import cairosvg

    data: bytes = cairosvg.svg2png(bytestring=svg.encode(), output_width=width_px, background_color=ground)
    return data
