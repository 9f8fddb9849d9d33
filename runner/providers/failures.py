"""Error responses of all providers, in every shape that they are known in."""

from pydantic import JsonValue

from runner.providers.contract import Failure
from runner.providers.wire import label, member, parse, visible
from runner.redact import without_secrets
from sitegen.records.text import UNSEEN

_READ_CHARACTERS = 20_000
_MESSAGE_CHARACTERS = 2_000


def read_failure(status: int, body: bytes) -> Failure:
    """Return what an error response says; the kind is `unknown` where the body is none of the known shapes.

    Known are `{"error": {"message", "type", "code", "status", "details"}}`, the same as the only item of a list, and
    xAI's `{"code": "<sentence>", "error": "<message>"}`.
    """
    text = body.decode("utf-8", "replace")
    try:
        parsed = parse(text)
    except ValueError:
        return Failure(status, "unknown", _message(text))
    if isinstance(parsed, list) and len(parsed) == 1:
        parsed = parsed[0]
    error = member(parsed, "error")
    if isinstance(error, str):
        return Failure(status, _kind(member(parsed, "code")), _message(error))
    message = member(error, "message")
    if not isinstance(message, str):
        return Failure(status, _named(error), _message(text))
    return Failure(status, _named(error), _message(message))


def _named(error: JsonValue) -> str:
    """Return the kind by the most exact of its names, and the reason in its details beside it."""
    names = [member(error, name) for name in ("code", "type", "status")]
    kind = _kind(next((name for name in names if isinstance(name, str) and name.strip()), None))
    details = member(error, "details")
    places = details if isinstance(details, list) else [details]
    reasons = [member(place, name) for place in places for name in ("reason", "error_code")]
    reason = next((reason for reason in reasons if isinstance(reason, str) and reason.strip()), None)
    return kind if reason is None else label(f"{kind}: {_kind(reason)}", "unknown")


def _kind(value: JsonValue) -> str:
    return label(without_secrets(value[:_READ_CHARACTERS]), "unknown") if isinstance(value, str) else "unknown"


def _message(text: str) -> str:
    cleaned = UNSEEN.sub("", without_secrets(visible(text[:_READ_CHARACTERS]))).strip()
    return cleaned if len(cleaned) <= _MESSAGE_CHARACTERS else f"{cleaned[:_MESSAGE_CHARACTERS]}..."
