"""The base of every record and the field types that records share."""

from datetime import UTC, date, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, StringConstraints
from pydantic_core import PydanticCustomError

from sitegen.records.text import ONE_LINE, PRINTABLE, UNSEEN

JSON_SAFE_MAX = 2**53 - 1
"""Largest integer that every JSON reader, browsers included, keeps exact."""


class Record(BaseModel):
    """A frozen piece of evidence or configuration; unknown fields and loose types are refused."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        allow_inf_nan=False,
        validate_by_name=True,
        serialize_by_alias=True,
    )


def fault(code: str, message: str, **context: Any) -> PydanticCustomError:
    """Return the error a validator raises for a broken rule; `code` becomes the issue code."""
    return PydanticCustomError(code, message, context)


def instant(value: str) -> datetime:
    """Return a timestamp as a point in time that compares in order, whatever its number of decimals."""
    return datetime.fromisoformat(value).astimezone(UTC)


def _calendar_time(value: str) -> str:
    try:
        instant(value)
    except (ValueError, OverflowError):
        raise fault("time-invalid", "{found} is no point in time; expected RFC 3339 in UTC", found=value) from None
    return value


def _calendar_day(value: str) -> str:
    try:
        date.fromisoformat(value)
    except ValueError:
        raise fault("time-invalid", "{found} is no day of the calendar; expected YYYY-MM-DD", found=value) from None
    return value


# Patterns of text, by name: they also tell which words describe what was expected.
SLUG = r"^[a-z0-9]+(-[a-z0-9]+)*$"
SHA256 = r"^[0-9a-f]{64}$"
GIT_ID = r"^[0-9a-f]{40}([0-9a-f]{24})?$"
TIMESTAMP = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z$"
DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
VERSION = r"^(0|[1-9][0-9]{0,8})(\.(0|[1-9][0-9]{0,8})){2}$"
FILE_NAME = r"^[a-z0-9]+([._-][a-z0-9]+)*$"
DECIMAL = r"^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$"
USD_PER_MILLION = r"^(0|[1-9][0-9]{0,5})(\.[0-9]{1,4})?$"
URL = r"^https://[A-Za-z0-9.-]+(/[\x21-\x7e]*)?$"

Slug = Annotated[str, StringConstraints(pattern=SLUG, max_length=80)]
"""An id: lower-case letters, digits and single hyphens, safe as a file name on any host."""

Sha256 = Annotated[str, StringConstraints(pattern=SHA256)]
"""A sha256 in lower-case hexadecimal."""

GitId = Annotated[str, StringConstraints(pattern=GIT_ID)]
"""A full git object id."""

Timestamp = Annotated[
    str,
    StringConstraints(pattern=TIMESTAMP),
    AfterValidator(_calendar_time),
]
"""A point in time, RFC 3339 in UTC with a final Z."""

Day = Annotated[str, StringConstraints(pattern=DAY), AfterValidator(_calendar_day)]
"""A day of the calendar, YYYY-MM-DD."""

Count = Annotated[int, Field(ge=0, le=JSON_SAFE_MAX)]
"""A whole number of things, from zero."""

Positive = Annotated[int, Field(ge=1, le=JSON_SAFE_MAX)]
"""A whole number of things, from one."""

Ticks = Annotated[int, Field(ge=0, le=JSON_SAFE_MAX)]
"""Money in ticks: one tick is 1e-10 US dollars."""

Milliseconds = Annotated[int, Field(ge=0, le=JSON_SAFE_MAX)]
"""A duration in whole milliseconds, rounded half to even once, when it was recorded."""

Name = Annotated[str, StringConstraints(min_length=1, max_length=300, pattern=ONE_LINE)]
"""One line of display text; never used as an identity or an address."""

Text = Annotated[str, StringConstraints(min_length=1, max_length=20_000, pattern=PRINTABLE)]
"""Display text of some lines."""

Version = Annotated[str, StringConstraints(pattern=VERSION)]
"""MAJOR.MINOR.PATCH, the form that Croissant and Data Package ask of a data set's version."""

FileName = Annotated[str, StringConstraints(pattern=FILE_NAME, max_length=80)]
"""A plain file name that every static host serves."""

DecimalText = Annotated[str, StringConstraints(pattern=DECIMAL)]
"""An exact decimal number without sign or exponent."""

UsdPerMillion = Annotated[str, StringConstraints(pattern=USD_PER_MILLION)]
"""US dollars per million tokens with at most four decimals, so that a token costs whole ticks."""

Url = Annotated[str, StringConstraints(pattern=URL, max_length=500)]
"""An https address without credentials."""


def _exact_and_visible(value: JsonValue) -> JsonValue:
    """Return the value when canonical JSON can hold each whole number in it, and a reader can see each text."""
    if isinstance(value, int) and abs(value) > JSON_SAFE_MAX:
        expected = f"at most {JSON_SAFE_MAX} either way, or text"
        raise fault("field-value", "a whole number that JSON does not keep exact", found=value, expected=expected)
    if isinstance(value, str) and UNSEEN.search(value):
        raise fault("text-control", "a text with unseen characters", found=value, expected="visible text")
    if isinstance(value, dict):
        for part in (*value, *value.values()):
            _exact_and_visible(part)
    elif isinstance(value, list):
        for part in value:
            _exact_and_visible(part)
    return value


def _one_value(value: JsonValue) -> JsonValue:
    if isinstance(value, dict | list):
        raise fault("field-type", "a setting is one value", found=value, expected="text, a number, true, false or null")
    return _exact_and_visible(value)


JsonObject = Annotated[dict[str, JsonValue], AfterValidator(_exact_and_visible)]
"""Any JSON object whose numbers are exact and whose texts can be seen."""

Setting = Annotated[str | bool | int | float | None, BeforeValidator(_one_value)]
Settings = dict[Name, Setting]
"""Explicit model settings by name; what is not named was left to the provider."""


class Fingerprint(Record):
    """What a piece of software was, by content."""

    label: Name
    """Display text; not an identity."""
    hash: Sha256
    """Content hash: the identity."""


class Source(Fingerprint):
    """The system under test."""

    commit: GitId | None = None
    """Commit of its checkout; null where it has none or the origin names none."""
    dirty: bool | None = None
    """Whether uncommitted changes were part of the hash; null where unknown."""


class TaskRef(Record):
    """A task by id and content."""

    id: Slug
    """Id of the task file `tasks/<id>.json` of the suite."""
    hash: Sha256
    """Task hash: sha256 of the canonical JSON of the task file."""
