"""The feed has what RFC 4287 asks for, with ids that stay and addresses that hold anywhere."""

from xml.etree import ElementTree

from sitegen.exports.feed import Entry, feed
from sitegen.exports.hosting import headers_file
from sitegen.records.site import SiteConfig

ATOM = "{http://www.w3.org/2005/Atom}"
SITE = SiteConfig.model_validate(
    {
        **{"schema": 1, "title": "Trials & <more>", "description": "What it costs.", "organization": "A & B"},
        **{"base_url": "https://example.org/trials", "license": "CC-BY-4.0"},
        "data_set": {"version": "1.0.0", "date": "2026-12-01"},
    }
)
ENTRIES = (
    Entry("2026.11", "2026-11-30", "benchmarks/changes/2026.11.html", "155 runs added."),
    Entry("2026.12", "2026-12-05", "benchmarks/changes/2026.12.html", "1 run withdrawn; median 41 to 43 & <so>."),
)


def read():
    return ElementTree.fromstring(feed(SITE, ENTRIES))


def test_the_feed_has_every_element_that_the_standard_requires():
    root = read()
    assert root.tag == f"{ATOM}feed"
    assert root.findtext(f"{ATOM}id") == "tag:example.org,2026-11-30:/trials/changes"
    assert root.findtext(f"{ATOM}title") == "Trials & <more>: changes"
    assert root.findtext(f"{ATOM}updated") == "2026-12-05T00:00:00Z"
    assert root.findtext(f"{ATOM}author/{ATOM}name") == "A & B"
    links = {link.get("rel"): (link.get("href"), link.get("type")) for link in root.findall(f"{ATOM}link")}
    assert links == {
        "self": ("https://example.org/trials/benchmarks/changes.atom", "application/atom+xml"),
        "alternate": ("https://example.org/trials/benchmarks/changes.html", "text/html"),
    }


def test_each_release_is_an_entry_the_last_one_first():
    told = [
        (
            one.findtext(f"{ATOM}id"),
            one.findtext(f"{ATOM}title"),
            one.findtext(f"{ATOM}updated"),
            one.find(f"{ATOM}link").get("href"),
            one.findtext(f"{ATOM}summary"),
        )
        for one in read().findall(f"{ATOM}entry")
    ]
    assert told == [
        (
            "tag:example.org,2026-12-05:/trials/changes/2026.12",
            "Release 2026.12",
            "2026-12-05T00:00:00Z",
            "https://example.org/trials/benchmarks/changes/2026.12.html",
            "1 run withdrawn; median 41 to 43 & <so>.",
        ),
        (
            "tag:example.org,2026-11-30:/trials/changes/2026.11",
            "Release 2026.11",
            "2026-11-30T00:00:00Z",
            "https://example.org/trials/benchmarks/changes/2026.11.html",
            "155 runs added.",
        ),
    ]


def test_a_further_release_changes_no_id():
    ids = [one.findtext(f"{ATOM}id") for one in [read(), *read().findall(f"{ATOM}entry")]]
    later = (*ENTRIES, Entry("2027.1", "2027-01-01", "benchmarks/changes/2027.1.html", "x"))
    root = ElementTree.fromstring(feed(SITE, later))
    assert set(ids) < {one.findtext(f"{ATOM}id") for one in [root, *root.findall(f"{ATOM}entry")]}


def test_hosts_are_told_the_type_of_the_feed_where_there_is_one():
    told = "/benchmarks/changes.atom\n  Content-Type: application/atom+xml; charset=utf-8\n"
    assert headers_file(feed=True).decode().endswith(told)
    assert b"atom" not in headers_file()
