"""What a picture says about itself in words: its title and its description."""

from collections.abc import Sequence

import numpy as np

from sitegen.formdoc.model import Document, Part

EMPTY = "no visible object"


def caption(document: Document, shown: Sequence[Part], view: str) -> tuple[str, str]:
    """Return title and description of the view of the shown parts of a document."""
    off = len(document.parts) - len(shown)
    rest = f" {_parts(off)} of the document not visible." if off else ""
    if not shown:
        return f"{view.capitalize()} view: {EMPTY}", f"The document has {EMPTY}, so the picture is empty.{rest}"
    low = np.min([part.mesh.vertices_um.min(axis=0) for part in shown], axis=0).tolist()
    high = np.max([part.mesh.vertices_um.max(axis=0) for part in shown], axis=0).tolist()
    size = " × ".join(_mm(b - a) for a, b in zip(low, high, strict=True))
    box = ", ".join(f"{axis} {_mm(a)} to {_mm(b)}" for axis, a, b in zip("XYZ", low, high, strict=True))
    return (
        f"{view.capitalize()} view: {_parts(len(shown))}, {size} mm",
        f"Orthographic drawing from the saved meshes of {_parts(len(shown))}. Bounding box in mm: {box}.{rest}",
    )


def _parts(count: int) -> str:
    return f"{count} part" if count == 1 else f"{count} parts"


def _mm(um: int) -> str:
    return f"{um / 1000:.3f}".rstrip("0").rstrip(".")
