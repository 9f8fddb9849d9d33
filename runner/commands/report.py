"""`benchmark report`: private suites into the content tree."""

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runner.commands.telling import FAULTS, say, tell
from sitegen.exact import usd_of
from sitegen.layout import CONTENT

if TYPE_CHECKING:
    from runner.export.public import Publication
    from runner.export.report import Exported


@click.command("report")
@click.option(
    "--input",
    "place",
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A suite, its folder runs, or a folder of suites.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=CONTENT,
    show_default=True,
    help="Content tree that gets the evidence.",
)
@click.option(
    "--env-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="File of keys; a file that holds one of them is not published.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def report_command(place: Path, out: Path, env_file: Path | None, as_json: bool) -> None:
    """Export every suite found into content/evidence: failures and limit stops too, no trace and no reasoning.

    A suite that was exported before is replaced only by one that holds all of it and more. A suite with an
    INVALIDATED.json leaves a tombstone. Nothing is deployed.
    """
    from runner.export.report import report
    from runner.keys import EnvFileError
    from runner.keys import env_file as read

    try:
        variables = {} if env_file is None else read(env_file)
    except EnvFileError as error:
        raise click.UsageError(str(error)) from None
    # Whatever the file's variables are called, and whatever else the process has under these names: they are keys.
    in_file = {f"{name}, a key of the file": value for name, value in variables.items()}
    exported = tuple(report(place.resolve(), out, {**in_file, **os.environ}))
    if not exported:
        expected = "expected a suite (a folder with suite.json), its runs, or a folder of suites"
        raise click.UsageError(f"--input: no suite in {place}; {expected}.")
    for one in exported:
        tell(one.issues)
        for fault in one.faults:
            say(f"{one.folder.name}: {fault}")
    click.echo(json.dumps([_json(one) for one in exported], indent=2) if as_json else _text(exported))
    if any(one.outcome == "refused" for one in exported):
        sys.exit(FAULTS)


def _text(exported: "tuple[Exported, ...]") -> str:
    lines = [_line(one) for one in exported]
    if any(one.outcome in ("written", "grown") for one in exported):
        lines.append("Next: build-site")
    return "\n".join(lines)


def _line(one: "Exported") -> str:
    if one.suite is None:
        return f"{one.folder.name}: {one.outcome}"
    notes = _counted(one.publication, one.suite.manifest.budget_usd) if one.publication else []
    if one.suite.invalidated is not None:
        notes.append("invalidated, tombstone only")
    if one.suite.running:
        notes.append("still running")
    if one.suite.interrupted:
        notes.append("interrupted")
    files = f" ({one.more} files)" if one.more else ""
    return "; ".join([f"{one.folder.name}: {one.outcome}{files}", *([", ".join(notes)] if notes else [])])


def _counted(publication: "Publication", budget_usd: str | None) -> list[str]:
    planned, started = publication.planned, publication.started
    counts = f"{planned} runs planned, {started} started, {planned - started} not started"
    if budget_usd is None:
        return [counts]
    least = "at least " if publication.spent.at_least else ""
    return [counts, f"spent {least}{usd_of(publication.spent.ticks)} of {budget_usd} USD"]


def _json(one: "Exported") -> dict[str, object]:
    publication = one.publication
    billed = publication is not None and one.suite is not None and one.suite.manifest.budget_usd is not None
    return {
        "suite": one.folder.name,
        "outcome": one.outcome,
        "files": one.more,
        "planned": publication and publication.planned,
        "started": publication and publication.started,
        "not_started": publication and publication.planned - publication.started,
        "spent_usd": usd_of(publication.spent.ticks) if publication and billed else None,
        "spent_is_at_least": publication.spent.at_least if publication and billed else None,
        "invalidated": one.suite is not None and one.suite.invalidated is not None,
        "running": one.suite is not None and one.suite.running,
        "interrupted": one.suite is not None and one.suite.interrupted,
        "issues": [
            {"code": each.code, "file": each.file, "pointer": each.pointer, "found": each.found} for each in one.issues
        ],
        "faults": list(one.faults),
    }
