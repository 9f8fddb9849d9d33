"""No part of a key survives, in whatever form a text holds it; what is no key stays."""

import base64
import json
import random
import string
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from runner.redact import REMOVED, json_without_key, without_key, without_secrets


def made_key(prefix, seed=1, length=40, alphabet=string.ascii_letters + string.digits):
    """Returns a fake key, made here so that no file holds one."""
    return prefix + "".join(random.Random(seed).choices(alphabet, k=length))


KEY = made_key("sk-proj-")
ODD_KEY = made_key("k/", alphabet=string.ascii_letters + string.digits + '+/="&<>\\')


@pytest.mark.parametrize("key", [KEY, ODD_KEY], ids=["plain", "odd"])
@pytest.mark.parametrize(
    "form",
    [
        str,
        quote_plus,
        lambda key: json.dumps(key)[1:-1],
        lambda key: base64.b64encode(key.encode()).decode(),
        lambda key: base64.b64encode(f"u:{key}".encode()).decode(),
        lambda key: base64.urlsafe_b64encode(f"us:{key}".encode()).decode(),
    ],
    ids=["as-it-is", "address", "json", "base64", "base64-shifted", "base64-url"],
)
def test_the_key_is_taken_out_in_every_form(key, form):
    cleaned = without_key(f"before {form(key)} after".encode(), key)
    assert cleaned.startswith(b"before ")
    assert cleaned.endswith(b" after")
    assert REMOVED in cleaned
    kept = cleaned.decode()
    assert not [at for at in range(len(form(key)) - 11) if form(key)[at : at + 12] in kept]


def each(form):
    """Returns what writes every character in a form."""
    return lambda text: "".join(form.format(ord(char)) for char in text)


ESCAPED = {
    "address": each("%{:02x}"),
    "address, twice": each("%25{:02X}"),
    "HTML": each("&#{};"),
    "HTML, hexadecimal": each("&#x{:x};"),
    "HTML, twice": each("&amp;#{};"),
    "JSON": each("\\u{:04x}"),
    "JSON in JSON": each("\\\\u{:04x}"),
    "HTML in an address": lambda key: quote(each("&#{};")(key), safe=""),
    "hexadecimal": each("{:02x}"),
    "hexadecimal, large": each("{:02X}"),
}


@pytest.mark.parametrize("form", ESCAPED)
def test_the_key_is_taken_out_from_behind_escapes_and_what_stands_around_stays(form):
    escaped = ESCAPED[form](KEY)
    assert KEY[:6] not in escaped
    text = f'{{"a": "100 % of &amp; \\u00e9 {escaped}", "b": ["&lt;"]}}'
    assert without_key(text.encode(), KEY) == text.replace(escaped, "[removed]").encode()
    half = ESCAPED[form](KEY[5:25])
    assert half not in without_key(text.replace(escaped, half).encode(), KEY).decode()


def test_the_key_is_taken_out_of_every_text_of_a_value():
    value: JsonValue = {f"x{KEY}": [1, None, {"a": f"{KEY}!"}], "b": True}
    assert json_without_key(value, KEY) == {"x[removed]": [1, None, {"a": "[removed]!"}], "b": True}


@given(st.binary(max_size=40), st.integers(0, 47), st.integers(12, 48), st.binary(max_size=40))
def test_no_twelve_characters_of_a_key_stay(before, start, length, after):
    piece = KEY[start : start + length].encode()
    cleaned = without_key(before + piece + after, KEY)
    assert not [at for at in range(len(KEY) - 11) if KEY[at : at + 12].encode() in cleaned]


@given(st.binary(max_size=200))
def test_other_bytes_stay_as_they_are(data):
    assert without_key(data, KEY) == data


def test_eleven_characters_and_the_prefix_stay():
    text = f"Your key begins with {KEY[:11]} and ends with {KEY[-4:]}.".encode()
    assert without_key(text, KEY) == text


def test_two_keys_that_touch_are_both_taken_out():
    assert without_key((KEY + KEY).encode(), KEY) == REMOVED
    assert without_key(f"{KEY},{KEY}".encode(), KEY) == REMOVED + b"," + REMOVED


@pytest.mark.parametrize("key", [None, "", "none", "ollama"])
def test_a_placeholder_is_no_key(key):
    assert without_key(b"the ollama server has none", key) == b"the ollama server has none"


def test_an_error_text_stays_readable_without_its_keys():
    """Case 079: the key in an address, in a sentence, in headers, and percent-encoded."""
    google, xai = made_key("AIza", 2, 35), made_key("xai-", 3, 60)
    openai, anthropic = made_key("sk-proj-", 4), made_key("sk-ant-api03-", 5, 60)
    address = f"https://generativelanguage.googleapis.com/v1beta/models/m:generateContent?key={google}&alt=sse"
    text = (
        f"404 Not Found for url '{address}'; Incorrect API key provided: {openai}. "
        f"x-api-key: {anthropic}; Authorization: Bearer {xai}; {quote(f'https://example.org/?key={google}', safe='')}"
    )
    cleaned = without_secrets(text)
    for key in (google, openai, anthropic, xai):
        assert key[:12] not in cleaned
        assert key[-12:] not in cleaned
    assert "generateContent?key=[removed]&alt=sse'" in cleaned
    assert "Incorrect API key provided: [removed]." in cleaned


def test_paths_and_hosts_of_a_machine_are_taken_out():
    cleaned = without_secrets("File /home/jo/bench/run.py, mail jo@acme.example, then it failed.")
    assert "jo" not in cleaned.replace("[removed]", "")
    assert cleaned.endswith("then it failed.")


@given(st.text(max_size=200))
def test_any_text_is_taken(text):
    assert isinstance(without_secrets(text), str)
