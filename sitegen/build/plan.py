"""Every output of the site but those of runs, before any of them is made."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import orjson

from sitegen.build.outputs import Made, Output, copier
from sitegen.build.tables import Table
from sitegen.changes.history import History
from sitegen.exports import feed, files, hosting
from sitegen.exports.croissant import croissant_json
from sitegen.exports.datapackage import datapackage_json
from sitegen.exports.dataset import MEDIA_TYPES, DataFile, citation_cff
from sitegen.exports.parquet import results_parquet
from sitegen.inputs import FileFact, IllustrationInput, Inputs, SuiteInput
from sitegen.layout import (
    CAVEATS_FILE,
    CITATION,
    CLAIMS,
    CONTENT,
    CROISSANT,
    DATA_PACKAGE,
    DICTIONARY_JSON,
    FEED,
    HEADERS,
    LLMS,
    NO_JEKYLL,
    NOT_FOUND,
    RELEASES,
    RESULTS_CSV,
    RESULTS_JSON,
    RESULTS_PARQUET,
    ROBOTS,
    SITE_FILE,
    SUMS,
    WITHDRAWN_FILE,
    caveats_file,
    claim_file,
    cohort_rows,
    illustration_file,
    release_file,
    run_record,
    schema_file,
    suite_file,
    withdrawn_file,
)
from sitegen.records.site import SiteConfig
from sitegen.render import Renderer
from sitegen.site import Page
from sitegen.summaries import Results
from sitegen.templating import Drawn
from sitegen.twins import twin_address

_SITE_SOURCE = f"{CONTENT}/{SITE_FILE}"


def data_outputs(
    inputs: Inputs, results: Results, tables: Sequence[Table], published: Path, key: str
) -> Iterator[Output]:
    """Yield the data files: numbers, table, dictionary, schemas.

    Args:
        inputs: The content.
        results: The numbers.
        tables: The rows by cohort.
        published: Where the `results.csv` of the last build is.
        key: What every output depends on.
    """
    data_set = inputs.site.data_set.model_dump()
    source = (CONTENT,)
    cohorts = [table.cohort for table in tables]
    fit = files.rows_fit(table.memo.json_size for table in tables)
    rows = [table.json() for table in tables] if fit else None
    yield _ready(RESULTS_JSON, files.results_json(results, data_set, cohorts, rows), source)
    together = hashlib.sha256("\n".join([key, *(table.memo.key for table in tables)]).encode()).hexdigest()
    yield Output(RESULTS_CSV, together, source, lambda: _table(tables, published))
    if inputs.site.parquet:
        rows_by_cohort = {table.cohort: table.rows for table in tables}
        yield Output(RESULTS_PARQUET, together, source, lambda: results_parquet(rows_by_cohort), packed=True)
    if not fit:
        for table in tables:
            yield Output(cohort_rows(table.cohort), table.memo.key, source, _rows(table))
    yield Output(DICTIONARY_JSON, key, (), files.dictionary_json)
    for name in files.SCHEMAS:
        yield Output(schema_file(name), key, (), _schema(name))


def description_outputs(site: SiteConfig, made: Iterable[Made]) -> Iterator[Output]:
    """Yield what describes the data for the tools of others: Data Package, Croissant, citation."""
    found = {one.path: DataFile(one.path, one.sha256, one.size) for one in made if one.path in MEDIA_TYPES}
    source = (_SITE_SOURCE,)
    yield _ready(DATA_PACKAGE, datapackage_json(site, found[RESULTS_CSV]), source)
    yield _ready(CROISSANT, croissant_json(site, [found[path] for path in MEDIA_TYPES if path in found]), source)
    yield _ready(CITATION, citation_cff(site), source)


def copy_outputs(
    suites: Mapping[str, SuiteInput], illustrations: Sequence[IllustrationInput], root: Path
) -> Iterator[Output]:
    """Yield the own files of suites and illustrations, byte for byte."""
    for illustration in illustrations:
        for fact in illustration.files:
            path = illustration_file(illustration.record.id, fact.path.rpartition("/")[2])
            yield Output(path, fact.sha256, (fact.path,), copier(f"{root}/{fact.path}"), copied=True)
    for suite in suites.values():
        for fact in suite.files:
            path = suite_file(suite.id, fact.path[len(suite.path) + 1 :])
            yield Output(path, fact.sha256, (fact.path,), copier(f"{root}/{fact.path}"), copied=True)


def claim_outputs(facts: Iterable[FileFact], root: Path) -> Iterator[Output]:
    """Yield the claims as they were written down, so that a reader can decide them again."""
    folder = f"{CONTENT}/{CLAIMS}/"
    for fact in facts:
        if fact.path.startswith(folder):
            path = claim_file(fact.path[len(folder) :].removesuffix(".toml"))
            yield Output(path, fact.sha256, (fact.path,), copier(f"{root}/{fact.path}"), copied=True)


def kept_outputs(facts: Iterable[FileFact], history: History, root: Path) -> Iterator[Output]:
    """Yield releases, withdrawn runs and caveats as written down, and a tombstone in the place of each record gone."""
    releases, list_of_withdrawn = f"{CONTENT}/{RELEASES}/", f"{CONTENT}/{WITHDRAWN_FILE}"
    caveats = f"{CONTENT}/{CAVEATS_FILE}"
    for fact in facts:
        if fact.path.startswith(releases):
            path = release_file(fact.path[len(releases) :].removesuffix(".toml"))
        elif fact.path == list_of_withdrawn:
            path = withdrawn_file()
        elif fact.path == caveats:
            path = caveats_file()
        else:
            continue
        yield Output(path, fact.sha256, (fact.path,), copier(f"{root}/{fact.path}"), copied=True)
    for one in history.gone:
        yield _ready(run_record(one.address), files.gone_json(one), (CONTENT,))


def sums_output(made: Iterable[Made]) -> Output:
    """Return the list of every file with its hash, as `sha256sum -c` reads it."""
    lines = "".join(f"{one.sha256}  {one.path}\n" for one in sorted(made))
    return _ready(SUMS, lines.encode(), (CONTENT,))


def page_outputs(pages: tuple[Page, ...], renderer: Renderer, key: str) -> Iterator[Output]:
    """Yield the pages with their twins in Markdown; the key of a page is everything that its template reads."""
    for page in pages:
        digest = hashlib.sha256(key.encode())
        digest.update(orjson.dumps(page))
        key_of_page = digest.hexdigest()
        yield Output(page.path, key_of_page, page.sources, _drawer(renderer, page))
        if page.path != NOT_FOUND:
            yield Output(twin_address(page.path), key_of_page, page.sources, _twin(renderer, page), twin_of=page.path)


def host_outputs(
    site: SiteConfig, pages: Sequence[Page], runs: Iterable[str], news: Sequence[feed.Entry]
) -> Iterator[Output]:
    """Yield what hosts and visiting machines look for.

    Args:
        site: What the site says of itself; a sitemap needs its address.
        pages: Every page but those of runs.
        runs: Addresses of the pages of runs.
        news: Releases to tell of in a feed; none where the site has no feed.
    """
    base = hosting.base_of(site)
    shown = [page for page in pages if page.path != NOT_FOUND]
    listed = [hosting.Listed(page.title, page.description, twin_address(page.path)) for page in shown]
    yield _ready(HEADERS, hosting.headers_file(bool(news)), ())
    yield _ready(NO_JEKYLL, b"", ())
    yield _ready(ROBOTS, hosting.robots_txt(base), (_SITE_SOURCE,))
    yield _ready(LLMS, hosting.llms_txt(site, listed), (_SITE_SOURCE,))
    if news:
        yield _ready(FEED, feed.feed(site, news), (_SITE_SOURCE, f"{CONTENT}/{RELEASES}"))
    if base is not None:
        for path, data in hosting.sitemaps(base, sorted([*(page.path for page in shown), *runs])).items():
            yield _ready(path, data, (_SITE_SOURCE,))


def asset_outputs(renderer: Renderer) -> Iterator[Output]:
    """Yield the style sheet, the script and the icon."""
    for path, data in sorted(renderer.assets().items()):
        yield _ready(path, data, ())


def _ready(path: str, data: bytes, sources: tuple[str, ...]) -> Output:
    return Output(path, hashlib.sha256(data).hexdigest(), sources, lambda: data)


def _table(tables: Sequence[Table], published: Path) -> Drawn:
    old = published.read_bytes() if any(table.encoded is None for table in tables) else b""
    lines = [table.lines(old) for table in tables]
    new = [part for part, table in zip(lines, tables, strict=True) if table.encoded is not None]
    return Drawn(files.results_csv(lines), files.results_csv(new), ())


def _rows(table: Table) -> Callable[[], bytes]:
    return lambda: table.json() + b"\n"


def _schema(name: str) -> Callable[[], bytes]:
    return lambda: files.schema_json(name)


def _twin(renderer: Renderer, page: Page) -> Callable[[], bytes]:
    return lambda: renderer.twin(page)


def _drawer(renderer: Renderer, page: Page) -> Callable[[], Drawn]:
    return lambda: renderer.draw(page)
