"""The values of the environment's secrets are found in every form, and never shown."""

import base64
import gzip
import html
import json
from random import Random
from urllib.parse import quote, quote_plus

import pytest

from sitegen.leaks import SECRET_CODE, Gate, Secrets, secrets_from
from tests.unit.leaks.rows import word

PLAIN = "pw" + word(Random(1), 30)
SPECIAL = 'p/w "' + word(Random(2), 10) + "\\ & <ü>+='~~~???>>>" + word(Random(3), 10)


def codes(environ, text):
    data = text if isinstance(text, bytes) else text.encode()
    return [finding.code for finding in Gate(secrets_from(environ)).scan("page.html", data)]


FORMS = {
    "as it is": str,
    "in JSON": json.dumps,
    "in JSON, not ASCII only": lambda value: json.dumps(value, ensure_ascii=False),
    "in JSON in JSON": lambda value: json.dumps(json.dumps(value)),
    "in a path": quote,
    "in a query": lambda value: quote(value, safe=""),
    "in a form": quote_plus,
    "in HTML": html.escape,
    "in HTML, quotes by number": lambda value: html.escape(value).replace("&quot;", "&#34;").replace("&#x27;", "&#39;"),
    "JSON in HTML": lambda value: html.escape(json.dumps(value)),
    "base64": lambda value: base64.b64encode(value.encode()).decode(),
    "base64, one byte on": lambda value: base64.b64encode(b":" + value.encode()).decode(),
    "base64, two bytes on": lambda value: base64.b64encode(b"a:" + value.encode() + b"\n").decode(),
    "base64 for URLs": lambda value: base64.urlsafe_b64encode(b"user:" + value.encode()).decode(),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("value", [PLAIN, SPECIAL], ids=["plain", "special"])
def test_value_is_found_in_every_form(value, form):
    text = f"before {form(value)} after"
    assert codes({"MY_API_KEY": value}, text) == [SECRET_CODE]
    assert codes({"MY_API_KEY": word(Random(9), 40)}, text) == []


@pytest.mark.parametrize("name", ["MY_KEY", "my_token", "Client_Secret_2", "DB_PASSWORD", "KEYRING"])
def test_variable_is_known_by_its_name(name):
    assert codes({name: PLAIN}, PLAIN) == [SECRET_CODE]


@pytest.mark.parametrize("name", ["HOME", "USER", "HOSTNAME", "PATH", "MY_PASS", "MODEL"])
def test_other_variables_are_not_looked_for(name):
    assert codes({name: PLAIN}, PLAIN) == []


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("a1b2c3d4e5f", False),  # eleven characters
        ("a1b2c3d4e5f6", True),  # twelve
        ("  a1b2c3d4e5f  ", False),
        ("xxxxxxxxxxxxxxxxxxxx", False),
        ("--------------------", False),
        ("1234567890123456", True),
        ("/run/secrets/provider", True),
        ("", False),
    ],
)
def test_which_values_are_secret(value, found):
    assert (codes({"MY_KEY": value}, f"before {value} after") == [SECRET_CODE]) is found


def test_a_key_that_a_message_has_cut_is_found():
    key = word(Random(4), 60)
    assert codes({"MY_KEY": key}, f"Incorrect key: {key[:24]}...") == [SECRET_CODE]
    assert codes({"MY_KEY": key}, f"Incorrect key: {key[:23]}...") == []


def test_an_address_counts_whole_only():
    address = "https://auth.example.org/realms/benchmarks"
    assert codes({"KEY_SERVER": address}, f"see {address}") == [SECRET_CODE]
    assert codes({"KEY_SERVER": address}, "see https://auth.example.org/realms/else") == []


def test_lines_of_a_value_count_each_and_its_armour_does_not():
    first, second = word(Random(5), 40), word(Random(6), 40)
    value = f"-----BEGIN THING-----\n{first}\n{second}\n-----END THING-----\n"
    assert codes({"MY_KEY": value}, second) == [SECRET_CODE]
    assert codes({"MY_KEY": value}, "-----BEGIN THING-----") == []


def test_every_place_is_found_and_no_excerpt_shows_the_value():
    findings = Gate(secrets_from({"MY_KEY": PLAIN})).scan("a.txt", f"{PLAIN} and {quote(PLAIN)}".encode())
    assert [finding.offset for finding in findings] == [0, len(PLAIN) + 5]
    for finding in findings:
        assert finding.excerpt.startswith("MY_KEY = (")
        assert PLAIN[:5] not in repr(finding)
        assert finding.match_sha256 is None


def test_binary_data_is_searched_whole():
    for value in (PLAIN, "ü".join(word(Random(7), 12))):
        data = b"\0\x89" + value.encode() + b"\0\xff"
        assert codes({"MY_KEY": value}, data) == [SECRET_CODE]
        assert codes({"MY_KEY": value}, gzip.compress(data, mtime=0)) == []


def test_bytes_of_a_value_that_are_not_utf8_are_looked_for():
    value = word(Random(7), 12) + "\udcff(" + word(Random(8), 12)
    data = value.encode("utf-8", "surrogateescape")
    assert codes({"MY_KEY": value}, b"before " + data) == [SECRET_CODE]


def test_secrets_do_not_show_in_a_traceback():
    secrets = secrets_from({"MY_KEY": PLAIN})
    assert PLAIN[:12] not in repr(secrets)
    assert "MY_KEY" in repr(secrets)
    assert PLAIN[:12] not in repr(Gate(secrets))


def test_no_secrets_find_nothing():
    assert secrets_from({}) == Secrets()
    assert Gate().scan("a.txt", PLAIN.encode()) == ()
