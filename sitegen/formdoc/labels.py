"""Rules for labels and group names."""

import re
import unicodedata

MAX_LABEL_CHARACTERS = 64


def label_key(label: str) -> str:
    """Return the form in which labels are compared: case, and runs of spaces and `_`, do not count."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", label).casefold())
    return re.sub(r"[\s_]+", "_", folded).strip("_")


def label_fault(label: str) -> str | None:
    """Return what is wrong with a label as "must ..." text, None where it may be used."""
    if not 1 <= len(label) <= MAX_LABEL_CHARACTERS:
        return f"must have 1 to {MAX_LABEL_CHARACTERS} characters"
    if not label.isprintable() or label != label.strip():
        return "must be printable, with no space at either end"
    if "{" in label or "}" in label:
        return "must not hold { or }"
    if label != unicodedata.normalize("NFC", label):
        return "must be in Unicode form NFC"
    if not label_key(label):
        return "must hold more than spaces and _"
    return None
