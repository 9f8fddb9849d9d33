"""A recorded picture is published only when it is made of what drawn ones are made of."""

import pytest

from runner.illustration import ID
from sitegen.formdoc import parse
from sitegen.layout import DOCUMENT_FILE
from sitegen.views.draw import VIEWS, svg
from sitegen.views.passive import is_passive
from sitegen.views.sheet import undrawn, unreadable
from tests.unit.api.rig import ROOT

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1">{}</svg>\n'


@pytest.mark.parametrize("view", VIEWS)
def test_what_is_drawn_is_passive(view):
    document = (ROOT / "content/illustrations" / ID / DOCUMENT_FILE).read_bytes()
    assert is_passive(svg(parse(document), view).encode())
    assert is_passive(unreadable(view).encode())
    assert is_passive(undrawn(view).encode())


@pytest.mark.parametrize(
    "inside",
    [
        "<script>1</script>",
        "<style>a{}</style>",
        "<foreignObject/>",
        '<image x="1"/>',
        '<use x="1"/>',
        "<a>x</a>",
        "<animate/>",
        '<path onload="a"/>',
        '<path href="a"/>',
        '<path style="a"/>',
        '<path fill="url(a)"/>',
        '<path fill="&quot;"/>',
        "<path fill='a'/>",
        "<!-- -->",
        "<?xml?>",
        "<![CDATA[a]]>",
        "<!DOCTYPE a>",
        "&a;",
        "<PATH/>",
        "<path/ >",
        "<path\n/>",
    ],
)
def test_anything_else_is_not(inside):
    assert is_passive(SVG.format("a &lt; b &#60;").encode())
    assert not is_passive(SVG.format(inside).encode())


@pytest.mark.parametrize(
    "picture",
    [
        b"",
        b"<svg>",
        b'x<svg width="1"/>',
        b"<g/>",
        SVG.replace("2000/svg", "1999/xhtml").encode(),
        b"\xef\xbb\xbf<svg />",
    ],
)
def test_a_file_that_is_no_such_picture_is_not(picture):
    assert not is_passive(picture)


def test_a_hostile_picture_is_judged_in_linear_time():
    assert not is_passive(b"<svg " + b"a" * 2_000_000 + b"(")
    assert not is_passive(b"<svg>" + b"<g>" * 500_000 + b"&")
