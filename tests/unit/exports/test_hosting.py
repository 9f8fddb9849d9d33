"""Files for hosts and visiting machines."""

from xml.etree import ElementTree

from sitegen.exports import hosting
from sitegen.exports.hosting import Listed, headers_file, llms_txt, robots_txt, sitemaps
from tests.unit.site.sample import SITE

BASE = "https://example.org/trials/"
SPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def locations(data):
    return [one.text for one in ElementTree.fromstring(data).iter(f"{SPACE}loc")]


def test_headers_fit_what_hosts_allow():
    lines = headers_file().decode().splitlines()
    assert lines[0] == "/*"
    assert all(line.startswith("  ") and len(line) < 2_000 for line in lines[1:])
    assert "  X-Content-Type-Options: nosniff" in lines
    policy = next(line for line in lines if "Content-Security-Policy" in line)
    assert policy.endswith("frame-ancestors 'none'")
    assert "unsafe" not in policy


def test_robots_name_the_sitemap_only_where_the_site_knows_its_address():
    assert robots_txt(None) == b"User-agent: *\nAllow: /\n"
    assert robots_txt(BASE).endswith(b"Sitemap: https://example.org/trials/sitemap.xml\n")


def test_a_sitemap_has_every_page_and_the_home_page_by_its_folder():
    made = sitemaps(BASE, ["benchmarks/a&b.html", "index.html"])
    assert list(made) == ["sitemap.xml"]
    assert locations(made["sitemap.xml"]) == [f"{BASE}benchmarks/a&b.html", BASE]


def test_more_pages_than_one_sitemap_may_hold_are_divided(monkeypatch):
    monkeypatch.setattr(hosting, "SITEMAP_MOST", 2)
    made = sitemaps(BASE, ["a.html", "b.html", "c.html"])
    assert locations(made["sitemap.xml"]) == [f"{BASE}sitemap-1.xml", f"{BASE}sitemap-2.xml"]
    assert locations(made["sitemap-1.xml"]) == [f"{BASE}a.html", f"{BASE}b.html"]
    assert locations(made["sitemap-2.xml"]) == [f"{BASE}c.html"]


def test_the_list_for_readers_of_text_has_a_title_a_summary_and_links():
    text = llms_txt(SITE, [Listed("Method [1]", "How runs\nare made", "benchmarks/method.md")]).decode()
    assert text.startswith("# Trials\n\n> Trials with their evidence.\n")
    assert "- [Method (1)](benchmarks/method.md): How runs are made\n" in text
    assert "- [results.json](benchmarks/results.json)" in text


def test_the_list_names_every_form_of_the_data_that_the_site_has():
    with_table = llms_txt(SITE.model_copy(update={"parquet": True}), []).decode()
    for name in ("results.csv", "results.parquet", "datapackage.json", "croissant.json", "CITATION.cff"):
        assert f"- [{name}](" in with_table
    for form in ("CSV", "JSON", "Parquet", "Croissant", "Data Package"):
        assert form in with_table
    assert "arquet" not in llms_txt(SITE, []).decode()
