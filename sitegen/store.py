"""One file on disk to one record in memory, with every fault named; and whole-file writing."""

import json
import os
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import orjson
from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from sitegen.issues import CATALOGUE, Issue, issue
from sitegen.records.text import ONE_LINE, PRINTABLE
from sitegen.wording import in_words, quoted

T = TypeVar("T")


class Parsed(NamedTuple, Generic[T]):
    """A record, or None and everything that is wrong with it."""

    record: T | None
    issues: tuple[Issue, ...]


_STORED = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE


def stored_form(value: object) -> bytes:
    """Return JSON as our own writer stores it: sorted keys, two spaces, a final newline."""
    return orjson.dumps(value, option=_STORED)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all: temporary file, fsync, rename."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o644)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def parse_record(adapter: TypeAdapter[T], data: bytes, file: str) -> Parsed[T]:
    """Return the record in a JSON file."""
    faults = text_faults(data, file) or json_faults(data, file)
    if faults:
        return Parsed(None, faults)
    try:
        return Parsed(adapter.validate_json(data), ())
    except ValidationError as error:
        return Parsed(None, _issues_of(adapter, error, file))


def parse_toml(adapter: TypeAdapter[T], text: str, file: str) -> Parsed[T]:
    """Return the record in the text of a TOML file."""
    try:
        return parse_value(adapter, tomllib.loads(text), file)
    except tomllib.TOMLDecodeError as error:
        return Parsed(None, (issue("toml-syntax", file, found=str(error), expected="valid TOML"),))
    except ValueError:  # Python reads no number of more digits than this
        found = f"a number of more than {sys.get_int_max_str_digits()} digits"
        return Parsed(None, (issue("toml-syntax", file, found=found, expected="valid TOML"),))
    except RecursionError:
        return Parsed(None, (issue("toml-syntax", file, found="nesting too deep", expected="at most a few levels"),))


def parse_value(adapter: TypeAdapter[T], value: object, file: str) -> Parsed[T]:
    """Return the record in plain values, such as those of a TOML file."""
    try:
        return Parsed(adapter.validate_json(orjson.dumps(value)), ())
    except (orjson.JSONEncodeError, TypeError) as error:
        expected = "text, numbers, booleans, tables, lists"
        return Parsed(None, (issue("field-type", file, found=str(error), expected=expected),))
    except ValidationError as error:
        return Parsed(None, _issues_of(adapter, error, file))


def text_faults(data: bytes, file: str) -> tuple[Issue, ...]:
    """Return what is wrong with the bytes as text: BOM, encoding, CR line ends."""
    if data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        return (issue("text-bom", file, found=f"bytes {data[:3].hex(' ')}", expected="the text itself"),)
    if b"\r" in data:
        line = data.count(b"\n", 0, data.index(b"\r")) + 1
        return (issue("text-line-ends", file, found=f"CR in line {line}", expected="LF line ends"),)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        found = f"byte {data[error.start]:02x} at offset {error.start}"
        return (issue("text-encoding", file, found=found, expected="UTF-8"),)
    return ()


def json_faults(data: bytes, file: str) -> tuple[Issue, ...]:
    """Return what is wrong with the JSON that a lenient reader would not notice.

    A file in our own stored form cannot name a member twice, for writing it again gives the same bytes; only other
    files are read a second time with a reader that sees every member.
    """
    try:
        if orjson.dumps(orjson.loads(data), option=_STORED) == data:
            return ()
    except (orjson.JSONDecodeError, orjson.JSONEncodeError, RecursionError):
        pass
    try:
        document = json.loads(data, object_pairs_hook=_Members, parse_constant=_NonFinite, parse_float=_number)
    except json.JSONDecodeError as error:
        found = f"{error.msg} in line {error.lineno}, column {error.colno}"
        return (issue("json-syntax", file, found=found, expected="valid JSON"),)
    except RecursionError:
        return (issue("json-syntax", file, found="nesting too deep", expected="at most a few levels"),)
    except ValueError as error:
        return (issue("json-syntax", file, found=str(error), expected="valid JSON"),)
    return tuple(_lenient(document, file))


