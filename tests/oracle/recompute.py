"""Recomputes every number of `results.json` and `results.csv` from `content/`.

    python tests/oracle/recompute.py ROOT [RESULTS]
    python tests/oracle/recompute.py --seeds 11,12,13

Prints each difference with its place and exits with 1, or one line and 0. Written from the rules, with the standard
library alone, so that an error of the product is not repeated here. `LEFT_OUT` names what is not recomputed; the ids of
cohorts are taken as published, and have to be the same everywhere.
"""

import argparse
import csv
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.oracle import claims, expected
from tests.oracle.compare import differences
from tests.oracle.evidence import MEASURES, Evidence, read
from tests.oracle.figures import Object

RESULTS = "public/benchmarks/results.json"
LEFT_OUT = {
    "cohorts/title": "a name for readers, made of labels",
    "cohorts/caveats": "which sentences are shown; no figure",
    "suites/caveats": "the same",
    "protocols/caveats": "the same",
}
"""Fields of `results.json` that are not worked out here, and why."""

_PROJECT = Path(__file__).resolve().parents[2]
_GUARDED = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\n", "\r", "'")
"""Beginnings of a text that a spreadsheet would take for a formula."""


def recompute(root: Path, results: Path) -> list[str]:
    """Return every difference between what is published and what follows from the evidence.

    Args:
        root: Folder that holds `content/`.
        results: The published `results.json`; `results.csv` and files of rows are looked for beside it.
    """
    published = json.loads(results.read_bytes())
    if "row_files" in published:
        files = published["row_files"]
        # Addresses are those of the site, whose root is one folder up.
        published["rows"] = [
            row for id in sorted(files) for row in json.loads((results.parents[1] / files[id]).read_bytes())
        ]
    wanted = follows(read(root), published)
    return [*differences("", wanted, comparable(published)), *_table(results.with_name("results.csv"), wanted["rows"])]


def follows(evidence: Evidence, published: Object) -> Object:
    """Return what `results.json` has to hold by the evidence; only the names of cohorts are taken from it."""
    names = {row["address"]: row["cohort"] for row in published["rows"]}
    cohorts = expected.cohorts(evidence, names)
    suites = [expected.suite(one, cohorts) for one in evidence.suites]
    gone = {one["address"]: one["cohort"] for one in published["withdrawn"]}
    files = {"row_files": [one.id for one in cohorts]} if "row_files" in published else {}
    return {
        "schema": 1,
        "data_set": evidence.data_set,
        "protocols": [expected.protocol(kind, suites, cohorts) for kind in MEASURES],
        "suites": suites,
        "cohorts": [expected.cohort(one) for one in cohorts],
        "claims": [claims.decide(one, cohorts) for one in evidence.claims],
        "withdrawn": expected.withdrawn(evidence, cohorts, gone),
        **files,
        "rows": [{"cohort": one.id, **row} for one in cohorts for row in one.rows],
    }


def comparable(published: Object) -> Object:
    """Return what is published without what is left out; lists of cohorts that are in the order of titles, by id."""
    parts = {
        part: [
            {name: value for name, value in entry.items() if f"{part}/{name}" not in LEFT_OUT}
            for entry in published[part]
        ]
        for part in ("protocols", "suites", "cohorts")
    }
    for entry in (*parts["protocols"], *parts["suites"]):
        entry["cohorts"] = sorted(entry["cohorts"])
    files = {"row_files": sorted(published["row_files"])} if "row_files" in published else {}
    return {**published, **parts, **files}


def _table(path: Path, rows: Sequence[Object]) -> Iterator[str]:
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        listed = list(reader)
    every = dict.fromkeys(name for kind in MEASURES.values() for name in kind)
    head, measured = (list(rows[0]), every) if rows else ([], every)
    columns = [*head[: head.index("price") + 1], *measured, "cost_usd"] if rows else []
    if set(reader.fieldnames or []) != set(columns) and rows:
        yield f"results.csv: expected the columns {columns}, found {reader.fieldnames}"
    wanted = [{name: _cell(name, row.get(name)) for name in columns} for row in rows]
    yield from differences("results.csv", wanted, listed)


def _cell(name: str, value: Any) -> str:
    """Return a value as the table writes it; a text that could be a formula has an apostrophe before it."""
    if isinstance(value, bool):
        return str(value).lower()
    text = "" if value is None else str(value)
    return f"'{text}" if isinstance(value, str) and name != "cost_usd" and text.startswith(_GUARDED) else text


def main(arguments: Sequence[str]) -> int:
    """Compare and print; return the exit code."""
    given = _parser().parse_args(arguments)
    if (given.root is None) == (given.seeds is None):
        _parser().error("name either ROOT or --seeds")
    if given.root is not None:
        return _compare(given.root, given.results or given.root / RESULTS)
    with TemporaryDirectory(prefix="oracle-") as folder:
        return max(_compare_made(Path(folder) / f"seed-{seed}", seed, given.runs) for seed in given.seeds)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("root", metavar="ROOT", nargs="?", type=_folder, help="folder that holds content/ and a site")
    parser.add_argument("results", metavar="RESULTS", nargs="?", type=Path, help=f"default: ROOT/{RESULTS}")
    parser.add_argument(
        "--seeds", metavar="N,N,...", type=_seeds, help="make a tree of each seed, build it, compare it"
    )
    parser.add_argument("--runs", metavar="N", type=int, default=180, help="runs of such a tree (default: 180)")
    return parser


def _folder(text: str) -> Path:
    if not (Path(text) / "content").is_dir():
        raise argparse.ArgumentTypeError(f"{text} has no folder content/")
    return Path(text)


def _seeds(text: str) -> list[int]:
    return [int(seed) for seed in text.split(",")]


def _compare(root: Path, results: Path) -> int:
    try:
        found = recompute(root, results)
    except FileNotFoundError as error:
        print(f"{error.filename} is not there: build the site first")
        return 1
    for line in found:
        print(line)
    print(f"{len(found)} differences" if found else f"no difference: {results} follows from {root / 'content'}")
    return 1 if found else 0


def _compare_made(root: Path, seed: int, runs: int) -> int:
    """Make a tree, build it by the program's own command, and compare."""
    made = [sys.executable, "-m", "tests.trees.generate", str(root), "--seed", str(seed), "--runs", str(runs)]
    for command in (made, [sys.executable, "-m", "sitegen.cli", "--root", str(root)]):
        done = subprocess.run(command, cwd=_PROJECT, capture_output=True, text=True)
        if done.returncode:
            print(done.stdout + done.stderr)
            return done.returncode
    print(f"seed {seed}, {runs} runs: ", end="")
    return _compare(root, root / RESULTS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
