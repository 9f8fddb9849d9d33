"""Leaks in UTF-16 and UTF-32: in a whole file, and in pieces of binary data."""

import json
from random import Random

import pytest

from sitegen.leaks import Gate
from sitegen.leaks.wide import in_utf8
from tests.unit.leaks.rows import leaks, name

GATE = Gate()
CODECS = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")


def codes(path: str, data: bytes) -> list[str]:
    return [finding.code for finding in GATE.scan(path, data)]


@pytest.mark.parametrize("codec", CODECS)
def test_a_file_with_a_mark_is_read_as_text_however_short_the_leak(codec):
    text = f"\ufeff\u00fc\n\u4f60\U0001f600 /tmp/{name(Random(1))[:2]} end"
    (finding,) = GATE.scan("a.txt", text.encode(codec))
    assert (finding.code, finding.line) == ("temp-path", 2)


@pytest.mark.parametrize("codec", CODECS)
def test_a_json_file_in_wide_characters_has_its_pointer(codec):
    data = ("\ufeff" + json.dumps({"a": ["x", "/tmp/x1"]}, indent=1)).encode(codec)
    (finding,) = GATE.scan("a.json", data)
    assert (finding.pointer, finding.line) == ("/a/1", 4)


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("code", ["openai-key", "home-path", "reasoning-text", "think-tag"])
def test_text_without_a_mark_is_found_within_binary_data(code, codec):
    before = b"\x89PNG\r\n\x1a\n" + bytes(range(0, 64, 3))
    for leak in leaks(code)[:3]:
        assert code in codes("a.glb", before + f"Author: {leak} end".encode(codec) + b"\xff\0\xff")


@pytest.mark.parametrize("codec", CODECS)
def test_a_place_in_binary_data_is_a_byte_of_its_first_character(codec):
    before = b"\xff\xff\0\xff\xff\xff\xff\xff"
    text = "\u00e9\u00e9\u00e9\u00e9 see "
    (finding,) = GATE.scan("a.glb", before + f"{text}/tmp/x1/y2".encode(codec) + b"\xff\xff\xff\xff")
    start = len(before) + len(text.encode(codec))
    assert finding.offset is not None
    assert start <= finding.offset < start + len("/".encode(codec))


def test_a_text_is_cleaned_in_utf8():
    assert GATE.cleaned("\ufeffsee /tmp/x1 \u00fc".encode("utf-16-le")) == "see [removed] \u00fc".encode()


def test_numbers_of_two_bytes_pass():
    indices = b"".join(number.to_bytes(2, "little") for number in range(3000))
    triangles = b"".join(Random(3).randrange(128).to_bytes(2, "little") for _ in range(200_000))
    assert codes("a.glb", indices) == []
    assert codes("a.glb", b"\0" + triangles) == []


def test_bytes_that_only_look_like_a_mark_stay():
    assert in_utf8(b"\xff\xfe\xe9 /tmp/x1") == b"\xff\xfe\xe9 /tmp/x1"
    assert codes("a.txt", b"\xff\xfe\xe9 /tmp/x1") == ["temp-path"]
