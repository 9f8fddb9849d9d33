"""Claims about every cohort of a tree, of every rule and measure: build, check of the site and oracle decide alike."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from sitegen.build.pipeline import Options, build
from sitegen.verify.check import verify
from sitegen.verify.folder import Folder
from tests.oracle.recompute import RESULTS, recompute
from tests.trees.generate import generate
from tests.verify.published import PROGRAM

NOTHING_FITS = """\
rule = "saving"
measure = "input"
before = { suite = "barred-late" }
after = { suite = "core-two", model = "birch-3.5" }
threshold = "5"
"""


def _bodies(cohorts: list[Any], random: Random) -> Iterator[str]:
    """Yield claims as TOML: rates and medians at and below their figures, savings between cohorts alike and unlike."""
    for cohort in cohorts:
        of = f'of = {{ cohort = "{cohort["id"]}" }}\n'
        rate = "build-check" if cohort["build_check"] else "resolved"
        yield f'rule = "rate-at-least"\nrate = "{rate}"\n{of}threshold = "{random.choice(("0", "0.5", "0.75", "1"))}"\n'
        for one in random.sample(cohort["measures"], 4):
            most = one["all_runs"].get("median", "5")
            least = f"min_runs = {random.choice((1, 3, 6))}\n"
            yield f'rule = "median-at-most"\nmeasure = "{one["measure"]}"\n{of}threshold = "{most}"\n{least}'
    pairs = [(one, other) for one in cohorts for other in cohorts if one["key"]["kind"] == other["key"]["kind"]]
    alike = [pair for pair in pairs if pair[0]["key"]["model"] == pair[1]["key"]["model"]]
    for before, after in (*random.sample(alike, 40), *random.sample(pairs, 40)):
        measure = random.choice(before["measures"])["measure"]
        sides = f'before = {{ cohort = "{before["id"]}" }}\nafter = {{ cohort = "{after["id"]}" }}\n'
        yield f'rule = "saving"\nmeasure = "{measure}"\n{sides}threshold = "{random.choice(("1", "20"))}"\n'
    yield NOTHING_FITS


def _build(root: Path) -> Any:
    assert not build(Options(root, jobs=1, environ={}), lambda *_: None).issues
    return json.loads((root / RESULTS).read_bytes())


def test_all_decide_alike_on_claims_about_every_cohort(tmp_path):
    generate(tmp_path, seed=31, runs=180)
    bodies = _bodies(_build(tmp_path)["cohorts"], Random(31))
    for number, body in enumerate(bodies):
        head = f'schema = 1\nid = "claim-{number}"\nsentence = "It is {{value}}."\n'
        (tmp_path / "content" / "claims" / f"claim-{number}.toml").write_text(head + body, encoding="utf-8")
    claims = _build(tmp_path)["claims"]
    assert {claim["made"] for claim in claims if claim["rule"] == "median-at-most"} == {True, False}
    assert recompute(tmp_path, tmp_path / RESULTS) == []
    assert verify(Folder(tmp_path / "public"), lambda *_: None, PROGRAM).findings == ()
