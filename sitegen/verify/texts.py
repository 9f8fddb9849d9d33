"""The site as plain text: the Markdown twin of each page, the list of pages, and what heads of pages say."""

import re
from collections.abc import Iterator, Mapping

from sitegen.twins import markdown
from sitegen.verify.finding import NOTHING, Finding, shown
from sitegen.verify.held import Site
from sitegen.verify.markup import Page

LIST = "llms.txt"
MAP = "sitemap.xml"
_MAIN = re.compile(r'<main id="main" tabindex="-1">\n(.*)\n</main>', re.DOTALL)
_LISTED = re.compile(r"- \[[^\[\]]*\]\(([A-Za-z0-9._/-]+)\): .*")
_OUTSIDE = frozenset({"404.html"})
"""Pages that stand in no list."""
_RUNS = "benchmarks/runs/"
_OF_TWIN = ("**Fixture**", "**Suite barred**", "**Withdrawn**", "One of", "Not one of", "Made with")
"""How the lines begin that the twin of a run words on its own."""
_FIGURE = re.compile(r"[\w.,:-]*[0-9][\w.,:-]*\w|[0-9]")
_SAME = {"og:title": "", "og:description": "description", "og:image:alt": ""}
"""What repeats the title, or another word of the head."""


def text_faults(site: Site, pages: Mapping[str, Page]) -> Iterator[Finding]:
    """Yield where a twin, the list of pages or the head of a page says other words than the page."""
    for address, page in pages.items():
        yield from _heads(address, page)
        twin = f"{address.removesuffix('.html')}.md"
        text, source = site.text(twin), site.text(address)
        if text is not None and source is not None:
            wanted = _twin(source, page, address)
            yield from _run(twin, text, wanted) if _is_run(address, source) else _lines(twin, text, wanted)
    yield from _list(site, pages)
    yield from _map(site, pages)


def _twin(source: str, page: Page, address: str) -> str:
    body = _MAIN.search(source)
    name = address.rpartition("/")[2]
    return f"{markdown(body[1] if body else '')}\n[This page in HTML]({name}), {page.brand}.\n"


def _is_run(address: str, source: str) -> bool:
    """Return whether a page is that of a run whose record is published: its twin is shorter than the page."""
    return address.startswith(_RUNS) and '<h2 id="files">' in source


def _run(twin: str, found: str, page: str) -> Iterator[Finding]:
    """Yield what the short twin of a run says and its page does not: its title, its lead, a figure, a hash, an address.

    Args:
        twin: Address of the twin.
        found: What it says.
        page: The whole page as Markdown.
    """
    lines, figures = set(page.split("\n")), set(_FIGURE.findall(page))
    for number, line in enumerate(found.split("\n"), 1):
        own = line and not line.startswith(("|", *_OF_TWIN))
        lacking = [figure for figure in _FIGURE.findall(line) if figure not in figures]
        if lacking or (own and line not in lines):
            yield Finding(twin, f"line {number}", "page", shown(lacking[0] if lacking else line), "what its page says")


def _lines(twin: str, found: str, expected: str) -> Iterator[Finding]:
    """Yield the first line that differs; an edit may move all that follow."""
    there, wanted = found.split("\n"), expected.split("\n")
    for number in range(max(len(there), len(wanted))):
        one = there[number] if number < len(there) else NOTHING
        other = wanted[number] if number < len(wanted) else NOTHING
        if one != other:
            yield Finding(twin, f"line {number + 1}", "page", *_around(one, other))
            return


def _around(one: str, other: str) -> tuple[str, str]:
    """Return two texts from a little before the first place where they differ."""
    place = next((index for index, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(min(one, other)))
    return shown(one[max(0, place - 40) :]), shown(other[max(0, place - 40) :])


def _heads(address: str, page: Page) -> Iterator[Finding]:
    title = _title(page)
    for name, same in _SAME.items():
        wanted = page.metas.get(same, "") if same else title
        if name in page.metas and page.metas[name] != wanted:
            yield Finding(address, name, "page", page.metas[name], wanted)


def _title(page: Page) -> str:
    """Return the title of a page without the name of the site behind it."""
    return page.title.removesuffix(f" \u00b7 {page.brand}")


def _list(site: Site, pages: Mapping[str, Page]) -> Iterator[Finding]:
    text = site.text(LIST)
    if text is None:
        return
    wanted = {}
    for address, page in pages.items():
        stem = address.removesuffix(".html")
        line = _flat(_title(page)), _flat(page.metas.get("description", ""))
        if f"{stem}.md" in site.files and not _is_run(address, site.data(address).decode(errors="replace")):
            wanted[f"{stem}.md"] = f"- [{line[0]}]({stem}.md): {line[1]}"
    lines = text.partition("\n## Pages\n")[2].strip().split("\n")
    found = {match[1]: " ".join(match[0].split()) for line in lines if (match := _LISTED.fullmatch(line))}
    if len(found) != len(lines):
        yield Finding(LIST, "Pages", "page", f"{len(lines)} lines, {len(found)} pages", "a line for each page")
    for twin in sorted(found.keys() | wanted.keys()):
        if found.get(twin) != wanted.get(twin):
            yield Finding(LIST, twin, "page", shown(found.get(twin, NOTHING)), shown(wanted.get(twin, NOTHING)))


def _flat(text: str) -> str:
    return " ".join(text.replace("[", "(").replace("]", ")").split())


def _map(site: Site, pages: Mapping[str, Page]) -> Iterator[Finding]:
    """Yield pages that the map of the site lacks, and addresses in it that are no pages; one of many parts is left."""
    text = site.text(MAP)
    if text is None or "<sitemapindex" in text:
        return
    urls = re.findall("<loc>(.*?)</loc>", text)
    top = min(urls, key=len, default="")
    found = {url.removeprefix(top) or "index.html" for url in urls}
    wanted = pages.keys() - _OUTSIDE
    for address in sorted(found ^ wanted):
        there = address in found
        yield Finding(MAP, address, "page", address if there else NOTHING, NOTHING if there else address)
