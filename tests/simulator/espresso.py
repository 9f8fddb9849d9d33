"""A model that builds the espresso machine of the illustration: turns for every provider, and what they come to.

Ten calls in six turns and an answer in the seventh. The first call is wrong on purpose, three turns have parallel
calls, four have sealed reasoning. The usage of each turn, its cost and the totals stand in `tables/espresso/`.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.simulator.facts import table
from tests.simulator.script import Call, Script, Turn
from tests.simulator.spend import Rates

CALLS_FILE = Path(__file__).parents[2] / "benchmarks" / "illustration" / "espresso-machine.calls.json"
TURNS = 7
CALLS = 10
TOOL_ERRORS = 1
FINAL_TEXT = "The machine stands: closed solids, no overlap."


def expected(provider: str) -> dict[str, Any]:
    """Return the table of a provider: model, prices, turns and totals."""
    found: dict[str, Any] = table(f"espresso/{provider}.json")
    return found


def rates(provider: str, name: str) -> Rates:
    """Return one of the prices of a provider's table, `shipped` or `chosen`."""
    return Rates(**expected(provider)["prices"][name])


def machine(provider: str, names: Mapping[str, str] | None = None) -> Script:
    """Return the script of a provider.

    Args:
        provider: Whose usage it reports.
        names: Names of tools as they are sent, by FORM's own, where they differ.
    """
    sent = names or {}
    made = [Call(sent.get(call["tool"], call["tool"]), call["args"]) for call in _calls()]
    wrong, listing = Call(sent.get("box", "box"), {"label": "probe"}), Call(sent.get("list", "list"))
    plan: list[dict[str, Any]] = [
        {"reasoning": ("Try the tools first.",), "calls": (wrong,), "text": "I begin with a probe."},
        {"reasoning": ("The body first.", ""), "calls": (made[0],)},
        {"calls": (made[1], made[2])},
        {"reasoning": ("Then the boiler.",), "calls": (made[3],), "text": "The front is done."},
        {"calls": (made[4], made[5])},
        {"reasoning": ("",), "calls": (made[6], made[7], listing)},
        {"text": FINAL_TEXT},
    ]
    rows = expected(provider)["turns"]
    return Script(tuple(Turn(usage=row["usage"], **turn) for row, turn in zip(rows, plan, strict=True)))


def _calls() -> list[dict[str, Any]]:
    calls: list[dict[str, Any]] = json.loads(CALLS_FILE.read_text(encoding="utf-8"))
    if len(calls) != 8:
        raise ValueError(f"{CALLS_FILE.name} has {len(calls)} calls; the turns are cut for 8")
    return calls
