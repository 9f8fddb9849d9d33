"""The FORM document as frozen values, its limits, and the faults that a document can have."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FORM_VERSION = 1
UNITS = "mm"
MAX_COORDINATE_UM = 10_000_000
"""Largest coordinate, 10 m; up to there a volume in mm3 with 3 decimals is exact in a double."""
MAX_DOCUMENT_BYTES = 16_000_000
"""A detailed machine has 0.3 MB. With the next limits it keeps the memory for reading below 300 MB."""
MAX_PARTS = 1_000
MAX_FEATURES = 200
"""Of one part, not counted those inside its features."""
MAX_VALUES = 500_000
"""Numbers, texts, lists and objects of a file."""
MAX_MEMBERS = 50
"""Of one object."""
MAX_NESTING = 16
MAX_SHOWN = 60
"""Characters of a found value that a fault quotes."""


@dataclass(frozen=True)
class Fault:
    """One fault of a document: what is wrong, where, and what would be right."""

    code: str
    pointer: str
    """JSON pointer (RFC 6901) to the value; empty for the whole file."""
    found: str
    expected: str
    fix: str

    def __str__(self) -> str:
        """Return the fault as one line."""
        return f"{self.pointer or '/'} {self.code}: found {self.found}, expected {self.expected}. Fix: {self.fix}"


class DocumentError(ValueError):
    """Raised where bytes are no FORM document; `faults` has every fault found, at least one."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        """Keep the faults; the message is one line per fault."""
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


@dataclass(frozen=True, eq=False)
class Mesh:
    """A triangle mesh on the 1 um grid."""

    vertices_um: NDArray[np.int32]
    """Shape (n, 3)."""
    triangles: NDArray[np.int32]
    """Shape (m, 3), indices of vertices, counter-clockwise seen from outside."""


@dataclass(frozen=True)
class Part:
    """One labelled object: how it looks, the features that make it, and the mesh that they made."""

    label: str
    color: str
    """`#rrggbb`, lower case."""
    group: str
    """Empty where the part is in no group."""
    visible: bool
    features: tuple[Mapping[str, object], ...]
    """In order of evaluation; plain JSON values, lengths in mm, angles in degrees."""
    mesh: Mesh


@dataclass(frozen=True)
class Document:
    """Parts in the order in which they were made, and the kernel that made their meshes."""

    kernel_name: str
    kernel_version: str
    parts: tuple[Part, ...]


def shown(value: object) -> str:
    """Return a short quotation of a found value."""
    text = repr(value)
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "..."
