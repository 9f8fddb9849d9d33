"""One file to one record with every fault named, and files that are there whole or not at all."""

import json
import os
import stat
from typing import Annotated

import pytest
from pydantic import Field, TypeAdapter, create_model

from sitegen import store
from sitegen.records import RUN, base
from sitegen.records.base import Count, JsonObject, Record


class Note(Record):
    """A record for these tests."""

    text: str
    facts: JsonObject


NOTE: TypeAdapter[Note] = TypeAdapter(Note)


def _codes(data: bytes) -> list[tuple[str, str, str]]:
    parsed = store.parse_record(NOTE, data, "x.json")
    assert (parsed.record is None) == bool(parsed.issues)
    return [(one.code, one.pointer, one.found) for one in parsed.issues]


def test_a_good_file_is_a_record():
    assert store.parse_record(NOTE, b'{"text": "a", "facts": {}}', "x.json") == (Note(text="a", facts={}), ())


@pytest.mark.parametrize(
    ("data", "code", "found", "place"),
    [
        (b'{"text": "a", "text": "a", "facts": {}}', "json-duplicate-key", "text", "/text"),
        (b'{"text": "a", "facts": {"a": 1, "a": 1}}', "json-duplicate-key", "a", "/facts/a"),
        (b'{"text": "a", "facts": {"a": [{"b": 1, "b": 2}]}}', "json-duplicate-key", "b", "/facts/a/0/b"),
        (b'{"text": "a", "facts": {"\\u0061": 1, "a": 1}}', "json-duplicate-key", "a", "/facts/a"),
        (b'{"text": "a", "facts": {"a": NaN}}', "json-non-finite", "NaN", "/facts/a"),
        (b'{"text": "a", "facts": {"a": [-Infinity]}}', "json-non-finite", "-Infinity", "/facts/a/0"),
        (b'{"text": "a", "facts": {"a": 1e999}}', "json-non-finite", "1e999", "/facts/a"),
        (b'{"text": "a", "facts": {"a": -1E400}}', "json-non-finite", "-1E400", "/facts/a"),
        (b'{"text": "a", "facts": {', "json-syntax", "line 1", ""),
        (b'{"text": "a", "facts": {}}\n{}', "json-syntax", "Extra data in line 2", ""),
        (b"{'text': 1}", "json-syntax", "line 1", ""),
        (b'{"text": "a", "facts": {},}', "json-syntax", "line 1", ""),
        (b'{"text": "a\nb", "facts": {}}', "json-syntax", "line 1", ""),
        (b'{"text": "\\ud800", "facts": {}}', "json-syntax", "hex escape", ""),
        (b"", "json-syntax", "line 1, column 1", ""),
        (b"[" * 100_000, "json-syntax", "nesting too deep", ""),
        (b'{"text": "a", "facts": ' + b'{"a":' * 300 + b"1" + b"}" * 301, "json-syntax", "recursion limit", ""),
        (b"\xef\xbb\xbf{}", "text-bom", "ef bb bf", ""),
        (b"\xff\xfe{\x00}\x00", "text-bom", "ff fe", ""),
        (b"{\r\n}", "text-line-ends", "CR in line 1", ""),
        (b"{\n\n\r}", "text-line-ends", "CR in line 3", ""),
        (b"\n{\r}", "text-line-ends", "CR in line 2", ""),
        (b'{"a": "\xc3("}', "text-encoding", "byte c3 at offset 7", ""),
        (b'{"a": "\xed\xa0\x80"}', "text-encoding", "byte ed at offset 7", ""),
    ],
)
def test_a_bad_file_has_one_fault_and_no_record(data, code, found, place):
    ((got, pointer, shown),) = _codes(data)
    assert (got, pointer) == (code, place)
    assert found in shown


def test_of_a_member_named_twice_both_values_are_looked_at():
    data = b'{"a": {"b": 1, "b": 2}, "a": {"c": NaN}, "a": 3}'
    assert sorted(_codes(data)) == [
        ("json-duplicate-key", "/a", '3 members named "a"'),
        ("json-duplicate-key", "/a/b", '2 members named "b"'),
        ("json-non-finite", "/a/c", "NaN"),
    ]


@pytest.mark.parametrize(
    ("value", "found", "expected"),
    [
        ('"12"', '"12"', "a whole number"),
        ("1.5", "1.5", "a whole number"),
        ("-1", "-1", "at least 0"),
        ("null", "null", "a whole number"),
    ],
)
def test_a_text_is_told_from_a_number_and_the_words_are_plain(value, found, expected):
    holder = TypeAdapter(create_model("Holder", __base__=Record, n=Count))
    (one,) = store.parse_record(holder, f'{{"n": {value}}}'.encode(), "x.json").issues
    assert (one.found, one.expected) == (found, expected)


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("Slug", '"A b"', "lower-case letters and digits, with single hyphens between them"),
        ("Sha256", '"x"', "64 hexadecimal digits in lower case"),
        ("Timestamp", '"today"', "a time in UTC such as 2026-11-30T08:00:00Z"),
        ("Day", '"today"', "a day such as 2026-11-30"),
        ("DecimalText", '"1e3"', 'an exact decimal number as text, such as "0.25"'),
        ("Url", '"http://example.org"', "an address that begins with https:// and holds no blank and no credentials"),
        ("Name", "7", "text"),
        ("Name", f'"{"x" * 301}"', "at most 300 characters"),
        ("Slug", "[]", "text"),
    ],
)
def test_what_a_text_must_be_is_said_in_words(kind, value, expected):
    holder = TypeAdapter(create_model("Holder", __base__=Record, n=getattr(base, kind)))
    (one,) = store.parse_record(holder, f'{{"n": {value}}}'.encode(), "x.json").issues
    assert one.expected == expected


