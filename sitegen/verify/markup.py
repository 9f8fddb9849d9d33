"""A page as a reader takes it in: its tables, its sentences, what its charts say, and where its links lead."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from sitegen.verify.active import active

VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
_BREAKS = frozenset({"br", "dd", "div", "dt", "li", "p", "small", "span", "td", "th"})
_LINKED = {"a": "href", "img": "src", "link": "href", "script": "src", "source": "src", "use": "href", "image": "href"}


_CLASSES = {"p": ("lede", "note"), "ul": ("legend", "caveats")}
"""Classes that tell what a paragraph or a list is."""
_DRAWN = frozenset({"svg", "circle", "line", "rect", "use", "text"})
_CHARTS = ("strip", "ax")


@dataclass(slots=True)
class Row:
    """A row of a table."""

    head: str = ""
    """Text of the cell that names the row."""
    href: str = ""
    """Where that cell leads."""
    cells: dict[str, str] = field(default_factory=dict)
    """Text of the other cells by the heading of their column."""


@dataclass(slots=True)
class Table:
    """A table."""

    caption: str = ""
    headings: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    section: str = ""
    """Id that the element around it is labelled by."""


@dataclass(slots=True)
class Strip:
    """A dot plot."""

    title: str = ""
    marks: list[tuple[str, float, str]] = field(default_factory=list)
    """Class, place in percent, and address that it leads to, of each mark."""
    ticks: list[tuple[float, str]] = field(default_factory=list)
    """Place in percent and label of each tick of the axis right behind it; empty where the axis stands elsewhere."""


@dataclass(slots=True)
class Page:
    """What a page holds."""

    tables: list[Table] = field(default_factory=list)
    ledes: list[str] = field(default_factory=list)
    """Texts of the paragraphs of class `lede`."""
    notes: list[str] = field(default_factory=list)
    """Texts of the paragraphs of class `note`."""
    charts: list[tuple[str, str]] = field(default_factory=list)
    """Title and description of every chart that has both."""
    readings: list[tuple[str, str]] = field(default_factory=list)
    """Term and definition of every entry of a list of terms."""
    sections: dict[str, str] = field(default_factory=dict)
    """Text of every labelled section by the id that labels it."""
    figures: list[str] = field(default_factory=list)
    """Captions of figures."""
    legends: list[str] = field(default_factory=list)
    """Texts of the lists of class `legend`, each right behind what it explains."""
    caveats: list[str] = field(default_factory=list)
    """Texts of the entries of the list of caveats."""
    banners: list[str] = field(default_factory=list)
    """Texts of the notes that stand out."""
    codes: list[str] = field(default_factory=list)
    """Texts of what is set as code in a block of its own."""
    strips: list[Strip] = field(default_factory=list)
    paragraphs: list[str] = field(default_factory=list)
    """Texts of paragraphs of no such class."""
    own: bool = False
    """Whether it holds words of the publisher, which no record yields."""
    blocks: dict[str, str] = field(default_factory=dict)
    """JSON that the page carries for its script, by id."""
    title: str = ""
    brand: str = ""
    """Name of the site, as the head of the page has it."""
    metas: dict[str, str] = field(default_factory=dict)
    """Content of what the head says of the page, by name, property or header."""
    active: list[str] = field(default_factory=list)
    """What could run or load something beside the script and the style sheet of the site."""
    links: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)


@dataclass(slots=True)
class _Open:
    tag: str
    what: str
    text: list[str] = field(default_factory=list)
    attributes: dict[str, str] = field(default_factory=dict)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = Page()
        self.open: list[_Open] = []
        self.column = 0
        self.chart = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        page = self.page
        if "id" in given:
            page.ids.add(given["id"])
        if tag in _LINKED and given.get(_LINKED[tag]):
            page.links.append(given[_LINKED[tag]])
        page.active += active(tag, given)
        if tag == "meta":
            named = given.get("name") or given.get("property") or given.get("http-equiv", "charset")
            page.metas[named] = given.get("content", "")
        if tag in _BREAKS:
            self._say(" ")
        if tag in VOID:
            return
        if tag == "div" and "own" in given.get("class", "").split():
            page.own = True
        if tag in _DRAWN:
            self._draw(tag, given)
        self.open.append(_Open(tag, _what(tag, given), attributes=given))
        if tag == "table":
            section = next((one.attributes["aria-labelledby"] for one in reversed(self.open) if _labels(one)), "")
            page.tables.append(Table(section=section))
        elif tag == "tr" and page.tables:
            self.column = 0
            page.tables[-1].rows.append(Row())
        elif tag == "a" and page.tables and page.tables[-1].rows and self._inside("th") is not None:
            page.tables[-1].rows[-1].href = page.tables[-1].rows[-1].href or given.get("href", "")

    def _draw(self, tag: str, given: dict[str, str]) -> None:
        """Take a dot plot, its marks, and the axis right behind it."""
        css = given.get("class", "").split()
        if tag == "svg":
            if "strip" in css:
                self.page.strips.append(Strip())
            behind = self.chart
            self.chart = next((one for one in _CHARTS if one in css), "")
            if self.chart == "ax" and behind != "strip":
                self.chart = ""
        elif self.page.strips and self.chart == "strip":
            place = next((given[name] for name in ("cx", "x", "x1") if name in given), "")
            link = next((one.attributes.get("href", "") for one in reversed(self.open) if one.tag == "a"), "")
            strip = self.page.strips[-1]
            for end in (place, *([given["x2"]] if "rg" in css else [])):
                strip.marks.append((css[0] if css else "", _percent(end), link))
        elif self.page.strips and self.chart == "ax" and tag == "text":
            self.page.strips[-1].ticks.append((_percent(given.get("x", "")), ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        self._say(data)

    def handle_endtag(self, tag: str) -> None:
        place = next((index for index in range(len(self.open) - 1, -1, -1) if self.open[index].tag == tag), None)
        if place is None:
            return
        while len(self.open) > place:
            self._close(self.open.pop())
        if tag in _BREAKS:
            self._say(" ")

    def _say(self, text: str) -> None:
        if self.open and self.open[-1].tag in ("script", "style"):
            self.open[-1].text.append(text)
            return
        if self.open and self.open[-1].tag == "text" and self.chart == "ax" and self.page.strips:
            place, label = self.page.strips[-1].ticks[-1]
            self.page.strips[-1].ticks[-1] = (place, label + text)
            return
        chart = next((index for index, one in enumerate(self.open) if one.tag == "svg"), None)
        for one in self.open if chart is None else self.open[chart:]:
            if chart is None or one.tag in ("title", "desc"):
                one.text.append(text)

    def _inside(self, tag: str) -> _Open | None:
        return next((one for one in reversed(self.open) if one.tag == tag), None)

    def _close(self, one: _Open) -> None:
        text = " ".join("".join(one.text).split())
        page = self.page
        table = page.tables[-1] if page.tables else None
        if one.tag == "caption" and table:
            table.caption = text
        elif one.tag in ("th", "td") and table and table.rows:
            self._cell(one, text, table)
        elif one.tag == "tr" and table and self._inside("thead"):
            table.rows.pop()
        elif one.what == "lede":
            page.ledes.append(text)
        elif one.what == "note":
            page.notes.append(text)
        elif one.tag == "dt":
            page.readings.append((text, ""))
        elif one.tag == "dd" and page.readings:
            term, said = page.readings[-1]
            page.readings[-1] = (term, f"{said} {text}".strip())
        elif one.tag == "section" and one.what:
            page.sections[one.what] = text
        elif one.tag == "figcaption":
            page.figures.append(text)
        elif one.what == "legend":
            page.legends.append(text)
        elif one.what == "banner":
            page.banners.append(text)
        elif one.tag == "p":
            page.paragraphs.append(text)
        elif one.tag == "pre":
            page.codes.append("".join(one.text).strip())
        elif one.tag == "li" and any(other.what == "caveats" for other in self.open):
            page.caveats.append(text)
        elif one.tag == "script" and "json" in one.attributes.get("type", ""):
            page.blocks[one.attributes.get("id", one.attributes["type"])] = "".join(one.text)
        elif one.tag in ("title", "desc") and self._inside("svg"):
            self._chart(one.tag, text)
        elif one.tag == "title":
            page.title = text
        elif one.tag == "a" and "brand" in one.attributes.get("class", "").split():
            page.brand = text

    def _cell(self, one: _Open, text: str, table: Table) -> None:
        span = int(one.attributes.get("colspan", "1")) if one.attributes.get("colspan", "1").isdigit() else 1
        if self._inside("thead"):
            table.headings.append(text)
            return
        row = table.rows[-1]
        if one.tag == "th":
            row.head = text
        else:
            named = one.attributes.get("data-h", "").partition(";")[0]
            place = table.headings[self.column] if self.column < len(table.headings) else str(self.column)
            row.cells[named or place] = text
        self.column += span

    def _chart(self, tag: str, text: str) -> None:
        if tag == "title":
            self.page.charts.append((text, ""))
            if self.chart == "strip" and self.page.strips:
                self.page.strips[-1].title = text
        elif self.page.charts:
            self.page.charts[-1] = (self.page.charts[-1][0], text)


def _what(tag: str, given: dict[str, str]) -> str:
    css = given.get("class", "").split()
    if tag in ("p", "ul"):
        return next((name for name in _CLASSES[tag] if name in css), "")
    if given.get("role") == "note":
        return "banner"
    return given.get("aria-labelledby", "") if tag == "section" else ""


def _percent(text: str) -> float:
    """Return a place in percent; one that is none lies nowhere."""
    try:
        return float(text.removesuffix("%"))
    except ValueError:
        return -1.0


def _labels(one: _Open) -> bool:
    return one.tag == "section" and "aria-labelledby" in one.attributes


def read(data: bytes) -> Page:
    """Return what a page holds."""
    reader = _Reader()
    reader.feed(data.decode(errors="replace"))
    reader.close()
    return reader.page
