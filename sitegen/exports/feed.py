"""The releases as an Atom feed. Source: RFC 4287; ids are tags of RFC 4151, so that they stay when a page moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

from sitegen import layout
from sitegen.exports.hosting import base_of
from sitegen.records.site import SiteConfig


@dataclass(frozen=True, slots=True)
class Entry:
    """A release as the feed tells of it."""

    name: str
    on: str
    """Its day."""
    address: str
    """Its page."""
    summary: str


def feed(site: SiteConfig, entries: Sequence[Entry]) -> bytes:
    """Return the feed, the last release first.

    Args:
        site: What the site says of itself; a feed needs to know where it is published.
        entries: At least one release, in order.
    """
    base = base_of(site)
    assert base is not None, "only a site that knows its address has a feed"
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
        f"<id>{_tag(base, entries[0].on, 'changes')}</id>",
        f"<title>{escape(site.title)}: changes</title>",
        f"<subtitle>{escape(site.description)}</subtitle>",
        f"<updated>{_time(entries[-1].on)}</updated>",
        f"<author><name>{escape(site.organization)}</name></author>",
        *([f"<rights>{escape(site.license)}</rights>"] if site.license else []),
        f'<link rel="self" type="application/atom+xml" href="{base}{layout.FEED}"/>',
        f'<link rel="alternate" type="text/html" href="{base}{layout.CHANGES}"/>',
        *(line for entry in reversed(entries) for line in _entry(base, entry)),
        "</feed>",
    ]
    return "\n".join([*lines, ""]).encode()


def _entry(base: str, entry: Entry) -> list[str]:
    return [
        "<entry>",
        f"<id>{_tag(base, entry.on, f'changes/{entry.name}')}</id>",
        f"<title>Release {escape(entry.name)}</title>",
        f"<updated>{_time(entry.on)}</updated>",
        f'<link rel="alternate" type="text/html" href="{base}{entry.address}"/>',
        f'<summary type="text">{escape(entry.summary)}</summary>',
        "</entry>",
    ]


def _time(day: str) -> str:
    return f"{day}T00:00:00Z"


def _tag(base: str, day: str, name: str) -> str:
    parts = urlsplit(base)
    return f"tag:{parts.hostname},{day}:{parts.path}{name}"
