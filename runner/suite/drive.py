"""Makes the runs of a suite, one after another, and keeps its manifest true at every moment."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from runner.api.contract import SYSTEM_CLOCK, Budget, Clock, Finished, PlannedRun, Watch
from runner.api.evidence import keep_record
from runner.api.record import unstarted
from runner.api.run import run_one
from runner.api.trace import EvidenceError, stamp
from runner.api.words import clean
from runner.money.budget import Ledger, Spending
from runner.money.prices import NoPrice, price_on
from runner.suite import manifest as manifests
from runner.suite.dependencies import InterpreterError
from runner.suite.interrupts import Interrupts
from runner.suite.manifest import Manifest, Spent, State, SuiteSlot
from runner.suite.order import Place
from runner.suite.prepare import Prepared, changed
from runner.suite.protocol import keep_protocol
from sitegen.layout import PROTOCOL_FILE, RUNS
from sitegen.records.kinds.api import ApiRun
from sitegen.records.price import Price
from sitegen.records.run import Stop

RunOne = Callable[[PlannedRun, Path, Budget, Watch], Coroutine[object, object, Finished]]
"""Makes one run; its files stand in the folder afterwards."""


_PRESSED = "the operator stopped the suite"


class SuiteWatch(Watch, Protocol):
    """Who is told how a suite goes."""

    def began(self, place: Place, of: int) -> None:
        """Take note of a run that begins."""

    def ended(self, run: ApiRun) -> None:
        """Take note of a run that ended, or was not started."""


@dataclass(frozen=True, slots=True)
class Means:
    """What a suite is driven with."""

    budget: Ledger
    watch: SuiteWatch
    clock: Clock = SYSTEM_CLOCK
    run_one: RunOne = run_one
    changed: Callable[[Prepared], tuple[str, ...]] = changed


def drive(suite: Prepared, first: Manifest, means: Means) -> Manifest:
    """Make every run of a suite that may be made; return the manifest as it stands at the end.

    Args:
        suite: The suite.
        first: Its manifest, as it stands on the disk.
        means: What it is driven with.

    Returns:
        The manifest, which is also the one on the disk, unless `stopped` says that it could not be written there.

    Raises:
        KeyboardInterrupt: A signal came twice, or ended a run that told nothing of it.
    """
    with manifests.held(suite.folder), Interrupts() as interrupts:
        driver = _Driver(suite, first, means, interrupts)
        try:
            for place in suite.places:
                driver.make(place)
            driver.finish()
        except OSError as error:
            unwritten = f"the suite's manifest could not be written: {error.strerror}"
            return driver.manifest.model_copy(update={"stopped": unwritten})
    return driver.manifest


class _Driver:
    """Holds the manifest, which is written whole after each change."""

    def __init__(self, suite: Prepared, first: Manifest, means: Means, interrupts: Interrupts) -> None:
        self.manifest = first
        self._interrupts = interrupts
        self._suite = suite
        self._means = means

    def make(self, place: Place) -> None:
        """Make a run, or write down why it was not started."""
        if self._interrupts.pressed:
            self._stop(_PRESSED)
        if self.manifest.stopped is not None:
            return self._leave_out(place, None, "suite-stopped", self.manifest.stopped)
        day = self._means.clock.utc().date().isoformat()
        price = price_on({place.model.id: place.model}, place.model.id, day)
        if isinstance(price, NoPrice):
            return self._leave_out(place, None, "no-price", price.reason)
        if price is not None and self.manifest.halted is not None:
            return self._leave_out(place, price, "suite-halted", self.manifest.halted)
        return self._run(place, price)

    def _run(self, place: Place, price: Price | None) -> None:
        means, planned = self._means, self._suite.planned(place, price)
        folder = self._suite.folder / RUNS / place.run
        means.watch.began(place, len(self._suite.places))
        pending = unstarted(planned, means.clock, "interrupted", "the runner was killed")
        self._note(place, "running", running=pending)
        try:
            finished = self._interrupts.run(means.run_one(planned, folder, means.budget, means.watch))
        except asyncio.CancelledError:
            # It told nothing of its end: the manifest stays as it is, like that of a runner that was killed.
            raise KeyboardInterrupt from None
        except Exception as error:
            self._lose(place, planned, pending, "runner-fault", f"{type(error).__name__}: {error}")
            return means.watch.ended(pending)
        self._take(place, planned, pending, finished)
        return means.watch.ended(finished.run)

    def _take(self, place: Place, planned: PlannedRun, pending: ApiRun, finished: Finished) -> None:
        """Write down what a run came to, and decide whether the suite may go on as before."""
        if finished.lost is None:
            self._close(place, finished.run)
            self._keep_protocol(place, finished)
        elif finished.run.status == "not_started":
            self._close(place, finished.run)
            self._stop(f"{place.run}: {finished.lost}")
        else:
            self._lose(place, planned, pending, "evidence-not-written", finished.lost)
        self._judge(finished)

    def _lose(self, place: Place, planned: PlannedRun, pending: ApiRun, reason: str, why: str) -> None:
        """Write down that a run has no record; what it came to stands in its trace alone, and no other run begins."""
        told = clean(why, planned.key) or reason
        stop = Stop(reason=reason, detail=told)
        self._note(place, "lost", reason=told, running=pending.model_copy(update={"stop": stop}))
        self._stop(f"{place.run} has no record: {told}")

    def _keep_protocol(self, place: Place, finished: Finished) -> None:
        try:
            keep_protocol(self._suite.folder / RUNS / place.run, self._suite, place, finished.protocol)
        except OSError as error:
            self._stop(f"{place.run}: {PROTOCOL_FILE}: {error.strerror}")

    def _judge(self, finished: Finished) -> None:
        """Decide whether the suite may go on as before."""
        if self.manifest.halted is None:
            spent_up = "the spending limit was reached" if finished.run.stop.reason == "budget" else None
            halted = finished.halt or spent_up
            if halted is not None:
                self._write(halted=halted)
        try:
            moved = self._means.changed(self._suite)
        except (InterpreterError, OSError) as error:
            return self._stop(f"what was frozen could not be compared: {error}")
        if moved:
            self._stop(f"changed while the suite ran: {', '.join(moved)}")
        return None

    def _leave_out(self, place: Place, price: Price | None, reason: str, detail: str) -> None:
        run = unstarted(self._suite.planned(place, price), self._means.clock, reason, detail)
        folder = self._suite.folder / RUNS / place.run
        # The slot alone says as much; the record is for whoever looks into the folder.
        with suppress(OSError, EvidenceError):
            folder.mkdir(parents=True)
            keep_record(folder, run)
        self._close(place, run)
        self._means.watch.ended(run)

    def _stop(self, why: str) -> None:
        """Start no further run."""
        if self.manifest.stopped is None:
            self._write(stopped=why)

    def finish(self) -> None:
        """Write down the end."""
        if self._interrupts.pressed:
            self._stop(_PRESSED)
        self._write(ended_at=stamp(self._means.clock))

    def _close(self, place: Place, run: ApiRun) -> None:
        if run.status == "not_started":
            self._note(place, "not_started", reason=run.stop.detail or run.stop.reason)
        else:
            self._note(place, "finished")

    def _note(self, place: Place, state: State, *, reason: str | None = None, running: ApiRun | None = None) -> None:
        """Write down the state of a run; what is told of a lost one stays."""
        noted = {"state": state, "reason": reason}
        slots = tuple(slot.model_copy(update=noted) if slot.run == place.run else slot for slot in self.manifest.slots)
        lost = self.manifest.running if any(slot.state == "lost" for slot in slots) else None
        self._write(slots=slots, running=running or lost)

    def _write(self, **changes: object) -> None:
        spent = spent_of(self._means.budget.spending)
        self.manifest = self.manifest.model_copy(update={**changes, "spent": spent})
        manifests.write(self._suite.folder, self.manifest)


def spent_of(spending: Spending) -> Spent:
    """Return what was spent as the manifest records it."""
    return Spent(
        spent_ticks=spending.spent_ticks,
        held_ticks=spending.held_ticks,
        unknown_requests=spending.unknown_requests,
        surplus_ticks=sum(one.spent_ticks - one.reserved_ticks for one in spending.surpluses),
    )


def planned_slots(places: tuple[Place, ...]) -> tuple[SuiteSlot, ...]:
    """Return the slots of runs that have not been reached."""
    return tuple(
        SuiteSlot(
            run=place.run,
            model=place.model.id,
            repetition=place.repetition,
            position=place.position,
            state="planned",
        )
        for place in places
    )