class _Members(dict[str, object]):
    """An object that keeps the members which a later one of the same name has replaced."""

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs


class _NonFinite(str):
    """A number that is not finite, as written."""


def _number(text: str) -> object:
    return _NonFinite(text) if float(text) in (float("inf"), float("-inf")) else 0.0


def _lenient(document: object, file: str) -> Iterator[Issue]:
    """Yield what a lenient reader lets pass, with its place; of a name that stands twice both values are looked at."""
    waiting: list[tuple[tuple[str | int, ...], object]] = [((), document)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, _NonFinite):
            yield issue("json-non-finite", file, pointer(place), found=str(value), expected="a finite number or null")
        elif isinstance(value, _Members):
            counts = Counter(name for name, _ in value.pairs)
            for name in (name for name, count in counts.items() if count > 1):
                where = pointer((*place, name))
                yield issue(
                    "json-duplicate-key",
                    file,
                    where,
                    found=f"{counts[name]} members named {quoted(name)}",
                    expected="one member",
                )
            waiting += [((*place, name), member) for name, member in value.pairs]
        elif isinstance(value, list):
            waiting += [((*place, index), item) for index, item in enumerate(value)]


def pointer(location: Iterable[str | int]) -> str:
    """Return the JSON pointer (RFC 6901) of a place in a document."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in location)


def _issues_of(adapter: TypeAdapter[T], error: ValidationError, file: str) -> tuple[Issue, ...]:
    """Return one issue per fault; the places of a union begin with its tag, which is not in the file."""
    schema = adapter.core_schema
    while schema["type"] == "definitions":
        schema = schema["schema"]
    skip = 1 if schema["type"] == "tagged-union" else 0
    details = (detail for detail in error.errors(include_url=False) if not _follows(detail))
    return tuple(sorted({_issue_of(detail, detail["loc"][skip:], file) for detail in details}))


def _follows(detail: ErrorDetails) -> bool:
    """Return whether a list is too short only because wrong items, which are named themselves, were left out of it."""
    return detail["type"] == "too_short" and len(detail["input"]) >= detail["ctx"]["min_length"]


def _issue_of(detail: ErrorDetails, location: tuple[int | str, ...], file: str) -> Issue:
    kind, found, context = detail["type"], detail["input"], detail.get("ctx", {})
    place = pointer(location[:-1] if location[-1:] == ("[key]",) else location)
    if kind == "json_invalid":
        return issue("json-syntax", file, found=context["error"], expected="valid JSON")
    if kind == "missing":
        return issue("field-missing", file, place, found="nothing", expected="the field")
    if kind == "extra_forbidden":
        return issue("field-unknown", file, place, found=quoted(found), expected="no such field")
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        tag = context["discriminator"].strip("'")
        expected = f"one of {context['expected_tags']}" if "tag" in context else f"a {tag}"
        return issue("kind-unknown", file, f"{place}/{tag}", found=context.get("tag", "nothing"), expected=expected)
    if context.get("pattern") in (PRINTABLE, ONE_LINE):
        expected = "visible text" if context["pattern"] == PRINTABLE else "visible text in one line"
        return issue("text-control", file, place, found=quoted(found), expected=expected)
    if kind in CATALOGUE:
        value = quoted(context.get("found", ""))
        return issue(kind, file, place, found=value, expected=_expected(detail["msg"], context))
    return issue(
        _code(kind, location), file, place, found=quoted(found), expected=in_words(kind, context, detail["msg"])
    )


def _code(kind: str, location: tuple[int | str, ...]) -> str:
    if location == ("schema",):
        return "schema-version"
    return "field-type" if kind.endswith("_type") or kind in ("int_from_float", "int_parsing") else "field-value"


def _expected(message: str, context: Mapping[str, object]) -> str:
    return f"{message}; expected {context['expected']}" if "expected" in context else message
