"""The FORM document `model.form.json` without a CAD kernel: read, write, recompute."""

from sitegen.formdoc.labels import label_fault, label_key
from sitegen.formdoc.mesh import MeshFacts, canonical_mesh, mesh_facts
from sitegen.formdoc.model import Document, DocumentError, Fault, Mesh, Part
from sitegen.formdoc.read import check_reopen_without_kernel, parse
from sitegen.formdoc.write import canonical

__all__ = [
    "Document",
    "DocumentError",
    "Fault",
    "Mesh",
    "MeshFacts",
    "Part",
    "canonical",
    "canonical_mesh",
    "check_reopen_without_kernel",
    "label_fault",
    "label_key",
    "mesh_facts",
    "parse",
]
