"""What the shared field types take and refuse."""

import json
import re
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError, create_model

from sitegen.records import base
from sitegen.records.text import PRINTABLE, UNSEEN

LARGEST = 2**53 - 1

# Characters that are not seen or that change the direction; the first and the last of a range of tags.
UNSEEN_POINTS = (
    0xAD, 0x34F, 0x61C, 0x115F, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E, 0x2060, 0x2064, 0x2066,
    0x206F, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9, 0xE0001, 0xE0020, 0xE007F,
)  # fmt: skip
JOINERS = (0x200C, 0x200D, 0xE0100, 0xE01EF)
JOINED = (
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian: I want
    "\U0001f469\u200d\U0001f4bb",  # one emoji: a woman at a computer
    "\u2764\ufe0f\u200d\U0001f525 1\ufe0f\u20e3",  # a heart on fire, a key cap
    "\u0915\u094d\u200d\u0937",  # Devanagari with a half form
    "\u8fbb\U000e0100",  # a variant of an ideograph
    "\u05d0\u05d1 and \u0627",  # right-to-left words without marks
)

# type: (values it takes, values it refuses), as JSON
FIELDS = {
    "Slug": (
        ['"a"', '"run-1"', '"0"', f'"{"a" * 80}"'],
        ['""', '"A"', '"a--b"', '"-a"', '"a-"', '"a_b"', '"a/b"', '".."', '"a\\n"', f'"{"a" * 81}"', '"é"', "1"],
    ),
    "Sha256": ([f'"{"0a" * 32}"'], [f'"{"0A" * 32}"', f'"{"0" * 63}"', f'"{"0" * 64}\\n"', '"x"']),
    "GitId": ([f'"{"0" * 40}"', f'"{"0" * 64}"'], [f'"{"0" * 41}"', '"abc1234"']),
    "Timestamp": (
        [
            '"2026-11-02T08:00:00Z"',
            '"2026-11-02T08:00:00.5Z"',
            '"2026-11-02T08:00:00.123456Z"',
            '"2024-02-29T00:00:00Z"',
        ],
        [
            '"2026-11-02T08:00:00"',
            '"2026-11-02T08:00:00+00:00"',
            '"2026-11-02 08:00:00Z"',
            '"2026-02-29T00:00:00Z"',
            '"2026-02-30T00:00:00Z"',
            '"2026-11-02T24:00:00Z"',
            '"2026-11-02T23:59:60Z"',
            '"0000-01-01T00:00:00Z"',
            '"2026-11-02T08:00:00.1234567Z"',
            '"\\u0662026-11-02T08:00:00Z"',
            "1793606400",
        ],
    ),
    "Day": (['"2026-11-30"', '"2024-02-29"'], ['"2026-11-31"', '"2026-1-1"', '"30.11.2026"', '"2026-11-30T00:00:00Z"']),
    "Count": (
        ["0", "1", str(LARGEST)],
        ["-1", str(LARGEST + 1), str(2**70), "1.0", "1.5", '"1"', "true", "null", "1e2"],
    ),
    "Positive": (["1", str(LARGEST)], ["0", "-1", str(LARGEST + 1)]),
    "Name": (
        ['"a"', '"é"', '"<b>"', '"=1+1"', '"a b"', f'"{"x" * 300}"', *(f'"{text}"' for text in JOINED)],
        [
            '""',
            '" "',
            '"\\u0000"',
            '"a\\u001b[1mb"',
            '"a\\u202eb"',
            '"a\\u2066b"',
            '"a\\rb"',
            '"a\\nb"',
            '"a\\tb"',
            '"a\\n"',
            '"a\\u0085b"',
            f'"{"x" * 301}"',
            *(f'"\u05d0{chr(point)}\u05d1"' for point in UNSEEN_POINTS),
            *(f'"a{chr(point)}b"' for point in JOINERS),
            *(f'"\u4e00{chr(point) * 2}"' for point in JOINERS),
            *(f'"{chr(point)}\u4e00"' for point in JOINERS),
            '"\\u3164"',
            '"\\u200b"',
        ],
    ),
    "Text": (['"a\\nb\\tc"', f'"{"x" * 20_000}"'], ['""', '"\\n"', f'"{"x" * 20_001}"', '"\\u007f"']),
    "FileName": (
        ['"model.step"', '"a_b-c.d"', '"0"'],
        ['"Model.step"', '"../x"', '".hidden"', '"a..b"', '"a/b"', '"a."', '"a b"', '"a:b"', '"a%b"', '"caf\\u00e9"'],
    ),
    "DecimalText": (
        ['"0"', '"0.5"', '"123456789012345678.123456789012345678"'],
        ['"-1"', '"+1"', '"1e3"', '".5"', '"1."', '"01"', '"NaN"', '"1\\u0662"', '"1,5"', "0.5", "1"],
    ),
    "UsdPerMillion": (['"0"', '"4"', '"0.0001"', '"999999.9999"'], ['"0.00001"', '"1000000"', '"-4"', '"4e0"', "4"]),
    "Url": (
        ['"https://example.org"', '"https://example.org/a?b=c#d"'],
        [
            '"http://example.org"',
            '"https://user:word@example.org/"',
            '"javascript:alert(1)"',
            '"https://example.org/a b"',
        ],
    ),
    "Settings": (
        ["{}", '{"effort": "low", "seed": 7, "top_p": 0.5, "stream": true, "stop": null}', f'{{"n": {-LARGEST}}}'],
        [
            f'{{"n": {LARGEST + 1}}}',
            f'{{"n": {-(2**70)}}}',
            '{"a": []}',
            '{"a": {"b": 1}}',
            '{"": 1}',
            '{"a": "\\u0000"}',
            '{"a": "b\\u200bc"}',
        ],
    ),
    "JsonObject": (
        ["{}", '{"a": [1, {"b": null}], "c": 1e300}', f'{{"a": [{LARGEST}]}}'],
        [
            f'{{"a": [{{"b": {LARGEST + 1}}}]}}',
            f'{{"a": {-LARGEST - 1}}}',
            '{"a": [{"description": "add\\u202e it"}]}',
            '{"a": {"b\\u200b": 1}}',
            '{"a": ["\\udb40\\udc41"]}',
            "[]",
            "1",
        ],
    ),
}

