"""Labels without paths, user names and addresses."""

import pytest

from runner.importers.cleaning import clean_labels, clean_text, private_word

ROOT = "/" + "root"
"""Put together here, so that no file of the project holds a machine's path."""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("test_file at /home/jo/my-project/a.py:7", "test_file at [path]:7"),
        (f"test_path[sync-{ROOT}-foo-{ROOT}/foo]", "test_path[sync-[path]-[path]]"),
        (f"test_path[sync-{ROOT}--{ROOT}]", "test_path[sync-[path]--[path]]"),
        ("open('/tmp/x y') failed", "open('[path] y') failed"),
        ("file:///Users/jo/x.txt is gone", "[path] is gone"),
        (r"C:\Users\jo\a.txt missing", "[path] missing"),
        ("~jo/notes and ~/notes", "[path] and [path]"),
        ("mail jo.muster@example.org now", "mail [mail] now"),
        ("../tests/test_outputs.py - IndexError", "../tests/test_outputs.py - IndexError"),
        ("https://example.org/tmp/a", "https://example.org/tmp/a"),
        ("/usr/lib/python3 is there", "/usr/lib/python3 is there"),
        ("/rooted stays, root/foo stays", "/rooted stays, root/foo stays"),
        ("one\ntwo\x1b[0m \u202ethree", "one two [0m three"),
    ],
)
def test_paths_and_controls(text, expected):
    assert clean_text(text) == expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("jo", "jo made test_jo and joined jo.txt", "[user] made test_[user] and joined [user].txt"),
        ("Jo Muster", "jo-muster_gpt, JoMuster and jo", "[user]_gpt, [user] and jo"),
        ("root", "root of test_root", "root of test_root"),
        (" - ", "a - b", "a - b"),
    ],
)
def test_user_names_are_cut_in_any_spelling(name, text, expected):
    word = private_word(name)
    assert clean_text(text, [word] if word else []) == expected


def test_long_text_is_cut():
    assert clean_text("x" * 200) == "x" * 200
    assert clean_text("x" * 201) == "x" * 197 + "..."


def test_labels_that_meet_are_numbered():
    assert clean_labels(["a /tmp/1", "a /tmp/2", "a [path] (2)", "\n"]) == {
        "a /tmp/1": "a [path]",
        "a /tmp/2": "a [path] (2)",
        "a [path] (2)": "a [path] (2) (2)",
        "\n": "unnamed",
    }
