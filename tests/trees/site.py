"""Everything of a tree beside its evidence: the site's own record, caveats and claims, as TOML."""

from pathlib import Path

SITE = """\
schema = 1
title = "Generated trials"
description = "A generated tree, to try the build with."
organization = "Generated trials"
license = "CC-BY-4.0"

[data_set]
version = "2026.11.0"
date = "2026-11-30"
"""

CAVEATS = """\
schema = 1

[[caveat]]
id = "few-repetitions"
sentence = "A handful of runs shows what can happen, not how often it does."
when = ["one-repetition", "few-repetitions"]
where = ["cohort", "suite"]

[[caveat]]
id = "estimated-cost"
sentence = "An estimate from list prices is no invoice."
when = ["estimated-cost"]
where = ["cohort", "run", "method"]

[[caveat]]
id = "geometry"
sentence = "The automatic checks look at sizes and labels, not at whether the part would work."
when = ["geometry-grade"]
where = ["cohort", "run"]

[[caveat]]
id = "network"
sentence = "Times include the network between us and the provider."
when = ["api"]
where = ["protocol", "method"]

[[caveat]]
id = "set"
sentence = "Figures over a set of tasks mix tasks of different size."
when = ["task-set"]
where = ["cohort"]
"""

CLAIMS = {
    "birch-passes": """rule = "rate-at-least"
rate = "build-check"
of = { suite = "core-one", model = "birch-3.5" }
threshold = "0.9"
""",
    "alder-passes": """rule = "rate-at-least"
rate = "build-check"
of = { suite = "core-one", model = "alder-2" }
threshold = "0.9"
""",
    "birch-is-quick": """rule = "median-at-most"
measure = "wall_ms"
of = { suite = "core-one", model = "birch-3.5" }
threshold = "600000"
""",
    "birch-is-instant": """rule = "median-at-most"
measure = "wall_ms"
of = { suite = "core-one", model = "birch-3.5" }
threshold = "1.5"
""",
    "one-run-is-quick": """rule = "median-at-most"
measure = "wall_ms"
of = { suite = "zero", model = "birch-3.5" }
threshold = "600000"
""",
    "prices-are-low": """rule = "median-at-most"
measure = "cost_ticks"
of = { suite = "prices", model = "alder-2" }
threshold = "90000000000"
""",
    "versions-are-quick": """rule = "median-at-most"
measure = "wall_ms"
of = { suite = "versions", model = "elder-1" }
threshold = "600000"
""",
    "gaps-are-cheap": """rule = "median-at-most"
measure = "input"
of = { suite = "gaps", model = "alder-2" }
threshold = "900000"
""",
    "core-two-saves-input": """rule = "saving"
measure = "input"
before = { suite = "core-one", model = "birch-3.5" }
after = { suite = "core-two", model = "birch-3.5" }
threshold = "20"
""",
    "core-two-saves-cost": """rule = "saving"
measure = "cost_ticks"
before = { suite = "core-one", model = "alder-2" }
after = { suite = "core-two", model = "alder-2" }
threshold = "5"
""",
    "fixtures-save": """rule = "saving"
measure = "wall_ms"
before = { suite = "core-one", model = "alder-2" }
after = { suite = "fixture-core", model = "alder-2" }
threshold = "1"
""",
    "trials-resolve": """rule = "rate-at-least"
rate = "resolved"
of = { suite = "trials-one", model = "birch-3.5" }
threshold = "0.25"
""",
    "trials-are-quick": """rule = "median-at-most"
measure = "wall_ms"
of = { suite = "trials-one", model = "birch-3.5" }
threshold = "900000"
""",
}
"""Claims about suites of the fixed set, by id: some hold, some fail at one condition each."""


def write_site(content: Path, suites: set[str]) -> None:
    """Write the site's record, the caveats, and those claims whose suites are in the tree."""
    (content / "method").mkdir(parents=True)
    (content / "claims").mkdir()
    (content / "site.toml").write_text(SITE, encoding="utf-8")
    (content / "method" / "caveats.toml").write_text(CAVEATS, encoding="utf-8")
    for id, body in CLAIMS.items():
        cited = [part.split('"')[1] for part in body.split("suite = ")[1:]]
        if suites.issuperset(cited):
            head = f'schema = 1\nid = "{id}"\nsentence = "Claim {id}: {{value}}."\n'
            (content / "claims" / f"{id}.toml").write_text(head + body, encoding="utf-8")
