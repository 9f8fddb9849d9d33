"""`benchmark plan`, `run` and `pilot`: models driven through their native APIs."""

import functools
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar

import click
from pydantic import TypeAdapter, ValidationError

from runner.commands.options import checked
from runner.commands.telling import FAULTS, say, tell
from sitegen.exact import TICKS_PER_USD
from sitegen.layout import BENCHMARKS
from sitegen.records.base import Day, DecimalText, Name, Slug

if TYPE_CHECKING:
    from runner.suite.asked import Chosen
    from runner.suite.checkout import Checkout

SUITES: Final = Path(".artifacts/ai-benchmark")
"""Where pilots go; private, and ignored by git."""
DEFAULT_BUDGET: Final = "10"
T = TypeVar("T")
_SLUG: TypeAdapter[str] = TypeAdapter(Slug)
_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@dataclass(frozen=True, slots=True)
class Call:
    """What the commands have in common."""

    benchmarks: Path
    task: str
    models: tuple[str, ...]
    env_file: Path | None
    core_path: Path | None
    core_label: str | None
    budget_usd: str
    as_json: bool


def _budget(_: click.Context, parameter: click.Parameter, value: str) -> str:
    try:
        TypeAdapter(DecimalText).validate_python(value)
    except ValidationError:
        raise click.BadParameter(f"{value!r} is no amount such as 10 or 2.50", param=parameter) from None
    return value


def _ids(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...]:
    if value is None:
        return ()
    ids = tuple(part.strip() for part in value.split(",") if part.strip())
    if not ids:
        raise click.BadParameter(f"{value!r} names no model. Leave the option out for all of them.")
    return ids


_OPTIONS = (
    click.option(
        "--env-file",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="The one file that keys are read from, such as .env.benchmark; a variable of the process comes first.",
    ),
    click.option("--models", callback=_ids, metavar="ID,ID", help="Ids from models.json; by default all but scripted."),
    click.option(
        "--budget-usd",
        default=DEFAULT_BUDGET,
        show_default=True,
        callback=_budget,
        help="Spending limit of this invocation, by reserves; a planning bound, no limit of a provider.",
    ),
    click.option("--core-path", type=_FOLDER, help="Checkout whose FORM is put to the test; by default this one."),
    click.option("--core-label", callback=checked(TypeAdapter(Name)), help="Display text of the source; no identity."),
    click.option("--task", default="espresso-machine.v1", show_default=True, help="Task file, without .json."),
    click.option(
        "--benchmarks", type=_FOLDER, default=BENCHMARKS, show_default=True, help="Folder of models.json and tasks."
    ),
    click.option("--json", "as_json", is_flag=True, help="Print JSON."),
)
_repetitions = click.option(
    "--repetitions", type=click.IntRange(1, 1000), default=1, show_default=True, help="Runs of each model."
)


