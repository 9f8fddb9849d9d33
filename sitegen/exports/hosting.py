"""Files for the host and for machines that visit: headers, robots, sitemap, and the list of pages as text."""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from sitegen import layout
from sitegen.records.site import SiteConfig

POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""Content security policy of every page: nothing inline, nothing from elsewhere, no request by a script."""
_HEADERS = (
    f"Content-Security-Policy: {POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options: nosniff",
    "Referrer-Policy: no-referrer",
    "Permissions-Policy: camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy: same-origin",
)
SITEMAP_MOST = 50_000
"""Most addresses of one sitemap. Source: sitemaps.org, protocol."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A page in the list for readers of plain text."""

    title: str
    about: str
    address: str


def base_of(site: SiteConfig) -> str | None:
    """Return where the site is published, with a slash at its end; None where it does not know."""
    return f"{site.base_url.rstrip('/')}/" if site.base_url else None


def headers_file(feed: bool = False) -> bytes:
    """Return `_headers`, which Netlify and Cloudflare Pages read; `feed` tells whether the site has one."""
    kind = f"/{layout.FEED}\n  Content-Type: application/atom+xml; charset=utf-8\n" if feed else ""
    return "".join(["/*\n", *(f"  {line}\n" for line in _HEADERS), kind]).encode()


def robots_txt(base: str | None) -> bytes:
    """Return `robots.txt`: everything may be read; the sitemap is named where the site knows its address."""
    sitemap = f"Sitemap: {base}{layout.SITEMAP}\n" if base else ""
    return f"User-agent: *\nAllow: /\n{sitemap}".encode()


def sitemaps(base: str, addresses: Sequence[str]) -> dict[str, bytes]:
    """Return the sitemap by address; of more pages than one may hold, an index and its parts.

    Args:
        base: Where the site is published, with a slash at its end.
        addresses: Pages, sorted.
    """
    urls = [base + ("" if address == layout.HOME else address) for address in addresses]
    if len(urls) <= SITEMAP_MOST:
        return {layout.SITEMAP: _xml("urlset", "url", urls)}
    parts = {
        layout.sitemap_part(number): _xml("urlset", "url", urls[first : first + SITEMAP_MOST])
        for number, first in enumerate(range(0, len(urls), SITEMAP_MOST), 1)
    }
    return {layout.SITEMAP: _xml("sitemapindex", "sitemap", [base + part for part in parts]), **parts}


def _xml(whole: str, each: str, urls: Sequence[str]) -> bytes:
    lines = "".join(f"<{each}><loc>{escape(url)}</loc></{each}>\n" for url in urls)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f'{head}<{whole} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{lines}</{whole}>\n'.encode()


def llms_txt(site: SiteConfig, pages: Sequence[Listed]) -> bytes:
    """Return `llms.txt`: what the site is, and where each page stands as plain text. Source: llmstxt.org."""
    lines = [
        f"# {site.title}",
        "",
        f"> {site.description}",
        "",
        "Every page has a twin in Markdown at the same address with `.md` for `.html`; a run has its record there too,",
        "`.json` for `.html`, byte for byte what was measured. Medians count failed runs with what they spent;",
        "one unknown value makes a median unavailable. Runs of different cohorts are never pooled; fixtures are no",
        "results.",
        "",
        "## Data",
        "",
        *(f"- [{address.rpartition('/')[2]}]({address}): {about}" for address, about in _data(site)),
        "",
        "## Pages",
        "",
        *(f"- [{_flat(page.title)}]({page.address}): {_flat(page.about)}" for page in pages),
    ]
    return "\n".join([*lines, ""]).encode()


def _data(site: SiteConfig) -> list[tuple[str, str]]:
    """Return the data files with what they are, as JSON, as a table, and as other tools describe data."""
    parquet = [(layout.RESULTS_PARQUET, "the same table as Parquet")] if site.parquet else []
    return [
        (layout.RESULTS_JSON, "JSON: every cohort, suite, claim and run with its state"),
        (layout.RESULTS_CSV, "CSV: one row per run"),
        *parquet,
        (layout.DICTIONARY_JSON, "every column with type, unit and meaning"),
        (layout.DATA_PACKAGE, "Data Package: the table, its schema and its hash"),
        (layout.CROISSANT, "Croissant: the data set for machine learning tools, as JSON-LD"),
        (layout.CITATION, "how to cite it"),
        (layout.MANIFEST, "every file with its size and hash"),
    ]


def _flat(text: str) -> str:
    return text.replace("[", "(").replace("]", ")").replace("\n", " ")
