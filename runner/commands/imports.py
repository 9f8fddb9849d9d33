"""`benchmark import`: what another harness published."""

import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import click
from pydantic import TypeAdapter

from runner.archive import EvidenceFaultError, suite_folder, write_suite
from runner.commands.options import checked
from runner.commands.telling import FAULTS, tell
from runner.importers.terminal_bench import Imported, Order, take_over
from sitegen.layout import CONTENT
from sitegen.records.base import Day, Name, Slug, Url


@click.group("import")
def import_command() -> None:
    """Take over what another harness published."""


@import_command.command("terminal-bench")
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--suite", required=True, metavar="ID", callback=checked(TypeAdapter(Slug)), help="Id of the new suite.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=CONTENT,
    show_default=True,
    help="Content tree that gets the suite.",
)
@click.option("--title", callback=checked(TypeAdapter(Name)), help="Title for readers.")
@click.option(
    "--source-url", metavar="URL", callback=checked(TypeAdapter(Url)), help="Where the submission is published."
)
@click.option(
    "--retrieved-on",
    metavar="DATE",
    callback=checked(TypeAdapter(Day)),
    default=lambda: datetime.now(UTC).date().isoformat(),
    show_default="today",
    help="Day on which the submission was read at its origin.",
)
def import_terminal_bench(
    folder: Path, suite: str, out: Path, title: str | None, source_url: str | None, retrieved_on: str
) -> None:
    """Take over the Terminal-Bench 1 submission in DIR: run_metadata.json, results.json and the trials' own files."""
    target = suite_folder(out, suite)
    if target.exists() or target.is_symlink():
        raise click.UsageError(
            f"{target} is there already. Evidence is never overwritten: give another --suite or --out."
        )
    imported, faults = take_over(folder.resolve(), Order(suite, retrieved_on, title, source_url))
    if imported is None:
        tell(faults)
        sys.exit(FAULTS)
    bar = click.progressbar(imported.runs, label="Writing runs", file=sys.stderr, hidden=not sys.stderr.isatty())
    try:
        with bar as runs:
            write_suite(out, imported.suite, imported.protocol, imported.tasks, runs)
    except EvidenceFaultError as error:
        tell(error.issues)
        sys.exit(FAULTS)
    except OSError as error:
        raise click.ClickException(f"{target} was not written: {error.strerror}. Nothing was left behind.") from None
    click.echo(_summary(imported, target))


def _summary(imported: Imported, target: Path) -> str:
    statuses = Counter(run.status for run in imported.runs)
    verdicts = Counter(run.grade.verdict for run in imported.runs)
    only_listed = sum(not run.trial.has_file for run in imported.runs)
    return "\n".join(
        (
            f"{target}: {len(imported.runs)} runs at {len(imported.tasks)} tasks, {only_listed} without a file",
            f"  {statuses['completed']} completed, {statuses['failed']} failed",
            f"  {verdicts['resolved']} resolved, {verdicts['not_resolved']} not resolved, {verdicts[None]} ungraded",
            f"  {len(imported.suite.origin.differences)} differences between table and files, named in suite.json",
        )
    )
