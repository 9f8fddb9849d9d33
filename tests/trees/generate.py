"""Writes a seeded content tree: `python -m tests.trees.generate DIR --seed N --runs N [--suites N] [--artifacts]`.

The same arguments give the same bytes. A tree of 160 runs or more meets every state that the build knows; beyond
that come cohorts of about a hundred runs.
"""

from argparse import ArgumentParser
from pathlib import Path
from random import Random

from tests.trees import api, grades, imported
from tests.trees.jsonform import Object, sha256, write_json
from tests.trees.plan import Cell, SuitePlan, plan
from tests.trees.site import write_site

ARTIFACT = "machine.step"
ARTIFACT_LINES = 4_000
"""Lines of a large artifact, about 170 kB."""


def generate(root: Path, seed: int, runs: int, suites: int | None = None, artifacts: bool = False) -> None:
    """Write `content/` below an existing folder that has none.

    Args:
        root: The folder.
        seed: Choice of the values; the states are the same for every seed.
        runs: Run records of the tree, those of barred suites and of runs not started included.
        suites: Number of suites, where it is more than the fixed set; None chooses it.
        artifacts: Whether each graded run has a large artifact; without, only reviewed runs have one, a small one.
    """
    content = root / "content"
    content.mkdir()
    planned = plan(runs, suites)
    write_site(content, {suite.id for suite in planned if not suite.barred})
    for suite in planned:
        folder = content / "evidence" / suite.id
        folder.mkdir(parents=True)
        if suite.kind == "imported":
            _write_imported(folder, suite, seed)
        elif suite.barred != "alone":
            _write_api(folder, suite, seed, artifacts)
        if suite.barred:
            write_json(folder / "INVALIDATED.json", _tombstone(suite))


def _write_api(folder: Path, suite: SuitePlan, seed: int, artifacts: bool) -> None:
    files = api.tasks(suite)
    _write_suite(folder, api.record(suite, files), api.protocol(suite), files)
    for run, cell, index, random in api.runs(suite, files, seed):
        place = folder / "runs" / run["id"]
        place.mkdir(parents=True)
        if artifacts or cell.traits.reviews:
            _write_artifact(place, run, cell, index, random, ARTIFACT_LINES if artifacts else 1)
        write_json(place / "run.json", run)


def _write_imported(folder: Path, suite: SuitePlan, seed: int) -> None:
    files = imported.tasks(suite)
    made = list(imported.runs(suite, files, seed))
    _write_suite(folder, imported.record(suite, files, made), imported.protocol(), files)
    for run in made:
        place = folder / "runs" / run["id"]
        place.mkdir(parents=True)
        write_json(place / "run.json", run)


def _write_suite(folder: Path, record: Object, protocol: Object, tasks: dict[str, Object]) -> None:
    (folder / "tasks").mkdir()
    write_json(folder / "suite.json", record)
    write_json(folder / "protocol.json", protocol)
    for id, task in tasks.items():
        write_json(folder / "tasks" / f"{id}.json", task)


def _write_artifact(place: Path, run: Object, cell: Cell, index: int, random: Random, lines: int) -> None:
    """Write the run's artifact, where it has one, list it in its record, and write the reviews of it."""
    if run["evaluation"] is None or run["evaluation"]["grade"]["points"] is None:
        return
    data = b"".join(
        b"#%d=CARTESIAN_POINT('',(%d.,%d.,0.));\n" % (line, index, random.randrange(999)) for line in range(lines)
    )
    (place / ARTIFACT).write_bytes(data)
    run["artifacts"] = [{"name": ARTIFACT, "sha256": sha256(data), "bytes": len(data), "media_type": "model/step"}]
    given = grades.reviews(cell.traits, index, sha256(data), random)
    if given:
        write_json(place / "review.json", {"schema": 1, "run": run["id"], "reviews": given})


def _tombstone(suite: SuitePlan) -> Object:
    unstarted = sum(cell.traits.unstarted + cell.traits.unrecorded for cell in suite.cells)
    started = suite.runs - sum(cell.traits.unstarted for cell in suite.cells)
    if suite.barred == "alone":
        started, unstarted = 4, 2
    return {
        "schema": 1,
        "suite": suite.id,
        "kind": suite.kind,
        "title": f"Suite {suite.id}",
        "fixture": suite.fixture,
        "reason": "A tool of the server was broken for the whole suite.",
        "invalidated_at": "2026-11-29T08:00:00Z",
        "counts": {"planned": started + unstarted, "started": started, "not_started": unstarted},
    }


def main() -> None:
    """Parse the command line and write the tree."""
    parser = ArgumentParser(prog="python -m tests.trees.generate", description=__doc__.splitlines()[0])
    parser.add_argument("dir", type=Path, help="folder to write content/ into; made where it is missing")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--runs", type=int, default=160)
    parser.add_argument("--suites", type=int)
    parser.add_argument("--artifacts", action="store_true", help="write a large artifact beside every graded run")
    given = parser.parse_args()
    given.dir.mkdir(parents=True, exist_ok=True)
    generate(given.dir, given.seed, given.runs, given.suites, given.artifacts)


if __name__ == "__main__":
    main()
