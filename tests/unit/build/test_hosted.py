"""A site that knows its address: sitemap, canonical links, pictures; one that does not has none of them."""

import json
import struct
from xml.etree import ElementTree

import pytest

from tests.unit.build.trees import contents, make_project, run_build

BASE = "https://example.org/trials/"
ABOUT = '+++\ntitle = "About"\ndescription = "What this is."\n+++\n\nSome words.\n'


@pytest.fixture(scope="module")
def hosted(tmp_path_factory):
    root = make_project(tmp_path_factory.mktemp("hosted") / "project", runs=20)
    (root / "content/pages").mkdir()
    (root / "content/pages/about.md").write_text(ABOUT)
    assert not run_build(root).failed
    without = set(contents(root / "public"))
    config = root / "content/site.toml"
    config.write_text(config.read_text().replace("schema = 1\n", f'schema = 1\nbase_url = "{BASE}"\n', 1))
    assert not run_build(root).failed
    return root, without, contents(root / "public")


def test_only_absolute_things_come_with_the_address(hosted):
    _, without, files = hosted
    added = set(files) - without
    assert "sitemap.xml" in added
    assert added == {"sitemap.xml", *(path for path in files if path.startswith("social/"))}
    assert without <= set(files)
    assert {"_headers", ".nojekyll", "robots.txt", "llms.txt", "404.html", "index.md"} <= without


def test_the_sitemap_has_every_page_but_that_of_missing_addresses(hosted):
    _, _, files = hosted
    told = [
        one.text for one in ElementTree.fromstring(files["sitemap.xml"]).iter() if one.tag.endswith("loc") and one.text
    ]
    pages = {path for path in files if path.endswith(".html") and path != "404.html"}
    assert sorted(told) == sorted(BASE + ("" if path == "index.html" else path) for path in pages)
    assert any("/runs/" in address for address in told)


def test_overview_and_cohorts_have_pictures_of_the_right_size(hosted):
    _, _, files = hosted
    cohorts = json.loads(files["benchmarks/results.json"])["cohorts"]
    pictures = {path for path in files if path.startswith("social/")}
    assert pictures == {"social/benchmarks.png", *(f"social/{cohort['id']}.png" for cohort in cohorts)}
    for path in pictures:
        assert files[path][:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", files[path][16:24]) == (1200, 630)
        page = "benchmarks/index.html" if "benchmarks" in path else f"benchmarks/cohorts/{path[7:-4]}.html"
        assert f'content="{BASE}{path}"'.encode() in files[page]


def test_a_picture_is_painted_again_only_when_it_shows_something_else(hosted, monkeypatch):
    import cairosvg

    root, _, _ = hosted
    painted: list[bytes] = []
    monkeypatch.setattr(cairosvg, "svg2png", lambda bytestring: painted.append(bytestring))
    (root / "content/pages/about.md").write_text(f"{ABOUT}\nNew.\n")
    assert not run_build(root).failed
    assert painted == []


def test_every_page_has_a_twin_and_the_list_names_it(hosted):
    _, _, files = hosted
    listed = files["llms.txt"].decode()
    for path in files:
        if path.endswith(".html") and path != "404.html":
            if path.startswith("benchmarks/runs/"):
                assert path.replace(".html", ".json") in files
            else:
                assert path.replace(".html", ".md") in files
                assert f"({path.replace('.html', '.md')})" in listed