def test_a_byte_order_mark_is_shown_and_no_more():
    assert _codes(b"\xef\xbb\xbf{}") == [("text-bom", "", "bytes ef bb bf")]


def test_a_member_named_twice_is_found_although_the_values_are_equal_and_sorted():
    """The quick look compares with the stored form; this file would be in it but for the second member."""
    data = b'{\n  "facts": {},\n  "text": "a",\n  "text": "a"\n}\n'
    assert [code for code, _, _ in _codes(data)] == ["json-duplicate-key"]


def test_every_fault_of_a_record_is_named_at_once():
    found = _codes(b'{"text": 1, "facts": {"a": 9007199254740992}, "more/or~less": 1}')
    assert found == [
        ("field-value", "/facts", "9007199254740992"),
        ("field-unknown", "/more~1or~0less", "1"),
        ("field-type", "/text", "1"),
    ]


def test_a_union_is_told_from_its_tag():
    (one,) = store.parse_record(RUN, b'{"kind": "apis"}', "run.json").issues
    assert (one.code, one.pointer, one.found) == ("kind-unknown", "/kind", "apis")
    (one,) = store.parse_record(RUN, b"{}", "run.json").issues
    assert (one.code, one.pointer, one.found) == ("kind-unknown", "/kind", "nothing")


class Row(Record):
    """A record with a list that may not be empty."""

    counts: Annotated[tuple[Annotated[int, Field(le=9)], ...], Field(min_length=1)]


@pytest.mark.parametrize(("counts", "pointer"), [("[10]", "/counts/0"), ("[1, 10]", "/counts/1"), ("[]", "/counts")])
def test_only_the_wrong_item_of_a_list_is_named(counts, pointer):
    record, (one,) = store.parse_record(TypeAdapter(Row), f'{{"counts": {counts}}}'.encode(), "x.json")
    assert record is None
    assert (one.code, one.pointer) == ("field-value", pointer)


@pytest.mark.parametrize(
    ("text", "code", "found"),
    [
        ("text = a\n", "toml-syntax", "line 1, column 8"),
        ('text = "a"\ntext = "b"\n', "toml-syntax", "line 2, column 11"),
        ("text = " + "[" * 50_000, "toml-syntax", "nesting too deep"),
        (f'text = "a"\nfacts = {{ n = {2**64} }}', "field-type", "64-bit"),
        ('text = "a"\nfacts = { n = [' + "[" * 300 + "]" * 300 + "] }", "field-type", "ecursion"),
        ("text = nan\nfacts = {}", "field-type", "null"),
    ],
)
def test_bad_toml(text, code, found):
    parsed = store.parse_toml(NOTE, text, "x.toml")
    assert parsed.record is None
    (one,) = parsed.issues
    assert one.code == code
    assert found in one.found


def test_stored_form():
    value = {"b": [1, {"d": None, "c": "é"}], "a": 0.5, "A": True}
    expected = (
        '{\n  "A": true,\n  "a": 0.5,\n  "b": [\n    1,\n    {\n      "c": "é",\n      "d": null\n    }\n  ]\n}\n'
    )
    assert store.stored_form(value) == expected.encode()
    assert json.loads(store.stored_form(value)) == value


@pytest.mark.parametrize(
    ("location", "text"),
    [((), ""), (("a",), "/a"), (("a", 0, "b"), "/a/0/b"), (("a/b", "c~d", "~1"), "/a~1b/c~0d/~01"), (("",), "/")],
)
def test_pointer(location, text):
    assert store.pointer(location) == text


@pytest.mark.parametrize("umask", [0o022, 0o077, 0])
def test_whole_writing_gives_everyone_the_right_to_read(tmp_path, umask):
    before = os.umask(umask)
    try:
        store.write_whole(tmp_path / "a.json", b"one")
        store.write_whole(tmp_path / "a.json", b"two")
    finally:
        os.umask(before)
    assert (tmp_path / "a.json").read_bytes() == b"two"
    assert stat.S_IMODE((tmp_path / "a.json").stat().st_mode) == 0o644
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


@pytest.mark.parametrize("step", ["fsync", "fdopen"])
def test_interrupted_writing_leaves_the_old_file_and_no_other(tmp_path, monkeypatch, step):
    path = tmp_path / "a.json"
    store.write_whole(path, b"old")

    def broken(*_args):
        assert path.read_bytes() == b"old", "the old file stands until the new one is whole"
        raise KeyboardInterrupt

    monkeypatch.setattr(f"sitegen.store.os.{step}", broken)
    with pytest.raises(KeyboardInterrupt):
        store.write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_new_file_is_synced_before_it_takes_the_name(tmp_path, monkeypatch):
    seen = []
    real = os.fsync

    def watched(handle):
        seen.append((os.fstat(handle).st_size, (tmp_path / "a.json").exists()))
        real(handle)

    monkeypatch.setattr("sitegen.store.os.fsync", watched)
    store.write_whole(tmp_path / "a.json", b"12345")
    assert seen == [(5, False)]


def test_writing_into_a_missing_folder_fails_and_makes_nothing(tmp_path):
    with pytest.raises(FileNotFoundError):
        store.write_whole(tmp_path / "no" / "a.json", b"x")
    assert list(tmp_path.iterdir()) == []
