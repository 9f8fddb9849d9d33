"""Pages as Markdown: headings, tables, lists, links to other twins, nothing that Markdown would take for its own."""

import re

from markdown_it import MarkdownIt

from sitegen.layout import NOT_FOUND, OVERVIEW
from sitegen.twins import markdown, twin_address
from tests.unit.render.test_render import HOSTILE, hostile_site, whole_site
from tests.unit.site.reading import RENDERER, read


def test_headings_paragraphs_and_emphasis():
    made = markdown(
        '<h1>Title</h1>\n<p class="lede">Text with <strong>weight</strong> and <code>a*b</code>.</p><h2>More</h2>'
    )
    assert made == "# Title\n\nText with **weight** and `a*b`.\n\n## More\n"


def test_a_table_has_a_head_and_one_line_per_row():
    made = markdown(
        "<table><caption>Runs <small>all</small></caption><thead><tr><th>Run</th><th>Time, s</th></tr></thead>"
        '<tbody><tr><th><a href="../runs/s--a.html">a|b</a></th><td>1.5<small>1 of 2 failed</small></td></tr>'
        "</tbody></table>"
    )
    assert made == (
        "**Runs · all**\n\n| Run | Time, s |\n| --- | --- |\n| [a\\|b](../runs/s--a.md) | 1.5 · 1 of 2 failed |\n"
    )


def test_lists_and_terms():
    assert markdown("<ul><li>one</li><li>two</li></ul><p>after</p>") == "- one\n- two\n\nafter\n"
    assert markdown("<dl><div><dt>Source</dt><dd>core <span>1a2b</span></dd></div></dl>") == "- Source: core 1a2b\n"


def test_a_chart_is_its_description_and_a_drawing_is_nothing():
    made = markdown(
        '<p><svg class="i"><use href="#x"/></svg>word</p><svg><title>T</title><desc>D &amp; e</desc><g/></svg>'
    )
    assert made == "word\n\n*Chart: T. D & e*\n"


def test_what_serves_a_browser_only_is_left_out():
    made = markdown(
        '<section id="explore" hidden><p>x</p></section><script>1</script><nav><a href="a">b</a></nav><p>y</p>'
    )
    assert made == "y\n"


def test_verbatim_text_stays_as_it_is():
    assert markdown("<pre><code>a = [1] * 2\n  b</code></pre>") == "```\na = [1] * 2\n  b\n```\n"


def test_links_lead_to_twins_and_outside_links_stay():
    assert twin_address("../cohorts/x.html") == "../cohorts/x.md"
    assert twin_address("runs/s--a.html") == "runs/s--a.md"
    assert markdown('<p><a href="method.html#claims">m</a> <a href="https://a.b/c.html">o</a></p>') == (
        "[m](method.md#claims) [o](https://a.b/c.html)\n"
    )


def test_labels_from_outside_stay_text():
    for page in hostile_site():
        html = MarkdownIt("commonmark").enable("table").render(RENDERER.twin(page).decode())
        assert "<script" not in html, page.path
        assert "onerror=alert" not in html.replace("onerror=alert(2)&gt;", ""), page.path
    assert HOSTILE.count("<script>") == 1


def test_every_page_but_that_of_missing_addresses_says_in_its_twin_what_it_says():
    for page in whole_site():
        if page.path in (NOT_FOUND, OVERVIEW) or page.path.startswith("benchmarks/runs/"):
            continue  # the twin of the overview leaves the rows of runs to the data files
        found = read(page)
        text = re.sub(r"[\\*`\[\]|·()]", " ", RENDERER.twin(page).decode())
        words = " ".join(text.split())
        cells = [cell for cell in found.cells if re.fullmatch(r"[\d,.]+|Cohort|Run|pending", cell)]
        lacking = [cell for cell in cells if cell not in words]
        assert lacking == [], page.path


def test_drawn_pages_name_their_twins():
    for page in whole_site():
        links = [attrs["href"] for tag, attrs in read(page).tags if tag == "link" and attrs["rel"] == "alternate"]
        name = page.path.rpartition("/")[2].removesuffix(".html")
        if page.path == NOT_FOUND:
            assert links == []
        else:
            assert links == [f"{name}.md", *([f"{name}.json"] if "/runs/" in page.path else [])]