ROWS = [(name, text) for name, (good, bad) in FIELDS.items() for text in (*good, *bad)]
TAKEN = [pytest.param(name, text, id=f"{name} {text[:30]}") for name, (good, _) in FIELDS.items() for text in good]
REFUSED = [pytest.param(name, text, id=f"{name} {text[:30]}") for name, (_, bad) in FIELDS.items() for text in bad]


def _adapter(name: str) -> Any:
    return TypeAdapter(create_model("Holder", __base__=base.Record, value=getattr(base, name)))


@pytest.mark.parametrize(("name", "text"), TAKEN)
def test_taken(name, text):
    _adapter(name).validate_json(f'{{"value": {text}}}')


@pytest.mark.parametrize(("name", "text"), REFUSED)
def test_refused(name, text):
    with pytest.raises(ValidationError):
        _adapter(name).validate_json(f'{{"value": {text}}}')


def test_whole_numbers_stay_whole_and_yes_stays_yes():
    found = _adapter("Settings").validate_json('{"value": {"a": 1, "b": true, "c": 1.0, "d": "1"}}').value
    assert [type(value) for value in found.values()] == [int, bool, float, str]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("2026-11-02T08:00:00Z", "2026-11-02T08:00:00.000001Z"),
        ("2026-11-02T08:00:00.9Z", "2026-11-02T08:00:00.91Z"),
        ("2026-11-02T08:00:00.5Z", "2026-11-02T08:00:01Z"),
        ("2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z"),
    ],
)
def test_points_in_time_compare_in_order_whatever_their_decimals(first, second):
    assert base.instant(first) < base.instant(second)


def test_equal_points_in_time_are_equal_however_they_are_written():
    assert base.instant("2026-11-02T08:00:00Z") == base.instant("2026-11-02T08:00:00.000Z")


@pytest.mark.parametrize(("name", "text"), [row for row in ROWS if row[0] in ("Name", "Text")])
def test_prose_is_judged_as_names_are(name, text):
    """The pattern for pages of prose and the one for fields are two; they agree on what is not seen."""
    value = json.loads(f'"{text[1:-1]}"')
    matches = re.search(PRINTABLE, value) is not None
    assert matches == (not UNSEEN.search(value) and not value.isspace() and value != "")
