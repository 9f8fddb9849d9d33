"""Issues and progress as people and machines read them."""

import json
from collections.abc import Sequence
from time import monotonic
from typing import Literal, Self, TextIO

from sitegen.figures import plural
from sitegen.issues import Issue

_BETWEEN_S = 0.1


def render(issues: Sequence[Issue], form: Literal["text", "json", "github"]) -> str:
    """Return every issue as text: for people, as one JSON document, or as annotations of a GitHub workflow."""
    if form == "json":
        return json.dumps({"schema": 1, "issues": [_as_json(one) for one in issues]}, indent=2)
    if form == "github":
        return "\n".join(_as_annotation(one) for one in issues)
    return "\n".join(_as_text(one) for one in issues) + (f"\n{_count(issues)}" if issues else "")


def render_failure(message: str, form: Literal["text", "json", "github"]) -> str:
    """Return why nothing could be done in the same form as the issues; it lies in none of the content's files."""
    if form == "json":
        return json.dumps({"schema": 1, "issues": [], "error": message}, indent=2)
    return f"::error title=build-site::{_escaped(message)}" if form == "github" else message


def _as_json(one: Issue) -> dict[str, str]:
    return {
        "code": one.code,
        "severity": one.severity,
        "file": one.file,
        "pointer": one.pointer,
        "meaning": one.rule.meaning,
        "found": one.found,
        "expected": one.expected,
        "fix": one.rule.fix,
    }


def _as_text(one: Issue) -> str:
    place = f"{one.file} {one.pointer}".rstrip()
    return (
        f"{place}\n  {one.severity} {one.code}: {one.rule.meaning}\n"
        f"  found: {one.found}\n  expected: {one.expected}\n  fix: {one.rule.fix}"
    )


def _as_annotation(one: Issue) -> str:
    text = f"{one.rule.meaning} Found: {one.found}. Expected: {one.expected}. Fix: {one.rule.fix}"
    place = f" ({one.pointer})" if one.pointer else ""
    return f"::{one.severity} file={_escaped(one.file, ',:')},title={one.code}::{_escaped(text + place)}"


def _escaped(text: str, also: str = "") -> str:
    for char in "%\r\n" + also:
        text = text.replace(char, f"%{ord(char):02X}")
    return text


def _count(issues: Sequence[Issue]) -> str:
    errors = sum(one.severity == "error" for one in issues)
    warnings = len(issues) - errors
    if not errors:
        return f"{plural(warnings, 'warning')}."
    files = len({one.file for one in issues if one.severity == "error"})
    besides = f" and {plural(warnings, 'warning')}" if warnings else ""
    return f"{plural(errors, 'error')} in {plural(files, 'file')}{besides}. Nothing was published."


class Progress:
    """One line that shows how far a step is; silent where nobody watches."""

    def __init__(self, stream: TextIO) -> None:
        """Take the stream; it is written to only when it is a terminal."""
        self._stream = stream
        self._shown = stream.isatty()
        self._last = 0.0
        self._dirty = False

    def __call__(self, step: str, done: int, n: int) -> None:
        """Show that `done` of `n` parts of a step are done."""
        now = monotonic()
        if not self._shown or now - self._last < _BETWEEN_S:
            return
        self._last, self._dirty = now, True
        self._stream.write(f"\r\x1b[K{step}: {done} of {n}")
        self._stream.flush()

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Clear the line."""
        if self._dirty:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
