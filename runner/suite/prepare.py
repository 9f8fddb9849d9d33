"""From what the user asked for to a suite that can run: everything is checked and frozen, no request is sent."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import sitegen
from runner.api.contract import PlannedRun, ServerCommand
from runner.api.protocol import LIMITS, entry
from runner.evaluators import FINGERPRINTS
from runner.providers.contract import Carried, Conversation, Tool
from runner.suite.checkout import OWN_ROOT, Checkout, evaluator_hash, freeze, harness_hash
from runner.suite.choice import Pick
from runner.suite.dependencies import dependencies_hash, distributions
from runner.suite.manifest import Frozen
from runner.suite.order import Place, order
from runner.suite.server import command, listed_tools, source
from sitegen.records.base import Fingerprint
from sitegen.records.kinds.api import ApiProtocolEntry
from sitegen.records.price import Price
from sitegen.records.task import ModellingTask

CORE = "frozen/core"
"""Frozen copy of the system under test; its server runs from here."""
BENCHMARK = "frozen/benchmark"
"""Frozen copy of this runner, its evaluator included."""


class PrepareError(Exception):
    """A suite cannot run; `faults` says why, a sentence each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        """Take everything that is wrong."""
        super().__init__("; ".join(faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Plan:
    """What a suite is to run."""

    picks: tuple[Pick, ...]
    """The models, without a fault."""
    repetitions: int
    """Runs of each model."""
    task: ModellingTask
    """What is asked of them."""
    core: Checkout
    """The system under test."""
    core_label: str | None
    """Display text of its source; None makes one of its commit."""

    @property
    def fixture(self) -> bool:
        """Whether the runs are hand-made."""
        return self.picks[0].fixture


@dataclass(frozen=True, slots=True)
class Prepared:
    """A suite that can run."""

    id: str
    folder: Path
    """Where its frozen copies stand, and where its runs will."""
    plan: Plan
    places: tuple[Place, ...]
    """The runs, in the order of execution."""
    tools: tuple[Tool, ...]
    """Every tool that the server lists, in its order."""
    carried: Mapping[str, Carried]
    """The tools as they are sent, by model id."""
    frozen: Frozen
    runtime: Mapping[str, str]

    def planned(self, place: Place, price: Price | None) -> PlannedRun:
        """Return the run at a place of the order, at the price of the day on which it starts."""
        pick = next(pick for pick in self.plan.picks if pick.model.id == place.model.id)
        return _planned(self, place, pick, price, command(self.plan.core, self.folder / CORE))

    def first_request(self, pick: Pick) -> bytes:
        """Return the body of the first request to a model."""
        assert pick.adapter is not None
        model, opening = pick.model, Conversation(self.plan.task.system, self.plan.task.prompt)
        carried, most = self.carried[model.id], LIMITS.output_tokens_per_request
        return pick.adapter.request(model.id, model.settings, carried, opening, most).body

    def protocols(self) -> tuple[ApiProtocolEntry, ...]:
        """Return the protocols of the runs, one per hash, sorted by it."""
        first = {place.model.id: place for place in reversed(self.places)}
        found = (entry(self.planned(first[id], None), carried.sent) for id, carried in self.carried.items())
        return tuple(sorted({one.hash: one for one in found}.values(), key=lambda one: one.hash))


def prepare(folder: Path, id: str, plan: Plan) -> Prepared:
    """Freeze the sources below an empty folder, ask the frozen server for its tools, and return the suite.

    Raises:
        PrepareError: A tool cannot be carried to a provider.
        ServerError: The server does not start.
        InterpreterError: An interpreter does not tell what it has installed.
        OSError: A file cannot be copied or read.
    """
    core, task = plan.core, plan.task
    freeze(core.root, folder / CORE)
    freeze(OWN_ROOT, folder / BENCHMARK)
    tools = listed_tools(command(core, folder / CORE))
    return Prepared(
        id=id,
        folder=folder,
        plan=plan,
        places=order([pick.model for pick in plan.picks], plan.repetitions),
        tools=tools,
        carried=_carried(plan.picks, tuple(tool for tool in tools if tool.name not in task.excluded_tools)),
        frozen=Frozen(
            source=source(core, folder / CORE, tools, plan.core_label),
            evaluator=FINGERPRINTS[task.evaluator](),
            harness=Fingerprint(label=f"fairtrial {sitegen.__version__}", hash=harness_hash(OWN_ROOT)),
            dependencies=_dependencies(core),
        ),
        runtime={name: version for name, (version, _) in distributions(core.interpreter).items()},
    )


def changed(suite: Prepared) -> tuple[str, ...]:
    """Return what has changed of all that was frozen, in words; empty where nothing has.

    Raises:
        InterpreterError: An interpreter does not tell what it has installed.
        OSError: A file cannot be read.
    """
    then = suite.frozen
    pairs = {
        "the frozen sources of the system under test": (
            then.source.hash,
            source(suite.plan.core, suite.folder / CORE, suite.tools, None).hash,
        ),
        "the evaluator": (then.evaluator.hash, evaluator_hash(OWN_ROOT)),
        "the runner": (then.harness.hash, harness_hash(OWN_ROOT)),
        "the lock file or the installed distributions": (then.dependencies, _dependencies(suite.plan.core)),
    }
    return tuple(words for words, (before, after) in pairs.items() if before != after)


def _dependencies(core: Checkout) -> str:
    own = Checkout(OWN_ROOT, Path(sys.executable), None, None)
    return dependencies_hash(
        {name: (one.root, distributions(one.interpreter)) for name, one in (("benchmark", own), ("core", core))}
    )


def _carried(picks: tuple[Pick, ...], tools: tuple[Tool, ...]) -> Mapping[str, Carried]:
    """Return the tools as each model's adapter carries them.

    Raises:
        PrepareError: An adapter cannot carry one.
    """
    found, faults = {}, []
    for pick in picks:
        assert pick.adapter is not None
        try:
            found[pick.model.id] = pick.adapter.carry(tools)
        except ValueError as error:
            faults.append(f"{pick.model.id}: {error}")
    if faults:
        raise PrepareError(tuple(faults))
    return found


def _planned(suite: Prepared, place: Place, pick: Pick, price: Price | None, server: ServerCommand) -> PlannedRun:
    assert pick.adapter is not None
    model = pick.model
    return PlannedRun(
        id=place.run,
        suite=suite.id,
        fixture=pick.fixture,
        repetition=place.repetition,
        position=place.position,
        provider=model.provider,
        model=model.id,
        label=model.label,
        settings=model.settings,
        base_url=model.base_url or pick.adapter.route.base_url,
        adapter=pick.adapter,
        key=pick.key,
        price=price,
        task=suite.plan.task,
        limits=LIMITS,
        server=server,
        source=suite.frozen.source,
        evaluator=suite.frozen.evaluator,
        harness=suite.frozen.harness,
    )
