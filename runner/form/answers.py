"""Answers as text, and how long they may be."""

import json

from runner.form import limits
from runner.form.errors import FormError


def answer_text(answer: object) -> str:
    """Return the answer as compact JSON that can be sent as UTF-8."""
    text = json.dumps(answer, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "backslashreplace").decode()


def answer_bytes(answer: object) -> int:
    """Return how many bytes the answer has."""
    return len(answer_text(answer).encode())


def within_limit(size: int) -> None:
    """Raise `too_large` where an answer of so many bytes would be too long."""
    if size > limits.MAX_ANSWER_BYTES:
        hint = f"the answer would have {size} bytes; ask for less: fewer labels, one group, fewer calls in a batch"
        raise FormError("too_large", hint, limit=limits.MAX_ANSWER_BYTES)
