"""Recomputes every number of `results.json` and `results.csv` from `content/`.

    python tests/oracle/recompute.py ROOT [RESULTS]
    python tests/oracle/recompute.py --seeds 11,12,13

Prints each difference with its place and exits with 1, or one line and 0. Only the standard library is used, so that
an error of the product is not repeated here. Left out: ids of cohorts, titles, sentences, and which caveats apply.
"""

import argparse
import csv
import json
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.oracle import claims, evidence, expected

Object = dict[str, Any]
"""A JSON object."""

RESULTS = "public/benchmarks/results.json"
_PROJECT = Path(__file__).resolve().parents[2]
_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\n", "\r", "'")


def recompute(root: Path, results: Path) -> list[str]:
    """Return every difference between what is published and what follows from the evidence.

    Args:
        root: Folder that holds `content/`.
        results: The published `results.json`; other data files are looked for beside it.
    """
    published = json.loads(results.read_bytes())
    suites = evidence.suites(root)
    groups = expected.cohorts(suites)
    by_key = {expected.published_key(one["key"]): one for one in published["cohorts"]}
    pairs = [(by_key[key], rows) for key, rows in groups.items() if key in by_key]
    site = tomllib.loads((root / "content" / "site.toml").read_text(encoding="utf-8"))
    return [
        *differences("data_set", site["data_set"], published["data_set"]),
        *differences(
            "cohorts/*/key", _texts(groups), _texts(expected.published_key(one["key"]) for one in published["cohorts"])
        ),
        *(line for one, rows in pairs for line in _cohort(one, expected.cohort(rows, suites))),
        *_suites(published, suites, pairs),
        *_rows(published, results, pairs),
        *_withdrawn(root, published),
        *differences("claims", *claims.compared(root, published, suites, pairs)),
    ]


def _withdrawn(root: Path, published: Object) -> Iterator[str]:
    gone = evidence.withdrawn(root)
    there = [root / "content" / "evidence" / one["suite"] / "runs" / one["run"] / "run.json" for one in gone]
    wanted = [
        {**one, "address": f"{one['suite']}--{one['run']}", "recorded": path.is_file()}
        for one, path in zip(gone, there, strict=True)
    ]
    yield from differences("withdrawn", wanted, [_without(one, "cohort") for one in published["withdrawn"]])


def _texts(keys: Iterable[Any]) -> list[str]:
    return sorted(map(str, keys))


def _cohort(one: Object, wanted: Object) -> Iterator[str]:
    place = f"cohorts/{one['id']}"
    yield from differences(place, wanted, _without(one, "id", "title", "key", "caveats"))
    yield from differences(f"{place}/key/tasks", len(wanted["by_task"]) or 1, one["key"]["tasks"])


def _suites(published: Object, suites: Sequence[Object], pairs: Sequence[tuple[Object, list[Object]]]) -> Iterator[str]:
    ids = [one["id"] for one in suites]
    yield from differences("suites/*/id", ids, [one["id"] for one in published["suites"]])
    for one in suites:
        for place in (place for place in published["suites"] if place["id"] == one["id"]):
            cited = sorted(cohort["id"] for cohort, rows in pairs if one["id"] in {row["suite"] for row in rows})
            wanted = expected.suite(one) | {"cohorts": cited}
            yield from differences(f"suites/{one['id']}", wanted, _listed(place))
    for place in published["protocols"]:
        cited = sorted(cohort["id"] for cohort, rows in pairs if rows[0]["kind"] == place["kind"])
        wanted = expected.protocol(place["kind"], suites) | {"cohorts": cited}
        yield from differences(f"protocols/{place['kind']}", wanted, _listed(place))
    kinds = {(one["record"] or one["tombstone"])["kind"] for one in suites}
    yield from differences("protocols/*/kind", [], sorted(kinds - {place["kind"] for place in published["protocols"]}))


def _listed(place: Object) -> Object:
    """Return a published suite or protocol with its cohorts in the order of their ids."""
    return _without(place, "caveats") | {"cohorts": sorted(place["cohorts"])}


def _without(one: Object, *names: str) -> Object:
    return {name: value for name, value in one.items() if name not in names}


def _rows(published: Object, results: Path, pairs: Sequence[tuple[Object, list[Object]]]) -> Iterator[str]:
    wanted = {row["address"]: evidence.cells(row, cohort["id"]) for cohort, rows in pairs for row in rows}
    if "rows" in published:
        listed = published["rows"]
    else:
        public = results.parents[1]
        listed = [
            row for address in published["row_files"].values() for row in json.loads((public / address).read_bytes())
        ]
    yield from _table("rows", wanted, listed)
    with (results.parent / "results.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    # A column that no run of the tree has is there all the same, and empty.
    columns = dict.fromkeys(name for row in (*wanted.values(), *lines[:1]) for name in row)
    texts = {address: {name: _text(row.get(name)) for name in columns} for address, row in wanted.items()}
    yield from _table("results.csv", texts, lines)


def _table(name: str, wanted: dict[str, Object], listed: Sequence[Object]) -> Iterator[str]:
    addresses = sorted(row["address"] for row in listed)
    yield from differences(f"{name}/*/address", sorted(wanted), addresses)
    for row in listed:
        if row["address"] in wanted:
            yield from differences(f"{name}/{row['address']}", wanted[row["address"]], row)


def _text(value: Any) -> str:
    """Return a value as a cell of the CSV: null empty, and no text that a spreadsheet takes for a formula."""
    if value is None:
        return ""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA) else value
    return json.dumps(value)


def differences(place: str, wanted: Any, found: Any) -> Iterator[str]:
    """Yield each place where a published value is not the expected one; numbers equal only numbers, not their text."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for name in sorted(wanted.keys() | found.keys()):
            if name in wanted and name in found:
                yield from differences(f"{place}/{name}", wanted[name], found[name])
            else:
                yield f"{place}/{name}: {'not published' if name in wanted else 'not expected'}"
    elif isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        for index, (a, b) in enumerate(zip(wanted, found, strict=True)):
            yield from differences(f"{place}/{_name(b, index)}", a, b)
    elif type(wanted) is not type(found) or wanted != found:
        yield f"{place}: published {_shown(found)}, expected {_shown(wanted)}"


def _name(entry: Any, index: int) -> str:
    names = (entry.get(name) for name in ("id", "measure", "task", "name")) if isinstance(entry, dict) else ()
    return next((name for name in names if isinstance(name, str)), str(index))


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else f"{text[:197]}..."


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