def _with_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return the command with the options that all have, gathered in a `Call`."""
    names = tuple(Call.__dataclass_fields__)

    @functools.wraps(command)
    def called(**given: object) -> None:
        common = {name: given.pop(name) for name in names}
        command(Call(**common), **given)  # type: ignore[arg-type] # click has checked the types of its options

    wrapped: Callable[..., None] = called
    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped


@click.command("plan")
@_with_options
@_repetitions
@click.option(
    "--date",
    "day",
    metavar="DATE",
    callback=checked(TypeAdapter(Day)),
    default=lambda: datetime.now(UTC).date().isoformat(),
    show_default="today, in UTC",
    help="Day whose prices count.",
)
def plan_command(call: Call, repetitions: int, day: str) -> None:
    """Check models, keys, prices, sources and the server's tools; send nothing to a model.

    Exit code 1 when a run would be refused.
    """
    from runner.scratch import scratch
    from runner.suite import outlook as outlooks
    from runner.suite.prepare import Plan, prepare

    chosen, core = _chosen(call, day), _core(call)
    ready = tuple(pick for pick in chosen.picks if pick.adapter is not None)
    if not ready:
        _refuse(chosen.faults)
    with scratch() as folder:
        plan = Plan(ready, repetitions, chosen.task, core, call.core_label)
        suite = _guarded(lambda: prepare(folder, "plan", plan))
        found = outlooks.outlook(suite, day, call.budget_usd, chosen.faults)
        text = json.dumps(outlooks.as_json(found), indent=2) if call.as_json else "\n".join(outlooks.lines(found))
    click.echo(text)
    if chosen.faults:
        _refuse(chosen.faults)


@click.command("run")
@_with_options
@_repetitions
@click.option("--output", required=True, type=click.Path(path_type=Path), help="Folder of the new suite.")
def run_command(call: Call, repetitions: int, output: Path) -> None:
    """Run a suite: every model in a new, empty FORM process, until all is done or the budget is spent.

    Every key and price is checked first. An existing folder is refused. Its name becomes the suite's id.

    Exit code 0 only where every planned run was made and nothing held the suite back; 1 where it was halted or stopped,
    or where a run was not started or has no record.
    """
    _run(call, repetitions, output)


@click.command("pilot")
@_with_options
def pilot_command(call: Call) -> None:
    """Run every model once, into a new folder of its own; one run of each is a rehearsal, no ranking.

    Exit codes as those of run.
    """
    output = SUITES / f"pilot-{datetime.now(UTC):%Y%m%dt%H%M%Sz}"
    click.echo(f"Suite {output}", err=True)
    _run(call, 1, output)


def _run(call: Call, repetitions: int, output: Path) -> None:
    from runner.money.budget import Ledger
    from runner.suite.create import create
    from runner.suite.drive import Means, drive
    from runner.suite.prepare import Plan
    from runner.suite.progress import Progress
    from runner.suite.summary import tell_of

    id = _suite_id(output)
    chosen, core = _chosen(call, _today()), _core(call)
    if chosen.faults:
        _refuse(chosen.faults)
    budget = Ledger(_ticks(call.budget_usd), _today)
    plan = Plan(chosen.picks, repetitions, chosen.task, core, call.core_label)
    folder = output.parent.resolve() / id
    suite, manifest = _guarded(lambda: create(folder, plan, budget, call.budget_usd))
    progress = Progress(sys.stderr, lambda: budget.spending)
    manifest = _guarded(lambda: drive(suite, manifest, Means(budget, progress)))
    click.echo(tell_of(manifest, folder, output, call.as_json))
    if not manifest.whole:
        sys.exit(FAULTS)


def _suite_id(output: Path) -> str:
    if output.exists() or output.is_symlink():
        raise click.UsageError(f"{output} is there already. Evidence is never overwritten: give another --output.")
    try:
        return _SLUG.validate_python(output.name)
    except ValidationError:
        expected = "lower-case letters, digits and single hyphens, such as pilot-1"
        raise click.UsageError(f"--output: {output.name!r} becomes the suite's id; expected {expected}.") from None


def _chosen(call: Call, day: str) -> "Chosen":
    from runner.suite.asked import Asked, AskError, chosen

    try:
        return chosen(Asked(call.benchmarks, call.task, call.models, call.env_file), day)
    except AskError as error:
        tell(error.issues)
        _refuse(error.faults)


def _core(call: Call) -> "Checkout":
    from runner.suite.checkout import CheckoutError, checkout

    try:
        return checkout(call.core_path)
    except CheckoutError as error:
        raise click.UsageError(f"--core-path: {error}") from None


def _guarded(work: Callable[[], T]) -> T:
    """Return what the work returns; what the operator can mend is told instead of a traceback."""
    from runner.api.session import ServerError
    from runner.suite.dependencies import InterpreterError
    from runner.suite.prepare import PrepareError

    try:
        return work()
    except PrepareError as error:
        _refuse(error.faults)
    except ServerError as error:
        _refuse((f"the server of the core could not be used: {error}",))
    except InterpreterError as error:
        _refuse((str(error),))
    except OSError as error:
        _refuse((f"{error.filename or 'a file of the suite'}: {error.strerror}",))


def _refuse(faults: tuple[str, ...]) -> NoReturn:
    """Print every fault and end with the exit code of bad input."""
    for fault in faults:
        say(fault)
    sys.exit(FAULTS)


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def _ticks(usd: str) -> int:
    """Return an amount in whole ticks, what is smaller left out."""
    return int(Decimal(usd) * TICKS_PER_USD)
