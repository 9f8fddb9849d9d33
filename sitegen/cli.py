"""`build-site`: parse, call, print, exit code; no logic. Heavy modules are imported by the command that needs them."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NoReturn, TypeVar

import click

from sitegen import __version__
from sitegen.cli_readers import sign, verify

if TYPE_CHECKING:
    from sitegen.build.memory import Look
    from sitegen.build.pipeline import Report
    from sitegen.issues import Issue

T = TypeVar("T")
Format = Literal["text", "json", "github"]

EXIT_ISSUES, EXIT_CALL, EXIT_BUG, EXIT_STOPPED = 1, 2, 3, 130


def _root_above(context: click.Context) -> Path:
    """Return the root that was named before the command, else the current folder."""
    above: Path | None = context.parent.params.get("root") if context.parent else None
    return above or Path()


_root = click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=None,
    callback=lambda context, _option, root: root or _root_above(context),
    show_default="the current folder",
    help="Folder of the project: holds content/ and gets public/.",
)
_format = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="How issues are printed.",
)
_jobs = click.option(
    "--jobs", type=click.IntRange(1, 64), default=None, show_default="the number of cores", help="Processes."
)


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="build-site")
@_root
@_format
@_jobs
@click.option("--fresh", is_flag=True, help="Read and draw everything anew, whatever an earlier build knew.")
@click.pass_context
def main(context: click.Context, root: Path, form: Format, jobs: int | None, fresh: bool) -> None:
    """Build the site: content/ is checked and its numbers computed, then public/ is brought in step with it.

    Exit code: 0 done, 1 issues (nothing was published), 2 wrong call, 3 a fault of this program.
    """
    if context.invoked_subcommand is not None:
        return
    root = root.resolve()
    _needs_content(root)
    processes = jobs or _cores()
    found = _guarded(lambda: _look(root, processes), form)
    if found.same and not fresh:
        _print((), form)
        if form == "text":
            click.echo(f"Nothing changed. The site is in {root / 'public' / 'index.html'}")
        return
    from sitegen.build.pipeline import Options, build
    from sitegen.report import Progress

    with Progress(sys.stderr) as progress:
        report = _guarded(lambda: build(Options(root, processes, os.environ, fresh), progress, found), form)
    _print(report.issues, form)
    if report.failed:
        sys.exit(EXIT_ISSUES)
    if form == "text":
        click.echo(_summary(report, root))


@main.command()
@_root
@_format
@_jobs
def check(root: Path, form: Format, jobs: int | None) -> None:
    """Check content/ and print every issue; write nothing."""
    from sitegen.build.pipeline import Options
    from sitegen.build.pipeline import check as check_content
    from sitegen.figures import plural
    from sitegen.report import Progress

    root = root.resolve()
    _needs_content(root)
    with Progress(sys.stderr) as progress:
        issues, runs = _guarded(lambda: check_content(Options(root, jobs or _cores(), os.environ), progress), form)
    _print(issues, form)
    if any(one.severity == "error" for one in issues):
        sys.exit(EXIT_ISSUES)
    if form == "text":
        click.echo(f"{'No error' if issues else 'No issue'} in {plural(runs, 'run')}.")


@main.command()
@click.argument("name")
@click.option("--on", required=True, metavar="YYYY-MM-DD", help="Day of the release.")
@click.option("--notes", default=None, help="What readers should know of it, in a sentence or two.")
@_root
@_format
@_jobs
def release(name: str, on: str, notes: str | None, root: Path, form: Format, jobs: int | None) -> None:
    """Release the data set: write what content/ holds now to content/releases/NAME.toml.

    The pages of changes compare it with the release before it, and what comes later with it. A release is never
    changed. Refused are a tree with errors, a name that is taken, a day before the last release, and no change.
    """
    from sitegen.build.pipeline import Options
    from sitegen.build.release import NotReleasedError, Released, make_release
    from sitegen.report import Progress

    root = root.resolve()
    _needs_content(root)

    def made() -> Released:
        try:
            return make_release(Options(root, jobs or _cores(), os.environ), name, on, notes, progress)
        except NotReleasedError as error:
            raise click.UsageError(str(error)) from error

    with Progress(sys.stderr) as progress:
        done = _guarded(made, form)
    _print(done.issues, form)
    if not done.path:
        sys.exit(EXIT_ISSUES)
    if form == "text":
        click.echo(f"{done.path}: {done.summary} Keep it in git; the next build shows it.")


@main.command()
@click.argument("subject")
@_root
def explain(subject: str, root: Path) -> None:
    """Explain how a number or decision came about.

    SUBJECT is the id of a suite, cohort or claim, the address of a run, SUITE--RUN, or an id that only one run has.
    """
    from sitegen.explain import UnknownSubjectError
    from sitegen.explain import explain as explain_subject

    root = root.resolve()
    _needs_content(root)

    def lines() -> list[str]:
        try:
            return explain_subject(root, subject, os.environ)
        except UnknownSubjectError as error:
            raise click.UsageError(str(error)) from error

    click.echo("\n".join(_guarded(lines)))


@main.command()
@_root
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 picks a free port.")
def serve(root: Path, port: int) -> None:
    """Show public/ on 127.0.0.1, build again when content/ changes, and reload the open page."""
    from sitegen.serve import serve as serve_site

    root = root.resolve()
    _needs_content(root)
    _guarded(lambda: serve_site(root, port, os.environ))


@main.command()
@click.argument("directory", type=click.Path(path_type=Path))
def init(directory: Path) -> None:
    """Make a small new project in DIRECTORY that builds at once."""
    from sitegen.scaffold import NotEmptyError, make_project

    try:
        made = make_project(directory)
    except (NotEmptyError, OSError) as error:
        raise click.UsageError(str(error)) from error
    click.echo(f"Made {len(made)} files in {directory}. Build it: build-site --root {directory}")


main.add_command(verify)
main.add_command(sign)


def _look(root: Path, jobs: int) -> "Look":
    from sitegen.build.memory import look

    return look(root, os.environ, jobs)


def _needs_content(root: Path) -> None:
    if not (root / "content").is_dir():
        raise click.UsageError(
            f"{root} has no content/ folder. Name a project with --root, or make one: build-site init DIR"
        )


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _print(issues: "tuple[Issue, ...]", form: Format) -> None:
    if not issues and form != "json":
        return
    from sitegen.report import render

    text = render(issues, form)
    if text:
        click.echo(text, err=form != "json")


def _summary(report: "Report", root: Path) -> str:
    public = root / "public" / "index.html"
    recovered = f"An interrupted build was completed first: {report.recovered} files. " if report.recovered else ""
    if report.published is None:
        return f"{recovered}Nothing changed. The site is in {public}"
    done = report.published
    changed = f"{len(done.written)} files written, {len(done.removed)} removed, {len(done.unchanged)} unchanged"
    return f"{recovered}{report.runs} runs: {changed}. Open {public}"


def _guarded(call: Callable[[], T], form: Format = "text") -> T:
    """Return what the call returns; a fault that has its own words is printed, not traced."""
    try:
        return call()
    except (click.ClickException, SystemExit):
        raise
    except KeyboardInterrupt:
        _fail("Stopped. The site is as it was, or whole and new; the next build says which.", form, EXIT_STOPPED)
    except Exception as error:
        words = _words_of(error)
        if words is not None:
            _fail(words, form, EXIT_ISSUES)
        import traceback

        traceback.print_exc()
        _fail(
            "This is a fault of build-site, not of your content. Please report it with its traceback.", form, EXIT_BUG
        )


def _in_words(error: OSError) -> str:
    """Return what the system refused, and where: of two files the one that was to be written."""
    return f"{error.filename2 or error.filename or 'file system'}: {error.strerror or error}."


def _fail(message: str, form: Format, code: int) -> NoReturn:
    from sitegen.report import render_failure

    click.echo(render_failure(message, form), err=form != "json")
    sys.exit(code)


def _words_of(error: Exception) -> str | None:
    """Return what a person can do about a fault, or None when it is one of this program."""
    from concurrent.futures.process import BrokenProcessPool

    from sitegen.publish import PublishError

    if isinstance(error, PublishError):
        return str(error)
    if isinstance(error, BrokenProcessPool):
        return "A worker process was ended from outside, perhaps for want of memory. Try --jobs 1."
    if isinstance(error, OSError):
        return f"{_in_words(error)} Nothing was published."
    return None


if __name__ == "__main__":
    main()
