"""What a field expects, in plain words, and what was found, so that a text is told from a number."""

import json
from collections.abc import Mapping

from sitegen.records import base, release

_WORDS = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "none_required": "null",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "literal_error": "{expected}",
    "greater_than_equal": "at least {ge}",
    "greater_than": "more than {gt}",
    "less_than_equal": "at most {le}",
    "less_than": "less than {lt}",
    "string_too_short": "at least {min_length} characters",
    "string_too_long": "at most {max_length} characters",
    "too_short": "at least {min_length} items",
    "too_long": "at most {max_length} items",
}
_PATTERNS = {
    base.SLUG: "lower-case letters and digits, with single hyphens between them",
    base.SHA256: "64 hexadecimal digits in lower case",
    base.GIT_ID: "40 or 64 hexadecimal digits in lower case",
    base.TIMESTAMP: "a time in UTC such as 2026-11-30T08:00:00Z",
    base.VERSION: "a version MAJOR.MINOR.PATCH, such as 1.4.0 or 2026.12.1",
    base.DAY: "a day such as 2026-11-30",
    base.FILE_NAME: "lower-case letters and digits, with single . _ or - between them",
    release.RELEASE_NAME: "lower-case letters and digits, with single dots or hyphens between them",
    release.COUNTED: "a line per run: address, status, sha256 of its record and of its reviews",
    release.UNCOUNTED: "a line per run: address, then withdrawn or barred",
    base.DECIMAL: 'an exact decimal number as text, such as "0.25"',
    base.USD_PER_MILLION: 'US dollars as text with at most four decimals, such as "2.50"',
    base.URL: "an address that begins with https:// and holds no blank and no credentials",
}


def in_words(kind: str, context: Mapping[str, object], message: str) -> str:
    """Return what a field expects; the validator's own message where there are no words for it.

    Args:
        kind: The validator's name of the error.
        context: What it knows of the rule.
        message: Its message.
    """
    if kind == "string_pattern_mismatch":
        return _PATTERNS.get(str(context.get("pattern")), message)
    words = _WORDS.get(kind)
    if words is None:
        return message
    text = words.format_map(context)
    return text.replace("at least 1 characters", "at least one character").replace(
        "at least 1 items", "at least one item"
    )


def quoted(value: object) -> object:
    """Return a text in quotes, so that "12" is told from 12; anything else as it is."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else value
