"""Writes the reference pages in `docs/` from the code; `--check` says which are out of step and exits 1."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from runner.cli import main as benchmark
from sitegen.cli import main as build_site
from sitegen.exports.columns import COLUMNS
from sitegen.exports.files import SCHEMAS, schema_of
from sitegen.issues import CATALOGUE
from sitegen.stops import STOPS

DOCS = Path(__file__).resolve().parent.parent / "docs"
_HEAD = "<!-- Made by `python -m tools.docs`; do not edit. -->\n\n"


def commands() -> str:
    """Return the help of every command."""
    parts = ["# Commands\n"]
    for name, command in (("build-site", build_site), ("benchmark", benchmark)):
        for context in _contexts(name, command, None):
            help_text = context.command.get_help(context)
            parts.append(f"## `{context.command_path}`\n\n```text\n{help_text}\n```\n")
    return "\n".join(parts)


def _contexts(name: str, command: click.Command, parent: click.Context | None) -> Iterator[click.Context]:
    settings = {"terminal_width": 100, "max_content_width": 100, **command.context_settings}
    context = click.Context(command, info_name=name, parent=parent, **settings)
    yield context
    if isinstance(command, click.Group):
        for child in sorted(command.commands):
            yield from _contexts(child, command.commands[child], context)


def issues() -> str:
    """Return the catalogue of issue codes."""
    rows = [f"| `{code}` | {rule.severity} | {rule.meaning} | {rule.fix} |" for code, rule in sorted(CATALOGUE.items())]
    head = "# Issues\n\nEvery code that `build-site` can print, what it means and how to mend it.\n\n"
    return f"{head}| Code | Severity | Meaning | Fix |\n| --- | --- | --- | --- |\n" + "\n".join(rows) + "\n"


def stops() -> str:
    """Return the table of stop reasons."""
    head = (
        "# Stop reasons\n\nWhy a run through a native API can end. Every end but `answered` is a failure and stays in "
        "the cohort; before\nthe first request it makes a run that was not started, in no denominator. The last column "
        "tells whose failure it is.\n\n| Reason | Meaning | Status | Failure of |\n| --- | --- | --- | --- |\n"
    )
    rows = (
        f"| `{slug}` | {stop.meaning} | {'completed' if stop.completed else 'failed'} | {stop.side or ''} |"
        for slug, stop in STOPS.items()
    )
    return head + "\n".join(rows) + "\n"


def records() -> str:
    """Return every field of every record, and every column of the run table."""
    parts = ["# Records\n\nEvery file of the content tree, field by field. Unknown fields are refused.\n"]
    for name in SCHEMAS:
        schema = schema_of(name)
        definitions: dict[str, Any] = {**schema.get("$defs", {})}
        if "properties" in schema:
            definitions[schema["title"]] = schema
        parts.append(f"## {name}\n")
        parts.extend(
            _definition(title, body, definitions) for title, body in sorted(definitions.items()) if "properties" in body
        )
    parts.append("## Columns of results.csv\n\n| Column | Type | Unit | Meaning |\n| --- | --- | --- | --- |")
    parts.extend(f"| `{one.name}` | {one.type} | {one.unit or ''} | {one.meaning} |" for one in COLUMNS)
    return "\n".join(parts) + "\n"


def _definition(title: str, body: dict[str, Any], definitions: dict[str, Any]) -> str:
    lines = [f"### {title}\n", "| Field | Meaning |", "| --- | --- |"]
    lines += [f"| `{field}` | {_line(_meaning(spec, definitions))} |" for field, spec in body["properties"].items()]
    return "\n".join(lines) + "\n"


def _meaning(spec: dict[str, Any], definitions: dict[str, Any]) -> str:
    """Return a field's description, or that of the record it holds where the two are the same."""
    target = definitions.get(spec.get("$ref", "").rpartition("/")[2], {})
    return str(spec.get("description") or target.get("description", ""))


def _line(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


PAGES = {"commands.md": commands, "issues.md": issues, "records.md": records, "stops.md": stops}


def main() -> int:
    """Write the pages, or with `--check` compare them."""
    stale = []
    for name, make in PAGES.items():
        path, text = DOCS / name, _HEAD + make()
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
    if stale and "--check" in sys.argv:
        print(f"docs out of step: {', '.join(stale)}. Run: make fix")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
