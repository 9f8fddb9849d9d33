"""Changes what is published, one leaf of `results.json` or one cell of `results.csv` at a time: each must be seen."""

import csv
import io
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from sitegen.build.pipeline import Options, build
from tests.oracle.compare import differences, named
from tests.oracle.evidence import Evidence, read
from tests.oracle.recompute import LEFT_OUT, RESULTS, comparable, follows, recompute
from tests.trees.generate import generate

WITHDRAWN = """\
schema = 1

[[withdrawn]]
suite = "core-one"
run = "alder-2-espresso-v1-r002"
on = "2026-12-01"
reason = "Its record stays."

[[withdrawn]]
suite = "core-one"
run = "alder-2-espresso-v1-r003"
on = "2026-12-01"
reason = "Its record is gone."
"""


class Leaf(NamedTuple):
    """One value of the file."""

    keys: tuple[str | int, ...]
    """The way to it."""
    place: str
    """The same in the words of the comparison, in which entries of lists have their names."""
    kind: str
    """The way without ids and numbers, and the type of the value."""


class Site(NamedTuple):
    """A built tree."""

    root: Path
    evidence: Evidence
    published: Any


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Site:
    root = tmp_path_factory.mktemp("site")
    generate(root, seed=21, runs=170)
    (root / "content" / "withdrawn.toml").write_text(WITHDRAWN, encoding="utf-8")
    shutil.rmtree(root / "content" / "evidence" / "core-one" / "runs" / "alder-2-espresso-v1-r003")
    assert not build(Options(root, jobs=1, environ={}), lambda *_: None).issues
    assert recompute(root, root / RESULTS) == []
    return Site(root, read(root), json.loads((root / RESULTS).read_bytes()))


def leaves(value: Any, keys: tuple[str | int, ...] = (), place: str = "", kind: str = "") -> Iterator[Leaf]:
    """Yield every leaf; an empty list is one too."""
    if isinstance(value, dict):
        for key, inside in value.items():
            yield from leaves(inside, (*keys, key), f"{place}/{key}", f"{kind}/{key}")
    elif isinstance(value, list) and value:
        for index, inside in enumerate(value):
            entry = f"{place}/{named(inside)}" if isinstance(inside, dict) else place
            yield from leaves(inside, (*keys, index), entry, kind)
    else:
        yield Leaf(keys, place.removeprefix("/"), f"{kind.removeprefix('/')} {type(value).__name__}")


def chosen(published: Any) -> list[Leaf]:
    """Return one leaf of every kind."""
    kinds: dict[str, list[Leaf]] = {}
    for leaf in leaves(published):
        kinds.setdefault(leaf.kind, []).append(leaf)
    random = Random(4)
    return [random.choice(found) for found in kinds.values()]


def other(value: Any) -> Any:
    """Return a value of the same type that differs as little as one can; 0 for an unknown one."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str() if value[-1:].isdigit():
            return value[:-1] + str((int(value[-1]) + 1) % 10)
        case str():
            return f"{value}x"
        case None:
            return 0
        case _:
            return ["x"]


def found(site: Site) -> list[str]:
    """Return the differences of what is published now."""
    return list(differences("", follows(site.evidence, site.published), comparable(site.published)))


def holder(published: Any, keys: tuple[str | int, ...]) -> Any:
    """Return what directly holds a leaf."""
    for key in keys[:-1]:
        published = published[key]
    return published


def test_every_kind_of_leaf_is_checked_or_left_out_for_a_reason(site):
    blind = set()
    for leaf in chosen(site.published):
        inside, last = holder(site.published, leaf.keys), leaf.keys[-1]
        before = inside[last]
        inside[last] = other(before)
        places = [line.split(": ")[0] for line in found(site)]
        # A changed name is two entries: the one that is missed, and one that is too many.
        seen = any(f"{leaf.place}/".startswith(f"{place}/") for place in places)
        if not seen and not (isinstance(before, str) and any(inside[last] in place for place in places)):
            blind.add(leaf.kind.split(" ")[0])
        inside[last] = before
    assert blind == set(LEFT_OUT)
    assert found(site) == []


def lists(published: Any) -> dict[str, tuple[str | int, ...]]:
    """Return the way to one list of every kind, by that kind."""
    ways = {leaf.keys[:depth] for leaf in leaves(published) for depth, key in enumerate(leaf.keys) if key == 0}
    return {"/".join(str(key) for key in way if not isinstance(key, int)): way for way in sorted(ways, key=str)}


@pytest.mark.parametrize("way", ["lost", "twice"])
def test_an_entry_lost_or_listed_twice_is_seen(site, way):
    blind = set()
    for kind, keys in lists(site.published).items():
        inside = holder(site.published, (*keys, 0))
        before = list(inside)
        inside[:] = before[:-1] if way == "lost" else [*before, before[-1]]
        if not found(site):
            blind.add(kind)
        inside[:] = before
    assert blind == {kind for kind in LEFT_OUT if kind.endswith("caveats")}


def test_an_order_that_is_not_the_documented_one_is_seen(site):
    site.published["cohorts"].reverse()
    lines = found(site)
    site.published["cohorts"].reverse()
    assert [line.split(": ")[0] for line in lines] == ["cohorts"]


def test_every_column_of_the_table_is_checked(site, tmp_path):
    results = site.root / RESULTS
    shutil.copy(results, tmp_path)
    table = list(csv.DictReader(io.StringIO(results.with_name("results.csv").read_text(encoding="utf-8"), newline="")))
    for column in table[0]:
        row = next(row for row in table if row["status"] == "completed")
        before = row[column]
        row[column] = other(before)
        with (tmp_path / "results.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(table[0]))
            writer.writeheader()
            writer.writerows(table)
        row[column] = before
        places = {line.split(": ")[0] for line in recompute(site.root, tmp_path / "results.json")}
        address = row["address"]
        if column == "address":
            assert f"results.csv/{address}" in places
        else:
            assert places == {f"results.csv/{address}/{column}"}
