"""What is frozen of a checkout, and what its fingerprints cover."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from runner.evaluators import FINGERPRINTS
from runner.providers.contract import Tool
from runner.suite.checkout import (
    OWN_ROOT,
    SOURCE_PARTS,
    CheckoutError,
    checkout,
    evaluator_hash,
    freeze,
    harness_hash,
    python_files,
)
from runner.suite.dependencies import LOCK_FILE, dependencies_hash, distributions
from runner.suite.server import command, source

TOOLS = (Tool("box", "Adds a box.", {"type": "object"}),)


@pytest.fixture
def core(tmp_path):
    """A small checkout with its own interpreter, under git."""
    root = tmp_path / "core"
    for name in ("runner/form/a.py", "runner/form/tools/b.py", "runner/cli.py", "sitegen/formdoc/c.py", "sitegen/d.py"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"# {name}\n")
    (root / "runner/form/notes.txt").write_text("no source\n")
    (root / "requirements").mkdir()
    (root / LOCK_FILE).write_text("a==1\n")
    (root / ".venv/bin").mkdir(parents=True)
    (root / ".venv/bin/python").symlink_to(sys.executable)
    (root / ".gitignore").write_text(".venv\n")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-qm", "one")
    return root


def git(root, *words):
    environment = {"PATH": os.environ["PATH"], "HOME": str(root), "GIT_CONFIG_NOSYSTEM": "1"}
    return subprocess.run(
        ["git", "-C", root, *words], check=True, capture_output=True, text=True, env=environment
    ).stdout


def hash_of(root, tmp_path, tools=TOOLS):
    frozen = tmp_path / f"frozen-{len(list(tmp_path.iterdir()))}"
    one = checkout(root)
    freeze(one.root, frozen)
    return source(one, frozen, tools, None).hash


def test_a_checkout_is_started_by_its_own_interpreter_from_the_frozen_copy_alone(core, tmp_path):
    one = checkout(core)
    started = command(one, tmp_path / "frozen")
    assert started.command == str(core / ".venv/bin/python")
    assert started.env["PYTHONPATH"] == str(tmp_path / "frozen")
    assert not {"HOME", "USER", "OPENAI_API_KEY"} & started.env.keys()
    assert checkout(None).interpreter == Path(sys.executable)
    assert checkout(OWN_ROOT) == checkout(None)


def test_commit_and_whether_its_sources_were_changed(core):
    head = git(core, "rev-parse", "HEAD").strip()
    assert (checkout(core).commit, checkout(core).dirty) == (head, False)
    (core / "sitegen/d.py").write_text("# another part\n")
    assert checkout(core).dirty is False
    (core / "runner/form/new.py").write_text("# untracked\n")
    assert checkout(core).dirty is True


def test_a_folder_without_git_has_no_commit(core):
    shutil.rmtree(core / ".git")
    assert (checkout(core).commit, checkout(core).dirty) == (None, None)


CHANGES = {
    "kernel or server": "runner/form/tools/b.py",
    "an uncommitted file": "runner/form/new.py",
    "interchange": "sitegen/formdoc/c.py",
    "lock file": LOCK_FILE,
}


@pytest.mark.parametrize("what", CHANGES)
def test_the_source_hash_covers(core, tmp_path, what):
    before = hash_of(core, tmp_path)
    (core / CHANGES[what]).write_text("changed\n")
    assert hash_of(core, tmp_path) != before


@pytest.mark.parametrize("name", ["runner/cli.py", "sitegen/d.py", "runner/form/notes.txt", "README.md"])
def test_the_source_hash_leaves_out(core, tmp_path, name):
    before = hash_of(core, tmp_path)
    (core / name).write_text("changed\n")
    git(core, "-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-qm", "two", "--allow-empty")
    assert hash_of(core, tmp_path) == before


def test_the_source_hash_covers_the_tools_that_the_server_lists(core, tmp_path):
    before = hash_of(core, tmp_path)
    others = (
        (Tool("box", "Adds a box!", {"type": "object"}),),
        (Tool("box", "Adds a box.", {"type": "object", "properties": {}}),),
        (*TOOLS, Tool("ball", "", {})),
    )
    assert len({before, *(hash_of(core, tmp_path, tools) for tools in others)}) == 4


def test_a_label_is_display_text_and_no_identity(core, tmp_path):
    one = checkout(core)
    freeze(one.root, tmp_path / "frozen")
    before, after = (source(one, tmp_path / "frozen", TOOLS, label) for label in ("before", "after"))
    assert (before.label, after.label) == ("before", "after")
    assert before.hash == after.hash
    assert source(one, tmp_path / "frozen", TOOLS, None).label == f"FORM at {str(one.commit)[:12]}"


@pytest.mark.parametrize("name", [*SOURCE_PARTS, LOCK_FILE])
def test_what_a_core_lacks_is_named(core, name):
    if (core / name).is_dir():
        shutil.rmtree(core / name)
    else:
        (core / name).unlink()
    with pytest.raises(CheckoutError, match=f"has no {name}"):
        checkout(core)


def test_a_core_without_an_interpreter_is_refused(core):
    (core / ".venv/bin/python").unlink()
    with pytest.raises(CheckoutError, match="install its dependencies"):
        checkout(core)


def test_the_evaluator_hash_is_the_one_that_grades_name():
    assert evaluator_hash(OWN_ROOT) == FINGERPRINTS["espresso-v1"]().hash


def test_the_harness_is_the_rest_of_the_runner(tmp_path):
    for name in ("runner/cli.py", "runner/form/a.py", "runner/evaluators/e.py", "sitegen/s.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("one\n")
    before = harness_hash(tmp_path)
    for name in ("runner/form/a.py", "runner/evaluators/e.py", "sitegen/s.py"):
        (tmp_path / name).write_text("two\n")
    assert harness_hash(tmp_path) == before
    (tmp_path / "runner/cli.py").write_text("two\n")
    assert harness_hash(tmp_path) != before


def test_all_of_the_own_sources_belong_to_exactly_one_hash():
    every = set(python_files(OWN_ROOT, ("runner",)))
    server, evaluators = (set(python_files(OWN_ROOT, (part,))) for part in ("runner/form", "runner/evaluators"))
    assert server and evaluators and every - server - evaluators
    assert not server & evaluators


def test_dependencies_cover_lock_file_version_and_files(tmp_path):
    (tmp_path / "requirements").mkdir()
    (tmp_path / LOCK_FILE).write_text("a==1\n")
    installed = {"a": ("1", "f" * 64)}
    before = dependencies_hash({"core": (tmp_path, installed)})
    assert dependencies_hash({"core": (tmp_path, {"a": ("2", "f" * 64)})}) != before
    assert dependencies_hash({"core": (tmp_path, {"a": ("1", "e" * 64)})}) != before
    assert dependencies_hash({"core": (tmp_path, installed | {"b": ("1", "f" * 64)})}) != before
    (tmp_path / LOCK_FILE).write_text("a==1 # newer\n")
    assert dependencies_hash({"core": (tmp_path, installed)}) != before


def test_an_interpreter_tells_what_it_has_installed():
    found = distributions(Path(sys.executable))
    assert found["manifold3d"][0] == __import__("importlib.metadata").metadata.version("manifold3d")
    assert all(len(digest) == 64 for _, digest in found.values())
