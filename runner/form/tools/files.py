"""Saving, exporting and opening documents, inside the workspace."""

import hashlib

from runner.form import limits, workspace
from runner.form.errors import FormError
from runner.form.exporters import glb, stl, three_mf
from runner.form.kernel import KERNEL_NAME, KERNEL_VERSION
from runner.form.params import Choice, Field, Flag, Labels, Text
from runner.form.reopen import reopened
from runner.form.session import Session
from runner.form.step import step
from runner.form.tools.kinds import SessionTool, Values
from sitegen.formdoc import Part, canonical

DOCUMENT_NAME = "model.form.json"
_PATH = Text(limits.MAX_PATH_CHARACTERS)
_MESHES = {"stl": stl, "glb": glb, "3mf": three_mf, "step": step}


def _save(session: Session, values: Values) -> object:
    data = canonical(session.assembly.document())
    return _written(session, values["file"], ".form.json", data)


def _export(session: Session, values: Values) -> object:
    kind, labels = values["format"], values["labels"]
    if kind == "json":
        if labels is not None:
            raise FormError("bad_arguments", "json holds the whole document; leave labels out", field="labels")
        return _save(session, {"file": values["file"] or DOCUMENT_NAME})
    for label in labels or ():
        session.assembly.find(label)
    parts = [part for part in session.assembly.document().parts if _wanted(part, labels)]
    if not parts:
        raise FormError("empty_document", "there is no visible solid to export")
    return _written(session, values["file"] or f"model.{kind}", f".{kind}", _MESHES[kind](parts))


def _wanted(part: Part, labels: list[str] | None) -> bool:
    return part.visible if labels is None else part.label in labels


def _written(session: Session, name: str, ending: str, data: bytes) -> object:
    workspace.write(workspace.inside(session.workspace, name, ending), data, name)
    return {"file": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def _open(session: Session, values: Values) -> object:
    name = values["file"]
    data = workspace.read(workspace.inside(session.workspace, name, ".form.json"), name)
    assembly = reopened(data, rebuild=values["rebuild"])
    session.commit(assembly)
    same = canonical(assembly.document()) == data
    kernel = f"{KERNEL_NAME} {KERNEL_VERSION}"
    return {
        "solids": len(assembly.items),
        "same_bytes": same,
        "kernel": kernel,
        "sha256": hashlib.sha256(data).hexdigest(),
    }


TOOLS = (
    SessionTool("save", "Write model.form.json.", (Field("file", _PATH, DOCUMENT_NAME),), _save),
    SessionTool(
        "export",
        "Write a file, mm (glb: m); labels default to all visible.",
        (Field("format", Choice(("json", *_MESHES))), Field("labels", Labels(), None), Field("file", _PATH, None)),
        _export,
    ),
    SessionTool(
        "open",
        "Load a saved document, if it comes back byte for byte when built anew; rebuild takes its features alone.",
        (Field("file", _PATH, DOCUMENT_NAME), Field("rebuild", Flag(), False)),
        _open,
    ),
)
