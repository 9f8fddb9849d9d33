"""The exact rules that runs followed, as data from the suites' protocol files."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sitegen import layout
from sitegen.figures import NO_BREAK, plural, seconds, whole
from sitegen.inputs import AnyProtocolFile, SuiteInput
from sitegen.records.kinds.api import ApiRules
from sitegen.records.kinds.imported import ImportedRules
from sitegen.site.links import Link
from sitegen.site.protocols import FAMILIES


@dataclass(frozen=True, slots=True)
class Fact:
    """A term with its value."""

    term: str
    text: str
    code: str = ""
    """A hash, id or other text to be read letter by letter."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool as it was sent."""

    name: str
    description: str
    changed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """One protocol: everything that its hash covers, and what is recorded beside it."""

    kind: str
    title: str
    """Title of the protocol family."""
    hash: str
    facts: tuple[Fact, ...]
    framing: str
    """How the task was put to the model; empty where the origin does not say."""
    tools: tuple[Tool, ...]
    machine: tuple[Fact, ...]
    suites: tuple[Link, ...]


def rules_of(suites: Iterable[SuiteInput], kind: str | None = None) -> tuple[Rules, ...]:
    """Return the distinct protocols of some suites, sorted by kind and hash, each with the suites that followed it."""
    found: dict[str, tuple[Rules, list[Link]]] = {}
    for suite in suites:
        if suite.protocol is None or (kind is not None and suite.kind != kind):
            continue
        for rules in _read(suite.protocol):
            _, links = found.setdefault(rules.hash, (rules, []))
            links.append(Link(suite.title, layout.suite_page(suite.id)))
    ordered = sorted(found.values(), key=lambda pair: (pair[0].kind, pair[0].hash))
    return tuple(replace(rules, suites=tuple(links)) for rules, links in ordered)


def _read(file: AnyProtocolFile) -> list[Rules]:
    machine = _machine(file)
    read = []
    for entry in file.entries:
        hashed = entry.hashed
        facts = _api(hashed) if isinstance(hashed, ApiRules) else _imported(hashed)
        framing = hashed.framing if isinstance(hashed, ApiRules) else ""
        tools = tuple(Tool(tool.name, tool.description, tool.changed) for tool in entry.tools)
        read.append(Rules(hashed.kind, FAMILIES[hashed.kind].title, entry.hash, facts, framing, tools, machine, ()))
    return read


def _api(rules: ApiRules) -> tuple[Fact, ...]:
    limits = rules.limits
    return (
        Fact("Version", str(rules.version)),
        Fact("Adapter", f"{rules.adapter}, version {rules.adapter_version}"),
        Fact("Model turns", f"at most {whole(limits.model_turns)}"),
        Fact("Tool calls", f"at most {whole(limits.tool_calls)}"),
        Fact("Output of one request", f"at most {whole(limits.output_tokens_per_request)} tokens"),
        Fact("Time of a run", f"at most {_span(limits.run_ms)}"),
        Fact("Time of one request", f"at most {_span(limits.request_ms)}"),
        Fact("Size of one request", f"at most {whole(limits.request_bytes)} bytes"),
        Fact("Tools left out", ", ".join(rules.excluded_tools) or "none"),
    )


def _imported(rules: ImportedRules) -> tuple[Fact, ...]:
    return (
        Fact("Origin’s harness", rules.harness),
        Fact("Data set", rules.dataset),
        Fact("Version of our mapping", str(rules.version)),
        Fact("Attempts per task", _said(rules.attempts_per_task)),
        Fact("Trials at once", _said(rules.concurrent_trials)),
    )


def _machine(file: AnyProtocolFile) -> tuple[Fact, ...]:
    machine = file.machine
    if machine is None:
        return ()
    return (
        Fact("Operating system", machine.os),
        Fact("Processor", f"{machine.cpu}, {plural(machine.cores, 'core')}"),
        Fact("Memory", f"{whole(machine.ram_mib)}{NO_BREAK}MiB"),
        Fact("Python", machine.python),
    )


def _span(ms: int) -> str:
    minutes, rest = divmod(ms, 60_000)
    if minutes and not rest:
        return f"{whole(minutes)}{NO_BREAK}min"
    return f"{seconds(ms)}{NO_BREAK}s"


def _said(value: int | None) -> str:
    return "the origin does not say" if value is None else whole(value)
