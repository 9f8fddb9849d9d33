"""What the checks of all providers share: a request that came, what they make of it, and a refusal."""

import base64
import binascii
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.simulator.seal import Sealer

BASE64_IN_TEXT = re.compile(r"iVBORw0KGgo|data:image/|[A-Za-z0-9+/]{400}")


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it came."""

    path: str
    """Path below the provider's root."""
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes
    key: str
    """The key that the provider knows."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A request that breaks no rule."""

    model: str
    turns: int
    """Model turns that it holds."""
    prefix: bytes
    """Digest of everything that was said before the answer."""
    request: Mapping[str, Any]
    notes: tuple[str, ...] = ()
    withheld: tuple[Mapping[str, Any], ...] = ()
    """OpenAI: reasoning that the model did not get to see."""


class RefusalError(Exception):
    """A rule of the provider that a request breaks."""

    def __init__(self, rule: str, message: str, status: int = 400, **members: Any) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.status = status
        self.members = members
        """Members of the error object that this refusal sets."""


@dataclass(slots=True)
class Notes:
    """Collects what is passed over in silence."""

    found: list[str] = field(default_factory=list)

    def add(self, rule: str, where: str = "") -> None:
        """Take note of a rule and the place."""
        self.found.append(f"{rule}: {where}" if where else rule)


def parsed(asked: Asked, unsupported: int = 400) -> dict[str, Any]:
    """Return the body of a request whose type says JSON.

    Raises:
        RefusalError: It doesn't, or it is none.
    """
    media_type = asked.headers.get("content-type", "").split(";")[0].strip().lower()
    if media_type != "application/json":
        raise RefusalError("content-type", f"Unsupported content type: {media_type!r}.", unsupported)
    try:
        body = json.loads(asked.body)
    except ValueError as error:
        raise RefusalError("json", f"The body could not be parsed: {error}.") from None
    if not isinstance(body, dict):
        raise RefusalError("json", "The body must be an object.")
    return body


def text_member(body: Mapping[str, Any], name: str, rule: str) -> str:
    """Return a member that must be a text with something in it."""
    value = body.get(name)
    if not isinstance(value, str) or not value:
        raise RefusalError(rule, f"Missing required parameter: '{name}'.", param=name)
    return value


def only(found: Mapping[str, Any], known: Sequence[str], rule: str, message: str) -> None:
    """Refuse a member that is not known; `{}` in the message stands for its name."""
    for name in found:
        if name not in known:
            raise RefusalError(rule, message.replace("{}", name), param=name)


def picture(media_type: str, data: Any, allowed: Sequence[str], rule: str = "image") -> None:
    """Refuse a picture of another type, or one that is no base64."""
    if media_type not in allowed:
        raise RefusalError(rule, f"Unsupported image type: {media_type!r}.")
    try:
        if not isinstance(data, str) or not base64.b64decode(data, validate=True):
            raise ValueError
    except (ValueError, binascii.Error):
        raise RefusalError(rule, "The image is no valid base64.") from None


def data_url(url: Any, allowed: Sequence[str]) -> None:
    """Refuse an image address that is no data URL of a picture."""
    match = re.fullmatch(r"data:([a-z]+/[a-z+.-]+);base64,(.*)", url, re.DOTALL) if isinstance(url, str) else None
    if match is None:
        raise RefusalError("image", "Invalid image_url: expected a data URL with base64.")
    picture(match[1], match[2], allowed)


def look_at_text(text: Any, where: str, notes: Notes) -> None:
    """Note a picture that was sent as text."""
    if isinstance(text, str) and BASE64_IN_TEXT.search(text):
        notes.add("base64-in-text", where)


def bearer(asked: Asked) -> str | None:
    """Return the key of an Authorization header."""
    scheme, _, key = asked.headers.get("authorization", "").partition(" ")
    return key.strip() or None if scheme.lower() == "bearer" else None


@dataclass(frozen=True, slots=True)
class Maker:
    """What an answer is made with."""

    accepted: Accepted
    sealer: Sealer
    number: int
    """Number of the request, for ids."""
