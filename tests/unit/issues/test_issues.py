"""Issues as data: printable, short, and with a rule for every code."""

import pytest

from sitegen.issues import CATALOGUE, issue

WARNINGS = {"leak-allow-unused", "output-foreign", "run-alike", "signature-stale", "view-differs"}
"""Codes that do not keep a site from being published."""


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        ("plain", "plain"),
        ("é ☕", "é ☕"),
        (None, "null"),
        (True, "true"),
        (1.5, "1.5"),
        ({"a": [1, "é"]}, '{"a": [1, "\\u00e9"]}'),
        ("a\nb\tc", "a\\u000ab\\u0009c"),
        ("\x1b[31m", "\\u001b[31m"),
        ("a\u202eb", "a\\u202eb"),
        ("a\ud800b", "a\\ud800b"),
        ("x" * 120, "x" * 120),
        ("x" * 121, "x" * 117 + "..."),
    ],
)
def test_what_was_found_is_short_printable_text(found, shown):
    one = issue("leak", "a.json", found=found)
    assert one.found == shown
    one.found.encode()


@pytest.mark.parametrize(("length", "kept"), [(500, "x" * 500), (501, "x" * 497 + "...")])
def test_what_was_expected_and_where_may_be_longer(length, kept):
    one = issue("leak", "a.json", "x" * length, expected="x" * length)
    assert (one.expected, one.pointer) == (kept, kept)


def test_the_file_stays_whole_and_can_be_printed():
    one = issue("leak", "content/" + "x" * 1_000 + "\n\udcff.json", "/a\n")
    assert one.file == "content/" + "x" * 1_000 + "\\u000a\\udcff.json"
    assert one.pointer == "/a\\u000a"


def test_a_code_outside_the_catalogue_is_refused():
    with pytest.raises(KeyError, match="no-such-code is not in the catalogue"):
        issue("no-such-code", "x.json")


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_code_says_what_it_means_and_how_it_is_mended(code):
    one = issue(code, "a.json")
    assert one.rule.meaning.endswith(".")
    assert one.rule.fix.endswith(".")
    assert one.severity == ("warning" if code in WARNINGS else "error")
