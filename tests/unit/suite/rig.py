"""A suite without a server: models, prices and runs are invented, the driver is the real one."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from runner.api.contract import SYSTEM_CLOCK, Finished
from runner.api.protocol import entry
from runner.api.record import unstarted
from runner.money.budget import Ledger
from runner.providers import ADAPTERS
from runner.providers.contract import Carried
from runner.suite import manifest as manifests
from runner.suite.checkout import OWN_ROOT, Checkout
from runner.suite.choice import pick
from runner.suite.create import first_manifest
from runner.suite.drive import Means, drive
from runner.suite.manifest import Frozen
from runner.suite.order import order
from runner.suite.prepare import Plan, Prepared
from sitegen.records.base import Fingerprint, Source
from sitegen.records.grade import Evaluation, PointsGrade
from sitegen.records.kinds.api import ApiRun
from sitegen.records.model import Model
from sitegen.records.price import Cost
from sitegen.records.run import Stop
from sitegen.records.task import ModellingTask
from sitegen.records.usage import ExplainedClass, Usage

TASK = ModellingTask.model_validate_json((OWN_ROOT / "benchmarks/espresso-machine.v1.json").read_bytes())
DOLLAR = 10**10
RATES = {"input": "1", "cached_read": "0.1", "output": "10"}
UNKNOWN: dict[ExplainedClass, str] = {"input": "lost", "output": "lost"}


def model(id="m-small", tier="small", *, billed=True, **changes):
    row = {"checked_on": "2026-01-01", "source": "https://prices.example/list", "rates": RATES}
    today = SYSTEM_CLOCK.utc().date().isoformat()
    fields = {"provider": "house", "id": id, "label": id, "tier": tier, "adapter": "openai-compatible"}
    fields |= {"base_url": "http://127.0.0.1:9", "billing": "tokens" if billed else "none"}
    fields |= {"prices": [row | {"checked_on": today}] if billed else []} | changes
    return Model.model_validate_json(json.dumps(fields))


def prepared(folder, models, repetitions=1, id="trial"):
    day = SYSTEM_CLOCK.utc().date().isoformat()
    picks = tuple(pick(one, day, None, ADAPTERS["openai-compatible"]) for one in models)
    print_ = Fingerprint(label="x", hash="0" * 64)
    frozen = Frozen(source=Source(label="core", hash="1" * 64), evaluator=print_, harness=print_, dependencies="2" * 64)
    return Prepared(
        id=id,
        folder=folder,
        plan=Plan(picks, repetitions, TASK, Checkout(OWN_ROOT, Path("python"), None, None), None),
        places=order(models, repetitions),
        tools=(),
        carried={one.id: Carried((), {}, ()) for one in models},
        frozen=frozen,
        runtime={"manifold3d": "3.5.4"},
    )


def record(planned, reason="answered", *, status="completed", ticks=None, requests=1):
    """A started run whose requests brought no response that states its usage."""
    pending = unstarted(planned, SYSTEM_CLOCK, "interrupted")
    fields = {name: getattr(pending, name) for name in ApiRun.model_fields}
    evaluator = planned.evaluator
    grade = PointsGrade(evaluator=evaluator, points=None, points_max=60, checks=(), reason="no server here")
    changes = {
        "status": status,
        "stop": Stop(reason=reason),
        "requests": requests,
        "wall_ms": 5,
        "provider_ms": 0,
        "tool_ms": 0,
        "usage": Usage(input=None, cached_read=None, cache_write=None, output=None, reasoning=None, missing=UNKNOWN),
        "cost": Cost(estimated_ticks=None, provider_ticks=None, reason="no server here"),
        "evaluation": Evaluation(grade=grade),
    }
    return ApiRun(**{**fields, **changes})


@dataclass
class Runs:
    """Stands for the loop: what each run comes to, by its id; `answered` where nothing is said."""

    script: dict[str, Any] = field(default_factory=dict)
    seen: list[Any] = field(default_factory=list)
    manifests: list[Any] = field(default_factory=list)
    """The manifest on the disk while each run was under way."""

    async def __call__(self, planned, folder, budget, watch):
        self.seen.append(planned)
        self.manifests.append(manifests.read(folder.parent.parent).record)
        folder.mkdir(parents=True)
        does = self.script.get(planned.id)
        refused = budget.reserve(planned.price, 1_000, 100)
        if refused is not None:
            run, halt = unstarted(planned, SYSTEM_CLOCK, refused.reason, refused.detail), None
        elif callable(does):
            run, halt = does(planned)
        else:
            budget.settle(planned.price, None, 5 * 10**8)
            run, halt = record(planned), None
        (folder / "run.json").write_bytes(run.model_dump_json().encode())
        return Finished(run, entry(planned, ()), halt)


class Silent:
    """Watches nothing."""

    def began(self, place, of):
        pass

    def ended(self, run):
        pass

    def turn(self, run, turns, tool_calls, usage):
        pass


def ledger(dollars=1):
    return Ledger(int(dollars * DOLLAR), lambda: SYSTEM_CLOCK.utc().date().isoformat())


def driven(folder, models, runs, repetitions=1, dollars=1, changed=lambda suite: ()):
    """Drive a suite to its end and return its manifest, which is also the one on the disk."""
    folder.mkdir(parents=True)
    suite, budget = prepared(folder, models, repetitions, folder.name), ledger(dollars)
    first = first_manifest(suite, budget, str(dollars), SYSTEM_CLOCK)
    manifests.write(folder, first)
    last = drive(suite, first, Means(budget, Silent(), run_one=runs, changed=changed))
    assert manifests.read(folder).record == last
    return last


def states(manifest):
    return {slot.run: slot.state for slot in manifest.slots}


def reasons(manifest):
    return {slot.run: slot.reason for slot in manifest.slots}
