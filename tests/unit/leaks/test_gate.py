"""What a finding tells, what it hides, and what a verdict depends on."""

import ast
import hashlib
import json
import pickle
from pathlib import Path
from random import Random

import pytest

import sitegen.leaks
from sitegen.leaks import KINDS, Finding, Gate, secrets_from
from tests.unit.leaks.rows import leaks, name, word

GATE = Gate()
EVERY_LEAK = [leak for kind in KINDS for leak in leaks(kind.code)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.code)
def test_excerpt_never_shows_the_leak(kind):
    for leak in leaks(kind.code):
        for finding in GATE.scan("page.html", f"see {leak} end".encode()):
            shown, length = finding.excerpt.split("… (")
            assert len(shown) <= 4
            assert len(shown) <= int(length.removesuffix(" bytes)")) // 3
            assert leak not in repr(finding)


def test_place_and_hash_are_those_of_the_match():
    text = 'ü {"a": "see /tmp/x1.txt now"}'
    (finding,) = GATE.scan("a.txt", text.encode())
    assert finding == Finding(
        "temp-path",
        "a.txt",
        text.encode().index(b"/tmp"),
        1,
        None,
        "/tm… (11 bytes)",
        hashlib.sha256(b"/tmp/x1.txt").hexdigest(),
    )


def test_line_of_a_finding_is_told_in_words_and_a_place_in_binary_data_by_its_byte():
    found = GATE.scan("a.txt", b"one\ntwo /tmp/x1\n/tmp/x2")
    assert [(finding.line, finding.summary) for finding in found] == [
        (2, "temp-path in line 2: /t\u2026 (7 bytes)"),
        (3, "temp-path in line 3: /t\u2026 (7 bytes)"),
    ]
    (binary,) = GATE.scan("a.glb", b"\0\n\0/tmp/x1/y2/z3\0")
    assert (binary.line, binary.summary) == (None, "temp-path at byte 3: /tmp\u2026 (13 bytes)")
    (named,) = GATE.scan("runs/-home-qname-run7/run.json", b"")
    assert (named.line, named.summary) == (None, "encoded-home in the name of the file: -hom\u2026 (16 bytes)")


def test_findings_are_in_order_of_place():
    text = "/tmp/b1 then /home/qname/x then /tmp/a1 then ~qname/y"
    found = GATE.scan("a.txt", text.encode())
    assert [finding.offset for finding in found] == [0, 13, 32, 45]
    assert [finding.code for finding in found] == ["temp-path", "home-path", "temp-path", "tilde-home"]


def test_leak_in_disguise_has_its_place_in_the_file():
    text = "%7B%22a%22%3A+%2Ftmp%2Fx1.txt%7D and \\u002ftmp\\/x2 and &#x2F;tmp&#47;x3"
    found = GATE.scan("a.txt", text.encode())
    assert [finding.offset for finding in found] == [text.index(mark) for mark in ("%2Ftmp", "\\u002ftmp", "&#x2F;tmp")]
    assert found[1].match_sha256 == hashlib.sha256(b"/tmp/x2").hexdigest()


def test_leak_that_is_plain_and_escaped_counts_once():
    found = GATE.scan("a.txt", b"/home/qname/a%20b and /tmp/x%2Fy")
    assert [finding.code for finding in found] == ["home-path", "temp-path"]


def test_pointer_names_the_member_of_a_json_document():
    data = json.dumps({"a/b": [1, {"c~": "/tmp/x1"}], "/tmp/x2": {}, "d": {"e": ["/tmp/x3"]}}, indent=2).encode()
    assert [finding.pointer for finding in GATE.scan("run.json", data)] == ["/a~1b/1/c~0", "/~1tmp~1x2", "/d/e/0"]
    assert [finding.pointer for finding in GATE.scan("run.jsonl", data)] == [None, None, None]
    assert [finding.pointer for finding in GATE.scan("run.json", b"{} /tmp/x1")] == [None]
    assert [finding.pointer for finding in GATE.scan("run.json", b'{"a": "/tmp/x1')] == ["/a"]


