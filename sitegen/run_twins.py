"""The page of a run as Markdown, written from its view: converting every drawn page would slow a large build."""

from collections.abc import Iterable

from sitegen.site.run.api import ApiRunView
from sitegen.site.run.imported import ImportedRunView
from sitegen.site.run.page import RunView
from sitegen.twins import MEANT, twin_address

_BETWEEN = "\x00"
"""Stands between cells while signs are escaped; no text of a record can hold it."""
_FIXTURE = "**Fixture**: a hand-made run that shows and tests the site. It is never counted as a result."
_Rows = Iterable[tuple[str, ...]]


def own_twin(view: ApiRunView | ImportedRunView) -> tuple[str, str]:
    """Return what the twin says of the run alone, before and behind what its cohort says.

    It has the end, the figures, the checks, what is not known, and the files.
    """
    head = [f"# {_plain(view.title)}", *([_FIXTURE] if view.fixture else []), _plain(_lead(view))]
    parts = [_table(("Figure", "Value"), _api(view) if isinstance(view, ApiRunView) else _imported(view))]
    graded = view.checks if isinstance(view, ImportedRunView) else view.grade.checks if view.grade else ()
    if graded:
        parts.append(_table(("Check", "Result", "Required", "Found", "Points"), graded))
    if view.missing:
        parts.append(_table(("Not known", "Why"), view.missing))
    files = "\n".join(
        [f"| [{_plain(one.name)}]({_beside(one.address)}) | {one.size} | {one.sha256} |" for one in view.files]
    )
    parts.append(f"| File | Size | SHA-256 |\n| --- | --- | --- |\n{files}")
    made, record = view.identity, _beside(view.record)
    given = f"{made.provider}, {made.requested or made.model}, {made.settings}, task {made.task}, {made.source}"
    page = f"[this page in HTML]({record.removesuffix('.json')}.html)"
    parts.append(f"Made with {_plain(given)}. The [record]({record}) has every turn, hash and time; {page}.\n")
    return "\n\n".join(head), "\n\n".join(parts)


def cohort_words(view: RunView) -> str:
    """Return what stands between: the cohort of the run, or why it lies in none."""
    around = view.around
    said = []
    if around.barred:
        said.append(f"**Suite barred**: {_plain(around.barred)} This run is in no count, no median and no claim.")
    if around.withdrawn:
        reason = f"{around.withdrawn_on}: {around.withdrawn}"
        said.append(f"**Withdrawn** on {_plain(reason)} This run is in no count, no median and no claim.")
    if around.cohort_address:
        address = f"../{twin_address(around.cohort_address).removeprefix('benchmarks/')}"
        place = "Not one of the" if view.status == "not_started" else "One of"
        cohort = f"[{_plain(around.cohort_title)}]({address})"
        said.append(f"{place} {around.n} attempted runs of {cohort}, {around.failed} of them failed.")
    return "\n\n".join(["", *said, ""])


def _lead(view: ApiRunView | ImportedRunView) -> str:
    if view.status == "completed":
        end = "Completed."
    elif view.status == "failed":
        end = f"Failed: {view.stop}. It stays in the cohort with what it spent."
    else:
        end = f"Not started: {view.stop}. Nothing was sent, so it is in no denominator."
    return f"{view.about}. {end} {view.detail}".rstrip()


def _api(view: ApiRunView) -> _Rows:
    money, grade, tokens = view.money, view.grade, view.tokens
    return (
        ("Wall time, s", view.wall),
        ("Provider time, s", view.provider_time),
        ("Tool time, s", view.tool_time),
        ("Input, tokens", view.input),
        ("Cached read, part of input", tokens.cached_read),
        ("Cache write, part of input", tokens.cache_write),
        ("Output, tokens", view.output),
        ("Reasoning, part of output", tokens.reasoning),
        ("Cost, USD", f"{money.shown}, {money.basis}" if money.shown else f"unavailable: {money.reason}"),
        ("Geometry, not quality", (grade.points or "unavailable") if grade else "not graded"),
        ("Quality", f"{view.quality or 'none'}: {view.quality_note}"),
    )


def _imported(view: ImportedRunView) -> _Rows:
    return (
        ("Verdict of the origin", f"{view.verdict} {view.verdict_reason}".rstrip()),
        ("End, as the origin says it", view.failure_mode),
        ("Wall time, s", view.wall),
        ("Trial time, s", view.trial_time),
        ("Test time, s", view.test_time),
        *view.tokens,
        ("Cost, USD", view.cost or "unavailable: not reported"),
    )


def _beside(address: str) -> str:
    """Return an address as seen from the page of a run."""
    return address.removeprefix("benchmarks/runs/")


def _table(head: tuple[str, ...], rows: _Rows) -> str:
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    text = _plain("\n".join([_BETWEEN.join(row).replace("\n", " ") for row in rows]))
    lines.append(f"| {text.replace(_BETWEEN, ' | ').replace(chr(10), f' |{chr(10)}| ')} |")
    return "\n".join(lines)


def _plain(text: str) -> str:
    return text.translate(MEANT)
