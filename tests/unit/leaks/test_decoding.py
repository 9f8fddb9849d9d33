"""Escapes are undone, in rounds, and every offset leads back to the text."""

import pytest

from sitegen.leaks.decoding import layers


def plain(text):
    return [layer for layer, _ in layers(text)]


@pytest.mark.parametrize(
    ("text", "decoded"),
    [
        (b"a%2Fb%3ac", b"a/b:c"),
        (b"a%252Fb", b"a/b"),
        (b"\\u002ftmp\\/x", b"/tmp/x"),
        (b"\\\\u002Ftmp\\\\/x", b"/tmp/x"),
        (b"\\x2ftmp", b"/tmp"),
        (b"&#47;&#x2F;&#047;&#x02f;", b"////"),
        (b"&amp;#47;&amp;amp;#x2f;", b"//"),
        (b"&sol;&bsol;&commat;&colon;&period;&lowbar;&hyphen;&equals;", b"/\\@:._-="),
        (b"&#65;&#122;&#126;&#32;", b"Az~ "),
        (b"%C3%BC", b"\xc3\xbc"),
    ],
)
def test_escapes_are_undone(text, decoded):
    assert plain(text) == [text, decoded]


@pytest.mark.parametrize(
    "text",
    [
        b"100% of 5 %, width: 50%;",
        b"\\n\\t\\r \\\\ C:\\\\x \\u00e9 \\d",
        b"&amp; &lt; &gt; &quot; &#34; &#39; &#x27; &nbsp; &#160; &#8230; a&b;",
        b"\\u003cp\\u003e \\u0026 \\u0022 \\u0027",
        b"",
    ],
)
def test_what_stands_on_most_pages_is_left(text):
    assert plain(text) == [text]


def test_escapes_within_escapes_are_undone_in_rounds():
    assert plain(b"&#37;2Ftmp") == [b"&#37;2Ftmp", b"%2Ftmp", b"/tmp"]
    assert plain(b"&#x5c;u002ftmp") == [b"&#x5c;u002ftmp", b"\\u002ftmp", b"/tmp"]


def test_rounds_come_to_an_end():
    text = b"%2526#37;2526#37;2526#37;252F"
    assert len(plain(text)) <= 4


def test_offsets_lead_back_to_the_text():
    text = b"ab%2Fcd&#47;ef\\u002f&#37;2Fg"
    (_, same), (once, back), (twice, back_twice) = layers(text)
    assert (once, twice) == (b"ab/cd/ef/%2Fg", b"ab/cd/ef//g")
    assert [same(offset) for offset in (0, 5, 28)] == [0, 5, 28]
    # a b / c d / e f / % 2 F g and the end
    assert [back(offset) for offset in range(14)] == [0, 1, 2, 5, 6, 7, 12, 13, 14, 20, 25, 26, 27, 28]
    assert [back_twice(offset) for offset in range(12)] == [0, 1, 2, 5, 6, 7, 12, 13, 14, 20, 27, 28]