def test_very_deep_document_has_no_pointer():
    (finding,) = GATE.scan("run.json", b"[" * 5000 + b'"/tmp/x1"')
    assert finding.pointer is None


def test_leak_in_the_name_of_a_file_is_found_and_masked():
    found = GATE.scan("runs/-home-qname-run7/run.json", b'{"a": "/tmp/x1"}')
    assert [(finding.code, finding.offset) for finding in found] == [("encoded-home", None), ("temp-path", 7)]
    assert {finding.path for finding in found} == {"runs/-hom… (16 bytes)/run.json"}


@pytest.mark.parametrize("path", ["benchmarks/runs/api-2026--r01.html", "tmp/x", "home/user/x", "data.json"])
def test_common_names_of_files_pass(path):
    assert GATE.scan(path, b"") == ()


def test_secret_in_the_name_of_a_file_is_not_shown():
    secret = word(Random(8), 30)
    gate = Gate(secrets_from({"MY_KEY": secret}))
    (finding,) = gate.scan(f"runs/{secret}.html", b"")
    assert finding.code == "environment-secret"
    assert secret[:5] not in repr(finding)


def test_left_edge_is_seen_however_long_the_word_before_is():
    token = leaks("github-token")[0]
    assert GATE.scan("a.txt", ("x" * 1000 + token).encode()) == ()
    assert len(GATE.scan("a.txt", ("x" * 1000 + "\n" + token).encode())) == 1


def test_text_in_binary_data_counts_from_twelve_bytes_on():
    path = b"/tmp/" + name(Random(1)).encode()
    assert len(path) == 12
    (finding,) = GATE.scan("a.png", b"\x89PNG\0\0" + path + b"\0")
    assert (finding.code, finding.offset) == ("temp-path", 6)
    assert GATE.scan("a.png", b"\x89PNG\0\0" + path[:-1] + b"\0") == ()
    assert len(GATE.scan("a.txt", b"\x89PNG " + path[:-1])) == 1


def test_bytes_that_are_not_utf8_are_scanned():
    assert [finding.code for finding in GATE.scan("a.txt", b"\xff\xfe\xe9 /tmp/x1 \xe9")] == ["temp-path"]


@pytest.mark.parametrize(("user", "host"), [("qname", "lab-pc-3"), ("root", "localhost")])
def test_verdict_does_not_depend_on_the_machine(monkeypatch, user, host):
    for variable in ("USER", "LOGNAME", "USERNAME", "HOSTNAME", "COMPUTERNAME"):
        monkeypatch.setenv(variable, host if "NAME" in variable and variable.endswith("TNAME") else user)
    monkeypatch.setenv("HOME", f"/srv/{user}")
    text = "\n".join([*EVERY_LEAK, "built by qname on lab-pc-3 in /srv/qname"])
    found = Gate(secrets_from({"USER": user, "HOSTNAME": host})).scan("a.txt", text.encode())
    assert found == GATE.scan("a.txt", text.encode())
    assert {finding.code for finding in found} == {kind.code for kind in KINDS}


def test_modules_ask_nothing_of_the_machine():
    allowed = {
        "base64", "bisect", "codecs", "collections.abc", "dataclasses", "fnmatch", "functools", "hashlib", "html",
        "json", "re", "sitegen.secret_names", "tomllib", "typing", "urllib.parse",
    }  # fmt: skip
    folder = Path(sitegen.leaks.__file__).parent
    for module in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            foreign = [used for used in names if used not in allowed and not used.startswith("sitegen.leaks.")]
            assert foreign == [], module.name


def test_gate_works_in_another_process():
    gate = pickle.loads(pickle.dumps(Gate(secrets_from({"MY_KEY": word(Random(6), 30)}))))
    assert gate == Gate(secrets_from({"MY_KEY": word(Random(6), 30)}))
