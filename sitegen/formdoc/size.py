"""How large a document is as it is saved, told from its parts without writing it."""

from collections.abc import Iterable
from dataclasses import dataclass

from sitegen.formdoc.mesh import MeshFacts, index_type
from sitegen.formdoc.model import Document, Part
from sitegen.formdoc.write import canonical, part_text

_SEPARATOR = ","


@dataclass(frozen=True, slots=True)
class Size:
    """What the reader's limits are about."""

    bytes: int
    values: int
    """As `count_values` counts them."""

    def __add__(self, other: "Size") -> "Size":
        return Size(self.bytes + other.bytes, self.values + other.values)


def count_values(text: str) -> int:
    """Return a bound for the numbers, texts, lists and objects of JSON text that is quick to find."""
    return sum(map(text.count, "[{,"))


def part_size(part: Part, facts: MeshFacts) -> Size:
    """Return what a part with a canonical mesh takes of a document; `facts` are those of its mesh."""
    mesh = part.mesh
    index_bytes = mesh.triangles.size * index_type(len(mesh.vertices_um)).itemsize
    frame = _text_size(part_text(part, facts, "", ""))
    return frame + Size(_base64_bytes(mesh.vertices_um.size * 4) + _base64_bytes(index_bytes), 0)


def document_size(kernel_name: str, kernel_version: str, parts: Iterable[Size]) -> Size:
    """Return the size of a document of these parts."""
    total = _text_size(canonical(Document(kernel_name, kernel_version, ())).decode())
    for index, part in enumerate(parts):
        total += part + _text_size(_SEPARATOR) if index else part
    return total


def _text_size(text: str) -> Size:
    return Size(len(text.encode()), count_values(text))


def _base64_bytes(count: int) -> int:
    return (count + 2) // 3 * 4
