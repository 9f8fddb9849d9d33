"""What is loaded does not depend on the order in which the file system lists it, nor on how many processes read it."""

import os
import random
import shutil
from pathlib import Path

import pytest

from sitegen import scan
from sitegen.layout import CONTENT
from sitegen.leaks import Gate
from sitegen.load.reader import Reader
from sitegen.load.tree import load
from tests.trees.generate import generate
from tests.unit.validate.base import write_base


def _loaded(root, jobs=1):
    tree = scan.walk(root, CONTENT)
    found = load(tree, Reader(root, Gate(), {}), {}, jobs, lambda _done, _n: None)
    assert found.issues == ()
    return found.inputs, found.facts, [(run.path, run.digest, run.row) for run in found.runs]


def _shuffled(root: Path, to: Path, seed: int) -> Path:
    files = sorted(path for path in (root / CONTENT).rglob("*") if path.is_file())
    random.Random(seed).shuffle(files)
    for path in files:
        target = to / path.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    return to


@pytest.fixture
def root(tmp_path):
    write_base(tmp_path)
    return tmp_path


@pytest.mark.parametrize("seed", [1, 2])
def test_files_created_in_another_order_give_equal_inputs(root, tmp_path_factory, seed):
    other = _shuffled(root, tmp_path_factory.mktemp("other"), seed)
    assert _loaded(other) == _loaded(root)


class _Listing:
    """What `os.scandir` returns, in another order."""

    def __init__(self, entries):
        self._entries = entries

    def __enter__(self):
        return iter(self._entries)

    def __exit__(self, *_):
        return None


@pytest.mark.parametrize("order", [lambda name: name, lambda name: name[::-1], lambda name: [-ord(c) for c in name]])
def test_files_listed_in_another_order_give_equal_inputs(root, monkeypatch, order):
    expected = _loaded(root)
    real = os.scandir
    listed: list[str] = []

    def scandir(path):
        with real(path) as found:
            entries = sorted(found, key=lambda entry: order(entry.name))
        listed.extend(entry.name for entry in entries)
        return _Listing(entries)

    monkeypatch.setattr("sitegen.scan.os.scandir", scandir)
    assert _loaded(root) == expected
    assert "run.json" in listed


def test_two_processes_read_what_one_reads(tmp_path):
    generate(tmp_path, 3, 160)
    assert _loaded(tmp_path, jobs=2) == _loaded(tmp_path, jobs=1)
