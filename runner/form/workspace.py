"""Files inside the workspace: the only ones that FORM reads or writes, and only where a call names them."""

import re
from pathlib import Path

from runner.form import limits
from runner.form.errors import FormError, quoted
from sitegen.formdoc.model import MAX_DOCUMENT_BYTES

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*)*")
"""No folder or file whose name begins with a dot: `..` is none of these, and neither is an absolute path."""


def inside(workspace: Path, name: str, ending: str) -> Path:
    """Return the file of that name.

    Raises:
        FormError: `bad_path` where it is absolute, leaves the workspace (also by a link), is a folder or has another
            ending.
    """
    if not _NAME.fullmatch(name) or not name.endswith(ending) or len(name) > limits.MAX_PATH_CHARACTERS:
        hint = f"file must be a relative name of letters, digits, . _ - and /, ending in {ending}, got {quoted(name)}"
        raise FormError("bad_path", hint, field="file")
    path = workspace / name
    if path.is_symlink() or not _leads_into(workspace, path):
        raise FormError(
            "bad_path", f"file must not be a link or lead out of the workspace: {quoted(name)}", field="file"
        )
    if path.exists() and not path.is_file():
        raise FormError("bad_path", f"{quoted(name)} is no plain file", field="file")
    if not path.parent.is_dir():
        raise FormError("bad_path", f"the folder of {quoted(name)} does not exist", field="file")
    return path


def _leads_into(workspace: Path, path: Path) -> bool:
    """Return whether the path stays in the workspace; a link that leads to itself leads nowhere."""
    try:
        return path.resolve().is_relative_to(workspace.resolve())
    except (OSError, RuntimeError):
        return False


def read(path: Path, name: str) -> bytes:
    """Return the file's bytes.

    Raises:
        FormError: `no_such_file`, or `bad_document` where it is too large.
    """
    try:
        if path.stat().st_size > MAX_DOCUMENT_BYTES:
            hint = f"{quoted(name)} is larger than {MAX_DOCUMENT_BYTES} bytes"
            raise FormError("bad_document", hint, field="file", limit=MAX_DOCUMENT_BYTES)
        return path.read_bytes()
    except OSError as error:
        raise FormError("no_such_file", f"cannot read {quoted(name)}: {error.strerror}", field="file") from None


def write(path: Path, data: bytes, name: str) -> None:
    """Write the file whole, or leave it as it was.

    Raises:
        FormError: `write_failed`.
    """
    from sitegen.store import write_whole  # brings in every record: only when a file is written

    try:
        write_whole(path, data)
    except OSError as error:
        raise FormError("write_failed", f"cannot write {quoted(name)}: {error.strerror}", field="file") from None
