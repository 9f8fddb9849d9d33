"""Every output of the site but those of runs, before any of them is made."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import orjson

from sitegen.build.outputs import Output, copier
from sitegen.exports import files
from sitegen.inputs import IllustrationInput, Inputs, SuiteInput
from sitegen.layout import (
    CONTENT,
    DICTIONARY_JSON,
    RESULTS_CSV,
    RESULTS_JSON,
    cohort_rows,
    illustration_file,
    schema_file,
    suite_file,
)
from sitegen.render import Drawn, Renderer
from sitegen.site import Page
from sitegen.summaries import Results


def data_outputs(inputs: Inputs, results: Results, rows: files.Rows, key: str) -> Iterator[Output]:
    """Yield the data files: numbers, table, dictionary, schemas."""
    parts = files.rows_by_cohort(rows)
    data_set = inputs.site.data_set.model_dump()
    source = (CONTENT,)
    yield _ready(RESULTS_JSON, files.results_json(results, data_set, parts), source)
    yield _ready(RESULTS_CSV, files.results_csv(rows), source)
    if not files.rows_fit(parts):
        for cohort, data in parts.items():
            yield _ready(cohort_rows(cohort), data + b"\n", source)
    yield Output(DICTIONARY_JSON, key, (), files.dictionary_json)
    for name in files.SCHEMAS:
        yield Output(schema_file(name), key, (), _schema(name))


def copy_outputs(
    suites: Mapping[str, SuiteInput], illustrations: Sequence[IllustrationInput], root: Path
) -> Iterator[Output]:
    """Yield the own files of suites and illustrations, byte for byte."""
    for illustration in illustrations:
        for fact in illustration.files:
            path = illustration_file(illustration.record.id, fact.path.rpartition("/")[2])
            yield Output(path, fact.sha256, (fact.path,), copier(root / fact.path), copied=True)
    for suite in suites.values():
        for fact in suite.files:
            path = suite_file(suite.id, fact.path[len(suite.path) + 1 :])
            yield Output(path, fact.sha256, (fact.path,), copier(root / fact.path), copied=True)


def page_outputs(pages: tuple[Page, ...], renderer: Renderer, key: str) -> Iterator[Output]:
    """Yield the pages; the key of a page is everything that its template reads."""
    for page in pages:
        digest = hashlib.sha256(key.encode())
        digest.update(orjson.dumps(page))
        yield Output(page.path, digest.hexdigest(), page.sources, _drawer(renderer, page))


def asset_outputs(renderer: Renderer) -> Iterator[Output]:
    """Yield the style sheet, the script and the icon."""
    for path, data in sorted(renderer.assets().items()):
        yield _ready(path, data, ())


def _ready(path: str, data: bytes, sources: tuple[str, ...]) -> Output:
    return Output(path, hashlib.sha256(data).hexdigest(), sources, lambda: data)


def _schema(name: str) -> Callable[[], bytes]:
    return lambda: files.schema_json(name)


def _drawer(renderer: Renderer, page: Page) -> Callable[[], Drawn]:
    return lambda: renderer.draw(page)
