"""What a picture says about itself in words: its title and its description."""

from collections.abc import Sequence

import numpy as np

from sitegen.formdoc.model import Document, Part

EMPTY = "no visible object"


def empty_caption(document: Document, view: str) -> tuple[str, str]:
    """Return title and description of the view of a document of which nothing is visible."""
    return f"{view.capitalize()} view: {EMPTY}", f"There is {EMPTY} in the document.{_rest(len(document.parts))}"


def caption(document: Document, shown: Sequence[Part], view: str, unit_um: float) -> tuple[str, str]:
    """Return title and description of the view of the shown parts, drawn in units of that length."""
    low = np.min([part.mesh.vertices_um.min(axis=0) for part in shown], axis=0).tolist()
    high = np.max([part.mesh.vertices_um.max(axis=0) for part in shown], axis=0).tolist()
    size = " × ".join(_mm(b - a) for a, b in zip(low, high, strict=True))
    box = ", ".join(f"{axis} {_mm(a)} to {_mm(b)}" for axis, a, b in zip("XYZ", low, high, strict=True))
    return (
        f"{view.capitalize()} view: {_parts(len(shown))}, {size} mm",
        f"Orthographic drawing from the saved meshes of {_parts(len(shown))}, to {_mm(unit_um)} mm. "
        f"Bounding box in mm: {box}.{_rest(len(document.parts) - len(shown))}",
    )


def _rest(count: int) -> str:
    return f" Not visible: {_parts(count)}." if count else ""


def _parts(count: int) -> str:
    return f"{count} part" if count == 1 else f"{count} parts"


def _mm(um: float) -> str:
    return f"{um / 1000:.6f}".rstrip("0").rstrip(".")
