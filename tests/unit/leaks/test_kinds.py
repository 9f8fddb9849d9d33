"""Every kind of leak is found, plain and in the escapes of JSON, URLs and HTML."""

import html
import json
import re
from urllib.parse import quote

import pytest

from sitegen.leaks import KINDS, Gate
from sitegen.leaks.patterns import hits_in
from tests.unit.leaks.rows import LEAKS, leaks

CODES = [kind.code for kind in KINDS]
GATE = Gate()


def codes_in(text: str) -> set[str]:
    return {finding.code for finding in GATE.scan("page.html", text.encode())}


def in_json(text: str) -> str:
    return json.dumps({"note": f"first line\n{text}\nlast line"})


def in_json_in_json(text: str) -> str:
    return json.dumps({"line": in_json(text)})


def in_json_with_escaped_slashes(text: str) -> str:
    return in_json(text).replace("/", "\\/")


def in_json_with_code_points(text: str) -> str:
    return '{"note": "' + re.sub(r"[^A-Za-z0-9]", lambda match: f"\\u{ord(match[0]):04x}", text) + '"}'


def in_query(text: str) -> str:
    return f"https://example.org/?note={quote(text, safe='')}&x=1"


def in_query_twice(text: str) -> str:
    return f"https://example.org/?note={quote(quote(text, safe=''), safe='')}&x=1"


def in_html(text: str) -> str:
    return f'<p title="{html.escape(text)}">note</p>'


def in_html_with_numbers(text: str) -> str:
    return "<p>" + re.sub(r"[^A-Za-z0-9\s]", lambda match: f"&#{ord(match[0])};", text) + "</p>"


def in_html_with_hex_numbers(text: str) -> str:
    return "<p>" + re.sub(r"[^A-Za-z0-9\s]", lambda match: f"&#x{ord(match[0]):X};", text) + "</p>"


def in_csv(text: str) -> str:
    quoted = text.replace('"', '""')
    return f'r1,"{quoted}",4200\n'


FORMS = [
    str,
    in_json,
    in_json_in_json,
    in_json_with_escaped_slashes,
    in_json_with_code_points,
    in_csv,
    in_query,
    in_query_twice,
    in_html,
    in_html_with_numbers,
    in_html_with_hex_numbers,
]


def test_every_kind_has_leaks_to_be_tried_with():
    assert list(LEAKS) == CODES
    assert len(set(CODES)) == len(CODES)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("code", CODES)
def test_leak_is_found_in_every_form(code, form):
    missed = [leak for leak in leaks(code) if code not in codes_in(form(leak))]
    assert missed == []


@pytest.mark.parametrize("code", CODES)
def test_leak_is_found_in_the_middle_of_a_long_text(code):
    around = "The output had 4200 tokens, see src/run.py and https://example.org/a-b_c.html. " * 40
    missed = [leak for leak in leaks(code) if code not in codes_in(f"{around}\n{leak}\n{around}")]
    assert missed == []


@pytest.mark.parametrize("code", [code for code in CODES if code not in {"reasoning-text", "reasoning-item"}])
def test_clipped_start_of_a_leak_is_the_whole_of_it(code):
    """The match is where the leak is: its offset and length lie within the text that was put in."""
    for leak in leaks(code):
        text = f"see {leak} end".encode()
        found = [finding for finding in GATE.scan("page.html", text) if finding.code == code]
        assert [4 <= (finding.offset or 0) < 4 + len(leak.encode()) for finding in found] == [True]


def test_match_does_not_end_where_the_search_for_it_did():
    path = "/tmp/" + "a" * 400
    (finding,) = GATE.scan("a.txt", f"see {path} end".encode())
    assert finding.excerpt == "/tmp… (405 bytes)"


def test_what_is_no_leak_as_a_whole_does_not_hide_the_next():
    call, leak = f"api_key={'a1' * 100}(", leaks("assigned-key")[0]
    (finding,) = GATE.scan("a.txt", f"{call} {leak}".encode())
    assert (finding.offset or 0) > len(call)


def test_hint_within_a_match_gives_no_second_one():
    text = '{"thinking": "' + "so " * 100 + "'thinking': 'on it'" + '"}'
    assert [hit.start for hit in hits_in(text.encode())] == [2]


def test_kinds_are_described_and_say_what_to_do():
    for kind in KINDS:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", kind.code)
        assert kind.description
        assert kind.fix.endswith(".")
