"""JSON as providers write it: read strictly, written the same way each time."""

import json
import re
from collections.abc import Iterable
from typing import Final, NoReturn

from pydantic import JsonValue

from runner.providers.contract import Json, UnreadableError
from sitegen.records.base import JSON_SAFE_MAX
from sitegen.records.text import UNSEEN

MAX_DEPTH: Final = 100
"""Deepest nesting that is read; deeper JSON could be read but not be written again."""
LABEL_CHARACTERS: Final = 300


def encode(body: Json) -> bytes:
    """Return the body as compact UTF-8 JSON in the order of its members."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        return text.encode()
    except UnicodeEncodeError:
        # Half of a surrogate pair can go back as it came only as an escape.
        return json.dumps(body, separators=(",", ":"), allow_nan=False).encode()


def decode(body: bytes) -> Json:
    """Return the JSON object that a body holds.

    Raises:
        UnreadableError: It holds none.
    """
    try:
        value = parse(body.decode())
    except UnicodeDecodeError as error:
        raise UnreadableError(f"the body is no UTF-8 at byte {error.start}") from None
    except ValueError as error:
        raise UnreadableError(f"the body is no JSON: {error}") from None
    if not isinstance(value, dict):
        raise UnreadableError("the body is no JSON object")
    return value


def parse(text: str) -> JsonValue:
    """Return the value of a JSON text.

    Raises:
        ValueError: It is no JSON, holds a number that JSON does not have, or is nested too deep.
    """
    try:
        # A call for every number costs more than all the rest, so it is left out where none can be too large.
        to_float = _finite if _HUGE.search(text) else None
        value: JsonValue = json.loads(text, parse_constant=_no_number, parse_float=to_float)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    if not _is_shallow(value):
        raise ValueError(_TOO_DEEP)
    return value


_HUGE = re.compile(r"[eE]\+?[0-9]{3}|[0-9]{300}")
_TOO_DEEP = f"nested deeper than {MAX_DEPTH} levels"


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number of JSON")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError("a number is too large")
    return number


def _is_shallow(value: JsonValue) -> bool:
    layer = [value]
    for _ in range(MAX_DEPTH + 1):
        layer = [part for whole in layer for part in _parts(whole) if isinstance(part, dict | list)]
        if not layer:
            return True
    return False


def _parts(value: JsonValue) -> Iterable[JsonValue]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def arguments_of(value: JsonValue) -> tuple[Json | None, str | None]:
    """Return the arguments of a call and None, or None and why they can't be used. Text is read as JSON."""
    if isinstance(value, str):
        try:
            value = parse(value)
        except ValueError as error:
            return None, f"the arguments are no JSON: {error}"
    if not isinstance(value, dict):
        return None, "the arguments are no JSON object"
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return None, "the arguments hold half of a surrogate pair"
    return value, None


def label(value: JsonValue, fallback: str) -> str:
    """Return text from a provider as one printable line of at most 300 characters; the fallback where there is none."""
    return label_or_none(value) or fallback


def label_or_none(value: JsonValue) -> str | None:
    """Return text from a provider as one printable line of at most 300 characters; None where there is none."""
    if not isinstance(value, str):
        return None
    line = " ".join(UNSEEN.sub("", visible(value[: 4 * LABEL_CHARACTERS])).split())
    return line[:LABEL_CHARACTERS].strip() or None


def text_or_none(value: JsonValue) -> str | None:
    """Return a text that is not empty as every file can hold it; None for anything else."""
    return visible(value) if isinstance(value, str) and value else None


def visible(text: str) -> str:
    """Return the text as every file can hold it: half of a surrogate pair becomes a question mark."""
    return text.encode("utf-8", "replace").decode()


def count_of(value: JsonValue) -> int | None:
    """Return a whole number from 0 that JSON keeps exact; None for anything else, true and false included."""
    return value if type(value) is int and 0 <= value <= JSON_SAFE_MAX else None


def member(value: JsonValue, name: str) -> JsonValue:
    """Return a member of an object; None where it, or the object, is missing."""
    return value.get(name) if isinstance(value, dict) else None


def objects(value: JsonValue, pointer: str) -> list[Json]:
    """Return the objects of a list.

    Raises:
        UnreadableError: It is no list of objects.
    """
    if not isinstance(value, list):
        raise UnreadableError(f"{pointer} is no list")
    found = [item for item in value if isinstance(item, dict)]
    if len(found) != len(value):
        raise UnreadableError(f"{pointer} holds something that is no object")
    return found


def text_at(value: Json, name: str, pointer: str) -> str:
    """Return a text that must be there.

    Raises:
        UnreadableError: It is missing or no text.
    """
    found = value.get(name)
    if not isinstance(found, str) or not found:
        raise UnreadableError(f"{pointer}/{name} is no text")
    return found
