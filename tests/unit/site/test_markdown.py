"""Markdown as HTML: what an author writes is text, links stay inside what is safe."""

import pytest

from sitegen.prose import to_html


def test_html_stays_text():
    assert "<script>" not in to_html("<script>alert(1)</script>\n\nand <b>bold</b>")
    assert "&lt;b&gt;bold&lt;/b&gt;" in to_html("and <b>bold</b>")


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java&#x73;cript:alert(1)",
        "data:text/html,x",
        "data:image/png;base64,AA",
        "vbscript:x",
        "file:///etc/passwd",
        "//elsewhere.example/x",
        "/\\elsewhere.example",
        "blob:x",
    ],
)
def test_unsafe_links_and_pictures_stay_text(address):
    made = to_html(f"[text](<{address}>)\n\n![picture](<{address}>)")
    assert "<a" not in made
    assert "<img" not in made


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("/benchmarks/method.html#claims", "../benchmarks/method.html#claims"),
        ("/", "../index.html"),
        ("/benchmarks/", "../benchmarks/index.html"),
        ("/about/team.md", "../about/team.html"),
        ("team.md#who", "team.html#who"),
        ("#here", "#here"),
        ("https://example.org/a.md", "https://example.org/a.md"),
        ("mailto:a@example.org", "mailto:a@example.org"),
    ],
)
def test_links_within_the_site_are_relative(address, expected):
    assert f'href="{expected}"' in to_html(f"[text]({address})", "../")


def test_a_link_to_the_top_from_the_top_is_the_home_page():
    assert 'href="index.html"' in to_html("[home](/)")


def test_headings_get_distinct_ids():
    made = to_html("## A & B\n\n## A & B\n\n### Ünïcode")
    assert 'id="a-b"' in made
    assert 'id="a-b-2"' in made
    assert 'id="unicode"' in made


def test_tables_have_no_inline_style_and_can_be_scrolled():
    made = to_html("| a | b |\n|---|--:|\n| 1 | 2 |")
    assert "style" not in made
    assert '<td class="n">2</td>' in made
    assert 'tabindex="0"' in made


def test_code_can_be_reached_by_keyboard():
    assert '<code tabindex="0">' in to_html("```\nlong line\n```")
