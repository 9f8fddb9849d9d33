"""Pictures for social networks: the overview and each cohort, only where the site knows its address."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence

from sitegen.build.outputs import Output
from sitegen.build.program import packages_key
from sitegen.charts.card import Card, card
from sitegen.exports.hosting import base_of
from sitegen.figures import plural
from sitegen.layout import OVERVIEW, cohort_page, social_picture
from sitegen.records.site import SiteConfig
from sitegen.rows import RunRow
from sitegen.site.cells import cohort_cell, measure_heading
from sitegen.site.strips import attempted, column, values_of
from sitegen.summaries import Cohort

_FIGURES = 3
"""Most figures on a picture."""
_SHOWN = ("wall_ms", "cost_ticks", "points", "input")


def social_outputs(
    site: SiteConfig, cohorts: Sequence[Cohort], rows: Mapping[str, Sequence[RunRow]]
) -> Iterator[Output]:
    """Yield the pictures; one whose drawing and packages are the same as before is not made again."""
    if base_of(site) is None:
        return
    key = packages_key()
    yield _output(OVERVIEW, _overview(site, cohorts), key)
    for cohort in cohorts:
        yield _output(cohort_page(cohort.id), _cohort(site, cohort, rows.get(cohort.id, ())), key)


def _output(page: str, shown: Card, key: str) -> Output:
    drawing = card(shown)
    digest = hashlib.sha256(f"{key} {drawing}".encode()).hexdigest()
    return Output(social_picture(page), digest, (), _painter(drawing), packed=True)


def _painter(drawing: str) -> Callable[[], bytes]:
    def paint() -> bytes:
        import cairosvg

        painted: bytes = cairosvg.svg2png(bytestring=drawing.encode())
        return painted

    return paint


def _overview(site: SiteConfig, cohorts: Sequence[Cohort]) -> Card:
    results = [cohort for cohort in cohorts if not cohort.key.fixture]
    runs = sum(cohort.counts.attempted for cohort in results)
    failed = sum(cohort.counts.failed for cohort in results)
    figures = (
        ("attempted runs", f"{runs:,}"),
        ("failed, and counted", f"{failed:,}"),
        ("cohorts", f"{len(results):,}"),
    )
    return Card(site.title, site.description, "", figures if runs else (), None, ())


def _cohort(site: SiteConfig, cohort: Cohort, rows: Sequence[RunRow]) -> Card:
    counts = cohort.counts
    about = f"{plural(counts.attempted, 'attempted run')}, {counts.failed:,} failed and counted"
    rate = cohort.resolved if cohort.resolved is not None else cohort.build_check
    figures = []
    if rate is not None and rate.percent is not None:
        figures.append(("resolved, %" if cohort.resolved is not None else "build-check rate, %", rate.percent))
    for measure in _SHOWN:
        cell = cohort_cell(cohort, measure) if cohort.measure(measure) else None
        if cell is not None and cell.state == "known":
            figures.append((f"median {measure_heading(measure).lower().replace('usd', 'USD')}", cell.text))
    values = values_of("wall_ms", attempted(rows))
    known = tuple(value for value in values if value is not None)
    axis = column("wall_ms", values).axis
    fixture = "Hand-made fixture, not a result" if cohort.key.fixture else ""
    return Card(site.title, cohort.title, fixture or about, tuple(figures[:_FIGURES]), axis, known)
