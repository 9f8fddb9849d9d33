"""At every end of a run: the server saves its document and opens it again."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import JsonValue

from runner.api.evidence import read_saved
from runner.api.session import Answered, ServerError, Session
from runner.api.words import clean, name
from sitegen import fingerprint
from sitegen.formdoc import DocumentError, parse
from sitegen.layout import ARTIFACT_MAX_BYTES
from sitegen.records.kinds.api import SavedDocument

SAVE_S: Final = 30.0
"""How long a server has to save, a tool call that still runs included."""
OPEN_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class Saved:
    """What the server saved."""

    verdict: SavedDocument
    document: bytes | None
    """None where the document is lost."""


def lost(why: str) -> Saved:
    """Return a document that is lost."""
    return Saved(SavedDocument(saved=False, reopened=None, kernel=None, detail=clean(why)), None)


async def saved(session: Session, workspace: Path) -> Saved:
    """Return the document as the server saves it now, with its verdict on opening it again.

    A document that the model saved earlier in the run never stands in for it.
    """
    answered = await _asked(session, "save", SAVE_S)
    if isinstance(answered, str):
        return lost(f"save: {answered}")
    if answered.is_error:
        return lost(f"save was refused: {answered.text}")
    try:
        document = read_saved(workspace, ARTIFACT_MAX_BYTES)
    except (OSError, ValueError) as error:
        return lost(f"save left no document: {getattr(error, 'strerror', None) or error}")
    stated = _members(answered).get("sha256")
    if stated not in (None, fingerprint.of_bytes(document)):
        return lost("the document is not the one that save wrote")
    return Saved(await _opened(session, document), document)


async def _opened(session: Session, document: bytes) -> SavedDocument:
    answered = await _asked(session, "open", OPEN_S)
    if isinstance(answered, str):
        return SavedDocument(saved=True, reopened=None, kernel=_kernel(document), detail=clean(f"open: {answered}"))
    members = _members(answered)
    same, kernel = members.get("same_bytes") is True and not answered.is_error, members.get("kernel")
    return SavedDocument(
        saved=True,
        reopened=same,
        kernel=name(kernel) if isinstance(kernel, str) else _kernel(document),
        detail=None if same else clean(f"open: {answered.text}"),
    )


async def _asked(session: Session, tool: str, limit_s: float) -> Answered | str:
    """Return what a tool of the server answered, or why it gave no answer."""
    if not session.has(tool):
        return "the server has no such tool"
    try:
        return await session.call(tool, {}, limit_s)
    except TimeoutError:
        return f"no answer within {limit_s:g} s"
    except ServerError as error:
        return str(error)


def _members(answered: Answered) -> dict[str, JsonValue]:
    try:
        found = json.loads(answered.text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _kernel(document: bytes) -> str | None:
    """Return the kernel that the document itself names."""
    try:
        found = parse(document)
    except DocumentError:
        return None
    return name(f"{found.kernel_name} {found.kernel_version}")
