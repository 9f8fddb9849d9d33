"""A new suite's folder: it appears under its name with its frozen copies and its first manifest, or not at all."""

import errno
import os
from dataclasses import replace
from pathlib import Path

from runner.api.contract import SYSTEM_CLOCK, Clock
from runner.api.protocol import LIMITS
from runner.api.trace import stamp
from runner.money.budget import Ledger
from runner.scratch import scratch
from runner.suite import manifest as manifests
from runner.suite.drive import planned_slots, spent_of
from runner.suite.leftovers import clear
from runner.suite.machine import this_machine
from runner.suite.manifest import Manifest
from runner.suite.prepare import Plan, Prepared, prepare


def refuse_existing(folder: Path) -> None:
    """Refuse a folder that is there, whatever it is.

    Raises:
        FileExistsError: It is there.
    """
    if folder.exists() or folder.is_symlink():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(folder))


def create(
    folder: Path, plan: Plan, budget: Ledger, budget_usd: str, clock: Clock = SYSTEM_CLOCK
) -> tuple[Prepared, Manifest]:
    """Return a new suite and its manifest, both in the folder.

    Raises:
        FileExistsError: The folder is there already.
        PrepareError: A tool cannot be carried to a provider.
        ServerError: The server does not start.
        InterpreterError: An interpreter does not tell what it has installed.
        OSError: Something cannot be written; nothing is left behind then.
    """
    refuse_existing(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    clear(folder.parent)
    with scratch(folder.parent, ".part-") as part:
        suite = prepare(part, folder.name, plan)
        manifest = first_manifest(suite, budget, budget_usd, clock)
        manifests.write(part, manifest)
        refuse_existing(folder)
        part.rename(folder)
    return replace(suite, folder=folder), manifest


def first_manifest(suite: Prepared, budget: Ledger, budget_usd: str, clock: Clock) -> Manifest:
    """Return the manifest of a suite before its first run."""
    billed = any(pick.price is not None for pick in suite.plan.picks)
    return Manifest(
        schema_version=1,
        kind="api",
        id=suite.id,
        fixture=suite.plan.fixture,
        started_at=stamp(clock),
        ended_at=None,
        halted=None,
        stopped=None,
        repetitions=suite.plan.repetitions,
        budget_usd=budget_usd if billed else None,
        spent=spent_of(budget.spending),
        models=tuple(pick.model for pick in suite.plan.picks),
        task=suite.plan.task,
        limits=LIMITS,
        frozen=suite.frozen,
        machine=this_machine(),
        runtime=dict(suite.runtime),
        protocols=suite.protocols(),
        slots=planned_slots(suite.places),
    )
