"""The form that published records must have before anything is worked out from them.

Only what a check reads is named; a record may hold more.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sitegen.verify.finding import shown

Form = Any
"""A type, a set of types, a list of one form, an object of named forms, or one of the classes below."""


@dataclass(frozen=True, slots=True)
class Maybe:
    """A member that may be left out."""

    form: Form


@dataclass(frozen=True, slots=True)
class Each:
    """An object with any names, whose values have one form."""

    form: Form


@dataclass(frozen=True, slots=True)
class Number:
    """A decimal written as text."""


@dataclass(frozen=True, slots=True)
class Instant:
    """A time with its offset, written as text."""


NULL = type(None)
_TEXT, _COUNT = frozenset({str, NULL}), frozenset({int, NULL})
_TOKENS = dict.fromkeys(("input", "cached_read", "cache_write", "output", "reasoning"), _COUNT)
_NAMED = {"label": str, "hash": str}
_TASK = {"id": str, "hash": str}
_RATES = {"input": Number(), "cached_read": Number(), "output": Number(), "cache_write": Maybe(Each(Number()))}
_PRICE = {
    "rates": _RATES,
    "steps": Maybe([{"above_input_tokens": int, "rates": frozenset({dict, NULL})}]),
    "default_write_lifetime": Maybe(_TEXT),
    "unbilled": Maybe([str]),
}
_RUN = {
    **dict.fromkeys(("id", "suite", "kind", "protocol", "provider", "status"), str),
    "fixture": bool,
    "task": _TASK,
    "model": {"requested": _TEXT, "label": str, "reported": [str]},
    "settings": dict,
    "source": {**_NAMED, "commit": Maybe(_TEXT), "dirty": Maybe(frozenset({bool, NULL}))},
    "evaluator": _NAMED,
    "harness": {"label": Maybe(str), "hash": str},
    "repetition": int,
    "position": _COUNT,
    "started_at": _TEXT,
    "ended_at": Maybe(_TEXT),
    "stop": {"reason": str},
    "wall_ms": _COUNT,
    "usage": _TOKENS,
    "cost": {"estimated_ticks": _COUNT, "provider_ticks": _COUNT, "price": Maybe(frozenset({dict, NULL}))},
    "artifacts": Maybe([{"name": str, "sha256": str, "bytes": int}]),
}
_CHECKS = [{"passed": frozenset({bool, NULL}), "points": Maybe(int)}]
_API = {
    **dict.fromkeys(("provider_ms", "tool_ms"), _COUNT),
    **dict.fromkeys(("requests", "turns", "tool_calls", "failed_tool_calls", "operations"), int),
    "evaluation": frozenset({dict, NULL}),
    "responses": [
        {
            "provider_ms": int,
            "usage": _TOKENS,
            "provider_ticks": Maybe(_COUNT),
            "model": Maybe(_TEXT),
            "calls": Maybe([{"duration_ms": int, "ok": bool, "operations": Maybe(int)}]),
        }
    ],
}
_GRADE = {"points": _COUNT, "visible_objects": Maybe(_COUNT), "checks": _CHECKS}
_TRIAL = {
    "trial": Maybe({"failure_mode": Maybe(str)}),
    "trial_ms": _COUNT,
    "test_ms": _COUNT,
    "grade": {"verdict": _TEXT},
}
_SUITE = {
    "id": str,
    "kind": str,
    "title": str,
    "fixture": bool,
    "tasks": [_TASK],
    "task_set": Maybe(frozenset({dict, NULL})),
    "origin": Maybe({"submitted": {"accuracy": Number()}}),
    "slots": [{"run": str, "state": str, "model": _TEXT, "task": str, "repetition": int}],
}
_PICK = Each(str)
_CLAIM = {"id": str, "rule": str, "sentence": str, "threshold": Number(), "min_runs": Maybe(int), "page": Maybe(str)}
_RULES = {
    "rate-at-least": {"rate": str, "of": _PICK},
    "median-at-most": {"measure": str, "of": _PICK},
    "saving": {"measure": str, "before": _PICK, "after": _PICK},
}
_TOMBSTONE = {
    **dict.fromkeys(("suite", "kind", "title", "reason"), str),
    "fixture": bool,
    "counts": {"planned": int, "started": int, "not_started": int},
}
_PLAIN: Mapping[str, Form] = {
    "tombstone": _TOMBSTONE,
    "protocol": {"entries": [{"hash": str, "hashed": dict}]},
    "task": {"title": str},
    "caveats": {"caveat": [{"id": str, "sentence": str, "when": [str], "where": [str]}]},
    "review": {
        "run": str,
        "reviews": [
            {"method": str, "blind": bool, "reviewed_at": Instant(), "artifact_sha256": str, "scores": Each(int)}
        ],
    },
}

Misfit = tuple[str, str, str]
"""A place, what is there, and what should be."""


def misfits(value: Any, kind: str) -> list[Misfit]:
    """Return where a record does not have the form of its kind.

    Args:
        value: The record.
        kind: run, suite, tombstone, protocol, task, caveats, review or claim.
    """
    parts = {"run": _run, "suite": _suite, "claim": _claim}
    return list(parts[kind](value) if kind in parts else _misfits(value, _PLAIN[kind], ""))


def _run(run: Any) -> Iterator[Misfit]:
    yield from (found := list(_misfits(run, _RUN, "")))
    if found:
        return
    if run["cost"].get("price") is not None:
        price = run["cost"]["price"]
        yield from _misfits(price, _PRICE, "/cost/price")
        for index, step in enumerate(price.get("steps") or ()):
            if isinstance(step, dict) and isinstance(step.get("rates"), dict):
                yield from _misfits(step["rates"], _RATES, f"/cost/price/steps/{index}/rates")
    if run["kind"] == "imported":
        yield from _misfits(run, _TRIAL, "")
    elif run["kind"] == "api":
        yield from _misfits(run, _API, "")
        if isinstance(run.get("evaluation"), dict):
            yield from _misfits(run["evaluation"], {"grade": _GRADE}, "/evaluation")
    else:
        yield "/kind", shown(run["kind"]), "api or imported"


def _suite(suite: Any) -> Iterator[Misfit]:
    yield from (found := list(_misfits(suite, _SUITE, "")))
    if not found and suite.get("task_set") is not None:
        yield from _misfits(suite["task_set"], {"hash": str, "tasks": [_TASK]}, "/task_set")


def _claim(claim: Any) -> Iterator[Misfit]:
    yield from (found := list(_misfits(claim, _CLAIM, "")))
    if not found:
        rule = _RULES.get(claim["rule"])
        yield from _misfits(claim, rule, "") if rule else (("/rule", shown(claim["rule"]), ", ".join(_RULES)),)


def _misfits(value: Any, form: Form, place: str) -> Iterator[Misfit]:
    if isinstance(form, dict):
        yield from _members(value, form, place)
    elif isinstance(form, Each) and isinstance(value, dict):
        for name, member in value.items():
            yield from _misfits(member, form.form, f"{place}/{name}")
    elif isinstance(form, list) and isinstance(value, list):
        for index, member in enumerate(value):
            yield from _misfits(member, form[0], f"{place}/{index}")
    elif not _fits(value, form):
        yield place, shown(value), _named(form)


def _members(value: Any, form: Mapping[str, Form], place: str) -> Iterator[Misfit]:
    if not isinstance(value, dict):
        yield place, shown(value), "an object"
        return
    for name, member in form.items():
        inner = member.form if isinstance(member, Maybe) else member
        if name in value:
            yield from _misfits(value[name], inner, f"{place}/{name}")
        elif not isinstance(member, Maybe):
            yield f"{place}/{name}", "nothing", _named(inner)


def _fits(value: Any, form: Form) -> bool:
    if isinstance(form, Number):
        return isinstance(value, str) and value.replace(".", "", 1).isascii() and value.replace(".", "", 1).isdigit()
    if isinstance(form, Instant):
        try:
            return datetime.fromisoformat(value).tzinfo is not None
        except (TypeError, ValueError):
            return False
    if isinstance(form, frozenset):
        return type(value) in form
    return type(value) is form


_NAMES = {str: "a text", int: "a whole number", bool: "true or false", dict: "an object", NULL: "null"}


def _named(form: Form) -> str:
    if isinstance(form, Number):
        return "a decimal as text"
    if isinstance(form, Instant):
        return "a time with its offset"
    if isinstance(form, frozenset):
        return " or ".join(sorted((_NAMES[one] for one in form), key=lambda name: name == "null"))
    if isinstance(form, list):
        return "a list"
    return _NAMES.get(form, "an object") if isinstance(form, type) else "an object"
