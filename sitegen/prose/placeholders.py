"""Pages of prose: Markdown with placeholders for numbers, so that no number is ever typed.

A placeholder is a call between double braces with literal arguments: `{{ median("suite", "wall_ms", model="...") }}`,
`{{ count("suite", "failed") }}` or `{{ rate("suite", "resolved") }}`. `model=`, `task=` and `source=` narrow the
choice. Anything else between braces is refused.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sitegen.figures import NO_BREAK, count_of, whole, with_unit
from sitegen.inputs import ProseInput
from sitegen.issues import Issue, issue
from sitegen.measures import MEASURES
from sitegen.records.site import PageHead
from sitegen.summaries import Aggregate, Cohort, Counts, MeasureSummary, Rate, Results, TaskSummary

EMPTY = "[X]"
"""What stands where there are no runs."""
COUNTS = ("planned", "attempted", "completed", "failed", "not_started")
RATES = ("build-check", "resolved")
FILTERS = ("model", "task", "source")
_FOLDER = "content/pages/"


class PlaceholderError(Exception):
    """A placeholder that cannot be filled.

    Attributes:
        file: The page, relative to the root of the project, with the line.
        found: What stands there.
        expected: What would be right.
    """

    def __init__(self, file: str, found: str, expected: str) -> None:
        super().__init__(f"{file}: found {found}, expected {expected}")
        self.file, self.found, self.expected = file, found, expected


@dataclass(frozen=True, slots=True)
class ResolvedProse:
    """A page of prose with every number in its place."""

    source: str
    head: PageHead
    markdown: str


@dataclass(frozen=True, slots=True)
class _Call:
    """A placeholder as written."""

    name: str
    positional: tuple[object, ...]
    named: Mapping[str, object]


def resolve(prose: ProseInput, results: Results) -> ResolvedProse:
    """Return the page with its placeholders filled.

    Raises:
        PlaceholderError: A placeholder cannot be filled.
    """
    texts = []
    for line, part in _parts(prose.body):
        filled = _filled(part, results)
        if isinstance(filled, _Refused):
            raise _error(prose, line, filled)
        texts.append(filled)
    return ResolvedProse(prose.source, prose.head, "".join(texts))


def prose_faults(pages: Iterable[ProseInput], results: Results) -> tuple[Issue, ...]:
    """Return an issue for every placeholder of the pages that cannot be filled."""
    filled = ((prose, line, _filled(part, results)) for prose in pages for line, part in _parts(prose.body))
    errors = [_error(prose, line, found) for prose, line, found in filled if isinstance(found, _Refused)]
    return tuple(issue("placeholder", error.file, found=error.found, expected=error.expected) for error in errors)


@dataclass(frozen=True, slots=True)
class _Refused:
    """What is wrong with a placeholder."""

    found: str
    expected: str


class _RefusedError(Exception):
    def __init__(self, found: str, expected: str) -> None:
        self.refused = _Refused(found, expected)


def _filled(part: "str | _Call | _Refused", results: Results) -> str | _Refused:
    if not isinstance(part, _Call):
        return part
    try:
        return _value(part, results)
    except _RefusedError as error:
        return error.refused


def _error(prose: ProseInput, line: int, refused: _Refused) -> PlaceholderError:
    found = f"line {prose.first_line + line - 1}: {refused.found}"
    return PlaceholderError(f"{_FOLDER}{prose.source}", found, refused.expected)


_PLACEHOLDER = re.compile(r"\{\{.*?\}\}|\{%(?!-?\s*(?:end)?raw\b).*?%\}", re.DOTALL)


def _parts(body: str) -> list[tuple[int, str | _Call | _Refused]]:
    """Return the text and the placeholders in order, or what is wrong with one, each with its line in the text.

    The template language is only read, never run: of its syntax nothing but calls with literal arguments is allowed.
    A text that cannot be read as a whole is read placeholder by placeholder, so that each fault in it is named.
    """
    if "{" not in body:
        return [(1, body)]
    whole = _read(body)
    if isinstance(whole, list):
        return whole
    found = []
    for match in _PLACEHOLDER.finditer(body):
        above = body.count("\n", 0, match.start())
        one = _read(match[0]) if match[0].startswith("{{") else (1, _Refused(f"{match[0][:40]}, a statement", _usage()))
        found += [(above + line, part) for line, part in (one if isinstance(one, list) else [one])]
    refused = [(line, part) for line, part in found if isinstance(part, _Refused)]
    return [*found] if refused else [whole]


def _read(text: str) -> "list[tuple[int, str | _Call | _Refused]] | tuple[int, _Refused]":
    """Return the parts of a text, or why it cannot be read and in which line."""
    from jinja2 import TemplateSyntaxError, nodes
    from jinja2.sandbox import SandboxedEnvironment

    try:
        tree = SandboxedEnvironment(keep_trailing_newline=True).parse(text)
    except TemplateSyntaxError as error:
        return error.lineno, _Refused(error.message or "a brace that is not closed", _usage())
    except (RecursionError, ValueError) as error:
        return 1, _Refused(f"braces that cannot be read: {error}", _usage())
    parts: list[tuple[int, str | _Call | _Refused]] = []
    for statement in tree.body:
        if not isinstance(statement, nodes.Output):
            refused = _Refused(f"a {type(statement).__name__.lower()} statement", _usage())
            parts.append((statement.lineno, refused))
            continue
        for node in statement.nodes:
            parts.append((node.lineno, node.data if isinstance(node, nodes.TemplateData) else _called(node)))
    return parts


def _called(node: object) -> "_Call | _Refused":
    try:
        return _call(node)
    except _RefusedError as error:
        return error.refused


def _call(node: object) -> _Call:
    from jinja2 import nodes

    plain = (
        isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and not (node.dyn_args or node.dyn_kwargs)
    )
    if not plain:
        raise _RefusedError(f"a {type(node).__name__.lower()} expression", _usage())
    assert isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name)  # for the type checker
    named = {argument.key: argument.value for argument in node.kwargs}
    if not all(isinstance(argument, nodes.Const) for argument in (*node.args, *named.values())):
        raise _RefusedError(f"{node.node.name}(...) with an argument that is no literal", "text in quotes")
    return _Call(
        node.node.name,
        tuple(argument.as_const() for argument in node.args),
        {name: argument.as_const() for name, argument in named.items()},
    )


def _usage() -> str:
    return ", ".join(f'{{{{ {name}("suite", ...) }}}}' for name in sorted(_FUNCTIONS))


def _value(call: _Call, results: Results) -> str:
    function = _FUNCTIONS.get(call.name)
    if function is None:
        raise _RefusedError(f"{call.name}(...)", " or ".join(sorted(_FUNCTIONS)))
    if len(call.positional) != 2 or not all(isinstance(value, str) for value in call.positional):
        raise _RefusedError(f"{call.name} with {len(call.positional)} plain arguments", f'{call.name}("suite", "name")')
    wrong = [name for name, value in call.named.items() if name not in FILTERS or not isinstance(value, str)]
    if wrong:
        raise _RefusedError(f"{wrong[0]}=", f"one of {', '.join(f'{name}=' for name in FILTERS)} with text in quotes")
    suite, what = (str(value) for value in call.positional)
    return function(results, suite, what, {name: str(value) for name, value in call.named.items()})


def _median(results: Results, suite: str, measure: str, narrowed: Mapping[str, str]) -> str:
    if measure not in MEASURES:
        raise _RefusedError(f"measure {measure}", f"one of {', '.join(MEASURES)}")
    cohort = _one(results, suite, narrowed)
    if cohort is None:
        return EMPTY
    part = _part(cohort, narrowed.get("task"))
    summary = next((found for found in _measures(part) if found.measure == measure), None)
    if summary is None:
        raise _RefusedError(f"measure {measure}", f"one of {', '.join(found.measure for found in _measures(part))}")
    return _aggregate(summary.all_runs, measure, part.counts, cohort, part is cohort)


def _aggregate(figure: Aggregate, measure: str, counts: Counts, cohort: Cohort, pooled: bool) -> str:
    if figure.state == "no_runs":
        return EMPTY
    if figure.state == "unavailable":
        return f"unavailable ({count_of(figure.unknown, figure.n)} not reported)"
    if figure.state == "pending":
        return f"pending ({count_of(figure.reviewed, figure.n)} reviewed)"
    beside = [f"{count_of(counts.failed, figure.n)} failed"] if counts.failed else []
    if pooled and cohort.key.tasks > 1:
        beside.append(f"pooled over {cohort.key.tasks:,} tasks")
    return _with_notes(with_unit(measure, figure.median), beside, cohort.key.fixture)


def _count(results: Results, suite: str, what: str, narrowed: Mapping[str, str]) -> str:
    if what not in COUNTS:
        raise _RefusedError(f"count of {what}", f"one of {', '.join(COUNTS)}")
    counts: Counts
    if narrowed:
        cohort = _one(results, suite, narrowed)
        if cohort is None:
            return EMPTY
        counts, fixture = _part(cohort, narrowed.get("task")).counts, cohort.key.fixture
    else:
        known = next((found for found in results.suites if found.id == suite and found.state == "published"), None)
        if known is None or not known.counts.planned:
            return EMPTY
        counts, fixture = known.counts, known.fixture
    number: int = getattr(counts, what)
    return _with_notes(whole(number), [], fixture)


def _rate(results: Results, suite: str, which: str, narrowed: Mapping[str, str]) -> str:
    if which not in RATES:
        raise _RefusedError(f"rate {which}", f"one of {', '.join(RATES)}")
    if "task" in narrowed:
        raise _RefusedError("task=", "model= or source=; a rate is of the whole cohort")
    cohort = _one(results, suite, narrowed)
    rate: Rate | None = None if cohort is None else cohort.resolved if which == "resolved" else cohort.build_check
    if cohort is not None and rate is None:
        raise _RefusedError(f"rate {which}", f"the other one; runs of protocol {cohort.key.kind} have no such rate")
    if cohort is None or rate is None or rate.percent is None:
        return EMPTY
    return _with_notes(f"{rate.percent}{NO_BREAK}%", [count_of(rate.count, rate.n)], cohort.key.fixture)


_FUNCTIONS: Mapping[str, Callable[[Results, str, str, Mapping[str, str]], str]] = MappingProxyType(
    {"median": _median, "count": _count, "rate": _rate}
)


def _one(results: Results, suite: str, narrowed: Mapping[str, str]) -> Cohort | None:
    """Return the only cohort that fits, or None where none does."""
    fitting = [cohort for cohort in results.cohorts if suite in cohort.suites and _fits(cohort, narrowed)]
    if len(fitting) > 1:
        raise _RefusedError(
            f"{len(fitting)} cohorts of suite {suite}: {'; '.join(cohort.title for cohort in fitting[:4])}",
            f"exactly one; narrow the choice with {', '.join(f'{name}=' for name in FILTERS)}",
        )
    return fitting[0] if fitting else None


def _fits(cohort: Cohort, narrowed: Mapping[str, str]) -> bool:
    key = cohort.key
    if "model" in narrowed and narrowed["model"] != key.model:
        return False
    if "source" in narrowed and narrowed["source"] != key.source.label:
        return False
    return "task" not in narrowed or narrowed["task"] in {key.task.label, *(task.task for task in cohort.by_task)}


def _part(cohort: Cohort, task: str | None) -> Cohort | TaskSummary:
    return next((found for found in cohort.by_task if found.task == task), cohort)


def _measures(part: Cohort | TaskSummary) -> tuple[MeasureSummary, ...]:
    return part.measures


def _with_notes(text: str, beside: list[str], fixture: bool) -> str:
    notes = beside + (["fixture, no result"] if fixture else [])
    return f"{text} ({', '.join(notes)})" if notes else text
